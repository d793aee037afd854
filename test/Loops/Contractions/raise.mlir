// Products of matrices leave the loops that compute them by rows.

// RUN: chad-opt %s --split-input-file --chad-raise-contractions --canonicalize --cse | FileCheck %s

// A layer: the product, then the bias and the ramp in a loop of their own.
// CHECK-LABEL: @layer
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<?x?xf64>, %[[B:[a-z0-9]+]]: tensor<?xf64>, %[[X:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: %[[P:[0-9]+]] = linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[W]], %[[X]]
// CHECK: chad.map (%[[R:[a-z0-9]+]] in %[[P]] : tensor<?x?xf64>)
// CHECK-NEXT: chad.map (%[[C:[a-z0-9]+]] in %[[B]] : tensor<?xf64>, %[[E:[a-z0-9]+]] in %[[R]] : tensor<?xf64>)
// CHECK-NEXT: %[[S:[0-9]+]] = arith.addf %[[E]], %[[C]]
// CHECK-NEXT: arith.maximumf %[[S]]
func.func @layer(%w: tensor<?x?xf64>, %b: tensor<?xf64>, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %z = chad.map (%v in %w : tensor<?x?xf64>, %c in %b : tensor<?xf64>) -> tensor<?xf64> {
      %ps = chad.map (%d in %v : tensor<?xf64>, %e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %d, %e : f64
        chad.yield %p : f64
      }
      %s = chad.reduce (%d, %e in %ps from %zero : tensor<?xf64>) {
        %t = arith.addf %d, %e : f64
        chad.yield %t : f64
      }
      %t = arith.addf %s, %c : f64
      %r = arith.maximumf %t, %zero : f64
      chad.yield %r : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  return %y : tensor<?x?xf64>
}

// -----

// Its derivative: the sum of outer products is a product that starts from the accumulator; a
// vector times a matrix is one of its own; the sum for the bias stays a loop.
// CHECK-LABEL: @adjoint
// CHECK-SAME: %[[DY:[a-z0-9]+]]: tensor<?x?xf64>, %[[X:[a-z0-9]+]]: tensor<?x?xf64>, %[[W:[a-z0-9]+]]: tensor<?x?xf64>, %[[DW:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-DAG: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?x?xf64>, tensor<?x?xf64>) outs(%[[DW]] : tensor<?x?xf64>)
// CHECK-DAG: linalg.generic {{.*}} ins(%[[W]], %[[DY]] : tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK-DAG: chad.fold (%[[D:[a-z0-9]+]] in %[[DY]] : tensor<?x?xf64>) with (%[[A:[a-z0-9]+]] = %{{.*}} : tensor<?xf64>)
func.func @adjoint(%dy: tensor<?x?xf64>, %x: tensor<?x?xf64>, %w: tensor<?x?xf64>,
                   %dw: tensor<?x?xf64>, %db: tensor<?xf64>, %n: index)
    -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %r:3 = chad.fold (%d in %dy : tensor<?x?xf64>, %row in %x : tensor<?x?xf64>)
      with (%a = %dw : tensor<?x?xf64>, %b = %db : tensor<?xf64>) collect (tensor<?x?xf64>) {
    %s:2 = chad.fold (%e in %d : tensor<?xf64>, %v in %w : tensor<?x?xf64>)
        with (%c = %zeros : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %p:2 = chad.map (%f in %row : tensor<?xf64>, %g in %v : tensor<?xf64>)
          -> (tensor<?xf64>, tensor<?xf64>) {
        %h = arith.mulf %f, %e : f64
        %k = arith.mulf %g, %e : f64
        chad.yield %h, %k : f64, f64
      }
      %q = arith.addf %c, %p#1 : tensor<?xf64>
      chad.yield %q, %p#0 : tensor<?xf64>, tensor<?xf64>
    }
    %t = arith.addf %a, %s#1 : tensor<?x?xf64>
    %u = arith.addf %b, %d : tensor<?xf64>
    chad.yield %t, %u, %s#0 : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

// -----

// The rows of a triangle have extents of their own: no array could hold them.
// CHECK-LABEL: @triangle
// CHECK-NOT: linalg
func.func @triangle(%w: tensor<?x?xf64>, %x: tensor<?x?xf64>, %is: tensor<?xindex>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %x : tensor<?x?xf64>, %i in %is : tensor<?xindex>) -> tensor<?x?xf64> {
    %v = chad.build %j < %i -> tensor<?xf64> {
      %e = tensor.extract %row[%j] : tensor<?xf64>
      %f = math.exp %e : f64
      chad.yield %f : f64
    }
    %z = chad.map (%u in %w : tensor<?x?xf64>) -> tensor<?xf64> {
      %ps = chad.map (%d in %u : tensor<?xf64>, %e in %v : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %d, %e : f64
        chad.yield %p : f64
      }
      %s = chad.reduce (%d, %e in %ps from %zero : tensor<?xf64>) {
        %t = arith.addf %d, %e : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  return %y : tensor<?x?xf64>
}

// -----

// Too small, as the types say.
// CHECK-LABEL: @small
// CHECK-NOT: linalg
func.func @small(%w: tensor<4x4xf64>, %x: tensor<?x4xf64>) -> tensor<?x4xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %x : tensor<?x4xf64>) -> tensor<?x4xf64> {
    %z = chad.map (%u in %w : tensor<4x4xf64>) -> tensor<4xf64> {
      %ps = chad.map (%d in %u : tensor<4xf64>, %e in %row : tensor<4xf64>) -> tensor<4xf64> {
        %p = arith.mulf %d, %e : f64
        chad.yield %p : f64
      }
      %s = chad.reduce (%d, %e in %ps from %zero : tensor<4xf64>) {
        %t = arith.addf %d, %e : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    chad.yield %z : tensor<4xf64>
  }
  return %y : tensor<?x4xf64>
}

// -----

// The columns of a matrix are those of the matrix: they need no array.
// CHECK-LABEL: @columns
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x?xf64>, %[[B:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-NOT: chad
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK-NOT: chad
// CHECK: return
func.func @columns(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %columns = chad.build %j < %n -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %entries = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
      %products = chad.map (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %x, %y : f64
        chad.yield %p : f64
      }
      %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %entries : tensor<?xf64>
  }
  return %c : tensor<?x?xf64>
}

// -----

// Not all columns.
// CHECK-LABEL: @some_columns
// CHECK: %[[C:[0-9]+]] = chad.build
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[C]] : tensor<?x?xf64>, tensor<?x?xf64>)
func.func @some_columns(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %columns = chad.build %j < %n -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %entries = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
      %products = chad.map (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %x, %y : f64
        chad.yield %p : f64
      }
      %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %entries : tensor<?xf64>
  }
  return %c : tensor<?x?xf64>
}

// -----

// A product whose columns are added to zeros row by row is computed transposed.
// CHECK-LABEL: @transposed
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x?xf64>, %[[B:[a-z0-9]+]]: tensor<?x?xf64>, %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK: %[[ZEROS:.+]] = tensor.splat %{{.+}}[%[[N]], %[[M]]]
// CHECK: %[[R:.+]] = linalg.generic {indexing_maps = [#{{.+}}, #{{.+}}, #[[OUT:.+]]], {{.*}} ins(%[[A]], %[[B]] : {{.*}} outs(%[[ZEROS]]
// CHECK-NOT: chad.fold
// CHECK: return %[[R]]
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @transposed(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %start = tensor.splat %zero[%m, %n] : tensor<?x?xf64>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %columns = tensor.dim %start, %c1 : tensor<?x?xf64>
  %zeros = tensor.splat %zero[%n, %m] : tensor<?x?xf64>
  %is = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%row in %p : tensor<?x?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros : tensor<?x?xf64>) {
    %js = chad.build %j < %columns -> tensor<?xindex> {
      chad.yield %j : index
    }
    %t = chad.fold (%e in %row : tensor<?xf64>, %j in %js : tensor<?xindex>) with (%u = %s : tensor<?x?xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<?x?xf64>
      chad.yield %v : tensor<?x?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// Not where the places are not known to be all, where they meet, or where the product is needed as
// it is.
// CHECK-LABEL: @others
// CHECK-COUNT-3: chad.accumulate
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @others(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %m: index, %n: index)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %start = tensor.splat %zero[%m, %n] : tensor<?x?xf64>
  %p0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %p1 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %p2 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %is = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %n -> tensor<?xindex> {
    chad.yield %j : index
  }
  %larger = arith.addi %n, %m : index
  %zeros0 = tensor.splat %zero[%larger, %m] : tensor<?x?xf64>
  %r0 = chad.fold (%row in %p0 : tensor<?x?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros0 : tensor<?x?xf64>) {
    %t = chad.fold (%e in %row : tensor<?xf64>, %j in %js : tensor<?xindex>) with (%u = %s : tensor<?x?xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<?x?xf64>
      chad.yield %v : tensor<?x?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  %zeros1 = tensor.splat %zero[%m, %m] : tensor<?x?xf64>
  %r1 = chad.fold (%row in %p1 : tensor<?x?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros1 : tensor<?x?xf64>) {
    %t = chad.fold (%e in %row : tensor<?xf64>, %j in %js : tensor<?xindex>) with (%u = %s : tensor<?x?xf64>) {
      %v = chad.accumulate %e into %u[%i, %i] : f64 into tensor<?x?xf64>
      chad.yield %v : tensor<?x?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  %zeros2 = tensor.splat %zero[%n, %m] : tensor<?x?xf64>
  %r2 = chad.fold (%row in %p2 : tensor<?x?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros2 : tensor<?x?xf64>) {
    %t = chad.fold (%e in %row : tensor<?xf64>, %j in %js : tensor<?xindex>) with (%u = %s : tensor<?x?xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<?x?xf64>
      chad.yield %v : tensor<?x?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %r0, %r1, %r2, %p2 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// The first columns of a matrix, as many as are asked for: a product would have all of them. The
// same over the first rows of the sum.
// CHECK-LABEL: @parts
// CHECK-NOT: linalg
func.func @parts(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %m: index)
    -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %columns = chad.map (%r in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %q = chad.build %j < %m -> tensor<?xf64> {
      %t = chad.map (%x in %r : tensor<?xf64>, %row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
        %y = tensor.extract %row[%j] : tensor<?xf64>
        %z = arith.mulf %x, %y : f64
        chad.yield %z : f64
      }
      %s = chad.reduce (%u, %v in %t from %zero : tensor<?xf64>) {
        %w = arith.addf %u, %v : f64
        chad.yield %w : f64
      }
      chad.yield %s : f64
    }
    chad.yield %q : tensor<?xf64>
  }
  %is = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %rows = chad.map (%r in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %q = chad.map (%c in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%i in %is : tensor<?xindex>) with (%sum = %zero : f64) {
        %x = tensor.extract %r[%i] : tensor<?xf64>
        %y = tensor.extract %c[%i] : tensor<?xf64>
        %z = arith.mulf %x, %y : f64
        %w = arith.addf %sum, %z : f64
        chad.yield %w : f64
      }
      chad.yield %s : f64
    }
    chad.yield %q : tensor<?xf64>
  }
  return %columns, %rows : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// All the columns, by their number.
// CHECK-LABEL: @whole
// CHECK: linalg.generic
func.func @whole(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %columns = chad.map (%r in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %q = chad.build %j < %n -> tensor<?xf64> {
      %t = chad.map (%x in %r : tensor<?xf64>, %row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
        %y = tensor.extract %row[%j] : tensor<?xf64>
        %z = arith.mulf %x, %y : f64
        chad.yield %z : f64
      }
      %s = chad.reduce (%u, %v in %t from %zero : tensor<?xf64>) {
        %w = arith.addf %u, %v : f64
        chad.yield %w : f64
      }
      chad.yield %s : f64
    }
    chad.yield %q : tensor<?xf64>
  }
  return %columns : tensor<?x?xf64>
}

// -----

// The same of static extents, with the positions first.
// CHECK-LABEL: @static
// CHECK-NOT: chad.fold
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x2xf64>)
// CHECK-NOT: chad.fold
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @static(%a: tensor<2x4xf64>, %b: tensor<4x3xf64>) -> tensor<3x2xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %se = tensor.empty() : tensor<2x3xf64>
  %start = linalg.fill ins(%zero : f64) outs(%se : tensor<2x3xf64>) -> tensor<2x3xf64>
  %ze = tensor.empty() : tensor<3x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%ze : tensor<3x2xf64>) -> tensor<3x2xf64>
  %is = chad.build %i < %c2 -> tensor<2xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %c3 -> tensor<3xindex> {
    chad.yield %j : index
  }
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %r = chad.fold (%i in %is : tensor<2xindex>, %row in %p : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  return %r : tensor<3x2xf64>
}

// -----

// What is asserted on the way stays.
// CHECK-LABEL: @asserts
// CHECK: cf.assert
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @asserts(%a: tensor<2x4xf64>, %b: tensor<4x3xf64>, %n: index) -> tensor<3x2xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %se = tensor.empty() : tensor<2x3xf64>
  %start = linalg.fill ins(%zero : f64) outs(%se : tensor<2x3xf64>) -> tensor<2x3xf64>
  %ze = tensor.empty() : tensor<3x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%ze : tensor<3x2xf64>) -> tensor<3x2xf64>
  %is = chad.build %i < %c2 -> tensor<2xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %c3 -> tensor<3xindex> {
    chad.yield %j : index
  }
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %r = chad.fold (%i in %is : tensor<2xindex>, %row in %p : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %ok = arith.cmpi slt, %i, %n : index
    cf.assert %ok, "too many"
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  return %r : tensor<3x2xf64>
}

// -----

// Nor where the dimension that is asked for is not known.
// CHECK-LABEL: @dims
// CHECK: chad.accumulate
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @dims(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %m: index, %n: index, %which: index)
    -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %se = tensor.empty(%m, %n) : tensor<?x?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%se : tensor<?x?xf64>) -> tensor<?x?xf64>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %columns = tensor.dim %start, %which : tensor<?x?xf64>
  %ze = tensor.empty(%n, %m) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%ze : tensor<?x?xf64>) -> tensor<?x?xf64>
  %is = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%row in %p : tensor<?x?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros : tensor<?x?xf64>) {
    %js = chad.build %j < %columns -> tensor<?xindex> {
      chad.yield %j : index
    }
    %t = chad.fold (%e in %row : tensor<?xf64>, %j in %js : tensor<?xindex>) with (%u = %s : tensor<?x?xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<?x?xf64>
      chad.yield %v : tensor<?x?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// Nor where a loop adds to another state, yields another one, or adds something else.
// CHECK-LABEL: @not
// CHECK-COUNT-8: chad.fold
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @not(%a: tensor<2x4xf64>, %b: tensor<4x3xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %se = tensor.empty() : tensor<2x3xf64>
  %start = linalg.fill ins(%zero : f64) outs(%se : tensor<2x3xf64>) -> tensor<2x3xf64>
  %ze = tensor.empty() : tensor<3x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%ze : tensor<3x2xf64>) -> tensor<3x2xf64>
  %is = chad.build %i < %c2 -> tensor<2xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %c3 -> tensor<3xindex> {
    chad.yield %j : index
  }
  %pn0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %n0 = chad.fold (%i in %is : tensor<2xindex>, %row in %pn0 : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %zeros[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  %pn1 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %n1 = chad.fold (%i in %is : tensor<2xindex>, %row in %pn1 : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %u : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  %pn2 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %n2 = chad.fold (%i in %is : tensor<2xindex>, %row in %pn2 : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %zeros : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  %pn3 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %n3 = chad.fold (%i in %is : tensor<2xindex>, %row in %pn3 : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %s : tensor<3x2xf64>
  }
  %pn4 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %n4 = chad.fold (%i in %is : tensor<2xindex>, %row in %pn4 : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %c0] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  %pn5 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xf64>, tensor<4x3xf64>) outs(%start : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %n5 = chad.fold (%i in %is : tensor<2xindex>, %row in %pn5 : tensor<2x3xf64>) with (%s = %zeros : tensor<3x2xf64>) {
    %t = chad.fold (%j in %js : tensor<3xindex>, %e in %row : tensor<3xf64>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %zero into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  return %n0, %n1, %n2, %n3, %n4, %n5 : tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>
}

// -----

// A product for each of several heads stays with what reads it, and the columns are those of the
// matrix that a head has.
// CHECK-LABEL: @heads
// CHECK: chad.map (%[[A:[a-z0-9]+]] in %{{.*}} : tensor<?x?x?x?xf64>, %[[B:[a-z0-9]+]] in
// CHECK-NEXT: chad.map (%[[X:[a-z0-9]+]] in %[[A]] : tensor<?x?x?xf64>, %[[Y:[a-z0-9]+]] in %[[B]]
// CHECK-NOT: chad
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[X]], %[[Y]] : tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK: chad.yield
func.func @heads(%as: tensor<?x?x?x?xf64>, %bs: tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %r = chad.map (%a in %as : tensor<?x?x?x?xf64>, %b in %bs : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
    %s = chad.map (%x in %a : tensor<?x?x?xf64>, %y in %b : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
      %n = tensor.dim %y, %c1 : tensor<?x?xf64>
      %columns = chad.build %j < %n -> tensor<?x?xf64> {
        %column = chad.map (%row in %y : tensor<?x?xf64>) -> tensor<?xf64> {
          %e = tensor.extract %row[%j] : tensor<?xf64>
          chad.yield %e : f64
        }
        chad.yield %column : tensor<?xf64>
      }
      %t = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %u = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
          %v = chad.fold (%e in %row : tensor<?xf64>, %f in %column : tensor<?xf64>) with (%sum = %zero : f64) {
            %p = arith.mulf %e, %f : f64
            %next = arith.addf %sum, %p : f64
            chad.yield %next : f64
          }
          chad.yield %v : f64
        }
        chad.yield %u : tensor<?xf64>
      }
      chad.yield %t : tensor<?x?xf64>
    }
    chad.yield %s : tensor<?x?x?xf64>
  }
  return %r : tensor<?x?x?x?xf64>
}

// -----

// With one matrix for all, they are one product with more rows.
// CHECK-LABEL: @shared
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x?x?xf64>, %[[B:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-NOT: chad.map
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]]
// CHECK-NOT: chad.map
// CHECK: return
func.func @shared(%as: tensor<?x?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%a in %as : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %t = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %u = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
        %v = chad.fold (%e in %row : tensor<?xf64>, %f in %column : tensor<?xf64>) with (%sum = %zero : f64) {
          %p = arith.mulf %e, %f : f64
          %next = arith.addf %sum, %p : f64
          chad.yield %next : f64
        }
        chad.yield %v : f64
      }
      chad.yield %u : tensor<?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %r : tensor<?x?x?xf64>
}

// -----

// A transposed copy that another loop made for all iterations is read where the original stands.
// CHECK-LABEL: @original
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x?x?xf64>, %[[B:[a-z0-9]+]]: tensor<?x?x?xf64>, %{{.*}}: tensor<?x?x?xf64>
// CHECK-NOT: chad
// CHECK: chad.map (%[[Y:[a-z0-9]+]] in %[[B]] : tensor<?x?x?xf64>, %[[X:[a-z0-9]+]] in %[[A]] :
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK: return
func.func @original(%as: tensor<?x?x?xf64>, %bs: tensor<?x?x?xf64>, %cs: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c2 = arith.constant 2 : index
  %n = tensor.dim %bs, %c2 : tensor<?x?x?xf64>
  %copies = chad.map (%y in %bs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %columns = chad.build %j < %n -> tensor<?x?xf64> {
      %column = chad.map (%row in %y : tensor<?x?xf64>) -> tensor<?xf64> {
        %e = tensor.extract %row[%j] : tensor<?xf64>
        chad.yield %e : f64
      }
      chad.yield %column : tensor<?xf64>
    }
    chad.yield %columns : tensor<?x?xf64>
  }
  %s = chad.map (%x in %as : tensor<?x?x?xf64>, %columns in %copies : tensor<?x?x?xf64>, %c in %cs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %t = chad.map (%row in %x : tensor<?x?xf64>, %d in %c : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %u = chad.map (%column in %columns : tensor<?x?xf64>, %f in %d : tensor<?xf64>) -> tensor<?xf64> {
        %v = chad.fold (%e in %row : tensor<?xf64>, %g in %column : tensor<?xf64>) with (%sum = %zero : f64) {
          %p = arith.mulf %e, %g : f64
          %next = arith.addf %sum, %p : f64
          chad.yield %next : f64
        }
        %w = arith.addf %v, %f : f64
        chad.yield %w : f64
      }
      chad.yield %u : tensor<?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %s : tensor<?x?x?xf64>
}

// -----

// What is added transposed may be added to any array.
// CHECK-LABEL: @added
// CHECK-SAME: %[[SUM:[a-z0-9]+]]: tensor<3x2xf64>
// CHECK-NOT: chad.fold
// CHECK: linalg.generic {{.*}} outs(%[[SUM]] : tensor<3x2xf64>)
// CHECK-NOT: chad.fold
// CHECK: return
func.func @added(%a: tensor<2x8xf64>, %b: tensor<3x8xf64>, %sum: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %zeros = arith.constant dense<0.0> : tensor<2x3xf64>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x8xf64>, tensor<3x8xf64>) outs(%zeros : tensor<2x3xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  %is = chad.build %i < %c2 -> tensor<2xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %c3 -> tensor<3xindex> {
    chad.yield %j : index
  }
  %r = chad.fold (%row in %p : tensor<2x3xf64>, %i in %is : tensor<2xindex>) with (%s = %sum : tensor<3x2xf64>) {
    %t = chad.fold (%e in %row : tensor<3xf64>, %j in %js : tensor<3xindex>) with (%u = %s : tensor<3x2xf64>) {
      %v = chad.accumulate %e into %u[%j, %i] : f64 into tensor<3x2xf64>
      chad.yield %v : tensor<3x2xf64>
    }
    chad.yield %t : tensor<3x2xf64>
  }
  return %r : tensor<3x2xf64>
}

// -----

// A convolution: for each row of places, a product of the kernels with the windows, which are kept.
// Its derivative is two products and an addition to each window; the index that the loops yield is
// no array of its own.
// CHECK-LABEL: @windows
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK: chad.map
// CHECK-NOT: chad.fold
// CHECK: return
func.func @windows(%k: tensor<?x?xf64>, %x: tensor<?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xindex>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %width = tensor.dim %k, %c1 : tensor<?x?xf64>
  %y, %is = chad.build %p < %n -> (tensor<?x?xf64>, tensor<?xindex>) {
    %window = tensor.extract_slice %x[%p] [%width] [1] : tensor<?xf64> to tensor<?xf64>
    %r = chad.map (%kernel in %k : tensor<?x?xf64>) -> tensor<?xf64> {
      %dot = chad.fold (%a in %kernel : tensor<?xf64>, %b in %window : tensor<?xf64>) with (%s = %zero : f64) {
        %m = arith.mulf %a, %b : f64
        %t = arith.addf %s, %m : f64
        chad.yield %t : f64
      }
      %e = math.exp %dot : f64
      chad.yield %e : f64
    }
    chad.yield %r, %p : tensor<?xf64>, index
  }
  return %y, %is : tensor<?x?xf64>, tensor<?xindex>
}

// -----

// CHECK-LABEL: @windows_adjoint
// CHECK-SAME: %[[K:[a-z0-9]+]]: tensor<?x?xf64>, %[[X:[a-z0-9]+]]: tensor<?xf64>, %[[DY:[a-z0-9]+]]: tensor<?x?xf64>, %[[DK:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-DAG: linalg.generic {{.*}} outs(%[[DK]] : tensor<?x?xf64>)
// CHECK-DAG: linalg.generic {{.*}} ins(%[[DY]], %[[K]] : tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK-DAG: tensor.insert_slice
// CHECK: return
func.func @windows_adjoint(%k: tensor<?x?xf64>, %x: tensor<?xf64>, %dy: tensor<?x?xf64>, %dk: tensor<?x?xf64>, %dx: tensor<?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %width = tensor.dim %k, %c1 : tensor<?x?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %zeros = tensor.splat %zero[%width] : tensor<?xf64>
  %r:2 = chad.fold (%d in %dy : tensor<?x?xf64>, %p in %is : tensor<?xindex>) with (%s = %dk : tensor<?x?xf64>, %t = %dx : tensor<?xf64>) {
    %window = tensor.extract_slice %x[%p] [%width] [1] : tensor<?xf64> to tensor<?xf64>
    %outer = chad.map (%e in %d : tensor<?xf64>) -> tensor<?x?xf64> {
      %row = chad.map (%w in %window : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.mulf %e, %w : f64
        chad.yield %m : f64
      }
      chad.yield %row : tensor<?xf64>
    }
    %u = arith.addf %s, %outer : tensor<?x?xf64>
    %dwindow = chad.fold (%e in %d : tensor<?xf64>, %kernel in %k : tensor<?x?xf64>) with (%sum = %zeros : tensor<?xf64>) {
      %row = chad.map (%w in %kernel : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.mulf %e, %w : f64
        chad.yield %m : f64
      }
      %next = arith.addf %sum, %row : tensor<?xf64>
      chad.yield %next : tensor<?xf64>
    }
    %part = tensor.extract_slice %t[%p] [%width] [1] : tensor<?xf64> to tensor<?xf64>
    %more = arith.addf %part, %dwindow : tensor<?xf64>
    %v = tensor.insert_slice %more into %t[%p] [%width] [1] : tensor<?xf64> into tensor<?xf64>
    chad.yield %u, %v : tensor<?x?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?xf64>
}

// -----

// What reads another part, or more of the state, is no sum.
// CHECK-LABEL: @no_sums
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @no_sums(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %dk: tensor<?x?xf64>, %dx: tensor<?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
  %c1 = arith.constant 1 : index
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r:2 = chad.fold (%a in %x : tensor<?x?xf64>, %b in %y : tensor<?x?xf64>, %p in %is : tensor<?xindex>) with (%s = %dk : tensor<?x?xf64>, %t = %dx : tensor<?xf64>) {
    %outer = chad.map (%e in %a : tensor<?xf64>) -> tensor<?x?xf64> {
      %row = chad.map (%w in %b : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.mulf %e, %w : f64
        chad.yield %m : f64
      }
      chad.yield %row : tensor<?xf64>
    }
    %u = arith.addf %s, %outer : tensor<?x?xf64>
    %q = arith.addi %p, %c1 : index
    %part = tensor.extract_slice %t[%q] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %more = arith.addf %part, %b : tensor<?xf64>
    %v = tensor.insert_slice %more into %t[%p] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    chad.yield %u, %v : tensor<?x?xf64>, tensor<?xf64>
  }
  %o:2 = chad.fold (%a in %x : tensor<?x?xf64>, %b in %y : tensor<?x?xf64>, %p in %is : tensor<?xindex>) with (%s = %dk : tensor<?x?xf64>, %t = %dx : tensor<?xf64>) {
    %outer = chad.map (%e in %a : tensor<?xf64>) -> tensor<?x?xf64> {
      %row = chad.map (%w in %b : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.mulf %e, %w : f64
        chad.yield %m : f64
      }
      chad.yield %row : tensor<?xf64>
    }
    %u = arith.addf %s, %outer : tensor<?x?xf64>
    %part = tensor.extract_slice %t[%p] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %more = arith.mulf %part, %b : tensor<?xf64>
    %v = tensor.insert_slice %more into %t[%p] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    chad.yield %u, %v : tensor<?x?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1, %o#0, %o#1 : tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>
}

// -----

// The product of a vector and a matrix of each expert, inside of a map over the experts, is one product for
// all rows and experts; what is computed of it stays.
// CHECK-LABEL: @experts
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<64x32xf64>, %[[W:[a-z0-9]+]]: tensor<16x32x24xf64>
// CHECK: %[[P:[0-9]+]] = linalg.generic {{.*}}["parallel", "parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] :
// CHECK: chad.map ({{.*}}%[[ROWS:[a-z0-9]+]] in %[[P]] : tensor<64x16x24xf64>)
// CHECK: chad.map ({{.*}}%[[ROW:[a-z0-9]+]] in %[[ROWS]] : tensor<16x24xf64>)
// CHECK: math.tanh
func.func @experts(%x: tensor<64x32xf64>, %w: tensor<16x32x24xf64>) -> tensor<64x16xf64> {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<24xf64>
  %y = chad.map (%row in %x : tensor<64x32xf64>) -> tensor<64x16xf64> {
    %all = chad.map (%m in %w : tensor<16x32x24xf64>) -> tensor<16xf64> {
      %p = chad.fold (%a in %row : tensor<32xf64>, %v in %m : tensor<32x24xf64>)
          with (%s = %zeros : tensor<24xf64>) {
        %t = chad.map (%b in %v : tensor<24xf64>, %c in %s : tensor<24xf64>) -> tensor<24xf64> {
          %d = arith.mulf %a, %b : f64
          %e = arith.addf %c, %d : f64
          chad.yield %e : f64
        }
        chad.yield %t : tensor<24xf64>
      }
      %h = chad.map (%b in %p : tensor<24xf64>) -> tensor<24xf64> {
        %d = math.tanh %b : f64
        chad.yield %d : f64
      }
      %sum = chad.reduce (%b, %c in %h from %zero : tensor<24xf64>) {
        %d = arith.addf %b, %c : f64
        chad.yield %d : f64
      }
      chad.yield %sum : f64
    }
    chad.yield %all : tensor<16xf64>
  }
  return %y : tensor<64x16xf64>
}

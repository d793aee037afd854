// RUN: chad-opt %s --chad-raise-contractions=batches --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-raise-contractions --canonicalize | FileCheck %s --check-prefix=INSIDE

// A whole product in each iteration: for a GPU all products are one op.

// CHECK-LABEL: func.func @products
// CHECK-NOT: chad.map
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-NOT: chad.map
// CHECK: return
// For the CPU, it stays near what reads it.
// INSIDE-LABEL: func.func @products
// INSIDE: chad.map
// INSIDE: linalg.generic
// INSIDE-SAME: iterator_types = ["parallel", "parallel", "reduction"]
// INSIDE: chad.yield
func.func @products(%as: tensor<?x?x?xf64>, %bs: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %cs = chad.map (%a in %as : tensor<?x?x?xf64>, %b in %bs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %dots = chad.map (%other in %b : tensor<?x?xf64>) -> tensor<?xf64> {
        %dot = chad.fold (%x in %row : tensor<?xf64>, %y in %other : tensor<?xf64>) with (%s = %zero : f64) {
          %p = arith.mulf %x, %y : f64
          %t = arith.addf %s, %p : f64
          chad.yield %t : f64
        }
        chad.yield %dot : f64
      }
      chad.yield %dots : tensor<?xf64>
    }
    chad.yield %c : tensor<?x?xf64>
  }
  return %cs : tensor<?x?x?xf64>
}

// A factor that each iteration transposes is read from the whole array, not from the element of it that the iteration has.
// CHECK-LABEL: func.func @transposed
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<4x32x16xf64>, tensor<4x16x24xf64>)
// CHECK-NOT: chad.map
// CHECK: return
func.func @transposed(%q: tensor<4x32x16xf64>, %v: tensor<4x16x24xf64>) -> tensor<4x32x24xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 24 : index
  %r = chad.map (%a in %q : tensor<4x32x16xf64>, %b in %v : tensor<4x16x24xf64>) -> tensor<4x32x24xf64> {
    %t = chad.build %i < %n -> tensor<24x16xf64> {
      %c = chad.map (%row in %b : tensor<16x24xf64>) -> tensor<16xf64> {
        %e = tensor.extract %row[%i] : tensor<24xf64>
        chad.yield %e : f64
      }
      chad.yield %c : tensor<16xf64>
    }
    %s = chad.map (%x in %a : tensor<32x16xf64>) -> tensor<32x24xf64> {
      %y = chad.map (%z in %t : tensor<24x16xf64>) -> tensor<24xf64> {
        %d = chad.fold (%u in %x : tensor<16xf64>, %w in %z : tensor<16xf64>) with (%sum = %zero : f64) {
          %p = arith.mulf %u, %w : f64
          %next = arith.addf %sum, %p : f64
          chad.yield %next : f64
        }
        chad.yield %d : f64
      }
      chad.yield %y : tensor<24xf64>
    }
    chad.yield %s : tensor<32x24xf64>
  }
  return %r : tensor<4x32x24xf64>
}

// Products in a nest of loops, of which the second one reads what the loops make of the first one: each is one op, and the
// loops between read one result and make the factor of the other.
// CHECK-LABEL: func.func @nested
// CHECK: %[[SCORES:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%arg0, %arg1 : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>)
// CHECK: %[[WEIGHTS:.*]] = chad.map (%{{.*}} in %[[SCORES]] : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
// CHECK-NOT: linalg
// CHECK: math.tanh
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%[[WEIGHTS]], %arg1 : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>)
// CHECK-NOT: chad.map
// CHECK: return
// INSIDE-LABEL: func.func @nested
// INSIDE-COUNT-2: chad.map
// INSIDE: linalg.matmul
// INSIDE: linalg.matmul
func.func @nested(%as: tensor<?x?x?x?xf64>, %bs: tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = chad.map (%ai in %as : tensor<?x?x?x?xf64>, %bi in %bs : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
    %ri = chad.map (%a in %ai : tensor<?x?x?xf64>, %b in %bi : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
      %m = tensor.dim %a, %c0 : tensor<?x?xf64>
      %n = tensor.dim %b, %c0 : tensor<?x?xf64>
      %k = tensor.dim %b, %c1 : tensor<?x?xf64>
      %e = tensor.empty(%m, %n) : tensor<?x?xf64>
      %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
      %s = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
          ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
      %w = chad.map (%row in %s : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %t = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
          %y = math.tanh %x : f64
          chad.yield %y : f64
        }
        chad.yield %t : tensor<?xf64>
      }
      %e2 = tensor.empty(%m, %k) : tensor<?x?xf64>
      %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<?x?xf64>) -> tensor<?x?xf64>
      %o = linalg.matmul ins(%w, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z2 : tensor<?x?xf64>) -> tensor<?x?xf64>
      chad.yield %o : tensor<?x?xf64>
    }
    chad.yield %ri : tensor<?x?x?xf64>
  }
  return %r : tensor<?x?x?x?xf64>
}

// Factors of 16 bits are extended in the batch, too. A factor that is the same in all iterations has no index of the loop.
// CHECK-LABEL: func.func @extended
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%arg0, %arg1 : tensor<4x32x16xf16>, tensor<4x16x24xf16>)
// CHECK-COUNT-2: arith.extf
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %arg2 : tensor<4x32x24xf32>, tensor<24x16xf32>)
// CHECK-NOT: chad.map
// CHECK: return
func.func @extended(%as: tensor<4x32x16xf16>, %bs: tensor<4x16x24xf16>, %c: tensor<24x16xf32>) -> tensor<4x32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %r = chad.map (%a in %as : tensor<4x32x16xf16>, %b in %bs : tensor<4x16x24xf16>) -> tensor<4x32x16xf32> {
    %e = tensor.empty() : tensor<32x24xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x24xf32>) -> tensor<32x24xf32>
    %s = linalg.matmul ins(%a, %b : tensor<32x16xf16>, tensor<16x24xf16>) outs(%z : tensor<32x24xf32>) -> tensor<32x24xf32>
    %e2 = tensor.empty() : tensor<32x16xf32>
    %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %o = linalg.matmul ins(%s, %c : tensor<32x24xf32>, tensor<24x16xf32>) outs(%z2 : tensor<32x16xf32>) -> tensor<32x16xf32>
    chad.yield %o : tensor<32x16xf32>
  }
  return %r : tensor<4x32x16xf32>
}

// These stay: a product that starts from an array that each iteration reads, and one of small matrices.
// CHECK-LABEL: func.func @left
// CHECK: chad.map
// CHECK: linalg.matmul {{.*}}tensor<32x16xf64>
// CHECK: linalg.matmul {{.*}}tensor<3x4xf64>
// CHECK: chad.yield
func.func @left(%as: tensor<4x32x16xf64>, %bs: tensor<4x16x24xf64>, %cs: tensor<4x32x24xf64>, %ds: tensor<4x3x4xf64>, %es: tensor<4x4x3xf64>)
    -> (tensor<4x32x24xf64>, tensor<4x3x3xf64>) {
  %zero = arith.constant dense<0.0> : tensor<3x3xf64>
  %r:2 = chad.map (%a in %as : tensor<4x32x16xf64>, %b in %bs : tensor<4x16x24xf64>, %c in %cs : tensor<4x32x24xf64>,
                   %d in %ds : tensor<4x3x4xf64>, %e in %es : tensor<4x4x3xf64>) -> (tensor<4x32x24xf64>, tensor<4x3x3xf64>) {
    %s = linalg.matmul ins(%a, %b : tensor<32x16xf64>, tensor<16x24xf64>) outs(%c : tensor<32x24xf64>) -> tensor<32x24xf64>
    %t = linalg.matmul ins(%d, %e : tensor<3x4xf64>, tensor<4x3xf64>) outs(%zero : tensor<3x3xf64>) -> tensor<3x3xf64>
    chad.yield %s, %t : tensor<32x24xf64>, tensor<3x3xf64>
  }
  return %r#0, %r#1 : tensor<4x32x24xf64>, tensor<4x3x3xf64>
}

// Products that are added to a state are one sum, to which each iteration contributes its terms. A value that an inner fold collects
// does not depend on the state that this fold hands on.
// CHECK-LABEL: func.func @summed
// CHECK: %[[MADE:.*]]:2 = chad.fold
// CHECK-NOT: linalg
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME: ins(%arg0, %[[MADE]]#1 : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%arg3 : tensor<?x?xf64>)
// CHECK-NOT: chad.
// CHECK: return
func.func @summed(%as: tensor<?x?x?xf64>, %bs: tensor<?x?x?xf64>, %bias: tensor<?xf64>, %start: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %sum:2 = chad.fold (%a in %as : tensor<?x?x?xf64>, %b in %bs : tensor<?x?x?xf64>) with (%s = %bias : tensor<?xf64>, %c = %start : tensor<?x?xf64>) {
    %t:2 = chad.fold (%row in %b : tensor<?x?xf64>) with (%u = %s : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %both:2 = chad.map (%x in %row : tensor<?xf64>, %y in %u : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
        %e = math.exp %x : f64
        %z = arith.addf %y, %e : f64
        chad.yield %z, %e : f64, f64
      }
      chad.yield %both#0, %both#1 : tensor<?xf64>, tensor<?xf64>
    }
    %p = linalg.generic {
        indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%a, %t#1 : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
    ^bb0(%x: f64, %y: f64, %z: f64):
      %m = arith.mulf %x, %y : f64
      %n = arith.addf %z, %m : f64
      linalg.yield %n : f64
    } -> tensor<?x?xf64>
    chad.yield %t#0, %p : tensor<?xf64>, tensor<?x?xf64>
  }
  return %sum#0, %sum#1 : tensor<?xf64>, tensor<?x?xf64>
}

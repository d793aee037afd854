// Maps, builds and reductions of scalars become structured ops; the same numbers
// come out.

// RUN: chad-opt %s --convert-chad-to-linalg --canonicalize --cse | FileCheck %s
// RUN: chad-run %s --entry=maps --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[1, 10, 100]' | FileCheck %s --check-prefix=MAPS
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=maps --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[1, 10, 100]' | FileCheck %s --check-prefix=MAPS
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=maps --arg='[]' --arg='[]' | FileCheck %s --check-prefix=EMPTY
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=reduces --arg='[3, 7, 5]' | FileCheck %s --check-prefix=REDUCES
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=reduces --arg='[]' | FileCheck %s --check-prefix=NONE
// RUN: chad-run %s --entry=nests --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[2, -1, 3]' --arg='[1, 2]' | FileCheck %s --check-prefix=NESTS
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=nests --arg='[[1, 2, 3], [4, 5, 6], [7, 8, 10]]' --arg='[2, -1, 3]' --arg='[1, 2]' | FileCheck %s --check-prefix=NESTS

// CHECK-DAG: #[[$BOTH:[a-z0-9]+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$FIRST:[a-z0-9]+]] = affine_map<(d0, d1) -> (d0)>

// A nest is one op; what the outer map reads is read along the first dimension.
// CHECK-LABEL: @maps
// CHECK-NOT: chad.map
// CHECK: linalg.generic {indexing_maps = [#[[$FIRST]], #[[$BOTH]], #[[$BOTH]]], iterator_types = ["parallel", "parallel"]}
// CHECK: linalg.index 0
// MAPS: tensor<3x2xf64> {{\[\[}}1, 2], [30, 40], [500, 600]]
// MAPS-NEXT: tensor<3xindex> [0, 1, 4]
// EMPTY: tensor<0x0xf64> []
// EMPTY-NEXT: tensor<0xindex> []
func.func @maps(%m: tensor<?x?xf64>, %k: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %r = chad.map (%row in %m : tensor<?x?xf64>, %f in %k : tensor<?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %f, %x : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  %n = tensor.dim %k, %c0 : tensor<?xf64>
  %squares = chad.build %i < %n -> tensor<?xindex> {
    %q = arith.muli %i, %i : index
    chad.yield %q : index
  }
  return %r, %squares : tensor<?x?xf64>, tensor<?xindex>
}

// CHECK-LABEL: @reduces
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]
// A map of reductions is a reduction of each row.
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT: chad.map
// REDUCES: f64 15
// REDUCES-NEXT: f64 7
// REDUCES-NEXT: tensor<3xf64> [15, 15, 15]
// NONE: f64 0
// NONE-NEXT: f64 -inf
// NONE-NEXT: tensor<0xf64> []
func.func @reduces(%xs: tensor<?xf64>) -> (f64, f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %sum, %max = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>,
                            %b, %y in %xs from %least : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    %m = arith.maximumf %b, %y : f64
    chad.yield %s, %m : f64, f64
  }
  %sums = chad.map (%u in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %sum, %max, %sums : f64, f64, tensor<?xf64>
}

// Nests that count, that read rows at an index, with arrays and numbers from outside; sums of
// indices, by branches, and of rows. What asserts stays.
// CHECK-LABEL: @nests
// CHECK-COUNT-3: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-COUNT-2: linalg.generic {{.*}} iterator_types = ["reduction"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: chad.map
// CHECK: cf.assert
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
// CHECK-NOT: chad.
// NESTS: tensor<3x3xf64> {{\[}}[0, 0, 0], [4, 5, 6], [14, 16, 20]]
// NESTS-NEXT: tensor<3x3xf64> {{\[}}[2, 0, 5], [8, -3, 14], [14, -6, 23]]
// NESTS-NEXT: tensor<3x3xf64> {{\[}}[1, 2, 3], [16, 20, 24], [49, 56, 70]]
// NESTS-NEXT: tensor<3xf64> [3, 3, 10]
// NESTS-NEXT: tensor<3x3xf64> {{\[}}[1, 2, 3], [4, 5, 6], [7, 8, 10]]
// NESTS-NEXT: index 3
// NESTS-NEXT: f64 3
// NESTS-NEXT: tensor<3xf64> [12, 15, 19]
// NESTS-NEXT: tensor<3xf64> [4, -2, 6]
// NESTS-NEXT: tensor<3x3x2xf64> {{\[\[\[}}3, 4], [3, 4], [3, 4]], {{\[\[}}0, 1], [0, 1], [0, 1]], {{\[\[}}4, 5], [4, 5], [4, 5]]]
func.func @nests(%m: tensor<?x?xf64>, %k: tensor<?xf64>, %o: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, index, f64, tensor<3xf64>, tensor<?xf64>, tensor<?x3x?xf64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %m, %c0 : tensor<?x?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> { chad.yield %i : index }
  %0 = chad.map (%i in %is : tensor<?xindex>, %row in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %c = arith.index_cast %i : index to i64
      %f = arith.sitofp %c : i64 to f64
      %p = arith.mulf %f, %x : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  %1 = chad.build %j < %n -> tensor<?x?xf64> {
    %s = chad.map (%x in %k : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xf64> {
      %e = tensor.extract %m[%j, %c0] : tensor<?x?xf64>
      %c = arith.index_cast %i : index to i64
      %f = arith.sitofp %c : i64 to f64
      %p = arith.mulf %e, %x : f64
      %q = arith.addf %p, %f : f64
      chad.yield %q : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  %2 = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %row[%c0] : tensor<?xf64>
      %p = arith.mulf %e, %x : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  %3 = chad.map (%row in %m : tensor<?x?xf64>, %x in %k : tensor<?xf64>) -> tensor<?xf64> {
    %e = tensor.extract %row[%c0] : tensor<?xf64>
    %y = arith.addf %e, %x : f64
    chad.yield %y : f64
  }
  %4 = chad.map (%row in %m : tensor<?x?xf64>, %x in %k : tensor<?xf64>) -> tensor<?x?xf64> {
    %y = arith.addf %x, %x : f64
    chad.yield %row : tensor<?xf64>
  }
  %5 = chad.reduce (%a, %b in %is from %c0 : tensor<?xindex>) {
    %s = arith.addi %a, %b : index
    chad.yield %s : index
  }
  %6 = chad.reduce (%a, %b in %k from %zero : tensor<?xf64>) {
    %less = arith.cmpf olt, %a, %b : f64
    %s = scf.if %less -> (f64) { scf.yield %b : f64 } else { scf.yield %a : f64 }
    chad.yield %s : f64
  }
  %unit = tensor.splat %zero : tensor<3xf64>
  %st = tensor.cast %m : tensor<?x?xf64> to tensor<?x3xf64>
  %7 = chad.reduce (%a, %b in %st from %unit : tensor<?x3xf64>) {
    %s = arith.addf %a, %b : tensor<3xf64>
    chad.yield %s : tensor<3xf64>
  }
  %8 = chad.map (%x in %k : tensor<?xf64>) -> tensor<?xf64> {
    %is0 = arith.cmpf oeq, %x, %x : f64
    cf.assert %is0, "nan"
    %d = arith.addf %x, %x : f64
    chad.yield %d : f64
  }
  %9 = chad.map (%x in %k : tensor<?xf64>) -> tensor<?x3x?xf64> {
    %b = chad.build %i < %c3 -> tensor<3x?xf64> {
      %q = chad.map (%y in %o : tensor<?xf64>) -> tensor<?xf64> {
        %s = arith.addf %x, %y : f64
        chad.yield %s : f64
      }
      chad.yield %q : tensor<?xf64>
    }
    chad.yield %b : tensor<3x?xf64>
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, index, f64, tensor<3xf64>, tensor<?xf64>, tensor<?x3x?xf64>
}

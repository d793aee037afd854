// Derivatives of minima and maxima of rows, compiled and interpreted: no rows, no columns, NaNs,
// infinities, and rows of which none is nearest.

// RUN: chad-opt %s --chad-to-first-order > %t.mlir
// RUN: chad-run %t.mlir --interpret --arg='[[1, 2], [-3, 4], [2, 2]]' --arg='[[1, 1], [2, 3], [-2, 5], [2, 2], [7, 7]]' > %t.expected
// RUN: chad-run %t.mlir --arg='[[1, 2], [-3, 4], [2, 2]]' --arg='[[1, 1], [2, 3], [-2, 5], [2, 2], [7, 7]]' | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK: f64 54
// CHECK-NEXT: tensor<3x2xf64> {{\[}}[0, 2], [-2, -2], [-10, -12]]
// CHECK-NEXT: tensor<5x2xf64> {{\[}}[0, -2], [0, 2], [2, 2], [0, 0], [10, 10]]
// RUN: chad-run %t.mlir --interpret --arg='[[1, 2], [-3, 4], [2, 2]]' --arg='[[1, nan], [2, 3], [inf, 5], [2, -inf], [7, 7], [0, 0], [1, 2], [3, 4], [5, 6]]' > %t.expected
// RUN: chad-run %t.mlir --arg='[[1, 2], [-3, 4], [2, 2]]' --arg='[[1, nan], [2, 3], [inf, 5], [2, -inf], [7, 7], [0, 0], [1, 2], [3, 4], [5, 6]]' | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg='[[1, 2], [nan, 4], [inf, 2]]' --arg='[[1, 1], [2, 3]]' > %t.expected
// RUN: chad-run %t.mlir --arg='[[1, 2], [nan, 4], [inf, 2]]' --arg='[[1, 1], [2, 3]]' | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg='[[1, 2], [2, 4]]' --arg='[]' > %t.expected
// RUN: chad-run %t.mlir --arg='[[1, 2], [2, 4]]' --arg='[]' | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg='[]' --arg='[[1, 2], [2, 4]]' > %t.expected
// RUN: chad-run %t.mlir --arg='[]' --arg='[[1, 2], [2, 4]]' | diff %t.expected -

func.func private @nearest(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %distances = chad.map (%point in %points : tensor<?x?xf64>) -> tensor<?xf64> {
    %all = chad.map (%centre in %centres : tensor<?x?xf64>) -> tensor<?xf64> {
      %squares = chad.map (%x in %point : tensor<?xf64>, %c in %centre : tensor<?xf64>)
          -> tensor<?xf64> {
        %d = arith.subf %x, %c : f64
        %q = arith.mulf %d, %d : f64
        chad.yield %q : f64
      }
      %distance = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %distance : f64
    }
    %nearest = chad.reduce (%a, %b in %all from %inf : tensor<?xf64>) {
      %m = arith.minimumf %a, %b : f64
      chad.yield %m : f64
    }
    chad.yield %nearest : f64
  }
  %total = chad.reduce (%a, %b in %distances from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

func.func @main(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>) -> (f64, tensor<?x?xf64>, tensor<?x?xf64>) {
  %0:3 = chad.value_and_grad @nearest(%centres, %points) wrt [0, 1] : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?x?xf64>, tensor<?x?xf64>)
  return %0#0, %0#1, %0#2 : f64, tensor<?x?xf64>, tensor<?x?xf64>
}

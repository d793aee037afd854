// RUN: chad-run %s --interpret --entry=named --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[[1, 0, 2], [0, 1, 1]]' | FileCheck %s --check-prefix=NAMED
// NAMED: tensor<3x3xf64> {{\[\[}}1, 2, 4], [3, 4, 10], [5, 6, 16]]
// NAMED-NEXT: tensor<2x3xf64> {{\[\[}}1, 3, 5], [2, 4, 6]]
// NAMED-NEXT: tensor<3xf64> [3, 7, 11]
func.func @named(%a: tensor<?x2xf64>, %b: tensor<2x3xf64>)
    -> (tensor<?x3xf64>, tensor<2x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x2xf64>
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<?x3xf64>) -> tensor<?x3xf64>
  %0 = linalg.matmul ins(%a, %b : tensor<?x2xf64>, tensor<2x3xf64>)
      outs(%init : tensor<?x3xf64>) -> tensor<?x3xf64>
  %et = tensor.empty(%n) : tensor<2x?xf64>
  %1 = linalg.transpose ins(%a : tensor<?x2xf64>) outs(%et : tensor<2x?xf64>) permutation = [1, 0]
  %es = tensor.empty(%n) : tensor<?xf64>
  %2 = linalg.reduce { arith.addf } ins(%a : tensor<?x2xf64>) outs(%es : tensor<?xf64>)
      dimensions = [1]
  return %0, %1, %2 : tensor<?x3xf64>, tensor<2x?xf64>, tensor<?xf64>
}

// RUN: chad-run %s --interpret --entry=generic --arg='[1, 2, 3, 4]' | FileCheck %s --check-prefix=GENERIC
// GENERIC: tensor<2x3xf64> {{\[\[}}1, 2, 3], [12, 13, 14]]
func.func @generic(%a: tensor<4xf64>) -> tensor<2x3xf64> {
  %ten = arith.constant 10.0 : f64
  %init = tensor.empty() : tensor<2x3xf64>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4xf64>) outs(%init : tensor<2x3xf64>) {
  ^bb0(%x: f64, %old: f64):
    %i = linalg.index 0 : index
    %int = arith.index_cast %i : index to i64
    %f = arith.sitofp %int : i64 to f64
    %t = arith.mulf %f, %ten : f64
    %s = arith.addf %x, %t : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

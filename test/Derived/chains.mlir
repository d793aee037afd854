// Chains of matrices are multiplied in the order that takes the fewest products of numbers.

// (100×2)·((2×50)·(50×3)) takes 2·50·3 + 100·2·3 = 900, the other order 25,000.
// RUN: chad-opt %s --chad-expand-derived-ops --chad-cost | FileCheck %s --check-prefix=STATIC
// STATIC: func.func @static
// STATIC-SAME: mults = "900"

// Where extents are not known the program decides: 40 in both orders of shapes, where the other
// association of each takes 800.
// RUN: chad-opt %s --chad-expand-derived-ops -o %t
// RUN: chad-run %t --entry=three --interpret --count --arg='[[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]]' --arg='[[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5]]' --arg='[[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]]' | FileCheck %s --check-prefix=FIRST
// FIRST: tensor<1x20xf64> {{\[\[}}2.5, 2.5
// FIRST: 40 multiplications
// RUN: chad-run %t --entry=three --interpret --count --arg='[[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5]]' --arg='[[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]]' --arg='[[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5]]' | FileCheck %s --check-prefix=LAST
// LAST: tensor<20x1xf64> {{\[\[}}2.5], [2.5
// LAST: 40 multiplications

// DEFINE: %{four} = chad-run %s --entry=four --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 0.5, 2]]' --arg='[[1, 2, 3, 4]]'
// RUN: %{four} | FileCheck %s --check-prefix=FOUR
// RUN: %{four} --interpret | FileCheck %s --check-prefix=FOUR
// RUN: %{four} --grad-check | FileCheck %s --check-prefix=GRADIENT
// FOUR: tensor<3x4xf64> {{\[\[}}45, 90, 135, 180], [98, 196, 294, 392], [151, 302, 453, 604]]
// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// GRADIENT: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

!ab = !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<100xf64>>)>
!bc = !chad.lfun<(lin<tensor<50xf64>>) -> (lin<tensor<2xf64>>)>
!cd = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<50xf64>>)>
!vv = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func @static(%a: tensor<100x2xf64>, %b: tensor<2x50xf64>, %c: tensor<50x3xf64>) -> tensor<100x3xf64> {
  %ma = chad.lfun.from_matrix %a : tensor<100x2xf64>, !ab
  %mb = chad.lfun.from_matrix %b : tensor<2x50xf64>, !bc
  %mc = chad.lfun.from_matrix %c : tensor<50x3xf64>, !cd
  %m = chad.lfun.compose %ma, %mb, %mc : !ab, !bc, !cd
  %r = chad.lfun.to_matrix %m : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<100xf64>>)> -> tensor<100x3xf64>
  return %r : tensor<100x3xf64>
}
func.func @three(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %c, %c1 : tensor<?x?xf64>
  %k = tensor.dim %a, %c0 : tensor<?x?xf64>
  %ma = chad.lfun.from_matrix %a : tensor<?x?xf64>, !vv
  %mb = chad.lfun.from_matrix %b : tensor<?x?xf64>, !vv
  %mc = chad.lfun.from_matrix %c : tensor<?x?xf64>, !vv
  %m = chad.lfun.compose %ma, %mb, %mc : !vv, !vv, !vv
  %r = chad.lfun.to_matrix %m domain(%n) codomain(%k) : !vv -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @four(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %d, %c1 : tensor<?x?xf64>
  %k = tensor.dim %a, %c0 : tensor<?x?xf64>
  %ma = chad.lfun.from_matrix %a : tensor<?x?xf64>, !vv
  %mb = chad.lfun.from_matrix %b : tensor<?x?xf64>, !vv
  %mc = chad.lfun.from_matrix transposed %c : tensor<?x?xf64>, !vv
  %md = chad.lfun.from_matrix %d : tensor<?x?xf64>, !vv
  %m = chad.lfun.compose %ma, %mb, %mc, %md : !vv, !vv, !vv, !vv
  %r = chad.lfun.to_matrix %m domain(%n) codomain(%k) : !vv -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

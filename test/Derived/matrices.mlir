// Linear functions as matrices, and matrices as linear functions.

// DEFINE: %{apply} = chad-run %s --entry=apply --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[1, 10, 100]' --arg='[1, 10]'
// RUN: %{apply} | FileCheck %s --check-prefix=APPLY
// RUN: %{apply} --interpret | FileCheck %s --check-prefix=APPLY
// RUN: %{apply} --grad-check | FileCheck %s --check-prefix=CHECKED
// APPLY: tensor<2xf64> [321, 654]
// APPLY-NEXT: tensor<3xf64> [41, 52, 63]

// DEFINE: %{lin} = chad-run %s --entry=lin --arg='[1, 2, 3]' --arg=3
// RUN: %{lin} | FileCheck %s --check-prefix=LIN
// RUN: %{lin} --interpret | FileCheck %s --check-prefix=LIN
// RUN: %{lin} --grad-check | FileCheck %s --check-prefix=CHECKED
// LIN: tensor<3x3xf64> {{\[\[}}1.62090691{{.*}}], [{{.*}}, -1.24844050{{.*}}], [{{.*}}, -2.96997748
// LIN-NEXT: tensor<3xf64> [0.84147098{{.*}}, 0.90929742{{.*}}, 0.1411200
// LIN-NEXT: tensor<3xf64> [1.62090691{{.*}}, -1.2484405{{.*}}, -2.96997748
// LIN-NEXT: f64 1.891888419

// DEFINE: %{blocks} = chad-run %s --entry=blocks --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 0.5]]' --arg=3 --arg='[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]'
// RUN: %{blocks} | FileCheck %s --check-prefix=BLOCKS
// RUN: %{blocks} --interpret | FileCheck %s --check-prefix=BLOCKS
// RUN: %{blocks} --grad-check | FileCheck %s --check-prefix=CHECKED
// BLOCKS: tensor<2x3xf64> {{\[\[}}1, 2, 3], [4, 5, 6]]
// BLOCKS-NEXT: tensor<2xf64> [1, 0.5]
// BLOCKS-NEXT: tensor<3x2xf64> {{\[\[}}1, 4], [2, 5], [3, 6]]
// BLOCKS-NEXT: tensor<2xf64> [1, 0.5]
// BLOCKS-NEXT: tensor<2x2xf64> {{\[\[}}6, 0], [0, 6]]
// BLOCKS-NEXT: tensor<2x2x2xf64> {{\[\[\[}}1, 2], [3, 4]], {{\[\[}}5, 6], [7, 8]]]
// BLOCKS-NEXT: f64 9

// CHECKED: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// CHECKED: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

!vv = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func @apply(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %m = chad.lfun.from_matrix %a : tensor<?x?xf64>, !vv
  %t = chad.lfun.transpose %m : !vv
  %xl = chad.to_linear %x : tensor<?xf64>
  %yl = chad.to_linear %y : tensor<?xf64>
  %p = chad.lfun.apply %m(%xl) : !vv
  %q = chad.lfun.apply %t(%yl) : !vv
  %pp = chad.from_linear %p : !chad.lin<tensor<?xf64>>
  %qq = chad.from_linear %q : !chad.lin<tensor<?xf64>>
  return %pp, %qq : tensor<?xf64>, tensor<?xf64>
}
func.func private @f(%x: tensor<?xf64>, %k: f64) -> (tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.sin %a : f64
    %t = arith.mulf %s, %k : f64
    chad.yield %t : f64
  }
  %p = chad.reduce (%a, %b in %y from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %y, %p : tensor<?xf64>, f64
}
!l = !chad.lfun<(lin<tensor<?xf64>>, lin<f64>) -> (lin<tensor<?xf64>>, lin<f64>)>
func.func @lin(%x: tensor<?xf64>, %k: f64) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y:2, %m = chad.linearize @f(%x, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64, !l)
  %r:4 = chad.lfun.to_matrix %m domain(%n) codomain(%n) : !l -> tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, f64
  return %r#0, %r#1, %r#2, %r#3 : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, f64
}

!a = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
!b = !chad.lfun<(lin<f64>) -> (lin<tensor<2xf64>>)>
!ab = !chad.lfun<(lin<tensor<3xf64>>, lin<f64>) -> (lin<tensor<2xf64>>)>
!s = !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<2xf64>>)>
!t = !chad.lfun<(lin<tensor<2x2xf64>>) -> (lin<tensor<2xf64>>)>
!k = !chad.lfun<(lin<f64>) -> (lin<tensor<f64>>)>
// Blocks, their transposes, a diagonal, tensors of several dimensions, scalars.
func.func @blocks(%a: tensor<2x3xf64>, %bs: tensor<1x2xf64>, %k: f64, %t: tensor<2x2x2xf64>)
    -> (tensor<2x3xf64>, tensor<2xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<2x2xf64>,
        tensor<2x2x2xf64>, f64) {
  %b = tensor.collapse_shape %bs [[0, 1]] : tensor<1x2xf64> into tensor<2xf64>
  %ma = chad.lfun.from_matrix %a : tensor<2x3xf64>, !a
  %mb = chad.lfun.from_matrix %b : tensor<2xf64>, !b
  %m = chad.lfun.join %ma, %mb : !a, !b
  %p:2 = chad.lfun.to_matrix %m : !ab -> tensor<2x3xf64>, tensor<2xf64>
  %mt = chad.lfun.transpose %m : !ab
  %q:2 = chad.lfun.to_matrix %mt
      : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<3xf64>>, lin<f64>)> -> tensor<3x2xf64>, tensor<2xf64>
  %d = chad.lfun.scale %k : f64, !s
  %dd = chad.lfun.add %d, %d : !s, !s
  %r = chad.lfun.to_matrix %dd : !s -> tensor<2x2xf64>
  %mn = chad.lfun.from_matrix %t : tensor<2x2x2xf64>, !t
  %one = chad.lfun.id : !s
  %n = chad.lfun.compose %one, %mn : !s, !t
  %u = chad.lfun.to_matrix %n : !t -> tensor<2x2x2xf64>
  %mk = chad.lfun.from_matrix %k : f64, !k
  %mkt = chad.lfun.transpose %mk : !k
  %kk = chad.lfun.compose %mkt, %mk : !chad.lfun<(lin<tensor<f64>>) -> (lin<f64>)>, !k
  %v = chad.lfun.to_matrix %kk : !chad.lfun<(lin<f64>) -> (lin<f64>)> -> f64
  return %p#0, %p#1, %q#0, %q#1, %r, %u, %v
      : tensor<2x3xf64>, tensor<2xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<2x2xf64>,
        tensor<2x2x2xf64>, f64
}

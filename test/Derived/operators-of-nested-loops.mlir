// Linear functions of loops in loops as operators: the states that do not depend on the tangents are
// computed outside of the linear function, also where a loop inside computes them.

// DEFINE: %{apply} = --entry=apply --arg='[[0.5, 1, 2], [-1, 0.25, 3]]' --arg=0.7 --arg='[[1, -1, 2], [0.5, 3, 1]]' --arg=2
// RUN: chad-opt %s --chad-differentiate --chad-to-operators --canonicalize -o %t
// RUN: FileCheck %s < %t
// RUN: chad-run %s %{apply} | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %t %{apply} | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %t %{apply} --interpret | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %t %{apply} --threads=2 --grad-check | FileCheck %s --check-prefix=GRADIENT
// CHECK-LABEL: func.func private @nested.forward
// CHECK-NOT: chad.lfun.lambda
// CHECK: chad.lfun.fold
// VALUES: f64 -3.2676287005214
// VALUES-NEXT: tensor<2x3xf64> {{\[\[}}-0.80181399627392
// VALUES-NEXT: f64 -1.309091216404
// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}

!m = !chad.lfun<(lin<tensor<2x3xf64>>, lin<f64>) -> (lin<f64>)>
!t = !chad.lfun<(lin<f64>) -> (lin<tensor<2x3xf64>>, lin<f64>)>
func.func private @nested(%l: tensor<2x3xf64>, %b: f64) -> f64 {
  %r = chad.fold (%row in %l : tensor<2x3xf64>) with (%s = %b : f64) {
    %t = chad.fold (%m in %row : tensor<3xf64>) with (%u = %s : f64) {
      %p = arith.mulf %m, %u : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
    %w = arith.mulf %t, %s : f64
    chad.yield %w : f64
  }
  return %r : f64
}
func.func @apply(%l: tensor<2x3xf64>, %b: f64, %dl: tensor<2x3xf64>, %db: f64) -> (f64, tensor<2x3xf64>, f64) {
  %y, %m = chad.linearize @nested(%l, %b) : (tensor<2x3xf64>, f64) -> (f64, !m)
  %t = chad.lfun.transpose %m : !m
  %ll = chad.to_linear %dl : tensor<2x3xf64>
  %bl = chad.to_linear %db : f64
  %a = chad.lfun.apply %m(%ll, %bl) : !m
  %c:2 = chad.lfun.apply %t(%bl) : !t
  %ra = chad.from_linear %a : !chad.lin<f64>
  %rc = chad.from_linear %c#0 : !chad.lin<tensor<2x3xf64>>
  %rd = chad.from_linear %c#1 : !chad.lin<f64>
  return %ra, %rc, %rd : f64, tensor<2x3xf64>, f64
}

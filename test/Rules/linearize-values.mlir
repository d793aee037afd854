// Derivatives of functions that apply what `chad.linearize` gives, forward and in reverse.
// RUN: chad-run %s --arg=3 | FileCheck %s
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret --entry=main --arg=3 | FileCheck %s

!lf = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @slope(%x: f64, %k: f64) -> f64 {
  %v = chad.to_linear %k : f64
  %y, %m = chad.linearize @cube(%x) : (f64) -> (f64, !lf)
  %t = chad.lfun.transpose %m : !lf
  %w = chad.lfun.apply %t(%v) : !lf
  %r = chad.from_linear %w : !chad.lin<f64>
  return %r : f64
}
// 6x·k and 3x² at k = 2.
// CHECK: f64 36
// CHECK-NEXT: f64 27
// CHECK-NEXT: tensor<2xf64> [36, 27]
func.func private @row(%x: f64, %k: f64) -> tensor<1xf64> {
  %r = func.call @slope(%x, %k) : (f64, f64) -> f64
  %t = tensor.from_elements %r : tensor<1xf64>
  return %t : tensor<1xf64>
}
func.func @main(%x: f64) -> (f64, f64, tensor<2xf64>) {
  %k = arith.constant 2.0 : f64
  %dx, %dk = chad.grad @slope(%x, %k) : (f64, f64) -> (f64, f64)
  %jx, %jk = chad.jacobian @row(%x, %k) mode<forward> : (f64, f64) -> (tensor<1xf64>, tensor<1xf64>)
  %j = tensor.concat dim(0) %jx, %jk : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
  return %dx, %dk, %j : f64, f64, tensor<2xf64>
}

// Derivative requests against closed forms. The interpreter's derivatives are
// extrapolated difference quotients, so the last digits are left open.

// d/dx (x sin y) = sin y, d/dy = x cos y, at (2, 0.5).
// RUN: chad-run %s --interpret --entry=scalars --arg=2 --arg=0.5 --arg=1 --arg=10 | FileCheck %s --check-prefix=SCALAR
// SCALAR: f64 0.958851077208{{[0-9]+}}
// SCALAR-NEXT: !chad.lin<f64> 18.03107677{{[0-9]+}}
// SCALAR-NEXT: f64 0.958851077208{{[0-9]+}}
// SCALAR-NEXT: !chad.lin<f64> 0.4794255386{{[0-9]+}}
// SCALAR-NEXT: !chad.lin<f64> 1.7551651237{{[0-9]+}}
// SCALAR-NEXT: f64 1.7551651237{{[0-9]+}}
// SCALAR-NEXT: f64 0.958851077208{{[0-9]+}}
// SCALAR-NEXT: f64 0.4794255386{{[0-9]+}}
func.func @scalars(%x: f64, %y: f64, %dx: !chad.lin<f64>, %dy: !chad.lin<f64>)
    -> (f64, !chad.lin<f64>, f64, !chad.lin<f64>, !chad.lin<f64>, f64, f64, f64) {
  %0, %d0 = chad.jvp @f(%x, %y) along(%dx, %dy)
      : (f64, f64, !chad.lin<f64>, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %1, %d1:2 = chad.vjp @f(%x, %y) seed(%dx)
      : (f64, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<f64>)
  %2 = chad.grad @f(%x, %y) wrt [1] : (f64, f64) -> f64
  %3, %d3 = chad.value_and_grad @f(%x, %y) wrt [0] : (f64, f64) -> (f64, f64)
  return %0, %d0, %1, %d1#0, %d1#1, %2, %3, %d3
      : f64, !chad.lin<f64>, f64, !chad.lin<f64>, !chad.lin<f64>, f64, f64, f64
}
func.func private @f(%x: f64, %y: f64) -> f64 {
  %s = math.sin %y : f64
  %p = arith.mulf %x, %s : f64
  return %p : f64
}

// At x = 3, a = [1, 2], i = 1 of (x a[i], a a); quadratic, hence exact.
// RUN: chad-run %s --interpret --entry=blocks --arg=3 --arg='[1, 2]' --arg=1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: f64 2
// BLOCK-NEXT: tensor<2xf64> [0, 3]
// BLOCK-NEXT: tensor<2xf64> [0, 0]
// BLOCK-NEXT: tensor<2x2xf64> {{\[\[}}2, 0], [0, 4]]
// BLOCK-NEXT: tensor<2x2xf64> {{\[\[}}2, 0], [0, 4]]
// BLOCK-NEXT: !chad.lin<f64> 62
// BLOCK-NEXT: !chad.lin<tensor<2xf64>> [20, 80]
// BLOCK-NEXT: !chad.lin<f64> 2
// BLOCK-NEXT: !chad.lin<tensor<2xf64>> [20, 83]
func.func @blocks(%x: f64, %a: tensor<?xf64>, %i: index)
    -> (f64, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<f64>,
        !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  %j:4 = chad.jacobian @g(%x, %a, %i)
      : (f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>)
  %k = chad.jacobian @g(%x, %a, %i) wrt [1] of [1] mode<reverse>
      : (f64, tensor<?xf64>, index) -> tensor<?x?xf64>
  %y:2, %m = chad.linearize @g(%x, %a, %i) : (f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>,
      !chad.lfun<(lin<f64>, lin<tensor<?xf64>>) -> (lin<f64>, lin<tensor<?xf64>>)>)
  %one = arith.constant 1.0 : f64
  %ten = arith.constant dense<[10.0, 20.0]> : tensor<2xf64>
  %dyn = tensor.cast %ten : tensor<2xf64> to tensor<?xf64>
  %dx = chad.to_linear %one : f64
  %da = chad.to_linear %dyn : tensor<?xf64>
  %t:2 = chad.lfun.apply %m(%dx, %da)
      : !chad.lfun<(lin<f64>, lin<tensor<?xf64>>) -> (lin<f64>, lin<tensor<?xf64>>)>
  %mt = chad.lfun.transpose %m
      : !chad.lfun<(lin<f64>, lin<tensor<?xf64>>) -> (lin<f64>, lin<tensor<?xf64>>)>
  %r:2 = chad.lfun.apply %mt(%dx, %da)
      : !chad.lfun<(lin<f64>, lin<tensor<?xf64>>) -> (lin<f64>, lin<tensor<?xf64>>)>
  return %j#0, %j#1, %j#2, %j#3, %k, %t#0, %t#1, %r#0, %r#1
      : f64, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<f64>,
        !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}
func.func private @g(%x: f64, %a: tensor<?xf64>, %i: index) -> (f64, tensor<?xf64>) {
  %e = tensor.extract %a[%i] : tensor<?xf64>
  %p = arith.mulf %x, %e : f64
  %q = arith.mulf %a, %a : tensor<?xf64>
  return %p, %q : f64, tensor<?xf64>
}

// Requests of requests: (x³)'' = 6x, and no confusion of perturbations in
// d/dx (x · d/dy (x · y)) = 2x.
// RUN: chad-run %s --interpret --entry=nested --arg=1.5 | FileCheck %s --check-prefix=NESTED
// NESTED: f64 {{9(\.0000|$)|8\.9999}}
// NESTED-NEXT: f64 {{3(\.0000|$)|2\.9999}}
func.func @nested(%x: f64) -> (f64, f64) {
  %0 = chad.grad @slope(%x) : (f64) -> f64
  %1 = chad.grad @outer(%x) : (f64) -> f64
  return %0, %1 : f64, f64
}
func.func private @cube(%x: f64) -> f64 {
  %q = arith.mulf %x, %x : f64
  %c = arith.mulf %q, %x : f64
  return %c : f64
}
func.func private @slope(%x: f64) -> f64 {
  %d = chad.grad @cube(%x) : (f64) -> f64
  return %d : f64
}
func.func private @product(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  return %p : f64
}
func.func private @outer(%x: f64) -> f64 {
  %d = chad.grad @product(%x, %x) wrt [1] : (f64, f64) -> f64
  %p = arith.mulf %x, %d : f64
  return %p : f64
}

// An f32 program is differentiated as the function that it means: the gradient
// of exp at 1.5 is right to the last digit, that of log near 0 survives its pole.
// RUN: chad-run %s --interpret --entry=narrow --arg=1.5 --arg=1e-6 | FileCheck %s --check-prefix=NARROW
// NARROW: f32 4.481689
// NARROW-NEXT: f32 1000000
// NARROW-NEXT: f32 0
// NARROW-NEXT: f32 0
func.func @narrow(%x: f32, %e: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %0 = chad.grad @exp(%x) : (f32) -> f32
  %1 = chad.grad @log(%e) : (f32) -> f32
  %2 = chad.grad @abs(%zero) : (f32) -> f32
  %3 = chad.grad @floor(%x) : (f32) -> f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func private @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
func.func private @log(%x: f32) -> f32 {
  %y = math.log %x : f32
  return %y : f32
}
func.func private @abs(%x: f32) -> f32 {
  %y = math.absf %x : f32
  return %y : f32
}
func.func private @floor(%x: f32) -> f32 {
  %y = math.floor %x : f32
  return %y : f32
}

// Bent next to the point: the steps become small enough to stay on one side.
// RUN: chad-run %s --interpret --entry=bent --arg=0.001 | FileCheck %s --check-prefix=BENT
// BENT: f64 {{1$|1\.00000000|0\.99999999}}
func.func @bent(%x: f64) -> f64 {
  %d = chad.grad @relu(%x) : (f64) -> f64
  return %d : f64
}
func.func private @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y : f64
}

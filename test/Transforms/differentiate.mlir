// RUN: chad-opt %s --chad-differentiate --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret --entry=all --arg=0.5 --full | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --interpret --entry=all --arg=0.5 --full | FileCheck %s --check-prefix=VALUE

// Each derivative is made once, for any number of requests.
//
// CHECK-LABEL: func @f(
// CHECK-COUNT-1: func private @f.vjp(
// CHECK-NOT:   func private @f.vjp
// CHECK-LABEL: func @all(
func.func @f(%x: f64) -> f64 {
  %s = math.sin %x : f64
  %r = arith.mulf %s, %x : f64
  return %r : f64
}

func.func @df(%x: f64) -> f64 {
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

// f = x sin x, f' = sin x + x cos x, f'' = 2 cos x - x sin x.
//
// VALUE: f64 0.2397127693
// VALUE: f64 0.9182168195
// VALUE: f64 0.9182168195
// VALUE: f64 1.515452354
// VALUE: f64 1.515452354
func.func @all(%x: f64) -> (f64, f64, f64, f64, f64) {
  %y, %g = chad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  %j = chad.jacobian @f(%x) mode<reverse> : (f64) -> f64
  %one = arith.constant 1.0 : f64
  %v = chad.to_linear %one : f64
  %d, %t = chad.jvp @df(%x) along (%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %h = chad.from_linear %t : !chad.lin<f64>
  %h2 = chad.grad @df(%x) : (f64) -> f64
  return %y, %g, %j, %h, %h2 : f64, f64, f64, f64, f64
}

// d/dx (x · d/dy (x + y)) = 1: the tangents of the two do not mix.
//
// CHECK-LABEL: func @perturbation(
func.func @inner(%y: f64, %x: f64) -> f64 {
  %s = arith.addf %x, %y : f64
  return %s : f64
}
func.func @outer(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %v = chad.to_linear %one : f64
  %s, %t = chad.jvp @inner(%one, %x) along (%v) wrt [0] : (f64, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %d = chad.from_linear %t : !chad.lin<f64>
  %p = arith.mulf %x, %d : f64
  return %p : f64
}
// CONFUSION: f64 1{{$}}
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret --entry=perturbation --arg=3.0 | FileCheck %s --check-prefix=CONFUSION
func.func @perturbation(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %v = chad.to_linear %one : f64
  %s, %t = chad.jvp @outer(%x) along (%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %d = chad.from_linear %t : !chad.lin<f64>
  return %d : f64
}

// A derivative as a linear function.
//
// CHECK-LABEL: func @linear(
// CHECK:         call @f.forward(%{{.*}}) : (f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
func.func @linear(%x: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %y, %m = chad.linearize @f(%x) : (f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// RUN: chad-opt %s -split-input-file -verify-diagnostics

!s = !chad.sum<(f64, index), ()>
func.func private @f(!s) -> f64
func.func @types(%s: !s) -> !s {
  // expected-error @below {{expects results of types ('!chad.sum<(f64), ()>'), got ('!chad.sum<(f64, index), ()>')}}
  %g = chad.grad @f(%s) wrt [0] : (!s) -> !s
  return %g : !s
}

// -----

!s = !chad.sum<(i32, index), ()>
func.func private @f(!s, f64) -> f64
func.func @no_floats(%s: !s, %x: f64) -> !s {
  // expected-error @below {{'wrt' names argument 0 of type '!chad.sum<(i32, index), ()>', which holds no floats}}
  %g = chad.grad @f(%s, %x) wrt [0] : (!s, f64) -> !s
  return %g : !s
}

// -----

!s = !chad.sum<(f64), ()>
func.func private @f(!s, f64) -> f64
func.func @products(%s: !s, %x: f64, %dy: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @below {{'wrt' names argument 0}}
  // expected-note @below {{derivatives by sums are those of 'chad.grad' and 'chad.value_and_grad', which name them in 'wrt'}}
  %y, %dx = chad.vjp @f(%s, %x) seed(%dy) wrt [0] : (!s, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %dx : !chad.lin<f64>
}

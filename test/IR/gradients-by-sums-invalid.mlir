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
  // expected-error @below {{expects results of types ('f64', '!chad.sum<(lin<f64>), ()>'), got ('f64', '!chad.lin<f64>')}}
  %y, %dx = chad.vjp @f(%s, %x) seed(%dy) wrt [0] : (!s, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %dx : !chad.lin<f64>
}

// -----

!s = !chad.sum<(f64, i32), ()>
func.func private @f(!s, f64) -> !s
func.func @tangents(%s: !s, %x: f64, %ds: !chad.sum<(lin<f64>, lin<f64>), ()>) -> !s {
  // expected-error @below {{expects tangents of types ('!chad.sum<(lin<f64>), ()>'), got ('!chad.sum<(lin<f64>, lin<f64>), ()>')}}
  %y, %dy = chad.jvp @f(%s, %x) along(%ds) wrt [0] of [0] : (!s, f64, !chad.sum<(lin<f64>, lin<f64>), ()>) -> (!s, !chad.sum<(lin<f64>), ()>)
  return %y : !s
}

// -----

// A function that returns sums names them.
!s = !chad.sum<(f64), ()>
func.func private @f(!s) -> !s
func.func @choose(%s: !s) -> !s {
  // expected-error @below {{names a function that has no result that holds floats}}
  // expected-note @below {{derivatives of sums and by sums are those of requests that name them in 'wrt' and 'of'}}
  %j = chad.jacobian @f(%s) wrt [0] : (!s) -> !s
  return %j : !s
}

// -----

// An array that an alternative of the sums in an array holds has known extents.
!s = !chad.sum<(f64), ()>
func.func private @f(!s, tensor<?xf64>) -> tensor<?x!s>
func.func @arrays(%s: !s, %x: tensor<?xf64>) -> tensor<?x!s> {
  // expected-error @below {{has no type for the derivatives of 'tensor<?x!chad.sum<(f64), ()>>' by 'tensor<?xf64>'; use 'chad.jvp' or 'chad.vjp'}}
  %j = chad.jacobian @f(%s, %x) wrt [1] of [0] : (!s, tensor<?xf64>) -> tensor<?x!s>
  return %j : tensor<?x!s>
}

// -----

!s = !chad.sum<(f64), ()>
func.func private @f(tensor<?x!s>) -> f64
func.func @hessian(%s: tensor<?x!s>) -> tensor<?x!s> {
  // expected-error @below {{has no type for the derivatives of 'tensor<?x!chad.sum<(f64), ()>>' by 'tensor<?x!chad.sum<(f64), ()>>'}}
  %j = chad.hessian @f(%s) wrt [0] : (tensor<?x!s>) -> tensor<?x!s>
  return %j : tensor<?x!s>
}

// -----

!s = !chad.sum<(f64, index), ()>
func.func private @f(!s) -> f64
func.func @hvp(%s: !s, %v: !s) -> !s {
  // expected-error @below {{expects vectors of types ('!chad.sum<(f64), ()>'), got ('!chad.sum<(f64, index), ()>')}}
  %j = chad.hvp @f(%s) along(%v) wrt [0] : (!s, !s) -> !s
  return %j : !s
}

// -----

!s = !chad.sum<(f64), (f32)>
func.func private @f(!s) -> f64
func.func @sparse(%s: !s) -> tensor<?xindex> {
  // expected-error @below {{has values of one type when it is sparse, and differentiates 'f32' and 'f64'; choose floats of one type by 'wrt' and 'of'}}
  %o, %c, %v = chad.jacobian @f(%s) wrt [0] {sparse} : (!s) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %o : tensor<?xindex>
}

// -----

!s = !chad.sum<(f64), ()>
func.func private @f(tensor<!s>) -> f64
func.func @single(%s: tensor<!s>, %v: tensor<!s>) -> tensor<!s> {
  // expected-error @below {{by an array of rank 0 of sums takes vectors of linear types}}
  %j = chad.hvp @f(%s) along(%v) wrt [0] : (tensor<!s>, tensor<!s>) -> tensor<!s>
  return %j : tensor<!s>
}

// -----

!s = !chad.sum<(complex<f64>), ()>
!g = !chad.sum<(f64), ()>
func.func private @f(!s) -> f64
func.func @parts(%s: !s) -> !g {
  // expected-error @below {{has no entries at complex types}}
  %j = chad.jacobian @f(%s) wrt [0] : (!s) -> !g
  return %j : !g
}

// -----

// Several tangents of sums only: one of them may hold none, which tells no number.
!s = !chad.sum<(f64), ()>
!ts = !chad.sum<(lin<tensor<?xf64>>), ()>
func.func private @f(!s) -> f64
func.func @several(%s: !s, %v: !ts) -> !chad.lin<tensor<?xf64>> {
  // expected-error @below {{does not know how many tangents there are}}
  // expected-note @below {{the alternative of a sum may hold no array of them; state their number in the types, as in 'lin<tensor<8xf64>>'}}
  %y, %dy = chad.jvp @f(%s) along(%v) wrt [0] : (!s, !ts) -> (f64, !chad.lin<tensor<?xf64>>)
  return %dy : !chad.lin<tensor<?xf64>>
}

// -----

// Arrays in the alternatives of a sum of tangents have one extent.
!s = !chad.sum<(f64), (f64)>
!ts = !chad.sum<(lin<tensor<2xf64>>), (lin<tensor<3xf64>>)>
func.func private @f(!s) -> f64
func.func @several(%s: !s, %v: !ts) -> !chad.lin<tensor<2xf64>> {
  // expected-error @below {{expects tangents of types ('!chad.sum<(lin<f64>), (lin<f64>)>'), got ('!chad.sum<(lin<tensor<2xf64>>), (lin<tensor<3xf64>>)>')}}
  %y, %dy = chad.jvp @f(%s) along(%v) wrt [0] : (!s, !ts) -> (f64, !chad.lin<tensor<2xf64>>)
  return %dy : !chad.lin<tensor<2xf64>>
}

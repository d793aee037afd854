// RUN: chad-opt %s --chad-lower-sums -split-input-file -verify-diagnostics

!s = !chad.sum<(f64), ()>
!ts = !chad.sum<(lin<f64>), ()>
func.func private @f(!s) -> f64
func.func @zero(%s: !s) -> !chad.lin<f64> {
  // expected-error @below {{chad: 'chad.zero' of a sum is not lowered}}
  // expected-note @below {{take sums apart by 'chad.case', and put zeros and sums of what they hold in again by 'chad.inj'}}
  %z = chad.zero : !ts
  %y, %dy = chad.jvp @f(%s) along(%z) wrt [0] : (!s, !ts) -> (f64, !chad.lin<f64>)
  return %dy : !chad.lin<f64>
}

// -----

!s = !chad.sum<(f64), ()>
!ts = !chad.sum<(lin<f64>), ()>
func.func private @f(tensor<?x!s>) -> f64
func.func @element(%s: tensor<?x!s>, %ds: tensor<?x!ts>, %i: index) -> !ts {
  // expected-error @below {{chad: 'tensor.extract' cannot take or make an array of sums}}
  // expected-note @below {{read and make such arrays by 'chad.map'}}
  %z = tensor.extract %ds[%i] : tensor<?x!ts>
  %y, %dy = chad.jvp @f(%s) along(%ds) wrt [0] : (tensor<?x!s>, tensor<?x!ts>) -> (f64, !chad.lin<f64>)
  return %z : !ts
}

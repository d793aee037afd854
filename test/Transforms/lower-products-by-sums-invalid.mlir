// RUN: chad-opt %s --chad-lower-sums -split-input-file -verify-diagnostics

!s = !chad.sum<(f64), ()>
!ts = !chad.sum<(lin<f64>), ()>
func.func private @f(!s) -> f64
func.func @zero(%s: !s) -> !chad.lin<f64> {
  // expected-error @below {{chad: 'chad.zero' of a sum is not lowered}}
  // expected-note @below {{take the sum apart by 'chad.case', and put zeros of what it holds in again by 'chad.inj'}}
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

// -----

!s = !chad.sum<(f64), ()>
!ts = !chad.sum<(lin<f64>), ()>
!l = !chad.lfun<(!ts) -> (!ts)>
func.func private @g(!s) -> !s
func.func @identity(%s: !s, %v: !ts) -> !ts {
  // expected-error @below {{chad: 'chad.lfun.id' of tangents of sums is not lowered}}
  // expected-note @below {{'chad.linearize' makes linear functions of tangents of sums; they are applied, transposed, composed and added}}
  %i = chad.lfun.id : !l
  %y, %m = chad.linearize @g(%s) wrt [0] of [0] : (!s) -> (!s, !l)
  %c = chad.lfun.add %i, %m : !l, !l
  %r = chad.lfun.apply %c(%v) : !l
  return %r : !ts
}

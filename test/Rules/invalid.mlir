// Ops without a rule, and what to do about it.
//
// RUN: chad-opt %s --split-input-file --verify-diagnostics --chad-differentiate

// expected-note @+1 {{argument #0 here}}
func.func @bits(%x: f16) -> bf16 {
  // expected-note @+1 {{through 'arith.mulf' here}}
  %y = arith.mulf %x, %x : f16
  // expected-error @+3 {{chad: no reverse rule for 'arith.bitcast'}}
  // expected-note @+2 {{operand #0 depends on a differentiated argument}}
  // expected-note @+1 {{pass its operands through 'chad.stop_gradient'}}
  %b = arith.bitcast %y : f16 to bf16
  return %b : bf16
}
func.func @main(%x: f16) -> f16 {
  // expected-note @+1 {{asked for here}}
  %g = chad.grad @bits(%x) : (f16) -> f16
  return %g : f16
}

// -----

func.func @bits(%x: f64) -> f64 {
  // expected-error @+1 {{chad: no derivative through the bits of a float; pass the operand through 'chad.stop_gradient'}}
  %i = arith.bitcast %x : f64 to i64
  %r = arith.bitcast %i : i64 to f64
  return %r : f64
}
func.func @main(%x: f64) -> f64 {
  // expected-note @+1 {{asked for here}}
  %g = chad.grad @bits(%x) : (f64) -> f64
  return %g : f64
}

// -----

// expected-note @+1 {{argument #0 here}}
func.func @scaled(%x: f32, %s: f8E8M0FNU) -> f4E2M1FN {
  // expected-error @+3 {{chad: no reverse rule for 'arith.scaling_truncf'}}
  // expected-note @+2 {{operand #0 depends on a differentiated argument}}
  // expected-note @+1 {{pass its operands through 'chad.stop_gradient'}}
  %r = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
  return %r : f4E2M1FN
}
func.func @main(%x: f32, %s: f8E8M0FNU, %v: !chad.lin<f4E2M1FN>) -> !chad.lin<f32> {
  // expected-note @+1 {{asked for here}}
  %y, %g = chad.vjp @scaled(%x, %s) seed(%v) wrt [0] of [0]
      : (f32, f8E8M0FNU, !chad.lin<f4E2M1FN>) -> (f4E2M1FN, !chad.lin<f32>)
  return %g : !chad.lin<f32>
}

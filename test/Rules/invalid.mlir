// Errors at ops without a rule, with the remedy.
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

// -----

func.func @shorter(%x: tensor<?xf64>) -> tensor<?xf64> {
  %z = arith.constant 0.0 : f64
  // expected-error @+1 {{chad: no reverse rule for 'tensor.pad' with a negative padding; use 'tensor.extract_slice'}}
  %y = tensor.pad %x low[-1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @main(%x: tensor<?xf64>, %c: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  // expected-note @+1 {{asked for here}}
  %y, %g = chad.vjp @shorter(%x) seed(%c)
      : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  return %g : !chad.lin<tensor<?xf64>>
}

// -----

func.func @shorter(%x: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %z = arith.constant 0.0 : f64
  // expected-error @+1 {{chad: no forward rule for 'tensor.pad' with a negative padding; use 'tensor.extract_slice'}}
  %y = tensor.pad %x low[0, 1] high[0, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f64
  } : tensor<?x2xf64> to tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}
func.func @main(%x: tensor<?x2xf64>, %t: !chad.lin<tensor<?x2xf64>>) -> !chad.lin<tensor<?x2xf64>> {
  // expected-note @+1 {{asked for here}}
  %y, %d = chad.jvp @shorter(%x) along(%t)
      : (tensor<?x2xf64>, !chad.lin<tensor<?x2xf64>>) -> (tensor<?x2xf64>, !chad.lin<tensor<?x2xf64>>)
  return %d : !chad.lin<tensor<?x2xf64>>
}

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

func.func @pad(%x: tensor<2xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{chad: no reverse rule for a 'tensor.pad' that computes what it pads with; compute it before the op}}
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %c0 = arith.constant 0 : index
    %v = tensor.extract %x[%c0] : tensor<2xf64>
    tensor.yield %v : f64
  } : tensor<2xf64> to tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @main(%x: tensor<2xf64>) -> tensor<4x2xf64> {
  // expected-note @+1 {{asked for here}}
  %j = chad.jacobian @pad(%x) mode<reverse> : (tensor<2xf64>) -> tensor<4x2xf64>
  return %j : tensor<4x2xf64>
}

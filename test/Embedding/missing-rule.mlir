// An op of another dialect that has no rule: the error says where, why, and what to do.

// RUN: example-opt %s --split-input-file --verify-diagnostics --chad-differentiate

// expected-note @below {{argument #0 here}}
func.func @f(%x: f64) -> f64 {
  // expected-note @below {{through 'example.softplus' here}}
  %y = example.softplus %x : f64
  // expected-error @below {{chad: no reverse rule for 'example.sinhc'}}
  // expected-note @below {{operand #0 depends on a differentiated argument}}
  // expected-note @below {{implement 'chad::DifferentiableOpInterface' for the op, give the function around it a custom rule}}
  %z = example.sinhc %y : f64
  return %z : f64
}
func.func @asks(%x: f64) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

// -----

// expected-note @below {{argument #0 here}}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{chad: no forward rule for 'example.sinhc'}}
  // expected-note @below {{operand #0 depends on a differentiated argument}}
  // expected-note @below {{implement 'chad::DifferentiableOpInterface' for the op, give the function around it a custom rule}}
  %z = example.sinhc %x : f64
  return %z : f64
}
func.func @asks(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @below {{asked for here}}
  %y, %t = chad.jvp @f(%x) along(%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %t : !chad.lin<f64>
}

// -----

// No rule is asked for where nothing differentiated depends on the op.

func.func @f(%x: f64) -> f64 {
  %q = example.quantize %x : f64
  %k = example.sinhc %q : f64
  %z = arith.mulf %k, %x : f64
  return %z : f64
}
func.func @asks(%x: f64) -> f64 {
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

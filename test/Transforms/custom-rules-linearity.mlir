// RUN: chad-opt %s --chad-differentiate -verify-diagnostics -o /dev/null

// A rule that is not linear is not a derivative: a request for it gets a warning.

// expected-note @below {{it is the 'chad.custom_vjp' of '@square'}}
func.func private @square(%x: f64) -> f64 attributes {chad.custom_vjp = @squared} {
  return %x : f64
}
// expected-warning @below {{chad: '@squared' is not linear in its arguments of linear type; --chad-verify-linear says where}}
func.func private @squared(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %a = chad.from_linear %v : !chad.lin<f64>
  %b = arith.mulf %a, %a : f64
  %r = chad.to_linear %b : f64
  return %r : !chad.lin<f64>
}

// expected-note @below {{it is the 'chad.custom_jvp' of '@shift'}}
func.func private @shift(%x: f64) -> f64 attributes {chad.custom_jvp = @shifted} {
  return %x : f64
}
// expected-warning @below {{chad: '@shifted' is not linear}}
func.func private @shifted(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %a = chad.from_linear %v : !chad.lin<f64>
  %b = arith.addf %a, %x : f64
  %r = chad.to_linear %b : f64
  return %x, %r : f64, !chad.lin<f64>
}

// Of a rule that nobody asks for nothing is said, nor of one that is linear.

func.func private @unused(%x: f64) -> f64 attributes {chad.custom_vjp = @squared} {
  return %x : f64
}
func.func private @fine(%x: f64) -> f64 attributes {chad.custom_vjp = @scaled} {
  return %x : f64
}
func.func private @scaled(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = chad.scale %x, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// A function of plain numbers that a rule calls is looked into.

func.func private @doubled(%x: f64) -> f64 {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
func.func private @one_more(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y = arith.addf %x, %one : f64
  return %y : f64
}
func.func private @twice(%x: f64) -> f64 attributes {chad.custom_vjp = @linear_call} {
  return %x : f64
}
func.func private @linear_call(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %a = chad.from_linear %v : !chad.lin<f64>
  %b = func.call @doubled(%a) : (f64) -> f64
  %r = chad.to_linear %b : f64
  return %r : !chad.lin<f64>
}
// expected-note @below {{it is the 'chad.custom_vjp' of '@moved'}}
func.func private @moved(%x: f64) -> f64 attributes {chad.custom_vjp = @affine_call} {
  return %x : f64
}
// expected-warning @below {{chad: '@affine_call' is not linear}}
func.func private @affine_call(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %a = chad.from_linear %v : !chad.lin<f64>
  %b = func.call @one_more(%a) : (f64) -> f64
  %r = chad.to_linear %b : f64
  return %r : !chad.lin<f64>
}
func.func @asks_more(%x: f64) -> (f64, f64) {
  %a = chad.grad @twice(%x) : (f64) -> f64
  %b = chad.grad @moved(%x) : (f64) -> f64
  return %a, %b : f64, f64
}


// It is looked into while other functions, here that of the map, are being differentiated.

func.func private @doubled_sum(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %squares = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %y = func.call @known_double(%sum) : (f64) -> f64
  return %y : f64
}
func.func private @known_double(%x: f64) -> f64 attributes {chad.custom_jvp = @dual_call} {
  return %x : f64
}
func.func private @dual_call(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %a = chad.from_linear %v : !chad.lin<f64>
  %b = func.call @doubled_from_zero(%a) : (f64) -> f64
  %t = chad.to_linear %b : f64
  return %x, %t : f64, !chad.lin<f64>
}
func.func private @doubled_from_zero(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = arith.addf %zero, %x : f64
  %y = arith.addf %s, %x : f64
  return %y : f64
}
func.func @asks_later(%xs: tensor<?xf64>, %v: !chad.lin<tensor<?xf64>>) -> (f64, !chad.lin<f64>) {
  %y, %t = chad.jvp @doubled_sum(%xs) along (%v) : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (f64, !chad.lin<f64>)
  return %y, %t : f64, !chad.lin<f64>
}

func.func @asks(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>, f64) {
  %a = chad.grad @square(%x) : (f64) -> f64
  %y, %t = chad.jvp @shift(%x) along (%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %b = chad.grad @fine(%x) : (f64) -> f64
  return %a, %t, %b : f64, !chad.lin<f64>, f64
}

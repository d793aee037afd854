// RUN: chad-opt %s --chad-differentiate --split-input-file --verify-diagnostics

func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: a binomial schedule is for loops whose states keep their shape, and state 0 changes it}}
  // expected-note @below {{without 'binomial', such a loop may have a budget}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %u = tensor.concat dim(0) %s, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %t = math.sin %u : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  } {chad.checkpoint = {states = 3, binomial}}
  return %r : tensor<?xf64>
}
func.func @main(%x: tensor<?xf64>, %n: index, %s: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  // expected-note @below {{asked for here}}
  %y, %g = chad.vjp @f(%x, %n) seed(%s) : (tensor<?xf64>, index, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  return %g : !chad.lin<tensor<?xf64>>
}

// -----

// The adjoint loop carries the stack of states, and so does its forward derivative. (A gradient of a gradient is made by
// another rule.)
func.func @twice(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{chad: the reverse derivative of a derivative with a binomial schedule keeps up to 2·√n stacks of states, of n steps, and so more than the budget}}
  // expected-note @below {{'chad.jvp' of the gradient keeps one stack}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {chad.checkpoint = {states = 3, binomial}}
  return %r : f64
}
func.func @main(%x: f64, %n: index) -> f64 {
  %g = chad.grad @second(%x, %n) : (f64, index) -> f64
  return %g : f64
}
func.func @second(%x: f64, %n: index) -> f64 {
  %g = chad.hvp @twice(%x, %n) along(%x) : (f64, index, f64) -> f64
  return %g : f64
}

// -----

// With up to five levels of blocks, 100 steps need 3·⌈100^(1/3)⌉ states, each of 24 bytes.
func.func @f(%xs: tensor<100xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @below {{chad: the budget of 'chad.checkpoint' is too small for 100 steps: it must be at least 360 bytes}}
  // expected-note @below {{more 'levels' need fewer states, and 'binomial' schedules as few as one}}
  %r = chad.fold (%x in %xs : tensor<100xf64>) with (%s = %y : tensor<3xf64>) {
    %t = math.sin %s : tensor<3xf64>
    chad.yield %t : tensor<3xf64>
  } {chad.checkpoint = {bytes = 100}}
  return %r : tensor<3xf64>
}
func.func @main(%xs: tensor<100xf64>, %y: tensor<3xf64>, %s: !chad.lin<tensor<3xf64>>) -> !chad.lin<tensor<3xf64>> {
  // expected-note @below {{asked for here}}
  %r, %g = chad.vjp @f(%xs, %y) seed(%s) wrt [1] : (tensor<100xf64>, tensor<3xf64>, !chad.lin<tensor<3xf64>>) -> (tensor<3xf64>, !chad.lin<tensor<3xf64>>)
  return %g : !chad.lin<tensor<3xf64>>
}

// -----

// The two loops of the function keep states at the same time.
func.func @f(%xs: tensor<100xf64>, %y: f64) -> f64 attributes {chad.checkpoint = {states = 29}} {
  %r = chad.fold (%x in %xs : tensor<100xf64>) with (%s = %y : f64) {
    %t = math.sin %s : f64
    chad.yield %t : f64
  }
  // expected-error @below {{chad: the budget of 'chad.checkpoint' is too small for 100 steps: it must be at least 30 states for the 2 loops of the function that keep states at a time}}
  // expected-note @below {{more 'levels' need fewer states, and 'binomial' schedules as few as one}}
  %q = chad.fold (%x in %xs : tensor<100xf64>) with (%s = %r : f64) {
    %t = math.cos %s : f64
    chad.yield %t : f64
  }
  return %q : f64
}
func.func @main(%xs: tensor<100xf64>, %y: f64) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%xs, %y) wrt [1] : (tensor<100xf64>, f64) -> f64
  return %g : f64
}

// -----

// The number of steps is computed from constants.
func.func @f(%x: f64) -> f64 {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %n = arith.constant 700 : index
  // expected-error @below {{chad: the budget of 'chad.checkpoint' is too small for 100 steps: it must be at least 15 states}}
  // expected-note @below {{more 'levels' need fewer states, and 'binomial' schedules as few as one}}
  %r = scf.for %i = %c3 to %n step %c7 iter_args(%s = %x) -> f64 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {chad.checkpoint = {states = 14}}
  return %r : f64
}
func.func @main(%x: f64) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

// -----

// A binomial schedule keeps a state of each loop.
func.func @f(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> attributes {chad.checkpoint = {bytes = 47, binomial}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<3xf64> {
    // expected-error @below {{chad: the budget of 'chad.checkpoint' is too small: it must be at least 48 bytes for the 2 loops of the function that keep states at a time}}
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> tensor<3xf64> {
      %u = math.sin %t : tensor<3xf64>
      scf.yield %u : tensor<3xf64>
    }
    scf.yield %q : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>, %n: index, %s: !chad.lin<tensor<3xf64>>) -> !chad.lin<tensor<3xf64>> {
  // expected-note @below {{asked for here}}
  %r, %g = chad.vjp @f(%x, %n) seed(%s) : (tensor<3xf64>, index, !chad.lin<tensor<3xf64>>) -> (tensor<3xf64>, !chad.lin<tensor<3xf64>>)
  return %g : !chad.lin<tensor<3xf64>>
}

// RUN: chad-opt %s -split-input-file -verify-diagnostics --chad-replace-monoid

func.func @unknown(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+2 {{'math.absf' on linear values has no meaning for sets}}
  // expected-note @+1 {{differentiate a function without it}}
  %y = math.absf %x : f64
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

func.func @affine(%v: !chad.lin<f64>, %k: f64) -> !chad.lin<f64> { // expected-note {{this value}}
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.addf' adds a value that is not linear to one that is}}
  %y = arith.addf %x, %k : f64
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

func.func @square(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.mulf' multiplies two values that depend on linear arguments}}
  %y = arith.mulf %x, %x : f64
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

func.func @reciprocal(%v: !chad.lin<f64>, %k: f64) -> !chad.lin<f64> {
  %x = chad.from_linear %v : !chad.lin<f64>
  // expected-error @+1 {{'arith.divf' divides by a value that depends on linear arguments}}
  %y = arith.divf %k, %x : f64
  %r = chad.to_linear %y : f64
  return %r : !chad.lin<f64>
}

// -----

// expected-error @+1 {{'@copower' has a tangent of type '!chad.copower<(f64), (lin<f64>)>', which has no meaning for sets}}
func.func @copower(%v: !chad.lin<f64>, %w: !chad.copower<(f64), (lin<f64>)>) -> !chad.lin<f64> {
  return %v : !chad.lin<f64>
}

// -----

// expected-error @+1 {{'@outside' has no body of one block to be read for sets}}
func.func private @outside(%v: !chad.lin<f64>) -> !chad.lin<f64>
func.func @caller(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = func.call @outside(%v) : (!chad.lin<f64>) -> !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// -----

func.func @function(%k: !chad.lin<f64>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  // expected-error @+2 {{'chad.lfun.lambda' gives a function, which has no meaning for sets}}
  // expected-note @+1 {{apply it where it is known}}
  %f = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    %w = chad.add %v, %k : !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  return %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// -----

// Arrays of boxes, where a zero is made of them, and where another op gives them.

chad.record @numbers (f64)
func.func @zero_boxes(%v: !chad.lin<f64>, %n: index) -> !chad.lin<f64> {
  // expected-error @+2 {{'chad.zero' makes a zero of sets only at floats, arrays of floats and boxes}}
  // expected-note @+1 {{arrays of functions have tangents in arrays of boxes}}
  %z = chad.zero(%n) : !chad.lin<tensor<?x!chad.box<@numbers>>>
  return %v : !chad.lin<f64>
}

// -----

chad.record @numbers (f64)
func.func @boxes(%v: !chad.lin<f64>, %n: index, %c: i1) -> !chad.lin<f64> {
  %z = chad.zero(%n) : !chad.lin<tensor<?x!chad.box<@numbers>>>
  // expected-error @+1 {{'scf.if' gives a tangent of type '!chad.lin<tensor<?x!chad.box<@numbers>>>', which has no meaning for sets}}
  %y = scf.if %c -> !chad.lin<tensor<?x!chad.box<@numbers>>> {
    scf.yield %z : !chad.lin<tensor<?x!chad.box<@numbers>>>
  } else {
    scf.yield %z : !chad.lin<tensor<?x!chad.box<@numbers>>>
  }
  return %v : !chad.lin<f64>
}

// RUN: chad-opt %s -split-input-file -verify-diagnostics --chad-sparsity=function=f

// The tangents of functions that a loop composes are boxes, for which there is no sparsity pattern.

func.func @f(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  // expected-error @+2 {{'chad.zero' makes a zero of sets only at floats and arrays of floats}}
  // expected-note @+1 {{functions that are known at run time only have tangents in boxes}}
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %g = scf.for %i = %c0 to %n step %c1 iter_args(%h = %id) -> ((f64) -> f64) {
    %k = tensor.extract %x[%i] : tensor<?xf64>
    %next = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %h(%y) : (f64) -> f64
      %b = arith.mulf %a, %k : f64
      chad.yield %b : f64
    }
    scf.yield %next : (f64) -> f64
  }
  %one = arith.constant 1.0 : f64
  %r = chad.apply %g(%one) : (f64) -> f64
  return %r : f64
}

// -----

// expected-error @+1 {{'@f' has no result that holds floats}}
func.func @f(%x: f64) -> index {
  %c0 = arith.constant 0 : index
  return %c0 : index
}

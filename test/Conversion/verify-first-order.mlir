// Errors at ops of the dialect that have no lowering, with the pass that removes them.

// RUN: chad-opt %s --split-input-file --chad-verify-first-order -verify-diagnostics

func.func @fine(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return %ys : tensor<?xf64>
}

// -----

func.func private @f(f64) -> f64
func.func @request(%x: f64) -> f64 {
  // expected-error@+1 {{'chad.grad' op cannot be lowered: run chad-differentiate, which expands requests for derivatives}}
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

// -----

func.func @function(%x: f64) -> f64 {
  // expected-error@+1 {{'chad.lambda' op cannot be lowered: run chad-remove-functions, which removes functions as values where their uses are known}}
  %f = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  // expected-error@+1 {{'chad.apply' op cannot be lowered: run chad-remove-functions}}
  %r = chad.apply %f(%x) : (f64) -> f64
  return %r : f64
}

// -----

// expected-error@+1 {{'func.func' op cannot be lowered: run chad-simplify}}
func.func @argument(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) {
  return
}

// -----

func.func @sum(%x: f64) {
  // expected-error@+1 {{'chad.inj' op cannot be lowered: run chad-lower-sums, which makes a sum a tag with values}}
  %s = chad.inj 1(%x) : (f64) -> !chad.sum<(), (f64)>
  return
}

// -----

func.func @unf(%x: f64) {
  // expected-error@+1 {{'chad.unf.enter' op cannot be lowered: run chad-from-unf, which leaves the unary normal form}}
  %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
  // expected-error@+1 {{'chad.unf.leave' op cannot be lowered: run chad-from-unf}}
  %y = chad.unf.leave %c : !chad.ctx<[f64]>
  return
}

// -----

// expected-error@+1 {{'func.func' op cannot be lowered: LLVM has no floats of this type; use f16, bf16, f32 or f64}}
func.func @narrow(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  return %x : tensor<4xf8E4M3FN>
}

// -----

func.func @complex(%x: f64) -> f64 {
  // expected-error@+1 {{'complex.create' op cannot be lowered: run chad-raise, which makes two values of a complex one}}
  %z = complex.create %x, %x : complex<f64>
  %y = complex.re %z : complex<f64>
  return %y : f64
}

// -----

func.func @linear_functions(%x: f64) {
  // expected-error@+1 {{'chad.lfun.id' op cannot be lowered: run chad-simplify, which removes linear functions where their uses are known}}
  %f = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  // expected-error@+1 {{'chad.to_linear' op cannot be lowered}}
  %l = chad.to_linear %x : f64
  // expected-error@+1 {{'chad.lfun.apply' op cannot be lowered: run chad-simplify}}
  %y = chad.lfun.apply %f(%l) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return
}

// -----

func.func @other_branches(%c: i1, %x: f64) -> f64 {
  // expected-error @+1 {{'llvm.cond_br' op cannot be lowered: branches are those of the dialect 'cf'}}
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %e = math.exp %x : f64
  // expected-error @+1 {{'llvm.br' op cannot be lowered}}
  llvm.br ^bb3(%e : f64)
^bb2:
  // expected-error @+1 {{'llvm.br' op cannot be lowered}}
  llvm.br ^bb3(%x : f64)
^bb3(%r: f64):
  return %r : f64
}

// -----

// expected-error@+1 {{'func.func' op cannot be lowered: LLVM has no values of this type; pass what it consists of, if anything, one by one}}
func.func @tuples(%x: tuple<f64, f32>) -> tuple<f64, f32> {
  return %x : tuple<f64, f32>
}

// -----

// expected-error@+1 {{'func.func' op cannot be lowered: LLVM has no values of this type}}
func.func @nothing(%x: none) -> none {
  return %x : none
}

// RUN: chad-opt %s --chad-cost -split-input-file -verify-diagnostics

func.func @request(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  // expected-error @+1 {{chad: the cost of 'chad.grad' is not known; expand it with chad-differentiate}}
  %g = chad.grad @request(%x) : (f64) -> f64
  return %g : f64
}

// -----

func.func private @external(f64) -> f64
func.func @f(%x: f64) -> f64 {
  // expected-error @+1 {{chad: the cost of '@external' is not known: it has no body here}}
  %y = func.call @external(%x) : (f64) -> f64
  return %y : f64
}

// -----

func.func @apply(%f: (f64) -> f64, %x: f64) -> f64 {
  // expected-error @+1 {{chad: the cost of applying a function that is not known is not known; remove function values with chad-remove-functions}}
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}

// -----

func.func @apply_linear(%m: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %v: !chad.lin<f64>)
    -> !chad.lin<f64> {
  // expected-error @+1 {{chad: the cost of applying a function that is not known is not known; apply chad-simplify}}
  %w = chad.lfun.apply %m(%v) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %w : !chad.lin<f64>
}

// -----

func.func @foreign(%m: memref<?xf64>, %i: index) -> f64 {
  // expected-error @+1 {{chad: the cost of 'memref.load' is not known}}
  %y = memref.load %m[%i] : memref<?xf64>
  return %y : f64
}

// -----

// expected-error @+1 {{chad: the cost of control flow between blocks is not known; use 'scf' ops}}
func.func @blocks(%x: f64) -> f64 {
  cf.br ^next(%x : f64)
^next(%y: f64):
  return %y : f64
}

// -----

func.func @transposed(%c: !chad.ctx<[lin<f64>, lin<f64>]>) -> !chad.ctx<[lin<f64>]> {
  // expected-error @+1 {{chad: the cost of 'chad.unf.var_t' is not known; take it out of the normal form with chad-from-unf}}
  %d = chad.unf.var_t %c[0] : !chad.ctx<[lin<f64>, lin<f64>]>
  return %d : !chad.ctx<[lin<f64>]>
}

// RUN: chad-opt %s --chad-verify-linear -verify-diagnostics -split-input-file

// expected-note @+1 {{linear argument #0 of 'func.func' here}}
func.func @product(%c: !chad.ctx<[lin<f64>, lin<f64>]>, %d: f64) {
  // expected-note @+1 {{through argument #0 of 'chad.unf.op_t' here}}
  %e = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f64>]> {
    // expected-note @+1 {{operand #0 depends on linear argument #0 through 'chad.from_linear' here}}
    %x = chad.from_linear %z : !chad.lin<f64>
    // expected-error @+1 {{'arith.mulf' op is linear in operand #0 and in operand #1 apart}}
    %y = arith.mulf %x, %x : f64
    %dx = chad.to_linear %y : f64
    chad.yield %dx : !chad.lin<f64>
  }
  chad.unf.leave %e : !chad.ctx<[lin<f64>]>
  return
}

// -----

func.func @constant_increment(%k: f64, %x: f64) -> !chad.lin<f64> {
  %v = chad.to_linear %k : f64
  %c = chad.unf.enter (%v, %v) : !chad.ctx<[lin<f64>, lin<f64>]>
  // expected-note @+1 {{in this linear region}}
  %e = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f64>]> {
    %dx = chad.to_linear %x : f64
    // expected-error @+1 {{'chad.yield' op operand #0 of linear type neither depends on a linear argument nor is zero, so 'chad.unf.op_t' is not linear}}
    chad.yield %dx : !chad.lin<f64>
  }
  %r = chad.unf.leave %e : !chad.ctx<[lin<f64>]>
  return %r : !chad.lin<f64>
}

// -----

// expected-note @+1 {{operand #1 is linear argument #1 of 'func.func'}}
func.func @mixed_context(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-error @+1 {{'chad.unf.enter' op joins operand #0, which neither depends on a linear argument nor is zero, with values that depend on one}}
  %c = chad.unf.enter (%k, %v) : !chad.ctx<[f64, lin<f64>]>
  %x, %w = chad.unf.leave %c : !chad.ctx<[f64, lin<f64>]>
  return %w : !chad.lin<f64>
}

// -----

// expected-error @+1 {{the context that is argument #0 of 'func.func' is used more than once}}
func.func @twice(%c: !chad.ctx<[lin<f64>]>) -> (!chad.ctx<[lin<f64>, lin<f64>]>, !chad.ctx<[lin<f64>]>) {
  // expected-note @+1 {{used here}}
  %d = chad.unf.var %c[0] : !chad.ctx<[lin<f64>]>
  // expected-note @+1 {{and here}}
  return %d, %c : !chad.ctx<[lin<f64>, lin<f64>]>, !chad.ctx<[lin<f64>]>
}

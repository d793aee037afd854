// RUN: chad-opt %s --split-input-file --verify-diagnostics --chad-from-unf

// expected-error @+2 {{chad: a context passes through here, and only ops on contexts take it apart}}
// expected-note @+1 {{inline the function, or end the chain with 'chad.unf.leave' before}}
func.func @passed(%c: !chad.ctx<[f64]>) -> index {
  %r = chad.unf.leave %c : !chad.ctx<[f64]>
  %k = arith.constant 1 : index
  return %k : index
}
// -----

func.func @twice(%x: f64) -> index {
  // expected-error @+1 {{is used more than once; a context is used exactly once}}
  %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
  // expected-note @+1 {{}}
  %r = chad.unf.leave %c : !chad.ctx<[f64]>
  // expected-note @+1 {{}}
  %s = chad.unf.leave %c : !chad.ctx<[f64]>
  %k = arith.constant 1 : index
  return %k : index
}

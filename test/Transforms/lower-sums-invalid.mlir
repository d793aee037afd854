// RUN: chad-opt %s --verify-diagnostics --chad-lower-sums

func.func @context(%x: f64) -> f64 {
  %0 = chad.unf.enter (%x) : !chad.ctx<[f64]>
  // expected-error @+2 {{chad: sums in contexts are not lowered}}
  // expected-note @+1 {{run '--chad-remove-functions' before '--chad-to-unf'}}
  %1 = chad.unf.op (%a : f64) of %0 : !chad.ctx<[f64]> -> !chad.sum<(f64), ()> {
    %s = chad.inj 0(%a) : (f64) -> !chad.sum<(f64), ()>
    chad.yield %s : !chad.sum<(f64), ()>
  }
  %2, %r = chad.unf.leave %1 : !chad.ctx<[f64, sum<(f64), ()>]>
  return %2 : f64
}

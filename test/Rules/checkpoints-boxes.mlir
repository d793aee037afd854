// A loop with a binomial schedule whose states are a number and a box.

// RUN: chad-run %s --entry=f --grad-check --arg=0.5 --arg='[1.5, 0.5, 2, 0.25, 1.25]'
// RUN: chad-run %s --entry=f --grad-check --arg=0.5 --arg='[]'
// RUN: chad-run %s --entry=f --grad --arg=0.5 --arg='[1.5, 0.5, 2, 0.25, 1.25]' | FileCheck %s

// CHECK: f64 31.640625
!b = !chad.box<@cell>
chad.record @cell (f64)
func.func @f(%x: f64, %xs: tensor<?xf64>) -> f64 {
  %b0 = chad.box(%x) : (f64) -> !b
  %r:2 = chad.fold (%e in %xs : tensor<?xf64>) with (%s = %x : f64, %b = %b0 : !b) {
    %t = arith.mulf %s, %e : f64
    %o = chad.open %b : !b -> f64
    %u = arith.addf %t, %o : f64
    %c = chad.box(%u) : (f64) -> !b
    chad.yield %u, %c : f64, !b
  } {chad.checkpoint = {states = 3 : i64, binomial}}
  return %r#0 : f64
}

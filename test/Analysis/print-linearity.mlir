// RUN: chad-opt %s --test-chad-print-linearity -verify-diagnostics

func.func @lattice(%n: index, %k: f64, %vs: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
  // expected-remark @+1 {{results: zero}}
  %zero = chad.zero : !chad.lin<f64>
  // expected-remark @+1 {{results: constant}}
  %e = math.exp %k : f64
  // Scaling keeps zero; zero states stay zero; a state that meets a linear value is linear.
  // expected-remark @+1 {{results: zero}}
  %z = chad.scale %e, %zero : f64, !chad.lin<f64>
  // expected-remark @+1 {{results: linear, zero, constant; arguments: linear, linear, zero, constant}}
  %r:3 = chad.fold (%v in %vs : !chad.lin<tensor<?xf64>>) with (%a = %z : !chad.lin<f64>, %b = %zero : !chad.lin<f64>, %c = %k : f64) {
    // expected-remark @+1 {{results: linear}}
    %s = chad.add %a, %v : !chad.lin<f64>
    // expected-remark @+1 {{results: zero}}
    %t = chad.add %b, %b : !chad.lin<f64>
    // expected-remark @+1 {{results: constant}}
    %u = arith.mulf %c, %c : f64
    chad.yield %s, %t, %u : !chad.lin<f64>, !chad.lin<f64>, f64
  }
  // A linear function inside is a scope of its own, a constant of the scope around it.
  // expected-remark @+1 {{results: constant}}
  %m = chad.lfun.lambda (%w : !chad.lin<f64>) -> !chad.lin<f64> {
    // expected-remark @+1 {{results: linear}}
    %x = chad.scale %r#2, %w : f64, !chad.lin<f64>
    chad.yield %x : !chad.lin<f64>
  }
  // expected-remark @+1 {{results: linear}}
  %y = chad.lfun.apply %m(%r#0) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %y : !chad.lin<f64>
}

// No scope: nothing is said.
func.func @no_scope(%k: f64) -> f64 {
  %0 = arith.mulf %k, %k : f64
  return %0 : f64
}

// RUN: chad-opt %s -verify-diagnostics -split-input-file

func.func @join(%v: !chad.lin<f64>) {
  // expected-error @+1 {{expected linear functions, but #0 is '!chad.lin<f64>'}}
  %m = chad.lfun.join %v : !chad.lin<f64>
  return
}

// -----

func.func @compose(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %k: f64) {
  // expected-error @+1 {{expected linear functions, but #1 is 'f64'}}
  %m = chad.lfun.compose %f, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, f64
  return
}

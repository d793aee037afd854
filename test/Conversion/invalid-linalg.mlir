// Errors at ops that no structured op can express, with the remedy.

// RUN: chad-opt %s --convert-chad-to-linalg -verify-diagnostics

func.func @linear(%xs: tensor<2xf64>, %vs: !chad.lin<tensor<2xf64>>) -> !chad.lin<tensor<2xf64>> {
  // expected-error@+1 {{'chad.map' op has linear types, which have no representation in structured ops; run chad-erase-linear first}}
  %r = chad.map (%x in %xs : tensor<2xf64>, %v in %vs : !chad.lin<tensor<2xf64>>) -> !chad.lin<tensor<2xf64>> {
    %s = chad.scale %x, %v : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %r : !chad.lin<tensor<2xf64>>
}

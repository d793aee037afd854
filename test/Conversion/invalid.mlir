// Errors at ops that cannot be lowered, with the remedy.

// RUN: chad-opt %s --split-input-file --convert-chad-to-scf -verify-diagnostics

func.func @linear(%x: !chad.lin<f64>, %acc: !chad.lin<tensor<?xf64>>, %i: index)
    -> !chad.lin<tensor<?xf64>> {
  // expected-error@+1 {{'chad.accumulate' op has linear types, which have no representation in loops; run chad-erase-linear first}}
  %r = chad.accumulate %x into %acc[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  return %r : !chad.lin<tensor<?xf64>>
}

// -----

func.func @unsigned(%xs: tensor<?xf64>, %is: tensor<?xui32>) -> tensor<?xf64> {
  // expected-error@+1 {{'chad.gather' op has elements of type 'ui32', which loops cannot compute with; use i32}}
  %r = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xui32> -> tensor<?xf64>
  return %r : tensor<?xf64>
}

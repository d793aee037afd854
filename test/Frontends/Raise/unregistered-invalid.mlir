// Values and regions of dialects that are not registered have no counterpart on tensors of real numbers.
//
// RUN: chad-opt %s --allow-unregistered-dialect --split-input-file --chad-raise -verify-diagnostics
// RUN: chad-opt %s --allow-unregistered-dialect --split-input-file --chad-dependence -verify-diagnostics

// expected-note @below {{while raising '@buffers'}}
func.func @buffers(%x: memref<?xf64>, %i: index) -> f64 {
  // expected-error @below {{'unknown.loop' takes or makes a buffer, and what it does with it is not known}}
  // expected-note @below {{raise programs before they are lowered that far}}
  "unknown.loop"() ({
    memref.dealloc %x : memref<?xf64>
  }, {
    memref.dealloc %x : memref<?xf64>
  }) : () -> ()
  %b = memref.load %x[%i] : memref<?xf64>
  return %b : f64
}

// -----

func.func @complex(%x: complex<f64>) -> complex<f64> {
  // expected-error @below {{'unknown.complex' has no form for real and imaginary parts}}
  // expected-note @below {{take the parts}}
  %y = "unknown.complex"(%x) : (complex<f64>) -> complex<f64>
  return %y : complex<f64>
}

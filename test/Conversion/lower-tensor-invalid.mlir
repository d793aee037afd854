// A negative padding is an error, whichever pass would lower it.

// RUN: chad-opt %s --chad-lower-tensor -verify-diagnostics
// RUN: chad-opt %s --chad-to-cpu -verify-diagnostics

func.func @shorter(%x: tensor<?xf64>, %z: f64) -> tensor<?xf64> {
  // expected-error @+1 {{chad: 'tensor.pad' has a negative padding; use 'tensor.extract_slice'}}
  %y = tensor.pad %x low[-1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}

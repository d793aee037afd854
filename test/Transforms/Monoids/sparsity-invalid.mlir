// RUN: chad-opt %s -split-input-file -verify-diagnostics --chad-sparsity=function=f

// expected-error @+1 {{'@f' has no result that holds floats}}
func.func @f(%x: f64) -> index {
  %c0 = arith.constant 0 : index
  return %c0 : index
}

// Kernels whose arrays are not buffers yet.
//
// RUN: chad-opt %s --chad-lower-kernels -verify-diagnostics

func.func @tensors(%xs: tensor<4xf64>, %state: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{a loop over the blocks or threads of a kernel must have no tensors}}
  // expected-note @below {{make buffers of them first: chad-bufferize-for-gpu}}
  %made = scf.forall (%b) in (4) shared_outs(%o = %state) -> tensor<4xf64> {
    %e = tensor.extract_slice %xs[%b] [1] [1] : tensor<4xf64> to tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%b] [1] [1] : tensor<1xf64> into tensor<4xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %made : tensor<4xf64>
}

// Kernels whose arrays are not buffers yet, or would have no memory.
//
// RUN: chad-opt %s --chad-lower-kernels -split-input-file -verify-diagnostics

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

// -----

// Each iteration makes a state while the one before is read.
func.func @handed_on(%xs: memref<8xf64, 1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%b) in (%n) {
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%state = %xs) -> memref<8xf64, 1> {
      // expected-error @below {{a kernel has no memory for an array that an iteration hands on to the next one}}
      %next = memref.alloc() : memref<8xf64, 1>
      memref.copy %state, %next : memref<8xf64, 1> to memref<8xf64, 1>
      %view = memref.cast %next : memref<8xf64, 1> to memref<8xf64, strided<[1], offset: 0>, 1>
      %same = memref.cast %view : memref<8xf64, strided<[1], offset: 0>, 1> to memref<8xf64, 1>
      scf.yield %same : memref<8xf64, 1>
    }
    %x = memref.load %last[%c0] : memref<8xf64, 1>
    memref.store %x, %xs[%b] : memref<8xf64, 1>
  } {mapping = [#gpu.block<x>]}
  return
}

// A part is computed in its final place if this place is known before the part: the results do not
// change.

// RUN: chad-opt %s --chad-eliminate-empty-tensors | FileCheck %s --check-prefix=DONE
// RUN: chad-run %s --interpret --arg=[1.0,2.0] --arg=[1,2] --arg=[0.0,0.0,0.0,0.0,0.0] --arg=2 | FileCheck %s
// RUN: chad-opt %s --chad-eliminate-empty-tensors | chad-run - --arg=[1.0,2.0] --arg=[1,2] --arg=[0.0,0.0,0.0,0.0,0.0] --arg=2 | FileCheck %s
// CHECK: tensor<5xf64> [0, 1, 2, 0, 0]
// CHECK-NEXT: tensor<5xf64> [0, 0, 1, 2, 0]

// DONE-COUNT-1: tensor.extract_slice
// DONE-NOT: tensor.extract_slice
func.func @f(%xs: tensor<?xf64>, %at: tensor<?xindex>, %out: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<2xf64>
  %d = tensor.dim %e, %c0 : tensor<2xf64>
  // The offset is computed after what is written, but can be before.
  %w = scf.for %i = %c0 to %d step %c1 iter_args(%t = %e) -> (tensor<2xf64>) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %u = tensor.insert %x into %t[%i] : tensor<2xf64>
    scf.yield %u : tensor<2xf64>
  }
  %o = tensor.extract %at[%c0] : tensor<?xindex>
  %p = arith.addi %o, %o : index
  %q = arith.subi %p, %o : index
  %r = tensor.insert_slice %w into %out[%q] [2] [1] : tensor<2xf64> into tensor<?xf64>
  // The offset takes a loop, which stays where it is.
  %e1 = tensor.empty() : tensor<2xf64>
  %w1 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %e1) -> (tensor<2xf64>) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %u = tensor.insert %x into %t[%i] : tensor<2xf64>
    scf.yield %u : tensor<2xf64>
  }
  %o1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %c0) -> (index) {
    %x = tensor.extract %at[%i] : tensor<?xindex>
    scf.yield %x : index
  }
  %r1 = tensor.insert_slice %w1 into %out[%o1] [2] [1] : tensor<2xf64> into tensor<?xf64>
  return %r, %r1 : tensor<?xf64>, tensor<?xf64>
}

// An array whose elements are no numbers is an error at the op that would copy it, and no crash.
// RUN: not chad-opt %s --chad-bufferize-for-gpu --chad-specialize 2>&1 | FileCheck %s

// CHECK: no-numbers.mlir:[[#@LINE+4]]:3: error: an array of '!chad.sum<(), (tensor<?xf64>)>' cannot be in the memory of a device; make arrays of its components instead
!sum = !chad.sum<(), (tensor<?xf64>)>
func.func @dynamic(%s: !sum) -> tensor<1x!sum> {
  %a = tensor.from_elements %s : tensor<1x!sum>
  return %a : tensor<1x!sum>
}

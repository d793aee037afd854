// Arrays that are used in other blocks than the one that makes them, and constants of complex numbers.
//
// RUN: chad-opt %s --chad-prepare-device-tensors --chad-place-arrays | FileCheck %s

// The copy is made in the block of the array.
// CHECK-LABEL: func.func @blocks(
// CHECK: bufferization.alloc_tensor() copy(%arg0)
// CHECK: cf.br
func.func @blocks(%x: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^next
^next:
  %e = tensor.empty() : tensor<3xf32>
  %y = linalg.map { math.sin } ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>)
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @complex(
// CHECK: memref.get_global
func.func @complex() -> complex<f32> {
  %c = arith.constant dense<(1.5, 2.0)> : tensor<complex<f32>>
  %e = tensor.extract %c[] : tensor<complex<f32>>
  return %e : complex<f32>
}

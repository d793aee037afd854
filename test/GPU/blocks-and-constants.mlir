// Arrays that are used in other blocks than the one that makes them, constants of complex numbers, and padding by constants.
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

// The padding is constant, although the type does not say so.
// CHECK-LABEL: func.func @pad(
// CHECK: linalg.fill {{.*}} -> tensor<7xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1] [4] [1] : tensor<4xf32> into tensor<7xf32>
// CHECK: tensor.cast {{.*}} : tensor<7xf32> to tensor<?xf32>
func.func @pad(%t: tensor<4xf32>, %v: f32) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = tensor.pad %t low[%c1] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// A complex value becomes two values, its real and its imaginary part.
//
// RUN: chad-opt %s --chad-raise --split-input-file | FileCheck %s
// RUN: chad-opt %s --chad-differentiate --split-input-file | FileCheck %s --check-prefix=KEEPS

// CHECK-LABEL: func @mul
// CHECK-SAME: (%[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64, %[[D:.*]]: f64) -> (f64, f64)
// CHECK-DAG: %[[AC:.*]] = arith.mulf %[[A]], %[[C]]
// CHECK-DAG: %[[BD:.*]] = arith.mulf %[[B]], %[[D]]
// CHECK-DAG: %[[RE:.*]] = arith.subf %[[AC]], %[[BD]]
// CHECK-DAG: %[[AD:.*]] = arith.mulf %[[A]], %[[D]]
// CHECK-DAG: %[[BC:.*]] = arith.mulf %[[B]], %[[C]]
// CHECK-DAG: %[[IM:.*]] = arith.addf %[[AD]], %[[BC]]
// CHECK: return %[[RE]], %[[IM]]
func.func @mul(%z: complex<f64>, %w: complex<f64>) -> complex<f64> {
  %p = complex.mul %z, %w : complex<f64>
  return %p : complex<f64>
}

// A tensor becomes two tensors: what moves elements is done to each.
// CHECK-LABEL: func @slices
// CHECK-SAME: (%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-COUNT-2: tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>)
func.func @slices(%z: tensor<8xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %s = tensor.extract_slice %z[1] [4] [1] : tensor<8xcomplex<f32>> to tensor<4xcomplex<f32>>
  %r = linalg.map {complex.exp} ins(%s : tensor<4xcomplex<f32>>) outs(%s : tensor<4xcomplex<f32>>)
  return %r : tensor<4xcomplex<f32>>
}

// -----

// A public function keeps its type where only derivatives are asked for. The gradient's imaginary
// part is minus the derivative by the imaginary part.
// KEEPS-LABEL: func.func @main(
// KEEPS-SAME: %[[Z:.*]]: complex<f64>) -> complex<f64>
// KEEPS-DAG: %[[RE:.*]] = complex.re %[[Z]]
// KEEPS-DAG: %[[IM:.*]] = complex.im %[[Z]]
// KEEPS: %[[R:.*]]:2 = call @main.parts(%[[RE]], %[[IM]]) : (f64, f64) -> (f64, f64)
// KEEPS: complex.create %[[R]]#0, %[[R]]#1
// KEEPS-LABEL: func.func private @main.parts
// KEEPS: %[[G:.*]]:3 = call @norm.vjp
// KEEPS: arith.negf
func.func private @norm(%z: complex<f64>) -> f64 {
  %r = complex.abs %z : complex<f64>
  return %r : f64
}
func.func @main(%z: complex<f64>) -> complex<f64> {
  %g = chad.grad @norm(%z) : (complex<f64>) -> complex<f64>
  return %g : complex<f64>
}

// RUN: chad-opt %s --chad-lower-math | FileCheck %s

// Sines and cosines that are left to the C library do not exceed 1. NaN stays NaN.

// CHECK-LABEL: func.func @bounded(
// CHECK: %[[S:.+]] = math.sin %{{.+}} : f32
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[MINUS:.+]] = arith.constant -1.000000e+00 : f32
// CHECK: %[[C:.+]] = arith.cmpf ogt, %[[MINUS]], %[[S]] : f32
// CHECK: %[[L:.+]] = arith.select %[[C]], %[[MINUS]], %[[S]] : f32
// CHECK: %[[D:.+]] = arith.cmpf olt, %[[ONE]], %[[L]] : f32
// CHECK: %[[R:.+]] = arith.select %[[D]], %[[ONE]], %[[L]] : f32
// CHECK: math.cos %{{.+}} : vector<2x4xf64>
// CHECK-COUNT-2: arith.select {{.*}} : vector<2x4xi1>, vector<2x4xf64>
// CHECK: math.sin %{{.+}} : vector<[4]xf64>
// CHECK-COUNT-2: arith.select {{.*}} : vector<[4]xi1>, vector<[4]xf64>
// CHECK: math.cos %{{.+}} : tensor<4xf64>
// CHECK-NEXT: return %[[R]]
func.func @bounded(%x: f32, %v: vector<2x4xf64>, %s: vector<[4]xf64>, %t: tensor<4xf64>)
    -> (f32, vector<2x4xf64>, vector<[4]xf64>, tensor<4xf64>) {
  %0 = math.sin %x : f32
  %1 = math.cos %v : vector<2x4xf64>
  %2 = math.sin %s : vector<[4]xf64>
  %3 = math.cos %t : tensor<4xf64>
  return %0, %1, %2, %3 : f32, vector<2x4xf64>, vector<[4]xf64>, tensor<4xf64>
}

// Elements of vectors, alone: the pass brings the dialect that takes them apart.
// CHECK-LABEL: func @vector
// CHECK: vector.extract
// CHECK: call @log1pf
func.func @vector(%x: vector<3xf32>) -> vector<3xf32> {
  %r = math.log1p %x : vector<3xf32>
  return %r : vector<3xf32>
}

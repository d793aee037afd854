// RUN: chad-opt %s --chad-scalarize | FileCheck %s
// RUN: chad-opt %s --chad-scalarize --canonicalize | FileCheck %s --check-prefix=FUSED

// CHECK-LABEL: func @matrices
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf64>, %[[Y:.*]]: tensor<?x4xf64>
// CHECK: %[[Z:.*]] = chad.map (%[[P:.*]] in %[[X]] : tensor<?x4xf64>, %[[Q:.*]] in %[[Y]] : tensor<?x4xf64>) -> tensor<?x4xf64> {
// CHECK-NEXT: %[[R:.*]] = chad.map (%[[A:.*]] in %[[P]] : tensor<4xf64>, %[[B:.*]] in %[[Q]] : tensor<4xf64>) -> tensor<4xf64> {
// CHECK-NEXT: %[[C:.*]] = arith.mulf %[[A]], %[[B]] fastmath<fast> : f64
// CHECK-NEXT: chad.yield %[[C]] : f64
// CHECK: chad.yield %[[R]] : tensor<4xf64>
func.func @matrices(%x: tensor<?x4xf64>, %y: tensor<?x4xf64>) -> tensor<?x4xf64> {
  %z = arith.mulf %x, %y fastmath<fast> : tensor<?x4xf64>
  return %z : tensor<?x4xf64>
}

// A scalar condition, a tensor of conditions, and changes of type.
// CHECK-LABEL: func @select
// CHECK-SAME: %[[B:.*]]: i1, %[[X:.*]]: tensor<3xf32>
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f64
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<3xi1>, %{{.*}} in %{{.*}} : tensor<3xf64>, %{{.*}} in %{{.*}} : tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f64
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<3xf64>, %{{.*}} in %{{.*}} : tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT: arith.select %[[B]], %{{.*}}, %{{.*}} : f64
// CHECK-NOT: tensor<3xf64>, tensor<3xf64>
// FUSED-LABEL: func @select
// FUSED-COUNT-1: chad.map
// FUSED-NOT: chad.map
func.func @select(%b: i1, %x: tensor<3xf32>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %w = arith.extf %x : tensor<3xf32> to tensor<3xf64>
  %c = arith.cmpf olt, %w, %y : tensor<3xf64>
  %d = arith.select %c, %w, %y : tensor<3xi1>, tensor<3xf64>
  %e = arith.select %b, %d, %y : tensor<3xf64>
  return %e : tensor<3xf64>
}

// CHECK-LABEL: func @no_dimension
// FUSED-LABEL: func @no_dimension
// CHECK: %[[E:.*]] = tensor.extract %{{.*}}[] : tensor<f32>
// CHECK-NEXT: %[[S:.*]], %[[C:.*]] = math.sincos %[[E]] : f32
// CHECK-NEXT: tensor.from_elements %[[S]] : tensor<f32>
// CHECK-NEXT: tensor.from_elements %[[C]] : tensor<f32>
func.func @no_dimension(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %s, %c = math.sincos %x : tensor<f32>
  return %s, %c : tensor<f32>, tensor<f32>
}

// What is the same everywhere is not read as an array.
// CHECK-LABEL: func @uniform
// CHECK-SAME: %[[X:.*]]: tensor<?xf64>, %[[K:.*]]: f64
// CHECK: %[[TWO:.*]] = arith.constant 2.0{{.*}} : f64
// CHECK: chad.map (%[[A:.*]] in %[[Y:.*]] : tensor<4xf64>) -> tensor<4xf64> {
// CHECK-NEXT: arith.mulf %[[TWO]], %[[A]]
// CHECK: chad.map (%[[A:.*]] in %[[X]] : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: math.fma %[[A]], %[[K]], %[[K]]
// CHECK: %[[TWO:.*]] = arith.constant 2.0{{.*}} : f64
// CHECK: chad.map (%[[A:.*]] in %{{.*}} : tensor<4xf64>) -> tensor<4xf64> {
// CHECK-NEXT: arith.addf %[[A]], %[[TWO]]
func.func @uniform(%x: tensor<?xf64>, %k: f64, %y: tensor<4xf64>, %n: index)
    -> (tensor<4xf64>, tensor<?xf64>, tensor<4xf64>) {
  %twos = arith.constant dense<2.0> : tensor<4xf64>
  %ks = tensor.splat %k[%n] : tensor<?xf64>
  %0 = arith.mulf %twos, %y : tensor<4xf64>
  %1 = math.fma %x, %ks, %ks : tensor<?xf64>
  %2 = arith.addf %twos, %twos : tensor<4xf64>
  return %0, %1, %2 : tensor<4xf64>, tensor<?xf64>, tensor<4xf64>
}

// In bodies too; not on vectors and tensors without rank.
// CHECK-LABEL: func @rest
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<4xf64>
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<*xf64>
// CHECK: chad.map
// CHECK-NEXT: chad.map
// CHECK-NEXT: math.exp %{{.*}} : f64
func.func @rest(%v: vector<4xf64>, %u: tensor<*xf64>, %x: tensor<?x?xf64>)
    -> (vector<4xf64>, tensor<*xf64>, tensor<?x?xf64>) {
  %0 = arith.addf %v, %v : vector<4xf64>
  %1 = arith.addf %u, %u : tensor<*xf64>
  %3 = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %e = math.exp %row : tensor<?xf64>
    chad.yield %e : tensor<?xf64>
  }
  return %0, %1, %3 : vector<4xf64>, tensor<*xf64>, tensor<?x?xf64>
}

// The numbers are the same, with no elements as well.
// RUN: chad-run %s --interpret --entry=numbers --arg='[[0.5, 1, 2], [3, -1, 0]]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg=0.25 > %t.before
// RUN: chad-opt %s --chad-scalarize | chad-run - --interpret --entry=numbers --arg='[[0.5, 1, 2], [3, -1, 0]]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg=0.25 > %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --check-prefix=NUMBERS < %t.after
// NUMBERS: tensor<2x3xf64> {{\[\[}}0.5, 2, 6], [12, -5, 0]]
// NUMBERS: tensor<f64> 0.0625
func.func @numbers(%x: tensor<?x3xf64>, %y: tensor<?x3xf64>, %z: tensor<f64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<f64>, tensor<0x2xf64>) {
  %zero = arith.constant dense<0.0> : tensor<0x2xf64>
  %0 = arith.mulf %x, %y : tensor<?x3xf64>
  %c = arith.cmpf ogt, %0, %y : tensor<?x3xf64>
  %1 = arith.select %c, %x, %y : tensor<?x3xi1>, tensor<?x3xf64>
  %2 = math.atan2 %1, %y : tensor<?x3xf64>
  %3 = arith.mulf %z, %z : tensor<f64>
  %4 = math.exp %zero : tensor<0x2xf64>
  return %0, %2, %3, %4 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<f64>, tensor<0x2xf64>
}

// RUN: chad-opt %s | FileCheck %s
// RUN: chad-opt %s --mlir-print-op-generic | chad-opt | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s

// Several arrays and results, values from outside, elements that are tensors,
// nesting, and static, dynamic and empty extents.

// CHECK-LABEL: func @nested
func.func @nested(%m: tensor<?x4xf64>, %w: tensor<4xf64>, %zero: f64) -> tensor<?xf64> {
  // CHECK: chad.map (%[[ROW:.*]] in %{{.*}} : tensor<?x4xf64>) -> tensor<?xf64> {
  // CHECK-NEXT: chad.reduce (%{{.*}}, %{{.*}} in %[[ROW]] from %{{.*}} : tensor<4xf64>) {
  %0 = chad.map (%row in %m : tensor<?x4xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%a, %x in %row from %zero : tensor<4xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func @argmax
func.func @argmax(%xs: tensor<8xf32>, %is: tensor<8xindex>, %lo: f32, %i0: index) -> (f32, index) {
  // CHECK: chad.reduce (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<8xf32>, %{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<8xindex>) {
  %0:2 = chad.reduce (%a, %x in %xs from %lo : tensor<8xf32>, %ia, %i in %is from %i0 : tensor<8xindex>) {
    %c = arith.cmpf oge, %a, %x : f32
    %m = arith.select %c, %a, %x : f32
    %j = arith.select %c, %ia, %i : index
    chad.yield %m, %j : f32, index
  }
  return %0#0, %0#1 : f32, index
}

// CHECK-LABEL: func @matrix_scan
func.func @matrix_scan(%ms: tensor<?x2x2xf64>, %id: tensor<2x2xf64>) -> tensor<?x2x2xf64> {
  // CHECK: chad.scan left inclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?x2x2xf64>) {
  %0 = chad.scan left inclusive (%a, %b in %ms from %id : tensor<?x2x2xf64>) {
    %p = linalg.matmul ins(%a, %b : tensor<2x2xf64>, tensor<2x2xf64>) outs(%id : tensor<2x2xf64>) -> tensor<2x2xf64>
    chad.yield %p : tensor<2x2xf64>
  }
  return %0 : tensor<?x2x2xf64>
}

// CHECK-LABEL: func @empty
func.func @empty(%xs: tensor<0xf64>, %ys: tensor<?xf64>) -> tensor<0xf64> {
  // A static and a dynamic extent may meet; they are equal at run time.
  // CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<0xf64>, %{{.*}} in %{{.*}} : tensor<?xf64>) -> tensor<0xf64> {
  %0 = chad.map (%x in %xs : tensor<0xf64>, %y in %ys : tensor<?xf64>) -> tensor<0xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  return %0 : tensor<0xf64>
}

// The elements of an array of tangents are tangents.
// CHECK-LABEL: func @linear_arrays
func.func @linear_arrays(%ks: tensor<?xf64>, %vs: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  // CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?xf64>, %{{.*}} in %{{.*}} : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %0 = chad.map (%k in %ks : tensor<?xf64>, %v in %vs : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %w = chad.scale %k, %v : f64, !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  return %0 : !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func @indexed
func.func @indexed(%m: tensor<?x3xf64>, %is: tensor<2x5xi32>, %row: tensor<3xf64>, %i: index) -> (tensor<2x5x3xf64>, tensor<?x3xf64>) {
  // CHECK: chad.gather %{{.*}}[%{{.*}}] : tensor<?x3xf64>, tensor<2x5xi32> -> tensor<2x5x3xf64>
  %0 = chad.gather %m[%is] : tensor<?x3xf64>, tensor<2x5xi32> -> tensor<2x5x3xf64>
  // CHECK: chad.scatter_add %{{.*}} into %{{.*}}[%{{.*}}] : tensor<2x5x3xf64> into tensor<?x3xf64>, tensor<2x5xi32>
  %1 = chad.scatter_add %0 into %m[%is] : tensor<2x5x3xf64> into tensor<?x3xf64>, tensor<2x5xi32>
  // CHECK: chad.accumulate %{{.*}} into %{{.*}}[%{{.*}}] : tensor<3xf64> into tensor<?x3xf64>
  %2 = chad.accumulate %row into %1[%i] : tensor<3xf64> into tensor<?x3xf64>
  return %0, %2 : tensor<2x5x3xf64>, tensor<?x3xf64>
}

// Attributes that the dialect does not know are kept.
// CHECK-LABEL: func @attributes
func.func @attributes(%xs: tensor<?xf64>, %z: f64, %n: index) {
  // CHECK: } {my.attr}
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  } {my.attr}
  // CHECK: } {my.attr = 1 : i64}
  %1 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %z : f64) {
    chad.yield %x : f64
  } {my.attr = 1}
  // CHECK: } {my.attr}
  %2 = chad.scan left exclusive (%a, %x in %xs from %z : tensor<?xf64>) {
    chad.yield %x : f64
  } {my.attr}
  return
}

// The ops that replace ops of StableHLO.
// RUN: chad-opt --allow-unregistered-dialect --chad-import-stablehlo --split-input-file %s | FileCheck %s

// A product of batches of matrices is a contraction, whatever the order of its dimensions.
// CHECK: #[[$A:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
// CHECK: #[[$B:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
// CHECK: #[[$C:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @dot
// CHECK: linalg.contract indexing_maps = [#[[$A]], #[[$B]], #[[$C]]] ins(%arg0, %arg1 : tensor<4x3x2xf64>, tensor<5x3x4xf64>)
func.func @dot(%a: tensor<4x3x2xf64>, %b: tensor<5x3x4xf64>) -> tensor<4x2x5xf64> {
  %c = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [2], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<4x3x2xf64>, tensor<5x3x4xf64>) -> tensor<4x2x5xf64>
  return %c : tensor<4x2x5xf64>
}

// -----

// Products of f16 are added in f32.
// CHECK-LABEL: func.func @halves
// CHECK-COUNT-2: arith.extf {{.*}} to tensor<4xf32>
// CHECK: linalg.contract
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @halves(%a: tensor<4xf16>, %b: tensor<4xf16>) -> tensor<f16> {
  %c = "stablehlo.dot"(%a, %b) : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  return %c : tensor<f16>
}

// -----

// Windows of a convolution are affine maps.
// CHECK: affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 * 2 + d4 * 3)>
// CHECK-LABEL: func.func @convolution
// CHECK: tensor.pad %arg0 low[0, 0, 1] high[0, 0, 0]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
func.func @convolution(%x: tensor<2x3x9xf64>, %k: tensor<4x3x3xf64>) -> tensor<2x4x2xf64> {
  %y = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>, rhs_dilation = array<i64: 3>, window_strides = array<i64: 2>}> : (tensor<2x3x9xf64>, tensor<4x3x3xf64>) -> tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

// -----

// Windows from the first element to each one are a scan.
// CHECK-LABEL: func.func @sums
// CHECK: chad.scan left inclusive
// CHECK: arith.addf
func.func @sums(%x: tensor<5xf64>) -> tensor<5xf64> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %y = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 5>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%c) : (tensor<f64>) -> ()
  }) : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// A loop that counts is a fold. What each iteration writes a row of is collected, what no iteration
// changes is not carried, and an index that counts needs no check.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %[[XS:.*]]: tensor<6x3xf64>, %[[S:.*]]: tensor<3xf64>
// CHECK: %[[I:.*]] = chad.build
// CHECK: %[[FOLD:.*]]:2 = chad.fold (%[[K:.*]] in %[[I]] : tensor<6xindex>) with (%[[C:.*]] = %[[S]] : tensor<3xf64>) collect (tensor<6x3xf64>)
// CHECK-NEXT: %[[ROW:.*]] = tensor.extract_slice %[[XS]][%[[K]], 0] [1, 3] [1, 1]
// CHECK-NOT: arith.maxsi
// CHECK: %[[NEXT:.*]] = arith.addf %[[C]]
// CHECK: chad.yield %[[NEXT]], %{{.*}} : tensor<3xf64>, tensor<3xf64>
// CHECK: return %[[FOLD]]#0, %[[FOLD]]#1
func.func @loop(%xs: tensor<6x3xf64>, %s: tensor<3xf64>) -> (tensor<3xf64>, tensor<6x3xf64>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %none = "stablehlo.constant"() <{value = dense<0.0> : tensor<6x3xf64>}> : () -> tensor<6x3xf64>
  %r:4 = "stablehlo.while"(%xs, %zero, %s, %none) ({
  ^bb0(%a: tensor<6x3xf64>, %i: tensor<i32>, %c: tensor<3xf64>, %out: tensor<6x3xf64>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<6x3xf64>, %i: tensor<i32>, %c: tensor<3xf64>, %out: tensor<6x3xf64>):
    %x = func.call @row(%a, %i) : (tensor<6x3xf64>, tensor<i32>) -> tensor<3xf64>
    %next = "stablehlo.add"(%c, %x) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %z = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %y = "stablehlo.reshape"(%c) : (tensor<3xf64>) -> tensor<1x3xf64>
    %w = "stablehlo.dynamic_update_slice"(%out, %y, %i, %z) : (tensor<6x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<6x3xf64>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%a, %j, %next, %w) : (tensor<6x3xf64>, tensor<i32>, tensor<3xf64>, tensor<6x3xf64>) -> ()
  }) : (tensor<6x3xf64>, tensor<i32>, tensor<3xf64>, tensor<6x3xf64>) -> (tensor<6x3xf64>, tensor<i32>, tensor<3xf64>, tensor<6x3xf64>)
  return %r#2, %r#3 : tensor<3xf64>, tensor<6x3xf64>
}

// A call of a small function is its body; the function has no uses then.
// CHECK-NOT: @row
func.func private @row(%a: tensor<6x3xf64>, %i: tensor<i32>) -> tensor<3xf64> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %isBack = "stablehlo.compare"(%i, %zero) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
  %back = "stablehlo.add"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %j = "stablehlo.select"(%isBack, %back, %i) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %x = "stablehlo.dynamic_slice"(%a, %j, %zero) <{slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
  %y = "stablehlo.reshape"(%x) : (tensor<1x3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

// A loop that a condition ends is scf.while, on scalars.
// CHECK-LABEL: func.func @until
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (f64) -> f64
// CHECK: scf.condition
func.func @until(%x: tensor<f64>) -> tensor<f64> {
  %r = "stablehlo.while"(%x) ({
  ^bb0(%c: tensor<f64>):
    %n = "stablehlo.constant"() <{value = dense<6.0> : tensor<f64>}> : () -> tensor<f64>
    %go = "stablehlo.compare"(%c, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f64>):
    %d = "stablehlo.multiply"(%c, %c) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%d) : (tensor<f64>) -> ()
  }) : (tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A gather of rows is chad.gather; indices are moved into the array.
// CHECK-LABEL: func.func @rows
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: chad.gather %arg0[%{{.*}}] : tensor<5x3xf64>, tensor<2xindex> -> tensor<2x3xf64>
func.func @rows(%a: tensor<5x3xf64>, %i: tensor<2x1xi32>) -> tensor<2x3xf64> {
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf64>, tensor<2x1xi32>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

// -----

// Integers without a sign in the type are compared and divided without one.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: tensor<4xi32>, %{{.*}}: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi1>, tensor<4xf64>)
// CHECK: arith.divui
// CHECK: arith.cmpi ult
// CHECK: arith.uitofp
func.func @unsigned(%a: tensor<4xui32>, %b: tensor<4xui32>) -> (tensor<4xui32>, tensor<4xi1>, tensor<4xf64>) {
  %q = "stablehlo.divide"(%a, %b) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
  %c = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %f = "stablehlo.convert"(%a) : (tensor<4xui32>) -> tensor<4xf64>
  return %q, %c, %f : tensor<4xui32>, tensor<4xi1>, tensor<4xf64>
}

// -----

// What JAX says of devices goes; other attributes, other functions and other ops stay.
// CHECK: module attributes {other.thing = 1 : i64}
// CHECK-NOT: mhlo
// CHECK: func.func @mixed(%arg0: tensor<f64> {chad.name = "x"})
// CHECK: %[[X:.*]] = tensor.extract %arg0[] : tensor<f64>
// CHECK: %[[Y:.*]] = math.exp %[[X]] : f64
// CHECK: %[[Z:.*]] = tensor.from_elements %[[Y]]
// CHECK: arith.negf %[[Z]] : tensor<f64>
module attributes {mhlo.num_partitions = 1 : i32, other.thing = 1 : i64} {
  func.func @mixed(%x: tensor<f64> {chad.name = "x", mhlo.sharding = "{replicated}"}) -> (tensor<f64> {jax.result_info = "r"}) {
    %y = "stablehlo.exponential"(%x) : (tensor<f64>) -> tensor<f64>
    %z = arith.negf %y : tensor<f64>
    return %z : tensor<f64>
  }
  // CHECK: func.func @request
  // CHECK: chad.grad @mixed
  func.func @request(%x: tensor<f64>) -> tensor<f64> {
    %d = chad.grad @mixed(%x) : (tensor<f64>) -> tensor<f64>
    return %d : tensor<f64>
  }
}

// -----

// 1/(1 + exp(-x)) is the logistic function, whose derivative has no infinite part.
// CHECK-LABEL: func.func @logistic
// CHECK: linalg.generic {{.*}} ins(%arg0
// CHECK: arith.cmpf oge, %in
// CHECK: arith.select
func.func @logistic(%x: tensor<3xf64>) -> tensor<3xf64> {
  %one = "stablehlo.constant"() <{value = dense<1.0> : tensor<f64>}> : () -> tensor<f64>
  %ones = "stablehlo.broadcast_in_dim"(%one) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
  %n = "stablehlo.negate"(%x) : (tensor<3xf64>) -> tensor<3xf64>
  %e = "stablehlo.exponential"(%n) : (tensor<3xf64>) -> tensor<3xf64>
  %s = "stablehlo.add"(%ones, %e) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %y = "stablehlo.divide"(%ones, %s) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

// Rows that are written from the last to the first are collected, too, and turned round.
// CHECK-LABEL: func.func @backwards
// CHECK: %[[ROWS:.*]] = chad.map (%[[K:.*]] in %{{.*}} : tensor<6xindex>) -> tensor<6xf64>
// CHECK: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[AT:.*]] = arith.subi %[[FIVE]], %[[K]]
// CHECK: tensor.extract_slice %arg0[%[[AT]]] [1] [1]
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]]
func.func @backwards(%xs: tensor<6xf64>) -> tensor<6xf64> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
  %none = "stablehlo.constant"() <{value = dense<0.0> : tensor<6xf64>}> : () -> tensor<6xf64>
  %r:2 = "stablehlo.while"(%zero, %none) ({
  ^bb0(%i: tensor<i64>, %out: tensor<6xf64>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i64>, %out: tensor<6xf64>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %m = "stablehlo.subtract"(%n, %i) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %k = "stablehlo.subtract"(%m, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %x = "stablehlo.dynamic_slice"(%xs, %k) <{slice_sizes = array<i64: 1>}> : (tensor<6xf64>, tensor<i64>) -> tensor<1xf64>
    %y = "stablehlo.sine"(%x) : (tensor<1xf64>) -> tensor<1xf64>
    %w = "stablehlo.dynamic_update_slice"(%out, %y, %k) : (tensor<6xf64>, tensor<1xf64>, tensor<i64>) -> tensor<6xf64>
    %j = "stablehlo.add"(%i, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%j, %w) : (tensor<i64>, tensor<6xf64>) -> ()
  }) : (tensor<i64>, tensor<6xf64>) -> (tensor<i64>, tensor<6xf64>)
  return %r#1 : tensor<6xf64>
}

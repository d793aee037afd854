// The syntax of StableHLO, as far as the models do not show it: each op becomes the same as in the generic form.
// RUN: chad-opt %s --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @elements
func.func @elements(%x: tensor<2x3xf32>, %p: tensor<2x3xi1>, %n: tensor<i32>) -> tensor<2x3xf32> {
  // CHECK: "stablehlo.exponential"(%{{.*}}) <{result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  // CHECK: "stablehlo.compare"(%{{.*}}, %{{.*}}) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %1 = stablehlo.compare GE, %0, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: "stablehlo.select"(%{{.*}}) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.select %1, %0, %x : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: "stablehlo.reduce_precision"(%{{.*}}) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}>
  %3 = stablehlo.reduce_precision %2, format = e5m10 : tensor<2x3xf32>
  // CHECK: "chlo.broadcast_compare"(%{{.*}}) <{comparison_direction = #chlo<comparison_direction LT>}>
  %4 = chlo.broadcast_compare %3, %x {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: "stablehlo.slice"(%{{.*}}) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 2>}>
  %5 = stablehlo.slice %3 [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  // CHECK: "stablehlo.rng"(%{{.*}}) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}>
  %6 = stablehlo.rng %n, %n, %n, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  // CHECK: "stablehlo.custom_call"(%{{.*}}) <{api_version = 2 : i32, call_target_name = "Sharding", has_side_effect = false}> {mhlo.sharding = "{replicated}"}
  %7 = stablehlo.custom_call @Sharding(%3) {api_version = 2 : i32, has_side_effect = false, mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: "stablehlo.composite"(%{{.*}}) <{composite_attributes = {}, decomposition = @elements, name = "some.name", version = 1 : i32}>
  %8 = stablehlo.composite "some.name" %7, %p, %n {composite_attributes = {}, decomposition = @elements, version = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: "stablehlo.torch_index_select"(%{{.*}}) <{batch_dims = 0 : i64, dim = 1 : i64}>
  %9 = stablehlo.torch_index_select %8, %n, dim = 1, batch_dims = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return %8 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @products
func.func @products(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // CHECK: "stablehlo.dot_general"(%{{.*}}) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // CHECK: "stablehlo.convolution"(%{{.*}}) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>, padding = dense<{{\[\[}}1, -1]]> : tensor<1x2xi64>, window_reversal = array<i1: true>, window_strides = array<i64: 1>}>
  %1 = stablehlo.convolution(%x, %y) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[1, -1]], lhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<4xf32>, %i: tensor<4xi32>, %a: tensor<f32>, %b: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: "stablehlo.reduce"(%[[X:.*]], %[[I:.*]], %[[A:.*]], %[[B:.*]]) <{dimensions = array<i64: 0>}>
  // CHECK-NEXT: ^bb0(%[[P:.*]]: tensor<f32>, %[[Q:.*]]: tensor<i32>, %[[R:.*]]: tensor<f32>, %[[S:.*]]: tensor<i32>):
  // CHECK-NEXT: "stablehlo.add"(%[[P]], %[[R]])
  // CHECK-NEXT: "stablehlo.maximum"(%[[Q]], %[[S]])
  %0:2 = stablehlo.reduce(%x init: %a), (%i init: %b) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%p: tensor<f32>, %r: tensor<f32>) (%q: tensor<i32>, %s: tensor<i32>) {
    %1 = stablehlo.add %p, %r : tensor<f32>
    %2 = stablehlo.maximum %q, %s : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  // CHECK: "stablehlo.while"(%{{.*}}) ({
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<i32>):
  %3:2 = stablehlo.while(%s = %0#0, %n = %0#1) : tensor<f32>, tensor<i32> attributes {mhlo.note = "kept"}
    cond {
      %4 = stablehlo.compare LT, %n, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      stablehlo.return %s, %n : tensor<f32>, tensor<i32>
    }
  return %3#0, %3#1 : tensor<f32>, tensor<i32>
}

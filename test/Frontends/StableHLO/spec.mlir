// Operations that JAX emits rarely or never, by formulas of the specification of StableHLO.
// RUN: chad-run %s --interpret --arg='[1, -2, 3, 0.5]' --arg=7 --arg='[[1,2,3],[4,5,6]]' | FileCheck %s
// RUN: chad-run %s --arg='[1, -2, 3, 0.5]' --arg=7 --arg='[[1,2,3],[4,5,6]]' | FileCheck %s
// RUN: chad-run %s --arg='[1, -2, 3, 0.5]' --arg=7 --arg='[[1,2,3],[4,5,6]]' --grad-check

func.func private @twice(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = "stablehlo.add"(%x, %x) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @main(%x: tensor<4xf64>, %i: tensor<i32>, %a: tensor<2x3xf64>)
    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<4xf64>, tensor<2x3xf64>, tensor<2x3xf64>,
        tensor<3xf64>, tensor<3xf64>, tensor<4xf64>, tensor<4xi32>, tensor<4xf64>, tensor<4xf64>, tensor<f64>,
        tensor<?xf64>, tensor<?xf64>, tensor<2xf64>, tensor<4xi32>, tensor<0x3xf64>) {
  // CHECK: tensor<4xf64> [1, 4, 9, 0.25]
  %map = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b: tensor<f64>, %c: tensor<f64>):
    %d = "stablehlo.multiply"(%b, %c) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%d) : (tensor<f64>) -> ()
  }) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>

  // An index of no branch takes the last one.
  // CHECK-NEXT: tensor<4xf64> [-1, 2, -3, -0.5]
  %case = "stablehlo.case"(%i) ({
    "stablehlo.return"(%x) : (tensor<4xf64>) -> ()
  }, {
    %n = "stablehlo.negate"(%x) : (tensor<4xf64>) -> tensor<4xf64>
    "stablehlo.return"(%n) : (tensor<4xf64>) -> ()
  }) : (tensor<i32>) -> tensor<4xf64>

  // CHECK-NEXT: tensor<4xf64> [2, -4, 6, 1]
  %composite = "stablehlo.composite"(%x) <{decomposition = @twice, name = "twice"}> : (tensor<4xf64>) -> tensor<4xf64>

  // The sum and the number of elements that are positive, one from the other.
  // CHECK-NEXT: tensor<f64> 1.5
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>
  %none = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %two:2 = "stablehlo.reduce"(%x, %one, %zero, %none) <{dimensions = array<i64: 0>}> ({
  ^bb0(%s: tensor<f64>, %n: tensor<i32>, %e: tensor<f64>, %m: tensor<i32>):
    %z = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
    %isPositive = "stablehlo.compare"(%e, %z) <{comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %t = "stablehlo.add"(%s, %e) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %k = "stablehlo.add"(%n, %m) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %u = "stablehlo.select"(%isPositive, %t, %s) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
    %l = "stablehlo.select"(%isPositive, %k, %n) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%u, %l) : (tensor<f64>, tensor<i32>) -> ()
  }) : (tensor<4xf64>, tensor<4xi32>, tensor<f64>, tensor<i32>) -> (tensor<f64>, tensor<i32>)
  %count = "stablehlo.convert"(%two#1) : (tensor<i32>) -> tensor<f64>
  %mean = "stablehlo.divide"(%two#0, %count) : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // Bounds that are scalars.
  // CHECK-NEXT: tensor<4xf64> [1, 0, 1.5, 0.5]
  %clamp = "stablehlo.clamp"(%zero, %x, %mean) : (tensor<f64>, tensor<4xf64>, tensor<f64>) -> tensor<4xf64>

  // CHECK-NEXT: tensor<2x3xf64> {{\[}}[3.5, 4.5, 5.5], [6.5, 7.5, 8.5]]
  %k = "chlo.constant_like"(%a) <{value = 1.0 : f64}> : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %shifted = "chlo.broadcast_add"(%a, %mean) : (tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  %again = "stablehlo.add"(%shifted, %k) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>

  // CHECK-NEXT: tensor<2x3xf64> {{\[}}[1, 2, 3], [-8, -10, -12]]
  %factor = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf64>) -> tensor<2xf64>
  %scaled = "chlo.broadcast_multiply"(%a, %factor) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>

  // One array is sorted by another, downwards; equal keys keep their order.
  // CHECK-NEXT: tensor<3xf64> [2, 1, 3]
  %keys = "stablehlo.constant"() <{value = dense<[5, 9, 5]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %row = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 3>, strides = array<i64: 1, 1>}> : (tensor<2x3xf64>) -> tensor<1x3xf64>
  %line = "stablehlo.reshape"(%row) : (tensor<1x3xf64>) -> tensor<3xf64>
  %sorted:2 = "stablehlo.sort"(%keys, %line) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<f64>, %s: tensor<f64>):
    %isMore = "stablehlo.compare"(%p, %q) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%isMore) : (tensor<i1>) -> ()
  }) : (tensor<3xi32>, tensor<3xf64>) -> (tensor<3xi32>, tensor<3xf64>)

  // A scatter by a body of its own: (old, new) -> old * 2 + new, in the order of the updates.
  // CHECK-NEXT: tensor<3xf64> [1, 21, 3]
  %places = "stablehlo.constant"() <{value = dense<[[1], [1], [7]]> : tensor<3x1xi32>}> : () -> tensor<3x1xi32>
  %updates = "stablehlo.slice"(%a) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>}> : (tensor<2x3xf64>) -> tensor<1x3xf64>
  %news = "stablehlo.reshape"(%updates) : (tensor<1x3xf64>) -> tensor<3xf64>
  %scattered = "stablehlo.scatter"(%line, %places, %news) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f64>, %new: tensor<f64>):
    %d = "stablehlo.add"(%old, %old) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %e = "stablehlo.add"(%d, %new) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%e) : (tensor<f64>) -> ()
  }) : (tensor<3xf64>, tensor<3x1xi32>, tensor<3xf64>) -> tensor<3xf64>

  // CHECK-NEXT: tensor<4xf64> [1, -2, 3, 1]
  %afz = "stablehlo.round_nearest_afz"(%x) : (tensor<4xf64>) -> tensor<4xf64>
  // CHECK-NEXT: tensor<4xi32> [1, 4, 9, 16]
  %bases = "stablehlo.constant"() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %exponents = "stablehlo.constant"() <{value = dense<2> : tensor<4xi32>}> : () -> tensor<4xi32>
  %powers = "stablehlo.power"(%bases, %exponents) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>

  // CHECK-NEXT: tensor<4xf64> [1, -2, 3, 0.5]
  %isMany = "stablehlo.compare"(%i, %none) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %chosen = "stablehlo.select"(%isMany, %x, %case) : (tensor<i1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  // CHECK-NEXT: tensor<4xf64> [2, -4, 6, 1]
  %branch = "stablehlo.if"(%isMany) ({
    "stablehlo.return"(%composite) : (tensor<4xf64>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<4xf64>) -> ()
  }) : (tensor<i1>) -> tensor<4xf64>

  // An element by a gather with scalars everywhere; the index is moved into the array.
  // CHECK-NEXT: tensor<f64> 0.5
  %at = "stablehlo.reshape"(%i) : (tensor<i32>) -> tensor<1xi32>
  %element = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<4xf64>, tensor<1xi32>) -> tensor<f64>

  // Slices and paddings whose sizes are operands.
  // CHECK-NEXT: tensor<2xf64> [-2, 0.5]
  %first = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %limit = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
  %stride = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %part = "stablehlo.real_dynamic_slice"(%x, %first, %limit, %stride) : (tensor<4xf64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf64>
  // CHECK-NEXT: tensor<6xf64> [1.5, -2, 1.5, 0.5, 1.5, 1.5]
  %padded = "stablehlo.dynamic_pad"(%part, %mean, %first, %stride, %first) : (tensor<?xf64>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf64>

  // CHECK-NEXT: tensor<2xf64> [6, 15]
  %sums = "stablehlo.reduce"(%a, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%s: tensor<f64>, %e: tensor<f64>):
    %t = "stablehlo.add"(%e, %s) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%t) : (tensor<f64>) -> ()
  }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>

  // CHECK-NEXT: tensor<4xi32> [0, 1, 2, 3]
  %four = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
  %iota = "stablehlo.dynamic_iota"(%four) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<4xi32>

  // CHECK-NEXT: tensor<0x3xf64>
  %empty = "stablehlo.slice"(%a) <{start_indices = array<i64: 2, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>}> : (tensor<2x3xf64>) -> tensor<0x3xf64>
  return %map, %case, %composite, %mean, %clamp, %again, %scaled, %sorted#1, %scattered, %afz, %powers, %chosen, %branch,
      %element, %part, %padded, %sums, %iota, %empty
      : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<4xf64>, tensor<2x3xf64>, tensor<2x3xf64>,
        tensor<3xf64>, tensor<3xf64>, tensor<4xf64>, tensor<4xi32>, tensor<4xf64>, tensor<4xf64>, tensor<f64>,
        tensor<?xf64>, tensor<?xf64>, tensor<2xf64>, tensor<4xi32>, tensor<0x3xf64>
}

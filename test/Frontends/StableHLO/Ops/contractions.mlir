// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in contractions.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf64>, tensor<4x2xf64>) -> (tensor<f64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "matmul", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>, %arg1: tensor<4x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "inner", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4xf64>, tensor<4xf64>) -> tensor<f64>
    %1 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.multiply"(%1, %0) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.multiply"(%2, %0) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %0) : (tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "outer", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf64>) -> tensor<3x1xf64>
    %2 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf64>) -> tensor<1x2xf64>
    %3 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf64>) -> tensor<3x2xf64>
    %4 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2xf64>) -> tensor<3x2xf64>
    %5 = "stablehlo.multiply"(%3, %4) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %6 = "stablehlo.multiply"(%0, %5) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %7 = "stablehlo.multiply"(%6, %5) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %5) : (tensor<f64>, tensor<3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4x5xf64>, tensor<5x4x3x2xf64>) -> (tensor<f64>, tensor<2x4x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "dot_general", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4x5xf64>, %arg1: tensor<5x4x3x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]], [[4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00]]]> : tensor<2x4x4xf64>}> : () -> tensor<2x4x4xf64>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [3, 1], rhs_contracting_dimensions = [0, 2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4x5xf64>, tensor<5x4x3x2xf64>) -> tensor<2x4x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x4x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf64>, tensor<2x4x5xf64>) -> (tensor<f64>, tensor<2x3x5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "batches", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2x4x5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01], [4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01]], [[0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00, -2.711000e+00], [-1.889000e+00, -1.750000e-01, -4.220000e-01, 2.140000e-01, 2.170000e-01]]]> : tensor<2x3x5xf64>}> : () -> tensor<2x3x5xf64>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf64>, tensor<2x4x5xf64>) -> tensor<2x3x5xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x3x5xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x3x5xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x3x5xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x3x5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3xf64>, tensor<4x2xf64>) -> (tensor<f64>, tensor<2x3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "only_batches", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>, %arg1: tensor<4x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]]> : tensor<2x3x4xf64>}> : () -> tensor<2x3x4xf64>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf64>, tensor<4x2xf64>) -> tensor<2x3x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x3xf64>, tensor<3x4xf64>, tensor<4x2xf64>) -> (tensor<f64>, tensor<2x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "chain", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>, %arg1: tensor<3x4xf64>, %arg2: tensor<4x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00]]> : tensor<2x2xf64>}> : () -> tensor<2x2xf64>
    %1 = "stablehlo.dot_general"(%arg2, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x2xf64>, tensor<3x4xf64>) -> tensor<2x3xf64>
    %2 = "stablehlo.dot_general"(%arg0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x2xf64>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %9 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<2x2xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<2x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1xf64>, tensor<2x3xi32>, tensor<3x2xi32>) -> (tensor<f64>, tensor<1xf64>, tensor<2x2xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "integers", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1xf64>, %arg1: tensor<2x3xi32>, %arg2: tensor<3x2xi32>):
    %0 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %1 = "stablehlo.dot_general"(%arg1, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
    %2 = "stablehlo.multiply"(%0, %arg0) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %3 = "stablehlo.multiply"(%2, %arg0) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %8 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %arg0, %1) : (tensor<f64>, tensor<1xf64>, tensor<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf16>, tensor<4x2xf16>) -> (tensor<f16>, tensor<3x2xf16>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "halves", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf16>, %arg1: tensor<4x2xf16>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.459470e-01, 8.217770e-01], [3.300780e-01, -1.302730e+00], [9.047850e-01, 4.460450e-01]]> : tensor<3x2xf16>}> : () -> tensor<3x2xf16>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4xf16>, tensor<4x2xf16>) -> tensor<3x2xf16>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
    %4 = "stablehlo.convert"(%3) : (tensor<3x2xf16>) -> tensor<3x2xf32>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %10 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%10) : (tensor<f32>) -> ()
    }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %7 = "stablehlo.convert"(%6) : (tensor<f32>) -> tensor<f16>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f16>}> : () -> tensor<f16>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "func.return"(%9, %1) : (tensor<f16>, tensor<3x2xf16>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf16>, tensor<4x2xf16>) -> (tensor<f32>, tensor<3x2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "widened", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf16>, %arg1: tensor<4x2xf16>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf32>}> : () -> tensor<3x2xf32>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4xf16>, tensor<4x2xf16>) -> tensor<3x2xf32>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%8) : (tensor<f32>) -> ()
    }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%7, %1) : (tensor<f32>, tensor<3x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x7xf64>, tensor<4x3x3xf64>) -> (tensor<f64>, tensor<2x4x7xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_1d", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x7xf64>, %arg1: tensor<4x3x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01], [5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01, 8.000000e-03], [-2.760000e-01, 1.294000e+00, 1.007000e+00, -2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01]], [[2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00, -3.780000e-01, 2.043000e+00, 6.470000e-01], [6.630000e-01, -5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01, -1.227000e+00, -6.830000e-01], [-0.071999999999999995, -9.450000e-01, -9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01, 5.940000e-01], [8.910000e-01, 3.210000e-01, -8.180000e-01, 0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00]]]> : tensor<2x4x7xf64>}> : () -> tensor<2x4x7xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, padding = dense<1> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x3x7xf64>, tensor<4x3x3xf64>) -> tensor<2x4x7xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x4x7xf64>, tensor<2x4x7xf64>) -> tensor<2x4x7xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x4x7xf64>, tensor<2x4x7xf64>) -> tensor<2x4x7xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x4x7xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x4x7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x6x5x3xf64>, tensor<3x2x3x4xf64>) -> (tensor<f64>, tensor<2x2x4x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_2d", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x6x5x3xf64>, %arg1: tensor<3x2x3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]], [[4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00]]], [[[-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01], [-5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01], [-1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01], [-9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01]], [[5.940000e-01, 8.910000e-01, 3.210000e-01, -8.180000e-01], [0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00], [9.140000e-01, -2.000000e-02, -1.249000e+00, -3.140000e-01], [5.400000e-02, 2.730000e-01, -0.98199999999999998, -1.107000e+00]]]]> : tensor<2x2x4x4xf64>}> : () -> tensor<2x2x4x4xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 1>}> : (tensor<2x6x5x3xf64>, tensor<3x2x3x4xf64>) -> tensor<2x2x4x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x2x4x4xf64>, tensor<2x2x4x4xf64>) -> tensor<2x2x4x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x2x4x4xf64>, tensor<2x2x4x4xf64>) -> tensor<2x2x4x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x2x4x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x2x4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x5x6x4xf64>, tensor<3x2x2x6xf64>) -> (tensor<f64>, tensor<1x10x2x6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_dilated", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x5x6x4xf64>, %arg1: tensor<3x2x2x6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<"0xBE9F1A2FDD24D63FE7FBA9F1D24DEA3F1F85EB51B81ED53F0C022B8716D9F4BFF6285C8FC2F5EC3F25068195438BDC3FC976BE9F1A2FE1BF643BDF4F8D97E23F5C8FC2F5285CD73F37894160E5D0D23F79E9263108AC9C3F1B2FDD240681E13F5A643BDF4F8DE7BF77BE9F1A2FDDC4BF0C022B8716D9DEBF5EBA490C022BE33F7B14AE47E17AA43FE3A59BC420B0D2BFA01A2FDD2406E9BFA69BC420B072D0BFFCA9F1D24D62803F448B6CE7FBA9D1BF4E62105839B4F43FE9263108AC1CF03FE3A59BC420B005C0D34D62105839FEBF666666666666C6BF355EBA490C02DBBF3108AC1C5A64CB3F2DB29DEFA7C6CB3F8B6CE7FBA9F10040986E1283C0CAF1BFFED478E92631D8BFF2D24D62105800404E62105839B4E43F9EEFA7C64B37E53FA69BC420B072E0BF91ED7C3F355EFABFC74B37894160C53F8195438B6CE7BB3F6F1283C0CAA1F3BF4260E5D022DBE5BF3BDF4F8D976EB2BF3D0AD7A3703DEEBF4A0C022B8716B9BF52B81E85EB51B83F3BDF4F8D976EA23FFED478E92631E0BF355EBA490C02E33F508D976E1283EC3F25068195438BD43F931804560E2DEABF068195438B6CE73FD578E9263108E0BF54E3A59BC420EC3FF4FDD478E926F1BF736891ED7C3FED3F7B14AE47E17A94BF96438B6CE7FBF3BF7F6ABC749318D4BFD9CEF753E3A5AB3F46B6F3FDD478D13F068195438B6CEFBF83C0CAA145B6F1BF9A9999999999C93F17D9CEF753E3DDBF6891ED7C3F35CE3F52B81E85EB51E83FFCA9F1D24D62FABFA8C64B378941D03F9A9999999999F33FDF4F8D976E12D3BFC1CAA145B6F3E9BFAAF1D24D6210E83FFED478E92631D03F79E9263108ACEC3F14AE47E17A14D6BF83C0CAA145B6F7BF295C8FC2F528BCBF25068195438BDCBFCDCCCCCCCCCCE83FA245B6F3FDD4C83F7F6ABC749318FABF1F85EB51B81EF3BF7D3F355EBA49EC3FC3F5285C8FC2E53F7B14AE47E17AE4BFFCA9F1D24D6250BF25068195438BDC3FC1CAA145B6F3DD3FD578E9263108EC3FFCA9F1D24D62D03F52B81E85EB51B8BFFA7E6ABC7493D0BF4C37894160E5F03F355EBA490C0202C0986E1283C0CAC1BF4C37894160E5A03FCDCCCCCCCCCCF6BF1D5A643BDF4FD53FA245B6F3FDD4E4BF2FDD24068195EB3F54E3A59BC420C0BF9CC420B07268E53F1B2FDD240681F33F508D976E1283D83FD578E9263108ECBFD34D62105839F8BF3F355EBA490CFC3FD122DBF97E6ABCBF3F355EBA490CE6BF3BDF4F8D976EC23FA69BC420B072C8BFDD2406819543EB3F9CC420B07268A13F79E9263108AC8C3FE17A14AE47E1E6BF14AE47E17A14DE3F25068195438BF0BF1D5A643BDF4FE53F"> : tensor<1x10x2x6xf64>}> : () -> tensor<1x10x2x6xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 2, 1>, padding = dense<[[1, 2], [0, -1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 2>}> : (tensor<1x5x6x4xf64>, tensor<3x2x2x6xf64>) -> tensor<1x10x2x6xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<1x10x2x6xf64>, tensor<1x10x2x6xf64>) -> tensor<1x10x2x6xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<1x10x2x6xf64>, tensor<1x10x2x6xf64>) -> tensor<1x10x2x6xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<1x10x2x6xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<1x10x2x6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4x5x4xf64>, tensor<2x2x3x4xf64>) -> (tensor<f64>, tensor<5x4x2x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_batch_groups", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4x5x4xf64>, %arg1: tensor<2x2x3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<"0xBE9F1A2FDD24D63FE7FBA9F1D24DEA3F1F85EB51B81ED53F0C022B8716D9F4BFF6285C8FC2F5EC3F25068195438BDC3FC976BE9F1A2FE1BF643BDF4F8D97E23F5C8FC2F5285CD73F37894160E5D0D23F79E9263108AC9C3F1B2FDD240681E13F5A643BDF4F8DE7BF77BE9F1A2FDDC4BF0C022B8716D9DEBF5EBA490C022BE33F7B14AE47E17AA43FE3A59BC420B0D2BFA01A2FDD2406E9BFA69BC420B072D0BFFCA9F1D24D62803F448B6CE7FBA9D1BF4E62105839B4F43FE9263108AC1CF03FE3A59BC420B005C0D34D62105839FEBF666666666666C6BF355EBA490C02DBBF3108AC1C5A64CB3F2DB29DEFA7C6CB3F8B6CE7FBA9F10040986E1283C0CAF1BFFED478E92631D8BFF2D24D62105800404E62105839B4E43F9EEFA7C64B37E53FA69BC420B072E0BF91ED7C3F355EFABFC74B37894160C53F8195438B6CE7BB3F6F1283C0CAA1F3BF4260E5D022DBE5BF3BDF4F8D976EB2BF3D0AD7A3703DEEBF4A0C022B8716B9BF52B81E85EB51B83F3BDF4F8D976EA23FFED478E92631E0BF355EBA490C02E33F508D976E1283EC3F25068195438BD43F931804560E2DEABF068195438B6CE73FD578E9263108E0BF54E3A59BC420EC3FF4FDD478E926F1BF736891ED7C3FED3F7B14AE47E17A94BF96438B6CE7FBF3BF7F6ABC749318D4BFD9CEF753E3A5AB3F46B6F3FDD478D13F068195438B6CEFBF83C0CAA145B6F1BF9A9999999999C93F17D9CEF753E3DDBF6891ED7C3F35CE3F52B81E85EB51E83FFCA9F1D24D62FABFA8C64B378941D03F9A9999999999F33FDF4F8D976E12D3BFC1CAA145B6F3E9BFAAF1D24D6210E83FFED478E92631D03F79E9263108ACEC3F14AE47E17A14D6BF83C0CAA145B6F7BF295C8FC2F528BCBF25068195438BDCBFCDCCCCCCCCCCE83FA245B6F3FDD4C83F7F6ABC749318FABF1F85EB51B81EF3BF7D3F355EBA49EC3FC3F5285C8FC2E53F7B14AE47E17AE4BFFCA9F1D24D6250BF25068195438BDC3FC1CAA145B6F3DD3FD578E9263108EC3FFCA9F1D24D62D03F52B81E85EB51B8BFFA7E6ABC7493D0BF4C37894160E5F03F355EBA490C0202C0986E1283C0CAC1BF4C37894160E5A03FCDCCCCCCCCCCF6BF1D5A643BDF4FD53FA245B6F3FDD4E4BF2FDD24068195EB3F54E3A59BC420C0BF9CC420B07268E53F1B2FDD240681F33F508D976E1283D83FD578E9263108ECBFD34D62105839F8BF3F355EBA490CFC3FD122DBF97E6ABCBF3F355EBA490CE6BF3BDF4F8D976EC23FA69BC420B072C8BFDD2406819543EB3F9CC420B07268A13F79E9263108AC8C3FE17A14AE47E1E6BF14AE47E17A14DE3F25068195438BF0BF1D5A643BDF4FE53FFCA9F1D24D62F83F666666666666F8BFEE7C3F355EBA03C05839B4C876BEE33FFCA9F1D24D6204406ABC74931804F0BF6ABC74931804F4BF0C022B8716D9E23FB6F3FDD478E9EABFFED478E92631E0BF1283C0CAA145D6BFA01A2FDD2406E13FEC51B81E85EBD9BF986E1283C0CAD13F0E2DB29DEFA7C6BF0AD7A3703D0AEBBF7B14AE47E17AD4BF666666666666EEBF79E9263108AC7C3F96438B6CE7FBF1BFB0726891ED7CF1BF1D5A643BDF4FF73F894160E5D022ABBFD9CEF753E3A5ABBFFCA9F1D24D62E03F8B6CE7FBA9F1DABF1D5A643BDF4FCDBF333333333333DB3F3F355EBA490CD23F25068195438BF2BF0E2DB29DEFA7EA3FE17A14AE47E1E2BF4C37894160E5F0BFCDCCCCCCCCCCECBFA01A2FDD2406D9BFD578E9263108FA3F37894160E5D0F2BF7B14AE47E17AC43FB4C876BE9F1A01C0FCA9F1D24D6260BF"> : tensor<5x4x2x4xf64>}> : () -> tensor<5x4x2x4xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[f, b, 0, 1]x[0, 1, i, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<3x4x5x4xf64>, tensor<2x2x3x4xf64>) -> tensor<5x4x2x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<5x4x2x4xf64>, tensor<5x4x2x4xf64>) -> tensor<5x4x2x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<5x4x2x4xf64>, tensor<5x4x2x4xf64>) -> tensor<5x4x2x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<5x4x2x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<5x4x2x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf64>, tensor<4x2xf64>) -> (tensor<f64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_0d", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>, %arg1: tensor<4x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x3x3x2xf64>, tensor<3x3x2x2xf64>) -> (tensor<f64>, tensor<1x6x6x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_transposed", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x3x3x2xf64>, %arg1: tensor<3x3x2x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01], [1.294000e+00, 1.007000e+00]], [[-2.711000e+00, -1.889000e+00], [-1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01], [2.118000e+00, -1.112000e+00], [-3.780000e-01, 2.043000e+00], [6.470000e-01, 6.630000e-01]], [[-5.140000e-01, -1.648000e+00], [1.670000e-01, 1.090000e-01], [-1.227000e+00, -6.830000e-01], [-0.071999999999999995, -9.450000e-01], [-9.800000e-02, 9.500000e-02], [3.600000e-02, -5.060000e-01]], [[5.940000e-01, 8.910000e-01], [3.210000e-01, -8.180000e-01], [0.73199999999999998, -5.010000e-01], [8.790000e-01, -1.072000e+00], [9.140000e-01, -2.000000e-02], [-1.249000e+00, -3.140000e-01]], [[5.400000e-02, 2.730000e-01], [-0.98199999999999998, -1.107000e+00], [2.000000e-01, -4.670000e-01], [2.360000e-01, 7.600000e-01], [-1.649000e+00, 2.540000e-01], [1.225000e+00, -2.980000e-01]]]]> : tensor<1x6x6x2xf64>}> : () -> tensor<1x6x6x2xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 2>, padding = dense<[[2, 1], [2, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x3x3x2xf64>, tensor<3x3x2x2xf64>) -> tensor<1x6x6x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<1x6x6x2xf64>, tensor<1x6x6x2xf64>) -> tensor<1x6x6x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<1x6x6x2xf64>, tensor<1x6x6x2xf64>) -> tensor<1x6x6x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<1x6x6x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<1x6x6x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x4x4x3xf64>, tensor<3x3x1x3xf64>) -> (tensor<f64>, tensor<1x4x4x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolution_depthwise", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x4x4x3xf64>, %arg1: tensor<3x3x1x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01, 8.000000e-03], [-2.760000e-01, 1.294000e+00, 1.007000e+00]], [[-2.711000e+00, -1.889000e+00, -1.750000e-01], [-4.220000e-01, 2.140000e-01, 2.170000e-01], [2.118000e+00, -1.112000e+00, -3.780000e-01], [2.043000e+00, 6.470000e-01, 6.630000e-01]], [[-5.140000e-01, -1.648000e+00, 1.670000e-01], [1.090000e-01, -1.227000e+00, -6.830000e-01], [-0.071999999999999995, -9.450000e-01, -9.800000e-02], [9.500000e-02, 3.600000e-02, -5.060000e-01]]]]> : tensor<1x4x4x3xf64>}> : () -> tensor<1x4x4x3xf64>
    %1 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x4x4x3xf64>, tensor<3x3x1x3xf64>) -> tensor<1x4x4x3xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<1x4x4x3xf64>, tensor<1x4x4x3xf64>) -> tensor<1x4x4x3xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<1x4x4x3xf64>, tensor<1x4x4x3xf64>) -> tensor<1x4x4x3xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<1x4x4x3xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<1x4x4x3xf64>) -> ()
  }) : () -> ()
}) : () -> ()

// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in products.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf64>, tensor<2x4x2xf64>) -> (tensor<f64>, tensor<2x3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2x4x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]]]> : tensor<2x3x2xf64>}> : () -> tensor<2x3x2xf64>
    %1 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "bik,bkj->bij"}> : (tensor<2x3x4xf64>, tensor<2x4x2xf64>) -> tensor<2x3x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x2xf64>, tensor<4x3xf64>) -> (tensor<f64>, tensor<4x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_transposed", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2xf64>, %arg1: tensor<4x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01]]> : tensor<4x2xf64>}> : () -> tensor<4x2xf64>
    %1 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "ki,jk->ji"}> : (tensor<3x2xf64>, tensor<4x3xf64>) -> tensor<4x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<4x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<4x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x2xf64>, tensor<3x2xf64>) -> (tensor<f64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_alone", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x2xf64>, %arg1: tensor<3x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "aij,kl->ia"}> : (tensor<2x3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
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
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x3x2xf64>, tensor<2x4xf64>) -> (tensor<f64>, tensor<4x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_diagonal", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x3x2xf64>, %arg1: tensor<2x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<4x3xf64>}> : () -> tensor<4x3xf64>
    %1 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "iij,jk->ki"}> : (tensor<3x3x2xf64>, tensor<2x4xf64>) -> tensor<4x3xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<4x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_outer", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "i,j->ij"}> : (tensor<3xf64>, tensor<2xf64>) -> tensor<3x2xf64>
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
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x2xf64>, tensor<3x2xf64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_number", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2xf64>, %arg1: tensor<3x2xf64>):
    %0 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "ij,ij->"}> : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
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
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x3x2xf64>) -> (tensor<f64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_trace", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x3x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %1 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = "iij->j"}> : (tensor<3x3x2xf64>) -> tensor<2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %8 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x2xf64>) -> (tensor<f64>, tensor<2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "einsum_moved", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01]]> : tensor<2x3xf64>}> : () -> tensor<2x3xf64>
    %1 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = "ij->ji"}> : (tensor<3x2xf64>) -> tensor<2x3xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %8 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x4x3xf64>, tensor<5x1xi32>) -> (tensor<f64>, tensor<2x5x1x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "select", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x4x3xf64>, %arg1: tensor<5x1xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[[[3.460000e-01, 8.220000e-01, 3.300000e-01]], [[-1.303000e+00, 9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01, 3.650000e-01]], [[2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01]]], [[[0.59899999999999998, 4.000000e-02, -2.920000e-01]], [[-7.820000e-01, -2.570000e-01, 8.000000e-03]], [[-2.760000e-01, 1.294000e+00, 1.007000e+00]], [[-2.711000e+00, -1.889000e+00, -1.750000e-01]], [[-4.220000e-01, 2.140000e-01, 2.170000e-01]]]]> : tensor<2x5x1x3xf64>}> : () -> tensor<2x5x1x3xf64>
    %1 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x4x3xf64>, tensor<5x1xi32>) -> tensor<2x5x1x3xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x5x1x3xf64>, tensor<2x5x1x3xf64>) -> tensor<2x5x1x3xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x5x1x3xf64>, tensor<2x5x1x3xf64>) -> tensor<2x5x1x3xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x5x1x3xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x5x1x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf64>, tensor<2x3xi32>) -> (tensor<f64>, tensor<2x3x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "select_batch", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2x3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01]], [[2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01]]]> : tensor<2x3x3xf64>}> : () -> tensor<2x3x3xf64>
    %1 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 1 : i64, dim = 2 : i64}> : (tensor<2x3x4xf64>, tensor<2x3xi32>) -> tensor<2x3x3xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x3x3xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x3x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x2xf64>, tensor<i32>) -> (tensor<f64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "select_one", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x2xf64>, %arg1: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %1 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x2xf64>, tensor<i32>) -> tensor<2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x3xf64>, tensor<3x3x2xf64>, tensor<3xi32>) -> (tensor<f64>, tensor<6x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "ragged_rows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x3xf64>, %arg1: tensor<3x3x2xf64>, %arg2: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]]> : tensor<6x2xf64>}> : () -> tensor<6x2xf64>
    %1 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x3xf64>, tensor<3x3x2xf64>, tensor<3xi32>) -> tensor<6x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<6x2xf64>, tensor<6x2xf64>) -> tensor<6x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<6x2xf64>, tensor<6x2xf64>) -> tensor<6x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %8 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<6x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<6x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x5x3xf64>, tensor<2x2x3x4xf64>, tensor<2xi32>) -> (tensor<f64>, tensor<2x5x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "ragged_batch", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x5x3xf64>, %arg1: tensor<2x2x3x4xf64>, %arg2: tensor<2xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01]], [[8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00], [-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01], [-5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01]]]> : tensor<2x5x4xf64>}> : () -> tensor<2x5x4xf64>
    %1 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x5x3xf64>, tensor<2x2x3x4xf64>, tensor<2xi32>) -> tensor<2x5x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x5x4xf64>, tensor<2x5x4xf64>) -> tensor<2x5x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x5x4xf64>, tensor<2x5x4xf64>) -> tensor<2x5x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %8 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x5x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x5x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x3xf64>, tensor<6x2xf64>, tensor<3xi32>) -> (tensor<f64>, tensor<3x3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "ragged_sums", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x3xf64>, %arg1: tensor<6x2xf64>, %arg2: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01]]]> : tensor<3x3x2xf64>}> : () -> tensor<3x3x2xf64>
    %1 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<6x3xf64>, tensor<6x2xf64>, tensor<3xi32>) -> tensor<3x3x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x3x2xf64>, tensor<3x3x2xf64>) -> tensor<3x3x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x3x2xf64>, tensor<3x3x2xf64>) -> tensor<3x3x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %8 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x3x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x3x5xf64>, tensor<2x5x4xf64>, tensor<3xi32>) -> (tensor<f64>, tensor<3x2x3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "ragged_sums_batch", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x5xf64>, %arg1: tensor<2x5x4xf64>, %arg2: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]], [[[-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00], [-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01]], [[-5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01], [-1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01], [-9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01]]], [[[5.940000e-01, 8.910000e-01, 3.210000e-01, -8.180000e-01], [0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00], [9.140000e-01, -2.000000e-02, -1.249000e+00, -3.140000e-01]], [[5.400000e-02, 2.730000e-01, -0.98199999999999998, -1.107000e+00], [2.000000e-01, -4.670000e-01, 2.360000e-01, 7.600000e-01], [-1.649000e+00, 2.540000e-01, 1.225000e+00, -2.980000e-01]]]]> : tensor<3x2x3x4xf64>}> : () -> tensor<3x2x3x4xf64>
    %1 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}> : (tensor<2x3x5xf64>, tensor<2x5x4xf64>, tensor<3xi32>) -> tensor<3x2x3x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2x3x4xf64>, tensor<3x2x3x4xf64>) -> tensor<3x2x3x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2x3x4xf64>, tensor<3x2x3x4xf64>) -> tensor<3x2x3x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %8 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x2x3x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x2x3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5xf64>, tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "cube_root", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf64>, %arg1: tensor<5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %1 = "stablehlo.constant"() <{value = dense<[4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xcomplex<f64>>
    %3 = "stablehlo.cbrt"(%2) : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<5xf64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "next_after", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "chlo.next_after"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<6xf64>) -> ()
  }) : () -> ()
}) : () -> ()

// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in shapes.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<1x4xf64>) -> (tensor<f64>, tensor<3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "broadcast", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<1x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf64>) -> tensor<3x1xf64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf64>) -> tensor<3x4xf64>
    %3 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x4xf64>) -> tensor<3x4xf64>
    %4 = "stablehlo.multiply"(%2, %3) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %5 = "stablehlo.multiply"(%0, %4) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %11 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> (tensor<f64>, tensor<3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "broadcast_transposed", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<4x3xf64>
    %2 = "stablehlo.transpose"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<4x3xf64>) -> tensor<3x4xf64>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %9 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x1xf64>) -> (tensor<f64>, tensor<5x2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "broadcast_ones", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x1xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01]], [[-7.820000e-01, -2.570000e-01, 8.000000e-03], [-2.760000e-01, 1.294000e+00, 1.007000e+00]], [[-2.711000e+00, -1.889000e+00, -1.750000e-01], [-4.220000e-01, 2.140000e-01, 2.170000e-01]]]> : tensor<5x2x3xf64>}> : () -> tensor<5x2x3xf64>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x1xf64>) -> tensor<5x2x3xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<5x2x3xf64>, tensor<5x2x3xf64>) -> tensor<5x2x3xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<5x2x3xf64>, tensor<5x2x3xf64>) -> tensor<5x2x3xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %8 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<5x2x3xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<5x2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<3x2xf64>, tensor<1x2x3x1xf64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "reshape", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[[-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[[[-0.73599999999999999], [-1.630000e-01], [-4.820000e-01]], [[0.59899999999999998], [4.000000e-02], [-2.920000e-01]]]]> : tensor<1x2x3x1xf64>}> : () -> tensor<1x2x3x1xf64>
    %3 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf64>) -> tensor<6xf64>
    %4 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf64>) -> tensor<3x2xf64>
    %5 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x2xf64>
    %7 = "stablehlo.multiply"(%4, %6) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %8 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf64>) -> tensor<1x2x3x1xf64>
    %9 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf64>) -> tensor<6xf64>
    %10 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<6xf64>) -> tensor<1xf64>
    %11 = "stablehlo.reshape"(%10) : (tensor<1xf64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%0, %3) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %3) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %37 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%37) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.add"(%16, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.multiply"(%1, %7) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %19 = "stablehlo.multiply"(%18, %7) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.reduce"(%19, %20) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %36 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%36) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %22 = "stablehlo.add"(%17, %21) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %23 = "stablehlo.multiply"(%2, %8) : (tensor<1x2x3x1xf64>, tensor<1x2x3x1xf64>) -> tensor<1x2x3x1xf64>
    %24 = "stablehlo.multiply"(%23, %8) : (tensor<1x2x3x1xf64>, tensor<1x2x3x1xf64>) -> tensor<1x2x3x1xf64>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %26 = "stablehlo.reduce"(%24, %25) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %35 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%35) : (tensor<f64>) -> ()
    }) : (tensor<1x2x3x1xf64>, tensor<f64>) -> tensor<f64>
    %27 = "stablehlo.add"(%22, %26) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %28 = "stablehlo.constant"() <{value = dense<-7.820000e-01> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.multiply"(%28, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %30 = "stablehlo.multiply"(%29, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %31 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %32 = "stablehlo.reduce"(%30, %31) <{dimensions = array<i64>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %34 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%34) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %33 = "stablehlo.add"(%27, %32) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%33, %3, %7, %8, %11) : (tensor<f64>, tensor<6xf64>, tensor<3x2xf64>, tensor<1x2x3x1xf64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3x4xf64>) -> (tensor<f64>, tensor<4x2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "transpose", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01]], [[-7.820000e-01, -2.570000e-01, 8.000000e-03], [-2.760000e-01, 1.294000e+00, 1.007000e+00]]]> : tensor<4x2x3xf64>}> : () -> tensor<4x2x3xf64>
    %1 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf64>) -> tensor<4x2x3xf64>
    %2 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<24xf64>
    %3 = "stablehlo.reshape"(%2) : (tensor<24xf64>) -> tensor<4x2x3xf64>
    %4 = "stablehlo.multiply"(%1, %3) : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xf64>
    %5 = "stablehlo.multiply"(%0, %4) : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %11 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<4x2x3xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<4x2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x3x2xf64>) -> (tensor<f64>, tensor<2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "slice", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x3x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01]]> : tensor<2x3xf64>}> : () -> tensor<2x3xf64>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 3, 1>, start_indices = array<i64: 1, 0, 0>, strides = array<i64: 2, 1, 1>}> : (tensor<5x3x2xf64>) -> tensor<2x3x1xf64>
    %2 = "stablehlo.reverse"(%1) <{dimensions = array<i64: 1>}> : (tensor<2x3x1xf64>) -> tensor<2x3x1xf64>
    %3 = "stablehlo.reshape"(%2) : (tensor<2x3x1xf64>) -> tensor<2x3xf64>
    %4 = "stablehlo.multiply"(%0, %3) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %5 = "stablehlo.multiply"(%4, %3) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %10 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%10) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%9, %3) : (tensor<f64>, tensor<2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3xf64>, tensor<2x1xf64>) -> (tensor<f64>, tensor<2x7xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "concatenate", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>, %arg1: tensor<2x1xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01], [5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01]]> : tensor<2x7xf64>}> : () -> tensor<2x7xf64>
    %1 = "stablehlo.concatenate"(%arg0, %arg1, %arg0) <{dimension = 1 : i64}> : (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>) -> tensor<2x7xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2x7xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<2x7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf64>, tensor<f64>) -> (tensor<f64>, tensor<8x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "pad", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>, %arg1: tensor<f64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00]]> : tensor<8x4xf64>}> : () -> tensor<8x4xf64>
    %1 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 2, 1>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 1, 0>}> : (tensor<3x4xf64>, tensor<f64>) -> tensor<8x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<8x4xf64>, tensor<8x4xf64>) -> tensor<8x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<8x4xf64>, tensor<8x4xf64>) -> tensor<8x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<8x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf64>, tensor<f64>) -> (tensor<f64>, tensor<8x7xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "pad_less", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>, %arg1: tensor<f64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01], [5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01, 8.000000e-03], [-2.760000e-01, 1.294000e+00, 1.007000e+00, -2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00, -3.780000e-01, 2.043000e+00, 6.470000e-01], [6.630000e-01, -5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01, -1.227000e+00, -6.830000e-01], [-0.071999999999999995, -9.450000e-01, -9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01, 5.940000e-01], [8.910000e-01, 3.210000e-01, -8.180000e-01, 0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00]]> : tensor<8x7xf64>}> : () -> tensor<8x7xf64>
    %1 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 3, -1>, edge_padding_low = array<i64: -2, 1>, interior_padding = array<i64: 2, 1>}> : (tensor<3x4xf64>, tensor<f64>) -> tensor<8x7xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<8x7xf64>, tensor<8x7xf64>) -> tensor<8x7xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<8x7xf64>, tensor<8x7xf64>) -> tensor<8x7xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<8x7xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<8x7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x2x4xf64>) -> (tensor<f64>, tensor<3x2x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "reverse", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]], [[3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]], [[4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]]> : tensor<3x2x4xf64>}> : () -> tensor<3x2x4xf64>
    %1 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0, 2>}> : (tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %8 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x2x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x2x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3xf64>) -> (tensor<f64>, tensor<2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "iota", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01]]> : tensor<2x3xf64>}> : () -> tensor<2x3xf64>
    %1 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xf64>
    %2 = "stablehlo.multiply"(%arg0, %1) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %3 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3xi64>
    %4 = "stablehlo.convert"(%3) : (tensor<3xi64>) -> tensor<3xf64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xf64>) -> tensor<2x3xf64>
    %7 = "stablehlo.add"(%2, %6) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %8 = "stablehlo.multiply"(%0, %7) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %9 = "stablehlo.multiply"(%8, %7) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %14 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%14) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%13, %7) : (tensor<f64>, tensor<2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x2xf64>) -> (tensor<f64>, tensor<5x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "roll", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<5x2xf64>):
    %3 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01]]> : tensor<5x2xf64>}> : () -> tensor<5x2xf64>
    %4 = "func.call"(%arg1) <{callee = @roll._roll_static}> : (tensor<5x2xf64>) -> tensor<5x2xf64>
    %5 = "stablehlo.multiply"(%3, %4) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %11 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<5x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x2xf64>) -> tensor<5x2xf64>, res_attrs = [{}], sym_name = "roll._roll_static", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5x2xf64>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 5, 2>, start_indices = array<i64: 3, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xf64>) -> tensor<2x2xf64>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xf64>) -> tensor<3x2xf64>
    %2 = "stablehlo.concatenate"(%0, %1) <{dimension = 0 : i64}> : (tensor<2x2xf64>, tensor<3x2xf64>) -> tensor<5x2xf64>
    "func.return"(%2) : (tensor<5x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<0x3xf64>, tensor<2x3xf64>) -> (tensor<f64>, tensor<2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "empty", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<0x3xf64>, %arg1: tensor<2x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01]]> : tensor<2x3xf64>}> : () -> tensor<2x3xf64>
    %1 = "stablehlo.sine"(%arg1) : (tensor<2x3xf64>) -> tensor<2x3xf64>
    %2 = "stablehlo.concatenate"(%arg0, %1) <{dimension = 0 : i64}> : (tensor<0x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %9 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "scalars", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
    %0 = "stablehlo.sine"(%arg0) : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.multiply"(%0, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %9 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %1) : (tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<f64>) -> (tensor<f64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "linspace", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<f64>):
    %17 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %18 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "func.call"(%arg2, %18) <{callee = @linspace._linspace}> : (tensor<f64>, tensor<f64>) -> tensor<5xf64>
    %20 = "stablehlo.multiply"(%17, %19) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %21 = "stablehlo.multiply"(%20, %19) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %26 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %25 = "stablehlo.add"(%24, %23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%25, %19) : (tensor<f64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<f64>, tensor<f64>) -> tensor<5xf64>, res_attrs = [{}], sym_name = "linspace._linspace", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xf64>
    %2 = "stablehlo.constant"() <{value = dense<4.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %4 = "stablehlo.divide"(%1, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %5 = "stablehlo.reshape"(%arg0) : (tensor<f64>) -> tensor<1xf64>
    %6 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %8 = "stablehlo.subtract"(%7, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %9 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf64>) -> tensor<4xf64>
    %10 = "stablehlo.multiply"(%9, %8) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %11 = "stablehlo.reshape"(%0) : (tensor<f64>) -> tensor<1xf64>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf64>) -> tensor<4xf64>
    %13 = "stablehlo.multiply"(%12, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %14 = "stablehlo.add"(%10, %13) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %15 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<1xf64>
    %16 = "stablehlo.concatenate"(%14, %15) <{dimension = 0 : i64}> : (tensor<4xf64>, tensor<1xf64>) -> tensor<5xf64>
    "func.return"(%16) : (tensor<5xf64>) -> ()
  }) : () -> ()
}) : () -> ()

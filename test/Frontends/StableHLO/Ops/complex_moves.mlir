// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in complex_moves.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arccos", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.acos"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arcsin", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.asin"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arcsinh", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.asinh"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arctan", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.atan"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arctanh", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.atanh"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "cosh", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.cosh"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sinh", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.sinh"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "square", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %3 = "chlo.square"(%2) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arccosh", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<6xf64>, %arg5: tensor<6xf64>):
    %8 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %9 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %10 = "stablehlo.complex"(%arg4, %arg5) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %11 = "func.call"(%10) <{callee = @arccosh.arccosh}> : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %12 = "stablehlo.real"(%11) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %13 = "stablehlo.imag"(%11) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %14 = "stablehlo.multiply"(%8, %12) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %15 = "stablehlo.multiply"(%14, %12) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<f64>):
      %26 = "stablehlo.add"(%arg8, %arg9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.add"(%18, %17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.multiply"(%9, %13) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %21 = "stablehlo.multiply"(%20, %13) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %25 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.add"(%19, %23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%24, %12, %13) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>, res_attrs = [{}], sym_name = "arccosh.arccosh", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<6xcomplex<f64>>):
    %1 = "chlo.acosh"(%arg3) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %2 = "stablehlo.real"(%1) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6xf64>
    %5 = "stablehlo.compare"(%2, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
    %6 = "stablehlo.negate"(%1) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %7 = "func.call"(%5, %6, %1) <{callee = @arccosh._where}> : (tensor<6xi1>, tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    "func.return"(%7) : (tensor<6xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6xi1>, tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>, res_attrs = [{}], sym_name = "arccosh._where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6xi1>, %arg1: tensor<6xcomplex<f64>>, %arg2: tensor<6xcomplex<f64>>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<6xi1>, tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    "func.return"(%0) : (tensor<6xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x3xf64>, tensor<5x3xf64>, tensor<4xi32>) -> (tensor<f64>, tensor<4x3xf64>, tensor<4x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "rows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x3xf64>, %arg1: tensor<5x3xf64>, %arg2: tensor<4xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<4x3xf64>}> : () -> tensor<4x3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[[-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01, 8.000000e-03], [-2.760000e-01, 1.294000e+00, 1.007000e+00]]> : tensor<4x3xf64>}> : () -> tensor<4x3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<5x3xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %5 = "stablehlo.compare"(%arg2, %4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %6 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %8 = "stablehlo.add"(%arg2, %7) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %9 = "stablehlo.select"(%5, %8, %arg2) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %11 = "stablehlo.gather"(%2, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xcomplex<f64>>, tensor<4x1xi32>) -> tensor<4x3xcomplex<f64>>
    %12 = "stablehlo.real"(%11) : (tensor<4x3xcomplex<f64>>) -> tensor<4x3xf64>
    %13 = "stablehlo.imag"(%11) : (tensor<4x3xcomplex<f64>>) -> tensor<4x3xf64>
    %14 = "stablehlo.multiply"(%0, %12) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %15 = "stablehlo.multiply"(%14, %12) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %26 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.add"(%18, %17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.multiply"(%1, %13) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %21 = "stablehlo.multiply"(%20, %13) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %25 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.add"(%19, %23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%24, %12, %13) : (tensor<f64>, tensor<4x3xf64>, tensor<4x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5xf64>, tensor<5xf64>, tensor<i64>) -> (tensor<f64>, tensor<2xf64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "window", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf64>, %arg1: tensor<5xf64>, %arg2: tensor<i64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[3.300000e-01, -1.303000e+00]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.compare"(%arg2, %3) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %5 = "stablehlo.constant"() <{value = dense<5> : tensor<i64>}> : () -> tensor<i64>
    %6 = "stablehlo.add"(%arg2, %5) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %7 = "stablehlo.select"(%4, %6, %arg2) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %8 = "stablehlo.dynamic_slice"(%2, %7) <{slice_sizes = array<i64: 2>}> : (tensor<5xcomplex<f64>>, tensor<i64>) -> tensor<2xcomplex<f64>>
    %9 = "stablehlo.real"(%8) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %10 = "stablehlo.imag"(%8) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %11 = "stablehlo.multiply"(%0, %9) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %12 = "stablehlo.multiply"(%11, %9) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %23 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%23) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.add"(%15, %14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.multiply"(%1, %10) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %18 = "stablehlo.multiply"(%17, %10) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %22 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.add"(%16, %20) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%21, %9, %10) : (tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {}], function_type = (tensor<5x2xf64>, tensor<5x2xf64>, tensor<4x2xf64>, tensor<4xi32>) -> (tensor<f64>, tensor<5x2xf64>, tensor<5x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "add_rows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x2xf64>, %arg1: tensor<5x2xf64>, %arg2: tensor<4x2xf64>, %arg3: tensor<4xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01]]> : tensor<5x2xf64>}> : () -> tensor<5x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[[2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01]]> : tensor<5x2xf64>}> : () -> tensor<5x2xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x2xf64>
    %5 = "stablehlo.multiply"(%4, %arg2) : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    %6 = "stablehlo.complex"(%arg2, %5) : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xcomplex<f64>>
    %7 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %9 = "stablehlo.compare"(%arg3, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %10 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %12 = "stablehlo.add"(%arg3, %11) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %13 = "stablehlo.select"(%9, %12, %arg3) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %15 = "stablehlo.scatter"(%2, %14, %6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg8: tensor<complex<f64>>, %arg9: tensor<complex<f64>>):
      %31 = "stablehlo.add"(%arg8, %arg9) : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
      "stablehlo.return"(%31) : (tensor<complex<f64>>) -> ()
    }) : (tensor<5x2xcomplex<f64>>, tensor<4x1xi32>, tensor<4x2xcomplex<f64>>) -> tensor<5x2xcomplex<f64>>
    %16 = "stablehlo.real"(%15) : (tensor<5x2xcomplex<f64>>) -> tensor<5x2xf64>
    %17 = "stablehlo.imag"(%15) : (tensor<5x2xcomplex<f64>>) -> tensor<5x2xf64>
    %18 = "stablehlo.multiply"(%0, %16) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %19 = "stablehlo.multiply"(%18, %16) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.reduce"(%19, %20) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %30 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%30) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<f64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.add"(%22, %21) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.multiply"(%1, %17) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %25 = "stablehlo.multiply"(%24, %17) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.reduce"(%25, %26) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %29 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%29) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<f64>
    %28 = "stablehlo.add"(%23, %27) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%28, %16, %17) : (tensor<f64>, tensor<5x2xf64>, tensor<5x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {}], function_type = (tensor<5x2xf64>, tensor<5x2xf64>, tensor<3x2xf64>, tensor<3xi32>) -> (tensor<f64>, tensor<5x2xf64>, tensor<5x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "set_rows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x2xf64>, %arg1: tensor<5x2xf64>, %arg2: tensor<3x2xf64>, %arg3: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01]]> : tensor<5x2xf64>}> : () -> tensor<5x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[[2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01]]> : tensor<5x2xf64>}> : () -> tensor<5x2xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x2xf64>
    %5 = "stablehlo.multiply"(%4, %arg2) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %6 = "stablehlo.complex"(%arg2, %5) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xcomplex<f64>>
    %7 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %9 = "stablehlo.compare"(%arg3, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %10 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %12 = "stablehlo.add"(%arg3, %11) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %13 = "stablehlo.select"(%9, %12, %arg3) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %15 = "stablehlo.scatter"(%2, %14, %6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg8: tensor<complex<f64>>, %arg9: tensor<complex<f64>>):
      "stablehlo.return"(%arg9) : (tensor<complex<f64>>) -> ()
    }) : (tensor<5x2xcomplex<f64>>, tensor<3x1xi32>, tensor<3x2xcomplex<f64>>) -> tensor<5x2xcomplex<f64>>
    %16 = "stablehlo.real"(%15) : (tensor<5x2xcomplex<f64>>) -> tensor<5x2xf64>
    %17 = "stablehlo.imag"(%15) : (tensor<5x2xcomplex<f64>>) -> tensor<5x2xf64>
    %18 = "stablehlo.multiply"(%0, %16) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %19 = "stablehlo.multiply"(%18, %16) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.reduce"(%19, %20) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %30 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%30) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<f64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.add"(%22, %21) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.multiply"(%1, %17) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %25 = "stablehlo.multiply"(%24, %17) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.reduce"(%25, %26) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %29 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%29) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<f64>
    %28 = "stablehlo.add"(%23, %27) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%28, %16, %17) : (tensor<f64>, tensor<5x2xf64>, tensor<5x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3xf64>, tensor<4x3xf64>) -> (tensor<f64>, tensor<3x2xf64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sum_windows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x3xf64>, %arg1: tensor<4x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[[-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<complex<f64>>
    %5 = "stablehlo.reduce_window"(%2, %4) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg6: tensor<complex<f64>>, %arg7: tensor<complex<f64>>):
      %21 = "stablehlo.add"(%arg6, %arg7) : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
      "stablehlo.return"(%21) : (tensor<complex<f64>>) -> ()
    }) : (tensor<4x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<3x2xcomplex<f64>>
    %6 = "stablehlo.real"(%5) : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
    %7 = "stablehlo.imag"(%5) : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
    %8 = "stablehlo.multiply"(%0, %6) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %9 = "stablehlo.multiply"(%8, %6) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %20 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.multiply"(%1, %7) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %15 = "stablehlo.multiply"(%14, %7) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %19 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.add"(%13, %17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%18, %6, %7) : (tensor<f64>, tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5xf64>, tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sums", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<5xf64>, %arg5: tensor<5xf64>):
    %5 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %6 = "stablehlo.constant"() <{value = dense<[4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %7 = "stablehlo.complex"(%arg4, %arg5) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xcomplex<f64>>
    %8 = "func.call"(%7) <{callee = @sums.cumsum}> : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
    %9 = "stablehlo.real"(%8) : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %10 = "stablehlo.imag"(%8) : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %11 = "stablehlo.multiply"(%5, %9) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %12 = "stablehlo.multiply"(%11, %9) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<f64>):
      %23 = "stablehlo.add"(%arg8, %arg9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%23) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.add"(%15, %14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.multiply"(%6, %10) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %18 = "stablehlo.multiply"(%17, %10) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %22 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.add"(%16, %20) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%21, %9, %10) : (tensor<f64>, tensor<5xf64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>, res_attrs = [{}], sym_name = "sums.cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<5xcomplex<f64>>):
    %4 = "func.call"(%arg3) <{callee = @sums.cumsum_0}> : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
    "func.return"(%4) : (tensor<5xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>, sym_name = "sums.cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5xcomplex<f64>>):
    %0 = "stablehlo.constant"() <{value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<complex<f64>>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 5>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<complex<f64>>, %arg2: tensor<complex<f64>>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
      "stablehlo.return"(%3) : (tensor<complex<f64>>) -> ()
    }) : (tensor<5xcomplex<f64>>, tensor<complex<f64>>) -> tensor<5xcomplex<f64>>
    "func.return"(%2) : (tensor<5xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sort", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<6xf64>, %arg4: tensor<6xf64>):
    %38 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %39 = "stablehlo.constant"() <{value = dense<[-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<6xf64>}> : () -> tensor<6xf64>
    %40 = "stablehlo.complex"(%arg3, %arg4) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xcomplex<f64>>
    %41 = "func.call"(%40) <{callee = @sort.sort}> : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    %42 = "stablehlo.real"(%41) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %43 = "stablehlo.imag"(%41) : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
    %44 = "stablehlo.multiply"(%38, %42) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %45 = "stablehlo.multiply"(%44, %42) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %46 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %47 = "stablehlo.reduce"(%45, %46) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %56 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%56) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %48 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %49 = "stablehlo.add"(%48, %47) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %50 = "stablehlo.multiply"(%39, %43) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %51 = "stablehlo.multiply"(%50, %43) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %53 = "stablehlo.reduce"(%51, %52) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %55 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%55) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %54 = "stablehlo.add"(%49, %53) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%54, %42, %43) : (tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>, res_attrs = [{}], sym_name = "sort.sort", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6xcomplex<f64>>):
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<complex<f64>>, %arg2: tensor<complex<f64>>):
      %1 = "stablehlo.real"(%arg1) : (tensor<complex<f64>>) -> tensor<f64>
      %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %3 = "stablehlo.compare"(%1, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %5 = "stablehlo.select"(%3, %4, %1) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %6 = "stablehlo.compare"(%1, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %7 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
      %8 = "stablehlo.select"(%6, %7, %5) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %9 = "stablehlo.imag"(%arg1) : (tensor<complex<f64>>) -> tensor<f64>
      %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %11 = "stablehlo.compare"(%9, %10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %13 = "stablehlo.select"(%11, %12, %9) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %14 = "stablehlo.compare"(%9, %9) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %15 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
      %16 = "stablehlo.select"(%14, %15, %13) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %17 = "stablehlo.real"(%arg2) : (tensor<complex<f64>>) -> tensor<f64>
      %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %19 = "stablehlo.compare"(%17, %18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %21 = "stablehlo.select"(%19, %20, %17) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %22 = "stablehlo.compare"(%17, %17) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %23 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
      %24 = "stablehlo.select"(%22, %23, %21) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %25 = "stablehlo.imag"(%arg2) : (tensor<complex<f64>>) -> tensor<f64>
      %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %27 = "stablehlo.compare"(%25, %26) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %29 = "stablehlo.select"(%27, %28, %25) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %30 = "stablehlo.compare"(%25, %25) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %31 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
      %32 = "stablehlo.select"(%30, %31, %29) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %33 = "stablehlo.compare"(%16, %32) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %34 = "stablehlo.compare"(%8, %24) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %35 = "stablehlo.compare"(%8, %24) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %36 = "stablehlo.and"(%35, %33) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %37 = "stablehlo.or"(%34, %36) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%37) : (tensor<i1>) -> ()
    }) : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
    "func.return"(%0) : (tensor<6xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "solve", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %1 = "stablehlo.constant"() <{value = dense<[9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %3 = "stablehlo.complex"(%arg1, %arg0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %4 = "stablehlo.constant"() <{value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<complex<f64>>, %arg7: tensor<complex<f64>>):
      %23 = "stablehlo.add"(%arg6, %arg7) : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
      "stablehlo.return"(%23) : (tensor<complex<f64>>) -> ()
    }) : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<4xcomplex<f64>>
    %7 = "stablehlo.divide"(%2, %6) : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
    %8 = "stablehlo.real"(%7) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %9 = "stablehlo.imag"(%7) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %10 = "stablehlo.multiply"(%0, %8) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %11 = "stablehlo.multiply"(%10, %8) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %22 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.add"(%14, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.multiply"(%1, %9) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %17 = "stablehlo.multiply"(%16, %9) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.reduce"(%17, %18) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %21 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.add"(%15, %19) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%20, %8, %9) : (tensor<f64>, tensor<4xf64>, tensor<4xf64>) -> ()
  }) : () -> ()
}) : () -> ()

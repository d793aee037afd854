// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in complex_numbers.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "exp", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.exponential"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "log", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.log"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sin", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.real"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %4 = "stablehlo.imag"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %7 = "stablehlo.compare"(%3, %6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %8 = "stablehlo.sine"(%3) : (tensor<3xf64>) -> tensor<3xf64>
    %9 = "stablehlo.cosine"(%3) : (tensor<3xf64>) -> tensor<3xf64>
    %10 = "stablehlo.exponential_minus_one"(%4) : (tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.negate"(%4) : (tensor<3xf64>) -> tensor<3xf64>
    %12 = "stablehlo.exponential_minus_one"(%11) : (tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.subtract"(%10, %12) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %16 = "stablehlo.divide"(%13, %15) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.add"(%10, %12) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %18 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %20 = "stablehlo.add"(%17, %19) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %21 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %23 = "stablehlo.divide"(%20, %22) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %24 = "stablehlo.multiply"(%8, %23) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %25 = "stablehlo.multiply"(%9, %16) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %28 = "stablehlo.complex"(%27, %25) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %29 = "stablehlo.complex"(%24, %25) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %30 = "stablehlo.select"(%7, %28, %29) : (tensor<3xi1>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %31 = "stablehlo.real"(%30) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %32 = "stablehlo.imag"(%30) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %33 = "stablehlo.multiply"(%0, %31) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %34 = "stablehlo.multiply"(%33, %31) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %35 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %36 = "stablehlo.reduce"(%34, %35) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %45 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%45) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %38 = "stablehlo.add"(%37, %36) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %39 = "stablehlo.multiply"(%1, %32) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %40 = "stablehlo.multiply"(%39, %32) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %41 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %42 = "stablehlo.reduce"(%40, %41) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %44 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%44) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %43 = "stablehlo.add"(%38, %42) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%43, %31, %32) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "cos", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.real"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %4 = "stablehlo.imag"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %7 = "stablehlo.compare"(%3, %6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %8 = "stablehlo.sine"(%3) : (tensor<3xf64>) -> tensor<3xf64>
    %9 = "stablehlo.cosine"(%3) : (tensor<3xf64>) -> tensor<3xf64>
    %10 = "stablehlo.exponential_minus_one"(%4) : (tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.negate"(%4) : (tensor<3xf64>) -> tensor<3xf64>
    %12 = "stablehlo.exponential_minus_one"(%11) : (tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.subtract"(%10, %12) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %16 = "stablehlo.divide"(%13, %15) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.add"(%10, %12) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %18 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %20 = "stablehlo.add"(%17, %19) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %21 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %23 = "stablehlo.divide"(%20, %22) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %24 = "stablehlo.multiply"(%9, %23) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %25 = "stablehlo.negate"(%8) : (tensor<3xf64>) -> tensor<3xf64>
    %26 = "stablehlo.multiply"(%25, %16) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %27 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %29 = "stablehlo.complex"(%24, %28) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %30 = "stablehlo.complex"(%24, %26) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %31 = "stablehlo.select"(%7, %29, %30) : (tensor<3xi1>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %32 = "stablehlo.real"(%31) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %33 = "stablehlo.imag"(%31) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %34 = "stablehlo.multiply"(%0, %32) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %35 = "stablehlo.multiply"(%34, %32) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %36 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %37 = "stablehlo.reduce"(%35, %36) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %46 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%46) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %38 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %39 = "stablehlo.add"(%38, %37) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %40 = "stablehlo.multiply"(%1, %33) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %41 = "stablehlo.multiply"(%40, %33) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %42 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %43 = "stablehlo.reduce"(%41, %42) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %45 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%45) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %44 = "stablehlo.add"(%39, %43) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%44, %32, %33) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "tan", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.tan"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "tanh", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.tanh"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sqrt", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.sqrt"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "expm1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.exponential_minus_one"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "log1p", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.log_plus_one"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "conj", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.real"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %4 = "stablehlo.imag"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.negate"(%4) : (tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.complex"(%3, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %7 = "stablehlo.real"(%6) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %8 = "stablehlo.imag"(%6) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %9 = "stablehlo.multiply"(%0, %7) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %10 = "stablehlo.multiply"(%9, %7) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.reduce"(%10, %11) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %21 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.add"(%13, %12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%1, %8) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.multiply"(%15, %8) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %20 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %7, %8) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "negative", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.negate"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "reciprocal", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
    %5 = "stablehlo.divide"(%4, %2) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %6 = "stablehlo.real"(%5) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %7 = "stablehlo.imag"(%5) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %8 = "stablehlo.multiply"(%0, %6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %9 = "stablehlo.multiply"(%8, %6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %20 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.multiply"(%1, %7) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %15 = "stablehlo.multiply"(%14, %7) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %19 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.add"(%13, %17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%18, %6, %7) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "magnitude", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %1 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %2 = "stablehlo.abs"(%1) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %9 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "angle", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4xf64>, %arg2: tensor<4xf64>):
    %3 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %4 = "stablehlo.complex"(%arg1, %arg2) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %5 = "func.call"(%4) <{callee = @angle.angle}> : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %6 = "stablehlo.multiply"(%3, %5) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %7 = "stablehlo.multiply"(%6, %5) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %12 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %5) : (tensor<f64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f64>>) -> tensor<4xf64>, res_attrs = [{}], sym_name = "angle.angle", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xcomplex<f64>>):
    %0 = "stablehlo.real"(%arg0) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %1 = "stablehlo.imag"(%arg0) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %2 = "stablehlo.atan2"(%1, %0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    "func.return"(%2) : (tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "rsqrt", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.rsqrt"(%2) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "arithmetic", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
    %5 = "stablehlo.add"(%2, %4) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %6 = "stablehlo.complex"(%arg1, %arg0) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %7 = "stablehlo.multiply"(%5, %6) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %8 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %10 = "stablehlo.add"(%arg0, %9) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.complex"(%arg0, %10) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %12 = "stablehlo.divide"(%7, %11) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %13 = "stablehlo.convert"(%arg0) : (tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %14 = "stablehlo.subtract"(%12, %13) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %15 = "stablehlo.real"(%14) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %16 = "stablehlo.imag"(%14) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %17 = "stablehlo.multiply"(%0, %15) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %18 = "stablehlo.multiply"(%17, %15) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %29 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%29) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.add"(%21, %20) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %23 = "stablehlo.multiply"(%1, %16) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %24 = "stablehlo.multiply"(%23, %16) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %26 = "stablehlo.reduce"(%24, %25) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %28 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%28) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %27 = "stablehlo.add"(%22, %26) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%27, %15, %16) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "power", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %3 = "stablehlo.complex"(%arg1, %arg0) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %4 = "stablehlo.power"(%2, %3) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%0, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %19 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%1, %6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %18 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<f64>, tensor<8x4xf64>, tensor<8x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "moves", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x3xf64>, %arg3: tensor<2x3xf64>):
    %2 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00]]> : tensor<8x4xf64>}> : () -> tensor<8x4xf64>
    %3 = "stablehlo.constant"() <{value = dense<[[-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01], [-5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01], [-1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01], [-9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01], [5.940000e-01, 8.910000e-01, 3.210000e-01, -8.180000e-01], [0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00], [9.140000e-01, -2.000000e-02, -1.249000e+00, -3.140000e-01], [5.400000e-02, 2.730000e-01, -0.98199999999999998, -1.107000e+00]]> : tensor<8x4xf64>}> : () -> tensor<8x4xf64>
    %4 = "stablehlo.complex"(%arg2, %arg3) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>>
    %5 = "stablehlo.transpose"(%4) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %7 = "func.call"(%5, %6) <{callee = @moves._pad}> : (tensor<3x2xcomplex<f64>>, tensor<i64>) -> tensor<4x4xcomplex<f64>>
    %8 = "stablehlo.reverse"(%7) <{dimensions = array<i64: 1>}> : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %9 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x4xf64>
    %11 = "stablehlo.convert"(%10) : (tensor<4x4xf64>) -> tensor<4x4xcomplex<f64>>
    %12 = "stablehlo.concatenate"(%8, %11) <{dimension = 0 : i64}> : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<8x4xcomplex<f64>>
    %13 = "stablehlo.real"(%12) : (tensor<8x4xcomplex<f64>>) -> tensor<8x4xf64>
    %14 = "stablehlo.imag"(%12) : (tensor<8x4xcomplex<f64>>) -> tensor<8x4xf64>
    %15 = "stablehlo.multiply"(%2, %13) : (tensor<8x4xf64>, tensor<8x4xf64>) -> tensor<8x4xf64>
    %16 = "stablehlo.multiply"(%15, %13) : (tensor<8x4xf64>, tensor<8x4xf64>) -> tensor<8x4xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %27 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%27) : (tensor<f64>) -> ()
    }) : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.multiply"(%3, %14) : (tensor<8x4xf64>, tensor<8x4xf64>) -> tensor<8x4xf64>
    %22 = "stablehlo.multiply"(%21, %14) : (tensor<8x4xf64>, tensor<8x4xf64>) -> tensor<8x4xf64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %26 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.add"(%20, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%25, %13, %14) : (tensor<f64>, tensor<8x4xf64>, tensor<8x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x2xcomplex<f64>>, tensor<i64>) -> tensor<4x4xcomplex<f64>>, res_attrs = [{}], sym_name = "moves._pad", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x2xcomplex<f64>>, %arg1: tensor<i64>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<complex<f64>>
    %1 = "stablehlo.pad"(%arg0, %0) <{edge_padding_high = array<i64: 0, 2>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<3x2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
    "func.return"(%1) : (tensor<4x4xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "select", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4xf64>, %arg4: tensor<4xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %2 = "stablehlo.constant"() <{value = dense<[9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %3 = "stablehlo.compare"(%arg3, %arg4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %4 = "stablehlo.complex"(%arg3, %arg4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %5 = "stablehlo.complex"(%arg4, %arg4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %6 = "func.call"(%3, %4, %5) <{callee = @select._where}> : (tensor<4xi1>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
    %7 = "stablehlo.real"(%6) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %8 = "stablehlo.imag"(%6) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %9 = "stablehlo.multiply"(%1, %7) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %10 = "stablehlo.multiply"(%9, %7) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.reduce"(%10, %11) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %21 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.add"(%13, %12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%2, %8) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %16 = "stablehlo.multiply"(%15, %8) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %20 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %7, %8) : (tensor<f64>, tensor<4xf64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>, res_attrs = [{}], sym_name = "select._where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<4xcomplex<f64>>, %arg2: tensor<4xcomplex<f64>>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4xi1>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
    "func.return"(%0) : (tensor<4xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xi1>, tensor<4xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "equal", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %1 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %2 = "stablehlo.complex"(%arg0, %arg0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %3 = "stablehlo.compare"(%1, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xi1>
    %4 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %5 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<4xcomplex<f64>>
    %7 = "stablehlo.compare"(%4, %6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xi1>
    %8 = "stablehlo.multiply"(%0, %arg0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %9 = "stablehlo.multiply"(%8, %arg0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %14 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%14) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%13, %arg0, %3, %7) : (tensor<f64>, tensor<4xf64>, tensor<4xi1>, tensor<4xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<f64>, tensor<2x2xf64>, tensor<2x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "product", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>, %arg1: tensor<2x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00]]> : tensor<2x2xf64>}> : () -> tensor<2x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[[9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01]]> : tensor<2x2xf64>}> : () -> tensor<2x2xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>>
    %3 = "stablehlo.complex"(%arg1, %arg0) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>>
    %4 = "stablehlo.transpose"(%3) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
    %5 = "stablehlo.dot_general"(%2, %4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %6 = "stablehlo.real"(%5) : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %7 = "stablehlo.imag"(%5) : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %8 = "stablehlo.multiply"(%0, %6) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %9 = "stablehlo.multiply"(%8, %6) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %20 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<2x2xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.multiply"(%1, %7) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %15 = "stablehlo.multiply"(%14, %7) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %19 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x2xf64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.add"(%13, %17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%18, %6, %7) : (tensor<f64>, tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x2xf64>, tensor<3x2xf64>) -> (tensor<f64>, tensor<2xf64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "sum", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2xf64>, %arg1: tensor<3x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[3.300000e-01, -1.303000e+00]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xcomplex<f64>>
    %3 = "stablehlo.constant"() <{value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %4 = "stablehlo.reduce"(%2, %3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg8: tensor<complex<f64>>, %arg9: tensor<complex<f64>>):
      %28 = "stablehlo.add"(%arg8, %arg9) : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
      "stablehlo.return"(%28) : (tensor<complex<f64>>) -> ()
    }) : (tensor<3x2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
    %5 = "stablehlo.complex"(%arg0, %arg1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xcomplex<f64>>
    %6 = "stablehlo.slice"(%5) <{limit_indices = array<i64: 1, 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %8 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<complex<f64>>, %arg7: tensor<complex<f64>>):
      %27 = "stablehlo.multiply"(%arg6, %arg7) : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
      "stablehlo.return"(%27) : (tensor<complex<f64>>) -> ()
    }) : (tensor<2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
    %11 = "stablehlo.multiply"(%4, %10) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %12 = "stablehlo.real"(%11) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %13 = "stablehlo.imag"(%11) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %14 = "stablehlo.multiply"(%0, %12) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %15 = "stablehlo.multiply"(%14, %12) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %26 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.add"(%18, %17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.multiply"(%1, %13) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %21 = "stablehlo.multiply"(%20, %13) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %25 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.add"(%19, %23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%24, %12, %13) : (tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "loop", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<2xf64>, %arg4: tensor<2xf64>):
    %6 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %7 = "stablehlo.constant"() <{value = dense<[3.300000e-01, -1.303000e+00]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %8 = "stablehlo.complex"(%arg3, %arg4) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %10:4 = "stablehlo.while"(%arg3, %arg4, %9, %8) ({
    ^bb0(%arg13: tensor<2xf64>, %arg14: tensor<2xf64>, %arg15: tensor<i64>, %arg16: tensor<2xcomplex<f64>>):
      %29 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %30 = "stablehlo.compare"(%arg15, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%30) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg9: tensor<2xf64>, %arg10: tensor<2xf64>, %arg11: tensor<i64>, %arg12: tensor<2xcomplex<f64>>):
      %26 = "func.call"(%arg9, %arg10, %arg12) <{callee = @loop.closed_call}> : (tensor<2xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
      %27 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %28 = "stablehlo.add"(%arg11, %27) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg9, %arg10, %28, %26) : (tensor<2xf64>, tensor<2xf64>, tensor<i64>, tensor<2xcomplex<f64>>) -> ()
    }) : (tensor<2xf64>, tensor<2xf64>, tensor<i64>, tensor<2xcomplex<f64>>) -> (tensor<2xf64>, tensor<2xf64>, tensor<i64>, tensor<2xcomplex<f64>>)
    %11 = "stablehlo.real"(%10#3) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %12 = "stablehlo.imag"(%10#3) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %13 = "stablehlo.multiply"(%6, %11) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %14 = "stablehlo.multiply"(%13, %11) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %25 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.add"(%17, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.multiply"(%7, %12) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %20 = "stablehlo.multiply"(%19, %12) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.reduce"(%20, %21) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %24 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%24) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %23 = "stablehlo.add"(%18, %22) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%23, %11, %12) : (tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>, res_attrs = [{}], sym_name = "loop.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xcomplex<f64>>):
    %0 = "stablehlo.multiply"(%arg2, %arg2) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %1 = "stablehlo.constant"() <{value = dense<(5.000000e-01,0.000000e+00)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %4 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
    %5 = "stablehlo.add"(%3, %4) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    "func.return"(%5) : (tensor<2xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xf32>, tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>, tensor<2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "narrow", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %1 = "stablehlo.constant"() <{value = dense<[3.300000e-01, -1.303000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %2 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %3 = "stablehlo.constant"() <{value = dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
    %5 = "stablehlo.multiply"(%2, %4) : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %6 = "stablehlo.real"(%5) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %7 = "stablehlo.imag"(%5) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %8 = "stablehlo.multiply"(%0, %6) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %9 = "stablehlo.multiply"(%8, %6) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %20 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%20) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %14 = "stablehlo.multiply"(%1, %7) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %15 = "stablehlo.multiply"(%14, %7) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %19 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%19) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.add"(%13, %17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%18, %6, %7) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()

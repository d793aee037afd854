// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in special.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "zeta", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[2.000000e+00, 3.500000e+00, 1.200000e+00, 9.000000e+00, 3.000000e+01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %2 = "chlo.zeta"(%0, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %3 = "stablehlo.multiply"(%1, %2) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %9 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1xf64>) -> (tensor<f64>, tensor<1xf64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "zeta_ends", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[1.000000e+00, 5.000000e-01, 3.000000e+00, 2.000000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %1 = "stablehlo.constant"() <{value = dense<[2.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %2 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %3 = "stablehlo.constant"() <{value = dense<[8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %4 = "chlo.zeta"(%0, %1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %5 = "stablehlo.multiply"(%2, %arg0) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %6 = "stablehlo.multiply"(%5, %arg0) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %17 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.multiply"(%3, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %12 = "stablehlo.multiply"(%11, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %16 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%16) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.add"(%10, %14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%15, %arg0, %4) : (tensor<f64>, tensor<1xf64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "polygamma", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %1 = "stablehlo.constant"() <{value = dense<[4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %2 = "stablehlo.constant"() <{value = dense<[2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %3 = "stablehlo.constant"() <{value = dense<[0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %6 = "chlo.polygamma"(%5, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %7 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %9 = "chlo.polygamma"(%8, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %10 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %12 = "chlo.polygamma"(%11, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %13 = "stablehlo.constant"() <{value = dense<5.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %15 = "chlo.polygamma"(%14, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %16 = "stablehlo.multiply"(%0, %6) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %17 = "stablehlo.multiply"(%16, %6) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.reduce"(%17, %18) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %40 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%40) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.add"(%20, %19) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %22 = "stablehlo.multiply"(%1, %9) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %23 = "stablehlo.multiply"(%22, %9) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %25 = "stablehlo.reduce"(%23, %24) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %39 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%39) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %26 = "stablehlo.add"(%21, %25) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %27 = "stablehlo.multiply"(%2, %12) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %28 = "stablehlo.multiply"(%27, %12) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %30 = "stablehlo.reduce"(%28, %29) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %38 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%38) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %31 = "stablehlo.add"(%26, %30) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %32 = "stablehlo.multiply"(%3, %15) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %33 = "stablehlo.multiply"(%32, %15) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %35 = "stablehlo.reduce"(%33, %34) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %37 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%37) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %36 = "stablehlo.add"(%31, %35) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%36, %6, %9, %12, %15) : (tensor<f64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "trigamma_slope", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %3 = "chlo.polygamma"(%2, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.add"(%4, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %8 = "chlo.polygamma"(%7, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %9 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %11 = "stablehlo.multiply"(%10, %3) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %12 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %14 = "stablehlo.multiply"(%13, %11) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %15 = "stablehlo.multiply"(%14, %8) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %16 = "stablehlo.multiply"(%0, %15) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %17 = "stablehlo.multiply"(%16, %15) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.reduce"(%17, %18) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %22 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.add"(%20, %19) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%21, %15) : (tensor<f64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "digamma_slope", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %1 = "chlo.digamma"(%arg0) : (tensor<5xf64>) -> tensor<5xf64>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %4 = "chlo.polygamma"(%3, %arg0) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %5 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %7 = "stablehlo.multiply"(%6, %1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %8 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<5xf64>
    %10 = "stablehlo.multiply"(%9, %7) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %11 = "stablehlo.multiply"(%10, %4) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %12 = "stablehlo.multiply"(%0, %11) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %13 = "stablehlo.multiply"(%12, %11) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %18 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.add"(%16, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %11) : (tensor<f64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<10xf64>) -> (tensor<f64>, tensor<10xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "bessel_i1e", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01]> : tensor<10xf64>}> : () -> tensor<10xf64>
    %1 = "chlo.bessel_i1e"(%arg0) : (tensor<10xf64>) -> tensor<10xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %8 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<10xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<10xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "bessel_i1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %1 = "stablehlo.abs"(%arg0) : (tensor<4xf64>) -> tensor<4xf64>
    %2 = "stablehlo.exponential"(%1) : (tensor<4xf64>) -> tensor<4xf64>
    %3 = "chlo.bessel_i1e"(%arg0) : (tensor<4xf64>) -> tensor<4xf64>
    %4 = "stablehlo.multiply"(%2, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %5 = "stablehlo.multiply"(%0, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %11 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<8xf64>) -> (tensor<f64>, tensor<8xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "bessel_i0e", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<8xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]> : tensor<8xf64>}> : () -> tensor<8xf64>
    %1 = "stablehlo.abs"(%arg0) : (tensor<8xf64>) -> tensor<8xf64>
    %2 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %4 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %6 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %8 = "stablehlo.multiply"(%3, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %9 = "stablehlo.subtract"(%8, %5) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %16 = "stablehlo.multiply"(%9, %11) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %17 = "stablehlo.subtract"(%16, %13) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %18 = "stablehlo.constant"() <{value = dense<-4.4153416464793395E-18> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %20 = "stablehlo.add"(%17, %19) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %21 = "stablehlo.multiply"(%9, %20) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %22 = "stablehlo.subtract"(%21, %11) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %23 = "stablehlo.constant"() <{value = dense<3.3307945188222384E-17> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %25 = "stablehlo.add"(%22, %24) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %26 = "stablehlo.multiply"(%9, %25) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %27 = "stablehlo.subtract"(%26, %20) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %28 = "stablehlo.constant"() <{value = dense<-2.4312798465479549E-16> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %30 = "stablehlo.add"(%27, %29) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %31 = "stablehlo.multiply"(%9, %30) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %32 = "stablehlo.subtract"(%31, %25) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %33 = "stablehlo.constant"() <{value = dense<1.7153912855551331E-15> : tensor<f64>}> : () -> tensor<f64>
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %35 = "stablehlo.add"(%32, %34) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %36 = "stablehlo.multiply"(%9, %35) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %37 = "stablehlo.subtract"(%36, %30) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %38 = "stablehlo.constant"() <{value = dense<-1.1685332877993451E-14> : tensor<f64>}> : () -> tensor<f64>
    %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %40 = "stablehlo.add"(%37, %39) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %41 = "stablehlo.multiply"(%9, %40) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %42 = "stablehlo.subtract"(%41, %35) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %43 = "stablehlo.constant"() <{value = dense<7.6761854986049361E-14> : tensor<f64>}> : () -> tensor<f64>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %45 = "stablehlo.add"(%42, %44) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %46 = "stablehlo.multiply"(%9, %45) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %47 = "stablehlo.subtract"(%46, %40) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %48 = "stablehlo.constant"() <{value = dense<-4.856446783111929E-13> : tensor<f64>}> : () -> tensor<f64>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %50 = "stablehlo.add"(%47, %49) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %51 = "stablehlo.multiply"(%9, %50) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %52 = "stablehlo.subtract"(%51, %45) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %53 = "stablehlo.constant"() <{value = dense<2.9550526631296399E-12> : tensor<f64>}> : () -> tensor<f64>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %55 = "stablehlo.add"(%52, %54) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %56 = "stablehlo.multiply"(%9, %55) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %57 = "stablehlo.subtract"(%56, %50) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %58 = "stablehlo.constant"() <{value = dense<-1.7268262914415559E-11> : tensor<f64>}> : () -> tensor<f64>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %60 = "stablehlo.add"(%57, %59) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %61 = "stablehlo.multiply"(%9, %60) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %62 = "stablehlo.subtract"(%61, %55) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %63 = "stablehlo.constant"() <{value = dense<9.6758090353732369E-11> : tensor<f64>}> : () -> tensor<f64>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %65 = "stablehlo.add"(%62, %64) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %66 = "stablehlo.multiply"(%9, %65) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %67 = "stablehlo.subtract"(%66, %60) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %68 = "stablehlo.constant"() <{value = dense<-5.1897956016352627E-10> : tensor<f64>}> : () -> tensor<f64>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %70 = "stablehlo.add"(%67, %69) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %71 = "stablehlo.multiply"(%9, %70) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %72 = "stablehlo.subtract"(%71, %65) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %73 = "stablehlo.constant"() <{value = dense<2.6598237246823866E-9> : tensor<f64>}> : () -> tensor<f64>
    %74 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %75 = "stablehlo.add"(%72, %74) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %76 = "stablehlo.multiply"(%9, %75) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %77 = "stablehlo.subtract"(%76, %70) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %78 = "stablehlo.constant"() <{value = dense<-1.300025009986248E-8> : tensor<f64>}> : () -> tensor<f64>
    %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %80 = "stablehlo.add"(%77, %79) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %81 = "stablehlo.multiply"(%9, %80) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %82 = "stablehlo.subtract"(%81, %75) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %83 = "stablehlo.constant"() <{value = dense<6.0469950225419186E-8> : tensor<f64>}> : () -> tensor<f64>
    %84 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %85 = "stablehlo.add"(%82, %84) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %86 = "stablehlo.multiply"(%9, %85) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %87 = "stablehlo.subtract"(%86, %80) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %88 = "stablehlo.constant"() <{value = dense<-2.6707938539406119E-7> : tensor<f64>}> : () -> tensor<f64>
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %90 = "stablehlo.add"(%87, %89) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %91 = "stablehlo.multiply"(%9, %90) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %92 = "stablehlo.subtract"(%91, %85) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %93 = "stablehlo.constant"() <{value = dense<1.1173875391201037E-6> : tensor<f64>}> : () -> tensor<f64>
    %94 = "stablehlo.broadcast_in_dim"(%93) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %95 = "stablehlo.add"(%92, %94) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %96 = "stablehlo.multiply"(%9, %95) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %97 = "stablehlo.subtract"(%96, %90) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %98 = "stablehlo.constant"() <{value = dense<-4.4167383584587505E-6> : tensor<f64>}> : () -> tensor<f64>
    %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %100 = "stablehlo.add"(%97, %99) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %101 = "stablehlo.multiply"(%9, %100) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %102 = "stablehlo.subtract"(%101, %95) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %103 = "stablehlo.constant"() <{value = dense<1.6448448070728896E-5> : tensor<f64>}> : () -> tensor<f64>
    %104 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %105 = "stablehlo.add"(%102, %104) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %106 = "stablehlo.multiply"(%9, %105) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %107 = "stablehlo.subtract"(%106, %100) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %108 = "stablehlo.constant"() <{value = dense<-5.754195010082104E-5> : tensor<f64>}> : () -> tensor<f64>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %110 = "stablehlo.add"(%107, %109) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %111 = "stablehlo.multiply"(%9, %110) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %112 = "stablehlo.subtract"(%111, %105) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %113 = "stablehlo.constant"() <{value = dense<1.8850288509584165E-4> : tensor<f64>}> : () -> tensor<f64>
    %114 = "stablehlo.broadcast_in_dim"(%113) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %115 = "stablehlo.add"(%112, %114) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %116 = "stablehlo.multiply"(%9, %115) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %117 = "stablehlo.subtract"(%116, %110) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %118 = "stablehlo.constant"() <{value = dense<-5.7637557453858236E-4> : tensor<f64>}> : () -> tensor<f64>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %120 = "stablehlo.add"(%117, %119) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %121 = "stablehlo.multiply"(%9, %120) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %122 = "stablehlo.subtract"(%121, %115) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %123 = "stablehlo.constant"() <{value = dense<0.0016394756169413357> : tensor<f64>}> : () -> tensor<f64>
    %124 = "stablehlo.broadcast_in_dim"(%123) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %125 = "stablehlo.add"(%122, %124) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %126 = "stablehlo.multiply"(%9, %125) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %127 = "stablehlo.subtract"(%126, %120) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %128 = "stablehlo.constant"() <{value = dense<-0.0043243099950505759> : tensor<f64>}> : () -> tensor<f64>
    %129 = "stablehlo.broadcast_in_dim"(%128) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %130 = "stablehlo.add"(%127, %129) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %131 = "stablehlo.multiply"(%9, %130) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %132 = "stablehlo.subtract"(%131, %125) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %133 = "stablehlo.constant"() <{value = dense<0.010546460394594998> : tensor<f64>}> : () -> tensor<f64>
    %134 = "stablehlo.broadcast_in_dim"(%133) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %135 = "stablehlo.add"(%132, %134) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %136 = "stablehlo.multiply"(%9, %135) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %137 = "stablehlo.subtract"(%136, %130) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %138 = "stablehlo.constant"() <{value = dense<-0.023737414805899471> : tensor<f64>}> : () -> tensor<f64>
    %139 = "stablehlo.broadcast_in_dim"(%138) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %140 = "stablehlo.add"(%137, %139) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %141 = "stablehlo.multiply"(%9, %140) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %142 = "stablehlo.subtract"(%141, %135) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %143 = "stablehlo.constant"() <{value = dense<0.049305284239670712> : tensor<f64>}> : () -> tensor<f64>
    %144 = "stablehlo.broadcast_in_dim"(%143) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %145 = "stablehlo.add"(%142, %144) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %146 = "stablehlo.multiply"(%9, %145) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %147 = "stablehlo.subtract"(%146, %140) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %148 = "stablehlo.constant"() <{value = dense<-0.094901097048047639> : tensor<f64>}> : () -> tensor<f64>
    %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %150 = "stablehlo.add"(%147, %149) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %151 = "stablehlo.multiply"(%9, %150) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %152 = "stablehlo.subtract"(%151, %145) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %153 = "stablehlo.constant"() <{value = dense<0.17162090152220877> : tensor<f64>}> : () -> tensor<f64>
    %154 = "stablehlo.broadcast_in_dim"(%153) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %155 = "stablehlo.add"(%152, %154) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %156 = "stablehlo.multiply"(%9, %155) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %157 = "stablehlo.subtract"(%156, %150) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %158 = "stablehlo.constant"() <{value = dense<-0.3046826723431984> : tensor<f64>}> : () -> tensor<f64>
    %159 = "stablehlo.broadcast_in_dim"(%158) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %160 = "stablehlo.add"(%157, %159) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %161 = "stablehlo.multiply"(%9, %160) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %162 = "stablehlo.subtract"(%161, %155) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %163 = "stablehlo.constant"() <{value = dense<0.67679527440947607> : tensor<f64>}> : () -> tensor<f64>
    %164 = "stablehlo.broadcast_in_dim"(%163) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %165 = "stablehlo.add"(%162, %164) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %166 = "stablehlo.subtract"(%165, %155) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %167 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %168 = "stablehlo.broadcast_in_dim"(%167) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %169 = "stablehlo.multiply"(%168, %166) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %170 = "stablehlo.divide"(%7, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %171 = "stablehlo.subtract"(%170, %5) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %172 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %173 = "stablehlo.broadcast_in_dim"(%172) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %174 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %175 = "stablehlo.broadcast_in_dim"(%174) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %176 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %177 = "stablehlo.broadcast_in_dim"(%176) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %178 = "stablehlo.multiply"(%171, %173) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %179 = "stablehlo.subtract"(%178, %175) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %180 = "stablehlo.constant"() <{value = dense<-7.2331804878747538E-18> : tensor<f64>}> : () -> tensor<f64>
    %181 = "stablehlo.broadcast_in_dim"(%180) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %182 = "stablehlo.add"(%179, %181) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %183 = "stablehlo.multiply"(%171, %182) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %184 = "stablehlo.subtract"(%183, %173) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %185 = "stablehlo.constant"() <{value = dense<-4.8305044859441819E-18> : tensor<f64>}> : () -> tensor<f64>
    %186 = "stablehlo.broadcast_in_dim"(%185) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %187 = "stablehlo.add"(%184, %186) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %188 = "stablehlo.multiply"(%171, %187) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %189 = "stablehlo.subtract"(%188, %182) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %190 = "stablehlo.constant"() <{value = dense<4.4656214202967598E-17> : tensor<f64>}> : () -> tensor<f64>
    %191 = "stablehlo.broadcast_in_dim"(%190) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %192 = "stablehlo.add"(%189, %191) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %193 = "stablehlo.multiply"(%171, %192) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %194 = "stablehlo.subtract"(%193, %187) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %195 = "stablehlo.constant"() <{value = dense<3.4612228676974612E-17> : tensor<f64>}> : () -> tensor<f64>
    %196 = "stablehlo.broadcast_in_dim"(%195) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %197 = "stablehlo.add"(%194, %196) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %198 = "stablehlo.multiply"(%171, %197) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %199 = "stablehlo.subtract"(%198, %192) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %200 = "stablehlo.constant"() <{value = dense<-2.8276239805165836E-16> : tensor<f64>}> : () -> tensor<f64>
    %201 = "stablehlo.broadcast_in_dim"(%200) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %202 = "stablehlo.add"(%199, %201) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %203 = "stablehlo.multiply"(%171, %202) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %204 = "stablehlo.subtract"(%203, %197) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %205 = "stablehlo.constant"() <{value = dense<-3.425485619677219E-16> : tensor<f64>}> : () -> tensor<f64>
    %206 = "stablehlo.broadcast_in_dim"(%205) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %207 = "stablehlo.add"(%204, %206) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %208 = "stablehlo.multiply"(%171, %207) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %209 = "stablehlo.subtract"(%208, %202) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %210 = "stablehlo.constant"() <{value = dense<1.7725601330565263E-15> : tensor<f64>}> : () -> tensor<f64>
    %211 = "stablehlo.broadcast_in_dim"(%210) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %212 = "stablehlo.add"(%209, %211) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %213 = "stablehlo.multiply"(%171, %212) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %214 = "stablehlo.subtract"(%213, %207) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %215 = "stablehlo.constant"() <{value = dense<3.8116806693526224E-15> : tensor<f64>}> : () -> tensor<f64>
    %216 = "stablehlo.broadcast_in_dim"(%215) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %217 = "stablehlo.add"(%214, %216) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %218 = "stablehlo.multiply"(%171, %217) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %219 = "stablehlo.subtract"(%218, %212) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %220 = "stablehlo.constant"() <{value = dense<-9.5548466988283073E-15> : tensor<f64>}> : () -> tensor<f64>
    %221 = "stablehlo.broadcast_in_dim"(%220) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %222 = "stablehlo.add"(%219, %221) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %223 = "stablehlo.multiply"(%171, %222) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %224 = "stablehlo.subtract"(%223, %217) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %225 = "stablehlo.constant"() <{value = dense<-4.1505693472872222E-14> : tensor<f64>}> : () -> tensor<f64>
    %226 = "stablehlo.broadcast_in_dim"(%225) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %227 = "stablehlo.add"(%224, %226) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %228 = "stablehlo.multiply"(%171, %227) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %229 = "stablehlo.subtract"(%228, %222) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %230 = "stablehlo.constant"() <{value = dense<1.54008621752141E-14> : tensor<f64>}> : () -> tensor<f64>
    %231 = "stablehlo.broadcast_in_dim"(%230) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %232 = "stablehlo.add"(%229, %231) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %233 = "stablehlo.multiply"(%171, %232) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %234 = "stablehlo.subtract"(%233, %227) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %235 = "stablehlo.constant"() <{value = dense<3.8527783827421426E-13> : tensor<f64>}> : () -> tensor<f64>
    %236 = "stablehlo.broadcast_in_dim"(%235) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %237 = "stablehlo.add"(%234, %236) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %238 = "stablehlo.multiply"(%171, %237) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %239 = "stablehlo.subtract"(%238, %232) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %240 = "stablehlo.constant"() <{value = dense<7.180124451383666E-13> : tensor<f64>}> : () -> tensor<f64>
    %241 = "stablehlo.broadcast_in_dim"(%240) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %242 = "stablehlo.add"(%239, %241) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %243 = "stablehlo.multiply"(%171, %242) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %244 = "stablehlo.subtract"(%243, %237) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %245 = "stablehlo.constant"() <{value = dense<-1.7941785315068062E-12> : tensor<f64>}> : () -> tensor<f64>
    %246 = "stablehlo.broadcast_in_dim"(%245) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %247 = "stablehlo.add"(%244, %246) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %248 = "stablehlo.multiply"(%171, %247) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %249 = "stablehlo.subtract"(%248, %242) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %250 = "stablehlo.constant"() <{value = dense<-1.3215811840447713E-11> : tensor<f64>}> : () -> tensor<f64>
    %251 = "stablehlo.broadcast_in_dim"(%250) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %252 = "stablehlo.add"(%249, %251) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %253 = "stablehlo.multiply"(%171, %252) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %254 = "stablehlo.subtract"(%253, %247) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %255 = "stablehlo.constant"() <{value = dense<-3.1499165279632416E-11> : tensor<f64>}> : () -> tensor<f64>
    %256 = "stablehlo.broadcast_in_dim"(%255) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %257 = "stablehlo.add"(%254, %256) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %258 = "stablehlo.multiply"(%171, %257) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %259 = "stablehlo.subtract"(%258, %252) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %260 = "stablehlo.constant"() <{value = dense<1.1889147107846439E-11> : tensor<f64>}> : () -> tensor<f64>
    %261 = "stablehlo.broadcast_in_dim"(%260) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %262 = "stablehlo.add"(%259, %261) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %263 = "stablehlo.multiply"(%171, %262) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %264 = "stablehlo.subtract"(%263, %257) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %265 = "stablehlo.constant"() <{value = dense<4.9406023882249701E-10> : tensor<f64>}> : () -> tensor<f64>
    %266 = "stablehlo.broadcast_in_dim"(%265) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %267 = "stablehlo.add"(%264, %266) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %268 = "stablehlo.multiply"(%171, %267) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %269 = "stablehlo.subtract"(%268, %262) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %270 = "stablehlo.constant"() <{value = dense<3.3962320257083865E-9> : tensor<f64>}> : () -> tensor<f64>
    %271 = "stablehlo.broadcast_in_dim"(%270) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %272 = "stablehlo.add"(%269, %271) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %273 = "stablehlo.multiply"(%171, %272) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %274 = "stablehlo.subtract"(%273, %267) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %275 = "stablehlo.constant"() <{value = dense<2.266668990498178E-8> : tensor<f64>}> : () -> tensor<f64>
    %276 = "stablehlo.broadcast_in_dim"(%275) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %277 = "stablehlo.add"(%274, %276) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %278 = "stablehlo.multiply"(%171, %277) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %279 = "stablehlo.subtract"(%278, %272) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %280 = "stablehlo.constant"() <{value = dense<2.0489185894690638E-7> : tensor<f64>}> : () -> tensor<f64>
    %281 = "stablehlo.broadcast_in_dim"(%280) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %282 = "stablehlo.add"(%279, %281) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %283 = "stablehlo.multiply"(%171, %282) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %284 = "stablehlo.subtract"(%283, %277) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %285 = "stablehlo.constant"() <{value = dense<2.8913705208347567E-6> : tensor<f64>}> : () -> tensor<f64>
    %286 = "stablehlo.broadcast_in_dim"(%285) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %287 = "stablehlo.add"(%284, %286) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %288 = "stablehlo.multiply"(%171, %287) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %289 = "stablehlo.subtract"(%288, %282) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %290 = "stablehlo.constant"() <{value = dense<6.8897583469168245E-5> : tensor<f64>}> : () -> tensor<f64>
    %291 = "stablehlo.broadcast_in_dim"(%290) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %292 = "stablehlo.add"(%289, %291) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %293 = "stablehlo.multiply"(%171, %292) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %294 = "stablehlo.subtract"(%293, %287) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %295 = "stablehlo.constant"() <{value = dense<0.0033691164782556943> : tensor<f64>}> : () -> tensor<f64>
    %296 = "stablehlo.broadcast_in_dim"(%295) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %297 = "stablehlo.add"(%294, %296) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %298 = "stablehlo.multiply"(%171, %297) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %299 = "stablehlo.subtract"(%298, %292) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %300 = "stablehlo.constant"() <{value = dense<0.80449041101410879> : tensor<f64>}> : () -> tensor<f64>
    %301 = "stablehlo.broadcast_in_dim"(%300) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %302 = "stablehlo.add"(%299, %301) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %303 = "stablehlo.subtract"(%302, %292) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %304 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %305 = "stablehlo.broadcast_in_dim"(%304) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %306 = "stablehlo.multiply"(%305, %303) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %307 = "stablehlo.sqrt"(%1) : (tensor<8xf64>) -> tensor<8xf64>
    %308 = "stablehlo.divide"(%306, %307) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %309 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %310 = "stablehlo.broadcast_in_dim"(%309) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<8xf64>
    %311 = "stablehlo.compare"(%1, %310) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %312 = "stablehlo.select"(%311, %169, %308) : (tensor<8xi1>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %313 = "stablehlo.multiply"(%0, %312) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %314 = "stablehlo.multiply"(%313, %312) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    %315 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %316 = "stablehlo.reduce"(%314, %315) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %319 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%319) : (tensor<f64>) -> ()
    }) : (tensor<8xf64>, tensor<f64>) -> tensor<f64>
    %317 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %318 = "stablehlo.add"(%317, %316) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%318, %312) : (tensor<f64>, tensor<8xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "beta", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4xf64>, %arg4: tensor<4xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %2 = "stablehlo.minimum"(%arg3, %arg4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %3 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %4 = "chlo.lgamma"(%2) : (tensor<4xf64>) -> tensor<4xf64>
    %5 = "chlo.lgamma"(%3) : (tensor<4xf64>) -> tensor<4xf64>
    %6 = "stablehlo.add"(%2, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %7 = "chlo.lgamma"(%6) : (tensor<4xf64>) -> tensor<4xf64>
    %8 = "stablehlo.subtract"(%5, %7) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %9 = "stablehlo.add"(%4, %8) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %10 = "chlo.lgamma"(%2) : (tensor<4xf64>) -> tensor<4xf64>
    %11 = "stablehlo.divide"(%2, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %12 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %14 = "stablehlo.add"(%13, %11) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %15 = "stablehlo.divide"(%11, %14) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %16 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %18 = "stablehlo.add"(%17, %11) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %19 = "stablehlo.divide"(%11, %18) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %20 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %22 = "stablehlo.subtract"(%2, %21) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %23 = "stablehlo.add"(%3, %22) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %24 = "stablehlo.multiply"(%19, %19) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %25 = "stablehlo.add"(%19, %24) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %26 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %28 = "stablehlo.add"(%27, %25) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %29 = "stablehlo.multiply"(%24, %28) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %30 = "stablehlo.add"(%19, %29) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %31 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %33 = "stablehlo.add"(%32, %30) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %34 = "stablehlo.multiply"(%24, %33) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %35 = "stablehlo.add"(%19, %34) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %36 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %38 = "stablehlo.add"(%37, %35) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %39 = "stablehlo.multiply"(%24, %38) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %40 = "stablehlo.add"(%19, %39) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %41 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %43 = "stablehlo.add"(%42, %40) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %44 = "stablehlo.multiply"(%24, %43) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %45 = "stablehlo.add"(%19, %44) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %46 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %48 = "stablehlo.add"(%47, %45) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %49 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %51 = "stablehlo.divide"(%50, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %52 = "stablehlo.multiply"(%51, %51) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %53 = "stablehlo.constant"() <{value = dense<-0.0016532296278071301> : tensor<f64>}> : () -> tensor<f64>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %55 = "stablehlo.multiply"(%54, %48) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %56 = "stablehlo.multiply"(%55, %52) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %57 = "stablehlo.constant"() <{value = dense<8.3730803403121495E-4> : tensor<f64>}> : () -> tensor<f64>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %59 = "stablehlo.multiply"(%58, %43) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %60 = "stablehlo.add"(%56, %59) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %61 = "stablehlo.multiply"(%60, %52) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %62 = "stablehlo.constant"() <{value = dense<-5.9520293135187005E-4> : tensor<f64>}> : () -> tensor<f64>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %64 = "stablehlo.multiply"(%63, %38) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %65 = "stablehlo.add"(%61, %64) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %66 = "stablehlo.multiply"(%65, %52) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %67 = "stablehlo.constant"() <{value = dense<7.9365066682538996E-4> : tensor<f64>}> : () -> tensor<f64>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %69 = "stablehlo.multiply"(%68, %33) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %70 = "stablehlo.add"(%66, %69) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %71 = "stablehlo.multiply"(%70, %52) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %72 = "stablehlo.constant"() <{value = dense<-0.00277777777760991> : tensor<f64>}> : () -> tensor<f64>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %74 = "stablehlo.multiply"(%73, %28) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %75 = "stablehlo.add"(%71, %74) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %76 = "stablehlo.multiply"(%75, %52) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %77 = "stablehlo.constant"() <{value = dense<0.083333333333333301> : tensor<f64>}> : () -> tensor<f64>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %79 = "stablehlo.add"(%76, %78) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %80 = "stablehlo.divide"(%15, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %81 = "stablehlo.multiply"(%79, %80) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %82 = "stablehlo.divide"(%2, %3) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %83 = "stablehlo.log_plus_one"(%82) : (tensor<4xf64>) -> tensor<4xf64>
    %84 = "stablehlo.multiply"(%23, %83) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %85 = "stablehlo.log"(%3) : (tensor<4xf64>) -> tensor<4xf64>
    %86 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %87 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %88 = "stablehlo.subtract"(%85, %87) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %89 = "stablehlo.multiply"(%2, %88) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %90 = "stablehlo.compare"(%84, %89) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %91 = "stablehlo.subtract"(%81, %89) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %92 = "stablehlo.subtract"(%91, %84) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %93 = "stablehlo.subtract"(%81, %84) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %94 = "stablehlo.subtract"(%93, %89) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %95 = "func.call"(%90, %92, %94) <{callee = @beta._where}> : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %96 = "stablehlo.add"(%10, %95) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %97 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %99 = "stablehlo.compare"(%3, %98) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %100 = "func.call"(%99, %9, %96) <{callee = @beta._where}> : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %101 = "stablehlo.multiply"(%1, %100) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %102 = "stablehlo.multiply"(%101, %100) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %103 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %104 = "stablehlo.reduce"(%102, %103) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %107 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%107) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %105 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %106 = "stablehlo.add"(%105, %104) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%106, %100) : (tensor<f64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>, res_attrs = [{}], sym_name = "beta._where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<4xf64>, %arg2: tensor<4xf64>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    "func.return"(%0) : (tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>, tensor<5xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "narrow", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01]> : tensor<5xf32>}> : () -> tensor<5xf32>
    %1 = "stablehlo.constant"() <{value = dense<[4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01]> : tensor<5xf32>}> : () -> tensor<5xf32>
    %2 = "chlo.bessel_i1e"(%arg0) : (tensor<5xf32>) -> tensor<5xf32>
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5xf32>
    %5 = "chlo.polygamma"(%4, %arg0) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %6 = "stablehlo.multiply"(%0, %2) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %7 = "stablehlo.multiply"(%6, %2) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%18) : (tensor<f32>) -> ()
    }) : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %12 = "stablehlo.multiply"(%1, %5) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %17 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%17) : (tensor<f32>) -> ()
    }) : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%16, %2, %5) : (tensor<f32>, tensor<5xf32>, tensor<5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf16>) -> (tensor<f16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "half", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf16>):
    %0 = "stablehlo.constant"() <{value = dense<[3.459470e-01, 8.217770e-01, 3.300780e-01]> : tensor<3xf16>}> : () -> tensor<3xf16>
    %1 = "stablehlo.constant"() <{value = dense<[-1.302730e+00, 9.047850e-01, 4.460450e-01]> : tensor<3xf16>}> : () -> tensor<3xf16>
    %2 = "stablehlo.constant"() <{value = dense<[-5.371090e-01, 5.810550e-01, 3.649900e-01]> : tensor<3xf16>}> : () -> tensor<3xf16>
    %3 = "chlo.bessel_i1e"(%arg0) : (tensor<3xf16>) -> tensor<3xf16>
    %4 = "chlo.lgamma"(%arg0) : (tensor<3xf16>) -> tensor<3xf16>
    %5 = "chlo.digamma"(%arg0) : (tensor<3xf16>) -> tensor<3xf16>
    %6 = "stablehlo.multiply"(%0, %3) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %7 = "stablehlo.multiply"(%6, %3) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %8 = "stablehlo.convert"(%7) : (tensor<3xf16>) -> tensor<3xf32>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %30 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%30) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %11 = "stablehlo.convert"(%10) : (tensor<f32>) -> tensor<f16>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f16>}> : () -> tensor<f16>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    %14 = "stablehlo.multiply"(%1, %4) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %15 = "stablehlo.multiply"(%14, %4) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %16 = "stablehlo.convert"(%15) : (tensor<3xf16>) -> tensor<3xf32>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %29 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%29) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %19 = "stablehlo.convert"(%18) : (tensor<f32>) -> tensor<f16>
    %20 = "stablehlo.add"(%13, %19) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    %21 = "stablehlo.multiply"(%2, %5) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %22 = "stablehlo.multiply"(%21, %5) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %23 = "stablehlo.convert"(%22) : (tensor<3xf16>) -> tensor<3xf32>
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %25 = "stablehlo.reduce"(%23, %24) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %28 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%28) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %26 = "stablehlo.convert"(%25) : (tensor<f32>) -> tensor<f16>
    %27 = "stablehlo.add"(%20, %26) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "func.return"(%27, %3, %4, %5) : (tensor<f16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> ()
  }) : () -> ()
}) : () -> ()

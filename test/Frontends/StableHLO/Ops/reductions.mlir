// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in reductions.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3x4xf64>) -> (tensor<f64>, tensor<f64>, tensor<2x4xf64>, tensor<3xf64>, tensor<2x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "sums", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01], [4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01]]> : tensor<2x4xf64>}> : () -> tensor<2x4xf64>
    %1 = "stablehlo.constant"() <{value = dense<[2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01]]> : tensor<2x3xf64>}> : () -> tensor<2x3xf64>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.reduce"(%arg0, %3) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg15: tensor<f64>, %arg16: tensor<f64>):
      %43 = "stablehlo.add"(%arg15, %arg16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%43) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%arg0, %5) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg13: tensor<f64>, %arg14: tensor<f64>):
      %42 = "stablehlo.add"(%arg13, %arg14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%42) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x4xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%arg0, %7) <{dimensions = array<i64: 0, 2>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %41 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%41) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%arg0, %9) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %40 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%40) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x3xf64>
    %11 = "stablehlo.constant"() <{value = dense<4.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x3xf64>
    %13 = "stablehlo.divide"(%10, %12) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %14 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.multiply"(%14, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.multiply"(%15, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %39 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%39) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.multiply"(%0, %6) : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
    %22 = "stablehlo.multiply"(%21, %6) : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %38 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%38) : (tensor<f64>) -> ()
    }) : (tensor<2x4xf64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.add"(%20, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %26 = "stablehlo.multiply"(%1, %8) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %27 = "stablehlo.multiply"(%26, %8) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %37 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%37) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %30 = "stablehlo.add"(%25, %29) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %31 = "stablehlo.multiply"(%2, %13) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %32 = "stablehlo.multiply"(%31, %13) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %34 = "stablehlo.reduce"(%32, %33) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %36 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%36) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %35 = "stablehlo.add"(%30, %34) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%35, %4, %6, %8, %13) : (tensor<f64>, tensor<f64>, tensor<2x4xf64>, tensor<3xf64>, tensor<2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3xf64>) -> (tensor<f64>, tensor<f64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "products", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[8.220000e-01, 3.300000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.reduce"(%arg0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %20 = "stablehlo.multiply"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.reduce"(%arg0, %3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.multiply"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%0, %4) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %13 = "stablehlo.multiply"(%12, %4) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %17 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %2, %4) : (tensor<f64>, tensor<f64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> (tensor<f64>, tensor<f64>, tensor<3xf64>, tensor<3xi64>, tensor<i64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "extrema", sym_visibility = "public"}> ({
  ^bb0(%arg10: tensor<3x4xf64>):
    %26 = "stablehlo.constant"() <{value = dense<[8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %27 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %28 = "stablehlo.reduce"(%arg10, %27) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg17: tensor<f64>, %arg18: tensor<f64>):
      %49 = "stablehlo.maximum"(%arg17, %arg18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%49) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %29 = "stablehlo.constant"() <{value = dense<0x7FF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %30 = "stablehlo.reduce"(%arg10, %29) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg15: tensor<f64>, %arg16: tensor<f64>):
      %48 = "stablehlo.minimum"(%arg15, %arg16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%48) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %31 = "func.call"(%arg10) <{callee = @extrema.argmax}> : (tensor<3x4xf64>) -> tensor<3xi64>
    %32 = "stablehlo.reshape"(%arg10) : (tensor<3x4xf64>) -> tensor<12xf64>
    %33 = "func.call"(%32) <{callee = @extrema.argmin}> : (tensor<12xf64>) -> tensor<i64>
    %34 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %35 = "stablehlo.multiply"(%34, %28) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %36 = "stablehlo.multiply"(%35, %28) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %38 = "stablehlo.reduce"(%36, %37) <{dimensions = array<i64>}> ({
    ^bb0(%arg13: tensor<f64>, %arg14: tensor<f64>):
      %47 = "stablehlo.add"(%arg13, %arg14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%47) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %39 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %40 = "stablehlo.add"(%39, %38) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %41 = "stablehlo.multiply"(%26, %30) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %42 = "stablehlo.multiply"(%41, %30) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %43 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %44 = "stablehlo.reduce"(%42, %43) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %46 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%46) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %45 = "stablehlo.add"(%40, %44) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%45, %28, %30, %31, %33) : (tensor<f64>, tensor<f64>, tensor<3xf64>, tensor<3xi64>, tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3xi64>, sym_name = "extrema.argmax", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<3x4xf64>):
    %13 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x4xi64>
    %14 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %16:2 = "stablehlo.reduce"(%arg5, %13, %14, %15) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<i64>, %arg8: tensor<f64>, %arg9: tensor<i64>):
      %17 = "stablehlo.compare"(%arg6, %arg8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %18 = "stablehlo.compare"(%arg6, %arg6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %19 = "stablehlo.or"(%17, %18) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %20 = "stablehlo.compare"(%arg6, %arg8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %21 = "stablehlo.compare"(%arg7, %arg9) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %22 = "stablehlo.and"(%20, %21) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %23 = "stablehlo.or"(%19, %22) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %24 = "stablehlo.select"(%19, %arg6, %arg8) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %25 = "stablehlo.select"(%23, %arg7, %arg9) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%24, %25) : (tensor<f64>, tensor<i64>) -> ()
    }) : (tensor<3x4xf64>, tensor<3x4xi64>, tensor<f64>, tensor<i64>) -> (tensor<3xf64>, tensor<3xi64>)
    "func.return"(%16#1) : (tensor<3xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<12xf64>) -> tensor<i64>, sym_name = "extrema.argmin", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<12xf64>):
    %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi64>
    %1 = "stablehlo.constant"() <{value = dense<0x7FF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<i64>, %arg3: tensor<f64>, %arg4: tensor<i64>):
      %4 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %5 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %6 = "stablehlo.or"(%4, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %7 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %8 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %9 = "stablehlo.and"(%7, %8) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %10 = "stablehlo.or"(%6, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %11 = "stablehlo.select"(%6, %arg1, %arg3) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %12 = "stablehlo.select"(%10, %arg2, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%11, %12) : (tensor<f64>, tensor<i64>) -> ()
    }) : (tensor<12xf64>, tensor<12xi64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
    "func.return"(%3#1) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> (tensor<f64>, tensor<3x4xf64>, tensor<i1>, tensor<3xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "truth", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x4xf64>
    %3 = "stablehlo.compare"(%arg0, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %4 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<i1>, %arg6: tensor<i1>):
      %19 = "stablehlo.or"(%arg5, %arg6) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%19) : (tensor<i1>) -> ()
    }) : (tensor<3x4xi1>, tensor<i1>) -> tensor<i1>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x4xf64>
    %8 = "stablehlo.compare"(%arg0, %7) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %9 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<i1>, %arg4: tensor<i1>):
      %18 = "stablehlo.and"(%arg3, %arg4) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%18) : (tensor<i1>) -> ()
    }) : (tensor<3x4xi1>, tensor<i1>) -> tensor<3xi1>
    %11 = "stablehlo.multiply"(%0, %arg0) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %12 = "stablehlo.multiply"(%11, %arg0) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %17 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.add"(%15, %14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %arg0, %5, %10) : (tensor<f64>, tensor<3x4xf64>, tensor<i1>, tensor<3xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "logsumexp", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.reduce"(%arg0, %1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %27 = "stablehlo.maximum"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%27) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %3 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %5 = "stablehlo.maximum"(%4, %2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.is_finite"(%5) : (tensor<3xf64>) -> tensor<3xi1>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %9 = "stablehlo.select"(%6, %5, %8) : (tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf64>) -> tensor<3x1xf64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf64>) -> tensor<3x4xf64>
    %12 = "stablehlo.subtract"(%arg0, %11) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %13 = "stablehlo.exponential"(%12) : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %26 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %16 = "stablehlo.abs"(%15) : (tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.log"(%16) : (tensor<3xf64>) -> tensor<3xf64>
    %18 = "stablehlo.add"(%17, %9) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %19 = "stablehlo.multiply"(%0, %18) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %20 = "stablehlo.multiply"(%19, %18) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.reduce"(%20, %21) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %25 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.add"(%23, %22) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%24, %18) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> (tensor<f64>, tensor<3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "softmax", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %1 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.reduce"(%arg0, %1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %23 = "stablehlo.maximum"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%23) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %3 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %5 = "stablehlo.maximum"(%4, %2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf64>) -> tensor<3x1xf64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf64>) -> tensor<3x4xf64>
    %8 = "stablehlo.subtract"(%arg0, %7) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %9 = "stablehlo.exponential"(%8) : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %22 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf64>) -> tensor<3x1xf64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf64>) -> tensor<3x4xf64>
    %14 = "stablehlo.divide"(%9, %13) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %15 = "stablehlo.multiply"(%0, %14) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %16 = "stablehlo.multiply"(%15, %14) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %21 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%20, %14) : (tensor<f64>, tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x2xf64>) -> (tensor<f64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "variance", sym_visibility = "public"}> ({
  ^bb0(%arg9: tensor<5x2xf64>):
    %25 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %26 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %27 = "func.call"(%arg9, %26) <{callee = @variance._var}> : (tensor<5x2xf64>, tensor<i64>) -> tensor<2xf64>
    %28 = "stablehlo.multiply"(%25, %27) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %29 = "stablehlo.multiply"(%28, %27) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %31 = "stablehlo.reduce"(%29, %30) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg10: tensor<f64>, %arg11: tensor<f64>):
      %34 = "stablehlo.add"(%arg10, %arg11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%34) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %32 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %33 = "stablehlo.add"(%32, %31) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%33, %27) : (tensor<f64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x2xf64>, tensor<i64>) -> tensor<2xf64>, res_attrs = [{}], sym_name = "variance._var", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<5x2xf64>, %arg4: tensor<i64>):
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.reduce"(%arg3, %3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %24 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%24) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<2xf64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf64>) -> tensor<1x2xf64>
    %6 = "stablehlo.constant"() <{value = dense<5.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<1x2xf64>
    %8 = "stablehlo.divide"(%5, %7) : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2xf64>) -> tensor<5x2xf64>
    %10 = "stablehlo.subtract"(%arg3, %9) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %11 = "chlo.square"(%10) : (tensor<5x2xf64>) -> tensor<5x2xf64>
    %12 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<f64>
    %13 = "stablehlo.constant"() <{value = dense<5.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.subtract"(%13, %12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%11, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %23 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%23) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<2xf64>
    %17 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2xf64>
    %18 = "stablehlo.divide"(%16, %17) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.compare"(%14, %19) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %21 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %22 = "func.call"(%20, %18, %21) <{callee = @variance._where}> : (tensor<i1>, tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
    "func.return"(%22) : (tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<2xf64>, tensor<f64>) -> tensor<2xf64>, res_attrs = [{}], sym_name = "variance._where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<2xf64>, %arg2: tensor<f64>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2xf64>
    %2 = "stablehlo.select"(%arg0, %arg1, %1) : (tensor<i1>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    "func.return"(%2) : (tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x2xf64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "norm", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<5x2xf64>):
    %5 = "func.call"(%arg3) <{callee = @norm.norm}> : (tensor<5x2xf64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%12, %5) : (tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x2xf64>) -> tensor<f64>, res_attrs = [{}], sym_name = "norm.norm", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5x2xf64>):
    %0 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %4 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%4) : (tensor<f64>) -> ()
    }) : (tensor<5x2xf64>, tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.sqrt"(%2) : (tensor<f64>) -> tensor<f64>
    "func.return"(%3) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> (tensor<f64>, tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "cumulative_sums", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<3x4xf64>):
    %14 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %15 = "stablehlo.constant"() <{value = dense<[[-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %16 = "stablehlo.constant"() <{value = dense<[[-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00], [-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %17 = "func.call"(%arg11) <{callee = @cumulative_sums.cumsum}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %18 = "func.call"(%arg11) <{callee = @cumulative_sums.cumsum_1}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %19 = "func.call"(%arg11) <{callee = @cumulative_sums.cumsum_3}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %20 = "stablehlo.multiply"(%14, %17) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %21 = "stablehlo.multiply"(%20, %17) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg16: tensor<f64>, %arg17: tensor<f64>):
      %38 = "stablehlo.add"(%arg16, %arg17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%38) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %25 = "stablehlo.add"(%24, %23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %26 = "stablehlo.multiply"(%15, %18) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %27 = "stablehlo.multiply"(%26, %18) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg14: tensor<f64>, %arg15: tensor<f64>):
      %37 = "stablehlo.add"(%arg14, %arg15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%37) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %30 = "stablehlo.add"(%25, %29) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %31 = "stablehlo.multiply"(%16, %19) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %32 = "stablehlo.multiply"(%31, %19) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %34 = "stablehlo.reduce"(%32, %33) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f64>, %arg13: tensor<f64>):
      %36 = "stablehlo.add"(%arg12, %arg13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%36) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %35 = "stablehlo.add"(%30, %34) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%35, %17, %18, %19) : (tensor<f64>, tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, res_attrs = [{}], sym_name = "cumulative_sums.cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<3x4xf64>):
    %13 = "func.call"(%arg10) <{callee = @cumulative_sums.cumsum_0}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    "func.return"(%13) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, sym_name = "cumulative_sums.cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<3x4xf64>):
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.reduce_window"(%arg7, %10) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<f64>):
      %12 = "stablehlo.add"(%arg8, %arg9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
    "func.return"(%11) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, res_attrs = [{}], sym_name = "cumulative_sums.cumsum_1", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<3x4xf64>):
    %8 = "func.call"(%arg6) <{callee = @cumulative_sums.cumsum_2}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    "func.return"(%8) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, sym_name = "cumulative_sums.cumsum_2", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3x4xf64>):
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.reduce_window"(%arg3, %5) <{base_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %7 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%7) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
    "func.return"(%6) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, sym_name = "cumulative_sums.cumsum_3", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%3) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
    "func.return"(%2) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> (tensor<f64>, tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "cumulative", sym_visibility = "public"}> ({
  ^bb0(%arg10: tensor<3x4xf64>):
    %20 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %21 = "stablehlo.constant"() <{value = dense<[[-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %22 = "stablehlo.constant"() <{value = dense<[[-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00], [-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %23 = "func.call"(%arg10) <{callee = @cumulative.cumprod}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %24 = "func.call"(%arg10) <{callee = @cumulative.cummax}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %25 = "func.call"(%arg10) <{callee = @cumulative.cumlogsumexp}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %26 = "stablehlo.multiply"(%20, %23) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %27 = "stablehlo.multiply"(%26, %23) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg15: tensor<f64>, %arg16: tensor<f64>):
      %44 = "stablehlo.add"(%arg15, %arg16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%44) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %31 = "stablehlo.add"(%30, %29) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %32 = "stablehlo.multiply"(%21, %24) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %33 = "stablehlo.multiply"(%32, %24) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %35 = "stablehlo.reduce"(%33, %34) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg13: tensor<f64>, %arg14: tensor<f64>):
      %43 = "stablehlo.add"(%arg13, %arg14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%43) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %36 = "stablehlo.add"(%31, %35) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %37 = "stablehlo.multiply"(%22, %25) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %38 = "stablehlo.multiply"(%37, %25) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %39 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %40 = "stablehlo.reduce"(%38, %39) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %42 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%42) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %41 = "stablehlo.add"(%36, %40) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%41, %23, %24, %25) : (tensor<f64>, tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, res_attrs = [{}], sym_name = "cumulative.cumprod", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<3x4xf64>):
    %19 = "func.call"(%arg9) <{callee = @cumulative.cumprod_0}> : (tensor<3x4xf64>) -> tensor<3x4xf64>
    "func.return"(%19) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, sym_name = "cumulative.cumprod_0", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<3x4xf64>):
    %16 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce_window"(%arg6, %16) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %18 = "stablehlo.multiply"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
    "func.return"(%17) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, sym_name = "cumulative.cummax", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3x4xf64>):
    %12 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.reduce_window"(%arg3, %13) <{base_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %15 = "stablehlo.maximum"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%15) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
    "func.return"(%14) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x4xf64>) -> tensor<3x4xf64>, sym_name = "cumulative.cumlogsumexp", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = "stablehlo.maximum"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %3 = "stablehlo.subtract"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %4 = "stablehlo.compare"(%3, %3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %5 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %6 = "stablehlo.abs"(%3) : (tensor<f64>) -> tensor<f64>
      %7 = "stablehlo.negate"(%6) : (tensor<f64>) -> tensor<f64>
      %8 = "stablehlo.exponential"(%7) : (tensor<f64>) -> tensor<f64>
      %9 = "stablehlo.log_plus_one"(%8) : (tensor<f64>) -> tensor<f64>
      %10 = "stablehlo.add"(%2, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %11 = "stablehlo.select"(%4, %5, %10) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
    "func.return"(%1) : (tensor<3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<7xf64>) -> (tensor<f64>, tensor<7xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "associative_scan", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<7xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01]> : tensor<7xf64>}> : () -> tensor<7xf64>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 6>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<7xf64>) -> tensor<3xf64>
    %2 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 1>, strides = array<i64: 2>}> : (tensor<7xf64>) -> tensor<3xf64>
    %3 = "stablehlo.multiply"(%1, %2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %4 = "stablehlo.add"(%3, %1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %5 = "stablehlo.slice"(%4) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<3xf64>) -> tensor<1xf64>
    %6 = "stablehlo.slice"(%4) <{limit_indices = array<i64: 3>, start_indices = array<i64: 1>, strides = array<i64: 2>}> : (tensor<3xf64>) -> tensor<1xf64>
    %7 = "stablehlo.multiply"(%5, %6) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %8 = "stablehlo.add"(%7, %5) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %9 = "stablehlo.slice"(%4) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 2>}> : (tensor<3xf64>) -> tensor<1xf64>
    %10 = "stablehlo.multiply"(%8, %9) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %11 = "stablehlo.add"(%10, %8) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %12 = "stablehlo.slice"(%4) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1xf64>
    %13 = "stablehlo.concatenate"(%12, %11) <{dimension = 0 : i64}> : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.pad"(%13, %14) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 1>}> : (tensor<2xf64>, tensor<f64>) -> tensor<3xf64>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.pad"(%8, %16) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<1xf64>, tensor<f64>) -> tensor<3xf64>
    %18 = "stablehlo.add"(%15, %17) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %19 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 2>, strides = array<i64: 2>}> : (tensor<7xf64>) -> tensor<3xf64>
    %20 = "stablehlo.multiply"(%18, %19) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %21 = "stablehlo.add"(%20, %18) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %22 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<7xf64>) -> tensor<1xf64>
    %23 = "stablehlo.concatenate"(%22, %21) <{dimension = 0 : i64}> : (tensor<1xf64>, tensor<3xf64>) -> tensor<4xf64>
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %25 = "stablehlo.pad"(%23, %24) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 1>}> : (tensor<4xf64>, tensor<f64>) -> tensor<7xf64>
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.pad"(%18, %26) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<3xf64>, tensor<f64>) -> tensor<7xf64>
    %28 = "stablehlo.add"(%25, %27) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %29 = "stablehlo.multiply"(%0, %28) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %30 = "stablehlo.multiply"(%29, %28) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %31 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %32 = "stablehlo.reduce"(%30, %31) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %35 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%35) : (tensor<f64>) -> ()
    }) : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %34 = "stablehlo.add"(%33, %32) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%34, %28) : (tensor<f64>, tensor<7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x4x6x2xf64>) -> (tensor<f64>, tensor<2x2x3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "max_windows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x4x6x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]]], [[[-0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01]], [[-7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01], [1.294000e+00, 1.007000e+00]]]]> : tensor<2x2x3x2xf64>}> : () -> tensor<2x2x3x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %11 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<2x4x6x2xf64>, tensor<f64>) -> tensor<2x2x3x2xf64>
    %4 = "stablehlo.multiply"(%0, %3) : (tensor<2x2x3x2xf64>, tensor<2x2x3x2xf64>) -> tensor<2x2x3x2xf64>
    %5 = "stablehlo.multiply"(%4, %3) : (tensor<2x2x3x2xf64>, tensor<2x2x3x2xf64>) -> tensor<2x2x3x2xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %10 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%10) : (tensor<f64>) -> ()
    }) : (tensor<2x2x3x2xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%9, %3) : (tensor<f64>, tensor<2x2x3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x6xf64>) -> (tensor<f64>, tensor<3x6xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "max_windows_padded", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01]]> : tensor<3x6xf64>}> : () -> tensor<3x6xf64>
    %1 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %11 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<3x6xf64>
    %4 = "stablehlo.multiply"(%0, %3) : (tensor<3x6xf64>, tensor<3x6xf64>) -> tensor<3x6xf64>
    %5 = "stablehlo.multiply"(%4, %3) : (tensor<3x6xf64>, tensor<3x6xf64>) -> tensor<3x6xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %10 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%10) : (tensor<f64>) -> ()
    }) : (tensor<3x6xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%9, %3) : (tensor<f64>, tensor<3x6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf64>) -> (tensor<f64>, tensor<7x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "sum_windows", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01, 8.000000e-03]]> : tensor<7x3xf64>}> : () -> tensor<7x3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %11 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<4x6xf64>, tensor<f64>) -> tensor<7x3xf64>
    %4 = "stablehlo.multiply"(%0, %3) : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xf64>
    %5 = "stablehlo.multiply"(%4, %3) : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %10 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%10) : (tensor<f64>) -> ()
    }) : (tensor<7x3xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%9, %3) : (tensor<f64>, tensor<7x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x6xf64>) -> (tensor<f64>, tensor<2x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "sum_windows_dilated", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x6xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]]> : tensor<2x4xf64>}> : () -> tensor<2x4xf64>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 2, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %11 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<2x4xf64>
    %4 = "stablehlo.multiply"(%0, %3) : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
    %5 = "stablehlo.multiply"(%4, %3) : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %10 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%10) : (tensor<f64>) -> ()
    }) : (tensor<2x4xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%9, %3) : (tensor<f64>, tensor<2x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x4xf64>) -> (tensor<f64>, tensor<5x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "select_and_scatter", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01]]> : tensor<5x4xf64>}> : () -> tensor<5x4xf64>
    %1 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %24 = "stablehlo.maximum"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%24) : (tensor<f64>) -> ()
    }) : (tensor<5x4xf64>, tensor<f64>) -> tensor<3x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x2xf64>
    %6 = "stablehlo.multiply"(%5, %3) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %7 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x2xf64>
    %9 = "stablehlo.multiply"(%8, %6) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %10 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.pad"(%arg0, %10) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<5x4xf64>, tensor<f64>) -> tensor<6x4xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.select_and_scatter"(%11, %9, %12) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %23 = "stablehlo.compare"(%arg5, %arg6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      "stablehlo.return"(%23) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %22 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<6x4xf64>, tensor<3x2xf64>, tensor<f64>) -> tensor<6x4xf64>
    %14 = "stablehlo.slice"(%13) <{limit_indices = array<i64: 5, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<6x4xf64>) -> tensor<5x4xf64>
    %15 = "stablehlo.multiply"(%0, %14) : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xf64>
    %16 = "stablehlo.multiply"(%15, %14) : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %21 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<5x4xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%20, %14) : (tensor<f64>, tensor<5x4xf64>) -> ()
  }) : () -> ()
}) : () -> ()

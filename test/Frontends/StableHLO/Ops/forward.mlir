// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in forward.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "while", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2:2 = "stablehlo.while"(%1, %arg0) ({
    ^bb0(%arg5: tensor<i64>, %arg6: tensor<3xf64>):
      %15 = "stablehlo.constant"() <{value = dense<5> : tensor<i64>}> : () -> tensor<i64>
      %16 = "stablehlo.compare"(%arg5, %15) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%16) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg3: tensor<i64>, %arg4: tensor<3xf64>):
      %10 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
      %11 = "stablehlo.add"(%arg3, %10) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %12 = "stablehlo.constant"() <{value = dense<1.500000e+00> : tensor<f64>}> : () -> tensor<f64>
      %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
      %14 = "stablehlo.multiply"(%arg4, %13) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%11, %14) : (tensor<i64>, tensor<3xf64>) -> ()
    }) : (tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>)
    %3 = "stablehlo.multiply"(%0, %2#1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %4 = "stablehlo.multiply"(%3, %2#1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %9 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2#1) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<i64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "for_until", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<i64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2:3 = "stablehlo.while"(%1, %arg1, %arg0) ({
    ^bb0(%arg7: tensor<i64>, %arg8: tensor<i64>, %arg9: tensor<3xf64>):
      %17 = "stablehlo.compare"(%arg7, %arg8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%17) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg4: tensor<i64>, %arg5: tensor<i64>, %arg6: tensor<3xf64>):
      %10 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %11 = "stablehlo.add"(%arg4, %10) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %12 = "stablehlo.sine"(%arg6) : (tensor<3xf64>) -> tensor<3xf64>
      %13 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<f64>
      %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
      %15 = "stablehlo.multiply"(%12, %14) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
      %16 = "stablehlo.add"(%arg6, %15) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%11, %arg5, %16) : (tensor<i64>, tensor<i64>, tensor<3xf64>) -> ()
    }) : (tensor<i64>, tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<i64>, tensor<3xf64>)
    %3 = "stablehlo.multiply"(%0, %2#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %4 = "stablehlo.multiply"(%3, %2#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %9 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2#2) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "nested", sym_visibility = "public"}> ({
  ^bb0(%arg8: tensor<2xf64>):
    %15 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %17 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %18:3 = "stablehlo.while"(%17, %16, %arg8) ({
    ^bb0(%arg14: tensor<i64>, %arg15: tensor<i64>, %arg16: tensor<2xf64>):
      %29 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
      %30 = "stablehlo.compare"(%arg14, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%30) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg11: tensor<i64>, %arg12: tensor<i64>, %arg13: tensor<2xf64>):
      %26:2 = "func.call"(%arg12, %arg13) <{callee = @nested.closed_call}> : (tensor<i64>, tensor<2xf64>) -> (tensor<i64>, tensor<2xf64>)
      %27 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %28 = "stablehlo.add"(%arg11, %27) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%28, %26#0, %26#1) : (tensor<i64>, tensor<i64>, tensor<2xf64>) -> ()
    }) : (tensor<i64>, tensor<i64>, tensor<2xf64>) -> (tensor<i64>, tensor<i64>, tensor<2xf64>)
    %19 = "stablehlo.multiply"(%15, %18#2) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %20 = "stablehlo.multiply"(%19, %18#2) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.reduce"(%20, %21) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %25 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.add"(%23, %22) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%24, %18#2) : (tensor<f64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i64>, tensor<2xf64>) -> (tensor<i64>, tensor<2xf64>), res_attrs = [{}, {}], sym_name = "nested.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %3 = "stablehlo.add"(%arg0, %2) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %4 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %5:3 = "stablehlo.while"(%4, %3, %arg1) ({
    ^bb0(%arg5: tensor<i64>, %arg6: tensor<i64>, %arg7: tensor<2xf64>):
      %14 = "stablehlo.compare"(%arg5, %arg6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%14) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>, %arg4: tensor<2xf64>):
      %6 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %7 = "stablehlo.add"(%arg2, %6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %8 = "stablehlo.constant"() <{value = dense<1.100000e+00> : tensor<f64>}> : () -> tensor<f64>
      %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2xf64>
      %10 = "stablehlo.multiply"(%arg4, %9) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
      %11 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<f64>
      %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2xf64>
      %13 = "stablehlo.add"(%10, %12) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
      "stablehlo.return"(%7, %arg3, %13) : (tensor<i64>, tensor<i64>, tensor<2xf64>) -> ()
    }) : (tensor<i64>, tensor<i64>, tensor<2xf64>) -> (tensor<i64>, tensor<i64>, tensor<2xf64>)
    "func.return"(%1, %5#2) : (tensor<i64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<f64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "newton", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<f64>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.multiply"(%0, %arg0) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.add"(%2, %1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4:3 = "stablehlo.while"(%arg0, %arg0, %3) ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<f64>):
      %17 = "stablehlo.multiply"(%arg8, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %18 = "stablehlo.subtract"(%17, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %19 = "stablehlo.abs"(%18) : (tensor<f64>) -> tensor<f64>
      %20 = "stablehlo.constant"() <{value = dense<9.9999999999999999E-15> : tensor<f64>}> : () -> tensor<f64>
      %21 = "stablehlo.compare"(%19, %20) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      "stablehlo.return"(%21) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.divide"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %14 = "stablehlo.add"(%arg5, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %15 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
      %16 = "stablehlo.divide"(%14, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%arg3, %arg4, %16) : (tensor<f64>, tensor<f64>, tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>)
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4#2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4#2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %12 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4#2) : (tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
}) : () -> ()

// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in control.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<i32>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "cond", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.compare"(%arg0, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = "stablehlo.convert"(%2) : (tensor<i1>) -> tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %13 = "stablehlo.multiply"(%arg1, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%13) : (tensor<3xf64>) -> ()
    }, {
      %12 = "stablehlo.sine"(%arg1) : (tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%12) : (tensor<3xf64>) -> ()
    }) : (tensor<i32>) -> tensor<3xf64>
    %5 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %11 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<i32>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "switch", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.clamp"(%1, %arg0, %2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %14 = "stablehlo.sine"(%arg1) : (tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%14) : (tensor<3xf64>) -> ()
    }, {
      %13 = "stablehlo.cosine"(%arg1) : (tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%13) : (tensor<3xf64>) -> ()
    }, {
      %12 = "stablehlo.exponential"(%arg1) : (tensor<3xf64>) -> tensor<3xf64>
      "stablehlo.return"(%12) : (tensor<3xf64>) -> ()
    }) : (tensor<i32>) -> tensor<3xf64>
    %5 = "stablehlo.multiply"(%0, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %11 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "for", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<3xf64>):
    %7 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %10:4 = "stablehlo.while"(%arg3, %9, %8, %arg3) ({
    ^bb0(%arg10: tensor<3xf64>, %arg11: tensor<i64>, %arg12: tensor<i64>, %arg13: tensor<3xf64>):
      %21 = "stablehlo.constant"() <{value = dense<5> : tensor<i64>}> : () -> tensor<i64>
      %22 = "stablehlo.compare"(%arg11, %21) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%22) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg6: tensor<3xf64>, %arg7: tensor<i64>, %arg8: tensor<i64>, %arg9: tensor<3xf64>):
      %18:2 = "func.call"(%arg6, %arg8, %arg9) <{callee = @for.closed_call}> : (tensor<3xf64>, tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>)
      %19 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %20 = "stablehlo.add"(%arg7, %19) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg6, %20, %18#0, %18#1) : (tensor<3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>) -> ()
    }) : (tensor<3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>)
    %11 = "stablehlo.multiply"(%7, %10#3) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %12 = "stablehlo.multiply"(%11, %10#3) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %17 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.add"(%15, %14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %10#3) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>, tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>), res_attrs = [{}, {}], sym_name = "for.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<i64>, %arg2: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.add"(%arg1, %0) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = "stablehlo.sine"(%arg2) : (tensor<3xf64>) -> tensor<3xf64>
    %3 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<f64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %5 = "stablehlo.multiply"(%2, %4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.add"(%5, %arg0) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%1, %6) : (tensor<i64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "for_from", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<3xf64>):
    %9 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %10 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
    %11 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %12:3 = "stablehlo.while"(%11, %10, %arg2) ({
    ^bb0(%arg8: tensor<i64>, %arg9: tensor<i64>, %arg10: tensor<3xf64>):
      %23 = "stablehlo.constant"() <{value = dense<5> : tensor<i64>}> : () -> tensor<i64>
      %24 = "stablehlo.compare"(%arg8, %23) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%24) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg5: tensor<i64>, %arg6: tensor<i64>, %arg7: tensor<3xf64>):
      %20:2 = "func.call"(%arg6, %arg7) <{callee = @for_from.closed_call}> : (tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>)
      %21 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %22 = "stablehlo.add"(%arg5, %21) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%22, %20#0, %20#1) : (tensor<i64>, tensor<i64>, tensor<3xf64>) -> ()
    }) : (tensor<i64>, tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<i64>, tensor<3xf64>)
    %13 = "stablehlo.multiply"(%9, %12#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %14 = "stablehlo.multiply"(%13, %12#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %19 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.add"(%17, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%18, %12#2) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>), res_attrs = [{}, {}], sym_name = "for_from.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1xf64>
    %3 = "stablehlo.reshape"(%2) : (tensor<1xf64>) -> tensor<f64>
    %4 = "stablehlo.sine"(%3) : (tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.convert"(%arg0) : (tensor<i64>) -> tensor<f64>
    %6 = "stablehlo.multiply"(%4, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %8 = "stablehlo.add"(%arg1, %7) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%1, %8) : (tensor<i64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<6x3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<6x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "scan", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<3xf64>, %arg8: tensor<6x3xf64>):
    %9 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %10 = "stablehlo.constant"() <{value = dense<[[-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01, 8.000000e-03]]> : tensor<6x3xf64>}> : () -> tensor<6x3xf64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x3xf64>
    %13 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %14:4 = "stablehlo.while"(%arg8, %13, %arg7, %12) ({
    ^bb0(%arg17: tensor<6x3xf64>, %arg18: tensor<i64>, %arg19: tensor<3xf64>, %arg20: tensor<6x3xf64>):
      %33 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %34 = "stablehlo.compare"(%arg18, %33) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%34) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg13: tensor<6x3xf64>, %arg14: tensor<i64>, %arg15: tensor<3xf64>, %arg16: tensor<6x3xf64>):
      %28 = "func.call"(%arg13, %arg14) <{callee = @scan.dynamic_index_in_dim}> : (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>
      %29:2 = "func.call"(%arg15, %28) <{callee = @scan.closed_call}> : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
      %30 = "func.call"(%arg16, %29#1, %arg14) <{callee = @scan.dynamic_update_index_in_dim}> : (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>
      %31 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %32 = "stablehlo.add"(%arg14, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg13, %32, %29#0, %30) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
    }) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>)
    %15 = "stablehlo.multiply"(%9, %14#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.multiply"(%15, %14#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %27 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%27) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.multiply"(%10, %14#3) : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x3xf64>
    %22 = "stablehlo.multiply"(%21, %14#3) : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x3xf64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %26 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.add"(%20, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%25, %14#2, %14#3) : (tensor<f64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>, res_attrs = [{}], sym_name = "scan.dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<6x3xf64>, %arg6: tensor<i64>):
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %7 = "stablehlo.dynamic_slice"(%arg5, %arg6, %6) <{slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %8 = "stablehlo.reshape"(%7) : (tensor<1x3xf64>) -> tensor<3xf64>
    "func.return"(%8) : (tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>), res_attrs = [{}, {}], sym_name = "scan.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3xf64>, %arg4: tensor<3xf64>):
    %3 = "stablehlo.add"(%arg3, %arg4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %4 = "stablehlo.tanh"(%3) : (tensor<3xf64>) -> tensor<3xf64>
    %5 = "stablehlo.multiply"(%arg3, %arg4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%4, %5) : (tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>, res_attrs = [{}], sym_name = "scan.dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<i64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1) : (tensor<6x3xf64>, tensor<1x3xf64>, tensor<i64>, tensor<i64>) -> tensor<6x3xf64>
    "func.return"(%2) : (tensor<6x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<6x3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<6x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "scan_back", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<3xf64>, %arg8: tensor<6x3xf64>):
    %9 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %10 = "stablehlo.constant"() <{value = dense<[[-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01, 8.000000e-03]]> : tensor<6x3xf64>}> : () -> tensor<6x3xf64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x3xf64>
    %13 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %14:4 = "stablehlo.while"(%arg8, %13, %arg7, %12) ({
    ^bb0(%arg17: tensor<6x3xf64>, %arg18: tensor<i64>, %arg19: tensor<3xf64>, %arg20: tensor<6x3xf64>):
      %37 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %38 = "stablehlo.compare"(%arg18, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%38) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg13: tensor<6x3xf64>, %arg14: tensor<i64>, %arg15: tensor<3xf64>, %arg16: tensor<6x3xf64>):
      %28 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %29 = "stablehlo.subtract"(%28, %arg14) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %30 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %31 = "stablehlo.subtract"(%29, %30) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %32 = "func.call"(%arg13, %31) <{callee = @scan_back.dynamic_index_in_dim}> : (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>
      %33:2 = "func.call"(%arg15, %32) <{callee = @scan_back.closed_call}> : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
      %34 = "func.call"(%arg16, %33#1, %31) <{callee = @scan_back.dynamic_update_index_in_dim}> : (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>
      %35 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %36 = "stablehlo.add"(%arg14, %35) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg13, %36, %33#0, %34) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
    }) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>)
    %15 = "stablehlo.multiply"(%9, %14#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.multiply"(%15, %14#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %27 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%27) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.multiply"(%10, %14#3) : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x3xf64>
    %22 = "stablehlo.multiply"(%21, %14#3) : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x3xf64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %26 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%26) : (tensor<f64>) -> ()
    }) : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.add"(%20, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%25, %14#2, %14#3) : (tensor<f64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>, res_attrs = [{}], sym_name = "scan_back.dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<6x3xf64>, %arg6: tensor<i64>):
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %7 = "stablehlo.dynamic_slice"(%arg5, %arg6, %6) <{slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %8 = "stablehlo.reshape"(%7) : (tensor<1x3xf64>) -> tensor<3xf64>
    "func.return"(%8) : (tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>), res_attrs = [{}, {}], sym_name = "scan_back.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3xf64>, %arg4: tensor<3xf64>):
    %3 = "stablehlo.add"(%arg3, %arg4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %4 = "stablehlo.tanh"(%3) : (tensor<3xf64>) -> tensor<3xf64>
    %5 = "stablehlo.multiply"(%arg3, %arg4) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%4, %5) : (tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>, res_attrs = [{}], sym_name = "scan_back.dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<i64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1) : (tensor<6x3xf64>, tensor<1x3xf64>, tensor<i64>, tensor<i64>) -> tensor<6x3xf64>
    "func.return"(%2) : (tensor<6x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<6x3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<6x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "scan_both", sym_visibility = "public"}> ({
  ^bb0(%arg9: tensor<3xf64>, %arg10: tensor<6x3xf64>):
    %11 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %12 = "stablehlo.constant"() <{value = dense<[[-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01], [-7.820000e-01, -2.570000e-01, 8.000000e-03]]> : tensor<6x3xf64>}> : () -> tensor<6x3xf64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x3xf64>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %16:4 = "stablehlo.while"(%arg10, %15, %arg9, %14) ({
    ^bb0(%arg27: tensor<6x3xf64>, %arg28: tensor<i64>, %arg29: tensor<3xf64>, %arg30: tensor<6x3xf64>):
      %54 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %55 = "stablehlo.compare"(%arg28, %54) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%55) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg23: tensor<6x3xf64>, %arg24: tensor<i64>, %arg25: tensor<3xf64>, %arg26: tensor<6x3xf64>):
      %45 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %46 = "stablehlo.subtract"(%45, %arg24) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %47 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %48 = "stablehlo.subtract"(%46, %47) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %49 = "func.call"(%arg23, %48) <{callee = @scan_both.dynamic_index_in_dim}> : (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>
      %50:2 = "func.call"(%arg25, %49) <{callee = @scan_both.closed_call}> : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
      %51 = "func.call"(%arg26, %50#1, %48) <{callee = @scan_both.dynamic_update_index_in_dim}> : (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>
      %52 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %53 = "stablehlo.add"(%arg24, %52) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg23, %53, %50#0, %51) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
    }) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>)
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x3xf64>
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %20:4 = "stablehlo.while"(%16#3, %19, %arg9, %18) ({
    ^bb0(%arg19: tensor<6x3xf64>, %arg20: tensor<i64>, %arg21: tensor<3xf64>, %arg22: tensor<6x3xf64>):
      %43 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %44 = "stablehlo.compare"(%arg20, %43) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%44) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg15: tensor<6x3xf64>, %arg16: tensor<i64>, %arg17: tensor<3xf64>, %arg18: tensor<6x3xf64>):
      %34 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
      %35 = "stablehlo.subtract"(%34, %arg16) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %36 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %37 = "stablehlo.subtract"(%35, %36) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %38 = "func.call"(%arg15, %37) <{callee = @scan_both.dynamic_index_in_dim}> : (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>
      %39:2 = "func.call"(%arg17, %38) <{callee = @scan_both.closed_call_0}> : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
      %40 = "func.call"(%arg18, %39#1, %37) <{callee = @scan_both.dynamic_update_index_in_dim}> : (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>
      %41 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %42 = "stablehlo.add"(%arg16, %41) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg15, %42, %39#0, %40) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
    }) : (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>) -> (tensor<6x3xf64>, tensor<i64>, tensor<3xf64>, tensor<6x3xf64>)
    %21 = "stablehlo.multiply"(%11, %20#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %22 = "stablehlo.multiply"(%21, %20#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg13: tensor<f64>, %arg14: tensor<f64>):
      %33 = "stablehlo.add"(%arg13, %arg14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%33) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %26 = "stablehlo.add"(%25, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %27 = "stablehlo.multiply"(%12, %20#3) : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x3xf64>
    %28 = "stablehlo.multiply"(%27, %20#3) : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x3xf64>
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %30 = "stablehlo.reduce"(%28, %29) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %32 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%32) : (tensor<f64>) -> ()
    }) : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %31 = "stablehlo.add"(%26, %30) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%31, %20#2, %20#3) : (tensor<f64>, tensor<3xf64>, tensor<6x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x3xf64>, tensor<i64>) -> tensor<3xf64>, res_attrs = [{}], sym_name = "scan_both.dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<6x3xf64>, %arg8: tensor<i64>):
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %9 = "stablehlo.dynamic_slice"(%arg7, %arg8, %8) <{slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %10 = "stablehlo.reshape"(%9) : (tensor<1x3xf64>) -> tensor<3xf64>
    "func.return"(%10) : (tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>), res_attrs = [{}, {}], sym_name = "scan_both.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<3xf64>, %arg6: tensor<3xf64>):
    %5 = "stablehlo.add"(%arg5, %arg6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %6 = "stablehlo.tanh"(%5) : (tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%arg5, %arg6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%6, %7) : (tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<6x3xf64>, res_attrs = [{}], sym_name = "scan_both.dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<6x3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<i64>):
    %2 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.dynamic_update_slice"(%arg2, %2, %arg4, %3) : (tensor<6x3xf64>, tensor<1x3xf64>, tensor<i64>, tensor<i64>) -> tensor<6x3xf64>
    "func.return"(%4) : (tensor<6x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>), res_attrs = [{}, {}], sym_name = "scan_both.closed_call_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>):
    %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %1 = "stablehlo.sine"(%arg0) : (tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%0, %1) : (tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf64>) -> (tensor<f64>, tensor<4x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "map", sym_visibility = "public"}> ({
  ^bb0(%arg8: tensor<4x3xf64>):
    %11 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<4x3xf64>}> : () -> tensor<4x3xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x3xf64>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %15:3 = "stablehlo.while"(%arg8, %14, %13) ({
    ^bb0(%arg14: tensor<4x3xf64>, %arg15: tensor<i64>, %arg16: tensor<4x3xf64>):
      %28 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %29 = "stablehlo.compare"(%arg15, %28) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%29) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg11: tensor<4x3xf64>, %arg12: tensor<i64>, %arg13: tensor<4x3xf64>):
      %23 = "func.call"(%arg11, %arg12) <{callee = @map.dynamic_index_in_dim}> : (tensor<4x3xf64>, tensor<i64>) -> tensor<3xf64>
      %24 = "func.call"(%23) <{callee = @map.closed_call}> : (tensor<3xf64>) -> tensor<3xf64>
      %25 = "func.call"(%arg13, %24, %arg12) <{callee = @map.dynamic_update_index_in_dim}> : (tensor<4x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<4x3xf64>
      %26 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %27 = "stablehlo.add"(%arg12, %26) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg11, %27, %25) : (tensor<4x3xf64>, tensor<i64>, tensor<4x3xf64>) -> ()
    }) : (tensor<4x3xf64>, tensor<i64>, tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<i64>, tensor<4x3xf64>)
    %16 = "stablehlo.multiply"(%11, %15#2) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %17 = "stablehlo.multiply"(%16, %15#2) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.reduce"(%17, %18) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %22 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.add"(%20, %19) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%21, %15#2) : (tensor<f64>, tensor<4x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3xf64>, tensor<i64>) -> tensor<3xf64>, res_attrs = [{}], sym_name = "map.dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x3xf64>, %arg7: tensor<i64>):
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %9 = "stablehlo.dynamic_slice"(%arg6, %arg7, %8) <{slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %10 = "stablehlo.reshape"(%9) : (tensor<1x3xf64>) -> tensor<3xf64>
    "func.return"(%10) : (tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>) -> tensor<3xf64>, res_attrs = [{}], sym_name = "map.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3xf64>):
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.reduce"(%arg3, %3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %7 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%7) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %6 = "stablehlo.multiply"(%5, %arg3) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%6) : (tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<4x3xf64>, res_attrs = [{}], sym_name = "map.dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<i64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1) : (tensor<4x3xf64>, tensor<1x3xf64>, tensor<i64>, tensor<i64>) -> tensor<4x3xf64>
    "func.return"(%2) : (tensor<4x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<f64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "repeat", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<f64>):
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %4:3 = "stablehlo.while"(%arg2, %3, %2) ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<i64>, %arg10: tensor<f64>):
      %16 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %17 = "stablehlo.compare"(%arg9, %16) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%17) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<i64>, %arg7: tensor<f64>):
      %13 = "func.call"(%arg5, %arg7) <{callee = @repeat.closed_call}> : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %14 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %15 = "stablehlo.add"(%arg6, %14) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg5, %15, %13) : (tensor<f64>, tensor<i64>, tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<i64>, tensor<f64>) -> (tensor<f64>, tensor<i64>, tensor<f64>)
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4#2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4#2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %12 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4#2) : (tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f64>, tensor<f64>) -> tensor<f64>, res_attrs = [{}], sym_name = "repeat.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.multiply"(%0, %arg0) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%1) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "checkpoint", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %1 = "stablehlo.sine"(%arg0) : (tensor<3xf64>) -> tensor<3xf64>
    %2 = "stablehlo.sine"(%1) : (tensor<3xf64>) -> tensor<3xf64>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %9 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> (tensor<f64>, tensor<3x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "hessian", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01]]> : tensor<3x3xf64>}> : () -> tensor<3x3xf64>
    %1 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3x3xi64>
    %2 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x3xi64>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<3x3xi64>
    %5 = "stablehlo.add"(%1, %4) : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi64>
    %6 = "stablehlo.compare"(%5, %2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %7 = "stablehlo.convert"(%6) : (tensor<3x3xi1>) -> tensor<3x3xf64>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 3, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %9 = "stablehlo.convert"(%8) : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %10 = "stablehlo.sine"(%arg0) : (tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.cosine"(%arg0) : (tensor<3xf64>) -> tensor<3xf64>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xf64>) -> tensor<3x3xf64>
    %14 = "stablehlo.multiply"(%9, %13) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %15 = "stablehlo.cosine"(%arg0) : (tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.sine"(%arg0) : (tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xf64>) -> tensor<3x3xf64>
    %19 = "stablehlo.multiply"(%9, %18) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %20 = "stablehlo.negate"(%19) : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %21 = "stablehlo.multiply"(%10, %10) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %22 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %24 = "stablehlo.multiply"(%23, %10) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xf64>) -> tensor<3x3xf64>
    %27 = "stablehlo.multiply"(%14, %26) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %28 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3xf64>
    %30 = "stablehlo.multiply"(%29, %21) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %31 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x3xf64>
    %33 = "stablehlo.multiply"(%32, %27) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %34 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<1x1xi64>
    %35 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<1x1xi64>
    %36 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1x1xi64>
    %38 = "stablehlo.add"(%34, %37) : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi64>
    %39 = "stablehlo.compare"(%38, %35) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
    %40 = "stablehlo.convert"(%39) : (tensor<1x1xi1>) -> tensor<1x1xf64>
    %41 = "stablehlo.slice"(%40) <{limit_indices = array<i64: 1, 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<1x1xf64>) -> tensor<1x1xf64>
    %42 = "stablehlo.reshape"(%41) : (tensor<1x1xf64>) -> tensor<1xf64>
    %43 = "stablehlo.convert"(%42) : (tensor<1xf64>) -> tensor<1xf64>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf64>) -> tensor<1x3xf64>
    %45 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %46 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<3x3xf64>) -> tensor<3x1x3xf64>
    %47 = "stablehlo.multiply"(%44, %45) : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<1x3xf64>
    %48 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf64>) -> tensor<1x1x3xf64>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x3xf64>) -> tensor<3x1x3xf64>
    %50 = "stablehlo.multiply"(%49, %46) : (tensor<3x1x3xf64>, tensor<3x1x3xf64>) -> tensor<3x1x3xf64>
    %51 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %52 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<3x3xf64>) -> tensor<3x1x3xf64>
    %53 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf64>) -> tensor<1x1x3xf64>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x3xf64>) -> tensor<3x1x3xf64>
    %55 = "stablehlo.multiply"(%50, %54) : (tensor<3x1x3xf64>, tensor<3x1x3xf64>) -> tensor<3x1x3xf64>
    %56 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf64>) -> tensor<1x1x3xf64>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x3xf64>) -> tensor<3x1x3xf64>
    %58 = "stablehlo.multiply"(%57, %52) : (tensor<3x1x3xf64>, tensor<3x1x3xf64>) -> tensor<3x1x3xf64>
    %59 = "stablehlo.add"(%55, %58) : (tensor<3x1x3xf64>, tensor<3x1x3xf64>) -> tensor<3x1x3xf64>
    %60 = "stablehlo.slice"(%59) <{limit_indices = array<i64: 3, 1, 3>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<3x1x3xf64>) -> tensor<3x1x3xf64>
    %61 = "stablehlo.reshape"(%60) : (tensor<3x1x3xf64>) -> tensor<3x3xf64>
    %62 = "stablehlo.transpose"(%61) <{permutation = array<i64: 1, 0>}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %63 = "stablehlo.slice"(%62) <{limit_indices = array<i64: 3, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %64 = "stablehlo.multiply"(%0, %63) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %65 = "stablehlo.multiply"(%64, %63) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %66 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %67 = "stablehlo.reduce"(%65, %66) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %70 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%70) : (tensor<f64>) -> ()
    }) : (tensor<3x3xf64>, tensor<f64>) -> tensor<f64>
    %68 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %69 = "stablehlo.add"(%68, %67) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%69, %63) : (tensor<f64>, tensor<3x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "tangent", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<3xf64>, %arg5: tensor<3xf64>):
    %5 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %6 = "stablehlo.cosine"(%arg4) : (tensor<3xf64>) -> tensor<3xf64>
    %7 = "stablehlo.multiply"(%arg5, %6) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = "func.call"(%7) <{callee = @tangent.cumsum}> : (tensor<3xf64>) -> tensor<3xf64>
    %9 = "stablehlo.multiply"(%5, %8) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %10 = "stablehlo.multiply"(%9, %8) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.reduce"(%10, %11) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %15 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%15) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.add"(%13, %12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%14, %8) : (tensor<f64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf64>) -> tensor<3xf64>, res_attrs = [{}], sym_name = "tangent.cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3xf64>):
    %4 = "func.call"(%arg3) <{callee = @tangent.cumsum_0}> : (tensor<3xf64>) -> tensor<3xf64>
    "func.return"(%4) : (tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf64>) -> tensor<3xf64>, sym_name = "tangent.cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<f64>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1>, padding = dense<[[2, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%3) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
    "func.return"(%2) : (tensor<3xf64>) -> ()
  }) : () -> ()
}) : () -> ()

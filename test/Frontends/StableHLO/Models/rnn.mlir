// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in rnn.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}], function_type = (tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<9x2x3xf64>, tensor<9x2x2xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "rnn", sym_visibility = "public"}> ({
  ^bb0(%arg12: tensor<3x20xf64>, %arg13: tensor<5x20xf64>, %arg14: tensor<20xf64>, %arg15: tensor<5x2xf64>, %arg16: tensor<9x2x3xf64>, %arg17: tensor<9x2x2xf64>):
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %54 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<9x2x2xf64>
    %56 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %57:9 = "stablehlo.while"(%arg16, %arg12, %arg13, %arg14, %arg15, %56, %53, %53, %55) ({
    ^bb0(%arg31: tensor<9x2x3xf64>, %arg32: tensor<3x20xf64>, %arg33: tensor<5x20xf64>, %arg34: tensor<20xf64>, %arg35: tensor<5x2xf64>, %arg36: tensor<i64>, %arg37: tensor<2x5xf64>, %arg38: tensor<2x5xf64>, %arg39: tensor<9x2x2xf64>):
      %75 = "stablehlo.constant"() <{value = dense<9> : tensor<i64>}> : () -> tensor<i64>
      %76 = "stablehlo.compare"(%arg36, %75) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%76) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg22: tensor<9x2x3xf64>, %arg23: tensor<3x20xf64>, %arg24: tensor<5x20xf64>, %arg25: tensor<20xf64>, %arg26: tensor<5x2xf64>, %arg27: tensor<i64>, %arg28: tensor<2x5xf64>, %arg29: tensor<2x5xf64>, %arg30: tensor<9x2x2xf64>):
      %70 = "func.call"(%arg22, %arg27) <{callee = @rnn.dynamic_index_in_dim}> : (tensor<9x2x3xf64>, tensor<i64>) -> tensor<2x3xf64>
      %71:3 = "func.call"(%arg23, %arg24, %arg25, %arg26, %arg28, %arg29, %70) <{callee = @rnn.closed_call}> : (tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x3xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x2xf64>)
      %72 = "func.call"(%arg30, %71#2, %arg27) <{callee = @rnn.dynamic_update_index_in_dim}> : (tensor<9x2x2xf64>, tensor<2x2xf64>, tensor<i64>) -> tensor<9x2x2xf64>
      %73 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %74 = "stablehlo.add"(%arg27, %73) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg22, %arg23, %arg24, %arg25, %arg26, %74, %71#0, %71#1, %72) : (tensor<9x2x3xf64>, tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<i64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<9x2x2xf64>) -> ()
    }) : (tensor<9x2x3xf64>, tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<i64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<9x2x2xf64>) -> (tensor<9x2x3xf64>, tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<i64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<9x2x2xf64>)
    %58 = "stablehlo.subtract"(%57#8, %arg17) : (tensor<9x2x2xf64>, tensor<9x2x2xf64>) -> tensor<9x2x2xf64>
    %59 = "stablehlo.multiply"(%58, %58) : (tensor<9x2x2xf64>, tensor<9x2x2xf64>) -> tensor<9x2x2xf64>
    %60 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %61 = "stablehlo.reduce"(%59, %60) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg20: tensor<f64>, %arg21: tensor<f64>):
      %69 = "stablehlo.add"(%arg20, %arg21) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%69) : (tensor<f64>) -> ()
    }) : (tensor<9x2x2xf64>, tensor<f64>) -> tensor<f64>
    %62 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f64>}> : () -> tensor<f64>
    %63 = "stablehlo.divide"(%61, %62) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %64 = "stablehlo.multiply"(%57#6, %57#6) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %65 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %66 = "stablehlo.reduce"(%64, %65) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg18: tensor<f64>, %arg19: tensor<f64>):
      %68 = "stablehlo.add"(%arg18, %arg19) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%68) : (tensor<f64>) -> ()
    }) : (tensor<2x5xf64>, tensor<f64>) -> tensor<f64>
    %67 = "stablehlo.add"(%63, %66) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%67) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<9x2x3xf64>, tensor<i64>) -> tensor<2x3xf64>, res_attrs = [{}], sym_name = "rnn.dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<9x2x3xf64>, %arg11: tensor<i64>):
    %48 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %49 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %50 = "stablehlo.dynamic_slice"(%arg10, %arg11, %48, %49) <{slice_sizes = array<i64: 1, 2, 3>}> : (tensor<9x2x3xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x3xf64>
    %51 = "stablehlo.reshape"(%50) : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
    "func.return"(%51) : (tensor<2x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x3xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x2xf64>), res_attrs = [{}, {}, {}], sym_name = "rnn.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3x20xf64>, %arg4: tensor<5x20xf64>, %arg5: tensor<20xf64>, %arg6: tensor<5x2xf64>, %arg7: tensor<2x5xf64>, %arg8: tensor<2x5xf64>, %arg9: tensor<2x3xf64>):
    %4 = "stablehlo.dot_general"(%arg9, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf64>, tensor<3x20xf64>) -> tensor<2x20xf64>
    %5 = "stablehlo.dot_general"(%arg7, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5xf64>, tensor<5x20xf64>) -> tensor<2x20xf64>
    %6 = "stablehlo.add"(%4, %5) : (tensor<2x20xf64>, tensor<2x20xf64>) -> tensor<2x20xf64>
    %7 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64: 1>}> : (tensor<20xf64>) -> tensor<1x20xf64>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x20xf64>) -> tensor<2x20xf64>
    %9 = "stablehlo.add"(%6, %8) : (tensor<2x20xf64>, tensor<2x20xf64>) -> tensor<2x20xf64>
    %10 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 5>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %11 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 10>, start_indices = array<i64: 0, 5>, strides = array<i64: 1, 1>}> : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %12 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 15>, start_indices = array<i64: 0, 10>, strides = array<i64: 1, 1>}> : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %13 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 20>, start_indices = array<i64: 0, 15>, strides = array<i64: 1, 1>}> : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %14 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %17 = "stablehlo.negate"(%16) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %18 = "stablehlo.exponential"(%17) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %19 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %21 = "stablehlo.add"(%20, %18) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %22 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %24 = "stablehlo.divide"(%23, %21) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %25 = "stablehlo.multiply"(%24, %arg8) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %26 = "stablehlo.negate"(%10) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %27 = "stablehlo.exponential"(%26) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %28 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %30 = "stablehlo.add"(%29, %27) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %31 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %33 = "stablehlo.divide"(%32, %30) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %34 = "stablehlo.tanh"(%12) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %35 = "stablehlo.multiply"(%33, %34) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %36 = "stablehlo.add"(%25, %35) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %37 = "stablehlo.negate"(%13) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %38 = "stablehlo.exponential"(%37) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %39 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %41 = "stablehlo.add"(%40, %38) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %42 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x5xf64>
    %44 = "stablehlo.divide"(%43, %41) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %45 = "stablehlo.tanh"(%36) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %46 = "stablehlo.multiply"(%44, %45) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %47 = "stablehlo.dot_general"(%46, %arg6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5xf64>, tensor<5x2xf64>) -> tensor<2x2xf64>
    "func.return"(%46, %36, %47) : (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<9x2x2xf64>, tensor<2x2xf64>, tensor<i64>) -> tensor<9x2x2xf64>, res_attrs = [{}], sym_name = "rnn.dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<9x2x2xf64>, %arg1: tensor<2x2xf64>, %arg2: tensor<i64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x2xf64>) -> tensor<1x2x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %3 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1, %2) : (tensor<9x2x2xf64>, tensor<1x2x2xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<9x2x2xf64>
    "func.return"(%3) : (tensor<9x2x2xf64>) -> ()
  }) : () -> ()
}) : () -> ()

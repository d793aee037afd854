// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in rnn_f32.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}], function_type = (tensor<3x20xf32>, tensor<5x20xf32>, tensor<20xf32>, tensor<5x2xf32>, tensor<9x2x3xf32>, tensor<9x2x2xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "rnn", sym_visibility = "public"}> ({
  ^bb0(%arg12: tensor<3x20xf32>, %arg13: tensor<5x20xf32>, %arg14: tensor<20xf32>, %arg15: tensor<5x2xf32>, %arg16: tensor<9x2x3xf32>, %arg17: tensor<9x2x2xf32>):
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %54 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<9x2x2xf32>
    %56 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %57:9 = "stablehlo.while"(%arg16, %arg12, %arg13, %arg14, %arg15, %56, %53, %53, %55) ({
    ^bb0(%arg31: tensor<9x2x3xf32>, %arg32: tensor<3x20xf32>, %arg33: tensor<5x20xf32>, %arg34: tensor<20xf32>, %arg35: tensor<5x2xf32>, %arg36: tensor<i64>, %arg37: tensor<2x5xf32>, %arg38: tensor<2x5xf32>, %arg39: tensor<9x2x2xf32>):
      %75 = "stablehlo.constant"() <{value = dense<9> : tensor<i64>}> : () -> tensor<i64>
      %76 = "stablehlo.compare"(%arg36, %75) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%76) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg22: tensor<9x2x3xf32>, %arg23: tensor<3x20xf32>, %arg24: tensor<5x20xf32>, %arg25: tensor<20xf32>, %arg26: tensor<5x2xf32>, %arg27: tensor<i64>, %arg28: tensor<2x5xf32>, %arg29: tensor<2x5xf32>, %arg30: tensor<9x2x2xf32>):
      %70 = "func.call"(%arg22, %arg27) <{callee = @rnn.dynamic_index_in_dim}> : (tensor<9x2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
      %71:3 = "func.call"(%arg23, %arg24, %arg25, %arg26, %arg28, %arg29, %70) <{callee = @rnn.closed_call}> : (tensor<3x20xf32>, tensor<5x20xf32>, tensor<20xf32>, tensor<5x2xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x3xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x2xf32>)
      %72 = "func.call"(%arg30, %71#2, %arg27) <{callee = @rnn.dynamic_update_index_in_dim}> : (tensor<9x2x2xf32>, tensor<2x2xf32>, tensor<i64>) -> tensor<9x2x2xf32>
      %73 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %74 = "stablehlo.add"(%arg27, %73) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg22, %arg23, %arg24, %arg25, %arg26, %74, %71#0, %71#1, %72) : (tensor<9x2x3xf32>, tensor<3x20xf32>, tensor<5x20xf32>, tensor<20xf32>, tensor<5x2xf32>, tensor<i64>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<9x2x2xf32>) -> ()
    }) : (tensor<9x2x3xf32>, tensor<3x20xf32>, tensor<5x20xf32>, tensor<20xf32>, tensor<5x2xf32>, tensor<i64>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<9x2x2xf32>) -> (tensor<9x2x3xf32>, tensor<3x20xf32>, tensor<5x20xf32>, tensor<20xf32>, tensor<5x2xf32>, tensor<i64>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<9x2x2xf32>)
    %58 = "stablehlo.subtract"(%57#8, %arg17) : (tensor<9x2x2xf32>, tensor<9x2x2xf32>) -> tensor<9x2x2xf32>
    %59 = "stablehlo.multiply"(%58, %58) : (tensor<9x2x2xf32>, tensor<9x2x2xf32>) -> tensor<9x2x2xf32>
    %60 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %61 = "stablehlo.reduce"(%59, %60) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %69 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%69) : (tensor<f32>) -> ()
    }) : (tensor<9x2x2xf32>, tensor<f32>) -> tensor<f32>
    %62 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %63 = "stablehlo.divide"(%61, %62) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %64 = "stablehlo.multiply"(%57#6, %57#6) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %65 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.reduce"(%64, %65) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %68 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%68) : (tensor<f32>) -> ()
    }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<f32>
    %67 = "stablehlo.add"(%63, %66) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%67) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<9x2x3xf32>, tensor<i64>) -> tensor<2x3xf32>, res_attrs = [{}], sym_name = "rnn.dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<9x2x3xf32>, %arg11: tensor<i64>):
    %48 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %49 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %50 = "stablehlo.dynamic_slice"(%arg10, %arg11, %48, %49) <{slice_sizes = array<i64: 1, 2, 3>}> : (tensor<9x2x3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x3xf32>
    %51 = "stablehlo.reshape"(%50) : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    "func.return"(%51) : (tensor<2x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x20xf32>, tensor<5x20xf32>, tensor<20xf32>, tensor<5x2xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x3xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x2xf32>), res_attrs = [{}, {}, {}], sym_name = "rnn.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3x20xf32>, %arg4: tensor<5x20xf32>, %arg5: tensor<20xf32>, %arg6: tensor<5x2xf32>, %arg7: tensor<2x5xf32>, %arg8: tensor<2x5xf32>, %arg9: tensor<2x3xf32>):
    %4 = "stablehlo.dot_general"(%arg9, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x20xf32>) -> tensor<2x20xf32>
    %5 = "stablehlo.dot_general"(%arg7, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5xf32>, tensor<5x20xf32>) -> tensor<2x20xf32>
    %6 = "stablehlo.add"(%4, %5) : (tensor<2x20xf32>, tensor<2x20xf32>) -> tensor<2x20xf32>
    %7 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64: 1>}> : (tensor<20xf32>) -> tensor<1x20xf32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x20xf32>) -> tensor<2x20xf32>
    %9 = "stablehlo.add"(%6, %8) : (tensor<2x20xf32>, tensor<2x20xf32>) -> tensor<2x20xf32>
    %10 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 5>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x20xf32>) -> tensor<2x5xf32>
    %11 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 10>, start_indices = array<i64: 0, 5>, strides = array<i64: 1, 1>}> : (tensor<2x20xf32>) -> tensor<2x5xf32>
    %12 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 15>, start_indices = array<i64: 0, 10>, strides = array<i64: 1, 1>}> : (tensor<2x20xf32>) -> tensor<2x5xf32>
    %13 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 2, 20>, start_indices = array<i64: 0, 15>, strides = array<i64: 1, 1>}> : (tensor<2x20xf32>) -> tensor<2x5xf32>
    %14 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %16 = "stablehlo.add"(%11, %15) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %17 = "stablehlo.negate"(%16) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %18 = "stablehlo.exponential"(%17) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %19 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %21 = "stablehlo.add"(%20, %18) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %22 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %24 = "stablehlo.divide"(%23, %21) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %25 = "stablehlo.multiply"(%24, %arg8) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %26 = "stablehlo.negate"(%10) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %27 = "stablehlo.exponential"(%26) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %28 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %30 = "stablehlo.add"(%29, %27) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %31 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %33 = "stablehlo.divide"(%32, %30) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %34 = "stablehlo.tanh"(%12) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %35 = "stablehlo.multiply"(%33, %34) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %36 = "stablehlo.add"(%25, %35) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %37 = "stablehlo.negate"(%13) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %38 = "stablehlo.exponential"(%37) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %39 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %41 = "stablehlo.add"(%40, %38) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %42 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
    %44 = "stablehlo.divide"(%43, %41) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %45 = "stablehlo.tanh"(%36) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %46 = "stablehlo.multiply"(%44, %45) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %47 = "stablehlo.dot_general"(%46, %arg6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5xf32>, tensor<5x2xf32>) -> tensor<2x2xf32>
    "func.return"(%46, %36, %47) : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<9x2x2xf32>, tensor<2x2xf32>, tensor<i64>) -> tensor<9x2x2xf32>, res_attrs = [{}], sym_name = "rnn.dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<9x2x2xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<i64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %3 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1, %2) : (tensor<9x2x2xf32>, tensor<1x2x2xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<9x2x2xf32>
    "func.return"(%3) : (tensor<9x2x2xf32>) -> ()
  }) : () -> ()
}) : () -> ()

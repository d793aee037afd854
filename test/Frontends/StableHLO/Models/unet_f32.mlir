// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in unet_f32.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}], function_type = (tensor<3x3x1x3xf32>, tensor<3x3x3x4xf32>, tensor<3x3x4x4xf32>, tensor<2x2x4x4xf32>, tensor<3x3x7x1xf32>, tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "unet", sym_visibility = "public"}> ({
  ^bb0(%arg20: tensor<3x3x1x3xf32>, %arg21: tensor<3x3x3x4xf32>, %arg22: tensor<3x3x4x4xf32>, %arg23: tensor<2x2x4x4xf32>, %arg24: tensor<3x3x7x1xf32>, %arg25: tensor<1x8x8x1xf32>, %arg26: tensor<1x8x8x1xf32>):
    %70 = "stablehlo.convolution"(%arg25, %arg20) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x1xf32>, tensor<3x3x1x3xf32>) -> tensor<1x8x8x3xf32>
    %71 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %72 = "stablehlo.reduce"(%70, %71) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg31: tensor<f32>, %arg32: tensor<f32>):
      %127 = "stablehlo.add"(%arg31, %arg32) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%127) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x3xf32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x3xf32>) -> tensor<1x1x1x3xf32>
    %74 = "stablehlo.constant"() <{value = dense<6.400000e+01> : tensor<f32>}> : () -> tensor<f32>
    %75 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x3xf32>
    %76 = "stablehlo.divide"(%73, %75) : (tensor<1x1x1x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x3xf32>) -> tensor<1x8x8x3xf32>
    %78 = "stablehlo.subtract"(%70, %77) : (tensor<1x8x8x3xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %79 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %80 = "func.call"(%70, %79) <{callee = @unet._var}> : (tensor<1x8x8x3xf32>, tensor<i64>) -> tensor<1x1x1x3xf32>
    %81 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x3xf32>
    %83 = "stablehlo.add"(%80, %82) : (tensor<1x1x1x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
    %84 = "stablehlo.sqrt"(%83) : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
    %85 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x3xf32>) -> tensor<1x8x8x3xf32>
    %86 = "stablehlo.divide"(%78, %85) : (tensor<1x8x8x3xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %87 = "func.call"(%86) <{callee = @unet.silu}> : (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %88 = "stablehlo.convolution"(%87, %arg21) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
    %89 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %90 = "stablehlo.reduce"(%88, %89) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg29: tensor<f32>, %arg30: tensor<f32>):
      %126 = "stablehlo.add"(%arg29, %arg30) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%126) : (tensor<f32>) -> ()
    }) : (tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    %91 = "stablehlo.broadcast_in_dim"(%90) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x4xf32>) -> tensor<1x1x1x4xf32>
    %92 = "stablehlo.constant"() <{value = dense<1.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x4xf32>
    %94 = "stablehlo.divide"(%91, %93) : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x4xf32>) -> tensor<1x4x4x4xf32>
    %96 = "stablehlo.subtract"(%88, %95) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %97 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %98 = "func.call"(%88, %97) <{callee = @unet._var_0}> : (tensor<1x4x4x4xf32>, tensor<i64>) -> tensor<1x1x1x4xf32>
    %99 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.broadcast_in_dim"(%99) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x4xf32>
    %101 = "stablehlo.add"(%98, %100) : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %102 = "stablehlo.sqrt"(%101) : (tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %103 = "stablehlo.broadcast_in_dim"(%102) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x4xf32>) -> tensor<1x4x4x4xf32>
    %104 = "stablehlo.divide"(%96, %103) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %105 = "func.call"(%104) <{callee = @unet.silu_2}> : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %106 = "stablehlo.convolution"(%105, %arg22) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x4x4x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x4x4x4xf32>
    %107 = "func.call"(%106) <{callee = @unet.silu_2}> : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %108 = "stablehlo.convolution"(%107, %arg23) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 2>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x4x4x4xf32>, tensor<2x2x4x4xf32>) -> tensor<1x8x8x4xf32>
    %109 = "stablehlo.broadcast_in_dim"(%105) <{broadcast_dimensions = array<i64: 0, 1, 3, 4>}> : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x4x4xf32>
    %110 = "stablehlo.reshape"(%109) : (tensor<1x4x2x4x4xf32>) -> tensor<1x8x4x4xf32>
    %111 = "stablehlo.broadcast_in_dim"(%110) <{broadcast_dimensions = array<i64: 0, 1, 2, 4>}> : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x2x4xf32>
    %112 = "stablehlo.reshape"(%111) : (tensor<1x8x4x2x4xf32>) -> tensor<1x8x8x4xf32>
    %113 = "stablehlo.add"(%108, %112) : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %114 = "stablehlo.concatenate"(%113, %87) <{dimension = 3 : i64}> : (tensor<1x8x8x4xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x7xf32>
    %115 = "stablehlo.convolution"(%114, %arg24) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x7xf32>, tensor<3x3x7x1xf32>) -> tensor<1x8x8x1xf32>
    %116 = "stablehlo.subtract"(%115, %arg26) : (tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<1x8x8x1xf32>
    %117 = "stablehlo.abs"(%116) : (tensor<1x8x8x1xf32>) -> tensor<1x8x8x1xf32>
    %118 = "stablehlo.subtract"(%115, %arg26) : (tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<1x8x8x1xf32>
    %119 = "stablehlo.multiply"(%118, %118) : (tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<1x8x8x1xf32>
    %120 = "stablehlo.add"(%117, %119) : (tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<1x8x8x1xf32>
    %121 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %122 = "stablehlo.reduce"(%120, %121) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg27: tensor<f32>, %arg28: tensor<f32>):
      %125 = "stablehlo.add"(%arg27, %arg28) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%125) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x1xf32>, tensor<f32>) -> tensor<f32>
    %123 = "stablehlo.constant"() <{value = dense<6.400000e+01> : tensor<f32>}> : () -> tensor<f32>
    %124 = "stablehlo.divide"(%122, %123) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%124) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x8x8x3xf32>, tensor<i64>) -> tensor<1x1x1x3xf32>, res_attrs = [{}], sym_name = "unet._var", sym_visibility = "private"}> ({
  ^bb0(%arg14: tensor<1x8x8x3xf32>, %arg15: tensor<i64>):
    %47 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.reduce"(%arg14, %47) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %69 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%69) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x3xf32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x3xf32>) -> tensor<1x1x1x3xf32>
    %50 = "stablehlo.constant"() <{value = dense<6.400000e+01> : tensor<f32>}> : () -> tensor<f32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x3xf32>
    %52 = "stablehlo.divide"(%49, %51) : (tensor<1x1x1x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x3xf32>) -> tensor<1x8x8x3xf32>
    %54 = "stablehlo.subtract"(%arg14, %53) : (tensor<1x8x8x3xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %55 = "chlo.square"(%54) : (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %56 = "stablehlo.convert"(%arg15) : (tensor<i64>) -> tensor<f32>
    %57 = "stablehlo.constant"() <{value = dense<6.400000e+01> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.subtract"(%57, %56) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.reduce"(%55, %59) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %68 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%68) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x3xf32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x3xf32>) -> tensor<1x1x1x3xf32>
    %62 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x3xf32>
    %63 = "stablehlo.divide"(%61, %62) : (tensor<1x1x1x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
    %64 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %65 = "stablehlo.compare"(%58, %64) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %66 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %67 = "func.call"(%65, %63, %66) <{callee = @unet._where}> : (tensor<i1>, tensor<1x1x1x3xf32>, tensor<f64>) -> tensor<1x1x1x3xf32>
    "func.return"(%67) : (tensor<1x1x1x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<1x1x1x3xf32>, tensor<f64>) -> tensor<1x1x1x3xf32>, res_attrs = [{}], sym_name = "unet._where", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<i1>, %arg12: tensor<1x1x1x3xf32>, %arg13: tensor<f64>):
    %44 = "stablehlo.convert"(%arg13) : (tensor<f64>) -> tensor<f32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x3xf32>
    %46 = "stablehlo.select"(%arg11, %arg12, %45) : (tensor<i1>, tensor<1x1x1x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
    "func.return"(%46) : (tensor<1x1x1x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>, res_attrs = [{}], sym_name = "unet.silu", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<1x8x8x3xf32>):
    %35 = "stablehlo.negate"(%arg10) : (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %36 = "stablehlo.exponential"(%35) : (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %37 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x8x8x3xf32>
    %39 = "stablehlo.add"(%38, %36) : (tensor<1x8x8x3xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %40 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x8x8x3xf32>
    %42 = "stablehlo.divide"(%41, %39) : (tensor<1x8x8x3xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    %43 = "stablehlo.multiply"(%arg10, %42) : (tensor<1x8x8x3xf32>, tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    "func.return"(%43) : (tensor<1x8x8x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x4x4x4xf32>, tensor<i64>) -> tensor<1x1x1x4xf32>, res_attrs = [{}], sym_name = "unet._var_0", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<1x4x4x4xf32>, %arg5: tensor<i64>):
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.reduce"(%arg4, %12) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %34 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%34) : (tensor<f32>) -> ()
    }) : (tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x4xf32>) -> tensor<1x1x1x4xf32>
    %15 = "stablehlo.constant"() <{value = dense<1.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x4xf32>
    %17 = "stablehlo.divide"(%14, %16) : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x4xf32>) -> tensor<1x4x4x4xf32>
    %19 = "stablehlo.subtract"(%arg4, %18) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %20 = "chlo.square"(%19) : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %21 = "stablehlo.convert"(%arg5) : (tensor<i64>) -> tensor<f32>
    %22 = "stablehlo.constant"() <{value = dense<1.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.subtract"(%22, %21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %25 = "stablehlo.reduce"(%20, %24) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %33 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%33) : (tensor<f32>) -> ()
    }) : (tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x4xf32>) -> tensor<1x1x1x4xf32>
    %27 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x4xf32>
    %28 = "stablehlo.divide"(%26, %27) : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.compare"(%23, %29) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %31 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %32 = "func.call"(%30, %28, %31) <{callee = @unet._where_1}> : (tensor<i1>, tensor<1x1x1x4xf32>, tensor<f64>) -> tensor<1x1x1x4xf32>
    "func.return"(%32) : (tensor<1x1x1x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<1x1x1x4xf32>, tensor<f64>) -> tensor<1x1x1x4xf32>, res_attrs = [{}], sym_name = "unet._where_1", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<1x1x1x4xf32>, %arg3: tensor<f64>):
    %9 = "stablehlo.convert"(%arg3) : (tensor<f64>) -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x4xf32>
    %11 = "stablehlo.select"(%arg1, %arg2, %10) : (tensor<i1>, tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    "func.return"(%11) : (tensor<1x1x1x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>, res_attrs = [{}], sym_name = "unet.silu_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x4x4x4xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %1 = "stablehlo.exponential"(%0) : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x4x4x4xf32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x4x4x4xf32>
    %7 = "stablehlo.divide"(%6, %4) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %8 = "stablehlo.multiply"(%arg0, %7) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    "func.return"(%8) : (tensor<1x4x4x4xf32>) -> ()
  }) : () -> ()
}) : () -> ()

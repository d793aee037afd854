// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in dynamic_windows.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "convolve", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<?x?x?x2xf64>, %arg8: tensor<3x2x2x3xf64>):
    %8 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %9 = "stablehlo.get_dimension_size"(%arg7) <{dimension = 0 : i64}> : (tensor<?x?x?x2xf64>) -> tensor<i32>
    %10 = "stablehlo.convert"(%9) : (tensor<i32>) -> tensor<i64>
    %11 = "stablehlo.get_dimension_size"(%arg7) <{dimension = 1 : i64}> : (tensor<?x?x?x2xf64>) -> tensor<i32>
    %12 = "stablehlo.convert"(%11) : (tensor<i32>) -> tensor<i64>
    %13 = "stablehlo.get_dimension_size"(%arg7) <{dimension = 2 : i64}> : (tensor<?x?x?x2xf64>) -> tensor<i32>
    %14 = "stablehlo.convert"(%13) : (tensor<i32>) -> tensor<i64>
    %15 = "stablehlo.compare"(%10, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%15, %10) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %16 = "stablehlo.compare"(%12, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%16, %10, %12) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %17 = "stablehlo.compare"(%14, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%17, %10, %12, %14) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %18 = "func.call"(%10, %12, %14, %arg7, %arg8) <{callee = @convolve._wrapped_jax_export_main}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<f64>
    "func.return"(%18) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "convolve._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<?x?x?x2xf64>, %arg4: tensor<3x2x2x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.convolution"(%arg3, %arg4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>}> : (tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<?x?x?x3xf64>
    %2 = "stablehlo.tanh"(%1) : (tensor<?x?x?x3xf64>) -> tensor<?x?x?x3xf64>
    %3 = "stablehlo.multiply"(%2, %2) : (tensor<?x?x?x3xf64>, tensor<?x?x?x3xf64>) -> tensor<?x?x?x3xf64>
    %4 = "stablehlo.reduce"(%3, %0) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %7 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%7) : (tensor<f64>) -> ()
    }) : (tensor<?x?x?x3xf64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<f64>
    %6 = "stablehlo.divide"(%4, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%6) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "strided", sym_visibility = "public"}> ({
  ^bb0(%arg28: tensor<?x?x?x2xf64>, %arg29: tensor<3x2x2x3xf64>):
    %73 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %74 = "stablehlo.get_dimension_size"(%arg28) <{dimension = 0 : i64}> : (tensor<?x?x?x2xf64>) -> tensor<i32>
    %75 = "stablehlo.convert"(%74) : (tensor<i32>) -> tensor<i64>
    %76 = "stablehlo.get_dimension_size"(%arg28) <{dimension = 1 : i64}> : (tensor<?x?x?x2xf64>) -> tensor<i32>
    %77 = "stablehlo.convert"(%76) : (tensor<i32>) -> tensor<i64>
    %78 = "stablehlo.get_dimension_size"(%arg28) <{dimension = 2 : i64}> : (tensor<?x?x?x2xf64>) -> tensor<i32>
    %79 = "stablehlo.convert"(%78) : (tensor<i32>) -> tensor<i64>
    %80 = "stablehlo.compare"(%75, %73) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%80, %75) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %81 = "stablehlo.compare"(%77, %73) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%81, %75, %77) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %82 = "stablehlo.compare"(%79, %73) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%82, %75, %77, %79) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %83 = "func.call"(%75, %77, %79, %arg28, %arg29) <{callee = @strided._wrapped_jax_export_main}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<f64>
    "func.return"(%83) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "strided._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg21: tensor<i64>, %arg22: tensor<i64>, %arg23: tensor<i64>, %arg24: tensor<?x?x?x2xf64>, %arg25: tensor<3x2x2x3xf64>):
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %28 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %29 = "stablehlo.constant"() <{value = dense<-2> : tensor<i64>}> : () -> tensor<i64>
    %30 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
    %31 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %32 = "stablehlo.convert"(%arg22) : (tensor<i64>) -> tensor<i64>
    %33 = "stablehlo.multiply"(%32, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %34:2 = "func.call"(%arg21, %arg22, %arg23, %33, %30) <{callee = @strided.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %35 = "stablehlo.multiply"(%34#0, %29) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %36 = "stablehlo.convert"(%arg22) : (tensor<i64>) -> tensor<i64>
    %37 = "stablehlo.multiply"(%36, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %38 = "stablehlo.add"(%35, %37) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %39 = "stablehlo.add"(%38, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %40:2 = "func.call"(%arg21, %arg22, %arg23, %39, %30) <{callee = @strided.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %41 = "stablehlo.convert"(%arg22) : (tensor<i64>) -> tensor<i64>
    %42 = "stablehlo.multiply"(%41, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %43:2 = "func.call"(%arg21, %arg22, %arg23, %42, %30) <{callee = @strided.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %44 = "stablehlo.multiply"(%43#0, %29) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %45 = "stablehlo.convert"(%arg22) : (tensor<i64>) -> tensor<i64>
    %46 = "stablehlo.multiply"(%45, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %47 = "stablehlo.add"(%44, %46) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %48 = "stablehlo.add"(%47, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %49:2 = "func.call"(%arg21, %arg22, %arg23, %48, %30) <{callee = @strided.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %50 = "stablehlo.multiply"(%49#0, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %51 = "stablehlo.convert"(%arg22) : (tensor<i64>) -> tensor<i64>
    %52 = "stablehlo.multiply"(%51, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %53:2 = "func.call"(%arg21, %arg22, %arg23, %52, %30) <{callee = @strided.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %54 = "stablehlo.multiply"(%53#0, %29) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %55 = "stablehlo.convert"(%arg22) : (tensor<i64>) -> tensor<i64>
    %56 = "stablehlo.multiply"(%55, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %57 = "stablehlo.add"(%50, %54) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %58 = "stablehlo.add"(%57, %56) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %59 = "stablehlo.add"(%58, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %60 = "stablehlo.convert"(%40#0) : (tensor<i64>) -> tensor<i32>
    %61 = "stablehlo.reshape"(%60) : (tensor<i32>) -> tensor<1xi32>
    %62 = "stablehlo.convert"(%59) : (tensor<i64>) -> tensor<i32>
    %63 = "stablehlo.reshape"(%62) : (tensor<i32>) -> tensor<1xi32>
    %64 = "stablehlo.concatenate"(%61, %63) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %65 = "stablehlo.reshape"(%64) : (tensor<2xi32>) -> tensor<1x2xi32>
    %66 = "stablehlo.concatenate"(%27, %27) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %67 = "stablehlo.reshape"(%66) : (tensor<2xi32>) -> tensor<1x2xi32>
    %68 = "stablehlo.concatenate"(%65, %67) <{dimension = 0 : i64}> : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
    %69 = "stablehlo.dynamic_conv"(%arg24, %arg25, %68) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 2>, window_strides = array<i64: 2, 1>}> : (tensor<?x?x?x2xf64>, tensor<3x2x2x3xf64>, tensor<2x2xi32>) -> tensor<?x?x?x3xf64>
    %70 = "stablehlo.sine"(%69) : (tensor<?x?x?x3xf64>) -> tensor<?x?x?x3xf64>
    %71 = "stablehlo.reduce"(%70, %26) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg26: tensor<f64>, %arg27: tensor<f64>):
      %72 = "stablehlo.add"(%arg26, %arg27) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%72) : (tensor<f64>) -> ()
    }) : (tensor<?x?x?x3xf64>, tensor<f64>) -> tensor<f64>
    "func.return"(%71) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>), sym_name = "strided.divmod", sym_visibility = "private"}> ({
  ^bb0(%arg16: tensor<i64>, %arg17: tensor<i64>, %arg18: tensor<i64>, %arg19: tensor<i64>, %arg20: tensor<i64>):
    %24 = "func.call"(%arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @strided.floor_divide}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %25 = "func.call"(%arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @strided.remainder}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%24, %25) : (tensor<i64>, tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>, sym_name = "strided.floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<i64>, %arg12: tensor<i64>, %arg13: tensor<i64>, %arg14: tensor<i64>, %arg15: tensor<i64>):
    %13 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %15 = "stablehlo.divide"(%arg14, %arg15) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %16 = "stablehlo.sign"(%arg14) : (tensor<i64>) -> tensor<i64>
    %17 = "stablehlo.sign"(%arg15) : (tensor<i64>) -> tensor<i64>
    %18 = "stablehlo.compare"(%16, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %19 = "stablehlo.remainder"(%arg14, %arg15) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %20 = "stablehlo.compare"(%19, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %21 = "stablehlo.and"(%18, %20) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %22 = "stablehlo.subtract"(%15, %13) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %23 = "func.call"(%arg11, %arg12, %arg13, %21, %22, %15) <{callee = @strided._where}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%23) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>, sym_name = "strided._where", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i64>, %arg6: tensor<i64>, %arg7: tensor<i64>, %arg8: tensor<i1>, %arg9: tensor<i64>, %arg10: tensor<i64>):
    %12 = "stablehlo.select"(%arg8, %arg9, %arg10) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%12) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>, sym_name = "strided.remainder", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>, %arg4: tensor<i64>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.compare"(%arg4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %3 = "func.call"(%arg0, %arg1, %arg2, %2, %0, %arg4) <{callee = @strided._where}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %4 = "stablehlo.remainder"(%arg3, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %5 = "stablehlo.compare"(%4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %6 = "stablehlo.compare"(%4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %7 = "stablehlo.compare"(%3, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %8 = "stablehlo.compare"(%6, %7) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %9 = "stablehlo.and"(%8, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %10 = "stablehlo.add"(%4, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %11 = "stablehlo.select"(%9, %10, %4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%11) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<1x?x?x2xf64>, tensor<3x2x2x2xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "transposed", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<1x?x?x2xf64>, %arg7: tensor<3x2x2x2xf64>):
    %6 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %7 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 1 : i64}> : (tensor<1x?x?x2xf64>) -> tensor<i32>
    %8 = "stablehlo.convert"(%7) : (tensor<i32>) -> tensor<i64>
    %9 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 2 : i64}> : (tensor<1x?x?x2xf64>) -> tensor<i32>
    %10 = "stablehlo.convert"(%9) : (tensor<i32>) -> tensor<i64>
    %11 = "stablehlo.compare"(%8, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%11, %8) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 2). Obtained dimension variables: 'h' = {0} from specification 'h' for dimension args[0].shape[1] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %12 = "stablehlo.compare"(%10, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%12, %8, %10) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 2). Obtained dimension variables: 'h' = {0} from specification 'h' for dimension args[0].shape[1] (= {0}), 'w' = {1} from specification 'w' for dimension args[0].shape[2] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %13 = "func.call"(%8, %10, %arg6, %arg7) <{callee = @transposed._wrapped_jax_export_main}> : (tensor<i64>, tensor<i64>, tensor<1x?x?x2xf64>, tensor<3x2x2x2xf64>) -> tensor<f64>
    "func.return"(%13) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<1x?x?x2xf64>, tensor<3x2x2x2xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "transposed._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<1x?x?x2xf64>, %arg3: tensor<3x2x2x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.convolution"(%arg2, %arg3) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 1>, padding = dense<[[2, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<1x?x?x2xf64>, tensor<3x2x2x2xf64>) -> tensor<1x?x?x2xf64>
    %2 = "stablehlo.multiply"(%1, %1) : (tensor<1x?x?x2xf64>, tensor<1x?x?x2xf64>) -> tensor<1x?x?x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<1x?x?x2xf64>, tensor<1x?x?x2xf64>) -> tensor<1x?x?x2xf64>
    %4 = "stablehlo.reduce"(%3, %0) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %5 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%5) : (tensor<f64>) -> ()
    }) : (tensor<1x?x?x2xf64>, tensor<f64>) -> tensor<f64>
    "func.return"(%4) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<?x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "padded", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<?x3xf64>):
    %97 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %98 = "stablehlo.get_dimension_size"(%arg11) <{dimension = 0 : i64}> : (tensor<?x3xf64>) -> tensor<i32>
    %99 = "stablehlo.convert"(%98) : (tensor<i32>) -> tensor<i64>
    %100 = "stablehlo.compare"(%99, %97) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%100, %99) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 3). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %101 = "func.call"(%99, %arg11) <{callee = @padded._wrapped_jax_export_main}> : (tensor<i64>, tensor<?x3xf64>) -> tensor<f64>
    "func.return"(%101) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "n"}, {}], function_type = (tensor<i64>, tensor<?x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "padded._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<i64>, %arg4: tensor<?x3xf64>):
    %13 = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
    %14 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %15 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
    %16 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %20 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %22 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %23 = "stablehlo.constant"() <{value = dense<2.500000e-01> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %25 = "func.call"(%arg3, %arg4, %24) <{callee = @padded._pad}> : (tensor<i64>, tensor<?x3xf64>, tensor<f64>) -> tensor<?x4xf64>
    %26 = "stablehlo.concatenate"(%20, %19) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %27 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %28 = "stablehlo.reshape"(%27) : (tensor<i32>) -> tensor<1xi32>
    %29 = "stablehlo.concatenate"(%19, %28) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %30 = "stablehlo.concatenate"(%20, %19) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %31 = "stablehlo.dynamic_pad"(%arg4, %23, %26, %29, %30) : (tensor<?x3xf64>, tensor<f64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf64>
    %32 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %33 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %34 = "stablehlo.reshape"(%33) : (tensor<i32>) -> tensor<1xi32>
    %35 = "stablehlo.concatenate"(%34, %18) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %36 = "stablehlo.dynamic_gather"(%25, %32, %35) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x4xf64>, tensor<1xi64>, tensor<2xi32>) -> tensor<?x4xf64>
    %37 = "stablehlo.multiply"(%36, %36) : (tensor<?x4xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
    %38 = "stablehlo.reduce"(%37, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %96 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%96) : (tensor<f64>) -> ()
    }) : (tensor<?x4xf64>, tensor<f64>) -> tensor<f64>
    %39 = "stablehlo.sine"(%31) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    %40 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %41 = "stablehlo.multiply"(%40, %16) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %42 = "stablehlo.convert"(%41) : (tensor<i64>) -> tensor<i32>
    %43 = "stablehlo.reshape"(%42) : (tensor<i32>) -> tensor<1xi32>
    %44 = "stablehlo.dynamic_iota"(%43) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi64>
    %45 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %46 = "stablehlo.multiply"(%45, %16) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %47 = "stablehlo.convert"(%46) : (tensor<i64>) -> tensor<i32>
    %48 = "stablehlo.reshape"(%47) : (tensor<i32>) -> tensor<1xi32>
    %49 = "stablehlo.dynamic_broadcast_in_dim"(%22, %48) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %50 = "stablehlo.multiply"(%49, %44) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %51 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %52 = "stablehlo.multiply"(%51, %16) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %53 = "stablehlo.convert"(%52) : (tensor<i64>) -> tensor<i32>
    %54 = "stablehlo.reshape"(%53) : (tensor<i32>) -> tensor<1xi32>
    %55 = "stablehlo.dynamic_broadcast_in_dim"(%21, %54) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %56 = "stablehlo.add"(%55, %50) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %57 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %58 = "stablehlo.multiply"(%57, %16) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %59 = "stablehlo.convert"(%58) : (tensor<i64>) -> tensor<i32>
    %60 = "stablehlo.reshape"(%59) : (tensor<i32>) -> tensor<1xi32>
    %61 = "stablehlo.concatenate"(%60, %20) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %62 = "stablehlo.dynamic_broadcast_in_dim"(%56, %61) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
    %63 = "stablehlo.convert"(%62) : (tensor<?x1xi64>) -> tensor<?x1xf64>
    %64 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %65 = "stablehlo.multiply"(%64, %16) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %66 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %67 = "stablehlo.add"(%66, %15) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %68 = "stablehlo.convert"(%65) : (tensor<i64>) -> tensor<i32>
    %69 = "stablehlo.reshape"(%68) : (tensor<i32>) -> tensor<1xi32>
    %70 = "stablehlo.convert"(%67) : (tensor<i64>) -> tensor<i32>
    %71 = "stablehlo.reshape"(%70) : (tensor<i32>) -> tensor<1xi32>
    %72 = "stablehlo.concatenate"(%69, %71) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %73 = "stablehlo.dynamic_broadcast_in_dim"(%63, %72) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x?xf64>
    %74 = "stablehlo.multiply"(%39, %73) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %75 = "stablehlo.reduce"(%74, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %95 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%95) : (tensor<f64>) -> ()
    }) : (tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
    %76 = "stablehlo.add"(%38, %75) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %77 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %78 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %79 = "stablehlo.add"(%78, %14) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %80 = "stablehlo.convert"(%79) : (tensor<i64>) -> tensor<i32>
    %81 = "stablehlo.reshape"(%80) : (tensor<i32>) -> tensor<1xi32>
    %82 = "stablehlo.concatenate"(%81, %13) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %83 = "stablehlo.dynamic_gather"(%arg4, %77, %82) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x3xf64>, tensor<1xi64>, tensor<2xi32>) -> tensor<?x3xf64>
    %84 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %85 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %86 = "stablehlo.add"(%85, %14) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %87 = "stablehlo.convert"(%86) : (tensor<i64>) -> tensor<i32>
    %88 = "stablehlo.reshape"(%87) : (tensor<i32>) -> tensor<1xi32>
    %89 = "stablehlo.concatenate"(%88, %13) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %90 = "stablehlo.dynamic_gather"(%arg4, %84, %89) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x3xf64>, tensor<1xi64>, tensor<2xi32>) -> tensor<?x3xf64>
    %91 = "stablehlo.multiply"(%83, %90) : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
    %92 = "stablehlo.reduce"(%91, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %94 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%94) : (tensor<f64>) -> ()
    }) : (tensor<?x3xf64>, tensor<f64>) -> tensor<f64>
    %93 = "stablehlo.add"(%76, %92) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%93) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "n"}, {}, {}], function_type = (tensor<i64>, tensor<?x3xf64>, tensor<f64>) -> tensor<?x4xf64>, sym_name = "padded._pad", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<?x3xf64>, %arg2: tensor<f64>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %1 = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.convert"(%arg2) : (tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.convert"(%arg0) : (tensor<i64>) -> tensor<i64>
    %6 = "stablehlo.add"(%5, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %7 = "stablehlo.convert"(%6) : (tensor<i64>) -> tensor<i32>
    %8 = "stablehlo.reshape"(%7) : (tensor<i32>) -> tensor<1xi32>
    %9 = "stablehlo.concatenate"(%8, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %10 = "stablehlo.concatenate"(%1, %0) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %11 = "stablehlo.concatenate"(%2, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %12 = "stablehlo.dynamic_pad"(%arg1, %4, %9, %10, %11) : (tensor<?x3xf64>, tensor<f64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf64>
    "func.return"(%12) : (tensor<?x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<?x3xf64>, tensor<?xi32>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "moved", sym_visibility = "public"}> ({
  ^bb0(%arg15: tensor<?x3xf64>, %arg16: tensor<?xi32>):
    %86 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %87 = "stablehlo.get_dimension_size"(%arg15) <{dimension = 0 : i64}> : (tensor<?x3xf64>) -> tensor<i32>
    %88 = "stablehlo.convert"(%87) : (tensor<i32>) -> tensor<i64>
    %89 = "stablehlo.get_dimension_size"(%arg16) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %90 = "stablehlo.convert"(%89) : (tensor<i32>) -> tensor<i64>
    %91 = "stablehlo.compare"(%88, %86) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%91, %88) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 3),args[1].shape = (k,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %92 = "stablehlo.compare"(%90, %86) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%92, %88, %90) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'k'. Using the following polymorphic shapes specifications: args[0].shape = (n, 3),args[1].shape = (k,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'k' = {1} from specification 'k' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %93 = "func.call"(%90, %88, %arg15, %arg16) <{callee = @moved._wrapped_jax_export_main}> : (tensor<i64>, tensor<i64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<f64>
    "func.return"(%93) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "k"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "moved._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i64>, %arg6: tensor<i64>, %arg7: tensor<?x3xf64>, %arg8: tensor<?xi32>):
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %15 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %16 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %17 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %18 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %19 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i64>
    %20 = "stablehlo.add"(%19, %18) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %21 = "stablehlo.convert"(%20) : (tensor<i64>) -> tensor<i32>
    %22 = "stablehlo.convert"(%arg5) : (tensor<i64>) -> tensor<i32>
    %23 = "stablehlo.reshape"(%22) : (tensor<i32>) -> tensor<1xi32>
    %24 = "stablehlo.dynamic_broadcast_in_dim"(%21, %23) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %25 = "stablehlo.minimum"(%arg8, %24) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %26 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %27 = "stablehlo.convert"(%arg5) : (tensor<i64>) -> tensor<i32>
    %28 = "stablehlo.reshape"(%27) : (tensor<i32>) -> tensor<1xi32>
    %29 = "stablehlo.dynamic_broadcast_in_dim"(%17, %28) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %30 = "stablehlo.compare"(%25, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %31 = "stablehlo.convert"(%arg5) : (tensor<i64>) -> tensor<i32>
    %32 = "stablehlo.reshape"(%31) : (tensor<i32>) -> tensor<1xi32>
    %33 = "stablehlo.dynamic_broadcast_in_dim"(%26, %32) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %34 = "stablehlo.add"(%25, %33) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %35 = "stablehlo.select"(%30, %34, %25) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %36 = "stablehlo.convert"(%35) : (tensor<?xi32>) -> tensor<?xi64>
    %37 = "stablehlo.convert"(%arg5) : (tensor<i64>) -> tensor<i32>
    %38 = "stablehlo.reshape"(%37) : (tensor<i32>) -> tensor<1xi32>
    %39 = "stablehlo.concatenate"(%38, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %40 = "stablehlo.dynamic_broadcast_in_dim"(%36, %39) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
    %41 = "stablehlo.gather"(%arg7, %40) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<?x3xf64>, tensor<?x1xi64>) -> tensor<?x3xf64>
    %42 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %43 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %44 = "stablehlo.reshape"(%43) : (tensor<i32>) -> tensor<1xi32>
    %45 = "stablehlo.concatenate"(%44, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %46 = "stablehlo.dynamic_gather"(%arg7, %42, %45) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x3xf64>, tensor<1xi64>, tensor<2xi32>) -> tensor<?xf64>
    %47 = "func.call"(%arg5, %arg6, %46) <{callee = @moved.sort}> : (tensor<i64>, tensor<i64>, tensor<?xf64>) -> tensor<?xf64>
    %48 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %49 = "stablehlo.reshape"(%48) : (tensor<i32>) -> tensor<1xi32>
    %50 = "stablehlo.concatenate"(%49, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %51 = "stablehlo.dynamic_broadcast_in_dim"(%47, %50) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %52 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %53 = "stablehlo.reshape"(%52) : (tensor<i32>) -> tensor<1xi32>
    %54 = "stablehlo.concatenate"(%53, %13) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %55 = "stablehlo.dynamic_broadcast_in_dim"(%51, %54) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x3xf64>
    %56 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3xf64>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf64>) -> tensor<1x3xf64>
    %58 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %59 = "stablehlo.reshape"(%58) : (tensor<i32>) -> tensor<1xi32>
    %60 = "stablehlo.concatenate"(%59, %13) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %61 = "stablehlo.dynamic_broadcast_in_dim"(%57, %60) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xf64>, tensor<2xi32>) -> tensor<?x3xf64>
    %62 = "stablehlo.multiply"(%55, %61) : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
    %63 = "stablehlo.multiply"(%41, %41) : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
    %64 = "stablehlo.reduce"(%63, %12) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg13: tensor<f64>, %arg14: tensor<f64>):
      %85 = "stablehlo.add"(%arg13, %arg14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%85) : (tensor<f64>) -> ()
    }) : (tensor<?x3xf64>, tensor<f64>) -> tensor<f64>
    %65 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %66 = "stablehlo.reshape"(%65) : (tensor<i32>) -> tensor<1xi32>
    %67 = "stablehlo.dynamic_iota"(%66) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi64>
    %68 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %69 = "stablehlo.reshape"(%68) : (tensor<i32>) -> tensor<1xi32>
    %70 = "stablehlo.dynamic_broadcast_in_dim"(%16, %69) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %71 = "stablehlo.multiply"(%70, %67) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %72 = "stablehlo.convert"(%arg6) : (tensor<i64>) -> tensor<i32>
    %73 = "stablehlo.reshape"(%72) : (tensor<i32>) -> tensor<1xi32>
    %74 = "stablehlo.dynamic_broadcast_in_dim"(%14, %73) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %75 = "stablehlo.add"(%74, %71) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %76 = "stablehlo.convert"(%75) : (tensor<?xi64>) -> tensor<?xf64>
    %77 = "stablehlo.multiply"(%47, %76) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %78 = "stablehlo.reduce"(%77, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %84 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%84) : (tensor<f64>) -> ()
    }) : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    %79 = "stablehlo.add"(%64, %78) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %80 = "stablehlo.multiply"(%62, %arg7) : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
    %81 = "stablehlo.reduce"(%80, %12) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %83 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%83) : (tensor<f64>) -> ()
    }) : (tensor<?x3xf64>, tensor<f64>) -> tensor<f64>
    %82 = "stablehlo.add"(%79, %81) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%82) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "k"}, {jax.global_constant = "n"}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<?xf64>) -> tensor<?xf64>, sym_name = "moved.sort", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<?xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.sort"(%arg2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %3 = "stablehlo.compare"(%arg3, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %4 = "stablehlo.select"(%3, %1, %arg3) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %5 = "stablehlo.compare"(%arg3, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %6 = "stablehlo.select"(%5, %0, %4) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %7 = "stablehlo.compare"(%arg4, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %8 = "stablehlo.select"(%7, %1, %arg4) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %9 = "stablehlo.compare"(%arg4, %arg4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %10 = "stablehlo.select"(%9, %0, %8) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %11 = "stablehlo.compare"(%6, %10) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
      "stablehlo.return"(%11) : (tensor<i1>) -> ()
    }) : (tensor<?xf64>) -> tensor<?xf64>
    "func.return"(%2) : (tensor<?xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<?x?x?x?xf64>, tensor<?x?x?x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "kernel", sym_visibility = "public"}> ({
  ^bb0(%arg43: tensor<?x?x?x?xf64>, %arg44: tensor<?x?x?x3xf64>):
    %69 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %70 = "stablehlo.get_dimension_size"(%arg43) <{dimension = 0 : i64}> : (tensor<?x?x?x?xf64>) -> tensor<i32>
    %71 = "stablehlo.convert"(%70) : (tensor<i32>) -> tensor<i64>
    %72 = "stablehlo.get_dimension_size"(%arg43) <{dimension = 1 : i64}> : (tensor<?x?x?x?xf64>) -> tensor<i32>
    %73 = "stablehlo.convert"(%72) : (tensor<i32>) -> tensor<i64>
    %74 = "stablehlo.get_dimension_size"(%arg43) <{dimension = 2 : i64}> : (tensor<?x?x?x?xf64>) -> tensor<i32>
    %75 = "stablehlo.convert"(%74) : (tensor<i32>) -> tensor<i64>
    %76 = "stablehlo.get_dimension_size"(%arg43) <{dimension = 3 : i64}> : (tensor<?x?x?x?xf64>) -> tensor<i32>
    %77 = "stablehlo.convert"(%76) : (tensor<i32>) -> tensor<i64>
    %78 = "stablehlo.get_dimension_size"(%arg44) <{dimension = 0 : i64}> : (tensor<?x?x?x3xf64>) -> tensor<i32>
    %79 = "stablehlo.convert"(%78) : (tensor<i32>) -> tensor<i64>
    %80 = "stablehlo.get_dimension_size"(%arg44) <{dimension = 1 : i64}> : (tensor<?x?x?x3xf64>) -> tensor<i32>
    %81 = "stablehlo.convert"(%80) : (tensor<i32>) -> tensor<i64>
    %82 = "stablehlo.get_dimension_size"(%arg44) <{dimension = 2 : i64}> : (tensor<?x?x?x3xf64>) -> tensor<i32>
    %83 = "stablehlo.convert"(%82) : (tensor<i32>) -> tensor<i64>
    %84 = "stablehlo.compare"(%71, %69) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%84, %71) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %85 = "stablehlo.compare"(%73, %69) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%85, %71, %73) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %86 = "stablehlo.compare"(%75, %69) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%86, %71, %73, %75) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %87 = "stablehlo.compare"(%77, %69) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%87, %71, %73, %75, %77) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'c'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), 'c' = {3} from specification 'c' for dimension args[0].shape[3] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %88 = "stablehlo.compare"(%79, %69) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%88, %71, %73, %75, %77, %79) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'k'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), 'c' = {3} from specification 'c' for dimension args[0].shape[3] (= {3}), 'k' = {4} from specification 'k' for dimension args[1].shape[0] (= {4}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %89 = "stablehlo.compare"(%81, %69) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%89, %71, %73, %75, %77, %79, %81) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'l'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), 'c' = {3} from specification 'c' for dimension args[0].shape[3] (= {3}), 'k' = {4} from specification 'k' for dimension args[1].shape[0] (= {4}), 'l' = {5} from specification 'l' for dimension args[1].shape[1] (= {5}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %90 = "stablehlo.compare"(%83, %77) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%90, %83, %77, %71, %73, %75, %79, %81) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[2] (= {0}) and the specification 'c' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, c),args[1].shape = (k, l, c, 3). Obtained dimension variables: 'b' = {2} from specification 'b' for dimension args[0].shape[0] (= {2}), 'h' = {3} from specification 'h' for dimension args[0].shape[1] (= {3}), 'w' = {4} from specification 'w' for dimension args[0].shape[2] (= {4}), 'c' = {1} from specification 'c' for dimension args[0].shape[3] (= {1}), 'k' = {5} from specification 'k' for dimension args[1].shape[0] (= {5}), 'l' = {6} from specification 'l' for dimension args[1].shape[1] (= {6}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> ()
    %91 = "func.call"(%71, %77, %73, %79, %81, %75, %arg43, %arg44) <{callee = @kernel._wrapped_jax_export_main}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?x?x?xf64>, tensor<?x?x?x3xf64>) -> tensor<f64>
    "func.return"(%91) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "c"}, {jax.global_constant = "h"}, {jax.global_constant = "k"}, {jax.global_constant = "l"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?x?x?xf64>, tensor<?x?x?x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "kernel._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg33: tensor<i64>, %arg34: tensor<i64>, %arg35: tensor<i64>, %arg36: tensor<i64>, %arg37: tensor<i64>, %arg38: tensor<i64>, %arg39: tensor<?x?x?x?xf64>, %arg40: tensor<?x?x?x3xf64>):
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
    %28 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %29 = "stablehlo.convert"(%arg36) : (tensor<i64>) -> tensor<i64>
    %30 = "stablehlo.add"(%29, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %31:2 = "func.call"(%arg33, %arg34, %arg35, %arg36, %arg37, %arg38, %30, %27) <{callee = @kernel.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %32 = "stablehlo.convert"(%arg36) : (tensor<i64>) -> tensor<i64>
    %33 = "stablehlo.add"(%32, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %34:2 = "func.call"(%arg33, %arg34, %arg35, %arg36, %arg37, %arg38, %33, %27) <{callee = @kernel.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %35 = "stablehlo.multiply"(%34#0, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %36 = "stablehlo.convert"(%arg36) : (tensor<i64>) -> tensor<i64>
    %37 = "stablehlo.add"(%35, %36) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %38 = "stablehlo.add"(%37, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %39 = "stablehlo.convert"(%31#0) : (tensor<i64>) -> tensor<i32>
    %40 = "stablehlo.reshape"(%39) : (tensor<i32>) -> tensor<1xi32>
    %41 = "stablehlo.convert"(%38) : (tensor<i64>) -> tensor<i32>
    %42 = "stablehlo.reshape"(%41) : (tensor<i32>) -> tensor<1xi32>
    %43 = "stablehlo.concatenate"(%40, %42) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %44 = "stablehlo.reshape"(%43) : (tensor<2xi32>) -> tensor<1x2xi32>
    %45 = "stablehlo.convert"(%arg37) : (tensor<i64>) -> tensor<i64>
    %46 = "stablehlo.add"(%45, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %47:2 = "func.call"(%arg33, %arg34, %arg35, %arg36, %arg37, %arg38, %46, %27) <{callee = @kernel.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %48 = "stablehlo.convert"(%arg37) : (tensor<i64>) -> tensor<i64>
    %49 = "stablehlo.add"(%48, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %50:2 = "func.call"(%arg33, %arg34, %arg35, %arg36, %arg37, %arg38, %49, %27) <{callee = @kernel.divmod}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    %51 = "stablehlo.multiply"(%50#0, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %52 = "stablehlo.convert"(%arg37) : (tensor<i64>) -> tensor<i64>
    %53 = "stablehlo.add"(%51, %52) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %54 = "stablehlo.add"(%53, %28) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %55 = "stablehlo.convert"(%47#0) : (tensor<i64>) -> tensor<i32>
    %56 = "stablehlo.reshape"(%55) : (tensor<i32>) -> tensor<1xi32>
    %57 = "stablehlo.convert"(%54) : (tensor<i64>) -> tensor<i32>
    %58 = "stablehlo.reshape"(%57) : (tensor<i32>) -> tensor<1xi32>
    %59 = "stablehlo.concatenate"(%56, %58) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %60 = "stablehlo.reshape"(%59) : (tensor<2xi32>) -> tensor<1x2xi32>
    %61 = "stablehlo.concatenate"(%44, %60) <{dimension = 0 : i64}> : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
    %62 = "stablehlo.dynamic_conv"(%arg39, %arg40, %61) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<?x?x?x?xf64>, tensor<?x?x?x3xf64>, tensor<2x2xi32>) -> tensor<?x?x?x3xf64>
    %63 = "stablehlo.tanh"(%62) : (tensor<?x?x?x3xf64>) -> tensor<?x?x?x3xf64>
    %64 = "stablehlo.multiply"(%63, %63) : (tensor<?x?x?x3xf64>, tensor<?x?x?x3xf64>) -> tensor<?x?x?x3xf64>
    %65 = "stablehlo.reduce"(%64, %26) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg41: tensor<f64>, %arg42: tensor<f64>):
      %68 = "stablehlo.add"(%arg41, %arg42) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%68) : (tensor<f64>) -> ()
    }) : (tensor<?x?x?x3xf64>, tensor<f64>) -> tensor<f64>
    %66 = "stablehlo.convert"(%arg35) : (tensor<i64>) -> tensor<f64>
    %67 = "stablehlo.divide"(%65, %66) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%67) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "c"}, {jax.global_constant = "h"}, {jax.global_constant = "k"}, {jax.global_constant = "l"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>), sym_name = "kernel.divmod", sym_visibility = "private"}> ({
  ^bb0(%arg25: tensor<i64>, %arg26: tensor<i64>, %arg27: tensor<i64>, %arg28: tensor<i64>, %arg29: tensor<i64>, %arg30: tensor<i64>, %arg31: tensor<i64>, %arg32: tensor<i64>):
    %24 = "func.call"(%arg25, %arg26, %arg27, %arg28, %arg29, %arg30, %arg31, %arg32) <{callee = @kernel.floor_divide}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %25 = "func.call"(%arg25, %arg26, %arg27, %arg28, %arg29, %arg30, %arg31, %arg32) <{callee = @kernel.remainder}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%24, %25) : (tensor<i64>, tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "c"}, {jax.global_constant = "h"}, {jax.global_constant = "k"}, {jax.global_constant = "l"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>, sym_name = "kernel.floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg17: tensor<i64>, %arg18: tensor<i64>, %arg19: tensor<i64>, %arg20: tensor<i64>, %arg21: tensor<i64>, %arg22: tensor<i64>, %arg23: tensor<i64>, %arg24: tensor<i64>):
    %13 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %15 = "stablehlo.divide"(%arg23, %arg24) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %16 = "stablehlo.sign"(%arg23) : (tensor<i64>) -> tensor<i64>
    %17 = "stablehlo.sign"(%arg24) : (tensor<i64>) -> tensor<i64>
    %18 = "stablehlo.compare"(%16, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %19 = "stablehlo.remainder"(%arg23, %arg24) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %20 = "stablehlo.compare"(%19, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %21 = "stablehlo.and"(%18, %20) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %22 = "stablehlo.subtract"(%15, %13) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %23 = "func.call"(%arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %21, %22, %15) <{callee = @kernel._where}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%23) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "c"}, {jax.global_constant = "h"}, {jax.global_constant = "k"}, {jax.global_constant = "l"}, {jax.global_constant = "w"}, {}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>, sym_name = "kernel._where", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<i64>, %arg9: tensor<i64>, %arg10: tensor<i64>, %arg11: tensor<i64>, %arg12: tensor<i64>, %arg13: tensor<i64>, %arg14: tensor<i1>, %arg15: tensor<i64>, %arg16: tensor<i64>):
    %12 = "stablehlo.select"(%arg14, %arg15, %arg16) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%12) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "c"}, {jax.global_constant = "h"}, {jax.global_constant = "k"}, {jax.global_constant = "l"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>, sym_name = "kernel.remainder", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>, %arg4: tensor<i64>, %arg5: tensor<i64>, %arg6: tensor<i64>, %arg7: tensor<i64>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.compare"(%arg7, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %3 = "func.call"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %2, %0, %arg7) <{callee = @kernel._where}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %4 = "stablehlo.remainder"(%arg6, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %5 = "stablehlo.compare"(%4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %6 = "stablehlo.compare"(%4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %7 = "stablehlo.compare"(%3, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %8 = "stablehlo.compare"(%6, %7) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %9 = "stablehlo.and"(%8, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %10 = "stablehlo.add"(%4, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %11 = "stablehlo.select"(%9, %10, %4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%11) : (tensor<i64>) -> ()
  }) : () -> ()
}) : () -> ()

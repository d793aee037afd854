// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in dynamic.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x3xf64>, tensor<3x4xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "classify", sym_visibility = "public"}> ({
  ^bb0(%arg18: tensor<?x3xf64>, %arg19: tensor<3x4xf64>):
    %98 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %99 = "stablehlo.get_dimension_size"(%arg18) <{dimension = 0 : i64}> : (tensor<?x3xf64>) -> tensor<i32>
    %100 = "stablehlo.convert"(%99) : (tensor<i32>) -> tensor<i64>
    %101 = "stablehlo.compare"(%100, %98) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%101, %100) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %102 = "func.call"(%100, %arg18, %arg19) <{callee = @classify._wrapped_jax_export_main}> : (tensor<i64>, tensor<?x3xf64>, tensor<3x4xf64>) -> tensor<f64>
    "func.return"(%102) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {}, {}], function_type = (tensor<i64>, tensor<?x3xf64>, tensor<3x4xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "classify._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<i64>, %arg4: tensor<?x3xf64>, %arg5: tensor<3x4xf64>):
    %2 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %6 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %7 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %8 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %9 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.dot_general"(%arg4, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x3xf64>, tensor<3x4xf64>) -> tensor<?x4xf64>
    %11 = "stablehlo.tanh"(%10) : (tensor<?x4xf64>) -> tensor<?x4xf64>
    %12 = "stablehlo.reduce"(%11, %9) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg16: tensor<f64>, %arg17: tensor<f64>):
      %97 = "stablehlo.maximum"(%arg16, %arg17) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%97) : (tensor<f64>) -> ()
    }) : (tensor<?x4xf64>, tensor<f64>) -> tensor<?xf64>
    %13 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %14 = "stablehlo.reshape"(%13) : (tensor<i32>) -> tensor<1xi32>
    %15 = "stablehlo.dynamic_broadcast_in_dim"(%9, %14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>, tensor<1xi32>) -> tensor<?xf64>
    %16 = "stablehlo.maximum"(%15, %12) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %17 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %18 = "stablehlo.reshape"(%17) : (tensor<i32>) -> tensor<1xi32>
    %19 = "stablehlo.concatenate"(%18, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %20 = "stablehlo.dynamic_broadcast_in_dim"(%16, %19) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %21 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %22 = "stablehlo.reshape"(%21) : (tensor<i32>) -> tensor<1xi32>
    %23 = "stablehlo.concatenate"(%22, %5) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = "stablehlo.dynamic_broadcast_in_dim"(%20, %23) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x4xf64>
    %25 = "stablehlo.subtract"(%11, %24) : (tensor<?x4xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
    %26 = "stablehlo.exponential"(%25) : (tensor<?x4xf64>) -> tensor<?x4xf64>
    %27 = "stablehlo.reduce"(%26, %4) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg14: tensor<f64>, %arg15: tensor<f64>):
      %96 = "stablehlo.add"(%arg14, %arg15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%96) : (tensor<f64>) -> ()
    }) : (tensor<?x4xf64>, tensor<f64>) -> tensor<?xf64>
    %28 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %29 = "stablehlo.reshape"(%28) : (tensor<i32>) -> tensor<1xi32>
    %30 = "stablehlo.concatenate"(%29, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %31 = "stablehlo.dynamic_broadcast_in_dim"(%27, %30) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %32 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %33 = "stablehlo.reshape"(%32) : (tensor<i32>) -> tensor<1xi32>
    %34 = "stablehlo.concatenate"(%33, %5) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %35 = "stablehlo.dynamic_broadcast_in_dim"(%31, %34) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x4xf64>
    %36 = "stablehlo.divide"(%26, %35) : (tensor<?x4xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
    %37 = "stablehlo.concatenate"(%36, %11) <{dimension = 0 : i64}> : (tensor<?x4xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
    %38 = "func.call"(%arg3, %arg4, %3) <{callee = @classify._pad}> : (tensor<i64>, tensor<?x3xf64>, tensor<i64>) -> tensor<?x3xf64>
    %39 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %40 = "stablehlo.reshape"(%39) : (tensor<i32>) -> tensor<1xi32>
    %41 = "stablehlo.dynamic_iota"(%40) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi64>
    %42 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %43 = "stablehlo.reshape"(%42) : (tensor<i32>) -> tensor<1xi32>
    %44 = "stablehlo.dynamic_broadcast_in_dim"(%2, %43) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %45 = "stablehlo.multiply"(%44, %41) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %46 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %47 = "stablehlo.reshape"(%46) : (tensor<i32>) -> tensor<1xi32>
    %48 = "stablehlo.dynamic_broadcast_in_dim"(%3, %47) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %49 = "stablehlo.add"(%48, %45) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %50 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %51 = "stablehlo.reshape"(%50) : (tensor<i32>) -> tensor<1xi32>
    %52 = "stablehlo.concatenate"(%51, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %53 = "stablehlo.dynamic_broadcast_in_dim"(%49, %52) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
    %54 = "stablehlo.gather"(%37, %53) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf64>, tensor<?x1xi64>) -> tensor<?x4xf64>
    %55 = "stablehlo.multiply"(%54, %54) : (tensor<?x4xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
    %56 = "stablehlo.reduce"(%55, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f64>, %arg13: tensor<f64>):
      %95 = "stablehlo.add"(%arg12, %arg13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%95) : (tensor<f64>) -> ()
    }) : (tensor<?x4xf64>, tensor<f64>) -> tensor<f64>
    %57 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<f64>
    %58 = "stablehlo.divide"(%56, %57) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %59 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %60 = "stablehlo.multiply"(%59, %6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %61 = "stablehlo.convert"(%60) : (tensor<i64>) -> tensor<i32>
    %62 = "stablehlo.reshape"(%61) : (tensor<i32>) -> tensor<1xi32>
    %63 = "stablehlo.dynamic_reshape"(%36, %62) : (tensor<?x4xf64>, tensor<1xi32>) -> tensor<?xf64>
    %64 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %65 = "stablehlo.multiply"(%64, %6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %66 = "stablehlo.convert"(%65) : (tensor<i64>) -> tensor<f64>
    %67 = "stablehlo.reduce"(%63, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg10: tensor<f64>, %arg11: tensor<f64>):
      %94 = "stablehlo.add"(%arg10, %arg11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%94) : (tensor<f64>) -> ()
    }) : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    %68 = "stablehlo.divide"(%67, %66) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %69 = "stablehlo.add"(%58, %68) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %70 = "stablehlo.reduce"(%38, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<f64>):
      %93 = "stablehlo.add"(%arg8, %arg9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%93) : (tensor<f64>) -> ()
    }) : (tensor<?x3xf64>, tensor<f64>) -> tensor<f64>
    %71 = "stablehlo.add"(%69, %70) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %72 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %73 = "stablehlo.reshape"(%72) : (tensor<i32>) -> tensor<1xi32>
    %74 = "stablehlo.dynamic_iota"(%73) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi64>
    %75 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %76 = "stablehlo.reshape"(%75) : (tensor<i32>) -> tensor<1xi32>
    %77 = "stablehlo.dynamic_broadcast_in_dim"(%8, %76) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %78 = "stablehlo.multiply"(%77, %74) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %79 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %80 = "stablehlo.reshape"(%79) : (tensor<i32>) -> tensor<1xi32>
    %81 = "stablehlo.dynamic_broadcast_in_dim"(%3, %80) <{broadcast_dimensions = array<i64>}> : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %82 = "stablehlo.add"(%81, %78) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    %83 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %84 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i32>
    %85 = "stablehlo.reshape"(%84) : (tensor<i32>) -> tensor<1xi32>
    %86 = "stablehlo.concatenate"(%85, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %87 = "stablehlo.dynamic_gather"(%36, %83, %86) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x4xf64>, tensor<1xi64>, tensor<2xi32>) -> tensor<?xf64>
    %88 = "stablehlo.convert"(%82) : (tensor<?xi64>) -> tensor<?xf64>
    %89 = "stablehlo.multiply"(%88, %87) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %90 = "stablehlo.reduce"(%89, %4) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %92 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%92) : (tensor<f64>) -> ()
    }) : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    %91 = "stablehlo.add"(%71, %90) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%91) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {}, {}], function_type = (tensor<i64>, tensor<?x3xf64>, tensor<i64>) -> tensor<?x3xf64>, sym_name = "classify._pad", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<?x3xf64>, %arg2: tensor<i64>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<f64>
    %1 = "stablehlo.pad"(%arg1, %0) <{edge_padding_high = array<i64: 2, 0>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<?x3xf64>, tensor<f64>) -> tensor<?x3xf64>
    "func.return"(%1) : (tensor<?x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "pairs", sym_visibility = "public"}> ({
  ^bb0(%arg8: tensor<?x3xf64>, %arg9: tensor<?x3xf64>):
    %38 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %39 = "stablehlo.get_dimension_size"(%arg8) <{dimension = 0 : i64}> : (tensor<?x3xf64>) -> tensor<i32>
    %40 = "stablehlo.convert"(%39) : (tensor<i32>) -> tensor<i64>
    %41 = "stablehlo.get_dimension_size"(%arg9) <{dimension = 0 : i64}> : (tensor<?x3xf64>) -> tensor<i32>
    %42 = "stablehlo.convert"(%41) : (tensor<i32>) -> tensor<i64>
    %43 = "stablehlo.compare"(%40, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%43, %40) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'm'. Using the following polymorphic shapes specifications: args[0].shape = (m, 3),args[1].shape = (n, 3). Obtained dimension variables: 'm' = {0} from specification 'm' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %44 = "stablehlo.compare"(%42, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%44, %40, %42) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (m, 3),args[1].shape = (n, 3). Obtained dimension variables: 'm' = {0} from specification 'm' for dimension args[0].shape[0] (= {0}), 'n' = {1} from specification 'n' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %45 = "func.call"(%40, %42, %arg8, %arg9) <{callee = @pairs._wrapped_jax_export_main}> : (tensor<i64>, tensor<i64>, tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<f64>
    "func.return"(%45) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "m"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i64>, tensor<i64>, tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "pairs._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<?x3xf64>, %arg3: tensor<?x3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
    %3 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %4 = "stablehlo.convert"(%arg0) : (tensor<i64>) -> tensor<i32>
    %5 = "stablehlo.reshape"(%4) : (tensor<i32>) -> tensor<1xi32>
    %6 = "stablehlo.concatenate"(%5, %3, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %7 = "stablehlo.dynamic_broadcast_in_dim"(%arg2, %6) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<?x3xf64>, tensor<3xi32>) -> tensor<?x1x3xf64>
    %8 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<i32>
    %9 = "stablehlo.reshape"(%8) : (tensor<i32>) -> tensor<1xi32>
    %10 = "stablehlo.concatenate"(%3, %9, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %11 = "stablehlo.dynamic_broadcast_in_dim"(%arg3, %10) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<?x3xf64>, tensor<3xi32>) -> tensor<1x?x3xf64>
    %12 = "stablehlo.convert"(%arg0) : (tensor<i64>) -> tensor<i32>
    %13 = "stablehlo.reshape"(%12) : (tensor<i32>) -> tensor<1xi32>
    %14 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<i32>
    %15 = "stablehlo.reshape"(%14) : (tensor<i32>) -> tensor<1xi32>
    %16 = "stablehlo.concatenate"(%13, %15, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %17 = "stablehlo.dynamic_broadcast_in_dim"(%7, %16) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<?x1x3xf64>, tensor<3xi32>) -> tensor<?x?x3xf64>
    %18 = "stablehlo.convert"(%arg0) : (tensor<i64>) -> tensor<i32>
    %19 = "stablehlo.reshape"(%18) : (tensor<i32>) -> tensor<1xi32>
    %20 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<i32>
    %21 = "stablehlo.reshape"(%20) : (tensor<i32>) -> tensor<1xi32>
    %22 = "stablehlo.concatenate"(%19, %21, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %23 = "stablehlo.dynamic_broadcast_in_dim"(%11, %22) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x?x3xf64>, tensor<3xi32>) -> tensor<?x?x3xf64>
    %24 = "stablehlo.subtract"(%17, %23) : (tensor<?x?x3xf64>, tensor<?x?x3xf64>) -> tensor<?x?x3xf64>
    %25 = "stablehlo.multiply"(%24, %24) : (tensor<?x?x3xf64>, tensor<?x?x3xf64>) -> tensor<?x?x3xf64>
    %26 = "stablehlo.reduce"(%25, %1) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %37 = "stablehlo.add"(%arg6, %arg7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%37) : (tensor<f64>) -> ()
    }) : (tensor<?x?x3xf64>, tensor<f64>) -> tensor<?x?xf64>
    %27 = "stablehlo.convert"(%arg0) : (tensor<i64>) -> tensor<i32>
    %28 = "stablehlo.reshape"(%27) : (tensor<i32>) -> tensor<1xi32>
    %29 = "stablehlo.convert"(%arg1) : (tensor<i64>) -> tensor<i32>
    %30 = "stablehlo.reshape"(%29) : (tensor<i32>) -> tensor<1xi32>
    %31 = "stablehlo.concatenate"(%28, %30) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %32 = "stablehlo.dynamic_broadcast_in_dim"(%0, %31) <{broadcast_dimensions = array<i64>}> : (tensor<f64>, tensor<2xi32>) -> tensor<?x?xf64>
    %33 = "stablehlo.add"(%26, %32) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %34 = "stablehlo.sqrt"(%33) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    %35 = "stablehlo.reduce"(%34, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %36 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%36) : (tensor<f64>) -> ()
    }) : (tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
    "func.return"(%35) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<?x2xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "columns", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<?x2xf64>):
    %10 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %11 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 0 : i64}> : (tensor<?x2xf64>) -> tensor<i32>
    %12 = "stablehlo.convert"(%11) : (tensor<i32>) -> tensor<i64>
    %13 = "stablehlo.compare"(%12, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.custom_call"(%13, %12) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 2). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i64>) -> ()
    %14 = "func.call"(%12, %arg6) <{callee = @columns._wrapped_jax_export_main}> : (tensor<i64>, tensor<?x2xf64>) -> tensor<f64>
    "func.return"(%14) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "n"}, {}], function_type = (tensor<i64>, tensor<?x2xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "columns._wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<?x2xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %2 = "stablehlo.transpose"(%arg1) <{permutation = array<i64: 1, 0>}> : (tensor<?x2xf64>) -> tensor<2x?xf64>
    %3 = "stablehlo.sine"(%2) : (tensor<2x?xf64>) -> tensor<2x?xf64>
    %4 = "stablehlo.dot_general"(%2, %3) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x?xf64>, tensor<2x?xf64>) -> tensor<2xf64>
    %5 = "stablehlo.reduce"(%2, %1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %9 = "stablehlo.maximum"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<2x?xf64>, tensor<f64>) -> tensor<2xf64>
    %6 = "stablehlo.divide"(%4, %5) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %7 = "stablehlo.reduce"(%6, %0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %8 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7) : (tensor<f64>) -> ()
  }) : () -> ()
}) : () -> ()

// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in ode_f32.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<3x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "ode", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<3x6xf32>, %arg6: tensor<6xf32>, %arg7: tensor<6x3xf32>, %arg8: tensor<4x3xf32>, %arg9: tensor<4x3xf32>):
    %88 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %89 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %90:6 = "stablehlo.while"(%arg5, %arg6, %arg7, %89, %88, %arg8) ({
    ^bb0(%arg18: tensor<3x6xf32>, %arg19: tensor<6xf32>, %arg20: tensor<6x3xf32>, %arg21: tensor<i64>, %arg22: tensor<i64>, %arg23: tensor<4x3xf32>):
      %99 = "stablehlo.constant"() <{value = dense<12> : tensor<i64>}> : () -> tensor<i64>
      %100 = "stablehlo.compare"(%arg21, %99) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%100) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<3x6xf32>, %arg13: tensor<6xf32>, %arg14: tensor<6x3xf32>, %arg15: tensor<i64>, %arg16: tensor<i64>, %arg17: tensor<4x3xf32>):
      %96:2 = "func.call"(%arg12, %arg13, %arg14, %arg16, %arg17) <{callee = @ode.closed_call}> : (tensor<3x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<i64>, tensor<4x3xf32>) -> (tensor<i64>, tensor<4x3xf32>)
      %97 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %98 = "stablehlo.add"(%arg15, %97) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg12, %arg13, %arg14, %98, %96#0, %96#1) : (tensor<3x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<i64>, tensor<i64>, tensor<4x3xf32>) -> ()
    }) : (tensor<3x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<i64>, tensor<i64>, tensor<4x3xf32>) -> (tensor<3x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<i64>, tensor<i64>, tensor<4x3xf32>)
    %91 = "stablehlo.subtract"(%90#5, %arg9) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %92 = "stablehlo.multiply"(%91, %91) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %93 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %94 = "stablehlo.reduce"(%92, %93) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %95 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%95) : (tensor<f32>) -> ()
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    "func.return"(%94) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<i64>, tensor<4x3xf32>) -> (tensor<i64>, tensor<4x3xf32>), res_attrs = [{}, {}], sym_name = "ode.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6x3xf32>, %arg3: tensor<i64>, %arg4: tensor<4x3xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.add"(%arg3, %0) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<f64>
    %3 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.multiply"(%2, %3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.dot_general"(%arg4, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    %6 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1x6xf32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.add"(%5, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.convert"(%4) : (tensor<f64>) -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %11 = "stablehlo.add"(%8, %10) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.tanh"(%11) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.dot_general"(%12, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %14 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %16 = "stablehlo.multiply"(%15, %arg4) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %17 = "stablehlo.subtract"(%13, %16) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %18 = "stablehlo.constant"() <{value = dense<5.000000e-02> : tensor<f64>}> : () -> tensor<f64>
    %19 = "stablehlo.add"(%4, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %20 = "stablehlo.constant"() <{value = dense<5.000000e-02> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %22 = "stablehlo.multiply"(%21, %17) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %23 = "stablehlo.add"(%arg4, %22) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %24 = "stablehlo.dot_general"(%23, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    %25 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1x6xf32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %27 = "stablehlo.add"(%24, %26) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %28 = "stablehlo.convert"(%19) : (tensor<f64>) -> tensor<f32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %30 = "stablehlo.add"(%27, %29) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %31 = "stablehlo.tanh"(%30) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %32 = "stablehlo.dot_general"(%31, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %33 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %35 = "stablehlo.multiply"(%34, %23) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %36 = "stablehlo.subtract"(%32, %35) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %37 = "stablehlo.constant"() <{value = dense<5.000000e-02> : tensor<f64>}> : () -> tensor<f64>
    %38 = "stablehlo.add"(%4, %37) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %39 = "stablehlo.constant"() <{value = dense<5.000000e-02> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %41 = "stablehlo.multiply"(%40, %36) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %42 = "stablehlo.add"(%arg4, %41) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %43 = "stablehlo.dot_general"(%42, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    %44 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1x6xf32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %46 = "stablehlo.add"(%43, %45) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %47 = "stablehlo.convert"(%38) : (tensor<f64>) -> tensor<f32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %49 = "stablehlo.add"(%46, %48) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %50 = "stablehlo.tanh"(%49) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %51 = "stablehlo.dot_general"(%50, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %52 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %54 = "stablehlo.multiply"(%53, %42) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %55 = "stablehlo.subtract"(%51, %54) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %56 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %57 = "stablehlo.add"(%4, %56) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %58 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %60 = "stablehlo.multiply"(%59, %55) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %61 = "stablehlo.add"(%arg4, %60) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %62 = "stablehlo.dot_general"(%61, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    %63 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1x6xf32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %65 = "stablehlo.add"(%62, %64) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %66 = "stablehlo.convert"(%57) : (tensor<f64>) -> tensor<f32>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %68 = "stablehlo.add"(%65, %67) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %69 = "stablehlo.tanh"(%68) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %70 = "stablehlo.dot_general"(%69, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %71 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %73 = "stablehlo.multiply"(%72, %61) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %74 = "stablehlo.subtract"(%70, %73) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %75 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %77 = "stablehlo.multiply"(%76, %36) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %78 = "stablehlo.add"(%17, %77) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %79 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %80 = "stablehlo.broadcast_in_dim"(%79) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %81 = "stablehlo.multiply"(%80, %55) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %82 = "stablehlo.add"(%78, %81) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %83 = "stablehlo.add"(%82, %74) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %84 = "stablehlo.constant"() <{value = dense<0.0166666675> : tensor<f32>}> : () -> tensor<f32>
    %85 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %86 = "stablehlo.multiply"(%85, %83) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %87 = "stablehlo.add"(%arg4, %86) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    "func.return"(%1, %87) : (tensor<i64>, tensor<4x3xf32>) -> ()
  }) : () -> ()
}) : () -> ()

// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in transformer.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<6x8xf64>, tensor<8x8xf64>, tensor<8x8xf64>, tensor<8x8xf64>, tensor<8x8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8x12xf64>, tensor<12xf64>, tensor<12x8xf64>, tensor<8xf64>, tensor<6x8xf64>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "transformer", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<6x8xf64>, %arg14: tensor<8x8xf64>, %arg15: tensor<8x8xf64>, %arg16: tensor<8x8xf64>, %arg17: tensor<8x8xf64>, %arg18: tensor<8xf64>, %arg19: tensor<8xf64>, %arg20: tensor<8xf64>, %arg21: tensor<8xf64>, %arg22: tensor<8x12xf64>, %arg23: tensor<12xf64>, %arg24: tensor<12x8xf64>, %arg25: tensor<8xf64>, %arg26: tensor<6x8xf64>):
    %39 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %40 = "stablehlo.reduce"(%arg13, %39) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg35: tensor<f64>, %arg36: tensor<f64>):
      %145 = "stablehlo.add"(%arg35, %arg36) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%145) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %42 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %44 = "stablehlo.divide"(%41, %43) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %46 = "stablehlo.subtract"(%arg13, %45) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %47 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %48 = "func.call"(%arg13, %47) <{callee = @transformer._var}> : (tensor<6x8xf64>, tensor<i64>) -> tensor<6x1xf64>
    %49 = "stablehlo.constant"() <{value = dense<1.000000e-05> : tensor<f64>}> : () -> tensor<f64>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %51 = "stablehlo.add"(%48, %50) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %52 = "stablehlo.rsqrt"(%51) : (tensor<6x1xf64>) -> tensor<6x1xf64>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %54 = "stablehlo.multiply"(%46, %53) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %55 = "stablehlo.broadcast_in_dim"(%arg18) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %57 = "stablehlo.multiply"(%54, %56) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %58 = "stablehlo.broadcast_in_dim"(%arg19) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %60 = "stablehlo.add"(%57, %59) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %61 = "stablehlo.dot_general"(%60, %arg14) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x8xf64>) -> tensor<6x8xf64>
    %62 = "stablehlo.reshape"(%61) : (tensor<6x8xf64>) -> tensor<6x2x4xf64>
    %63 = "stablehlo.dot_general"(%60, %arg15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x8xf64>) -> tensor<6x8xf64>
    %64 = "stablehlo.reshape"(%63) : (tensor<6x8xf64>) -> tensor<6x2x4xf64>
    %65 = "stablehlo.dot_general"(%60, %arg16) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x8xf64>) -> tensor<6x8xf64>
    %66 = "stablehlo.reshape"(%65) : (tensor<6x8xf64>) -> tensor<6x2x4xf64>
    %67 = "stablehlo.dot_general"(%62, %64) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x2x4xf64>, tensor<6x2x4xf64>) -> tensor<2x6x6xf64>
    %68 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x6x6xf64>
    %70 = "stablehlo.divide"(%67, %69) : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %71 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6x6xi1>
    %73 = "func.call"(%72) <{callee = @transformer.tril}> : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %74 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %75 = "func.call"(%73, %70, %74) <{callee = @transformer._where_0}> : (tensor<6x6xi1>, tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6x6xf64>
    %76 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %77 = "stablehlo.reduce"(%75, %76) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg33: tensor<f64>, %arg34: tensor<f64>):
      %144 = "stablehlo.maximum"(%arg33, %arg34) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%144) : (tensor<f64>) -> ()
    }) : (tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6xf64>
    %78 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x6xf64>
    %80 = "stablehlo.maximum"(%79, %77) : (tensor<2x6xf64>, tensor<2x6xf64>) -> tensor<2x6xf64>
    %81 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xf64>) -> tensor<2x6x1xf64>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x6x1xf64>) -> tensor<2x6x6xf64>
    %83 = "stablehlo.subtract"(%75, %82) : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %84 = "stablehlo.exponential"(%83) : (tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %85 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %86 = "stablehlo.reduce"(%84, %85) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg31: tensor<f64>, %arg32: tensor<f64>):
      %143 = "stablehlo.add"(%arg31, %arg32) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%143) : (tensor<f64>) -> ()
    }) : (tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6xf64>
    %87 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xf64>) -> tensor<2x6x1xf64>
    %88 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x6x1xf64>) -> tensor<2x6x6xf64>
    %89 = "stablehlo.divide"(%84, %88) : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %90 = "stablehlo.dot_general"(%66, %89) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x2x4xf64>, tensor<2x6x6xf64>) -> tensor<2x4x6xf64>
    %91 = "stablehlo.transpose"(%90) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x4x6xf64>) -> tensor<6x2x4xf64>
    %92 = "stablehlo.reshape"(%91) : (tensor<6x2x4xf64>) -> tensor<6x8xf64>
    %93 = "stablehlo.dot_general"(%92, %arg17) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x8xf64>) -> tensor<6x8xf64>
    %94 = "stablehlo.add"(%arg13, %93) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %95 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %96 = "stablehlo.reduce"(%94, %95) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg29: tensor<f64>, %arg30: tensor<f64>):
      %142 = "stablehlo.add"(%arg29, %arg30) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%142) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %97 = "stablehlo.broadcast_in_dim"(%96) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %98 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %100 = "stablehlo.divide"(%97, %99) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %101 = "stablehlo.broadcast_in_dim"(%100) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %102 = "stablehlo.subtract"(%94, %101) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %103 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %104 = "func.call"(%94, %103) <{callee = @transformer._var}> : (tensor<6x8xf64>, tensor<i64>) -> tensor<6x1xf64>
    %105 = "stablehlo.constant"() <{value = dense<1.000000e-05> : tensor<f64>}> : () -> tensor<f64>
    %106 = "stablehlo.broadcast_in_dim"(%105) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %107 = "stablehlo.add"(%104, %106) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %108 = "stablehlo.rsqrt"(%107) : (tensor<6x1xf64>) -> tensor<6x1xf64>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %110 = "stablehlo.multiply"(%102, %109) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %111 = "stablehlo.broadcast_in_dim"(%arg20) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %113 = "stablehlo.multiply"(%110, %112) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %114 = "stablehlo.broadcast_in_dim"(%arg21) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %115 = "stablehlo.broadcast_in_dim"(%114) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %116 = "stablehlo.add"(%113, %115) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %117 = "stablehlo.dot_general"(%116, %arg22) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x12xf64>) -> tensor<6x12xf64>
    %118 = "stablehlo.broadcast_in_dim"(%arg23) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xf64>) -> tensor<1x12xf64>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xf64>) -> tensor<6x12xf64>
    %120 = "stablehlo.add"(%117, %119) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %121 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %122 = "stablehlo.broadcast_in_dim"(%121) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x12xf64>
    %123 = "stablehlo.multiply"(%122, %120) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %124 = "stablehlo.negate"(%120) : (tensor<6x12xf64>) -> tensor<6x12xf64>
    %125 = "stablehlo.constant"() <{value = dense<0.70710678118654757> : tensor<f64>}> : () -> tensor<f64>
    %126 = "stablehlo.broadcast_in_dim"(%125) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x12xf64>
    %127 = "stablehlo.multiply"(%124, %126) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %128 = "chlo.erfc"(%127) : (tensor<6x12xf64>) -> tensor<6x12xf64>
    %129 = "stablehlo.multiply"(%123, %128) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %130 = "stablehlo.dot_general"(%129, %arg24) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x12xf64>, tensor<12x8xf64>) -> tensor<6x8xf64>
    %131 = "stablehlo.add"(%94, %130) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %132 = "stablehlo.broadcast_in_dim"(%arg25) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %133 = "stablehlo.broadcast_in_dim"(%132) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %134 = "stablehlo.add"(%131, %133) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %135 = "stablehlo.subtract"(%134, %arg26) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %136 = "stablehlo.multiply"(%135, %135) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %137 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %138 = "stablehlo.reduce"(%136, %137) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg27: tensor<f64>, %arg28: tensor<f64>):
      %141 = "stablehlo.add"(%arg27, %arg28) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%141) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<f64>
    %139 = "stablehlo.constant"() <{value = dense<4.800000e+01> : tensor<f64>}> : () -> tensor<f64>
    %140 = "stablehlo.divide"(%138, %139) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%140) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x8xf64>, tensor<i64>) -> tensor<6x1xf64>, res_attrs = [{}], sym_name = "transformer._var", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<6x8xf64>, %arg8: tensor<i64>):
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %17 = "stablehlo.reduce"(%arg7, %16) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
      %38 = "stablehlo.add"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%38) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %19 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %21 = "stablehlo.divide"(%18, %20) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %23 = "stablehlo.subtract"(%arg7, %22) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %24 = "chlo.square"(%23) : (tensor<6x8xf64>) -> tensor<6x8xf64>
    %25 = "stablehlo.convert"(%arg8) : (tensor<i64>) -> tensor<f64>
    %26 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %27 = "stablehlo.subtract"(%26, %25) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.reduce"(%24, %28) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %37 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%37) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %31 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %32 = "stablehlo.divide"(%30, %31) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %34 = "stablehlo.compare"(%27, %33) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %35 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %36 = "func.call"(%34, %32, %35) <{callee = @transformer._where}> : (tensor<i1>, tensor<6x1xf64>, tensor<f64>) -> tensor<6x1xf64>
    "func.return"(%36) : (tensor<6x1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<6x1xf64>, tensor<f64>) -> tensor<6x1xf64>, res_attrs = [{}], sym_name = "transformer._where", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<i1>, %arg5: tensor<6x1xf64>, %arg6: tensor<f64>):
    %13 = "stablehlo.convert"(%arg6) : (tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %15 = "stablehlo.select"(%arg4, %arg5, %14) : (tensor<i1>, tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    "func.return"(%15) : (tensor<6x1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x6xi1>) -> tensor<6x6xi1>, res_attrs = [{}], sym_name = "transformer.tril", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<6x6xi1>):
    %4 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6x6xi64>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<6x6xi64>
    %7 = "stablehlo.add"(%4, %6) : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi64>
    %8 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<6x6xi64>
    %9 = "stablehlo.compare"(%7, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
    %10 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6x6xi1>
    %12 = "stablehlo.select"(%9, %arg3, %11) : (tensor<6x6xi1>, tensor<6x6xi1>, tensor<6x6xi1>) -> tensor<6x6xi1>
    "func.return"(%12) : (tensor<6x6xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x6xi1>, tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6x6xf64>, res_attrs = [{}], sym_name = "transformer._where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6x6xi1>, %arg1: tensor<2x6x6xf64>, %arg2: tensor<f64>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<6x6xi1>) -> tensor<2x6x6xi1>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x6x6xf64>
    %3 = "stablehlo.select"(%1, %arg1, %2) : (tensor<2x6x6xi1>, tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    "func.return"(%3) : (tensor<2x6x6xf64>) -> ()
  }) : () -> ()
}) : () -> ()

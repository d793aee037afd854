// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in transformer_f32.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<6x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x12xf32>, tensor<12xf32>, tensor<12x8xf32>, tensor<8xf32>, tensor<6x8xf32>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "transformer", sym_visibility = "public"}> ({
  ^bb0(%arg22: tensor<6x8xf32>, %arg23: tensor<8x8xf32>, %arg24: tensor<8x8xf32>, %arg25: tensor<8x8xf32>, %arg26: tensor<8x8xf32>, %arg27: tensor<8xf32>, %arg28: tensor<8xf32>, %arg29: tensor<8xf32>, %arg30: tensor<8xf32>, %arg31: tensor<8x12xf32>, %arg32: tensor<12xf32>, %arg33: tensor<12x8xf32>, %arg34: tensor<8xf32>, %arg35: tensor<6x8xf32>):
    %65 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.reduce"(%arg22, %65) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg44: tensor<f32>, %arg45: tensor<f32>):
      %186 = "stablehlo.add"(%arg44, %arg45) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%186) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %68 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %70 = "stablehlo.divide"(%67, %69) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %72 = "stablehlo.subtract"(%arg22, %71) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %73 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %74 = "func.call"(%arg22, %73) <{callee = @transformer._var}> : (tensor<6x8xf32>, tensor<i64>) -> tensor<6x1xf32>
    %75 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %77 = "stablehlo.add"(%74, %76) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %78 = "stablehlo.rsqrt"(%77) : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %80 = "stablehlo.multiply"(%72, %79) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %81 = "stablehlo.broadcast_in_dim"(%arg27) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf32>) -> tensor<1x8xf32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf32>) -> tensor<6x8xf32>
    %83 = "stablehlo.multiply"(%80, %82) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %84 = "stablehlo.broadcast_in_dim"(%arg28) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf32>) -> tensor<1x8xf32>
    %85 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf32>) -> tensor<6x8xf32>
    %86 = "stablehlo.add"(%83, %85) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %87 = "stablehlo.dot_general"(%86, %arg23) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %88 = "stablehlo.reshape"(%87) : (tensor<6x8xf32>) -> tensor<6x2x4xf32>
    %89 = "stablehlo.dot_general"(%86, %arg24) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %90 = "stablehlo.reshape"(%89) : (tensor<6x8xf32>) -> tensor<6x2x4xf32>
    %91 = "stablehlo.dot_general"(%86, %arg25) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %92 = "stablehlo.reshape"(%91) : (tensor<6x8xf32>) -> tensor<6x2x4xf32>
    %93 = "stablehlo.dot_general"(%88, %90) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x2x4xf32>, tensor<6x2x4xf32>) -> tensor<2x6x6xf32>
    %94 = "stablehlo.convert"(%93) : (tensor<2x6x6xf32>) -> tensor<2x6x6xf64>
    %95 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %96 = "stablehlo.broadcast_in_dim"(%95) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x6x6xf64>
    %97 = "stablehlo.divide"(%94, %96) : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %98 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6x6xi1>
    %100 = "func.call"(%99) <{callee = @transformer.tril}> : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %101 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %102 = "func.call"(%100, %97, %101) <{callee = @transformer._where_0}> : (tensor<6x6xi1>, tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6x6xf64>
    %103 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %104 = "stablehlo.reduce"(%102, %103) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg42: tensor<f64>, %arg43: tensor<f64>):
      %185 = "stablehlo.maximum"(%arg42, %arg43) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%185) : (tensor<f64>) -> ()
    }) : (tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6xf64>
    %105 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %106 = "stablehlo.broadcast_in_dim"(%105) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x6xf64>
    %107 = "stablehlo.maximum"(%106, %104) : (tensor<2x6xf64>, tensor<2x6xf64>) -> tensor<2x6xf64>
    %108 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xf64>) -> tensor<2x6x1xf64>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x6x1xf64>) -> tensor<2x6x6xf64>
    %110 = "stablehlo.subtract"(%102, %109) : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %111 = "stablehlo.exponential"(%110) : (tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %112 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %113 = "stablehlo.reduce"(%111, %112) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg40: tensor<f64>, %arg41: tensor<f64>):
      %184 = "stablehlo.add"(%arg40, %arg41) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%184) : (tensor<f64>) -> ()
    }) : (tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6xf64>
    %114 = "stablehlo.broadcast_in_dim"(%113) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xf64>) -> tensor<2x6x1xf64>
    %115 = "stablehlo.broadcast_in_dim"(%114) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x6x1xf64>) -> tensor<2x6x6xf64>
    %116 = "stablehlo.divide"(%111, %115) : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %117 = "stablehlo.convert"(%92) : (tensor<6x2x4xf32>) -> tensor<6x2x4xf64>
    %118 = "stablehlo.convert"(%116) : (tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    %119 = "stablehlo.dot_general"(%117, %118) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x2x4xf64>, tensor<2x6x6xf64>) -> tensor<2x4x6xf64>
    %120 = "stablehlo.transpose"(%119) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x4x6xf64>) -> tensor<6x2x4xf64>
    %121 = "stablehlo.reshape"(%120) : (tensor<6x2x4xf64>) -> tensor<6x8xf64>
    %122 = "stablehlo.convert"(%121) : (tensor<6x8xf64>) -> tensor<6x8xf64>
    %123 = "stablehlo.convert"(%arg26) : (tensor<8x8xf32>) -> tensor<8x8xf64>
    %124 = "stablehlo.dot_general"(%122, %123) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x8xf64>) -> tensor<6x8xf64>
    %125 = "stablehlo.convert"(%arg22) : (tensor<6x8xf32>) -> tensor<6x8xf64>
    %126 = "stablehlo.add"(%125, %124) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %127 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %128 = "stablehlo.reduce"(%126, %127) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg38: tensor<f64>, %arg39: tensor<f64>):
      %183 = "stablehlo.add"(%arg38, %arg39) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%183) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %129 = "stablehlo.broadcast_in_dim"(%128) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %130 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %131 = "stablehlo.broadcast_in_dim"(%130) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %132 = "stablehlo.divide"(%129, %131) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %133 = "stablehlo.broadcast_in_dim"(%132) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %134 = "stablehlo.subtract"(%126, %133) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %135 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %136 = "func.call"(%126, %135) <{callee = @transformer._var_1}> : (tensor<6x8xf64>, tensor<i64>) -> tensor<6x1xf64>
    %137 = "stablehlo.constant"() <{value = dense<1.000000e-05> : tensor<f64>}> : () -> tensor<f64>
    %138 = "stablehlo.broadcast_in_dim"(%137) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %139 = "stablehlo.add"(%136, %138) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %140 = "stablehlo.rsqrt"(%139) : (tensor<6x1xf64>) -> tensor<6x1xf64>
    %141 = "stablehlo.broadcast_in_dim"(%140) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %142 = "stablehlo.multiply"(%134, %141) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %143 = "stablehlo.convert"(%arg29) : (tensor<8xf32>) -> tensor<8xf64>
    %144 = "stablehlo.broadcast_in_dim"(%143) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %145 = "stablehlo.broadcast_in_dim"(%144) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %146 = "stablehlo.multiply"(%142, %145) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %147 = "stablehlo.convert"(%arg30) : (tensor<8xf32>) -> tensor<8xf64>
    %148 = "stablehlo.broadcast_in_dim"(%147) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %150 = "stablehlo.add"(%146, %149) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %151 = "stablehlo.convert"(%150) : (tensor<6x8xf64>) -> tensor<6x8xf64>
    %152 = "stablehlo.convert"(%arg31) : (tensor<8x12xf32>) -> tensor<8x12xf64>
    %153 = "stablehlo.dot_general"(%151, %152) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf64>, tensor<8x12xf64>) -> tensor<6x12xf64>
    %154 = "stablehlo.convert"(%arg32) : (tensor<12xf32>) -> tensor<12xf64>
    %155 = "stablehlo.broadcast_in_dim"(%154) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xf64>) -> tensor<1x12xf64>
    %156 = "stablehlo.broadcast_in_dim"(%155) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xf64>) -> tensor<6x12xf64>
    %157 = "stablehlo.add"(%153, %156) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %158 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64>
    %159 = "stablehlo.broadcast_in_dim"(%158) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x12xf64>
    %160 = "stablehlo.multiply"(%159, %157) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %161 = "stablehlo.negate"(%157) : (tensor<6x12xf64>) -> tensor<6x12xf64>
    %162 = "stablehlo.constant"() <{value = dense<0.70710678118654757> : tensor<f64>}> : () -> tensor<f64>
    %163 = "stablehlo.broadcast_in_dim"(%162) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x12xf64>
    %164 = "stablehlo.multiply"(%161, %163) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %165 = "chlo.erfc"(%164) : (tensor<6x12xf64>) -> tensor<6x12xf64>
    %166 = "stablehlo.multiply"(%160, %165) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %167 = "stablehlo.convert"(%166) : (tensor<6x12xf64>) -> tensor<6x12xf64>
    %168 = "stablehlo.convert"(%arg33) : (tensor<12x8xf32>) -> tensor<12x8xf64>
    %169 = "stablehlo.dot_general"(%167, %168) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x12xf64>, tensor<12x8xf64>) -> tensor<6x8xf64>
    %170 = "stablehlo.add"(%126, %169) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %171 = "stablehlo.convert"(%arg34) : (tensor<8xf32>) -> tensor<8xf64>
    %172 = "stablehlo.broadcast_in_dim"(%171) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf64>) -> tensor<1x8xf64>
    %173 = "stablehlo.broadcast_in_dim"(%172) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf64>) -> tensor<6x8xf64>
    %174 = "stablehlo.add"(%170, %173) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %175 = "stablehlo.convert"(%arg35) : (tensor<6x8xf32>) -> tensor<6x8xf64>
    %176 = "stablehlo.subtract"(%174, %175) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %177 = "stablehlo.multiply"(%176, %176) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %178 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %179 = "stablehlo.reduce"(%177, %178) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg36: tensor<f64>, %arg37: tensor<f64>):
      %182 = "stablehlo.add"(%arg36, %arg37) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%182) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<f64>
    %180 = "stablehlo.constant"() <{value = dense<4.800000e+01> : tensor<f64>}> : () -> tensor<f64>
    %181 = "stablehlo.divide"(%179, %180) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%181) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x8xf32>, tensor<i64>) -> tensor<6x1xf32>, res_attrs = [{}], sym_name = "transformer._var", sym_visibility = "private"}> ({
  ^bb0(%arg16: tensor<6x8xf32>, %arg17: tensor<i64>):
    %42 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.reduce"(%arg16, %42) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %64 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%64) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %45 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %47 = "stablehlo.divide"(%44, %46) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %49 = "stablehlo.subtract"(%arg16, %48) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %50 = "chlo.square"(%49) : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %51 = "stablehlo.convert"(%arg17) : (tensor<i64>) -> tensor<f32>
    %52 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.subtract"(%52, %51) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %54 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %55 = "stablehlo.reduce"(%50, %54) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %63 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%63) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %57 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %58 = "stablehlo.divide"(%56, %57) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.compare"(%53, %59) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %61 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %62 = "func.call"(%60, %58, %61) <{callee = @transformer._where}> : (tensor<i1>, tensor<6x1xf32>, tensor<f64>) -> tensor<6x1xf32>
    "func.return"(%62) : (tensor<6x1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<6x1xf32>, tensor<f64>) -> tensor<6x1xf32>, res_attrs = [{}], sym_name = "transformer._where", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<i1>, %arg14: tensor<6x1xf32>, %arg15: tensor<f64>):
    %39 = "stablehlo.convert"(%arg15) : (tensor<f64>) -> tensor<f32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %41 = "stablehlo.select"(%arg13, %arg14, %40) : (tensor<i1>, tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    "func.return"(%41) : (tensor<6x1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x6xi1>) -> tensor<6x6xi1>, res_attrs = [{}], sym_name = "transformer.tril", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<6x6xi1>):
    %30 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6x6xi64>
    %31 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<6x6xi64>
    %33 = "stablehlo.add"(%30, %32) : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi64>
    %34 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<6x6xi64>
    %35 = "stablehlo.compare"(%33, %34) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
    %36 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6x6xi1>
    %38 = "stablehlo.select"(%35, %arg12, %37) : (tensor<6x6xi1>, tensor<6x6xi1>, tensor<6x6xi1>) -> tensor<6x6xi1>
    "func.return"(%38) : (tensor<6x6xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x6xi1>, tensor<2x6x6xf64>, tensor<f64>) -> tensor<2x6x6xf64>, res_attrs = [{}], sym_name = "transformer._where_0", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<6x6xi1>, %arg10: tensor<2x6x6xf64>, %arg11: tensor<f64>):
    %26 = "stablehlo.convert"(%arg11) : (tensor<f64>) -> tensor<f64>
    %27 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<6x6xi1>) -> tensor<2x6x6xi1>
    %28 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x6x6xf64>
    %29 = "stablehlo.select"(%27, %arg10, %28) : (tensor<2x6x6xi1>, tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
    "func.return"(%29) : (tensor<2x6x6xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x8xf64>, tensor<i64>) -> tensor<6x1xf64>, res_attrs = [{}], sym_name = "transformer._var_1", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<6x8xf64>, %arg4: tensor<i64>):
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %4 = "stablehlo.reduce"(%arg3, %3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %25 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%25) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %6 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %8 = "stablehlo.divide"(%5, %7) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x8xf64>
    %10 = "stablehlo.subtract"(%arg3, %9) : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
    %11 = "chlo.square"(%10) : (tensor<6x8xf64>) -> tensor<6x8xf64>
    %12 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<f64>
    %13 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %14 = "stablehlo.subtract"(%13, %12) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%11, %15) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %24 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%24) : (tensor<f64>) -> ()
    }) : (tensor<6x8xf64>, tensor<f64>) -> tensor<6xf64>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %18 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %19 = "stablehlo.divide"(%17, %18) : (tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.compare"(%14, %20) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %22 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %23 = "func.call"(%21, %19, %22) <{callee = @transformer._where_2}> : (tensor<i1>, tensor<6x1xf64>, tensor<f64>) -> tensor<6x1xf64>
    "func.return"(%23) : (tensor<6x1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<6x1xf64>, tensor<f64>) -> tensor<6x1xf64>, res_attrs = [{}], sym_name = "transformer._where_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<6x1xf64>, %arg2: tensor<f64>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x1xf64>
    %2 = "stablehlo.select"(%arg0, %arg1, %1) : (tensor<i1>, tensor<6x1xf64>, tensor<6x1xf64>) -> tensor<6x1xf64>
    "func.return"(%2) : (tensor<6x1xf64>) -> ()
  }) : () -> ()
}) : () -> ()

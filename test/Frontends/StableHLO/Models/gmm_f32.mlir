// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in gmm_f32.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}], function_type = (tensor<4xf32>, tensor<4x3xf32>, tensor<4x6xf32>, tensor<10x3xf32>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "gmm", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4xf32>, %arg5: tensor<4x3xf32>, %arg6: tensor<4x6xf32>, %arg7: tensor<10x3xf32>):
    %16 = "stablehlo.constant"() <{value = dense<[1, 2, 2]> : tensor<3xi64>}> : () -> tensor<3xi64>
    %17 = "stablehlo.constant"() <{value = dense<false> : tensor<3xi1>}> : () -> tensor<3xi1>
    %18 = "stablehlo.constant"() <{value = dense<[0, 0, 1]> : tensor<3xi64>}> : () -> tensor<3xi64>
    %19 = "stablehlo.constant"() <{value = dense<false> : tensor<3xi1>}> : () -> tensor<3xi1>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x3xf32>
    %22 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4, 6>, start_indices = array<i64: 0, 3>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %23 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<3xi64>
    %25 = "stablehlo.add"(%16, %24) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
    %26 = "stablehlo.select"(%17, %25, %16) : (tensor<3xi1>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
    %27 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<3xi64>
    %29 = "stablehlo.add"(%18, %28) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
    %30 = "stablehlo.select"(%19, %29, %18) : (tensor<3xi1>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
    %31 = "stablehlo.convert"(%26) : (tensor<3xi64>) -> tensor<3xi32>
    %32 = "stablehlo.convert"(%30) : (tensor<3xi64>) -> tensor<3xi32>
    %33 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %34 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %35 = "stablehlo.concatenate"(%33, %34) <{dimension = 1 : i64}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %36 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3x3xf32>) -> tensor<4x3x3xf32>
    %37 = "stablehlo.scatter"(%36, %35, %22) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      "stablehlo.return"(%arg29) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3xf32>, tensor<3x2xi32>, tensor<4x3xf32>) -> tensor<4x3x3xf32>
    %38 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %39 = "stablehlo.exponential"(%38) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %40 = "func.call"(%39) <{callee = @gmm._diag}> : (tensor<4x3xf32>) -> tensor<4x3x3xf32>
    %41 = "stablehlo.add"(%37, %40) : (tensor<4x3x3xf32>, tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
    %42 = "stablehlo.broadcast_in_dim"(%arg7) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<10x3xf32>) -> tensor<10x1x3xf32>
    %43 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<4x3xf32>) -> tensor<1x4x3xf32>
    %44 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<10x1x3xf32>) -> tensor<10x4x3xf32>
    %45 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x4x3xf32>) -> tensor<10x4x3xf32>
    %46 = "stablehlo.subtract"(%44, %45) : (tensor<10x4x3xf32>, tensor<10x4x3xf32>) -> tensor<10x4x3xf32>
    %47 = "stablehlo.dot_general"(%46, %41) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<10x4x3xf32>, tensor<4x3x3xf32>) -> tensor<4x10x3xf32>
    %48 = "stablehlo.transpose"(%47) <{permutation = array<i64: 1, 0, 2>}> : (tensor<4x10x3xf32>) -> tensor<10x4x3xf32>
    %49 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %50 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %51 = "stablehlo.reduce"(%49, %50) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %136 = "stablehlo.add"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%136) : (tensor<f32>) -> ()
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %52 = "stablehlo.add"(%arg4, %51) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %53 = "stablehlo.multiply"(%48, %48) : (tensor<10x4x3xf32>, tensor<10x4x3xf32>) -> tensor<10x4x3xf32>
    %54 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %55 = "stablehlo.reduce"(%53, %54) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %135 = "stablehlo.add"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%135) : (tensor<f32>) -> ()
    }) : (tensor<10x4x3xf32>, tensor<f32>) -> tensor<10x4xf32>
    %56 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<10x4xf32>
    %58 = "stablehlo.multiply"(%57, %55) : (tensor<10x4xf32>, tensor<10x4xf32>) -> tensor<10x4xf32>
    %59 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<1x4xf32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x4xf32>) -> tensor<10x4xf32>
    %61 = "stablehlo.subtract"(%60, %58) : (tensor<10x4xf32>, tensor<10x4xf32>) -> tensor<10x4xf32>
    %62 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %63 = "stablehlo.reduce"(%61, %62) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %134 = "stablehlo.maximum"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%134) : (tensor<f32>) -> ()
    }) : (tensor<10x4xf32>, tensor<f32>) -> tensor<10xf32>
    %64 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %65 = "stablehlo.broadcast_in_dim"(%64) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<10xf32>
    %66 = "stablehlo.maximum"(%65, %63) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %67 = "stablehlo.is_finite"(%66) : (tensor<10xf32>) -> tensor<10xi1>
    %68 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<10xf32>
    %70 = "stablehlo.select"(%67, %66, %69) : (tensor<10xi1>, tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64: 0>}> : (tensor<10xf32>) -> tensor<10x1xf32>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<10x1xf32>) -> tensor<10x4xf32>
    %73 = "stablehlo.subtract"(%61, %72) : (tensor<10x4xf32>, tensor<10x4xf32>) -> tensor<10x4xf32>
    %74 = "stablehlo.exponential"(%73) : (tensor<10x4xf32>) -> tensor<10x4xf32>
    %75 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %76 = "stablehlo.reduce"(%74, %75) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %133 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%133) : (tensor<f32>) -> ()
    }) : (tensor<10x4xf32>, tensor<f32>) -> tensor<10xf32>
    %77 = "stablehlo.abs"(%76) : (tensor<10xf32>) -> tensor<10xf32>
    %78 = "stablehlo.log"(%77) : (tensor<10xf32>) -> tensor<10xf32>
    %79 = "stablehlo.add"(%78, %70) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %80 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %81 = "stablehlo.reduce"(%79, %80) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %132 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%132) : (tensor<f32>) -> ()
    }) : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
    %82 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %83 = "stablehlo.reduce"(%arg4, %82) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %131 = "stablehlo.maximum"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%131) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %84 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %85 = "stablehlo.maximum"(%84, %83) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %86 = "stablehlo.is_finite"(%85) : (tensor<f32>) -> tensor<i1>
    %87 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %88 = "stablehlo.select"(%86, %85, %87) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<4xf32>
    %91 = "stablehlo.subtract"(%arg4, %90) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %92 = "stablehlo.exponential"(%91) : (tensor<4xf32>) -> tensor<4xf32>
    %93 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %94 = "stablehlo.reduce"(%92, %93) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %130 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%130) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %95 = "stablehlo.abs"(%94) : (tensor<f32>) -> tensor<f32>
    %96 = "stablehlo.log"(%95) : (tensor<f32>) -> tensor<f32>
    %97 = "stablehlo.add"(%96, %88) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %98 = "stablehlo.constant"() <{value = dense<1.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %99 = "stablehlo.multiply"(%98, %97) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %100 = "stablehlo.subtract"(%81, %99) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %101 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %102 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %103 = "stablehlo.broadcast_in_dim"(%102) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %104 = "stablehlo.multiply"(%103, %101) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %105 = "stablehlo.exponential"(%104) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %106 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %107 = "stablehlo.reduce"(%105, %106) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %129 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%129) : (tensor<f32>) -> ()
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %108 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4, 6>, start_indices = array<i64: 0, 3>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %109 = "stablehlo.multiply"(%108, %108) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %110 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %111 = "stablehlo.reduce"(%109, %110) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %128 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%128) : (tensor<f32>) -> ()
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %112 = "stablehlo.add"(%107, %111) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %113 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %114 = "stablehlo.multiply"(%113, %112) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %115 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %116 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %117 = "stablehlo.reduce"(%115, %116) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %127 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%127) : (tensor<f32>) -> ()
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %118 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %119 = "stablehlo.multiply"(%118, %117) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %120 = "stablehlo.subtract"(%114, %119) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %121 = "stablehlo.add"(%100, %120) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %122 = "stablehlo.convert"(%121) : (tensor<f32>) -> tensor<f64>
    %123 = "stablehlo.constant"() <{value = dense<-28.864618704289491> : tensor<f64>}> : () -> tensor<f64>
    %124 = "stablehlo.subtract"(%122, %123) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %125 = "stablehlo.constant"() <{value = dense<27.568155996140181> : tensor<f64>}> : () -> tensor<f64>
    %126 = "stablehlo.subtract"(%124, %125) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%126) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf32>) -> tensor<4x3x3xf32>, res_attrs = [{}], sym_name = "gmm._diag", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x3xf32>):
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.pad"(%arg3, %5) <{edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %7 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3x3xi64>
    %8 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x3xi64>
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<3x3xi64>
    %11 = "stablehlo.add"(%7, %10) : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi64>
    %12 = "stablehlo.compare"(%11, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %13 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x3xf32>) -> tensor<4x3x1xf32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "func.call"(%12, %13, %14) <{callee = @gmm._where}> : (tensor<3x3xi1>, tensor<4x3x1xf32>, tensor<f32>) -> tensor<4x3x3xf32>
    "func.return"(%15) : (tensor<4x3x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x3xi1>, tensor<4x3x1xf32>, tensor<f32>) -> tensor<4x3x3xf32>, res_attrs = [{}], sym_name = "gmm._where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x3xi1>, %arg1: tensor<4x3x1xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<4x3x1xf32>) -> tensor<4x3x3xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x3xf32>
    %2 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3x3xi1>) -> tensor<4x3x3xi1>
    %3 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3x3xf32>) -> tensor<4x3x3xf32>
    %4 = "stablehlo.select"(%2, %0, %3) : (tensor<4x3x3xi1>, tensor<4x3x3xf32>, tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
    "func.return"(%4) : (tensor<4x3x3xf32>) -> ()
  }) : () -> ()
}) : () -> ()

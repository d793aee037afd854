// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in mlp.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<7x16xf64>, tensor<16xf64>, tensor<16x12xf64>, tensor<12xf64>, tensor<12x5xf64>, tensor<5xf64>, tensor<6x7xf64>, tensor<6xi32>) -> tensor<f64>, res_attrs = [{jax.result_info = "result"}], sym_name = "mlp", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<7x16xf64>, %arg7: tensor<16xf64>, %arg8: tensor<16x12xf64>, %arg9: tensor<12xf64>, %arg10: tensor<12x5xf64>, %arg11: tensor<5xf64>, %arg12: tensor<6x7xf64>, %arg13: tensor<6xi32>):
    %20 = "stablehlo.dot_general"(%arg12, %arg6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x7xf64>, tensor<7x16xf64>) -> tensor<6x16xf64>
    %21 = "stablehlo.broadcast_in_dim"(%arg7) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf64>) -> tensor<1x16xf64>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf64>) -> tensor<6x16xf64>
    %23 = "stablehlo.add"(%20, %22) : (tensor<6x16xf64>, tensor<6x16xf64>) -> tensor<6x16xf64>
    %24 = "func.call"(%23) <{callee = @mlp.relu}> : (tensor<6x16xf64>) -> tensor<6x16xf64>
    %25 = "stablehlo.dot_general"(%24, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x16xf64>, tensor<16x12xf64>) -> tensor<6x12xf64>
    %26 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xf64>) -> tensor<1x12xf64>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xf64>) -> tensor<6x12xf64>
    %28 = "stablehlo.add"(%25, %27) : (tensor<6x12xf64>, tensor<6x12xf64>) -> tensor<6x12xf64>
    %29 = "stablehlo.tanh"(%28) : (tensor<6x12xf64>) -> tensor<6x12xf64>
    %30 = "stablehlo.dot_general"(%29, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x12xf64>, tensor<12x5xf64>) -> tensor<6x5xf64>
    %31 = "stablehlo.broadcast_in_dim"(%arg11) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf64>) -> tensor<1x5xf64>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf64>) -> tensor<6x5xf64>
    %33 = "stablehlo.add"(%30, %32) : (tensor<6x5xf64>, tensor<6x5xf64>) -> tensor<6x5xf64>
    %34 = "func.call"(%33) <{callee = @mlp.log_softmax}> : (tensor<6x5xf64>) -> tensor<6x5xf64>
    %35 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xi64>
    %36 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<6xi64>
    %38 = "stablehlo.compare"(%35, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %39 = "stablehlo.constant"() <{value = dense<6> : tensor<i64>}> : () -> tensor<i64>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<6xi64>
    %41 = "stablehlo.add"(%35, %40) : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
    %42 = "stablehlo.select"(%38, %41, %35) : (tensor<6xi1>, tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
    %43 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %45 = "stablehlo.compare"(%arg13, %44) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %46 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %48 = "stablehlo.add"(%arg13, %47) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %49 = "stablehlo.select"(%45, %48, %arg13) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %50 = "stablehlo.convert"(%42) : (tensor<6xi64>) -> tensor<6xi32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %52 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %53 = "stablehlo.concatenate"(%51, %52) <{dimension = 1 : i64}> : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
    %54 = "stablehlo.gather"(%34, %53) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf64>, tensor<6x2xi32>) -> tensor<6xf64>
    %55 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %56 = "stablehlo.reduce"(%54, %55) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg14: tensor<f64>, %arg15: tensor<f64>):
      %60 = "stablehlo.add"(%arg14, %arg15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%60) : (tensor<f64>) -> ()
    }) : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    %57 = "stablehlo.constant"() <{value = dense<6.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %58 = "stablehlo.divide"(%56, %57) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %59 = "stablehlo.negate"(%58) : (tensor<f64>) -> tensor<f64>
    "func.return"(%59) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x16xf64>) -> tensor<6x16xf64>, res_attrs = [{}], sym_name = "mlp.relu", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<6x16xf64>):
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6x16xf64>
    %19 = "stablehlo.maximum"(%arg5, %18) : (tensor<6x16xf64>, tensor<6x16xf64>) -> tensor<6x16xf64>
    "func.return"(%19) : (tensor<6x16xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x5xf64>) -> tensor<6x5xf64>, res_attrs = [{}], sym_name = "mlp.log_softmax", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6x5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %16 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%16) : (tensor<f64>) -> ()
    }) : (tensor<6x5xf64>, tensor<f64>) -> tensor<6xf64>
    %2 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<6xf64>
    %4 = "stablehlo.maximum"(%3, %1) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x5xf64>
    %7 = "stablehlo.subtract"(%arg0, %6) : (tensor<6x5xf64>, tensor<6x5xf64>) -> tensor<6x5xf64>
    %8 = "stablehlo.exponential"(%7) : (tensor<6x5xf64>) -> tensor<6x5xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %15 = "stablehlo.add"(%arg1, %arg2) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%15) : (tensor<f64>) -> ()
    }) : (tensor<6x5xf64>, tensor<f64>) -> tensor<6xf64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf64>) -> tensor<6x1xf64>
    %12 = "stablehlo.log"(%11) : (tensor<6x1xf64>) -> tensor<6x1xf64>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf64>) -> tensor<6x5xf64>
    %14 = "stablehlo.subtract"(%7, %13) : (tensor<6x5xf64>, tensor<6x5xf64>) -> tensor<6x5xf64>
    "func.return"(%14) : (tensor<6x5xf64>) -> ()
  }) : () -> ()
}) : () -> ()

// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in lapack.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> (tensor<f64>, tensor<4x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "cholesky", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x4xf64>):
    %23 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]]> : tensor<4x4xf64>}> : () -> tensor<4x4xf64>
    %24 = "func.call"(%arg1) <{callee = @cholesky.cholesky}> : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %25 = "stablehlo.multiply"(%23, %24) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %26 = "stablehlo.multiply"(%25, %24) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %27 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %28 = "stablehlo.reduce"(%26, %27) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %31 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%31) : (tensor<f64>) -> ()
    }) : (tensor<4x4xf64>, tensor<f64>) -> tensor<f64>
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %30 = "stablehlo.add"(%29, %28) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%30, %24) : (tensor<f64>, tensor<4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> tensor<4x4xf64>, res_attrs = [{}], sym_name = "cholesky.cholesky", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf64>):
    %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x4xf64>
    %4 = "stablehlo.divide"(%1, %3) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %5:2 = "stablehlo.custom_call"(%4) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dpotrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=4, j=4, k=4, l=4}, custom>} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<i32>)
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %8 = "stablehlo.compare"(%5#1, %7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %10 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x4xf64>
    %12 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %13 = "stablehlo.select"(%12, %5#0, %11) : (tensor<4x4xi1>, tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %14 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi64>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4x4xi64>
    %17 = "stablehlo.add"(%14, %16) : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi64>
    %18 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi64>
    %19 = "stablehlo.compare"(%17, %18) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x4xf64>
    %22 = "stablehlo.select"(%19, %13, %21) : (tensor<4x4xi1>, tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    "func.return"(%22) : (tensor<4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1xf64>, tensor<3x3xf64>) -> (tensor<f64>, tensor<1xf64>, tensor<3x3xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "not_definite", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<1xf64>, %arg2: tensor<3x3xf64>):
    %23 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %24 = "func.call"(%arg2) <{callee = @not_definite.cholesky}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %25 = "stablehlo.compare"(%24, %24) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %26 = "stablehlo.multiply"(%23, %arg1) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %27 = "stablehlo.multiply"(%26, %arg1) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %32 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%32) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %31 = "stablehlo.add"(%30, %29) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%31, %arg1, %25) : (tensor<f64>, tensor<1xf64>, tensor<3x3xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x3xf64>) -> tensor<3x3xf64>, res_attrs = [{}], sym_name = "not_definite.cholesky", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x3xf64>):
    %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x3xf64>
    %4 = "stablehlo.divide"(%1, %3) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %5:2 = "stablehlo.custom_call"(%4) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dpotrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=3, j=3, k=3, l=3}, custom>} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<i32>)
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %8 = "stablehlo.compare"(%5#1, %7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %10 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x3xf64>
    %12 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<3x3xi1>
    %13 = "stablehlo.select"(%12, %5#0, %11) : (tensor<3x3xi1>, tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %14 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3x3xi64>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<3x3xi64>
    %17 = "stablehlo.add"(%14, %16) : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi64>
    %18 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x3xi64>
    %19 = "stablehlo.compare"(%17, %18) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<3x3xf64>
    %22 = "stablehlo.select"(%19, %13, %21) : (tensor<3x3xi1>, tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    "func.return"(%22) : (tensor<3x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf64>, tensor<4x2xf64>) -> (tensor<f64>, tensor<4x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "solve_triangular", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x4xf64>, %arg3: tensor<4x2xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01]]> : tensor<4x2xf64>}> : () -> tensor<4x2xf64>
    %2 = "func.call"(%arg2, %arg3) <{callee = @solve_triangular._solve_triangular}> : (tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    %3 = "stablehlo.multiply"(%1, %2) : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    %4 = "stablehlo.multiply"(%3, %2) : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %9 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%9) : (tensor<f64>) -> ()
    }) : (tensor<4x2xf64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.add"(%7, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%8, %2) : (tensor<f64>, tensor<4x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>, res_attrs = [{}], sym_name = "solve_triangular._solve_triangular", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf64>, %arg1: tensor<4x2xf64>):
    %0 = "stablehlo.custom_call"(%arg0, %arg1) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dtrsm_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=2, m=4, n=2}, custom>} : (tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
    "func.return"(%0) : (tensor<4x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "solve", sym_visibility = "public"}> ({
  ^bb0(%arg20: tensor<4x4xf64>, %arg21: tensor<4xf64>):
    %75 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %76 = "func.call"(%arg20, %arg21) <{callee = @solve.solve}> : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %77 = "stablehlo.multiply"(%75, %76) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %78 = "stablehlo.multiply"(%77, %76) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %79 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %80 = "stablehlo.reduce"(%78, %79) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg22: tensor<f64>, %arg23: tensor<f64>):
      %83 = "stablehlo.add"(%arg22, %arg23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%83) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %81 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %82 = "stablehlo.add"(%81, %80) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%82, %76) : (tensor<f64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>, res_attrs = [{}], sym_name = "solve.solve", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x4xf64>, %arg11: tensor<4xf64>):
    %53:3 = "stablehlo.custom_call"(%arg10) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dgetrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=4, k=4, l=4, m=4}, custom>} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4xi32>, tensor<i32>)
    %54 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %56 = "stablehlo.subtract"(%53#1, %55) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %57 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %59 = "stablehlo.compare"(%53#2, %58) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %61 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x4xf64>
    %63 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %64 = "stablehlo.select"(%63, %53#0, %62) : (tensor<4x4xi1>, tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %65 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %66 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %67 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %68:4 = "stablehlo.while"(%56, %67, %66, %65) ({
    ^bb0(%arg16: tensor<4xi32>, %arg17: tensor<i64>, %arg18: tensor<i64>, %arg19: tensor<4xi32>):
      %73 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %74 = "stablehlo.compare"(%arg17, %73) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%74) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<4xi32>, %arg13: tensor<i64>, %arg14: tensor<i64>, %arg15: tensor<4xi32>):
      %70:2 = "func.call"(%arg12, %arg14, %arg15) <{callee = @solve.closed_call}> : (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>)
      %71 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %72 = "stablehlo.add"(%arg13, %71) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg12, %72, %70#0, %70#1) : (tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>) -> ()
    }) : (tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>) -> (tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>)
    %69 = "func.call"(%64, %68#3, %arg11) <{callee = @solve._lu_solve}> : (tensor<4x4xf64>, tensor<4xi32>, tensor<4xf64>) -> tensor<4xf64>
    "func.return"(%69) : (tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>), res_attrs = [{}, {}], sym_name = "solve.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4xi32>, %arg4: tensor<i64>, %arg5: tensor<4xi32>):
    %13 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %14 = "stablehlo.add"(%arg4, %13) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %16 = "stablehlo.compare"(%arg4, %15) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %17 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<i64>
    %18 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %19 = "stablehlo.add"(%17, %18) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %20 = "stablehlo.select"(%16, %19, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %21 = "stablehlo.dynamic_slice"(%arg3, %20) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
    %22 = "stablehlo.reshape"(%21) : (tensor<1xi32>) -> tensor<i32>
    %23 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %24 = "stablehlo.compare"(%arg4, %23) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %25 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<i64>
    %26 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %27 = "stablehlo.add"(%25, %26) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %28 = "stablehlo.select"(%24, %27, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %29 = "stablehlo.dynamic_slice"(%arg5, %28) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
    %30 = "stablehlo.reshape"(%29) : (tensor<1xi32>) -> tensor<i32>
    %31 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %32 = "stablehlo.compare"(%22, %31) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %33 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %34 = "stablehlo.add"(%22, %33) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %35 = "stablehlo.select"(%32, %34, %22) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %36 = "stablehlo.dynamic_slice"(%arg5, %35) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %37 = "stablehlo.reshape"(%36) : (tensor<1xi32>) -> tensor<i32>
    %38 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %39 = "stablehlo.compare"(%arg4, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %40 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %41 = "stablehlo.add"(%arg4, %40) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %42 = "stablehlo.select"(%39, %41, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %43 = "stablehlo.convert"(%42) : (tensor<i64>) -> tensor<i32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %45 = "stablehlo.scatter"(%arg5, %44, %37) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg8: tensor<i32>, %arg9: tensor<i32>):
      "stablehlo.return"(%arg9) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %46 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %47 = "stablehlo.compare"(%22, %46) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %48 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %49 = "stablehlo.add"(%22, %48) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %50 = "stablehlo.select"(%47, %49, %22) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %52 = "stablehlo.scatter"(%45, %51, %30) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      "stablehlo.return"(%arg7) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    "func.return"(%14, %52) : (tensor<i64>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x4xf64>, tensor<4xi32>, tensor<4xf64>) -> tensor<4xf64>, res_attrs = [{}], sym_name = "solve._lu_solve", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf64>, %arg1: tensor<4xi32>, %arg2: tensor<4xf64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf64>) -> tensor<4x1xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %3 = "stablehlo.compare"(%arg1, %2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %4 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %6 = "stablehlo.add"(%arg1, %5) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %7 = "stablehlo.select"(%3, %6, %arg1) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %9 = "stablehlo.gather"(%0, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x1xf64>, tensor<4x1xi32>) -> tensor<4x1xf64>
    %10 = "stablehlo.custom_call"(%arg0, %9) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dtrsm_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=1, m=4, n=1}, custom>} : (tensor<4x4xf64>, tensor<4x1xf64>) -> tensor<4x1xf64>
    %11 = "stablehlo.custom_call"(%arg0, %10) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dtrsm_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=1, m=4, n=1}, custom>} : (tensor<4x4xf64>, tensor<4x1xf64>) -> tensor<4x1xf64>
    %12 = "stablehlo.reshape"(%11) : (tensor<4x1xf64>) -> tensor<4xf64>
    "func.return"(%12) : (tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x4x4xf64>) -> (tensor<f64>, tensor<2x4x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "inverse", sym_visibility = "public"}> ({
  ^bb0(%arg21: tensor<2x4x4xf64>):
    %99 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]], [[4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00]]]> : tensor<2x4x4xf64>}> : () -> tensor<2x4x4xf64>
    %100 = "func.call"(%arg21) <{callee = @inverse.inv}> : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %101 = "stablehlo.multiply"(%99, %100) : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %102 = "stablehlo.multiply"(%101, %100) : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %103 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %104 = "stablehlo.reduce"(%102, %103) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg22: tensor<f64>, %arg23: tensor<f64>):
      %107 = "stablehlo.add"(%arg22, %arg23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%107) : (tensor<f64>) -> ()
    }) : (tensor<2x4x4xf64>, tensor<f64>) -> tensor<f64>
    %105 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %106 = "stablehlo.add"(%105, %104) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%106, %100) : (tensor<f64>, tensor<2x4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>, res_attrs = [{}], sym_name = "inverse.inv", sym_visibility = "private"}> ({
  ^bb0(%arg20: tensor<2x4x4xf64>):
    %90 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi64>
    %91 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi64>
    %92 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4x4xi64>
    %94 = "stablehlo.add"(%90, %93) : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi64>
    %95 = "stablehlo.compare"(%94, %91) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %96 = "stablehlo.convert"(%95) : (tensor<4x4xi1>) -> tensor<4x4xf64>
    %97 = "stablehlo.broadcast_in_dim"(%96) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<4x4xf64>) -> tensor<2x4x4xf64>
    %98 = "func.call"(%arg20, %97) <{callee = @inverse.solve}> : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    "func.return"(%98) : (tensor<2x4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>, res_attrs = [{}], sym_name = "inverse.solve", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<2x4x4xf64>, %arg11: tensor<2x4x4xf64>):
    %66:3 = "stablehlo.custom_call"(%arg10) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dgetrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]}> {mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4xi32>, tensor<2xi32>)
    %67 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x4xi32>
    %69 = "stablehlo.subtract"(%66#1, %68) : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
    %70 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %72 = "stablehlo.compare"(%66#2, %71) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %74 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %75 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<2x4x4xf64>
    %76 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
    %77 = "stablehlo.select"(%76, %66#0, %75) : (tensor<2x4x4xi1>, tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %78 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x4xi32>
    %79 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %80 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %81:4 = "stablehlo.while"(%69, %80, %79, %78) ({
    ^bb0(%arg16: tensor<2x4xi32>, %arg17: tensor<i64>, %arg18: tensor<i64>, %arg19: tensor<2x4xi32>):
      %88 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %89 = "stablehlo.compare"(%arg17, %88) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%89) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<2x4xi32>, %arg13: tensor<i64>, %arg14: tensor<i64>, %arg15: tensor<2x4xi32>):
      %85:2 = "func.call"(%arg12, %arg14, %arg15) <{callee = @inverse.closed_call}> : (tensor<2x4xi32>, tensor<i64>, tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>)
      %86 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %87 = "stablehlo.add"(%arg13, %86) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg12, %87, %85#0, %85#1) : (tensor<2x4xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>) -> ()
    }) : (tensor<2x4xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>) -> (tensor<2x4xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>)
    %82 = "stablehlo.transpose"(%arg11) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %83 = "func.call"(%77, %81#3, %82) <{callee = @inverse._lu_solve}> : (tensor<2x4x4xf64>, tensor<2x4xi32>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %84 = "stablehlo.transpose"(%83) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    "func.return"(%84) : (tensor<2x4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x4xi32>, tensor<i64>, tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>), res_attrs = [{}, {}], sym_name = "inverse.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<2x4xi32>, %arg4: tensor<i64>, %arg5: tensor<2x4xi32>):
    %19 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %20 = "stablehlo.add"(%arg4, %19) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %22 = "stablehlo.compare"(%arg4, %21) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %23 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<i64>
    %24 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %25 = "stablehlo.add"(%23, %24) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %26 = "stablehlo.select"(%22, %25, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %28 = "stablehlo.gather"(%arg3, %27) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi64>) -> tensor<2x1xi32>
    %29 = "stablehlo.reshape"(%28) : (tensor<2x1xi32>) -> tensor<2xi32>
    %30 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %31 = "stablehlo.compare"(%arg4, %30) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %32 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<i64>
    %33 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %34 = "stablehlo.add"(%32, %33) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %35 = "stablehlo.select"(%31, %34, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<1xi64>
    %37 = "stablehlo.gather"(%arg5, %36) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi64>) -> tensor<2x1xi32>
    %38 = "stablehlo.reshape"(%37) : (tensor<2x1xi32>) -> tensor<2xi32>
    %39 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %41 = "stablehlo.compare"(%29, %40) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %42 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %44 = "stablehlo.add"(%29, %43) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %45 = "stablehlo.select"(%41, %44, %29) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xi32>) -> tensor<2x1xi32>
    %47 = "stablehlo.gather"(%arg5, %46) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
    %48 = "stablehlo.reshape"(%47) : (tensor<2x1xi32>) -> tensor<2xi32>
    %49 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %50 = "stablehlo.compare"(%arg4, %49) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %51 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %52 = "stablehlo.add"(%arg4, %51) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %53 = "stablehlo.select"(%50, %52, %arg4) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %54 = "stablehlo.convert"(%53) : (tensor<i64>) -> tensor<i32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %56 = "stablehlo.scatter"(%arg5, %55, %48) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg8: tensor<i32>, %arg9: tensor<i32>):
      "stablehlo.return"(%arg9) : (tensor<i32>) -> ()
    }) : (tensor<2x4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
    %57 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %59 = "stablehlo.compare"(%29, %58) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %60 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %62 = "stablehlo.add"(%29, %61) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %63 = "stablehlo.select"(%59, %62, %29) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xi32>) -> tensor<2x1xi32>
    %65 = "stablehlo.scatter"(%56, %64, %38) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      "stablehlo.return"(%arg7) : (tensor<i32>) -> ()
    }) : (tensor<2x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
    "func.return"(%20, %65) : (tensor<i64>, tensor<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x4x4xf64>, tensor<2x4xi32>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>, res_attrs = [{}], sym_name = "inverse._lu_solve", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x4x4xf64>, %arg1: tensor<2x4xi32>, %arg2: tensor<2x4x4xf64>):
    %0 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x4xf64>) -> tensor<2x4x4x1xf64>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x4xi32>
    %3 = "stablehlo.compare"(%arg1, %2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
    %4 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x4xi32>
    %6 = "stablehlo.add"(%arg1, %5) : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
    %7 = "stablehlo.select"(%3, %6, %arg1) : (tensor<2x4xi1>, tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x4xi32>) -> tensor<2x4x1xi32>
    %9 = "stablehlo.gather"(%0, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 1, 1>}> : (tensor<2x4x4x1xf64>, tensor<2x4x1xi32>) -> tensor<2x4x4x1xf64>
    %10 = "stablehlo.transpose"(%9) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x4x4x1xf64>) -> tensor<2x4x1x4xf64>
    %11 = "stablehlo.reshape"(%10) : (tensor<2x4x1x4xf64>) -> tensor<2x4x4xf64>
    %12 = "stablehlo.custom_call"(%arg0, %11) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dtrsm_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]}> {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=2, j=4, k=4, l=4, m=4, n=4, o=4}, custom>} : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %13 = "stablehlo.reshape"(%12) : (tensor<2x4x4xf64>) -> tensor<2x4x1x4xf64>
    %14 = "stablehlo.reshape"(%13) : (tensor<2x4x1x4xf64>) -> tensor<2x4x4xf64>
    %15 = "stablehlo.custom_call"(%arg0, %14) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dtrsm_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]}> {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=2, j=4, k=4, l=4, m=4, n=4, o=4}, custom>} : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
    %16 = "stablehlo.reshape"(%15) : (tensor<2x4x4xf64>) -> tensor<2x4x1x4xf64>
    %17 = "stablehlo.transpose"(%16) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x4x1x4xf64>) -> tensor<2x4x4x1xf64>
    %18 = "stablehlo.reshape"(%17) : (tensor<2x4x4x1xf64>) -> tensor<2x4x4xf64>
    "func.return"(%18) : (tensor<2x4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "determinant", sym_visibility = "public"}> ({
  ^bb0(%arg33: tensor<4x4xf64>):
    %157 = "func.call"(%arg33) <{callee = @determinant.det}> : (tensor<4x4xf64>) -> tensor<f64>
    %158:2 = "func.call"(%arg33) <{callee = @determinant.slogdet}> : (tensor<4x4xf64>) -> (tensor<f64>, tensor<f64>)
    %159 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %160 = "stablehlo.multiply"(%159, %157) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %161 = "stablehlo.multiply"(%160, %157) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %162 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %163 = "stablehlo.reduce"(%161, %162) <{dimensions = array<i64>}> ({
    ^bb0(%arg38: tensor<f64>, %arg39: tensor<f64>):
      %180 = "stablehlo.add"(%arg38, %arg39) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%180) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %164 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %165 = "stablehlo.add"(%164, %163) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %166 = "stablehlo.constant"() <{value = dense<8.220000e-01> : tensor<f64>}> : () -> tensor<f64>
    %167 = "stablehlo.multiply"(%166, %158#0) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %168 = "stablehlo.multiply"(%167, %158#0) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %169 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %170 = "stablehlo.reduce"(%168, %169) <{dimensions = array<i64>}> ({
    ^bb0(%arg36: tensor<f64>, %arg37: tensor<f64>):
      %179 = "stablehlo.add"(%arg36, %arg37) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%179) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %171 = "stablehlo.add"(%165, %170) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %172 = "stablehlo.constant"() <{value = dense<3.300000e-01> : tensor<f64>}> : () -> tensor<f64>
    %173 = "stablehlo.multiply"(%172, %158#1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %174 = "stablehlo.multiply"(%173, %158#1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %175 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %176 = "stablehlo.reduce"(%174, %175) <{dimensions = array<i64>}> ({
    ^bb0(%arg34: tensor<f64>, %arg35: tensor<f64>):
      %178 = "stablehlo.add"(%arg34, %arg35) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%178) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %177 = "stablehlo.add"(%171, %176) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%177, %157, %158#0, %158#1) : (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> tensor<f64>, res_attrs = [{}], sym_name = "determinant.det", sym_visibility = "private"}> ({
  ^bb0(%arg32: tensor<4x4xf64>):
    %154:2 = "func.call"(%arg32) <{callee = @determinant.slogdet}> : (tensor<4x4xf64>) -> (tensor<f64>, tensor<f64>)
    %155 = "stablehlo.exponential"(%154#1) : (tensor<f64>) -> tensor<f64>
    %156 = "stablehlo.multiply"(%154#0, %155) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%156) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> (tensor<f64>, tensor<f64>), res_attrs = [{}, {}], sym_name = "determinant.slogdet", sym_visibility = "private"}> ({
  ^bb0(%arg19: tensor<4x4xf64>):
    %100:3 = "stablehlo.custom_call"(%arg19) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dgetrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=4, k=4, l=4, m=4}, custom>} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4xi32>, tensor<i32>)
    %101 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %103 = "stablehlo.subtract"(%100#1, %102) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %104 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %105 = "stablehlo.broadcast_in_dim"(%104) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %106 = "stablehlo.compare"(%100#2, %105) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %107 = "stablehlo.broadcast_in_dim"(%106) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %108 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x4xf64>
    %110 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %111 = "stablehlo.select"(%110, %100#0, %109) : (tensor<4x4xi1>, tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %112 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %113 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %114 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %115:4 = "stablehlo.while"(%103, %114, %113, %112) ({
    ^bb0(%arg28: tensor<4xi32>, %arg29: tensor<i64>, %arg30: tensor<i64>, %arg31: tensor<4xi32>):
      %152 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %153 = "stablehlo.compare"(%arg29, %152) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%153) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg24: tensor<4xi32>, %arg25: tensor<i64>, %arg26: tensor<i64>, %arg27: tensor<4xi32>):
      %149:2 = "func.call"(%arg24, %arg26, %arg27) <{callee = @determinant.closed_call}> : (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>)
      %150 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %151 = "stablehlo.add"(%arg25, %150) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg24, %151, %149#0, %149#1) : (tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>) -> ()
    }) : (tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>) -> (tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>)
    %116 = "func.call"(%111) <{callee = @determinant.diagonal}> : (tensor<4x4xf64>) -> tensor<4xf64>
    %117 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %118 = "stablehlo.broadcast_in_dim"(%117) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %119 = "stablehlo.compare"(%116, %118) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %120 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %121 = "stablehlo.reduce"(%119, %120) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg22: tensor<i1>, %arg23: tensor<i1>):
      %148 = "stablehlo.or"(%arg22, %arg23) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%148) : (tensor<i1>) -> ()
    }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %122 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %123 = "stablehlo.compare"(%103, %122) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %124 = "func.call"(%123) <{callee = @determinant.count_nonzero}> : (tensor<4xi1>) -> tensor<i64>
    %125 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %126 = "stablehlo.broadcast_in_dim"(%125) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4xf64>
    %127 = "stablehlo.compare"(%116, %126) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %128 = "func.call"(%127) <{callee = @determinant.count_nonzero}> : (tensor<4xi1>) -> tensor<i64>
    %129 = "stablehlo.add"(%124, %128) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %130 = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
    %131 = "func.call"(%129, %130) <{callee = @determinant.remainder}> : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %132 = "stablehlo.constant"() <{value = dense<-2> : tensor<i64>}> : () -> tensor<i64>
    %133 = "stablehlo.multiply"(%132, %131) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %134 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %135 = "stablehlo.add"(%133, %134) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %136 = "stablehlo.convert"(%135) : (tensor<i64>) -> tensor<f64>
    %137 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %138 = "stablehlo.multiply"(%137, %136) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %139 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %140 = "func.call"(%121, %139, %138) <{callee = @determinant._where_0}> : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
    %141 = "stablehlo.abs"(%116) : (tensor<4xf64>) -> tensor<4xf64>
    %142 = "stablehlo.log"(%141) : (tensor<4xf64>) -> tensor<4xf64>
    %143 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %144 = "stablehlo.reduce"(%142, %143) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg20: tensor<f64>, %arg21: tensor<f64>):
      %147 = "stablehlo.add"(%arg20, %arg21) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%147) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %145 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64>
    %146 = "func.call"(%121, %145, %144) <{callee = @determinant._where_0}> : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%140, %146) : (tensor<f64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>), res_attrs = [{}, {}], sym_name = "determinant.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<4xi32>, %arg13: tensor<i64>, %arg14: tensor<4xi32>):
    %60 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %61 = "stablehlo.add"(%arg13, %60) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %62 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %63 = "stablehlo.compare"(%arg13, %62) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %64 = "stablehlo.convert"(%arg13) : (tensor<i64>) -> tensor<i64>
    %65 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %66 = "stablehlo.add"(%64, %65) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %67 = "stablehlo.select"(%63, %66, %arg13) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %68 = "stablehlo.dynamic_slice"(%arg12, %67) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
    %69 = "stablehlo.reshape"(%68) : (tensor<1xi32>) -> tensor<i32>
    %70 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %71 = "stablehlo.compare"(%arg13, %70) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %72 = "stablehlo.convert"(%arg13) : (tensor<i64>) -> tensor<i64>
    %73 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %74 = "stablehlo.add"(%72, %73) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %75 = "stablehlo.select"(%71, %74, %arg13) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %76 = "stablehlo.dynamic_slice"(%arg14, %75) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
    %77 = "stablehlo.reshape"(%76) : (tensor<1xi32>) -> tensor<i32>
    %78 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %79 = "stablehlo.compare"(%69, %78) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %80 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %81 = "stablehlo.add"(%69, %80) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %82 = "stablehlo.select"(%79, %81, %69) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %83 = "stablehlo.dynamic_slice"(%arg14, %82) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %84 = "stablehlo.reshape"(%83) : (tensor<1xi32>) -> tensor<i32>
    %85 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %86 = "stablehlo.compare"(%arg13, %85) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %87 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %88 = "stablehlo.add"(%arg13, %87) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %89 = "stablehlo.select"(%86, %88, %arg13) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %90 = "stablehlo.convert"(%89) : (tensor<i64>) -> tensor<i32>
    %91 = "stablehlo.broadcast_in_dim"(%90) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %92 = "stablehlo.scatter"(%arg14, %91, %84) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>):
      "stablehlo.return"(%arg18) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %93 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %94 = "stablehlo.compare"(%69, %93) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %95 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %96 = "stablehlo.add"(%69, %95) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %97 = "stablehlo.select"(%94, %96, %69) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %99 = "stablehlo.scatter"(%92, %98, %77) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg15: tensor<i32>, %arg16: tensor<i32>):
      "stablehlo.return"(%arg16) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    "func.return"(%61, %99) : (tensor<i64>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> tensor<4xf64>, res_attrs = [{}], sym_name = "determinant.diagonal", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<4x4xf64>):
    %26 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi64>
    %27 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi64>
    %28 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4x4xi64>
    %30 = "stablehlo.add"(%26, %29) : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi64>
    %31 = "stablehlo.compare"(%30, %27) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %32 = "stablehlo.convert"(%31) : (tensor<4x4xi1>) -> tensor<4x4xf64>
    %33 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %34 = "stablehlo.case"(%33) ({
      %59 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      "stablehlo.return"(%59) : (tensor<i32>) -> ()
    }, {
      %58 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      "stablehlo.return"(%58) : (tensor<i32>) -> ()
    }) : (tensor<i32>) -> tensor<i32>
    %35 = "stablehlo.case"(%34) ({
      %36 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi64>
      %37 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi64>
      %38 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
      %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4xi64>
      %40 = "stablehlo.compare"(%36, %39) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
      %41 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4xi64>
      %43 = "stablehlo.add"(%36, %42) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
      %44 = "stablehlo.select"(%40, %43, %36) : (tensor<4xi1>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
      %45 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
      %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4xi64>
      %47 = "stablehlo.compare"(%37, %46) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
      %48 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
      %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4xi64>
      %50 = "stablehlo.add"(%37, %49) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
      %51 = "stablehlo.select"(%47, %50, %37) : (tensor<4xi1>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
      %52 = "stablehlo.convert"(%44) : (tensor<4xi64>) -> tensor<4xi32>
      %53 = "stablehlo.convert"(%51) : (tensor<4xi64>) -> tensor<4xi32>
      %54 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
      %55 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
      %56 = "stablehlo.concatenate"(%54, %55) <{dimension = 1 : i64}> : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
      %57 = "stablehlo.gather"(%arg11, %56) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf64>, tensor<4x2xi32>) -> tensor<4xf64>
      "stablehlo.return"(%57) : (tensor<4xf64>) -> ()
    }) : (tensor<i32>) -> tensor<4xf64>
    "func.return"(%35) : (tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xi1>) -> tensor<i64>, res_attrs = [{}], sym_name = "determinant.count_nonzero", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<4xi1>):
    %18 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<4xi1>
    %20 = "stablehlo.compare"(%arg8, %19) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %21 = "stablehlo.convert"(%20) : (tensor<4xi1>) -> tensor<4xi32>
    %22 = "stablehlo.convert"(%21) : (tensor<4xi32>) -> tensor<4xi64>
    %23 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg9: tensor<i64>, %arg10: tensor<i64>):
      %25 = "stablehlo.add"(%arg9, %arg10) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%25) : (tensor<i64>) -> ()
    }) : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
    "func.return"(%24) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<i64>, tensor<i64>) -> tensor<i64>, res_attrs = [{}], sym_name = "determinant.remainder", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<i64>, %arg7: tensor<i64>):
    %2 = "stablehlo.convert"(%arg7) : (tensor<i64>) -> tensor<i64>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.compare"(%2, %3) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %5 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %6 = "func.call"(%4, %5, %2) <{callee = @determinant._where}> : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %7 = "stablehlo.remainder"(%arg6, %6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %9 = "stablehlo.compare"(%7, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %11 = "stablehlo.compare"(%7, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %12 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %13 = "stablehlo.compare"(%6, %12) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %14 = "stablehlo.compare"(%11, %13) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %15 = "stablehlo.and"(%14, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %16 = "stablehlo.add"(%7, %6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %17 = "stablehlo.select"(%15, %16, %7) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%17) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>, res_attrs = [{}], sym_name = "determinant._where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<i1>, %arg4: tensor<i64>, %arg5: tensor<i64>):
    %1 = "stablehlo.select"(%arg3, %arg4, %arg5) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%1) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>, res_attrs = [{}], sym_name = "determinant._where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<f64>, %arg2: tensor<f64>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%0) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1xf64>, tensor<3x3xf64>) -> (tensor<f64>, tensor<1xf64>, tensor<f64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "singular", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<1xf64>, %arg2: tensor<3x3xf64>):
    %53 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %54 = "func.call"(%arg2) <{callee = @singular.det}> : (tensor<3x3xf64>) -> tensor<f64>
    %55 = "stablehlo.multiply"(%53, %arg1) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %56 = "stablehlo.multiply"(%55, %arg1) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %57 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %58 = "stablehlo.reduce"(%56, %57) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %68 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%68) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %60 = "stablehlo.add"(%59, %58) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %61 = "stablehlo.constant"() <{value = dense<8.220000e-01> : tensor<f64>}> : () -> tensor<f64>
    %62 = "stablehlo.multiply"(%61, %54) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %63 = "stablehlo.multiply"(%62, %54) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %64 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %65 = "stablehlo.reduce"(%63, %64) <{dimensions = array<i64>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %67 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%67) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %66 = "stablehlo.add"(%60, %65) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%66, %arg1, %54) : (tensor<f64>, tensor<1xf64>, tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x3xf64>) -> tensor<f64>, res_attrs = [{}], sym_name = "singular.det", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x3xf64>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %1 = "stablehlo.reshape"(%0) : (tensor<1x1xf64>) -> tensor<f64>
    %2 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 1>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %3 = "stablehlo.reshape"(%2) : (tensor<1x1xf64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%1, %3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 3>, start_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %6 = "stablehlo.reshape"(%5) : (tensor<1x1xf64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%4, %6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 2>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %9 = "stablehlo.reshape"(%8) : (tensor<1x1xf64>) -> tensor<f64>
    %10 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1, 2>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %11 = "stablehlo.reshape"(%10) : (tensor<1x1xf64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%9, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 1>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %14 = "stablehlo.reshape"(%13) : (tensor<1x1xf64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%12, %14) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%7, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 3>, start_indices = array<i64: 0, 2>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %18 = "stablehlo.reshape"(%17) : (tensor<1x1xf64>) -> tensor<f64>
    %19 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 1>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %20 = "stablehlo.reshape"(%19) : (tensor<1x1xf64>) -> tensor<f64>
    %21 = "stablehlo.multiply"(%18, %20) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %22 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 2>, start_indices = array<i64: 2, 1>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %23 = "stablehlo.reshape"(%22) : (tensor<1x1xf64>) -> tensor<f64>
    %24 = "stablehlo.multiply"(%21, %23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.add"(%16, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %26 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 3>, start_indices = array<i64: 0, 2>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %27 = "stablehlo.reshape"(%26) : (tensor<1x1xf64>) -> tensor<f64>
    %28 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 1>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %29 = "stablehlo.reshape"(%28) : (tensor<1x1xf64>) -> tensor<f64>
    %30 = "stablehlo.multiply"(%27, %29) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %31 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 1>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %32 = "stablehlo.reshape"(%31) : (tensor<1x1xf64>) -> tensor<f64>
    %33 = "stablehlo.multiply"(%30, %32) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %34 = "stablehlo.subtract"(%25, %33) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %35 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %36 = "stablehlo.reshape"(%35) : (tensor<1x1xf64>) -> tensor<f64>
    %37 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1, 2>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %38 = "stablehlo.reshape"(%37) : (tensor<1x1xf64>) -> tensor<f64>
    %39 = "stablehlo.multiply"(%36, %38) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %40 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 2>, start_indices = array<i64: 2, 1>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %41 = "stablehlo.reshape"(%40) : (tensor<1x1xf64>) -> tensor<f64>
    %42 = "stablehlo.multiply"(%39, %41) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %43 = "stablehlo.subtract"(%34, %42) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %44 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 2>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %45 = "stablehlo.reshape"(%44) : (tensor<1x1xf64>) -> tensor<f64>
    %46 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 1>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %47 = "stablehlo.reshape"(%46) : (tensor<1x1xf64>) -> tensor<f64>
    %48 = "stablehlo.multiply"(%45, %47) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %49 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 3>, start_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>}> : (tensor<3x3xf64>) -> tensor<1x1xf64>
    %50 = "stablehlo.reshape"(%49) : (tensor<1x1xf64>) -> tensor<f64>
    %51 = "stablehlo.multiply"(%48, %50) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %52 = "stablehlo.subtract"(%43, %51) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%52) : (tensor<f64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf64>) -> (tensor<f64>, tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "lu", sym_visibility = "public"}> ({
  ^bb0(%arg19: tensor<4x3xf64>):
    %98 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]]> : tensor<4x4xf64>}> : () -> tensor<4x4xf64>
    %99 = "stablehlo.constant"() <{value = dense<[[4.000000e-02, -2.920000e-01, -7.820000e-01], [-2.570000e-01, 8.000000e-03, -2.760000e-01], [1.294000e+00, 1.007000e+00, -2.711000e+00], [-1.889000e+00, -1.750000e-01, -4.220000e-01]]> : tensor<4x3xf64>}> : () -> tensor<4x3xf64>
    %100 = "stablehlo.constant"() <{value = dense<[[2.140000e-01, 2.170000e-01, 2.118000e+00], [-1.112000e+00, -3.780000e-01, 2.043000e+00], [6.470000e-01, 6.630000e-01, -5.140000e-01]]> : tensor<3x3xf64>}> : () -> tensor<3x3xf64>
    %101:3 = "func.call"(%arg19) <{callee = @lu.lu}> : (tensor<4x3xf64>) -> (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>)
    %102 = "stablehlo.multiply"(%98, %101#0) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %103 = "stablehlo.multiply"(%102, %101#0) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %104 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %105 = "stablehlo.reduce"(%103, %104) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg24: tensor<f64>, %arg25: tensor<f64>):
      %120 = "stablehlo.add"(%arg24, %arg25) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%120) : (tensor<f64>) -> ()
    }) : (tensor<4x4xf64>, tensor<f64>) -> tensor<f64>
    %106 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %107 = "stablehlo.add"(%106, %105) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %108 = "stablehlo.multiply"(%99, %101#1) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %109 = "stablehlo.multiply"(%108, %101#1) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %110 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %111 = "stablehlo.reduce"(%109, %110) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg22: tensor<f64>, %arg23: tensor<f64>):
      %119 = "stablehlo.add"(%arg22, %arg23) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%119) : (tensor<f64>) -> ()
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
    %112 = "stablehlo.add"(%107, %111) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %113 = "stablehlo.multiply"(%100, %101#2) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %114 = "stablehlo.multiply"(%113, %101#2) : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
    %115 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %116 = "stablehlo.reduce"(%114, %115) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg20: tensor<f64>, %arg21: tensor<f64>):
      %118 = "stablehlo.add"(%arg20, %arg21) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%118) : (tensor<f64>) -> ()
    }) : (tensor<3x3xf64>, tensor<f64>) -> tensor<f64>
    %117 = "stablehlo.add"(%112, %116) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%117, %101#0, %101#1, %101#2) : (tensor<f64>, tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf64>) -> (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>), res_attrs = [{}, {}, {}], sym_name = "lu.lu", sym_visibility = "private"}> ({
  ^bb0(%arg18: tensor<4x3xf64>):
    %97:3 = "func.call"(%arg18) <{callee = @lu._lu}> : (tensor<4x3xf64>) -> (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>)
    "func.return"(%97#0, %97#1, %97#2) : (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf64>) -> (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>), res_attrs = [{}, {}, {}], sym_name = "lu._lu", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<4x3xf64>):
    %58:3 = "stablehlo.custom_call"(%arg9) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_dgetrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=3, k=4, l=3, m=3}, custom>} : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xi32>, tensor<i32>)
    %59 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %61 = "stablehlo.subtract"(%58#1, %60) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %62 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %64 = "stablehlo.compare"(%58#2, %63) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %65 = "stablehlo.broadcast_in_dim"(%64) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %66 = "stablehlo.constant"() <{value = dense<0x7FF8000000000000> : tensor<f64>}> : () -> tensor<f64>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x3xf64>
    %68 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x3xi1>
    %69 = "stablehlo.select"(%68, %58#0, %67) : (tensor<4x3xi1>, tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %70 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %71 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %72 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %73:4 = "stablehlo.while"(%61, %72, %71, %70) ({
    ^bb0(%arg14: tensor<3xi32>, %arg15: tensor<i64>, %arg16: tensor<i64>, %arg17: tensor<4xi32>):
      %95 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
      %96 = "stablehlo.compare"(%arg15, %95) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%96) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg10: tensor<3xi32>, %arg11: tensor<i64>, %arg12: tensor<i64>, %arg13: tensor<4xi32>):
      %92:2 = "func.call"(%arg10, %arg12, %arg13) <{callee = @lu.closed_call}> : (tensor<3xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>)
      %93 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
      %94 = "stablehlo.add"(%arg11, %93) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%arg10, %94, %92#0, %92#1) : (tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>) -> ()
    }) : (tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>) -> (tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>)
    %74 = "stablehlo.broadcast_in_dim"(%73#3) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xi32>) -> tensor<1x4xi32>
    %75 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %77 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x4xi32>) -> tensor<4x4xi32>
    %78 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xi32>) -> tensor<4x4xi32>
    %79 = "stablehlo.compare"(%77, %78) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %80 = "stablehlo.convert"(%79) : (tensor<4x4xi1>) -> tensor<4x4xf64>
    %81 = "func.call"(%69) <{callee = @lu.tril}> : (tensor<4x3xf64>) -> tensor<4x3xf64>
    %82 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x3xi64>
    %83 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x3xi64>
    %84 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %85 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4x3xi64>
    %86 = "stablehlo.add"(%82, %85) : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi64>
    %87 = "stablehlo.compare"(%86, %83) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi1>
    %88 = "stablehlo.convert"(%87) : (tensor<4x3xi1>) -> tensor<4x3xf64>
    %89 = "stablehlo.add"(%81, %88) : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    %90 = "func.call"(%69) <{callee = @lu.triu}> : (tensor<4x3xf64>) -> tensor<4x3xf64>
    %91 = "stablehlo.slice"(%90) <{limit_indices = array<i64: 3, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x3xf64>) -> tensor<3x3xf64>
    "func.return"(%80, %89, %91) : (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>), res_attrs = [{}, {}], sym_name = "lu.closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<3xi32>, %arg3: tensor<i64>, %arg4: tensor<4xi32>):
    %18 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %19 = "stablehlo.add"(%arg3, %18) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %20 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %21 = "stablehlo.compare"(%arg3, %20) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %22 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %23 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
    %24 = "stablehlo.add"(%22, %23) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %25 = "stablehlo.select"(%21, %24, %arg3) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %26 = "stablehlo.dynamic_slice"(%arg2, %25) <{slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
    %27 = "stablehlo.reshape"(%26) : (tensor<1xi32>) -> tensor<i32>
    %28 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %29 = "stablehlo.compare"(%arg3, %28) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %30 = "stablehlo.convert"(%arg3) : (tensor<i64>) -> tensor<i64>
    %31 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %32 = "stablehlo.add"(%30, %31) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %33 = "stablehlo.select"(%29, %32, %arg3) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %34 = "stablehlo.dynamic_slice"(%arg4, %33) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
    %35 = "stablehlo.reshape"(%34) : (tensor<1xi32>) -> tensor<i32>
    %36 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %37 = "stablehlo.compare"(%27, %36) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %38 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %39 = "stablehlo.add"(%27, %38) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %40 = "stablehlo.select"(%37, %39, %27) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %41 = "stablehlo.dynamic_slice"(%arg4, %40) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %42 = "stablehlo.reshape"(%41) : (tensor<1xi32>) -> tensor<i32>
    %43 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %44 = "stablehlo.compare"(%arg3, %43) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %45 = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
    %46 = "stablehlo.add"(%arg3, %45) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %47 = "stablehlo.select"(%44, %46, %arg3) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %48 = "stablehlo.convert"(%47) : (tensor<i64>) -> tensor<i32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %50 = "stablehlo.scatter"(%arg4, %49, %42) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg7: tensor<i32>, %arg8: tensor<i32>):
      "stablehlo.return"(%arg8) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %51 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %52 = "stablehlo.compare"(%27, %51) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %53 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %54 = "stablehlo.add"(%27, %53) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %55 = "stablehlo.select"(%52, %54, %27) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %57 = "stablehlo.scatter"(%50, %56, %35) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>):
      "stablehlo.return"(%arg6) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    "func.return"(%19, %57) : (tensor<i64>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf64>) -> tensor<4x3xf64>, res_attrs = [{}], sym_name = "lu.tril", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x3xf64>):
    %9 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x3xi64>
    %10 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4x3xi64>
    %12 = "stablehlo.add"(%9, %11) : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi64>
    %13 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x3xi64>
    %14 = "stablehlo.compare"(%12, %13) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi1>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x3xf64>
    %17 = "stablehlo.select"(%14, %arg1, %16) : (tensor<4x3xi1>, tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    "func.return"(%17) : (tensor<4x3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xf64>) -> tensor<4x3xf64>, res_attrs = [{}], sym_name = "lu.triu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x3xf64>):
    %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x3xi64>
    %1 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<4x3xi64>
    %3 = "stablehlo.add"(%0, %2) : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi64>
    %4 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x3xi64>
    %5 = "stablehlo.compare"(%3, %4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi1>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<4x3xf64>
    %8 = "stablehlo.select"(%5, %7, %arg0) : (tensor<4x3xi1>, tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
    "func.return"(%8) : (tensor<4x3xf64>) -> ()
  }) : () -> ()
}) : () -> ()

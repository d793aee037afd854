// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in random_bits.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x4xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint32_2", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<3x4xui32>) -> tensor<3x4xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x5x1xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint32_3", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x1xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<3x5x1xui32>) -> tensor<3x5x1xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<3x5x1xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x5x1xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint32_0", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<ui32>) -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<7xui64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint64_1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui64>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<7xui64>) -> tensor<7xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<7xui64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint64_0", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<ui64>) -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<2x3xui8>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint8_2", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui8>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<2x3xui8>) -> tensor<2x3xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<2x3xui8>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<5xui16>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint16_1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<5xui16>) -> tensor<5xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<5xui16>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<0xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "three_fry_uint32_1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<0xui32>) -> tensor<0xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<0xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<0xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x4xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint32_2", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<3x4xui32>) -> tensor<3x4xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x5x1xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint32_3", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x1xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<3x5x1xui32>) -> tensor<3x5x1xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<3x5x1xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<3x5x1xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint32_0", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<ui32>) -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<7xui64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint64_1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui64>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<7xui64>) -> tensor<7xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<7xui64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint64_0", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<ui64>) -> tensor<f64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<ui64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<2x3xui8>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint8_2", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui8>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<2x3xui8>) -> tensor<2x3xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<2x3xui8>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<5xui16>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint16_1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<5xui16>) -> tensor<5xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<5xui16>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<0xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "philox_uint32_1", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<0xui32>) -> tensor<0xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<0xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<0xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<9xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "default", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
    %1 = "stablehlo.convert"(%0#1) : (tensor<9xui32>) -> tensor<9xf64>
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %13 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%13) : (tensor<f64>) -> ()
    }) : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
    %4 = "stablehlo.multiply"(%3, %arg1) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %5 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<f64>}> : () -> tensor<f64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %12 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%12) : (tensor<f64>) -> ()
    }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%11, %4, %0#0, %0#1) : (tensor<f64>, tensor<f64>, tensor<2xui64>, tensor<9xui32>) -> ()
  }) : () -> ()
}) : () -> ()

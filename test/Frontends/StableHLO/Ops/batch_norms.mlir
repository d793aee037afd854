// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in batch_norms.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>) -> (tensor<f64>, tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "training", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4x5xf64>, %arg1: tensor<5xf64>, %arg2: tensor<5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<"0xBE9F1A2FDD24D63FE7FBA9F1D24DEA3F1F85EB51B81ED53F0C022B8716D9F4BFF6285C8FC2F5EC3F25068195438BDC3FC976BE9F1A2FE1BF643BDF4F8D97E23F5C8FC2F5285CD73F37894160E5D0D23F79E9263108AC9C3F1B2FDD240681E13F5A643BDF4F8DE7BF77BE9F1A2FDDC4BF0C022B8716D9DEBF5EBA490C022BE33F7B14AE47E17AA43FE3A59BC420B0D2BFA01A2FDD2406E9BFA69BC420B072D0BFFCA9F1D24D62803F448B6CE7FBA9D1BF4E62105839B4F43FE9263108AC1CF03FE3A59BC420B005C0D34D62105839FEBF666666666666C6BF355EBA490C02DBBF3108AC1C5A64CB3F2DB29DEFA7C6CB3F8B6CE7FBA9F10040986E1283C0CAF1BFFED478E92631D8BFF2D24D62105800404E62105839B4E43F9EEFA7C64B37E53FA69BC420B072E0BF91ED7C3F355EFABFC74B37894160C53F8195438B6CE7BB3F6F1283C0CAA1F3BF4260E5D022DBE5BF3BDF4F8D976EB2BF3D0AD7A3703DEEBF4A0C022B8716B9BF52B81E85EB51B83F3BDF4F8D976EA23FFED478E92631E0BF355EBA490C02E33F508D976E1283EC3F25068195438BD43F931804560E2DEABF068195438B6CE73FD578E9263108E0BF54E3A59BC420EC3FF4FDD478E926F1BF736891ED7C3FED3F7B14AE47E17A94BF96438B6CE7FBF3BF7F6ABC749318D4BFD9CEF753E3A5AB3F46B6F3FDD478D13F068195438B6CEFBF83C0CAA145B6F1BF9A9999999999C93F17D9CEF753E3DDBF6891ED7C3F35CE3F52B81E85EB51E83FFCA9F1D24D62FABFA8C64B378941D03F9A9999999999F33FDF4F8D976E12D3BFC1CAA145B6F3E9BFAAF1D24D6210E83FFED478E92631D03F79E9263108ACEC3F14AE47E17A14D6BF83C0CAA145B6F7BF295C8FC2F528BCBF25068195438BDCBFCDCCCCCCCCCCE83FA245B6F3FDD4C83F7F6ABC749318FABF1F85EB51B81EF3BF7D3F355EBA49EC3FC3F5285C8FC2E53F7B14AE47E17AE4BFFCA9F1D24D6250BF25068195438BDC3FC1CAA145B6F3DD3FD578E9263108EC3FFCA9F1D24D62D03F52B81E85EB51B8BFFA7E6ABC7493D0BF4C37894160E5F03F355EBA490C0202C0986E1283C0CAC1BF4C37894160E5A03FCDCCCCCCCCCCF6BF1D5A643BDF4FD53FA245B6F3FDD4E4BF2FDD24068195EB3F54E3A59BC420C0BF9CC420B07268E53F1B2FDD240681F33F508D976E1283D83FD578E9263108ECBFD34D62105839F8BF3F355EBA490CFC3FD122DBF97E6ABCBF3F355EBA490CE6BF3BDF4F8D976EC23FA69BC420B072C8BFDD2406819543EB3F9CC420B07268A13F79E9263108AC8C3FE17A14AE47E1E6BF14AE47E17A14DE3F25068195438BF0BF1D5A643BDF4FE53F"> : tensor<2x3x4x5xf64>}> : () -> tensor<2x3x4x5xf64>
    %1 = "stablehlo.constant"() <{value = dense<[1.524000e+00, -1.525000e+00, -2.466000e+00, 6.170000e-01, 2.548000e+00]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %2 = "stablehlo.constant"() <{value = dense<[-1.001000e+00, -1.251000e+00, 5.890000e-01, -0.84099999999999997, -5.060000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %3:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 9.765625E-4 : f32, feature_index = 3 : i64}> : (tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>) -> (tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<2x3x4x5xf64>, tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<2x3x4x5xf64>, tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %22 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4x5xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.multiply"(%1, %3#1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %11 = "stablehlo.multiply"(%10, %3#1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %21 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.add"(%9, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%2, %3#2) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %16 = "stablehlo.multiply"(%15, %3#2) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %20 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %3#0, %3#1, %3#2) : (tensor<f64>, tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x3x2xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<4x3x2xf64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "training_second", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x3x2xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]], [[-5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01], [2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01], [-4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01]], [[-7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01], [1.294000e+00, 1.007000e+00]]]> : tensor<4x3x2xf64>}> : () -> tensor<4x3x2xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-2.711000e+00, -1.889000e+00, -1.750000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.constant"() <{value = dense<[-4.220000e-01, 2.140000e-01, 2.170000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %3:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 9.765625E-4 : f32, feature_index = 1 : i64}> : (tensor<4x3x2xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<4x3x2xf64>, tensor<3xf64>, tensor<3xf64>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<4x3x2xf64>, tensor<4x3x2xf64>) -> tensor<4x3x2xf64>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<4x3x2xf64>, tensor<4x3x2xf64>) -> tensor<4x3x2xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %22 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<4x3x2xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.multiply"(%1, %3#1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.multiply"(%10, %3#1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %21 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.add"(%9, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%2, %3#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.multiply"(%15, %3#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %20 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %3#0, %3#1, %3#2) : (tensor<f64>, tensor<4x3x2xf64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "training_vector", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %1 = "stablehlo.constant"() <{value = dense<[9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %2 = "stablehlo.constant"() <{value = dense<[3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %3:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 9.765625E-4 : f32, feature_index = 0 : i64}> : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %22 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.multiply"(%1, %3#1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %11 = "stablehlo.multiply"(%10, %3#1) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %21 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.add"(%9, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%2, %3#2) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %16 = "stablehlo.multiply"(%15, %3#2) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %20 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %3#0, %3#1, %3#2) : (tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "training_narrow", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01], [-1.303000e+00, 9.050000e-01, 4.460000e-01], [-5.370000e-01, 5.810000e-01, 3.650000e-01], [2.940000e-01, 2.800000e-02, 5.470000e-01], [-7.360000e-01, -1.630000e-01, -4.820000e-01]]> : tensor<5x3xf32>}> : () -> tensor<5x3xf32>
    %1 = "stablehlo.constant"() <{value = dense<[5.990000e-01, 4.000000e-02, -2.920000e-01]> : tensor<3xf32>}> : () -> tensor<3xf32>
    %2 = "stablehlo.constant"() <{value = dense<[-7.820000e-01, -2.570000e-01, 8.000000e-03]> : tensor<3xf32>}> : () -> tensor<3xf32>
    %3:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 9.765625E-4 : f32, feature_index = 1 : i64}> : (tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %22 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%22) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.multiply"(%1, %3#1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %11 = "stablehlo.multiply"(%10, %3#1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %21 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%21) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %14 = "stablehlo.add"(%9, %13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %15 = "stablehlo.multiply"(%2, %3#2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %16 = "stablehlo.multiply"(%15, %3#2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %20 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%20) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%19, %3#0, %3#1, %3#2) : (tensor<f32>, tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<f16>, tensor<5x3xf16>, tensor<3xf16>, tensor<3xf16>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "training_half", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x3xf16>, %arg1: tensor<3xf16>, %arg2: tensor<3xf16>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.459470e-01, 8.217770e-01, 3.300780e-01], [-1.302730e+00, 9.047850e-01, 4.460450e-01], [-5.371090e-01, 5.810550e-01, 3.649900e-01], [2.939450e-01, 2.799990e-02, 5.468750e-01], [-7.358390e-01, -1.629640e-01, -4.819340e-01]]> : tensor<5x3xf16>}> : () -> tensor<5x3xf16>
    %1 = "stablehlo.constant"() <{value = dense<[5.991210e-01, 4.000850e-02, -2.919920e-01]> : tensor<3xf16>}> : () -> tensor<3xf16>
    %2 = "stablehlo.constant"() <{value = dense<[-7.822270e-01, -2.570800e-01, 8.003230e-03]> : tensor<3xf16>}> : () -> tensor<3xf16>
    %3:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 9.765625E-4 : f32, feature_index = 1 : i64}> : (tensor<5x3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<5x3xf16>, tensor<3xf16>, tensor<3xf16>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<5x3xf16>, tensor<5x3xf16>) -> tensor<5x3xf16>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<5x3xf16>, tensor<5x3xf16>) -> tensor<5x3xf16>
    %6 = "stablehlo.convert"(%5) : (tensor<5x3xf16>) -> tensor<5x3xf32>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %28 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%28) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.convert"(%8) : (tensor<f32>) -> tensor<f16>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f16>}> : () -> tensor<f16>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    %12 = "stablehlo.multiply"(%1, %3#1) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %13 = "stablehlo.multiply"(%12, %3#1) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %14 = "stablehlo.convert"(%13) : (tensor<3xf16>) -> tensor<3xf32>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %27 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%27) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %17 = "stablehlo.convert"(%16) : (tensor<f32>) -> tensor<f16>
    %18 = "stablehlo.add"(%11, %17) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    %19 = "stablehlo.multiply"(%2, %3#2) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %20 = "stablehlo.multiply"(%19, %3#2) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
    %21 = "stablehlo.convert"(%20) : (tensor<3xf16>) -> tensor<3xf32>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %26 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%26) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %24 = "stablehlo.convert"(%23) : (tensor<f32>) -> tensor<f16>
    %25 = "stablehlo.add"(%18, %24) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "func.return"(%25, %3#0, %3#1, %3#2) : (tensor<f16>, tensor<5x3xf16>, tensor<3xf16>, tensor<3xf16>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<3x2x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "inference", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2x4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]], [[3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]], [[4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]]> : tensor<3x2x4xf64>}> : () -> tensor<3x2x4xf64>
    %1 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 9.765625E-4 : f32, feature_index = 2 : i64}> : (tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<3x2x4xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %8 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x2x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x2x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<3x2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<3x2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "inference_first", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<3xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01], [3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01]]> : tensor<3x2xf64>}> : () -> tensor<3x2xf64>
    %1 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 9.765625E-4 : f32, feature_index = 0 : i64}> : (tensor<3x2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3x2xf64>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %3 = "stablehlo.multiply"(%2, %1) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %5 = "stablehlo.reduce"(%3, %4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %8 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%8) : (tensor<f64>) -> ()
    }) : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.add"(%6, %5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%7, %1) : (tensor<f64>, tensor<3x2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<2x3x4x5xf64>) -> (tensor<f64>, tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "grad", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4x5xf64>, %arg1: tensor<5xf64>, %arg2: tensor<5xf64>, %arg3: tensor<5xf64>, %arg4: tensor<2x3x4x5xf64>):
    %0 = "stablehlo.constant"() <{value = dense<"0xBE9F1A2FDD24D63FE7FBA9F1D24DEA3F1F85EB51B81ED53F0C022B8716D9F4BFF6285C8FC2F5EC3F25068195438BDC3FC976BE9F1A2FE1BF643BDF4F8D97E23F5C8FC2F5285CD73F37894160E5D0D23F79E9263108AC9C3F1B2FDD240681E13F5A643BDF4F8DE7BF77BE9F1A2FDDC4BF0C022B8716D9DEBF5EBA490C022BE33F7B14AE47E17AA43FE3A59BC420B0D2BFA01A2FDD2406E9BFA69BC420B072D0BFFCA9F1D24D62803F448B6CE7FBA9D1BF4E62105839B4F43FE9263108AC1CF03FE3A59BC420B005C0D34D62105839FEBF666666666666C6BF355EBA490C02DBBF3108AC1C5A64CB3F2DB29DEFA7C6CB3F8B6CE7FBA9F10040986E1283C0CAF1BFFED478E92631D8BFF2D24D62105800404E62105839B4E43F9EEFA7C64B37E53FA69BC420B072E0BF91ED7C3F355EFABFC74B37894160C53F8195438B6CE7BB3F6F1283C0CAA1F3BF4260E5D022DBE5BF3BDF4F8D976EB2BF3D0AD7A3703DEEBF4A0C022B8716B9BF52B81E85EB51B83F3BDF4F8D976EA23FFED478E92631E0BF355EBA490C02E33F508D976E1283EC3F25068195438BD43F931804560E2DEABF068195438B6CE73FD578E9263108E0BF54E3A59BC420EC3FF4FDD478E926F1BF736891ED7C3FED3F7B14AE47E17A94BF96438B6CE7FBF3BF7F6ABC749318D4BFD9CEF753E3A5AB3F46B6F3FDD478D13F068195438B6CEFBF83C0CAA145B6F1BF9A9999999999C93F17D9CEF753E3DDBF6891ED7C3F35CE3F52B81E85EB51E83FFCA9F1D24D62FABFA8C64B378941D03F9A9999999999F33FDF4F8D976E12D3BFC1CAA145B6F3E9BFAAF1D24D6210E83FFED478E92631D03F79E9263108ACEC3F14AE47E17A14D6BF83C0CAA145B6F7BF295C8FC2F528BCBF25068195438BDCBFCDCCCCCCCCCCE83FA245B6F3FDD4C83F7F6ABC749318FABF1F85EB51B81EF3BF7D3F355EBA49EC3FC3F5285C8FC2E53F7B14AE47E17AE4BFFCA9F1D24D6250BF25068195438BDC3FC1CAA145B6F3DD3FD578E9263108EC3FFCA9F1D24D62D03F52B81E85EB51B8BFFA7E6ABC7493D0BF4C37894160E5F03F355EBA490C0202C0986E1283C0CAC1BF4C37894160E5A03FCDCCCCCCCCCCF6BF1D5A643BDF4FD53FA245B6F3FDD4E4BF2FDD24068195EB3F54E3A59BC420C0BF9CC420B07268E53F1B2FDD240681F33F508D976E1283D83FD578E9263108ECBFD34D62105839F8BF3F355EBA490CFC3FD122DBF97E6ABCBF3F355EBA490CE6BF3BDF4F8D976EC23FA69BC420B072C8BFDD2406819543EB3F9CC420B07268A13F79E9263108AC8C3FE17A14AE47E1E6BF14AE47E17A14DE3F25068195438BF0BF1D5A643BDF4FE53F"> : tensor<2x3x4x5xf64>}> : () -> tensor<2x3x4x5xf64>
    %1 = "stablehlo.constant"() <{value = dense<[1.524000e+00, -1.525000e+00, -2.466000e+00, 6.170000e-01, 2.548000e+00]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %2 = "stablehlo.constant"() <{value = dense<[-1.001000e+00, -1.251000e+00, 5.890000e-01, -0.84099999999999997, -5.060000e-01]> : tensor<5xf64>}> : () -> tensor<5xf64>
    %3:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 9.765625E-4 : f32, feature_index = 3 : i64}> : (tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<2x3x4x5xf64>) -> (tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<2x3x4x5xf64>, tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<2x3x4x5xf64>, tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %22 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4x5xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.multiply"(%1, %3#1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %11 = "stablehlo.multiply"(%10, %3#1) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %21 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.add"(%9, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%2, %3#2) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %16 = "stablehlo.multiply"(%15, %3#2) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %20 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %3#0, %3#1, %3#2) : (tensor<f64>, tensor<2x3x4x5xf64>, tensor<5xf64>, tensor<5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x4xf64>) -> (tensor<f64>, tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "grad_first", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<3x4xf64>):
    %0 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]]> : tensor<3x4xf64>}> : () -> tensor<3x4xf64>
    %1 = "stablehlo.constant"() <{value = dense<[-0.73599999999999999, -1.630000e-01, -4.820000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.constant"() <{value = dense<[0.59899999999999998, 4.000000e-02, -2.920000e-01]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %3:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 9.765625E-4 : f32, feature_index = 0 : i64}> : (tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>)
    %4 = "stablehlo.multiply"(%0, %3#0) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %5 = "stablehlo.multiply"(%4, %3#0) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f64>, %arg10: tensor<f64>):
      %22 = "stablehlo.add"(%arg9, %arg10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%22) : (tensor<f64>) -> ()
    }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.add"(%8, %7) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.multiply"(%1, %3#1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %11 = "stablehlo.multiply"(%10, %3#1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f64>, %arg8: tensor<f64>):
      %21 = "stablehlo.add"(%arg7, %arg8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%21) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %14 = "stablehlo.add"(%9, %13) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %15 = "stablehlo.multiply"(%2, %3#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %16 = "stablehlo.multiply"(%15, %3#2) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %20 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%20) : (tensor<f64>) -> ()
    }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %19 = "stablehlo.add"(%14, %18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%19, %3#0, %3#1, %3#2) : (tensor<f64>, tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> ()
  }) : () -> ()
}) : () -> ()

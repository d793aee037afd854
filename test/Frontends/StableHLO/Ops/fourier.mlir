// Made by export.py with JAX 0.10.2. What JAX computes is beside it, in fourier.npz.
// RUN: %python %S/../check.py %s
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x1xf64>, tensor<2x1xf64>) -> (tensor<f64>, tensor<2x1xf64>, tensor<2x1xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "fft_1", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2x1xf64>, %arg2: tensor<2x1xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[3.460000e-01], [8.220000e-01]]> : tensor<2x1xf64>}> : () -> tensor<2x1xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[3.300000e-01], [-1.303000e+00]]> : tensor<2x1xf64>}> : () -> tensor<2x1xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @fft_1.fft}> : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x1xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2x1xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<2x1xf64>, tensor<2x1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>, res_attrs = [{}], sym_name = "fft_1.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x1xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 1>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
    "func.return"(%0) : (tensor<2x1xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x5xf64>, tensor<2x5xf64>) -> (tensor<f64>, tensor<2x5xf64>, tensor<2x5xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "fft_5", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2x5xf64>, %arg2: tensor<2x5xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01], [4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01]]> : tensor<2x5xf64>}> : () -> tensor<2x5xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01], [0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01]]> : tensor<2x5xf64>}> : () -> tensor<2x5xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @fft_5.fft}> : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x5xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<2x5xf64>, tensor<2x5xf64>) -> tensor<2x5xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2x5xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<2x5xf64>, tensor<2x5xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>, res_attrs = [{}], sym_name = "fft_5.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x5xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 5>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
    "func.return"(%0) : (tensor<2x5xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x16xf64>, tensor<2x16xf64>) -> (tensor<f64>, tensor<2x16xf64>, tensor<2x16xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "fft_16", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2x16xf64>, %arg2: tensor<2x16xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01, 8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00, -2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01, 2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00]]> : tensor<2x16xf64>}> : () -> tensor<2x16xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01, -5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01, -1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01, -9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01], [5.940000e-01, 8.910000e-01, 3.210000e-01, -8.180000e-01, 0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00, 9.140000e-01, -2.000000e-02, -1.249000e+00, -3.140000e-01, 5.400000e-02, 2.730000e-01, -0.98199999999999998, -1.107000e+00]]> : tensor<2x16xf64>}> : () -> tensor<2x16xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<2x16xf64>, tensor<2x16xf64>) -> tensor<2x16xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @fft_16.fft}> : (tensor<2x16xcomplex<f64>>) -> tensor<2x16xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<2x16xcomplex<f64>>) -> tensor<2x16xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<2x16xcomplex<f64>>) -> tensor<2x16xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<2x16xf64>, tensor<2x16xf64>) -> tensor<2x16xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<2x16xf64>, tensor<2x16xf64>) -> tensor<2x16xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x16xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<2x16xf64>, tensor<2x16xf64>) -> tensor<2x16xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<2x16xf64>, tensor<2x16xf64>) -> tensor<2x16xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2x16xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<2x16xf64>, tensor<2x16xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x16xcomplex<f64>>) -> tensor<2x16xcomplex<f64>>, res_attrs = [{}], sym_name = "fft_16.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x16xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 16>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x16xcomplex<f64>>) -> tensor<2x16xcomplex<f64>>
    "func.return"(%0) : (tensor<2x16xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x24xf64>, tensor<2x24xf64>) -> (tensor<f64>, tensor<2x24xf64>, tensor<2x24xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "fft_24", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2x24xf64>, %arg2: tensor<2x24xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01, 8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00], [-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01, 2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00, -3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01, -5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01, -1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01, -9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01]]> : tensor<2x24xf64>}> : () -> tensor<2x24xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[5.940000e-01, 8.910000e-01, 3.210000e-01, -8.180000e-01, 0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00, 9.140000e-01, -2.000000e-02, -1.249000e+00, -3.140000e-01, 5.400000e-02, 2.730000e-01, -0.98199999999999998, -1.107000e+00, 2.000000e-01, -4.670000e-01, 2.360000e-01, 7.600000e-01, -1.649000e+00, 2.540000e-01, 1.225000e+00, -2.980000e-01], [-8.110000e-01, 7.520000e-01, 2.530000e-01, 8.960000e-01, -3.450000e-01, -1.482000e+00, -1.100000e-01, -4.460000e-01, 7.750000e-01, 1.940000e-01, -1.631000e+00, -1.195000e+00, 8.840000e-01, 6.800000e-01, -6.400000e-01, -1.000000e-03, 4.460000e-01, 4.680000e-01, 8.760000e-01, 2.560000e-01, -9.500000e-02, -2.590000e-01, 1.056000e+00, -2.251000e+00]]> : tensor<2x24xf64>}> : () -> tensor<2x24xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<2x24xf64>, tensor<2x24xf64>) -> tensor<2x24xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @fft_24.fft}> : (tensor<2x24xcomplex<f64>>) -> tensor<2x24xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<2x24xcomplex<f64>>) -> tensor<2x24xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<2x24xcomplex<f64>>) -> tensor<2x24xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<2x24xf64>, tensor<2x24xf64>) -> tensor<2x24xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<2x24xf64>, tensor<2x24xf64>) -> tensor<2x24xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x24xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<2x24xf64>, tensor<2x24xf64>) -> tensor<2x24xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<2x24xf64>, tensor<2x24xf64>) -> tensor<2x24xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2x24xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<2x24xf64>, tensor<2x24xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x24xcomplex<f64>>) -> tensor<2x24xcomplex<f64>>, res_attrs = [{}], sym_name = "fft_24.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x24xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 24>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x24xcomplex<f64>>) -> tensor<2x24xcomplex<f64>>
    "func.return"(%0) : (tensor<2x24xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x34xf64>, tensor<2x34xf64>) -> (tensor<f64>, tensor<2x34xf64>, tensor<2x34xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "fft_34", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2x34xf64>, %arg2: tensor<2x34xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01, 8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00, -2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01, 2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00, -3.780000e-01, 2.043000e+00], [6.470000e-01, 6.630000e-01, -5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01, -1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01, -9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01, 5.940000e-01, 8.910000e-01, 3.210000e-01, -8.180000e-01, 0.73199999999999998, -5.010000e-01, 8.790000e-01, -1.072000e+00, 9.140000e-01, -2.000000e-02, -1.249000e+00, -3.140000e-01, 5.400000e-02, 2.730000e-01, -0.98199999999999998, -1.107000e+00, 2.000000e-01, -4.670000e-01, 2.360000e-01, 7.600000e-01]]> : tensor<2x34xf64>}> : () -> tensor<2x34xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[-1.649000e+00, 2.540000e-01, 1.225000e+00, -2.980000e-01, -8.110000e-01, 7.520000e-01, 2.530000e-01, 8.960000e-01, -3.450000e-01, -1.482000e+00, -1.100000e-01, -4.460000e-01, 7.750000e-01, 1.940000e-01, -1.631000e+00, -1.195000e+00, 8.840000e-01, 6.800000e-01, -6.400000e-01, -1.000000e-03, 4.460000e-01, 4.680000e-01, 8.760000e-01, 2.560000e-01, -9.500000e-02, -2.590000e-01, 1.056000e+00, -2.251000e+00, -1.390000e-01, 3.300000e-02, -1.425000e+00, 3.330000e-01, -6.510000e-01, 8.620000e-01], [-1.260000e-01, 6.690000e-01, 1.219000e+00, 3.830000e-01, -8.760000e-01, -1.514000e+00, 1.753000e+00, -1.110000e-01, -6.890000e-01, 1.440000e-01, -1.910000e-01, 8.520000e-01, 3.400000e-02, 1.400000e-02, -7.150000e-01, 4.700000e-01, -1.034000e+00, 6.660000e-01, 1.524000e+00, -1.525000e+00, -2.466000e+00, 6.170000e-01, 2.548000e+00, -1.001000e+00, -1.251000e+00, 5.890000e-01, -0.84099999999999997, -5.060000e-01, -3.480000e-01, 5.320000e-01, -4.050000e-01, 2.780000e-01, -1.770000e-01, -0.84499999999999997]]> : tensor<2x34xf64>}> : () -> tensor<2x34xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<2x34xf64>, tensor<2x34xf64>) -> tensor<2x34xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @fft_34.fft}> : (tensor<2x34xcomplex<f64>>) -> tensor<2x34xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<2x34xcomplex<f64>>) -> tensor<2x34xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<2x34xcomplex<f64>>) -> tensor<2x34xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<2x34xf64>, tensor<2x34xf64>) -> tensor<2x34xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<2x34xf64>, tensor<2x34xf64>) -> tensor<2x34xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x34xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<2x34xf64>, tensor<2x34xf64>) -> tensor<2x34xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<2x34xf64>, tensor<2x34xf64>) -> tensor<2x34xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2x34xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<2x34xf64>, tensor<2x34xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x34xcomplex<f64>>) -> tensor<2x34xcomplex<f64>>, res_attrs = [{}], sym_name = "fft_34.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x34xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 34>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x34xcomplex<f64>>) -> tensor<2x34xcomplex<f64>>
    "func.return"(%0) : (tensor<2x34xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1xf64>) -> (tensor<f64>, tensor<1xf64>, tensor<1xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "real_1", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<1xf64>):
    %1 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %2 = "stablehlo.constant"() <{value = dense<8.220000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %3 = "func.call"(%arg1) <{callee = @real_1.fft}> : (tensor<1xf64>) -> tensor<1xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    %6 = "stablehlo.multiply"(%1, %4) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%2, %5) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<1xf64>, tensor<1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1xf64>) -> tensor<1xcomplex<f64>>, res_attrs = [{}], sym_name = "real_1.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1xf64>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 1>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<1xf64>) -> tensor<1xcomplex<f64>>
    "func.return"(%0) : (tensor<1xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "real_2", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %2 = "stablehlo.constant"() <{value = dense<[3.300000e-01, -1.303000e+00]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %3 = "func.call"(%arg1) <{callee = @real_2.fft}> : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %6 = "stablehlo.multiply"(%1, %4) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%2, %5) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xf64>) -> tensor<2xcomplex<f64>>, res_attrs = [{}], sym_name = "real_2.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xf64>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 2>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
    "func.return"(%0) : (tensor<2xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<7xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "real_7", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<7xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %2 = "stablehlo.constant"() <{value = dense<[9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01]> : tensor<4xf64>}> : () -> tensor<4xf64>
    %3 = "func.call"(%arg1) <{callee = @real_7.fft}> : (tensor<7xf64>) -> tensor<4xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %6 = "stablehlo.multiply"(%1, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%2, %5) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<4xf64>, tensor<4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<7xf64>) -> tensor<4xcomplex<f64>>, res_attrs = [{}], sym_name = "real_7.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<7xf64>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 7>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<7xf64>) -> tensor<4xcomplex<f64>>
    "func.return"(%0) : (tensor<4xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<20xf64>) -> (tensor<f64>, tensor<11xf64>, tensor<11xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "real_20", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<20xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02]> : tensor<11xf64>}> : () -> tensor<11xf64>
    %2 = "stablehlo.constant"() <{value = dense<[5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01, 8.000000e-03, -2.760000e-01]> : tensor<11xf64>}> : () -> tensor<11xf64>
    %3 = "func.call"(%arg1) <{callee = @real_20.fft}> : (tensor<20xf64>) -> tensor<11xcomplex<f64>>
    %4 = "stablehlo.real"(%3) : (tensor<11xcomplex<f64>>) -> tensor<11xf64>
    %5 = "stablehlo.imag"(%3) : (tensor<11xcomplex<f64>>) -> tensor<11xf64>
    %6 = "stablehlo.multiply"(%1, %4) : (tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
    %7 = "stablehlo.multiply"(%6, %4) : (tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<11xf64>, tensor<f64>) -> tensor<f64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.add"(%10, %9) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.multiply"(%2, %5) : (tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
    %13 = "stablehlo.multiply"(%12, %5) : (tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%17) : (tensor<f64>) -> ()
    }) : (tensor<11xf64>, tensor<f64>) -> tensor<f64>
    %16 = "stablehlo.add"(%11, %15) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%16, %4, %5) : (tensor<f64>, tensor<11xf64>, tensor<11xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<20xf64>) -> tensor<11xcomplex<f64>>, res_attrs = [{}], sym_name = "real_20.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<20xf64>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 20>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<20xf64>) -> tensor<11xcomplex<f64>>
    "func.return"(%0) : (tensor<11xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1xf64>, tensor<1xf64>) -> (tensor<f64>, tensor<1xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "from_half_1", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<1xf64>, %arg4: tensor<1xf64>):
    %3 = "stablehlo.constant"() <{value = dense<3.460000e-01> : tensor<1xf64>}> : () -> tensor<1xf64>
    %4 = "stablehlo.complex"(%arg3, %arg4) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xcomplex<f64>>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %6 = "func.call"(%4, %5) <{callee = @from_half_1._pad}> : (tensor<1xcomplex<f64>>, tensor<i64>) -> tensor<1xcomplex<f64>>
    %7 = "func.call"(%6) <{callee = @from_half_1.fft}> : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    %8 = "stablehlo.multiply"(%3, %7) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %9 = "stablehlo.multiply"(%8, %7) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %14 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%14) : (tensor<f64>) -> ()
    }) : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%13, %7) : (tensor<f64>, tensor<1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1xcomplex<f64>>, tensor<i64>) -> tensor<1xcomplex<f64>>, res_attrs = [{}], sym_name = "from_half_1._pad", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<1xcomplex<f64>>, %arg2: tensor<i64>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<complex<f64>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<1xcomplex<f64>>, tensor<complex<f64>>) -> tensor<1xcomplex<f64>>
    "func.return"(%2) : (tensor<1xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1xcomplex<f64>>) -> tensor<1xf64>, res_attrs = [{}], sym_name = "from_half_1.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 1>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    "func.return"(%0) : (tensor<1xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "from_half_2", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<2xf64>, %arg4: tensor<2xf64>):
    %3 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01]> : tensor<2xf64>}> : () -> tensor<2xf64>
    %4 = "stablehlo.complex"(%arg3, %arg4) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %6 = "func.call"(%4, %5) <{callee = @from_half_2._pad}> : (tensor<2xcomplex<f64>>, tensor<i64>) -> tensor<2xcomplex<f64>>
    %7 = "func.call"(%6) <{callee = @from_half_2.fft}> : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %8 = "stablehlo.multiply"(%3, %7) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %9 = "stablehlo.multiply"(%8, %7) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %14 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%14) : (tensor<f64>) -> ()
    }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%13, %7) : (tensor<f64>, tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xcomplex<f64>>, tensor<i64>) -> tensor<2xcomplex<f64>>, res_attrs = [{}], sym_name = "from_half_2._pad", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<2xcomplex<f64>>, %arg2: tensor<i64>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<complex<f64>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
    "func.return"(%2) : (tensor<2xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xcomplex<f64>>) -> tensor<2xf64>, res_attrs = [{}], sym_name = "from_half_2.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 2>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    "func.return"(%0) : (tensor<2xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<7xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "from_half_7", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4xf64>, %arg4: tensor<4xf64>):
    %3 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01]> : tensor<7xf64>}> : () -> tensor<7xf64>
    %4 = "stablehlo.complex"(%arg3, %arg4) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %6 = "func.call"(%4, %5) <{callee = @from_half_7._pad}> : (tensor<4xcomplex<f64>>, tensor<i64>) -> tensor<4xcomplex<f64>>
    %7 = "func.call"(%6) <{callee = @from_half_7.fft}> : (tensor<4xcomplex<f64>>) -> tensor<7xf64>
    %8 = "stablehlo.multiply"(%3, %7) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %9 = "stablehlo.multiply"(%8, %7) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %14 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%14) : (tensor<f64>) -> ()
    }) : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%13, %7) : (tensor<f64>, tensor<7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xcomplex<f64>>, tensor<i64>) -> tensor<4xcomplex<f64>>, res_attrs = [{}], sym_name = "from_half_7._pad", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4xcomplex<f64>>, %arg2: tensor<i64>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<complex<f64>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4xcomplex<f64>>
    "func.return"(%2) : (tensor<4xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f64>>) -> tensor<7xf64>, res_attrs = [{}], sym_name = "from_half_7.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 7>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xcomplex<f64>>) -> tensor<7xf64>
    "func.return"(%0) : (tensor<7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<11xf64>, tensor<11xf64>) -> (tensor<f64>, tensor<20xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "from_half_20", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<11xf64>, %arg4: tensor<11xf64>):
    %3 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01]> : tensor<20xf64>}> : () -> tensor<20xf64>
    %4 = "stablehlo.complex"(%arg3, %arg4) : (tensor<11xf64>, tensor<11xf64>) -> tensor<11xcomplex<f64>>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %6 = "func.call"(%4, %5) <{callee = @from_half_20._pad}> : (tensor<11xcomplex<f64>>, tensor<i64>) -> tensor<11xcomplex<f64>>
    %7 = "func.call"(%6) <{callee = @from_half_20.fft}> : (tensor<11xcomplex<f64>>) -> tensor<20xf64>
    %8 = "stablehlo.multiply"(%3, %7) : (tensor<20xf64>, tensor<20xf64>) -> tensor<20xf64>
    %9 = "stablehlo.multiply"(%8, %7) : (tensor<20xf64>, tensor<20xf64>) -> tensor<20xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%9, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %14 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%14) : (tensor<f64>) -> ()
    }) : (tensor<20xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %13 = "stablehlo.add"(%12, %11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%13, %7) : (tensor<f64>, tensor<20xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<11xcomplex<f64>>, tensor<i64>) -> tensor<11xcomplex<f64>>, res_attrs = [{}], sym_name = "from_half_20._pad", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<11xcomplex<f64>>, %arg2: tensor<i64>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<complex<f64>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<11xcomplex<f64>>, tensor<complex<f64>>) -> tensor<11xcomplex<f64>>
    "func.return"(%2) : (tensor<11xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<11xcomplex<f64>>) -> tensor<20xf64>, res_attrs = [{}], sym_name = "from_half_20.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<11xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 20>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<11xcomplex<f64>>) -> tensor<20xf64>
    "func.return"(%0) : (tensor<20xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<18xf64>, tensor<18xf64>) -> (tensor<f64>, tensor<18xf64>, tensor<18xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "inverse", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<18xf64>, %arg2: tensor<18xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01, -0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998, 4.000000e-02, -2.920000e-01]> : tensor<18xf64>}> : () -> tensor<18xf64>
    %2 = "stablehlo.constant"() <{value = dense<[-7.820000e-01, -2.570000e-01, 8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00, -2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01, 2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00, -3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01]> : tensor<18xf64>}> : () -> tensor<18xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<18xf64>, tensor<18xf64>) -> tensor<18xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @inverse.fft}> : (tensor<18xcomplex<f64>>) -> tensor<18xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<18xcomplex<f64>>) -> tensor<18xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<18xcomplex<f64>>) -> tensor<18xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<18xf64>, tensor<18xf64>) -> tensor<18xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<18xf64>, tensor<18xf64>) -> tensor<18xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<18xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<18xf64>, tensor<18xf64>) -> tensor<18xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<18xf64>, tensor<18xf64>) -> tensor<18xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<18xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<18xf64>, tensor<18xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<18xcomplex<f64>>) -> tensor<18xcomplex<f64>>, res_attrs = [{}], sym_name = "inverse.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<18xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 18>, fft_type = #stablehlo<fft_type IFFT>}> : (tensor<18xcomplex<f64>>) -> tensor<18xcomplex<f64>>
    "func.return"(%0) : (tensor<18xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> (tensor<f64>, tensor<2x3x4xf64>, tensor<2x3x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "two", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<2x3x4xf64>, %arg2: tensor<2x3x4xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]], [[-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998], [4.000000e-02, -2.920000e-01, -7.820000e-01, -2.570000e-01], [8.000000e-03, -2.760000e-01, 1.294000e+00, 1.007000e+00]]]> : tensor<2x3x4xf64>}> : () -> tensor<2x3x4xf64>
    %2 = "stablehlo.constant"() <{value = dense<[[[-2.711000e+00, -1.889000e+00, -1.750000e-01, -4.220000e-01], [2.140000e-01, 2.170000e-01, 2.118000e+00, -1.112000e+00], [-3.780000e-01, 2.043000e+00, 6.470000e-01, 6.630000e-01]], [[-5.140000e-01, -1.648000e+00, 1.670000e-01, 1.090000e-01], [-1.227000e+00, -6.830000e-01, -0.071999999999999995, -9.450000e-01], [-9.800000e-02, 9.500000e-02, 3.600000e-02, -5.060000e-01]]]> : tensor<2x3x4xf64>}> : () -> tensor<2x3x4xf64>
    %3 = "stablehlo.complex"(%arg1, %arg2) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xcomplex<f64>>
    %4 = "func.call"(%3) <{callee = @two.fft}> : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>>
    %5 = "stablehlo.real"(%4) : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xf64>
    %6 = "stablehlo.imag"(%4) : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xf64>
    %7 = "stablehlo.multiply"(%1, %5) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %19 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%19) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %13 = "stablehlo.multiply"(%2, %6) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    %14 = "stablehlo.multiply"(%13, %6) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %18 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%18) : (tensor<f64>) -> ()
    }) : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.add"(%12, %16) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%17, %5, %6) : (tensor<f64>, tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>>, res_attrs = [{}], sym_name = "two.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x3x4xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 3, 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>>
    "func.return"(%0) : (tensor<2x3x4xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> (tensor<f64>, tensor<4x4xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "two_inverse", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4x4xf64>):
    %4 = "stablehlo.constant"() <{value = dense<[[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00], [9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01], [3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01], [-0.73599999999999999, -1.630000e-01, -4.820000e-01, 0.59899999999999998]]> : tensor<4x4xf64>}> : () -> tensor<4x4xf64>
    %5 = "func.call"(%arg4) <{callee = @two_inverse.fft}> : (tensor<4x4xf64>) -> tensor<4x3xcomplex<f64>>
    %6 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3xi64>
    %7 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<3xi64>
    %9 = "stablehlo.add"(%8, %6) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
    %10 = "stablehlo.convert"(%9) : (tensor<3xi64>) -> tensor<3xcomplex<f64>>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xcomplex<f64>>) -> tensor<1x3xcomplex<f64>>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>>
    %13 = "stablehlo.multiply"(%5, %12) : (tensor<4x3xcomplex<f64>>, tensor<4x3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %15 = "func.call"(%13, %14) <{callee = @two_inverse._pad}> : (tensor<4x3xcomplex<f64>>, tensor<i64>) -> tensor<4x3xcomplex<f64>>
    %16 = "func.call"(%15) <{callee = @two_inverse.fft_0}> : (tensor<4x3xcomplex<f64>>) -> tensor<4x4xf64>
    %17 = "stablehlo.multiply"(%4, %16) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %18 = "stablehlo.multiply"(%17, %16) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %23 = "stablehlo.add"(%arg5, %arg6) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%23) : (tensor<f64>) -> ()
    }) : (tensor<4x4xf64>, tensor<f64>) -> tensor<f64>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %22 = "stablehlo.add"(%21, %20) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%22, %16) : (tensor<f64>, tensor<4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf64>) -> tensor<4x3xcomplex<f64>>, res_attrs = [{}], sym_name = "two_inverse.fft", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x4xf64>):
    %3 = "stablehlo.fft"(%arg3) <{fft_length = array<i64: 4, 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4x4xf64>) -> tensor<4x3xcomplex<f64>>
    "func.return"(%3) : (tensor<4x3xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3xcomplex<f64>>, tensor<i64>) -> tensor<4x3xcomplex<f64>>, res_attrs = [{}], sym_name = "two_inverse._pad", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x3xcomplex<f64>>, %arg2: tensor<i64>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<complex<f64>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<4x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4x3xcomplex<f64>>
    "func.return"(%2) : (tensor<4x3xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3xcomplex<f64>>) -> tensor<4x4xf64>, res_attrs = [{}], sym_name = "two_inverse.fft_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x3xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4, 4>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4x3xcomplex<f64>>) -> tensor<4x4xf64>
    "func.return"(%0) : (tensor<4x4xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<9xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<12xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "convolve", sym_visibility = "public"}> ({
  ^bb0(%arg8: tensor<9xf64>, %arg9: tensor<4xf64>):
    %8 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01, 5.810000e-01, 3.650000e-01, 2.940000e-01, 2.800000e-02, 5.470000e-01]> : tensor<12xf64>}> : () -> tensor<12xf64>
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %10 = "func.call"(%arg8, %9) <{callee = @convolve._pad}> : (tensor<9xf64>, tensor<i64>) -> tensor<12xf64>
    %11 = "func.call"(%10) <{callee = @convolve.fft}> : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
    %12 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %13 = "func.call"(%arg9, %12) <{callee = @convolve._pad_0}> : (tensor<4xf64>, tensor<i64>) -> tensor<12xf64>
    %14 = "func.call"(%13) <{callee = @convolve.fft}> : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
    %15 = "stablehlo.multiply"(%11, %14) : (tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %17 = "func.call"(%15, %16) <{callee = @convolve._pad_1}> : (tensor<7xcomplex<f64>>, tensor<i64>) -> tensor<7xcomplex<f64>>
    %18 = "func.call"(%17) <{callee = @convolve.fft_2}> : (tensor<7xcomplex<f64>>) -> tensor<12xf64>
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %20 = "stablehlo.dynamic_slice"(%18, %19) <{slice_sizes = array<i64: 12>}> : (tensor<12xf64>, tensor<i64>) -> tensor<12xf64>
    %21 = "stablehlo.multiply"(%8, %20) : (tensor<12xf64>, tensor<12xf64>) -> tensor<12xf64>
    %22 = "stablehlo.multiply"(%21, %20) : (tensor<12xf64>, tensor<12xf64>) -> tensor<12xf64>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg10: tensor<f64>, %arg11: tensor<f64>):
      %27 = "stablehlo.add"(%arg10, %arg11) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%27) : (tensor<f64>) -> ()
    }) : (tensor<12xf64>, tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %26 = "stablehlo.add"(%25, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%26, %20) : (tensor<f64>, tensor<12xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<9xf64>, tensor<i64>) -> tensor<12xf64>, res_attrs = [{}], sym_name = "convolve._pad", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<9xf64>, %arg7: tensor<i64>):
    %6 = "stablehlo.convert"(%arg7) : (tensor<i64>) -> tensor<f64>
    %7 = "stablehlo.pad"(%arg6, %6) <{edge_padding_high = array<i64: 3>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<9xf64>, tensor<f64>) -> tensor<12xf64>
    "func.return"(%7) : (tensor<12xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<12xf64>) -> tensor<7xcomplex<f64>>, res_attrs = [{}], sym_name = "convolve.fft", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<12xf64>):
    %5 = "stablehlo.fft"(%arg5) <{fft_length = array<i64: 12>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
    "func.return"(%5) : (tensor<7xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf64>, tensor<i64>) -> tensor<12xf64>, res_attrs = [{}], sym_name = "convolve._pad_0", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4xf64>, %arg4: tensor<i64>):
    %3 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<f64>
    %4 = "stablehlo.pad"(%arg3, %3) <{edge_padding_high = array<i64: 8>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<4xf64>, tensor<f64>) -> tensor<12xf64>
    "func.return"(%4) : (tensor<12xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<7xcomplex<f64>>, tensor<i64>) -> tensor<7xcomplex<f64>>, res_attrs = [{}], sym_name = "convolve._pad_1", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<7xcomplex<f64>>, %arg2: tensor<i64>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i64>) -> tensor<complex<f64>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<7xcomplex<f64>>, tensor<complex<f64>>) -> tensor<7xcomplex<f64>>
    "func.return"(%2) : (tensor<7xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<7xcomplex<f64>>) -> tensor<12xf64>, res_attrs = [{}], sym_name = "convolve.fft_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<7xcomplex<f64>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 12>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<7xcomplex<f64>>) -> tensor<12xf64>
    "func.return"(%0) : (tensor<12xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<12xf64>) -> (tensor<f64>, tensor<7xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "power_spectrum", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<12xf64>):
    %1 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01, -5.370000e-01]> : tensor<7xf64>}> : () -> tensor<7xf64>
    %2 = "func.call"(%arg1) <{callee = @power_spectrum.fft}> : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
    %3 = "stablehlo.abs"(%2) : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
    %4 = "stablehlo.multiply"(%3, %3) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %5 = "stablehlo.multiply"(%1, %4) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %11 = "stablehlo.add"(%arg2, %arg3) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%11) : (tensor<f64>) -> ()
    }) : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "func.return"(%10, %4) : (tensor<f64>, tensor<7xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<12xf64>) -> tensor<7xcomplex<f64>>, res_attrs = [{}], sym_name = "power_spectrum.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<12xf64>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 12>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
    "func.return"(%0) : (tensor<7xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xf32>) -> (tensor<f32>, tensor<6xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "narrow", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<6xf32>):
    %2 = "stablehlo.constant"() <{value = dense<[3.460000e-01, 8.220000e-01, 3.300000e-01, -1.303000e+00, 9.050000e-01, 4.460000e-01]> : tensor<6xf32>}> : () -> tensor<6xf32>
    %3 = "func.call"(%arg1) <{callee = @narrow.fft}> : (tensor<6xf32>) -> tensor<6xcomplex<f32>>
    %4 = "stablehlo.abs"(%3) : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
    %5 = "stablehlo.multiply"(%2, %4) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %6 = "stablehlo.multiply"(%5, %4) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.reduce"(%6, %7) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %11 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%11) : (tensor<f32>) -> ()
    }) : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.add"(%9, %8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%10, %4) : (tensor<f32>, tensor<6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xf32>) -> tensor<6xcomplex<f32>>, res_attrs = [{}], sym_name = "narrow.fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6xf32>):
    %0 = "stablehlo.convert"(%arg0) : (tensor<6xf32>) -> tensor<6xcomplex<f32>>
    %1 = "stablehlo.fft"(%0) <{fft_length = array<i64: 6>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
    "func.return"(%1) : (tensor<6xcomplex<f32>>) -> ()
  }) : () -> ()
}) : () -> ()

// The model of this name, in the form in which JAX 0.10.2 prints it by default.
// RUN: %python %S/../check.py %s --arrays %S/../Models/convnet.npz
module {
  func.func public @convnet(%arg0: tensor<3x3x2x4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<3x3x4x3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<12x4xf64>, %arg5: tensor<4xf64>, %arg6: tensor<2x14x10x2xf64>, %arg7: tensor<2xi32>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg6, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x14x10x2xf64>, tensor<3x3x2x4xf64>) -> tensor<2x14x10x4xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<4xf64>) -> tensor<1x1x1x4xf64>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf64>) -> tensor<2x14x10x4xf64>
    %3 = stablehlo.add %0, %2 : tensor<2x14x10x4xf64>
    %4 = call @convnet.relu(%3) : (tensor<2x14x10x4xf64>) -> tensor<2x14x10x4xf64>
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %6 = "stablehlo.reduce_window"(%4, %5) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<f64>):
      %66 = stablehlo.maximum %arg8, %arg9 : tensor<f64>
      stablehlo.return %66 : tensor<f64>
    }) : (tensor<2x14x10x4xf64>, tensor<f64>) -> tensor<2x7x5x4xf64>
    %7 = stablehlo.convolution(%6, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x5x4xf64>, tensor<3x3x4x3xf64>) -> tensor<2x3x2x3xf64>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<3xf64>) -> tensor<1x1x1x3xf64>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x3xf64>) -> tensor<2x3x2x3xf64>
    %10 = stablehlo.add %7, %9 : tensor<2x3x2x3xf64>
    %11 = stablehlo.multiply %10, %10 : tensor<2x3x2x3xf64>
    %12 = stablehlo.multiply %11, %10 : tensor<2x3x2x3xf64>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x3x2x3xf64>
    %14 = stablehlo.multiply %13, %12 : tensor<2x3x2x3xf64>
    %15 = stablehlo.add %10, %14 : tensor<2x3x2x3xf64>
    %cst_1 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x3x2x3xf64>
    %17 = stablehlo.multiply %16, %15 : tensor<2x3x2x3xf64>
    %18 = stablehlo.tanh %17 : tensor<2x3x2x3xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x3x2x3xf64>
    %20 = stablehlo.add %19, %18 : tensor<2x3x2x3xf64>
    %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<2x3x2x3xf64>
    %22 = stablehlo.multiply %21, %20 : tensor<2x3x2x3xf64>
    %23 = stablehlo.multiply %10, %22 : tensor<2x3x2x3xf64>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<f64>
    %25 = "stablehlo.reduce_window"(%23, %24) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 1, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg8: tensor<f64>, %arg9: tensor<f64>):
      %66 = stablehlo.add %arg8, %arg9 : tensor<f64>
      stablehlo.return %66 : tensor<f64>
    }) : (tensor<2x3x2x3xf64>, tensor<f64>) -> tensor<2x2x2x3xf64>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %26 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<2x2x2x3xf64>
    %27 = stablehlo.divide %25, %26 : tensor<2x2x2x3xf64>
    %28 = stablehlo.reshape %27 : (tensor<2x2x2x3xf64>) -> tensor<2x12xf64>
    %29 = stablehlo.dot_general %28, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12xf64>, tensor<12x4xf64>) -> tensor<2x4xf64>
    %30 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x4xf64>) -> tensor<2x4xf64>
    %32 = stablehlo.add %29, %31 : tensor<2x4xf64>
    %cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xf64>, tensor<f64>) -> tensor<2xf64>
    %cst_7 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %35 = stablehlo.maximum %34, %33 : tensor<2xf64>
    %36 = stablehlo.is_finite %35 : (tensor<2xf64>) -> tensor<2xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %38 = stablehlo.select %36, %35, %37 : tensor<2xi1>, tensor<2xf64>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<2xf64>) -> tensor<2x1xf64>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<2x1xf64>) -> tensor<2x4xf64>
    %41 = stablehlo.subtract %32, %40 : tensor<2x4xf64>
    %42 = stablehlo.exponential %41 : tensor<2x4xf64>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %43 = stablehlo.reduce(%42 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf64>, tensor<f64>) -> tensor<2xf64>
    %44 = stablehlo.abs %43 : tensor<2xf64>
    %45 = stablehlo.log %44 : tensor<2xf64>
    %46 = stablehlo.add %45, %38 : tensor<2xf64>
    %47 = stablehlo.iota dim = 0 : tensor<2xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %48 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2xi64>
    %49 = stablehlo.compare LT, %47, %48, SIGNED : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
    %c_10 = stablehlo.constant dense<2> : tensor<i64>
    %50 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i64>) -> tensor<2xi64>
    %51 = stablehlo.add %47, %50 : tensor<2xi64>
    %52 = stablehlo.select %49, %51, %47 : tensor<2xi1>, tensor<2xi64>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %53 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %54 = stablehlo.compare LT, %arg7, %53, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_12 = stablehlo.constant dense<4> : tensor<i32>
    %55 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %56 = stablehlo.add %arg7, %55 : tensor<2xi32>
    %57 = stablehlo.select %54, %56, %arg7 : tensor<2xi1>, tensor<2xi32>
    %58 = stablehlo.convert %52 : (tensor<2xi64>) -> tensor<2xi32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %60 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %61 = stablehlo.concatenate %59, %60, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    %62 = "stablehlo.gather"(%32, %61) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xf64>, tensor<2x2xi32>) -> tensor<2xf64>
    %63 = stablehlo.subtract %46, %62 : tensor<2xf64>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %64 = stablehlo.reduce(%63 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %65 = stablehlo.divide %64, %cst_14 : tensor<f64>
    return %65 : tensor<f64>
  }
  func.func private @convnet.relu(%arg0: tensor<2x14x10x4xf64>) -> tensor<2x14x10x4xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x14x10x4xf64>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x14x10x4xf64>
    return %1 : tensor<2x14x10x4xf64>
  }
}

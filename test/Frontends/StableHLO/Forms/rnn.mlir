// The model of this name, in the form in which JAX 0.10.2 prints it by default.
// RUN: %python %S/../check.py %s --arrays %S/../Models/rnn.npz
module {
  func.func public @rnn(%arg0: tensor<3x20xf64>, %arg1: tensor<5x20xf64>, %arg2: tensor<20xf64>, %arg3: tensor<5x2xf64>, %arg4: tensor<9x2x3xf64>, %arg5: tensor<9x2x2xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<9x2x2xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:9 = stablehlo.while(%iterArg = %arg4, %iterArg_4 = %arg0, %iterArg_5 = %arg1, %iterArg_6 = %arg2, %iterArg_7 = %arg3, %iterArg_8 = %c, %iterArg_9 = %0, %iterArg_10 = %0, %iterArg_11 = %1) : tensor<9x2x3xf64>, tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<i64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<9x2x2xf64>
    cond {
      %c_12 = stablehlo.constant dense<9> : tensor<i64>
      %10 = stablehlo.compare LT, %iterArg_8, %c_12, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = func.call @rnn.dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<9x2x3xf64>, tensor<i64>) -> tensor<2x3xf64>
      %11:3 = func.call @rnn.closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_9, %iterArg_10, %10) : (tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x3xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x2xf64>)
      %12 = func.call @rnn.dynamic_update_index_in_dim(%iterArg_11, %11#2, %iterArg_8) : (tensor<9x2x2xf64>, tensor<2x2xf64>, tensor<i64>) -> tensor<9x2x2xf64>
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %13 = stablehlo.add %iterArg_8, %c_12 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %13, %11#0, %11#1, %12 : tensor<9x2x3xf64>, tensor<3x20xf64>, tensor<5x20xf64>, tensor<20xf64>, tensor<5x2xf64>, tensor<i64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<9x2x2xf64>
    }
    %3 = stablehlo.subtract %2#8, %arg5 : tensor<9x2x2xf64>
    %4 = stablehlo.multiply %3, %3 : tensor<9x2x2xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<9x2x2xf64>, tensor<f64>) -> tensor<f64>
    %cst_2 = stablehlo.constant dense<3.600000e+01> : tensor<f64>
    %6 = stablehlo.divide %5, %cst_2 : tensor<f64>
    %7 = stablehlo.multiply %2#6, %2#6 : tensor<2x5xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %8 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5xf64>, tensor<f64>) -> tensor<f64>
    %9 = stablehlo.add %6, %8 : tensor<f64>
    return %9 : tensor<f64>
  }
  func.func private @rnn.dynamic_index_in_dim(%arg0: tensor<9x2x3xf64>, %arg1: tensor<i64>) -> tensor<2x3xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 3] : (tensor<9x2x3xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x3xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
    return %1 : tensor<2x3xf64>
  }
  func.func private @rnn.closed_call(%arg0: tensor<3x20xf64>, %arg1: tensor<5x20xf64>, %arg2: tensor<20xf64>, %arg3: tensor<5x2xf64>, %arg4: tensor<2x5xf64>, %arg5: tensor<2x5xf64>, %arg6: tensor<2x3xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x2xf64>) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf64>, tensor<3x20xf64>) -> tensor<2x20xf64>
    %1 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5xf64>, tensor<5x20xf64>) -> tensor<2x20xf64>
    %2 = stablehlo.add %0, %1 : tensor<2x20xf64>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<20xf64>) -> tensor<1x20xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x20xf64>) -> tensor<2x20xf64>
    %5 = stablehlo.add %2, %4 : tensor<2x20xf64>
    %6 = stablehlo.slice %5 [0:2, 0:5] : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %7 = stablehlo.slice %5 [0:2, 5:10] : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %8 = stablehlo.slice %5 [0:2, 10:15] : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %9 = stablehlo.slice %5 [0:2, 15:20] : (tensor<2x20xf64>) -> tensor<2x5xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %11 = stablehlo.add %7, %10 : tensor<2x5xf64>
    %12 = stablehlo.negate %11 : tensor<2x5xf64>
    %13 = stablehlo.exponential %12 : tensor<2x5xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %15 = stablehlo.add %14, %13 : tensor<2x5xf64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %17 = stablehlo.divide %16, %15 : tensor<2x5xf64>
    %18 = stablehlo.multiply %17, %arg5 : tensor<2x5xf64>
    %19 = stablehlo.negate %6 : tensor<2x5xf64>
    %20 = stablehlo.exponential %19 : tensor<2x5xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %22 = stablehlo.add %21, %20 : tensor<2x5xf64>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %24 = stablehlo.divide %23, %22 : tensor<2x5xf64>
    %25 = stablehlo.tanh %8 : tensor<2x5xf64>
    %26 = stablehlo.multiply %24, %25 : tensor<2x5xf64>
    %27 = stablehlo.add %18, %26 : tensor<2x5xf64>
    %28 = stablehlo.negate %9 : tensor<2x5xf64>
    %29 = stablehlo.exponential %28 : tensor<2x5xf64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %31 = stablehlo.add %30, %29 : tensor<2x5xf64>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
    %33 = stablehlo.divide %32, %31 : tensor<2x5xf64>
    %34 = stablehlo.tanh %27 : tensor<2x5xf64>
    %35 = stablehlo.multiply %33, %34 : tensor<2x5xf64>
    %36 = stablehlo.dot_general %35, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5xf64>, tensor<5x2xf64>) -> tensor<2x2xf64>
    return %35, %27, %36 : tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x2xf64>
  }
  func.func private @rnn.dynamic_update_index_in_dim(%arg0: tensor<9x2x2xf64>, %arg1: tensor<2x2xf64>, %arg2: tensor<i64>) -> tensor<9x2x2xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x2xf64>) -> tensor<1x2x2xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<9x2x2xf64>, tensor<1x2x2xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<9x2x2xf64>
    return %1 : tensor<9x2x2xf64>
  }
}

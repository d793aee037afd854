func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %y = "stablehlo.tanh"(%x) : (tensor<f64>) -> tensor<f64>
  %z = "stablehlo.add"(%y, %y) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

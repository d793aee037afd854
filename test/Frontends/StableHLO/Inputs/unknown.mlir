func.func @f(%x: tensor<f64>) -> tensor<f64> {
  %y = "stablehlo.frobnicate"(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

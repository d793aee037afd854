func.func @f(%x: tensor<f64>) -> tensor<f64> {
  %y = stablehlo.negate %x : tensor<f64>
  return %y : tensor<f64>
}

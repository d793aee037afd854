func.func @main(%xs: tensor<?xf64>) -> tensor<?xf64> {
  return %xs : tensor<?xf64>
}

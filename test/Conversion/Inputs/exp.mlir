func.func @main(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

func.func @main(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%l, %r in %products from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %sum : f64
}

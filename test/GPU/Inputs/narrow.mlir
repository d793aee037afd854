// A product whose sums are short: a thread for each element. And a loop that is divided among blocks.
func.func @main(%xs: tensor<?x?xf64>, %ys: tensor<?x?xf64>) -> (tensor<?x?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %n = tensor.dim %ys, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %zs = linalg.matmul ins(%xs, %ys : tensor<?x?xf64>, tensor<?x?xf64>)
                      outs(%zeros : tensor<?x?xf64>) -> tensor<?x?xf64>
  %flat = tensor.collapse_shape %zs [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %sum = chad.reduce (%l, %r in %flat from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %zs, %sum : tensor<?x?xf64>, f64
}

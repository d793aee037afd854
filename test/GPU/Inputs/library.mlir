// Arrays that are only read, and one that is overwritten.
func.func @scaled(%xs: tensor<?xf64> {chad.name = "xs"}, %c: f64 {chad.name = "c"}) -> (tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %c : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %ys, %sum : tensor<?xf64>, f64
}
func.func @same(%xs: tensor<?xf64> {chad.name = "xs"}) -> tensor<?xf64> {
  return %xs : tensor<?xf64>
}
func.func @steps(%xs: tensor<?xf64> {chad.name = "xs"}, %n: index {chad.name = "n"}) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %xs) -> tensor<?xf64> {
    %next = chad.map (%x in %s : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %half : f64
      chad.yield %y : f64
    }
    scf.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

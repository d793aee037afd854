func.func @rows(%a: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %ps = chad.map (%x in %a : tensor<?x?xf64>) -> tensor<?xf64> {
    %qs = chad.map (%u in %x : tensor<?xf64>, %v in %y : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %u, %v : f64
      chad.yield %p : f64
    }
    %s = chad.reduce (%l, %r in %qs from %zero : tensor<?xf64>) {
      %t = arith.addf %l, %r : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %ps : tensor<?xf64>
}
func.func @elements(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %ps = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  return %ps : tensor<?xf64>
}

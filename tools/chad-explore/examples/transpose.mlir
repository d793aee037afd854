// The derivative of a function as a matrix, and its transpose, applied to a vector.
func.func private @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y = chad.map (%a in %x : tensor<3xf64>) -> tensor<3xf64> {
    %s = math.sin %a : f64
    %p = arith.mulf %s, %a : f64
    chad.yield %p : f64
  }
  return %y : tensor<3xf64>
}

func.func @pull_back(%x: tensor<3xf64>, %v: tensor<3xf64>) -> tensor<3xf64> {
  %y, %m = chad.linearize @f(%x) as<matrix>
      : (tensor<3xf64>) -> (tensor<3xf64>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>)
  %t = chad.lfun.transpose %m : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
  %d = chad.to_linear %v : tensor<3xf64>
  %a = chad.lfun.apply %t(%d) : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
  %r = chad.from_linear %a : !chad.lin<tensor<3xf64>>
  return %r : tensor<3xf64>
}

func.func private @square(%x: f64) -> f64 attributes {chad.custom_vjp = @square_back} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @square_back(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  return %v : !chad.lin<f64>
}
func.func private @unused(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @main(%x: f64, %z: f64) -> f64 {
  %s = math.sin %z : f64
  %y = func.call @square(%x) : (f64) -> f64
  %c = math.cos %s : f64
  %t = arith.addf %y, %c : f64
  %u = arith.mulf %t, %t : f64
  return %u : f64
}

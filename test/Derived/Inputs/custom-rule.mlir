// The rule returns 10, a wrong derivative, which shows that the rule is used.
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjp = @f_back} {
  %y = math.exp %x : f64
  return %y : f64
}
func.func private @f_back(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %k = arith.constant 10.0 : f64
  %r = chad.scale %k, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}
func.func private @g(%x: f64) -> f64 {
  %y = func.call @f(%x) : (f64) -> f64
  return %y : f64
}
func.func @main(%x: f64, %v: f64) -> (f64, f64) {
  %y, %m = chad.linearize @g(%x) as<auto> : (f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  %l = chad.to_linear %v : f64
  %t = chad.lfun.transpose %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %a = chad.lfun.apply %t(%l) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.from_linear %a : !chad.lin<f64>
  return %y, %r : f64, f64
}

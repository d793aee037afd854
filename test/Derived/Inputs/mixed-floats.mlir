// A derivative between floats of two types.
func.func private @f(%x: f64) -> f32 {
  %s = math.sin %x : f64
  %y = arith.truncf %s : f64 to f32
  return %y : f32
}
func.func @mixed_auto(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f32> {
  %y, %m = chad.linearize @f(%x) as<auto> : (f64) -> (f32, !chad.lfun<(lin<f64>) -> (lin<f32>)>)
  %w = chad.lfun.apply %m(%v) : !chad.lfun<(lin<f64>) -> (lin<f32>)>
  return %w : !chad.lin<f32>
}

// A product and a sine: change it, and watch the derivative.
func.func @f(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  %s = math.sin %p : f64
  %z = arith.mulf %s, %x : f64
  return %z : f64
}

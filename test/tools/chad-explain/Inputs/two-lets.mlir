func.func @f(%x1: f64, %x2: f64) -> f64 {
  %w1 = arith.mulf %x1, %x2 : f64
  %w2 = arith.mulf %w1, %x1 : f64
  return %w2 : f64
}

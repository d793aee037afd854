// The examples of Elliott 2018: magSqr and cosSinProd of §5, cos(x + y·z) of Fig. 12, and a linear
// function (Theorem 3).
func.func @magSqr(%a: f64, %b: f64) -> f64 {
  %p = arith.mulf %a, %a : f64
  %q = arith.mulf %b, %b : f64
  %r = arith.addf %p, %q : f64
  return %r : f64
}
func.func @cosSinProd(%x: f64, %y: f64) -> (f64, f64) {
  %z = arith.mulf %x, %y : f64
  %c = math.cos %z : f64
  %s = math.sin %z : f64
  return %c, %s : f64, f64
}
func.func @cosSum(%x: f64, %y: f64, %z: f64) -> f64 {
  %p = arith.mulf %y, %z : f64
  %s = arith.addf %x, %p : f64
  %c = math.cos %s : f64
  return %c : f64
}
func.func @linear(%x: f64, %y: f64) -> (f64, f64) {
  %k = arith.constant 3.0 : f64
  %a = arith.mulf %k, %x : f64
  %b = arith.addf %a, %y : f64
  return %b, %a : f64, f64
}
// Huot & Shaikhha 2022, Examples 4.1 and 4.2: a cosine, paired with its argument.
func.func @cosPair(%x1: f64, %x2: f64, %x3: f64) -> (f64, f64) {
  %x4 = math.cos %x3 : f64
  return %x3, %x4 : f64, f64
}
// Huot & Shaikhha 2022, Examples 1.1, 3.1 and 5.2.
func.func @lets(%x1: f64, %x2: f64, %x3: f64) -> f64 {
  %w1 = arith.mulf %x1, %x2 : f64
  %w2 = arith.mulf %w1, %x1 : f64
  return %w2 : f64
}

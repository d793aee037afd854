// RUN: %python %S/check.py %s

// The dot product of two vectors:
//
//   f(x, y) = Σᵢ xᵢ yᵢ        ∇f = (y, x)
//
// %x, %y: vectors of one extent.

func.func @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

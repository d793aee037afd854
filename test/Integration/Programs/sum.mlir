// RUN: %python %S/check.py %s

// The sum of a vector:
//
//   f(x) = Σᵢ xᵢ        ∇f = (1, ..., 1)

func.func @sum(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

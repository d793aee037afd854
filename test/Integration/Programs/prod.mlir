// RUN: %python %S/check.py %s

// The product of a vector:
//
//   f(x) = Πᵢ xᵢ        ∂f/∂xᵢ = Πⱼ≠ᵢ xⱼ
//
// The gradient is exact where elements are zero, too; no element is divided by.

func.func @prod(%x: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %product = chad.reduce (%a, %b in %x from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  return %product : f64
}

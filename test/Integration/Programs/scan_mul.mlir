// RUN: %python %S/check.py %s

// The prefix products of a vector:
//
//   yᵢ = x₀ · ... · xᵢ        x̄ᵢ = Σⱼ≥ᵢ ȳⱼ Πₖ≤ⱼ, ₖ≠ᵢ xₖ

func.func @scan_mul(%x: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %products = chad.scan left inclusive (%a, %b in %x from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  return %products : tensor<?xf64>
}

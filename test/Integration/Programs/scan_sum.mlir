// RUN: %python %S/check.py %s

// The prefix sums of a vector:
//
//   yᵢ = x₀ + ... + xᵢ        x̄ᵢ = ȳᵢ + ... + ȳₙ₋₁

func.func @scan_sum(%x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %sums = chad.scan left inclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sums : tensor<?xf64>
}

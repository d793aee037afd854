// RUN: %python %S/check.py %s

// A linear recurrence:
//
//   yᵢ = aᵢ yᵢ₋₁ + bᵢ,  y₋₁ = 0        b̄ᵢ = ȳᵢ + aᵢ₊₁ b̄ᵢ₊₁,  āᵢ = b̄ᵢ yᵢ₋₁
//
// It is the scan over pairs (a, b), which stand for the functions y ↦ a y + b, with
// their composition, which is associative:
//
//   (a, b) ⊕ (c, d) = (c a, c b + d)
//
// (Blelloch 1990, "Prefix sums and their applications", §1.4).
//
// %a, %b: vectors of one extent.

func.func @scan_linrec(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %slopes, %values = chad.scan left inclusive (%a0, %a1 in %a from %one : tensor<?xf64>,
                                               %b0, %b1 in %b from %zero : tensor<?xf64>) {
    %slope = arith.mulf %a1, %a0 : f64
    %scaled = arith.mulf %a1, %b0 : f64
    %value = arith.addf %scaled, %b1 : f64
    chad.yield %slope, %value : f64, f64
  }
  return %values : tensor<?xf64>
}

// RUN: %python %S/check.py %s

// The logarithms of the sums of exponentials of the rows of a matrix, added up:
//
//   f(x) = Σᵢ log Σⱼ exp xᵢⱼ        ∂f/∂xᵢⱼ = exp xᵢⱼ / Σₖ exp xᵢₖ
//
// computed as mᵢ + log Σⱼ exp(xᵢⱼ - mᵢ) with the maximum mᵢ of the row, which
// overflows for no x.
//
// %x: N×K.

func.func @logsumexp(%x: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %terms = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?xf64> {
    %max = chad.reduce (%a, %b in %row from %lowest : tensor<?xf64>) {
      %m = arith.maximumf %a, %b : f64
      chad.yield %m : f64
    }
    %exps = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
      %d = arith.subf %e, %max : f64
      %q = math.exp %d : f64
      chad.yield %q : f64
    }
    %sum = chad.reduce (%a, %b in %exps from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %log = math.log %sum : f64
    %term = arith.addf %log, %max : f64
    chad.yield %term : f64
  }
  %total = chad.reduce (%a, %b in %terms from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

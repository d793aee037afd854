// RUN: %python %S/check.py %s

// Rosenbrock's function (Rosenbrock 1960, "An automatic method for finding the greatest or least
// value of a function") of many variables, by two slices of them:
//
//   f(x) = Σᵢ (100 (xᵢ₊₁ - xᵢ²)² + (1 - xᵢ)²)
//
// %x: N, at least 1.

func.func @rosenbrock_slices(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %hundred = arith.constant 100.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %pairs = arith.subi %n, %c1 : index
  %left = tensor.extract_slice %x[0] [%pairs] [1] : tensor<?xf64> to tensor<?xf64>
  %right = tensor.extract_slice %x[1] [%pairs] [1] : tensor<?xf64> to tensor<?xf64>
  %terms = chad.map (%x0 in %left : tensor<?xf64>, %x1 in %right : tensor<?xf64>)
      -> tensor<?xf64> {
    %square = arith.mulf %x0, %x0 : f64
    %d = arith.subf %x1, %square : f64
    %d2 = arith.mulf %d, %d : f64
    %valley = arith.mulf %hundred, %d2 : f64
    %e = arith.subf %one, %x0 : f64
    %e2 = arith.mulf %e, %e : f64
    %term = arith.addf %valley, %e2 : f64
    chad.yield %term : f64
  }
  %sum = chad.reduce (%a, %b in %terms from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

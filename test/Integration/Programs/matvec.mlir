// RUN: %python %S/check.py %s

// A matrix times a vector:
//
//   y = A x        Ā = ȳ xᵀ,  x̄ = Aᵀ ȳ
//
// %a: M×N; %x: N.

func.func @matvec(%a: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
    %products = chad.map (%r in %row : tensor<?xf64>, %v in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %r, %v : f64
      chad.yield %p : f64
    }
    %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %dot : f64
  }
  return %y : tensor<?xf64>
}

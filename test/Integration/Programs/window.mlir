// RUN: %python %S/check.py %s

// The sum of the squares of a correlation with a short window, which slides along a vector:
//
//   f(x, k) = Σₚ (Σⱼ kⱼ xₚ₊ⱼ)²
//
// %x: N; %k: W, at most N.

func.func @window(%x: tensor<?xf64>, %k: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %width = tensor.dim %k, %c0 : tensor<?xf64>
  %last = arith.subi %n, %width : index
  %positions = arith.addi %last, %c1 : index
  %squares = chad.build %p < %positions -> tensor<?xf64> {
    %part = tensor.extract_slice %x[%p] [%width] [1] : tensor<?xf64> to tensor<?xf64>
    %products = chad.map (%a in %k : tensor<?xf64>, %b in %part : tensor<?xf64>)
        -> tensor<?xf64> {
      %m = arith.mulf %a, %b : f64
      chad.yield %m : f64
    }
    %dot = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %square = arith.mulf %dot, %dot : f64
    chad.yield %square : f64
  }
  %sum = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

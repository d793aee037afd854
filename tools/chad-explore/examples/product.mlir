// The product of the elements of an array: its gradient is made of two scans, and no division.
func.func @product(%xs: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %p = chad.reduce (%a, %b in %xs from %one : tensor<?xf64>) {
    %m = arith.mulf %a, %b : f64
    chad.yield %m : f64
  }
  return %p : f64
}

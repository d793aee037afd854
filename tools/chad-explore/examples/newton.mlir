// Two steps of Newton's method for a square root. The step asks for the derivative of a function that is an argument.
func.func private @newton(%f: (f64) -> f64, %x: f64) -> f64 {
  %v:2 = chad.value_and_grad %f(%x) : ((f64) -> f64, f64) -> (f64, f64)
  %q = arith.divf %v#0, %v#1 : f64
  %r = arith.subf %x, %q : f64
  return %r : f64
}

func.func @root(%k: f64, %x: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %y, %y : f64
    %q = arith.subf %p, %k : f64
    chad.yield %q : f64
  }
  %a = func.call @newton(%f, %x) : ((f64) -> f64, f64) -> f64
  %b = func.call @newton(%f, %a) : ((f64) -> f64, f64) -> f64
  return %b : f64
}

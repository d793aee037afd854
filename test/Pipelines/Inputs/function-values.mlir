// A function that a condition chooses.
func.func private @chosen(%p: i1, %x: f64) -> f64 {
  %f = scf.if %p -> ((f64) -> f64) {
    %s = chad.lambda (%a : f64) -> f64 {
      %r = math.sin %a : f64
      chad.yield %r : f64
    }
    scf.yield %s : (f64) -> f64
  } else {
    %s = chad.lambda (%a : f64) -> f64 {
      %r = arith.mulf %a, %x : f64
      chad.yield %r : f64
    }
    scf.yield %s : (f64) -> f64
  }
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @derivative(%p: i1, %x: f64) -> f64 {
  %r = chad.grad @chosen(%p, %x) : (i1, f64) -> f64
  return %r : f64
}

// Functions that take functions of C: no public function returns one of these types.

func.func private @at(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}

// A root of f, by Newton's method.
func.func @newton(%f: (f64) -> f64, %x: f64, %steps: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%z = %x) -> f64 {
    %y, %d = chad.value_and_grad @at(%f, %z) wrt [1] : ((f64) -> f64, f64) -> (f64, f64)
    %q = arith.divf %y, %d : f64
    %n = arith.subf %z, %q : f64
    scf.yield %n : f64
  }
  return %r : f64
}

// ∑ₖ f(xₖ)², and its derivative along dx, forward.
func.func private @squares(%f: (f64) -> f64, %xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = chad.apply %f(%x) : (f64) -> f64
    %q = arith.mulf %y, %y : f64
    chad.yield %q : f64
  }
  %r = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func @gradient(%f: (f64) -> f64, %xs: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %v, %g = chad.value_and_grad @squares(%f, %xs) wrt [1] : ((f64) -> f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %v, %g : f64, tensor<?xf64>
}
func.func @along(%f: (f64) -> f64, %xs: tensor<?xf64>, %dxs: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
  %v, %d = chad.jvp @squares(%f, %xs) along(%dxs) wrt [1]
      : ((f64) -> f64, tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (f64, !chad.lin<f64>)
  return %d : !chad.lin<f64>
}

// Two arguments, an integer, and two results.
func.func private @both(%f: (f32, i64, f32) -> (f32, f32), %x: f32, %n: i64, %y: f32) -> f32 {
  %u, %v = chad.apply %f(%x, %n, %y) : (f32, i64, f32) -> (f32, f32)
  %p = arith.mulf %u, %v : f32
  return %p : f32
}
func.func @product(%f: (f32, i64, f32) -> (f32, f32), %x: f32, %n: i64, %y: f32) -> (f32, f32) {
  %g:2 = chad.grad @both(%f, %x, %n, %y) wrt [1, 3] : ((f32, i64, f32) -> (f32, f32), f32, i64, f32) -> (f32, f32)
  return %g#0, %g#1 : f32, f32
}

// Numbers that have no derivative.
func.func @count(%f: (index) -> index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %y = chad.apply %f(%i) : (index) -> index
    %t = arith.addi %s, %y : index
    scf.yield %t : index
  }
  return %r : index
}

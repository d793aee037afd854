// A loop that runs twice may have another number of iterations each time: no bound is proved.
// RUN: not chad-opt %s --chad-to-first-order --chad-verify-cheap-gradient='primal=f gradient=g' 2>&1 | FileCheck %s

// CHECK: error: chad: '@g' is no cheap gradient of '@f'
// CHECK: note: where
// CHECK-SAME: the iterations of an 'scf.while'

func.func private @grow(%x: f64) -> f64 {
  %k = arith.constant 10.0 : f64
  %y = scf.while (%a = %x) : (f64) -> f64 {
    %p = arith.cmpf olt, %a, %k : f64
    scf.condition(%p) %a : f64
  } do {
  ^bb0(%b: f64):
    %e = math.exp %b : f64
    scf.yield %e : f64
  }
  return %y : f64
}
func.func @f(%x: f64) -> f64 {
  %y = func.call @grow(%x) : (f64) -> f64
  %n = arith.negf %y : f64
  %z = func.call @grow(%n) : (f64) -> f64
  return %z : f64
}
func.func @g(%x: f64) -> f64 {
  %r = chad.grad @f(%x) : (f64) -> f64
  return %r : f64
}

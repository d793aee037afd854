// The operands that rules of scalar ops read, and the ops that they make.
//
// RUN: chad-opt %s --chad-reverse | FileCheck %s

// A constant factor is all that is needed.
// CHECK-LABEL: func @constant_factor.reverse
// CHECK: chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT: %[[W:.*]] = chad.scale %{{.*}}, %[[V]] : f64, !chad.lin<f64>
// CHECK-NEXT: chad.yield %[[W]]
func.func @constant_factor(%x: f64, %n: index) -> f64 {
  %k = arith.constant 3.0 : f64
  %r = arith.mulf %x, %k : f64
  return %r : f64
}

// Ones are not multiplied by.
// CHECK-LABEL: func @difference.reverse
// CHECK: chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT: %[[ONE:.*]] = arith.constant -1.0
// CHECK-NEXT: %[[W:.*]] = chad.scale %[[ONE]], %[[V]]
// CHECK-NEXT: chad.yield %[[V]], %[[W]]
func.func @difference(%x: f64, %y: f64) -> f64 {
  %r = arith.subf %x, %y : f64
  return %r : f64
}

// The result is used again, not computed again.
// CHECK-LABEL: func @exponential.reverse
// CHECK: %[[R:.*]] = math.exp
// CHECK: chad.lfun.lambda
// CHECK-NOT: math.exp
// CHECK: chad.scale %[[R]]
func.func @exponential(%x: f64) -> f64 {
  %r = math.exp %x : f64
  return %r : f64
}

// Both partial derivatives of a quotient have the inverse.
// CHECK-LABEL: func @quotient.reverse
// CHECK: chad.lfun.lambda
// CHECK-COUNT-1: arith.divf
// CHECK-NOT: arith.divf
// CHECK-LABEL: func @square
func.func @quotient(%x: f64, %y: f64) -> f64 {
  %r = arith.divf %x, %y : f64
  return %r : f64
}

// CHECK-LABEL: func @square.reverse
// CHECK-SAME: (%[[X:.*]]: f64)
// CHECK: chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>)
// CHECK-NEXT: %[[TWICE:.*]] = arith.addf %[[X]], %[[X]] : f64
// CHECK-NEXT: %[[W:.*]] = chad.scale %[[TWICE]], %[[V]]
// CHECK-NEXT: chad.yield %[[W]]
func.func @square(%x: f64) -> f64 {
  %r = arith.mulf %x, %x : f64
  return %r : f64
}

// No logarithm of a base whose exponent is constant.
// CHECK-LABEL: func @power.reverse
// CHECK: chad.lfun.lambda
// CHECK-NOT: math.log
// CHECK-LABEL: func @flags
func.func @power(%x: f64) -> f64 {
  %y = arith.constant 2.5 : f64
  %r = math.powf %x, %y : f64
  return %r : f64
}

// Flags about values are not those of derivatives.
// CHECK-LABEL: func @flags.reverse
// CHECK: chad.lfun.lambda
// CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<contract> : f64
func.func @flags(%x: f64) -> f64 {
  %r = math.log %x fastmath<nnan,ninf,contract> : f64
  return %r : f64
}

// What is routed by a branch is marked: later factors keep its zeros.
// CHECK-LABEL: func @routed.reverse
// CHECK: chad.lfun.lambda
// CHECK: %[[ROUTED:.*]] = arith.select %{{.*}} : !chad.lin<f64>
// CHECK: chad.scale zero_absorbing %{{.*}}, %[[ROUTED]]
func.func @routed(%c: i1, %x: f64, %k: f64) -> f64 {
  %p = arith.mulf %x, %k : f64
  %r = arith.select %c, %p, %k : f64
  return %r : f64
}

// That of a ramp is not, since the other branch is a constant.
// CHECK-LABEL: func @ramp.reverse
// CHECK: chad.lfun.lambda
// CHECK: arith.cmpf ugt
// CHECK: %[[ROUTED:.*]] = arith.select %{{.*}} : !chad.lin<f64>
// CHECK: chad.scale %{{.*}}, %[[ROUTED]]
func.func @ramp(%x: f64, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.mulf %x, %k : f64
  %r = arith.maximumf %p, %zero : f64
  return %r : f64
}

// What is divided by a number with a lower bound has no guards, in any mode.
// CHECK-LABEL: func @bounded.reverse
// CHECK-NOT: zero_absorbing
// CHECK-LABEL: func @norms(
func.func @bounded(%x: f64, %y: f32) -> (f64, f64, f64, f32, f32) {
  %one = arith.constant 1.0 : f64
  %small = arith.constant 1.0e-9 : f32
  %n = arith.negf %x : f64
  %e = math.exp %n : f64
  %d = arith.addf %one, %e : f64
  %logistic = arith.divf %one, %d : f64
  %softplus = math.log %d : f64
  %square = arith.mulf %x, %x : f64
  %more = arith.addf %square, %one : f64
  %root = math.sqrt %more : f64
  %quotient = arith.divf %x, %root : f64
  %s = arith.mulf %y, %y : f32
  %t = arith.addf %s, %small : f32
  %norm = math.rsqrt %t : f32
  %cube_root = math.cbrt %t : f32
  return %logistic, %softplus, %quotient, %norm, %cube_root : f64, f64, f64, f32, f32
}

// Sums of squares, of one array or of two that are the same, have bounds.
// CHECK-LABEL: func @norms.reverse
// CHECK-NOT: zero_absorbing
// CHECK-LABEL: func @nearly
func.func @norms(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %eps = arith.constant 1.0e-5 : f64
  %n = arith.constant 64.0 : f64
  %squares = chad.map (%x in %xs : tensor<?xf64>, %y in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %x in %squares from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  %mean = arith.divf %sum, %n : f64
  %more = arith.addf %mean, %eps : f64
  %root = math.sqrt %more : f64
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %q = arith.divf %x, %root : f64
    chad.yield %q : f64
  }
  return %r : tensor<?xf64>
}

// Bounds whose squares are too small have.
// CHECK-LABEL: func @nearly.reverse
// CHECK-COUNT-4: zero_absorbing
func.func @nearly(%x: f64, %y: f32) -> (f64, f64, f32, f32) {
  %tiny = arith.constant 1.0e-200 : f64
  %small = arith.constant 1.0e-12 : f32
  %one = arith.constant 1.0 : f64
  %e = math.exp %x : f64
  %d = arith.addf %tiny, %e : f64
  %inverse = arith.divf %one, %d : f64
  %quotient = arith.divf %x, %e : f64
  %s = arith.mulf %y, %y : f32
  %u = arith.addf %s, %small : f32
  %log = math.log %u : f32
  %b = math.rsqrt %u : f32
  return %inverse, %quotient, %log, %b : f64, f64, f32, f32
}

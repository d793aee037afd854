// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of linear values, copowers, functions and sums.

// CHECK-LABEL: func @add_zero
// CHECK-SAME: %[[V:[^:]*]]:
// CHECK-NEXT: return %[[V]]
func.func @add_zero(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %z = chad.zero : !chad.lin<f64>
  %a = chad.add %v, %z : !chad.lin<f64>
  %b = chad.add %z, %a : !chad.lin<f64>
  return %b : !chad.lin<f64>
}

// CHECK-LABEL: func @scale_one
// CHECK-SAME: %[[V:[^:]*]]:
// CHECK-NEXT: return %[[V]]
func.func @scale_one(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %c = arith.constant 1.0 : f64
  %a = chad.scale %c, %v : f64, !chad.lin<f64>
  return %a : !chad.lin<f64>
}

// CHECK-LABEL: func @scale_of_zero
// CHECK-NEXT: %[[Z:.*]] = chad.zero
// CHECK-NEXT: return %[[Z]]
func.func @scale_of_zero(%k: f64) -> !chad.lin<f64> {
  %z = chad.zero : !chad.lin<f64>
  %a = chad.scale %k, %z : f64, !chad.lin<f64>
  return %a : !chad.lin<f64>
}

// CHECK-LABEL: func @scale_by_zero
// CHECK-NEXT: %[[Z:.*]] = chad.zero
// CHECK-NEXT: return %[[Z]]
func.func @scale_by_zero(%v: !chad.lin<tensor<3xf64>>) -> !chad.lin<tensor<3xf64>> {
  %c = arith.constant 0.0 : f64
  %a = chad.scale %c, %v : f64, !chad.lin<tensor<3xf64>>
  return %a : !chad.lin<tensor<3xf64>>
}

// A zero of dynamic shape needs a size, which the value alone does not give.
// CHECK-LABEL: func @scale_by_zero_dynamic
// CHECK: chad.scale
func.func @scale_by_zero_dynamic(%v: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %c = arith.constant 0.0 : f64
  %a = chad.scale %c, %v : f64, !chad.lin<tensor<?xf64>>
  return %a : !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func @scale_scale
// CHECK-SAME: %[[V:[^:]*]]: {{.*}}%[[A:[^:]*]]: f64, %[[B:[^:]*]]: f64
// CHECK-NEXT: %[[C:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[R:.*]] = chad.scale %[[C]], %[[V]]
// CHECK-NEXT: return %[[R]]
func.func @scale_scale(%v: !chad.lin<f64>, %a: f64, %b: f64) -> !chad.lin<f64> {
  %w = chad.scale %b, %v : f64, !chad.lin<f64>
  %x = chad.scale %a, %w : f64, !chad.lin<f64>
  return %x : !chad.lin<f64>
}

// A product by a factor that is the same in all iterations stays outside of the loop. A factor that the loop does not change
// is multiplied with another one.
// CHECK-LABEL: func @scale_scale_loop
// CHECK-SAME: %[[W:[^:]*]]: tensor<?xf64>, %[[V:[^:]*]]: !chad.lin<f64>, %[[B:[^:]*]]: f64
// CHECK: %[[BV:.*]] = chad.scale %[[B]], %[[V]]
// CHECK: chad.map (%[[A:.*]] in %[[W]]
// CHECK-NEXT: %[[R:.*]] = chad.scale %[[A]], %[[BV]]
// CHECK-NEXT: chad.yield %[[R]]
// CHECK: chad.map
// CHECK: %[[BB:.*]] = arith.mulf %[[B]], %[[B]]
// CHECK-NEXT: chad.scale %[[BB]], %[[V]]
func.func @scale_scale_loop(%w: tensor<?xf64>, %v: !chad.lin<f64>, %b: f64)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %bv = chad.scale %b, %v : f64, !chad.lin<f64>
  %r = chad.map (%a in %w : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
    %x = chad.scale %a, %bv : f64, !chad.lin<f64>
    chad.yield %x : !chad.lin<f64>
  }
  %bv2 = chad.scale %b, %v : f64, !chad.lin<f64>
  %s = chad.map (%a in %w : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
    %y = chad.scale %b, %bv2 : f64, !chad.lin<f64>
    chad.yield %y : !chad.lin<f64>
  }
  return %r, %s : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// A zero is absorbed by the product too, where one of the factors is a constant
// that is neither infinite nor zero.
// CHECK-LABEL: func @scale_scale_absorbing
// CHECK-SAME: %[[V:[^:]*]]: {{.*}}%[[A:[^:]*]]: f64
// CHECK: %[[C:.*]] = arith.mulf %[[A]], %{{.*}}
// CHECK-NEXT: %[[R:.*]] = chad.scale zero_absorbing %[[C]], %[[V]]
// CHECK: %[[D:.*]] = arith.mulf %[[A]], %{{.*}}
// CHECK-NEXT: %[[S:.*]] = chad.scale zero_absorbing %[[D]], %[[V]]
// CHECK-NEXT: return %[[R]], %[[S]]
func.func @scale_scale_absorbing(%v: !chad.lin<f64>, %a: f64) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  %w = chad.scale %two, %v : f64, !chad.lin<f64>
  %x = chad.scale zero_absorbing %a, %w : f64, !chad.lin<f64>
  %y = chad.scale zero_absorbing %a, %v : f64, !chad.lin<f64>
  %z = chad.scale %three, %y : f64, !chad.lin<f64>
  return %x, %z : !chad.lin<f64>, !chad.lin<f64>
}

// A factor that may be 0 makes the product of it and an infinite one NaN.
// CHECK-LABEL: func @scale_scale_absorbing_unknown
// CHECK: chad.scale zero_absorbing
// CHECK: chad.scale zero_absorbing
// CHECK: chad.scale %{{.*}}
// CHECK: chad.scale zero_absorbing
func.func @scale_scale_absorbing_unknown(%v: !chad.lin<f64>, %a: f64, %b: f64) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %w = chad.scale zero_absorbing %b, %v : f64, !chad.lin<f64>
  %x = chad.scale zero_absorbing %a, %w : f64, !chad.lin<f64>
  %y = chad.scale %b, %v : f64, !chad.lin<f64>
  %z = chad.scale zero_absorbing %a, %y : f64, !chad.lin<f64>
  return %x, %z : !chad.lin<f64>, !chad.lin<f64>
}

// CHECK-LABEL: func @scale_finite
// CHECK: chad.scale %{{.*}}, %{{.*}} : f64, !chad.lin<f64>
// CHECK: chad.scale zero_absorbing %{{.*}}, %{{.*}} : f64, !chad.lin<f64>
func.func @scale_finite(%v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %two = arith.constant 2.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %x = chad.scale zero_absorbing %two, %v : f64, !chad.lin<f64>
  %y = chad.scale zero_absorbing %inf, %v : f64, !chad.lin<f64>
  return %x, %y : !chad.lin<f64>, !chad.lin<f64>
}

// A zero that absorbs is no finite factor.
// CHECK-LABEL: func @scale_both
// CHECK: chad.scale %{{.*}}, %{{.*}} : f64, !chad.lin<f64>
// CHECK: chad.scale zero_absorbing both %{{.*}}, %{{.*}} : f64, !chad.lin<tensor<?xf64>>
// CHECK: chad.scale zero_absorbing both %{{.*}}, %{{.*}} : f64, !chad.lin<f64>
func.func @scale_both(%v: !chad.lin<f64>, %vs: !chad.lin<tensor<?xf64>>, %k: f64)
    -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %x = chad.scale zero_absorbing both %two, %v : f64, !chad.lin<f64>
  %y = chad.scale zero_absorbing both %zero, %vs : f64, !chad.lin<tensor<?xf64>>
  %w = chad.scale %two, %v : f64, !chad.lin<f64>
  %z = chad.scale zero_absorbing both %k, %w : f64, !chad.lin<f64>
  return %x, %y, %z : !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>
}

// k ⊛ 0 = 0, and with both 0 ⊛ v = 0. By a constant that is not zero nothing is absorbed, nor
// where a finite factor is multiplied with a value that may be.
// CHECK-LABEL: func @absorb_nothing
// CHECK-SAME: %[[K:[^:]*]]: f64
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.0
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[A:.*]] = arith.mulf %[[K]], %[[TWO]] : f64
// CHECK: %[[B:.*]] = arith.mulf %[[K]], %[[TWO]] : f64
// CHECK: %[[C:.*]] = arith.mulf %[[K]], %[[ZERO]] : f64
// CHECK: %[[D:.*]] = chad.absorbing_mul %[[K]], %[[K]] : f64
// CHECK: return %[[A]], %[[B]], %[[C]], %[[ZERO]], %[[ZERO]], %[[D]]
func.func @absorb_nothing(%k: f64) -> (f64, f64, f64, f64, f64, f64) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %a = chad.absorbing_mul %k, %two : f64
  %b = chad.absorbing_mul both %two, %k : f64
  %c = chad.absorbing_mul %zero, %k : f64
  %d = chad.absorbing_mul %k, %zero : f64
  %e = chad.absorbing_mul both %zero, %k : f64
  %f = chad.absorbing_mul %k, %k : f64
  return %a, %b, %c, %d, %e, %f : f64, f64, f64, f64, f64, f64
}

// CHECK-LABEL: func @to_from
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[V:[^:]*]]:
// CHECK-NEXT: return %[[X]], %[[V]]
func.func @to_from(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %a = chad.to_linear %x : f64
  %b = chad.from_linear %a : !chad.lin<f64>
  %c = chad.from_linear %v : !chad.lin<f64>
  %d = chad.to_linear %c : f64
  return %b, %d : f64, !chad.lin<f64>
}

// CHECK-LABEL: func @copower_singleton_zero
// CHECK-NEXT: %[[Z:.*]] = chad.zero : !chad.copower<(f64), (lin<f64>)>
// CHECK-NEXT: return %[[Z]]
func.func @copower_singleton_zero(%x: f64) -> !chad.copower<(f64), (lin<f64>)> {
  %z = chad.zero : !chad.lin<f64>
  %c = chad.copower.singleton (%x) tensor (%z) : !chad.copower<(f64), (lin<f64>)>
  return %c : !chad.copower<(f64), (lin<f64>)>
}

// CHECK-LABEL: func @copower_fold_singleton
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[V:[^:]*]]:
// CHECK-NEXT: %[[R:.*]] = chad.scale %[[X]], %[[V]]
// CHECK-NEXT: return %[[R]]
func.func @copower_fold_singleton(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %c = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  %r = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)> (%y : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale %y, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// CHECK-LABEL: func @copower_fold_zero
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK-NEXT: %[[Z:.*]] = chad.zero(%[[N]])
// CHECK-NEXT: return %[[Z]]
func.func @copower_fold_zero(%n: index) -> !chad.lin<tensor<?xf64>> {
  %c = chad.zero : !chad.copower<(f64), (lin<tensor<?xf64>>)>
  %r = chad.copower.fold %c : !chad.copower<(f64), (lin<tensor<?xf64>>)> (%y : f64, %w : !chad.lin<tensor<?xf64>>) codomain(%n) -> !chad.lin<tensor<?xf64>> {
    chad.yield %w : !chad.lin<tensor<?xf64>>
  }
  return %r : !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func @copower_fold_add
// CHECK-SAME: %[[D:[^:]*]]: !chad.copower{{.*}}%[[X:[^:]*]]: f64, %[[V:[^:]*]]:
// CHECK: %[[A:.*]] = chad.copower.fold %[[D]]
// CHECK: %[[B:.*]] = chad.scale %[[X]], %[[V]]
// CHECK: chad.add %[[A]], %[[B]]
func.func @copower_fold_add(%d: !chad.copower<(f64), (lin<f64>)>, %x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %c = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  %e = chad.add %d, %c : !chad.copower<(f64), (lin<f64>)>
  %r = chad.copower.fold %e : !chad.copower<(f64), (lin<f64>)> (%y : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale %y, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// CHECK-LABEL: func @copower_fold_scale
// CHECK-SAME: %[[C:[^:]*]]: !chad.copower{{.*}}%[[K:[^:]*]]: f64
// CHECK: chad.copower.fold %[[C]] : {{.*}} (%[[Y:.*]]: f64, %[[W:.*]]: !chad.lin<f64>)
// CHECK-NEXT: %[[S:.*]] = chad.scale zero_absorbing %[[K]], %[[W]]
// CHECK-NEXT: %[[T:.*]] = chad.lfun.apply %{{.*}}(%[[S]])
// CHECK-NEXT: chad.yield %[[T]]
func.func @copower_fold_scale(%c: !chad.copower<(f64), (lin<f64>)>, %k: f64, %m: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lin<f64> {
  %d = chad.scale zero_absorbing %k, %c : f64, !chad.copower<(f64), (lin<f64>)>
  %r = chad.copower.fold %d : !chad.copower<(f64), (lin<f64>)> (%y : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    %t = chad.lfun.apply %m(%w) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %t : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// CHECK-LABEL: func @beta
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[K:[^:]*]]: f64
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[X]], %[[K]]
// CHECK-NEXT: return %[[R]]
func.func @beta(%x: f64, %k: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %k : f64
    chad.yield %z : f64
  }
  %r = chad.apply %f(%x) : (f64) -> f64
  return %r : f64
}

// A function that is not small is not copied.
// CHECK-LABEL: func @beta_shared
// CHECK: chad.lambda
// CHECK-COUNT-2: chad.apply
func.func @beta_shared(%x: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %0 = math.exp %y : f64
    %1 = math.sin %0 : f64
    %2 = math.cos %1 : f64
    %3 = math.tanh %2 : f64
    %4 = math.atan %3 : f64
    %5 = math.erf %4 : f64
    chad.yield %5 : f64
  }
  %r = chad.apply %f(%x) : (f64) -> f64
  %s = chad.apply %f(%r) : (f64) -> f64
  return %s : f64
}

// A curried function is applied in two steps.
// CHECK-LABEL: func @beta_curried
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[Y:[^:]*]]: f64
// CHECK-NEXT: %[[R:.*]] = arith.subf %[[X]], %[[Y]]
// CHECK-NEXT: return %[[R]]
func.func @beta_curried(%x: f64, %y: f64) -> f64 {
  %f = chad.lambda (%a : f64) -> ((f64) -> f64) {
    %g = chad.lambda (%b : f64) -> f64 {
      %d = arith.subf %a, %b : f64
      chad.yield %d : f64
    }
    chad.yield %g : (f64) -> f64
  }
  %g = chad.apply %f(%x) : (f64) -> ((f64) -> f64)
  %r = chad.apply %g(%y) : (f64) -> f64
  return %r : f64
}

func.func private @callee(f64) -> f64

// CHECK-LABEL: func @apply_constant
// CHECK: call @callee
func.func @apply_constant(%x: f64) -> f64 {
  %f = func.constant @callee : (f64) -> f64
  %r = chad.apply %f(%x) : (f64) -> f64
  return %r : f64
}

// CHECK-LABEL: func @case_inj
// CHECK-SAME: %[[X:[^:]*]]: f64
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[X]]
// CHECK-NEXT: return %[[R]]
func.func @case_inj(%x: f64) -> f64 {
  %s = chad.inj 1(%x) : (f64) -> !chad.sum<(), (f64)>
  %r = chad.case %s : !chad.sum<(), (f64)> -> f64
  () {
    chad.yield %x : f64
  }
  (%y : f64) {
    %z = arith.negf %y : f64
    chad.yield %z : f64
  }
  return %r : f64
}

// CHECK-LABEL: func @case_same
// CHECK-SAME: %{{[^:]*}}: !chad.sum<(), (f64)>, %[[X:[^:]*]]: f64
// CHECK-NEXT: return %[[X]]
func.func @case_same(%s: !chad.sum<(), (f64)>, %x: f64) -> f64 {
  %r = chad.case %s : !chad.sum<(), (f64)> -> f64
  () {
    chad.yield %x : f64
  }
  (%y : f64) {
    chad.yield %x : f64
  }
  return %r : f64
}

// RUN: chad-opt %s -remove-dead-values | FileCheck %s

// A state of a fold whose values are collected is kept; a state that nothing reads is removed.
// CHECK-LABEL: func @fold
// CHECK: %[[R:.*]]:2 = chad.fold (%[[X:.*]] in %{{.*}} : tensor<?xf64>) with (%[[S:.*]] = %{{.*}} : f64) collect (tensor<?xf64>) {
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[X]]
// CHECK-NOT: arith.mulf
// CHECK: chad.yield %[[T]], %[[T]]
// CHECK: return %[[R]]#1
func.func @fold(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %0:3 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64, %dead = %k : f64) collect (tensor<?xf64>) {
    %t = arith.addf %s, %x : f64
    %u = arith.mulf %dead, %x : f64
    chad.yield %t, %u, %t : f64, f64, f64
  }
  return %0#2 : tensor<?xf64>
}

// CHECK-LABEL: func @case
// CHECK: chad.yield %[[K:.*]], %{{.*}} : f64, f64
// CHECK: (%[[X:.*]]: f64) {
// CHECK-NOT: arith.mulf
// CHECK: chad.yield %[[X]], %{{.*}} : f64, f64
func.func @case(%s: !chad.sum<(), (f64)>, %k: f64) -> f64 {
  %0:2 = chad.case %s : !chad.sum<(), (f64)> -> (f64, f64)
  () {
    chad.yield %k, %k : f64, f64
  }
  (%x : f64) {
    %u = arith.mulf %x, %x : f64
    chad.yield %x, %u : f64, f64
  }
  return %0#0 : f64
}

// CHECK-LABEL: func @nested
// CHECK: arith.addf
// CHECK: arith.mulf
func.func @nested(%m: tensor<?x?xf64>, %k: f64) -> tensor<?xf64> {
  %0 = chad.map (%r in %m : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%a, %x in %r from %k : tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    %u = arith.mulf %s, %k : f64
    chad.yield %u : f64
  }
  return %0 : tensor<?xf64>
}

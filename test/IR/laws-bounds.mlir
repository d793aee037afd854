// RUN: chad-opt %s --canonicalize="test-convergence=true" --split-input-file | FileCheck %s

// Laws at the limits of their preconditions.

// Scalings of the unit monoid may have factors of two types, which no product has.
// CHECK-LABEL: func @scales_of_units(
// CHECK-NOT: arith
// CHECK: chad.lfun.compose
// CHECK: chad.lfun.add
// CHECK: chad.scale
// CHECK: chad.scale
!U = !chad.lfun<(lin<index>) -> (lin<index>)>
func.func @scales_of_units(%a: f32, %b: f64, %v: !chad.lin<index>)
    -> (!U, !U, !chad.lin<index>) {
  %s = chad.lfun.scale %a : f32, !U
  %t = chad.lfun.scale %b : f64, !U
  %c = chad.lfun.compose %s, %t : !U, !U
  %d = chad.lfun.add %s, %t : !U, !U
  %x = chad.scale %a, %v : f32, !chad.lin<index>
  %y = chad.scale %b, %x : f64, !chad.lin<index>
  return %c, %d, %y : !U, !U, !chad.lin<index>
}

// -----

// A copower is no element of an array: the terms of the sum are added in a fold.
// CHECK-LABEL: func @vjoin_copower(
// CHECK: chad.fold
// CHECK-NEXT: %[[TERM:.*]] = chad.lfun.apply
// CHECK-NEXT: %[[SUM:.*]] = chad.add %{{.*}}, %[[TERM]] : !chad.copower
// CHECK-NEXT: chad.yield %[[SUM]]
!E = !chad.lfun<(lin<f64>) -> (copower<(f64), (lin<f64>)>)>
!V = !chad.lfun<(lin<tensor<?xf64>>) -> (copower<(f64), (lin<f64>)>)>
func.func @vjoin_copower(%n: index, %m: !E, %x: !chad.lin<tensor<?xf64>>)
    -> !chad.copower<(f64), (lin<f64>)> {
  %v = chad.lfun.vjoin %i < %n -> !V {
    chad.yield %m : !E
  }
  %r = chad.lfun.apply %v(%x) : !V
  return %r : !chad.copower<(f64), (lin<f64>)>
}

// -----

// Nor is a tensor of rank zero.
// CHECK-LABEL: func @vjoin_rank_zero(
// CHECK: chad.fold
!E = !chad.lfun<(lin<f64>) -> (lin<tensor<f64>>)>
!V = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<f64>>)>
func.func @vjoin_rank_zero(%n: index, %m: !E, %x: !chad.lin<tensor<?xf64>>)
    -> !chad.lin<tensor<f64>> {
  %v = chad.lfun.vjoin %i < %n -> !V {
    chad.yield %m : !E
  }
  %r = chad.lfun.apply %v(%x) : !V
  return %r : !chad.lin<tensor<f64>>
}

// -----

// Fusion keeps the order of effects.
// CHECK-LABEL: func @map_map_effects(
// CHECK-COUNT-2: chad.map
// CHECK-LABEL: func @map_map_one_effect(
// CHECK-COUNT-1: chad.map
// CHECK-NOT: chad.map
func.func private @print(f64) -> f64
func.func @map_map_effects(%x: tensor<?xf64>) -> tensor<?xf64> {
  %a = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = func.call @print(%e) : (f64) -> f64
    chad.yield %p : f64
  }
  %b = chad.map (%e in %a : tensor<?xf64>) -> tensor<?xf64> {
    %p = func.call @print(%e) : (f64) -> f64
    chad.yield %p : f64
  }
  return %b : tensor<?xf64>
}
func.func @map_map_one_effect(%x: tensor<?xf64>) -> tensor<?xf64> {
  %a = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = func.call @print(%e) : (f64) -> f64
    chad.yield %p : f64
  }
  %b = chad.map (%e in %a : tensor<?xf64>) -> tensor<?xf64> {
    %q = arith.negf %e : f64
    chad.yield %q : f64
  }
  return %b : tensor<?xf64>
}

// -----

// What the branches of a fork apply first is applied once.
// CHECK-LABEL: func @shared_first(
// CHECK-SAME: %[[F:[^:]*]]: {{.*}}, %[[G:[^:]*]]: {{.*}}, %[[M:[^:]*]]: {{.*}}, %[[V:[^:]*]]:
// CHECK-NEXT: %[[W:.*]] = chad.lfun.apply %[[M]](%[[V]])
// CHECK-NEXT: %[[X:.*]] = chad.lfun.apply %[[F]](%[[W]])
// CHECK-NEXT: %[[Y:.*]] = chad.lfun.apply %[[G]](%[[W]])
// CHECK-NEXT: return %[[X]], %[[Y]]
!S = !chad.lfun<(lin<f64>) -> (lin<f64>)>
!F = !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
func.func @shared_first(%f: !S, %g: !S, %m: !S, %v: !chad.lin<f64>)
    -> (!chad.lin<f64>, !chad.lin<f64>) {
  %p = chad.lfun.fork %f, %g : !S, !S
  %q = chad.lfun.compose %p, %m : !F, !S
  %r:2 = chad.lfun.apply %q(%v) : !F
  return %r#0, %r#1 : !chad.lin<f64>, !chad.lin<f64>
}

// -----

// The transpose of a deep graph of shared compositions is reached in one run.
// CHECK-LABEL: func @deep_transpose(
// CHECK-COUNT-2: chad.lfun.transpose
// CHECK-COUNT-12: chad.lfun.compose
// CHECK-NOT: chad.lfun.transpose
// CHECK: return
!S = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func @deep_transpose(%x: !S, %y: !S) -> !S {
  %0 = chad.lfun.compose %y, %x : !S, !S
  %1 = chad.lfun.compose %0, %y : !S, !S
  %2 = chad.lfun.compose %1, %0 : !S, !S
  %3 = chad.lfun.compose %2, %1 : !S, !S
  %4 = chad.lfun.compose %3, %2 : !S, !S
  %5 = chad.lfun.compose %4, %3 : !S, !S
  %6 = chad.lfun.compose %5, %4 : !S, !S
  %7 = chad.lfun.compose %6, %5 : !S, !S
  %8 = chad.lfun.compose %7, %6 : !S, !S
  %9 = chad.lfun.compose %8, %7 : !S, !S
  %10 = chad.lfun.compose %9, %8 : !S, !S
  %11 = chad.lfun.compose %10, %9 : !S, !S
  %12 = chad.lfun.compose %11, %10 : !S, !S
  %t = chad.lfun.transpose %12 : !S
  return %t : !S
}

// -----

// The sizes of a function with very many paths to its leaves are not sought for ever.
// CHECK-LABEL: func @many_paths(
// CHECK: return
!D = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func @many_paths(%f: !D, %n: index) -> !chad.lin<tensor<?xf64>> {
  %0 = chad.lfun.add %f, %f, %f, %f, %f, %f, %f, %f : !D, !D, !D, !D, !D, !D, !D, !D
  %1 = chad.lfun.add %0, %0, %0, %0, %0, %0, %0, %0 : !D, !D, !D, !D, !D, !D, !D, !D
  %2 = chad.lfun.add %1, %1, %1, %1, %1, %1, %1, %1 : !D, !D, !D, !D, !D, !D, !D, !D
  %3 = chad.lfun.add %2, %2, %2, %2, %2, %2, %2, %2 : !D, !D, !D, !D, !D, !D, !D, !D
  %4 = chad.lfun.add %3, %3, %3, %3, %3, %3, %3, %3 : !D, !D, !D, !D, !D, !D, !D, !D
  %5 = chad.lfun.add %4, %4, %4, %4, %4, %4, %4, %4 : !D, !D, !D, !D, !D, !D, !D, !D
  %6 = chad.lfun.add %5, %5, %5, %5, %5, %5, %5, %5 : !D, !D, !D, !D, !D, !D, !D, !D
  %7 = chad.lfun.add %6, %6, %6, %6, %6, %6, %6, %6 : !D, !D, !D, !D, !D, !D, !D, !D
  %8 = chad.lfun.add %7, %7, %7, %7, %7, %7, %7, %7 : !D, !D, !D, !D, !D, !D, !D, !D
  %9 = chad.lfun.add %8, %8, %8, %8, %8, %8, %8, %8 : !D, !D, !D, !D, !D, !D, !D, !D
  %10 = chad.lfun.add %9, %9, %9, %9, %9, %9, %9, %9 : !D, !D, !D, !D, !D, !D, !D, !D
  %11 = chad.lfun.add %10, %10, %10, %10, %10, %10, %10, %10 : !D, !D, !D, !D, !D, !D, !D, !D
  %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %r = chad.lfun.apply %11(%z) : !D
  return %r : !chad.lin<tensor<?xf64>>
}

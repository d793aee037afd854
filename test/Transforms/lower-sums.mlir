// RUN: chad-opt %s --chad-lower-sums | FileCheck %s

// CHECK-LABEL: func @inject(
// CHECK-SAME: %[[X:.*]]: f64) -> (index, f64, i32, tensor<?x2xf64>)
// CHECK-DAG: %[[TAG:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[I:.*]] = arith.constant 0 : i32
// CHECK: %[[A:.*]] = tensor.splat %{{.*}}[%{{.*}}] : tensor<?x2xf64>
// CHECK: return %[[TAG]], %[[X]], %[[I]], %[[A]]
func.func @inject(%x: f64) -> !chad.sum<(), (f64), (i32, tensor<?x2xf64>)> {
  %s = chad.inj 1(%x) : (f64) -> !chad.sum<(), (f64), (i32, tensor<?x2xf64>)>
  return %s : !chad.sum<(), (f64), (i32, tensor<?x2xf64>)>
}
// CHECK-LABEL: func @match(
// CHECK-SAME: %[[TAG:.*]]: index, %[[X:.*]]: f64, %[[I:.*]]: i32, %[[K:.*]]: f64)
// CHECK: %[[R:.*]]:2 = scf.index_switch %[[TAG]] -> f64, i1
// CHECK: case 1 {
// CHECK: scf.yield %[[X]], %{{.*}} : f64, i1
// CHECK: case 2 {
// CHECK: arith.sitofp %[[I]]
// CHECK: default {
// CHECK: scf.yield %[[K]], %{{.*}} : f64, i1
func.func @match(%s: !chad.sum<(), (f64), (i32)>, %k: f64) -> (f64, i1) {
  %false = arith.constant false
  %r:2 = chad.case %s : !chad.sum<(), (f64), (i32)> -> (f64, i1)
  () {
    chad.yield %k, %false : f64, i1
  }
  (%x : f64) {
    chad.yield %x, %false : f64, i1
  }
  (%i : i32) {
    %y = arith.sitofp %i : i32 to f64
    chad.yield %y, %false : f64, i1
  }
  return %r#0, %r#1 : f64, i1
}
// A sum in a sum, carried by a fold; one alternative has no tag.
// CHECK-LABEL: func @nested(
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?xf64>) with (%[[OUTER:.*]] = %{{.*}} : i1, %[[INNER:.*]] = %{{.*}} : f64)
// CHECK: scf.if %[[OUTER]] -> (f64) {
// CHECK: scf.execute_region -> f64
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i1
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f64
func.func @nested(%xs: tensor<?xf64>, %c: i1) -> !chad.sum<(), (!chad.sum<(f64)>)> {
  %none = chad.inj 0() : () -> !chad.sum<(), (!chad.sum<(f64)>)>
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %none : !chad.sum<(), (!chad.sum<(f64)>)>) {
    %y = chad.case %s : !chad.sum<(), (!chad.sum<(f64)>)> -> f64
    () {
      chad.yield %x : f64
    }
    (%i : !chad.sum<(f64)>) {
      %v = chad.case %i : !chad.sum<(f64)> -> f64
      (%w : f64) {
        chad.yield %w : f64
      }
      chad.yield %v : f64
    }
    %inner = chad.inj 0(%y) : (f64) -> !chad.sum<(f64)>
    %t = chad.inj 1(%inner) : (!chad.sum<(f64)>) -> !chad.sum<(), (!chad.sum<(f64)>)>
    %u = arith.select %c, %t, %s : !chad.sum<(), (!chad.sum<(f64)>)>
    chad.yield %u : !chad.sum<(), (!chad.sum<(f64)>)>
  }
  return %r : !chad.sum<(), (!chad.sum<(f64)>)>
}
// The zero of a linear sum fits every tag.
// CHECK-LABEL: func @linear(
// CHECK: chad.zero : !chad.sum<(lin<f64>), ()>
func.func @linear() -> !chad.sum<(lin<f64>), ()> {
  %z = chad.zero : !chad.sum<(lin<f64>), ()>
  return %z : !chad.sum<(lin<f64>), ()>
}

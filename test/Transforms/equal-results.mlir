// Equal results of branches and loops, and equal arguments of their bodies, become one.
//
// RUN: chad-opt %s --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-simplify | FileCheck %s

// CHECK-LABEL: @branch
// CHECK:         %[[R:.*]] = scf.if
// CHECK:         return %[[R]], %{{.*}}, %[[R]]
func.func @branch(%c: i1, %x: f64, %y: f64) -> (f64, f64, f64) {
  %r:3 = scf.if %c -> (f64, f64, f64) {
    %s = math.sin %x : f64
    scf.yield %s, %x, %s : f64, f64, f64
  } else {
    scf.yield %y, %y, %y : f64, f64, f64
  }
  return %r#0, %r#1, %r#2 : f64, f64, f64
}

// CHECK-LABEL: @loop
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK-NEXT:      %[[S:.*]] = math.sin %[[A]]
// CHECK-NEXT:      %[[T:.*]] = arith.addf %[[A]], %[[C]]
// CHECK-NEXT:      scf.yield %[[S]], %[[T]]
// CHECK:         return %[[R]]#0, %[[R]]#0, %[[R]]#1
func.func @loop(%n: index, %x: f64) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (f64, f64, f64) {
    %s = math.sin %a : f64
    %t = arith.addf %b, %c : f64
    scf.yield %s, %s, %t : f64, f64, f64
  }
  return %r#0, %r#1, %r#2 : f64, f64, f64
}

// Arguments of the body, and results.
// CHECK-LABEL: @while
// CHECK:         %[[R:.*]]:3 = scf.while
// CHECK:         ^bb0(%{{.*}}: index, %[[A:.*]]: f64, %[[B:.*]]: f64):
// CHECK:           math.sin %[[A]]
// CHECK-NEXT:      math.cos %[[B]]
// CHECK:         return %[[R]]#1, %[[R]]#2, %[[R]]#1
func.func @while(%n: index, %x: f64) -> (f64, f64, f64) {
  %c1 = arith.constant 1 : index
  %r:4 = scf.while (%i = %n, %a = %x, %b = %x) : (index, f64, f64) -> (index, f64, f64, f64) {
    %c = arith.cmpi sgt, %i, %c1 : index
    scf.condition(%c) %i, %a, %b, %a : index, f64, f64, f64
  } do {
  ^bb0(%i: index, %a: f64, %b: f64, %d: f64):
    %j = arith.subi %i, %c1 : index
    %s = math.sin %d : f64
    %t = math.cos %b : f64
    scf.yield %j, %s, %t : index, f64, f64
  }
  return %r#1, %r#2, %r#3 : f64, f64, f64
}

// CHECK-LABEL: @switch
// CHECK:         %[[R:.*]] = scf.index_switch
// CHECK:         return %[[R]], %[[R]]
func.func @switch(%n: index, %x: f64, %y: f64) -> (f64, f64) {
  %r:2 = scf.index_switch %n -> f64, f64
  case 0 {
    scf.yield %x, %x : f64, f64
  }
  default {
    %s = math.sin %y : f64
    scf.yield %s, %s : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

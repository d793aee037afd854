// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s
// RUN: chad-opt %s --canonicalize="disable-patterns=compose-zero" | FileCheck %s --check-prefix=WITHOUT

// A map that is built in different ways has one canonical form.

!S = !chad.lfun<(lin<f64>) -> (lin<f64>)>
!F = !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
!J = !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>

// CHECK-LABEL: func @left(
// CHECK-SAME: %[[F:[^:]*]]: {{.*}}, %[[G:[^:]*]]: {{.*}}, %[[H:[^:]*]]: {{.*}}, %[[K:[^:]*]]:
// CHECK-NEXT: %[[R:.*]] = chad.lfun.compose %[[F]], %[[G]], %[[H]], %[[K]] :
// CHECK-NEXT: return %[[R]]
func.func @left(%f: !S, %g: !S, %h: !S, %k: !S) -> !S {
  %0 = chad.lfun.compose %f, %g : !S, !S
  %1 = chad.lfun.compose %0, %h : !S, !S
  %2 = chad.lfun.compose %1, %k : !S, !S
  return %2 : !S
}

// CHECK-LABEL: func @right(
// CHECK-SAME: %[[F:[^:]*]]: {{.*}}, %[[G:[^:]*]]: {{.*}}, %[[H:[^:]*]]: {{.*}}, %[[K:[^:]*]]:
// CHECK-NEXT: %[[R:.*]] = chad.lfun.compose %[[F]], %[[G]], %[[H]], %[[K]] :
// CHECK-NEXT: return %[[R]]
func.func @right(%f: !S, %g: !S, %h: !S, %k: !S) -> !S {
  %0 = chad.lfun.compose %h, %k : !S, !S
  %1 = chad.lfun.compose %g, %0 : !S, !S
  %2 = chad.lfun.compose %f, %1 : !S, !S
  return %2 : !S
}

// Scalings meet whatever the association was.
// CHECK-LABEL: func @scales_left(
// CHECK: %[[AB:.*]] = arith.mulf
// CHECK: %[[S:.*]] = chad.lfun.scale %[[AB]]
// CHECK: chad.lfun.compose %{{.*}}, %[[S]], %{{.*}} :
func.func @scales_left(%f: !S, %g: !S, %a: f64, %b: f64) -> !S {
  %s = chad.lfun.scale %a : f64, !S
  %t = chad.lfun.scale %b : f64, !S
  %0 = chad.lfun.compose %f, %s : !S, !S
  %1 = chad.lfun.compose %t, %g : !S, !S
  %2 = chad.lfun.compose %0, %1 : !S, !S
  return %2 : !S
}

// A row times a column, associated in both ways.
// CHECK-LABEL: func @matrix_left(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: {{.*}}, %[[C:[^:]*]]: {{.*}}, %[[D:[^:]*]]: {{.*}}, %[[X:[^:]*]]:
// CHECK-NEXT: %[[P:.*]] = chad.lfun.compose %[[A]], %[[C]] :
// CHECK-NEXT: %[[Q:.*]] = chad.lfun.compose %[[B]], %[[D]] :
// CHECK-NEXT: %[[S:.*]] = chad.lfun.add %[[P]], %[[Q]] :
// CHECK-NEXT: chad.lfun.compose %[[S]], %[[X]] :
func.func @matrix_left(%a: !S, %b: !S, %c: !S, %d: !S, %x: !S) -> !S {
  %j = chad.lfun.join %a, %b : !S, !S
  %p = chad.lfun.fork %c, %d : !S, !S
  %0 = chad.lfun.compose %p, %x : !F, !S
  %1 = chad.lfun.compose %j, %0 : !J, !F
  return %1 : !S
}

// CHECK-LABEL: func @matrix_right(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: {{.*}}, %[[C:[^:]*]]: {{.*}}, %[[D:[^:]*]]: {{.*}}, %[[X:[^:]*]]:
// CHECK-NEXT: %[[P:.*]] = chad.lfun.compose %[[A]], %[[C]] :
// CHECK-NEXT: %[[Q:.*]] = chad.lfun.compose %[[B]], %[[D]] :
// CHECK-NEXT: %[[S:.*]] = chad.lfun.add %[[P]], %[[Q]] :
// CHECK-NEXT: chad.lfun.compose %[[S]], %[[X]] :
func.func @matrix_right(%a: !S, %b: !S, %c: !S, %d: !S, %x: !S) -> !S {
  %j = chad.lfun.join %a, %b : !S, !S
  %p = chad.lfun.fork %c, %d : !S, !S
  %0 = chad.lfun.compose %j, %p : !J, !F
  %1 = chad.lfun.compose %0, %x : !S, !S
  return %1 : !S
}

// Blocks of zeros disappear from a product.
// CHECK-LABEL: func @sparse(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[C:[^:]*]]:
// CHECK-NEXT: %[[R:.*]] = chad.lfun.compose %[[A]], %[[C]]
// CHECK-NEXT: return %[[R]]
func.func @sparse(%a: !S, %c: !S) -> !S {
  %z = chad.lfun.zero : !S
  %j = chad.lfun.join %a, %z : !S, !S
  %p = chad.lfun.fork %c, %c : !S, !S
  %0 = chad.lfun.compose %j, %p : !J, !F
  return %0 : !S
}

// The reverse derivative of x·y + x, as a linear map, is two numbers.
// CHECK-LABEL: func @gradient(
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[Y:[^:]*]]: f64, %[[V:[^:]*]]:
// CHECK-DAG: %[[GY:.*]] = chad.scale %[[X]], %[[V]]
// CHECK-DAG: %[[YV:.*]] = chad.scale %[[Y]], %[[V]]
// CHECK: %[[GX:.*]] = chad.add
// CHECK-NEXT: return %[[GX]], %[[GY]]
func.func @gradient(%x: f64, %y: f64, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %sy = chad.lfun.scale %y : f64, !S
  %sx = chad.lfun.scale %x : f64, !S
  %product = chad.lfun.join %sy, %sx : !S, !S
  %px = chad.lfun.project [0] : !J
  %sum = chad.lfun.add %product, %px : !J, !J
  %t = chad.lfun.transpose %sum : !J
  %gx, %gy = chad.lfun.apply %t(%v) : !F
  return %gx, %gy : !chad.lin<f64>, !chad.lin<f64>
}

// Doublings of a composition do not grow the code.
// CHECK-LABEL: func @doubling(
// CHECK-COUNT-6: chad.lfun.compose
// CHECK-NOT: chad.lfun.compose
// CHECK: return
func.func @doubling(%f: !S, %g: !S) -> !S {
  %0 = chad.lfun.compose %f, %g : !S, !S
  %1 = chad.lfun.compose %0, %0 : !S, !S
  %2 = chad.lfun.compose %1, %1 : !S, !S
  %3 = chad.lfun.compose %2, %2 : !S, !S
  %4 = chad.lfun.compose %3, %3 : !S, !S
  %5 = chad.lfun.compose %4, %4 : !S, !S
  %t = chad.lfun.transpose %5 : !S
  return %t : !S
}

// A law can be switched off by its name.
// CHECK-LABEL: func @named(
// CHECK: chad.lfun.zero
// CHECK-NOT: chad.lfun.compose
// WITHOUT-LABEL: func @named(
// WITHOUT: chad.lfun.compose
func.func @named(%f: !S) -> !S {
  %z = chad.lfun.zero : !S
  %r = chad.lfun.compose %f, %z : !S, !S
  return %r : !S
}

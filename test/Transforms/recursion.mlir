// RUN: chad-opt %s --chad-forward="function=power dual" --canonicalize | FileCheck %s --check-prefix=DUAL
// RUN: chad-opt %s --chad-reverse=function=power --canonicalize | FileCheck %s --check-prefix=REVERSE
// RUN: chad-opt %s --chad-limit-inlining | FileCheck %s --check-prefix=KEEP

// The derivative of a function that calls itself does so, too. In reverse it keeps, in a box, what
// its backward function needs, with the box of the call that it makes: each call runs once.
// DUAL: func @power.jvp(%[[X:.*]]: f64, %[[N:.*]]: index, %[[DX:.*]]: !chad.lin<f64>) -> (f64, !chad.lin<f64>)
// DUAL: %[[M:.*]] = arith.subi %[[N]]
// DUAL: call @power.jvp(%[[X]], %[[M]], %[[DX]])

// REVERSE: chad.record @power.residual ({{.*}}!chad.box<@power.residual>{{.*}})
// REVERSE: func private @power.kept(%[[X:.*]]: f64, %[[N:.*]]: index) -> (f64, !chad.box<@power.residual>)
// REVERSE: %[[M:.*]] = arith.subi %[[N]]
// REVERSE: %[[INNER:.*]]:2 = func.call @power.kept(%[[X]], %[[M]])
// REVERSE: scf.yield %{{.*}}, %[[INNER]]#0, %[[INNER]]#1
// REVERSE: chad.box(
// REVERSE: func private @power.back(%[[BOX:.*]]: !chad.box<@power.residual>, %{{.*}}: !chad.lin<f64>) -> !chad.lin<f64>
// REVERSE: chad.open %[[BOX]]
// REVERSE-NOT: @power.kept
// REVERSE: call @power.back(
// REVERSE-LABEL: func @power.reverse(
// REVERSE: call @power.kept(
// REVERSE: chad.lfun.lambda
// REVERSE: call @power.back(

// KEEP: func @power(%{{.*}}) -> f64 attributes {no_inline}
// KEEP: func @calls(%{{.*}}) -> f64 {
func.func @power(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %b = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %b -> f64 {
    %one = arith.constant 1.0 : f64
    scf.yield %one : f64
  } else {
    %c1 = arith.constant 1 : index
    %m = arith.subi %n, %c1 : index
    %p = func.call @power(%x, %m) : (f64, index) -> f64
    %q = arith.mulf %p, %x : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @calls(%x: f64, %n: index) -> f64 {
  %r = func.call @power(%x, %n) : (f64, index) -> f64
  return %r : f64
}

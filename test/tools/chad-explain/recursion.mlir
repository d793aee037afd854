// A function that calls itself: its derivatives do, too, and have names of their own.

// RUN: chad-explain %s @power --stage=unf,jvp,vjp | FileCheck %s
// CHECK: 3. Unary normal form [unf]
// CHECK: func @power(
// CHECK: 6. Forward derivative [jvp]
// CHECK: func @power.jvp_0(
// CHECK: func private @power.jvp(
// CHECK: 14. Reverse derivative, applied [vjp]
// CHECK: func @power.vjp(

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

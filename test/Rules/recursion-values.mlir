// Derivatives of functions that call themselves, forward and reverse, against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=mutual --arg='0.7' --arg='1.4' --arg='3' --grad-check | FileCheck %s --check-prefix=COMPILED
// COMPILED: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries

func.func private @power_of(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %b = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %b -> f64 {
    %one = arith.constant 1.0 : f64
    scf.yield %one : f64
  } else {
    %c1 = arith.constant 1 : index
    %m = arith.subi %n, %c1 : index
    %p = func.call @power_of(%x, %m) : (f64, index) -> f64
    %s = math.sin %x : f64
    %q = arith.mulf %p, %s : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @power(%x: f64, %n: index) -> f64 { // i = 4
  %r = func.call @power_of(%x, %n) : (f64, index) -> f64
  return %r : f64
}
func.func @power_gradient(%x: f64, %n: index) -> f64 { // i = 4
  %g = chad.grad @power(%x, %n) : (f64, index) -> f64
  return %g : f64
}
// A function that calls another, which calls it twice, with and without a constant.
func.func private @even(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %b = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %b -> (f64, f64) {
    scf.yield %x, %y : f64, f64
  } else {
    %p = arith.mulf %x, %y : f64
    %q = math.cos %p : f64
    %o = func.call @odd(%p, %q, %n) : (f64, f64, index) -> f64
    scf.yield %o, %q : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}
func.func private @odd(%x: f64, %y: f64, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %m = arith.subi %n, %c1 : index
  %a:2 = func.call @even(%x, %y, %m) : (f64, f64, index) -> (f64, f64)
  %b:2 = func.call @even(%two, %a#0, %m) : (f64, f64, index) -> (f64, f64)
  %r = arith.addf %a#1, %b#0 : f64
  return %r : f64
}
func.func @mutual(%x: f64, %y: f64, %n: index) -> f64 { // i = 3
  %r:2 = func.call @even(%x, %y, %n) : (f64, f64, index) -> (f64, f64)
  %s = arith.mulf %r#0, %r#1 : f64
  return %s : f64
}
// A sum over a tree in an array.
func.func private @tree(%xs: tensor<?xf64>, %i: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %b = arith.cmpi ult, %i, %n : index
  %r = scf.if %b -> f64 {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %d = arith.muli %i, %c2 : index
    %j = arith.addi %d, %c1 : index
    %k = arith.addi %d, %c2 : index
    %p = func.call @tree(%xs, %j) : (tensor<?xf64>, index) -> f64
    %q = func.call @tree(%xs, %k) : (tensor<?xf64>, index) -> f64
    %pq = arith.mulf %p, %q : f64
    %s = arith.addf %pq, %x : f64
    %t = math.sin %s : f64
    scf.yield %t : f64
  } else {
    %one = arith.constant 1.0 : f64
    scf.yield %one : f64
  }
  return %r : f64
}
func.func @trees(%xs: tensor<?xf64>) -> f64 { // ? = 5
  %c0 = arith.constant 0 : index
  %r = func.call @tree(%xs, %c0) : (tensor<?xf64>, index) -> f64
  return %r : f64
}
// A recursive function that takes functions.
func.func private @iterate(%f: (f64) -> f64, %x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %b = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %b -> f64 {
    scf.yield %x : f64
  } else {
    %c1 = arith.constant 1 : index
    %m = arith.subi %n, %c1 : index
    %y = chad.apply %f(%x) : (f64) -> f64
    %p = func.call @iterate(%f, %y, %m) : ((f64) -> f64, f64, index) -> f64
    scf.yield %p : f64
  }
  return %r : f64
}
func.func @iterated(%x: f64, %k: f64, %n: index) -> f64 { // i = 3
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %y, %k : f64
    %s = math.sin %p : f64
    chad.yield %s : f64
  }
  %g = chad.lambda (%y : f64) -> f64 {
    %s = math.exp %y : f64
    chad.yield %s : f64
  }
  %a = func.call @iterate(%f, %x, %n) : ((f64) -> f64, f64, index) -> f64
  %c1 = arith.constant 1 : index
  %b = func.call @iterate(%g, %a, %c1) : ((f64) -> f64, f64, index) -> f64
  return %b : f64
}

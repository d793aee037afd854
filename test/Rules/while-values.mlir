// Derivatives of loops with a condition, of switches and of regions, forward and reverse,
// against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}9 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=root --arg='2' --grad-check | FileCheck %s --check-prefix=COMPILED
// RUN: chad-run %s --entry=nested --arg='2' --arg='0.3' --grad-check | FileCheck %s --check-prefix=COMPILED
// RUN: chad-run %s --entry=deep --arg=-0.7 --arg='0.3' --grad-check | FileCheck %s --check-prefix=COMPILED
// RUN: chad-run %s --entry=deep_again --arg=-0.7 --arg='0.3' --grad-check --threads=2 | FileCheck %s --check-prefix=COMPILED
// COMPILED: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries

// Newton's iteration; how often it runs depends on the argument.
func.func @root(%a: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %eps = arith.constant 1.0e-12 : f64
  %r = scf.while (%x = %a) : (f64) -> f64 {
    %s = arith.mulf %x, %x : f64
    %d = arith.subf %s, %a : f64
    %e = math.absf %d : f64
    %c = arith.cmpf ogt, %e, %eps : f64
    scf.condition(%c) %x : f64
  } do {
  ^bb0(%x: f64):
    %q = arith.divf %a, %x : f64
    %s = arith.addf %x, %q : f64
    %h = arith.mulf %s, %half : f64
    scf.yield %h : f64
  }
  return %r : f64
}
// What enters and what the condition passes on have different types; an integer and an
// array are carried, too.
func.func @mixed(%x: f64, %xs: tensor<3xf64>) -> (f64, tensor<3xf64>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %r:4 = scf.while (%i = %c0, %v = %xs, %a = %x) : (i32, tensor<3xf64>, f64) -> (f64, f64, tensor<3xf64>, i32) {
    %c = arith.cmpi slt, %i, %c4 : i32
    %s = math.sin %a : f64
    scf.condition(%c) %s, %a, %v, %i : f64, f64, tensor<3xf64>, i32
  } do {
  ^bb0(%s: f64, %a: f64, %v: tensor<3xf64>, %i: i32):
    %j = arith.addi %i, %c1 : i32
    %b = arith.mulf %s, %x : f64
    %w = chad.map (%e in %v : tensor<3xf64>) -> tensor<3xf64> {
      %p = arith.mulf %e, %a : f64
      %q = math.cos %p : f64
      chad.yield %q : f64
    }
    %n = arith.addf %a, %b : f64
    scf.yield %j, %w, %n : i32, tensor<3xf64>, f64
  }
  return %r#0, %r#2 : f64, tensor<3xf64>
}
// No iteration.
func.func @none(%x: f64) -> f64 {
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %false = arith.constant false
    %b = math.exp %a : f64
    scf.condition(%false) %b : f64
  } do {
  ^bb0(%a: f64):
    scf.yield %x : f64
  }
  return %r : f64
}
// The inner loop runs as often as the outer one has run; the condition takes what it
// computes.
func.func @nested(%x: f64, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, f64) -> (index, f64) {
    %c = arith.cmpi ult, %i, %c3 : index
    scf.condition(%c) %i, %a : index, f64
  } do {
  ^bb0(%i: index, %a: f64):
    %in:2 = scf.while (%j = %c0, %b = %a) : (index, f64) -> (index, f64) {
      %c = arith.cmpi ult, %j, %i : index
      scf.condition(%c) %j, %b : index, f64
    } do {
    ^bb0(%j: index, %b: f64):
      %p = arith.mulf %b, %y : f64
      %s = math.sin %p : f64
      %k = arith.addi %j, %c1 : index
      scf.yield %k, %s : index, f64
    }
    %p = arith.addf %in#1, %y : f64
    %k = arith.addi %i, %c1 : index
    scf.yield %k, %p : index, f64
  }
  return %r#1 : f64
}
// A loop in a map, with a trip count of each element's own.
func.func @in_map(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3
  %two = arith.constant 2.0 : f64
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = scf.while (%a = %x) : (f64) -> f64 {
      %c = arith.cmpf olt, %a, %two : f64
      scf.condition(%c) %a : f64
    } do {
    ^bb0(%a: f64):
      %e = math.exp %k : f64
      %p = arith.mulf %a, %e : f64
      %o = arith.addf %p, %e : f64
      scf.yield %o : f64
    }
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}
func.func @root_gradient(%a: f64) -> f64 {
  %g = chad.grad @root(%a) : (f64) -> f64
  return %g : f64
}
func.func @switch(%xs: tensor<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> f64 {
    %x = tensor.extract %xs[%i] : tensor<4xf64>
    %v = scf.index_switch %i -> f64
    case 0 {
      %a = math.sin %x : f64
      scf.yield %a : f64
    }
    case 2 {
      %a = arith.mulf %x, %s : f64
      scf.yield %a : f64
    }
    default {
      scf.yield %x : f64
    }
    %t = scf.execute_region -> f64 {
      %a = arith.mulf %v, %x : f64
      scf.yield %a : f64
    }
    %u = arith.addf %s, %t : f64
    scf.yield %u : f64
  }
  return %r : f64
}
// Four loops in one another, each of which begins with the state of the one around it: the inner ones become functions.
func.func @deep(%x: f64, %k: f64) -> f64 {
  %end = arith.constant 0.8 : f64
  %step = arith.constant 0.6 : f64
  %third = arith.constant 0.3 : f64
  %r1 = scf.while (%a1 = %x) : (f64) -> f64 {
    %p1 = arith.cmpf olt, %a1, %end : f64
    scf.condition(%p1) %a1 : f64
  } do {
  ^bb0(%b1: f64):
    %r2 = scf.while (%a2 = %b1) : (f64) -> f64 {
      %p2 = arith.cmpf olt, %a2, %end : f64
      scf.condition(%p2) %a2 : f64
    } do {
    ^bb0(%b2: f64):
      %r3 = scf.while (%a3 = %b2) : (f64) -> f64 {
        %p3 = arith.cmpf olt, %a3, %end : f64
        scf.condition(%p3) %a3 : f64
      } do {
      ^bb0(%b3: f64):
        %r4 = scf.while (%a4 = %b3) : (f64) -> f64 {
          %p4 = arith.cmpf olt, %a4, %end : f64
          scf.condition(%p4) %a4 : f64
        } do {
        ^bb0(%b4: f64):
          %m4 = arith.mulf %k, %b4 : f64
          %s4 = math.sin %m4 : f64
          %t4 = arith.mulf %s4, %third : f64
          %u4 = arith.addf %b4, %step : f64
          %n4 = arith.addf %u4, %t4 : f64
          scf.yield %n4 : f64
        }
        %m3 = arith.mulf %r4, %b3 : f64
        %s3 = math.sin %m3 : f64
        %t3 = arith.mulf %s3, %third : f64
        %u3 = arith.addf %b3, %step : f64
        %n3 = arith.addf %u3, %t3 : f64
        scf.yield %n3 : f64
      }
      %m2 = arith.mulf %r3, %b2 : f64
      %s2 = math.sin %m2 : f64
      %t2 = arith.mulf %s2, %third : f64
      %u2 = arith.addf %b2, %step : f64
      %n2 = arith.addf %u2, %t2 : f64
      scf.yield %n2 : f64
    }
    %m1 = arith.mulf %r2, %b1 : f64
    %s1 = math.sin %m1 : f64
    %t1 = arith.mulf %s1, %third : f64
    %u1 = arith.addf %b1, %step : f64
    %n1 = arith.addf %u1, %t1 : f64
    scf.yield %n1 : f64
  }
  return %r1 : f64
}
func.func @deep_again(%x: f64, %k: f64) -> f64 {
  %g:2 = chad.grad @deep(%x, %k) : (f64, f64) -> (f64, f64)
  %r = arith.mulf %g#0, %g#1 : f64
  return %r : f64
}

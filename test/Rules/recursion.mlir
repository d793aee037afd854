// Derivatives of functions that call themselves, and of boxes: values, arrays, several calls, in
// loops and maps, through one another, to the second order.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=tree --arg=0.7 --arg=0.3 --arg=4 --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=mapped --arg='[0.7, 0.3, -0.2]' --arg=3 --grad-check --threads=2 --thread-grain=1 | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=mapped --arg='[]' --arg=3 --grad-check | FileCheck %s --check-prefix=CHECKED
// CHECKED: gradient check: [[#N:]] of{{ }}
// CHECKED-SAME: [[#N]] entries
//
// A depth that would take a million times as long where each level ran the levels below anew.
// RUN: chad-run %s --entry=deep --arg=0.7 --arg=100000 --grad | FileCheck %s --check-prefix=DEEP
// DEEP: f64 0.8916670568623

func.func private @power(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %b -> f64 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %p = func.call @power(%x, %m) : (f64, index) -> f64
    %q = arith.mulf %p, %x : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @powers(%x: f64, %n: index) -> f64 { // i = 4
  %r = call @power(%x, %n) : (f64, index) -> f64
  return %r : f64
}
func.func @second(%x: f64, %n: index) -> f64 { // i = 3
  %g = chad.grad @powers(%x, %n) : (f64, index) -> f64
  return %g : f64
}
func.func @third(%x: f64, %n: index) -> f64 { // i = 2
  %g = chad.grad @second(%x, %n) : (f64, index) -> f64
  return %g : f64
}

func.func private @down(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %a = func.call @down(%x, %m) : (f64, index) -> f64
    %s = math.sin %a : f64
    %b = arith.addf %s, %x : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func @deep(%x: f64, %n: index) -> f64 { // i = 7
  %y = call @down(%x, %n) : (f64, index) -> f64
  return %y : f64
}

// Two calls, of which the second takes the result of the first, and several results.
func.func private @split(%x: f64, %k: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y:2 = scf.if %z -> (f64, f64) {
    %s = math.sin %x : f64
    scf.yield %s, %k : f64, f64
  } else {
    %m = arith.subi %n, %c1 : index
    %a:2 = func.call @split(%x, %k, %m) : (f64, f64, index) -> (f64, f64)
    %p = arith.mulf %a#0, %a#1 : f64
    %b:2 = func.call @split(%p, %x, %m) : (f64, f64, index) -> (f64, f64)
    %q = arith.addf %b#0, %a#1 : f64
    scf.yield %q, %b#1 : f64, f64
  }
  return %y#0, %y#1 : f64, f64
}
func.func @tree(%x: f64, %k: f64, %n: index) -> f64 { // i = 3
  %y:2 = call @split(%x, %k, %n) : (f64, f64, index) -> (f64, f64)
  %r = arith.mulf %y#0, %y#1 : f64
  return %r : f64
}
func.func @tree_again(%x: f64, %k: f64, %n: index) -> f64 { // i = 2
  %g:2 = chad.grad @tree(%x, %k, %n) : (f64, f64, index) -> (f64, f64)
  %r = arith.mulf %g#0, %g#1 : f64
  return %r : f64
}

// One through another.
func.func private @even(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> f64 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %a = func.call @odd(%x, %m) : (f64, index) -> f64
    %b = arith.mulf %a, %x : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func private @odd(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> f64 {
    %s = math.cos %x : f64
    scf.yield %s : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %h = arith.addf %x, %x : f64
    %a = func.call @even(%h, %m) : (f64, index) -> f64
    %b = math.exp %a : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func @mutual(%x: f64, %n: index) -> f64 { // i = 5
  %y = call @even(%x, %n) : (f64, index) -> f64
  return %y : f64
}

// Arrays whose extent differs from level to level.
func.func private @layers(%xs: tensor<?xf64>, %w: f64, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> tensor<?xf64> {
    scf.yield %xs : tensor<?xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %s = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %w : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
    %d = tensor.dim %xs, %c0 : tensor<?xf64>
    %cat = tensor.concat dim(0) %s, %xs : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %r = func.call @layers(%cat, %w, %m) : (tensor<?xf64>, f64, index) -> tensor<?xf64>
    %h = tensor.extract_slice %r[0] [%d] [1] : tensor<?xf64> to tensor<?xf64>
    %u = arith.mulf %h, %xs : tensor<?xf64>
    scf.yield %u : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}
func.func @grown(%xs: tensor<?xf64>, %w: f64, %n: index) -> f64 { // ? = 3 i = 2
  %zero = arith.constant 0.0 : f64
  %y = call @layers(%xs, %w, %n) : (tensor<?xf64>, f64, index) -> tensor<?xf64>
  %s = chad.reduce (%a, %b in %y from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %s : f64
}
func.func @grown_again(%xs: tensor<?xf64>, %w: f64, %n: index) -> f64 { // ? = 2 i = 2
  %zero = arith.constant 0.0 : f64
  %g:2 = chad.grad @grown(%xs, %w, %n) : (tensor<?xf64>, f64, index) -> (tensor<?xf64>, f64)
  %s = chad.reduce (%a, %b in %g#0 from %zero : tensor<?xf64>) {
    %p = arith.mulf %b, %b : f64
    %t = arith.addf %a, %p : f64
    chad.yield %t : f64
  }
  %r = arith.addf %s, %g#1 : f64
  return %r : f64
}

// In loops: a box for each iteration.
func.func @mapped(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> { // ? = 3 i = 3
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = func.call @power(%x, %n) : (f64, index) -> f64
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}
func.func @mapped_again(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> { // ? = 3 i = 2
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %d = tensor.dim %xs, %c0 : tensor<?xf64>
  %ones = tensor.splat %one[%d] : tensor<?xf64>
  %seed = chad.to_linear %ones : tensor<?xf64>
  %y, %g = chad.vjp @mapped(%xs, %n) seed (%seed)
      : (tensor<?xf64>, index, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %r = chad.from_linear %g : !chad.lin<tensor<?xf64>>
  return %r : tensor<?xf64>
}
func.func @folded(%x: f64, %n: index, %k: index) -> f64 { // i = 3 i = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %big = arith.cmpf ogt, %s, %half : f64
    %t = scf.if %big -> f64 {
      %p = func.call @power(%s, %k) : (f64, index) -> f64
      scf.yield %p : f64
    } else {
      %p = func.call @down(%s, %i) : (f64, index) -> f64
      scf.yield %p : f64
    }
    %u = arith.addf %t, %x : f64
    scf.yield %u : f64
  }
  return %r : f64
}
func.func @f32(%x: f32, %n: index) -> f32 { // i = 2
  %y = arith.extf %x : f32 to f64
  %z = call @power(%y, %n) : (f64, index) -> f64
  %r = arith.truncf %z : f64 to f32
  return %r : f32
}

// A list that a loop makes, and a function that goes through it.
chad.record @list (f64, !chad.box<@list>)
func.func private @norm(%l: !chad.box<@list>) -> f64 {
  %end = chad.is_empty_box %l : !chad.box<@list>
  %r = scf.if %end -> f64 {
    %zero = arith.constant 0.0 : f64
    scf.yield %zero : f64
  } else {
    %x, %rest = chad.open %l : !chad.box<@list> -> f64, !chad.box<@list>
    %s = func.call @norm(%rest) : (!chad.box<@list>) -> f64
    %h = math.sin %s : f64
    %p = arith.mulf %x, %x : f64
    %t = arith.addf %h, %p : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func @lists(%xs: tensor<?xf64>) -> f64 { // ? = 4
  %nil = chad.empty_box : !chad.box<@list>
  %l = chad.fold (%x in %xs : tensor<?xf64>) with (%b = %nil : !chad.box<@list>) {
    %c = chad.box(%x, %b) : (f64, !chad.box<@list>) -> !chad.box<@list>
    chad.yield %c : !chad.box<@list>
  }
  // Read twice: cotangents are added.
  %s = call @norm(%l) : (!chad.box<@list>) -> f64
  %t = call @norm(%l) : (!chad.box<@list>) -> f64
  %r = arith.mulf %s, %t : f64
  return %r : f64
}
func.func @lists_again(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %g = chad.grad @lists(%xs) : (tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

// Derivatives of programs that choose between arrays of several extents: by branches, sums and
// captured values. What was not chosen has zeros of its own extent.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}10 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func private @total(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %s : f64
}
func.func private @pick(%c: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> f64 {
  %r = scf.if %c -> tensor<?xf64> {
    scf.yield %a : tensor<?xf64>
  } else {
    scf.yield %b : tensor<?xf64>
  }
  %s = chad.map (%x in %r : tensor<?xf64>) -> tensor<?xf64> {
    %m = math.sin %x : f64
    chad.yield %m : f64
  }
  %t = func.call @total(%s) : (tensor<?xf64>) -> f64
  return %t : f64
}
func.func @pick_first(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: i1) -> f64 { // ? = 3 ? = 1 i = 1
  %t = func.call @pick(%c, %a, %b) : (i1, tensor<?xf64>, tensor<?xf64>) -> f64
  return %t : f64
}
func.func @pick_second(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: i1) -> f64 { // ? = 3 ? = 1 i = 0
  %t = func.call @pick(%c, %a, %b) : (i1, tensor<?xf64>, tensor<?xf64>) -> f64
  return %t : f64
}
func.func @pick_gradient(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: i1) -> (tensor<?xf64>, tensor<?xf64>) { // ? = 1 ? = 2 i = 0
  %g:2 = chad.grad @pick(%c, %a, %b) wrt [1, 2] : (i1, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %g#0, %g#1 : tensor<?xf64>, tensor<?xf64>
}
func.func @pick_rows(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: i1) -> f64 { // ? = 3 ? = 1 ? = 1 ? = 2 i = 0
  %r = arith.select %c, %a, %b : tensor<?x?xf64>
  %s = chad.map (%row in %r : tensor<?x?xf64>) -> tensor<?xf64> {
    %t = func.call @total(%row) : (tensor<?xf64>) -> f64
    %u = math.sin %t : f64
    chad.yield %u : f64
  }
  %t = func.call @total(%s) : (tensor<?xf64>) -> f64
  return %t : f64
}
func.func @switch(%a: tensor<?xf64>, %b: tensor<?xf64>, %i: index) -> tensor<?xf64> { // ? = 3 ? = 2 i = 1
  %r = scf.index_switch %i -> tensor<?xf64>
  case 0 {
    scf.yield %a : tensor<?xf64>
  }
  case 1 {
    scf.yield %b : tensor<?xf64>
  }
  default {
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  %s = chad.map (%x in %r : tensor<?xf64>) -> tensor<?xf64> {
    %m = math.sin %x : f64
    chad.yield %m : f64
  }
  return %s : tensor<?xf64>
}
// In each iteration of a loop another array, as a state and on its own.
func.func @in_loop(%a: tensor<?xf64>, %b: tensor<?xf64>, %n: index) -> f64 { // ? = 3 ? = 1 i = 4
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one, %v = %a) -> (f64, tensor<?xf64>) {
    %m = arith.remui %i, %c2 : index
    %p = arith.cmpi eq, %m, %c0 : index
    %q = arith.select %p, %a, %b : tensor<?xf64>
    %t = func.call @total(%q) : (tensor<?xf64>) -> f64
    %w = func.call @total(%v) : (tensor<?xf64>) -> f64
    %u = arith.mulf %t, %s : f64
    %x = arith.mulf %u, %w : f64
    %y = math.cos %x : f64
    %z = chad.map (%e in %q : tensor<?xf64>) -> tensor<?xf64> {
      %f = arith.mulf %e, %y : f64
      chad.yield %f : f64
    }
    scf.yield %y, %z : f64, tensor<?xf64>
  }
  return %r#0 : f64
}
func.func @in_map(%cs: tensor<?xf64>, %a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> { // ? = 3 ? = 1 ? = 2
  %half = arith.constant 0.9 : f64
  %r = chad.map (%c in %cs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.cmpf olt, %c, %half : f64
    %q = arith.select %p, %a, %b : tensor<?xf64>
    %t = func.call @total(%q) : (tensor<?xf64>) -> f64
    %u = arith.mulf %t, %c : f64
    %y = math.cos %u : f64
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}
// The alternative that is not there is an array.
func.func @sum_of_types(%xs: tensor<?xf64>, %k: f64, %p: i1) -> f64 { // ? = 3 i = 0
  %s = scf.if %p -> !chad.sum<(tensor<?xf64>), (f64)> {
    %j = chad.inj 0(%xs) : (tensor<?xf64>) -> !chad.sum<(tensor<?xf64>), (f64)>
    scf.yield %j : !chad.sum<(tensor<?xf64>), (f64)>
  } else {
    %j = chad.inj 1(%k) : (f64) -> !chad.sum<(tensor<?xf64>), (f64)>
    scf.yield %j : !chad.sum<(tensor<?xf64>), (f64)>
  }
  %r = chad.case %s : !chad.sum<(tensor<?xf64>), (f64)> -> f64
  (%v : tensor<?xf64>) {
    %w = func.call @total(%v) : (tensor<?xf64>) -> f64
    chad.yield %w : f64
  }
  (%v : f64) {
    %m = arith.mulf %v, %v : f64
    chad.yield %m : f64
  }
  return %r : f64
}
// A loop carries nothing, then an array.
func.func @sum_in_loop(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 3 i = 3
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = chad.inj 0() : () -> !chad.sum<(), (tensor<?xf64>)>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0) -> !chad.sum<(), (tensor<?xf64>)> {
    %t = chad.case %s : !chad.sum<(), (tensor<?xf64>)> -> tensor<?xf64>
    () { chad.yield %xs : tensor<?xf64> }
    (%v : tensor<?xf64>) {
      %w = chad.map (%x in %v : tensor<?xf64>) -> tensor<?xf64> {
        %q = math.sin %x : f64
        chad.yield %q : f64
      }
      chad.yield %w : tensor<?xf64>
    }
    %j = chad.inj 1(%t) : (tensor<?xf64>) -> !chad.sum<(), (tensor<?xf64>)>
    scf.yield %j : !chad.sum<(), (tensor<?xf64>)>
  }
  %z = chad.case %r : !chad.sum<(), (tensor<?xf64>)> -> f64
  () { chad.yield %zero : f64 }
  (%v : tensor<?xf64>) {
    %q = func.call @total(%v) : (tensor<?xf64>) -> f64
    chad.yield %q : f64
  }
  return %z : f64
}
// Functions that captured arrays of several extents.
func.func @captured(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %x: f64, %p: i1) -> f64 { // ? = 3 ? = 2 i = 1
  %h = scf.if %p -> ((f64) -> f64) {
    %f = chad.lambda (%a : f64) -> f64 {
      %q = func.call @total(%xs) : (tensor<?xf64>) -> f64
      %r = arith.mulf %q, %a : f64
      chad.yield %r : f64
    }
    scf.yield %f : (f64) -> f64
  } else {
    %f = chad.lambda (%a : f64) -> f64 {
      %q = func.call @total(%ys) : (tensor<?xf64>) -> f64
      %r = arith.mulf %q, %a : f64
      %s = math.sin %r : f64
      chad.yield %s : f64
    }
    scf.yield %f : (f64) -> f64
  }
  %z = chad.apply %h(%x) : (f64) -> f64
  return %z : f64
}

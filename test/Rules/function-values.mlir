// Derivatives of programs with functions and sums as values, forward and reverse, against
// differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=chosen --arg='0.7' --arg='1.3' --arg='[0.9, 1.1]' --grad-check | FileCheck %s --check-prefix=COMPILED
// RUN: chad-run %s --entry=carried --arg='[0.7, 0.2, 1.1]' --arg='1.3' --grad-check | FileCheck %s --check-prefix=COMPILED
// RUN: chad-run %s --entry=sums_in_loop --arg='[0.3, 0.7, 0.2, 0.5]' --arg='1.3' --grad-check | FileCheck %s --check-prefix=COMPILED
// COMPILED: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries

func.func private @compose(%f: (f64) -> f64, %g: (f64) -> f64) -> ((f64) -> f64) {
  %h = chad.lambda (%x : f64) -> f64 {
    %y = chad.apply %g(%x) : (f64) -> f64
    %z = chad.apply %f(%y) : (f64) -> f64
    chad.yield %z : f64
  }
  return %h : (f64) -> f64
}
func.func private @twice(%f: (f64) -> f64) -> ((f64) -> f64) {
  %h = func.call @compose(%f, %f) : ((f64) -> f64, (f64) -> f64) -> ((f64) -> f64)
  return %h : (f64) -> f64
}
func.func private @sine(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @four_times(%x: f64, %k: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %y, %k : f64
    %s = math.sin %p : f64
    chad.yield %s : f64
  }
  %g = func.call @twice(%f) : ((f64) -> f64) -> ((f64) -> f64)
  %h = func.call @twice(%g) : ((f64) -> f64) -> ((f64) -> f64)
  %r = chad.apply %h(%x) : (f64) -> f64
  return %r : f64
}
// Church's two, applied to itself: four.
func.func @church(%x: f64, %k: f64) -> f64 {
  %two = chad.lambda (%f : (f64) -> f64) -> ((f64) -> f64) {
    %ff = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %f(%y) : (f64) -> f64
      %b = chad.apply %f(%a) : (f64) -> f64
      chad.yield %b : f64
    }
    chad.yield %ff : (f64) -> f64
  }
  %step = chad.lambda (%y : f64) -> f64 {
    %e = math.exp %y : f64
    %m = arith.mulf %e, %k : f64
    %s = math.sin %m : f64
    chad.yield %s : f64
  }
  %f2 = chad.apply %two(%step) : ((f64) -> f64) -> ((f64) -> f64)
  %f4 = chad.apply %two(%f2) : ((f64) -> f64) -> ((f64) -> f64)
  %r = chad.apply %f4(%x) : (f64) -> f64
  return %r : f64
}
func.func @curried(%x: f64, %y: f64) -> (f64, f64) {
  %f = chad.lambda (%a : f64) -> ((f64) -> (f64, f64)) {
    %e = math.exp %a : f64
    %g = chad.lambda (%b : f64) -> (f64, f64) {
      %p = arith.mulf %e, %b : f64
      %q = arith.divf %a, %b : f64
      chad.yield %p, %q : f64, f64
    }
    chad.yield %g : (f64) -> (f64, f64)
  }
  %g = chad.apply %f(%x) : (f64) -> ((f64) -> (f64, f64))
  %r:2 = chad.apply %g(%y) : (f64) -> (f64, f64)
  %s:2 = chad.apply %g(%x) : (f64) -> (f64, f64)
  %t = arith.mulf %r#0, %s#0 : f64
  return %t, %r#1 : f64, f64
}
// The function that runs is known at run time only; it captured a scalar, an array or none.
func.func @chosen(%x: f64, %k: f64, %xs: tensor<?xf64>) -> f64 { // ? = 3
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %first = tensor.extract %xs[%c0] : tensor<?xf64>
  %b = arith.cmpf olt, %x, %first : f64
  %h = scf.if %b -> ((f64) -> f64) {
    %f = chad.lambda (%y : f64) -> f64 {
      %z = arith.mulf %y, %k : f64
      chad.yield %z : f64
    }
    scf.yield %f : (f64) -> f64
  } else {
    %c = arith.cmpf olt, %k, %one : f64
    %g = scf.if %c -> ((f64) -> f64) {
      %f = chad.lambda (%y : f64) -> f64 {
        %v = tensor.extract %xs[%c0] : tensor<?xf64>
        %z = arith.mulf %y, %v : f64
        chad.yield %z : f64
      }
      scf.yield %f : (f64) -> f64
    } else {
      %f = func.constant @sine : (f64) -> f64
      scf.yield %f : (f64) -> f64
    }
    scf.yield %g : (f64) -> f64
  }
  %r = chad.apply %h(%x) : (f64) -> f64
  %s = chad.apply %h(%r) : (f64) -> f64
  %t = arith.addf %r, %s : f64
  return %t : f64
}
func.func @mapped(%xs: tensor<?xf64>, %k: f64, %i: i1) -> tensor<?xf64> { // ? = 3, i = 1
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %k : f64
    chad.yield %z : f64
  }
  %g = func.constant @sine : (f64) -> f64
  %h = arith.select %i, %f, %g : (f64) -> f64
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = chad.apply %h(%x) : (f64) -> f64
    %z = arith.mulf %y, %x : f64
    chad.yield %z : f64
  }
  return %r : tensor<?xf64>
}
// A loop carries a function.
func.func @carried(%xs: tensor<3xf64>, %k: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %k : f64
    chad.yield %z : f64
  }
  %r:2 = chad.fold (%x in %xs : tensor<3xf64>) with (%s = %k : f64, %g = %f : (f64) -> f64) {
    %y = chad.apply %g(%s) : (f64) -> f64
    %t = arith.addf %y, %x : f64
    %next = chad.lambda (%a : f64) -> f64 {
      %p = arith.mulf %a, %x : f64
      %q = math.cos %p : f64
      chad.yield %q : f64
    }
    chad.yield %t, %next : f64, (f64) -> f64
  }
  %y = chad.apply %r#1(%r#0) : (f64) -> f64
  return %y : f64
}
func.func @sums(%x: f64, %k: f64, %i: index) -> f64 { // i = 1
  %c0 = arith.constant 0 : index
  %b = arith.cmpi eq, %i, %c0 : index
  %none = chad.inj 0() : () -> !chad.sum<(), (f64), (f64, tensor<?xf64>)>
  %s = scf.if %b -> !chad.sum<(), (f64), (f64, tensor<?xf64>)> {
    scf.yield %none : !chad.sum<(), (f64), (f64, tensor<?xf64>)>
  } else {
    %p = arith.mulf %x, %k : f64
    %c1 = arith.constant 1 : index
    %c = arith.cmpi eq, %i, %c1 : index
    %t = scf.if %c -> !chad.sum<(), (f64), (f64, tensor<?xf64>)> {
      %a = tensor.from_elements %x, %k, %p : tensor<3xf64>
      %d = tensor.cast %a : tensor<3xf64> to tensor<?xf64>
      %some = chad.inj 2(%p, %d) : (f64, tensor<?xf64>) -> !chad.sum<(), (f64), (f64, tensor<?xf64>)>
      scf.yield %some : !chad.sum<(), (f64), (f64, tensor<?xf64>)>
    } else {
      %some = chad.inj 1(%p) : (f64) -> !chad.sum<(), (f64), (f64, tensor<?xf64>)>
      scf.yield %some : !chad.sum<(), (f64), (f64, tensor<?xf64>)>
    }
    scf.yield %t : !chad.sum<(), (f64), (f64, tensor<?xf64>)>
  }
  %r = func.call @use(%s, %x) : (!chad.sum<(), (f64), (f64, tensor<?xf64>)>, f64) -> f64
  return %r : f64
}
func.func private @use(%s: !chad.sum<(), (f64), (f64, tensor<?xf64>)>, %x: f64) -> f64 {
  %r = chad.case %s : !chad.sum<(), (f64), (f64, tensor<?xf64>)> -> f64
  () {
    chad.yield %x : f64
  }
  (%a : f64) {
    %y = math.exp %a : f64
    chad.yield %y : f64
  }
  (%a : f64, %v : tensor<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %sum = chad.reduce (%p, %q in %v from %zero : tensor<?xf64>) {
      %t = arith.addf %p, %q : f64
      chad.yield %t : f64
    }
    %y = arith.mulf %sum, %a : f64
    chad.yield %y : f64
  }
  return %r : f64
}
func.func @sums_in_loop(%xs: tensor<4xf64>, %k: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %none = chad.inj 0() : () -> !chad.sum<(), (f64)>
  %r = chad.fold (%x in %xs : tensor<4xf64>) with (%s = %none : !chad.sum<(), (f64)>) {
    %y = chad.case %s : !chad.sum<(), (f64)> -> f64
    () {
      chad.yield %k : f64
    }
    (%v : f64) {
      %p = arith.mulf %v, %x : f64
      chad.yield %p : f64
    }
    %c = arith.cmpf olt, %x, %one : f64
    %some = chad.inj 1(%y) : (f64) -> !chad.sum<(), (f64)>
    %t = arith.select %c, %some, %none : !chad.sum<(), (f64)>
    chad.yield %t : !chad.sum<(), (f64)>
  }
  %y = chad.case %r : !chad.sum<(), (f64)> -> f64
  () {
    chad.yield %k : f64
  }
  (%v : f64) {
    chad.yield %v : f64
  }
  return %y : f64
}
// Neither function captures anything.
func.func @uncaptured(%x: f64, %i: i1) -> f64 { // i = 0
  %f = chad.lambda (%y : f64) -> f64 {
    %z = math.exp %y : f64
    chad.yield %z : f64
  }
  %g = func.constant @sine : (f64) -> f64
  %h = arith.select %i, %f, %g : (f64) -> f64
  %r = chad.apply %h(%x) : (f64) -> f64
  return %r : f64
}
// A sum of functions.
func.func @optional(%x: f64, %k: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %k : f64
    chad.yield %z : f64
  }
  %b = arith.cmpf olt, %x, %k : f64
  %some = chad.inj 1(%f) : ((f64) -> f64) -> !chad.sum<(), ((f64) -> f64)>
  %none = chad.inj 0() : () -> !chad.sum<(), ((f64) -> f64)>
  %s = arith.select %b, %some, %none : !chad.sum<(), ((f64) -> f64)>
  %r = chad.case %s : !chad.sum<(), ((f64) -> f64)> -> f64
  () {
    chad.yield %x : f64
  }
  (%g : (f64) -> f64) {
    %y = chad.apply %g(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  return %r : f64
}
// A request for the derivative of a function that takes a function.
func.func private @higher(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  %z = arith.mulf %y, %y : f64
  return %z : f64
}
func.func @requested(%x: f64, %k: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %y, %k : f64
    %s = math.exp %z : f64
    chad.yield %s : f64
  }
  %g = chad.grad @higher(%f, %x) wrt [1] : ((f64) -> f64, f64) -> f64
  return %g : f64
}
func.func @chosen_gradient(%x: f64, %k: f64, %xs: tensor<?xf64>) -> f64 { // ? = 3
  %g:3 = chad.grad @chosen(%x, %k, %xs) : (f64, f64, tensor<?xf64>) -> (f64, f64, tensor<?xf64>)
  %r = arith.mulf %g#0, %g#1 : f64
  return %r : f64
}

// Derivatives of programs whose functions are known at run time only: composed by a loop, chosen
// by data, in continuation-passing recursion, with captured arrays, to the second order.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=composed --arg='[0.5, 0.7, -0.3, 1.1]' --arg=1.3 --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// CHECKED: gradient check: 5 of 5 entries
//
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s --check-prefix=IR
// IR: chad.record @closure
// IR-NOT: chad.lambda
// IR-NOT: chad.apply

func.func @composed(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %h = chad.fold (%x in %xs : tensor<?xf64>) with (%f = %id : (f64) -> f64) {
    %g = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %f(%y) : (f64) -> f64
      %b = arith.mulf %a, %x : f64
      %s = math.sin %b : f64
      chad.yield %s : f64
    }
    chad.yield %g : (f64) -> f64
  }
  // Applied twice: the cotangents of what is captured are added.
  %z = chad.apply %h(%k) : (f64) -> f64
  %w = chad.apply %h(%z) : (f64) -> f64
  %r = arith.mulf %z, %w : f64
  return %r : f64
}
func.func @composed_again(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %g:2 = chad.grad @composed(%xs, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  return %g#1 : f64
}

func.func private @cps(%x: f64, %n: index, %k: (f64) -> f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> f64 {
    %r = chad.apply %k(%x) : (f64) -> f64
    scf.yield %r : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %next = chad.lambda (%v : f64) -> f64 {
      %w = arith.mulf %v, %x : f64
      %s = math.sin %w : f64
      %r = chad.apply %k(%s) : (f64) -> f64
      chad.yield %r : f64
    }
    %r = func.call @cps(%x, %m, %next) : (f64, index, (f64) -> f64) -> f64
    scf.yield %r : f64
  }
  return %y : f64
}
func.func @continuations(%x: f64, %n: index) -> f64 { // i = 4
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %r = call @cps(%x, %n, %id) : (f64, index, (f64) -> f64) -> f64
  return %r : f64
}
func.func @continuations_again(%x: f64, %n: index) -> f64 { // i = 3
  %g = chad.grad @continuations(%x, %n) : (f64, index) -> f64
  return %g : f64
}

// Which function goes around which is in the data.
func.func @chosen(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 5
  %zero = arith.constant 0.0 : f64
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %h = chad.fold (%x in %xs : tensor<?xf64>) with (%f = %id : (f64) -> f64) {
    %p = arith.cmpf ogt, %x, %zero : f64
    %g = scf.if %p -> ((f64) -> f64) {
      %one = chad.lambda (%y : f64) -> f64 {
        %a = chad.apply %f(%y) : (f64) -> f64
        %b = chad.apply %f(%a) : (f64) -> f64
        %c = arith.mulf %b, %x : f64
        chad.yield %c : f64
      }
      scf.yield %one : (f64) -> f64
    } else {
      %two = chad.lambda (%y : f64) -> f64 {
        %b = arith.mulf %y, %k : f64
        %a = chad.apply %f(%b) : (f64) -> f64
        %e = math.exp %a : f64
        chad.yield %e : f64
      }
      scf.yield %two : (f64) -> f64
    }
    chad.yield %g : (f64) -> f64
  }
  %z = chad.apply %h(%k) : (f64) -> f64
  return %z : f64
}

// Captured arrays, one of another extent in each iteration.
func.func @captured_arrays(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %h = scf.for %i = %c0 to %n step %c1 iter_args(%f = %id) -> ((f64) -> f64) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %m = arith.addi %i, %c1 : index
    %part = tensor.extract_slice %xs[0] [%m] [1] : tensor<?xf64> to tensor<?xf64>
    %scaled = chad.map (%e in %part : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %e, %x : f64
      chad.yield %p : f64
    }
    %g = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %f(%y) : (f64) -> f64
      %sines = chad.map (%e in %scaled : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %e, %y : f64
        %s = math.sin %p : f64
        chad.yield %s : f64
      }
      %sum = chad.reduce (%u, %v in %sines from %zero : tensor<?xf64>) {
        %t = arith.addf %u, %v : f64
        chad.yield %t : f64
      }
      %r = arith.addf %a, %sum : f64
      chad.yield %r : f64
    }
    scf.yield %g : (f64) -> f64
  }
  %z = chad.apply %h(%k) : (f64) -> f64
  return %z : f64
}

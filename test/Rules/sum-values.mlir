// Sums as states of loops and, in boxes, as elements of arrays, with payloads of any extent; arrays of
// functions, and sums that hold functions. To the second order.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=dynamic --arg=[1,-2,3,0.5] --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=array_of_functions --arg=[1,-2,3] --arg=0.7 --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// CHECKED: gradient check: 4 of 4 entries

!s = !chad.sum<(f64), (f64, f64)>
// Which alternative the state is, each iteration changes.
func.func @loop(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %s0 = chad.inj 0(%k) : (f64) -> !s
  %sn = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : !s) {
    %n = chad.case %s : !s -> !s
      (%a: f64) {
        %p = arith.mulf %a, %x : f64
        %q = math.sin %p : f64
        %r = chad.inj 1(%p, %q) : (f64, f64) -> !s
        chad.yield %r : !s
      }
      (%a: f64, %b: f64) {
        %c = arith.mulf %a, %b : f64
        %d = arith.addf %c, %x : f64
        %r = chad.inj 0(%d) : (f64) -> !s
        chad.yield %r : !s
      }
    chad.yield %n : !s
  }
  %v = chad.case %sn : !s -> f64
    (%a: f64) { chad.yield %a : f64 }
    (%a: f64, %b: f64) {
      %c = arith.mulf %a, %b : f64
      chad.yield %c : f64
    }
  return %v : f64
}
!t = !chad.sum<(tensor<?xf64>), ()>
// No array at first.
func.func @arrays(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %s0 = chad.inj 1() : () -> !t
  %sn = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : !t) {
    %n = chad.case %s : !t -> !t
      (%a: tensor<?xf64>) {
        %m = chad.map (%e in %a : tensor<?xf64>) -> tensor<?xf64> {
          %p = arith.mulf %e, %x : f64
          chad.yield %p : f64
        }
        %r = chad.inj 0(%m) : (tensor<?xf64>) -> !t
        chad.yield %r : !t
      }
      () {
        %m = chad.map (%e in %xs : tensor<?xf64>) -> tensor<?xf64> {
          %p = arith.mulf %e, %k : f64
          chad.yield %p : f64
        }
        %r = chad.inj 0(%m) : (tensor<?xf64>) -> !t
        chad.yield %r : !t
      }
    chad.yield %n : !t
  }
  %v = chad.case %sn : !t -> f64
    (%a: tensor<?xf64>) {
      %r = chad.reduce (%u, %w in %a from %zero : tensor<?xf64>) {
        %s = arith.addf %u, %w : f64
        chad.yield %s : f64
      }
      chad.yield %r : f64
    }
    () { chad.yield %k : f64 }
  return %v : f64
}
func.func @loop_again(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %g:2 = chad.grad @loop(%xs, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  return %g#1 : f64
}
func.func @arrays_again(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 2
  %g:2 = chad.grad @arrays(%xs, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  return %g#1 : f64
}
func.func @whiled(%n: index, %k: f64) -> f64 { // i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = chad.inj 0(%k) : (f64) -> !s
  %i, %sn = scf.while (%i = %c0, %s = %s0) : (index, !s) -> (index, !s) {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i, %s : index, !s
  } do {
  ^bb0(%i: index, %s: !s):
    %m = chad.case %s : !s -> !s
      (%a: f64) {
        %q = math.sin %a : f64
        %r = chad.inj 1(%a, %q) : (f64, f64) -> !s
        chad.yield %r : !s
      }
      (%a: f64, %b: f64) {
        %c = arith.mulf %a, %b : f64
        %r = chad.inj 0(%c) : (f64) -> !s
        chad.yield %r : !s
      }
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %m : index, !s
  }
  %v = chad.case %sn : !s -> f64
    (%a: f64) { chad.yield %a : f64 }
    (%a: f64, %b: f64) {
      %c = arith.mulf %a, %b : f64
      chad.yield %c : f64
    }
  return %v : f64
}
// Arrays of sums whose alternatives hold arrays of their own extents.
!u = !chad.sum<(tensor<?xf64>), (f64), ()>
!bu = !chad.box<@shape>
chad.record @shape (!u)
func.func @dynamic(%xs: tensor<?xf64>) -> f64 { // ? = 4
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %ss = chad.build %i < %n -> tensor<?x!chad.box<@shape>> {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %p = arith.cmpf ogt, %x, %zero : f64
    %s = scf.if %p -> !u {
      %m = arith.addi %i, %c1 : index
      %part = tensor.extract_slice %xs[0] [%m] [1] : tensor<?xf64> to tensor<?xf64>
      %a = chad.inj 0(%part) : (tensor<?xf64>) -> !u
      scf.yield %a : !u
    } else {
      %q = arith.cmpf olt, %x, %zero : f64
      %t = scf.if %q -> !u {
        %y = math.sin %x : f64
        %a = chad.inj 1(%y) : (f64) -> !u
        scf.yield %a : !u
      } else {
        %a = chad.inj 2() : () -> !u
        scf.yield %a : !u
      }
      scf.yield %t : !u
    }
    %b = chad.box(%s) : (!u) -> !bu
    chad.yield %b : !bu
  }
  %vs = chad.map (%b in %ss : tensor<?x!chad.box<@shape>>) -> tensor<?xf64> {
    %s = chad.open %b : !bu -> !u
    %v = chad.case %s : !u -> f64
      (%a: tensor<?xf64>) {
        %r = chad.reduce (%u, %w in %a from %zero : tensor<?xf64>) {
          %t = arith.addf %u, %w : f64
          chad.yield %t : f64
        }
        %e = math.sin %r : f64
        chad.yield %e : f64
      }
      (%a: f64) {
        %c = arith.mulf %a, %a : f64
        chad.yield %c : f64
      }
      () { chad.yield %zero : f64 }
    chad.yield %v : f64
  }
  %r = chad.reduce (%a, %b in %vs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func @dynamic_again(%xs: tensor<?xf64>) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %g = chad.grad @dynamic(%xs) : (tensor<?xf64>) -> tensor<?xf64>
  %squares = chad.map (%x in %g : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %r = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
!fn = (f64) -> f64
!bf = !chad.box<@fn>
chad.record @fn (!fn)
// An array of functions, each of which has captured what it was made of.
func.func @array_of_functions(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %zero = arith.constant 0.0 : f64
  %fs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!chad.box<@fn>> {
    %p = arith.cmpf ogt, %x, %zero : f64
    %f = scf.if %p -> !fn {
      %a = chad.lambda (%y : f64) -> f64 {
        %c = arith.mulf %x, %y : f64
        %s = math.sin %c : f64
        chad.yield %s : f64
      }
      scf.yield %a : !fn
    } else {
      %a = chad.lambda (%y : f64) -> f64 {
        %c = arith.mulf %k, %y : f64
        %s = arith.addf %c, %x : f64
        chad.yield %s : f64
      }
      scf.yield %a : !fn
    }
    %b = chad.box(%f) : (!fn) -> !bf
    chad.yield %b : !bf
  }
  %r = chad.fold (%b in %fs : tensor<?x!chad.box<@fn>>) with (%y = %k : f64) {
    %f = chad.open %b : !bf -> !fn
    %v = chad.apply %f(%y) : !fn
    chad.yield %v : f64
  }
  return %r : f64
}
func.func @array_of_functions_again(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %g:2 = chad.grad @array_of_functions(%xs, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  return %g#1 : f64
}
// A sum that holds a function or a number.
!o = !chad.sum<((f64) -> f64), (f64)>
func.func @function_in_sum(%p: i1, %x: f64, %k: f64) -> f64 { // i = 1
  %f = chad.lambda (%y : f64) -> f64 {
    %c = arith.mulf %x, %y : f64
    %s = math.sin %c : f64
    chad.yield %s : f64
  }
  %o = scf.if %p -> !o {
    %i = chad.inj 0(%f) : ((f64) -> f64) -> !o
    scf.yield %i : !o
  } else {
    %i = chad.inj 1(%k) : (f64) -> !o
    scf.yield %i : !o
  }
  %r = chad.case %o : !o -> f64
    (%g: (f64) -> f64) {
      %v = chad.apply %g(%k) : (f64) -> f64
      chad.yield %v : f64
    }
    (%v: f64) { chad.yield %v : f64 }
  return %r : f64
}

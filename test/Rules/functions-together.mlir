// Functions as values where several things come together: composed by a loop with a condition, in arrays, in continuations
// of which data choose one, in sums that a loop carries; gradients by what a returned function captured; all requests of
// a function that a loop composes. Compiled, against the interpreter, differences, and split mode.
//
// RUN: %python %S/Inputs/agree.py %s | FileCheck %s
// CHECK: 7 runs agree
// AGREE: --entry=while_composed --arg=0.5 --arg=1.1 --arg=5 --arg='[0.1, 0.4]'
// AGREE: --entry=boxed_functions --arg='[0.5, 1.2, 2]' --arg=0.7
// AGREE: --entry=cps_main --arg=4 --arg=0.9 --arg=1.3
// AGREE: --entry=cps_main --arg=3 --arg=0.2 --arg=1.3
// AGREE: --entry=in_sums --arg='[0.5, 1.2, -0.3, 0.8, 2]' --arg=0.7
// AGREE: --entry=by_captured --arg=0.3 --arg='[0.5, 1.2]' --arg=0.7
// AGREE: --entry=requests --arg='[0.5, 1.2]' --arg=0.7 --arg=2
// RUN: chad-run %s --entry=while_composed --arg=0.5 --arg=1.1 --arg=5 --arg='[0.1, 0.4]' --grad-check | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=boxed_functions --arg='[0.5, 1.2, 2]' --arg=0.7 --grad-check | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=cps_main --arg=4 --arg=0.9 --arg=1.3 --grad-check | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=cps_main --arg=3 --arg=0.2 --arg=1.3 --grad-check | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=in_sums --arg='[0.5, 1.2, -0.3, 0.8, 2]' --arg=0.7 --grad-check | FileCheck %s --check-prefix=GRAD
// GRAD: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// GRAD: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}
// RUN: chad-run %s --entry=while_composed --arg=0.5 --arg=1.1 --arg=5 --arg='[0.1, 0.4]' --grad > %t.whole && chad-run %s --entry=while_composed --arg=0.5 --arg=1.1 --arg=5 --arg='[0.1, 0.4]' --grad --split > %t.split && diff %t.whole %t.split
// RUN: chad-run %s --entry=boxed_functions --arg='[0.5, 1.2, 2]' --arg=0.7 --grad > %t.whole && chad-run %s --entry=boxed_functions --arg='[0.5, 1.2, 2]' --arg=0.7 --grad --split > %t.split && diff %t.whole %t.split
// RUN: chad-run %s --entry=cps_main --arg=4 --arg=0.9 --arg=1.3 --grad > %t.whole && chad-run %s --entry=cps_main --arg=4 --arg=0.9 --arg=1.3 --grad --split > %t.split && diff %t.whole %t.split
// RUN: chad-run %s --entry=cps_main --arg=3 --arg=0.2 --arg=1.3 --grad > %t.whole && chad-run %s --entry=cps_main --arg=3 --arg=0.2 --arg=1.3 --grad --split > %t.split && diff %t.whole %t.split
// RUN: chad-run %s --entry=in_sums --arg='[0.5, 1.2, -0.3, 0.8, 2]' --arg=0.7 --grad > %t.whole && chad-run %s --entry=in_sums --arg='[0.5, 1.2, -0.3, 0.8, 2]' --arg=0.7 --grad --split > %t.split && diff %t.whole %t.split

!f = (f64) -> f64
// A loop with a condition composes functions, in one of two ways, and the last is applied to each element of an array.
func.func @while_composed(%x: f64, %k: f64, %n: index, %xs: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %id = chad.lambda (%a : f64) -> f64 { chad.yield %a : f64 }
  %i0, %g = scf.while (%i = %c0, %h = %id) : (index, !f) -> (index, !f) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %h : index, !f
  } do {
  ^bb0(%i: index, %h: !f):
    %j = arith.addi %i, %c1 : index
    %odd = arith.andi %i, %c1 : index
    %p = arith.cmpi eq, %odd, %c0 : index
    %next = scf.if %p -> !f {
      %l = chad.lambda (%a : f64) -> f64 {
        %b = chad.apply %h(%a) : !f
        %c = arith.mulf %b, %k : f64
        %d = math.sin %c : f64
        chad.yield %d : f64
      }
      scf.yield %l : !f
    } else {
      %l = chad.lambda (%a : f64) -> f64 {
        %b = arith.addf %a, %k : f64
        %c = chad.apply %h(%b) : !f
        chad.yield %c : f64
      }
      scf.yield %l : !f
    }
    scf.yield %j, %next : index, !f
  }
  %ys = chad.map (%y in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = chad.apply %g(%y) : !f
    chad.yield %z : f64
  }
  %s = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %t = chad.apply %g(%x) : !f
  %u = arith.mulf %s, %t : f64
  return %u : f64
}
// An array of functions, in boxes.
chad.record @fn ((f64) -> f64)
func.func @boxed_functions(%xs: tensor<?xf64>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %fs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!chad.box<@fn>> {
    %l = chad.lambda (%a : f64) -> f64 {
      %b = arith.mulf %a, %x : f64
      %c = math.sin %b : f64
      chad.yield %c : f64
    }
    %b = chad.box(%l) : (!f) -> !chad.box<@fn>
    chad.yield %b : !chad.box<@fn>
  }
  %r = chad.fold (%b in %fs : tensor<?x!chad.box<@fn>>) with (%s = %k : f64) {
    %l = chad.open %b : !chad.box<@fn> -> !f
    %t = chad.apply %l(%s) : !f
    chad.yield %t : f64
  }
  return %r : f64
}
// Continuations, of which data choose one.
func.func private @cps(%n: index, %x: f64, %k: !f, %e: !f) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> f64 {
    %big = arith.cmpf ogt, %x, %half : f64
    %y = scf.if %big -> f64 {
      %a = chad.apply %k(%x) : !f
      scf.yield %a : f64
    } else {
      %a = chad.apply %e(%x) : !f
      scf.yield %a : f64
    }
    scf.yield %y : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %k2 = chad.lambda (%a : f64) -> f64 {
      %b = arith.mulf %a, %x : f64
      %c = chad.apply %k(%b) : !f
      chad.yield %c : f64
    }
    %s = math.sin %x : f64
    %y = func.call @cps(%m, %s, %k2, %e) : (index, f64, !f, !f) -> f64
    scf.yield %y : f64
  }
  return %r : f64
}
func.func @cps_main(%n: index, %x: f64, %q: f64) -> f64 {
  %k = chad.lambda (%a : f64) -> f64 {
    %b = arith.mulf %a, %q : f64
    chad.yield %b : f64
  }
  %e = chad.lambda (%a : f64) -> f64 {
    %b = arith.addf %a, %q : f64
    %c = math.exp %b : f64
    chad.yield %c : f64
  }
  %y = func.call @cps(%n, %x, %k, %e) : (index, f64, !f, !f) -> f64
  return %y : f64
}
// Functions in sums, which a loop carries.
!s = !chad.sum<((f64) -> f64), (f64), ((f64, f64) -> f64)>
func.func @in_sums(%xs: tensor<?xf64>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s0 = chad.inj 1(%k) : (f64) -> !s
  %last, %acc = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : !s, %a = %k : f64) {
    %v = chad.case %s : !s -> f64
      (%g: !f) {
        %y = chad.apply %g(%a) : !f
        chad.yield %y : f64
      }
      (%y: f64) {
        %z = arith.mulf %y, %a : f64
        chad.yield %z : f64
      }
      (%g: (f64, f64) -> f64) {
        %y = chad.apply %g(%a, %x) : (f64, f64) -> f64
        chad.yield %y : f64
      }
    %p = arith.cmpf ogt, %x, %v : f64
    %t = scf.if %p -> !s {
      %l = chad.lambda (%b : f64) -> f64 {
        %c = arith.mulf %b, %x : f64
        %d = math.sin %c : f64
        chad.yield %d : f64
      }
      %i = chad.inj 0(%l) : (!f) -> !s
      scf.yield %i : !s
    } else {
      %l = chad.lambda (%b : f64, %d : f64) -> f64 {
        %c = arith.mulf %b, %d : f64
        %e = arith.addf %c, %v : f64
        chad.yield %e : f64
      }
      %i = chad.inj 2(%l) : ((f64, f64) -> f64) -> !s
      scf.yield %i : !s
    }
    chad.yield %t, %v : !s, f64
  }
  return %acc : f64
}
// The gradient by what a function captured that another one returned.
func.func private @make(%k: f64, %w: tensor<?xf64>) -> !f {
  %zero = arith.constant 0.0 : f64
  %l = chad.lambda (%a : f64) -> f64 {
    %m = chad.map (%v in %w : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %v, %a : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
    %s = chad.reduce (%u, %v in %m from %k : tensor<?xf64>) {
      %c = arith.addf %u, %v : f64
      chad.yield %c : f64
    }
    chad.yield %s : f64
  }
  return %l : !f
}
func.func private @use(%k: f64, %w: tensor<?xf64>, %x: f64) -> f64 {
  %f = func.call @make(%k, %w) : (f64, tensor<?xf64>) -> !f
  %y = chad.apply %f(%x) : !f
  %z = chad.apply %f(%y) : !f
  return %z : f64
}
func.func @by_captured(%k: f64, %w: tensor<?xf64>, %x: f64) -> (f64, tensor<?xf64>, f64) {
  %g:3 = chad.grad @use(%k, %w, %x) : (f64, tensor<?xf64>, f64) -> (f64, tensor<?xf64>, f64)
  return %g#0, %g#1, %g#2 : f64, tensor<?xf64>, f64
}
// All requests of a function that a loop composes.
func.func @requests(%xs: tensor<?xf64>, %x: f64, %v: f64) -> (f64, f64, f64, f64, f64, f64) {
  %id = chad.lambda (%a : f64) -> f64 { chad.yield %a : f64 }
  %f = chad.fold (%k in %xs : tensor<?xf64>) with (%h = %id : !f) {
    %l = chad.lambda (%a : f64) -> f64 {
      %b = chad.apply %h(%a) : !f
      %c = arith.mulf %b, %k : f64
      %d = math.sin %c : f64
      chad.yield %d : f64
    }
    chad.yield %l : !f
  }
  %dx = chad.to_linear %v : f64
  %g = chad.grad %f(%x) : (!f, f64) -> f64
  %y, %dy = chad.jvp %f(%x) along(%dx) : (!f, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %y2, %bx = chad.vjp %f(%x) seed(%dx) : (!f, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %j = chad.jacobian %f(%x) : (!f, f64) -> f64
  %h = chad.hessian %f(%x) : (!f, f64) -> f64
  %p = chad.hvp %f(%x) along(%v) : (!f, f64, f64) -> f64
  %a = chad.from_linear %dy : !chad.lin<f64>
  %b = chad.from_linear %bx : !chad.lin<f64>
  return %g, %a, %b, %j, %h, %p : f64, f64, f64, f64, f64, f64
}

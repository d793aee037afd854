// A cotangent that is zero because a branch was not taken stays zero in functions that are called,
// where factors may be infinite: a call has the derivative of the inlined body.

// RUN: chad-run %s --entry=called --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=inlined --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=nested --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=inside --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=branch --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=callee_chooses --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=carried --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=extremum --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=array --arg='[0, 1]' --grad | FileCheck %s --check-prefix=ARRAY
// RUN: chad-run %s --entry=recursive --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=mutual --arg=0 --grad | FileCheck %s --check-prefix=ZERO

// RUN: chad-run %s --entry=structured --arg='[0, 1]' --grad | FileCheck %s --check-prefix=ARRAY
// RUN: chad-run %s --entry=layers --arg='[[1, -2], [3, 4]]' --arg='[0.5, 1]' --grad-check

// Forwards, too: both modes are compared.
// RUN: chad-run %s --entry=called --arg=0 --grad-check
// RUN: chad-run %s --entry=nested --arg=0 --grad-check
// RUN: chad-run %s --entry=inside --arg=0 --grad-check
// RUN: chad-run %s --entry=branch --arg=0 --grad-check
// RUN: chad-run %s --entry=callee_chooses --arg=0 --grad-check
// RUN: chad-run %s --entry=carried --arg=0 --grad-check
// RUN: chad-run %s --entry=chosen_before --arg=0 --grad | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=chosen_before --arg=0 --grad-check

// What is needed with guards and without them is made twice.
// RUN: chad-opt %s --chad-reverse="function=both" | FileCheck %s --check-prefix=BOTH
// RUN: chad-opt %s --chad-reverse="function=layers" | FileCheck %s --check-prefix=LAYERS

// ZERO: f64 {{-?}}0{{$}}
// ZERO-NEXT: f64 0{{$}}

// ARRAY: tensor<2xf64> [0, 1]

func.func private @product(%a: f64, %b: f64) -> f64 {
  %r = arith.mulf %a, %b : f64
  return %r : f64
}
func.func private @scaled(%a: f64, %b: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %p = call @product(%a, %b) : (f64, f64) -> f64
  %r = arith.mulf %p, %two : f64
  return %r : f64
}
func.func private @entropy(%x: f64) -> f64 {
  %l = math.log %x : f64
  %r = call @product(%l, %x) : (f64, f64) -> f64
  return %r : f64
}

// x log x where x > 0.
func.func @called(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %l = math.log %x : f64
  %s = call @product(%l, %x) : (f64, f64) -> f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}
func.func @inlined(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %l = math.log %x : f64
  %s = arith.mulf %l, %x : f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}
func.func @nested(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %l = math.log %x : f64
  %s = call @scaled(%l, %x) : (f64, f64) -> f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}
func.func @inside(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %s = call @entropy(%x) : (f64) -> f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}
// The call is before the branch that uses it.
func.func @branch(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %s = call @entropy(%x) : (f64) -> f64
  %r = scf.if %c -> f64 {
    %t = arith.addf %s, %x : f64
    scf.yield %t : f64
  } else {
    scf.yield %zero : f64
  }
  return %r : f64
}
// What chooses is called.
func.func private @positive_part(%c: i1, %s: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}
func.func @callee_chooses(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %l = math.log %x : f64
  %s = arith.mulf %l, %x : f64
  %t = call @product(%l, %s) : (f64, f64) -> f64
  %r = call @positive_part(%c, %t) : (i1, f64) -> f64
  return %r : f64
}
// The choice is made in the iteration after the call.
func.func @carried(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c = arith.cmpf ogt, %x, %zero : f64
  %l = math.log %x : f64
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %zero, %b = %zero) -> (f64, f64) {
    %s = func.call @product(%l, %x) : (f64, f64) -> f64
    %d = arith.select %c, %a, %zero : f64
    scf.yield %s, %d : f64, f64
  }
  return %r#1 : f64
}
func.func @extremum(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %root = math.sqrt %x : f64
  %s = call @product(%root, %root) : (f64, f64) -> f64
  %t = arith.subf %s, %one : f64
  %r = arith.maximumf %t, %zero : f64
  return %r : f64
}
func.func @array(%xs: tensor<2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<2xf64>) -> tensor<2xf64> {
    %y = func.call @called(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  %r = chad.reduce (%a, %b in %ys from %zero : tensor<2xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
// Backwards the cotangent of the choice meets the factor in the function; forwards the tangent of the
// choice does.
func.func @chosen_before(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %infinite = arith.constant 0x7FF0000000000000 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %y = arith.select %c, %x, %zero : f64
  %l = math.log %y : f64
  %z = arith.negf %infinite : f64
  %t = call @product(%l, %y) : (f64, f64) -> f64
  %r = arith.select %c, %t, %zero : f64
  return %r : f64
}
#id = affine_map<(i) -> (i)>
func.func private @products(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
  %place = tensor.empty() : tensor<2xf64>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<2xf64>, tensor<2xf64>) outs(%place : tensor<2xf64>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %p = arith.mulf %x, %y : f64
    linalg.yield %p : f64
  } -> tensor<2xf64>
  return %r : tensor<2xf64>
}
func.func @structured(%x: tensor<2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<2xf64>
  %c = arith.cmpf ogt, %x, %zeros : tensor<2xf64>
  %l = math.log %x : tensor<2xf64>
  %s = call @products(%l, %x) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %chosen = arith.select %c, %s, %zeros : tensor<2xi1>, tensor<2xf64>
  %r = chad.reduce (%a, %b in %chosen from %zero : tensor<2xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %r : f64
}
// Layers with ramps need no guards: all factors are finite.
// LAYERS: func private @dot.back
// LAYERS-NOT: zero_absorbing
// LAYERS: func @layers.reverse
func.func private @dot(%x: tensor<2xf64>, %y: tensor<2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%a in %x : tensor<2xf64>, %b in %y : tensor<2xf64>) -> tensor<2xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %r = chad.reduce (%a, %b in %products from %zero : tensor<2xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %r : f64
}
func.func private @dense(%w: tensor<2x2xf64>, %x: tensor<2xf64>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %w : tensor<2x2xf64>) -> tensor<2xf64> {
    %d = func.call @dot(%row, %x) : (tensor<2xf64>, tensor<2xf64>) -> f64
    %r = arith.maximumf %d, %zero : f64
    chad.yield %r : f64
  }
  return %y : tensor<2xf64>
}
func.func @layers(%w: tensor<2x2xf64>, %x: tensor<2xf64>) -> f64 {
  %y = call @dense(%w, %x) : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %z = call @dense(%w, %y) : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %r = call @dot(%z, %z) : (tensor<2xf64>, tensor<2xf64>) -> f64
  return %r : f64
}
func.func private @power(%n: index, %a: f64, %b: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ends = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %ends -> f64 {
    scf.yield %b : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %p = func.call @power(%m, %a, %b) : (index, f64, f64) -> f64
    %q = arith.mulf %p, %a : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @recursive(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %three = arith.constant 3 : index
  %c = arith.cmpf ogt, %x, %zero : f64
  %l = math.log %x : f64
  %s = call @power(%three, %l, %x) : (index, f64, f64) -> f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}

// The second function has an infinite factor only because the first has one.
func.func private @ping(%n: index, %x: f64) -> f64 {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %isLast = arith.cmpi eq, %n, %none : index
  %r = scf.if %isLast -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %one : index
    %y = func.call @pong(%m, %x) : (index, f64) -> f64
    %l = math.log %y : f64
    %p = arith.mulf %l, %y : f64
    scf.yield %p : f64
  }
  return %r : f64
}
func.func private @pong(%n: index, %x: f64) -> f64 {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %isLast = arith.cmpi eq, %n, %none : index
  %r = scf.if %isLast -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %one : index
    %y = func.call @ping(%m, %x) : (index, f64) -> f64
    %s = arith.addf %y, %x : f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func @mutual(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %c = arith.cmpf ogt, %x, %zero : f64
  %a = call @ping(%one, %x) : (index, f64) -> f64
  %b = call @pong(%two, %x) : (index, f64) -> f64
  %s = arith.addf %a, %b : f64
  %r = arith.select %c, %s, %zero : f64
  return %r : f64
}

// BOTH: func private @product.[[PLAIN:back[_0-9]*]](
// BOTH-NEXT: chad.scale %arg
// BOTH-NEXT: chad.scale %arg
// BOTH: func private @product.[[GUARDED:back[_0-9]*]](
// BOTH-NEXT: chad.scale zero_absorbing
// BOTH-NEXT: chad.scale zero_absorbing
// BOTH: func @both.reverse
// BOTH: call @product.[[PLAIN]](
// BOTH: arith.select
// BOTH: call @product.[[GUARDED]](
func.func @both(%c: i1, %x: f64, %y: f64) -> f64 {
  %l = math.log %y : f64
  %s = call @product(%x, %l) : (f64, f64) -> f64
  %t = arith.select %c, %s, %y : f64
  %u = call @product(%t, %l) : (f64, f64) -> f64
  return %u : f64
}

// Derivatives of programs whose arrays change their extents: states of loops that grow and
// shrink, in one dimension and in several, nested, called, in recursion, and to the second order.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=both --arg='[[0.5, 0.7]]' --arg=3 --grad --vectorize-everywhere | FileCheck %s --check-prefix=BOTH
// RUN: chad-run %s --entry=both --arg='[[0.5, 0.7]]' --arg=3 --grad --threads=2 | FileCheck %s --check-prefix=BOTH
// BOTH: tensor<1x2xf64> {{\[\[}}-12.86402807730{{[0-9]*}}, -7.72528485867

func.func private @total(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %s : f64
}
func.func private @sines(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.sin %x : f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// n, 2n, 4n, 8n.
func.func @doubling(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 2 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %b = func.call @sines(%a) : (tensor<?xf64>) -> tensor<?xf64>
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  %s = func.call @total(%r) : (tensor<?xf64>) -> f64
  return %s : f64
}
// As many iterations as there are none of, and arrays without elements.
func.func @never(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 2 i = 0
  %s = func.call @doubling(%xs, %n) : (tensor<?xf64>, index) -> f64
  return %s : f64
}
func.func @nothing(%x: f64, %xs: tensor<?xf64>, %n: index) -> f64 { // ? = 0 i = 3
  %s = func.call @doubling(%xs, %n) : (tensor<?xf64>, index) -> f64
  %t = arith.addf %s, %x : f64
  return %t : f64
}
// One more each time, which depends on all before; in a fold, from the right.
func.func @push(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> { // ? = 2 ? = 3
  %r = chad.fold right (%y in %ys : tensor<?xf64>) with (%a = %xs : tensor<?xf64>) {
    %t = func.call @total(%a) : (tensor<?xf64>) -> f64
    %p = arith.mulf %t, %y : f64
    %s = math.sin %p : f64
    %e = tensor.from_elements %s : tensor<1xf64>
    %c = tensor.concat dim(0) %a, %e : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
// From nothing, with results of each iteration.
func.func @collect(%ys: tensor<?xf64>) -> tensor<?xf64> { // ? = 4
  %none = tensor.empty() : tensor<0xf64>
  %start = tensor.cast %none : tensor<0xf64> to tensor<?xf64>
  %r, %all = chad.fold (%y in %ys : tensor<?xf64>) with (%a = %start : tensor<?xf64>)
      collect (tensor<?xf64>) {
    %t = func.call @total(%a) : (tensor<?xf64>) -> f64
    %u = math.cos %t : f64
    %p = arith.mulf %u, %y : f64
    %e = tensor.from_elements %p : tensor<1xf64>
    %c = tensor.concat dim(0) %e, %a : (tensor<1xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c, %t : tensor<?xf64>, f64
  }
  return %all : tensor<?xf64>
}
// A sum by halves.
func.func @tree(%xs: tensor<?xf64>) -> f64 { // ? = 8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.while (%a = %xs) : (tensor<?xf64>) -> tensor<?xf64> {
    %n = tensor.dim %a, %c0 : tensor<?xf64>
    %b = arith.cmpi ugt, %n, %c1 : index
    scf.condition(%b) %a : tensor<?xf64>
  } do {
  ^bb0(%a: tensor<?xf64>):
    %n = tensor.dim %a, %c0 : tensor<?xf64>
    %h = arith.divui %n, %c2 : index
    %l = tensor.extract_slice %a[0] [%h] [1] : tensor<?xf64> to tensor<?xf64>
    %u = tensor.extract_slice %a[%h] [%h] [1] : tensor<?xf64> to tensor<?xf64>
    %s = chad.map (%x in %l : tensor<?xf64>, %y in %u : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.mulf %x, %y : f64
      %t = math.sin %m : f64
      chad.yield %t : f64
    }
    scf.yield %s : tensor<?xf64>
  }
  %v = tensor.extract %r[%c0] : tensor<?xf64>
  return %v : f64
}
// What is greater than a bound stays: how much that is depends on the elements.
func.func @filter(%xs: tensor<?xf64>, %k: f64, %n: index) -> f64 { // ? = 5 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bound = arith.constant 0.6 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %ones = chad.map (%x in %a : tensor<?xf64>) -> tensor<?xindex> {
      %p = arith.cmpf ogt, %x, %bound : f64
      %q = arith.select %p, %c1, %c0 : index
      chad.yield %q : index
    }
    %at = chad.scan left exclusive (%s, %o in %ones from %c0 : tensor<?xindex>) {
      %t = arith.addi %s, %o : index
      chad.yield %t : index
    }
    %count = chad.reduce (%s, %o in %ones from %c0 : tensor<?xindex>) {
      %t = arith.addi %s, %o : index
      chad.yield %t : index
    }
    %all = tensor.dim %a, %c0 : tensor<?xf64>
    %bins = chad.map (%o in %ones : tensor<?xindex>, %p in %at : tensor<?xindex>) -> tensor<?xindex> {
      %q = arith.cmpi eq, %o, %c1 : index
      %b = arith.select %q, %p, %count : index
      chad.yield %b : index
    }
    %zero = arith.constant 0.0 : f64
    %b = chad.hist %bins : tensor<?xindex> bins %count (%s, %x in %a from %zero : tensor<?xf64>)
        -> tensor<?xf64> {
      %t = arith.addf %s, %x : f64
      chad.yield %t : f64
    }
    %c = chad.map (%x in %b : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %k : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
    scf.yield %c : tensor<?xf64>
  }
  %s = func.call @total(%r) : (tensor<?xf64>) -> f64
  return %s : f64
}
// (a, b) becomes (b, a and b).
func.func @fibonacci(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %n: index) -> f64 { // ? = 1 ? = 2 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs, %b = %ys) -> (tensor<?xf64>, tensor<?xf64>) {
    %s = func.call @sines(%a) : (tensor<?xf64>) -> tensor<?xf64>
    %t = func.call @total(%b) : (tensor<?xf64>) -> f64
    %u = chad.map (%x in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %t : f64
      chad.yield %p : f64
    }
    %c = tensor.concat dim(0) %u, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %b, %c : tensor<?xf64>, tensor<?xf64>
  }
  %s = func.call @total(%r#0) : (tensor<?xf64>) -> f64
  %t = func.call @total(%r#1) : (tensor<?xf64>) -> f64
  %p = arith.mulf %s, %t : f64
  return %p : f64
}
// More rows, more columns, more of both.
func.func private @squares(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %b = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %t = func.call @total(%row) : (tensor<?xf64>) -> f64
    %r = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %t : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  return %b : tensor<?x?xf64>
}
func.func @rows(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> { // ? = 1 ? = 2 i = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x?xf64>) {
    %b = func.call @squares(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    %c = tensor.concat dim(0) %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %d = func.call @squares(%c) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    scf.yield %d : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @columns(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> { // ? = 2 ? = 1 i = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x?xf64>) {
    %b = func.call @squares(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    %c = tensor.concat dim(1) %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %d = func.call @squares(%c) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    scf.yield %d : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @both(%xs: tensor<?x?xf64>, %n: index) -> f64 { // ? = 1 ? = 2 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 0.7 : f64
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x?xf64>) {
    %b = func.call @squares(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    %c = tensor.pad %b low[1, 0] high[0, 1] {
    ^bb0(%p: index, %q: index):
      tensor.yield %k : f64
    } : tensor<?x?xf64> to tensor<?x?xf64>
    scf.yield %c : tensor<?x?xf64>
  }
  %t = chad.map (%row in %r : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = func.call @total(%row) : (tensor<?xf64>) -> f64
    %u = math.sin %s : f64
    chad.yield %u : f64
  }
  %s = func.call @total(%t) : (tensor<?xf64>) -> f64
  return %s : f64
}
// One extent is static.
func.func @pairs(%xs: tensor<?x2xf64>, %n: index) -> tensor<?x2xf64> { // ? = 1 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x2xf64>) {
    %b = chad.map (%row in %a : tensor<?x2xf64>) -> tensor<?x2xf64> {
      %s = math.sin %row : tensor<2xf64>
      %t = arith.mulf %s, %row : tensor<2xf64>
      chad.yield %t : tensor<2xf64>
    }
    %c = tensor.concat dim(0) %a, %b : (tensor<?x2xf64>, tensor<?x2xf64>) -> tensor<?x2xf64>
    scf.yield %c : tensor<?x2xf64>
  }
  return %r : tensor<?x2xf64>
}
// In each iteration of a loop another loop grows anew, to another extent each time.
func.func @nested(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 2 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %a = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %s : f64
      %q = math.cos %p : f64
      chad.yield %q : f64
    }
    %t = func.call @doubling(%a, %i) : (tensor<?xf64>, index) -> f64
    %u = func.call @doubling(%a, %c1) : (tensor<?xf64>, index) -> f64
    %v = arith.mulf %t, %u : f64
    scf.yield %v : f64
  }
  return %r : f64
}
// Both loops grow one array.
func.func @nested_growth(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 1 i = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %b = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a) -> (tensor<?xf64>) {
      %t = func.call @total(%c) : (tensor<?xf64>) -> f64
      %s = math.sin %t : f64
      %e = tensor.from_elements %s : tensor<1xf64>
      %d = tensor.concat dim(0) %c, %e : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    }
    %f = func.call @sines(%b) : (tensor<?xf64>) -> tensor<?xf64>
    scf.yield %f : tensor<?xf64>
  }
  %s = func.call @total(%r) : (tensor<?xf64>) -> f64
  return %s : f64
}
// In the body of a map and of a build.
func.func @in_map(%xs: tensor<?x?xf64>, %n: index) -> tensor<?xf64> { // ? = 2 ? = 2 i = 2
  %r = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = func.call @doubling(%row, %n) : (tensor<?xf64>, index) -> f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}
func.func @in_build(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> { // ? = 2 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = chad.build %i < %n -> tensor<?xf64> {
    %a = scf.for %j = %c0 to %i step %c1 iter_args(%b = %xs) -> (tensor<?xf64>) {
      %c = func.call @sines(%b) : (tensor<?xf64>) -> tensor<?xf64>
      %d = tensor.concat dim(0) %b, %c : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    }
    %s = func.call @total(%a) : (tensor<?xf64>) -> f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}
// By recursion.
func.func @recursive(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 2 i = 3
  %s = func.call @recurse(%xs, %n) : (tensor<?xf64>, index) -> f64
  return %s : f64
}
func.func private @recurse(%xs: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = arith.cmpi eq, %n, %c0 : index
  %s = scf.if %p -> f64 {
    %t = func.call @total(%xs) : (tensor<?xf64>) -> f64
    scf.yield %t : f64
  } else {
    %a = func.call @sines(%xs) : (tensor<?xf64>) -> tensor<?xf64>
    %b = tensor.concat dim(0) %a, %xs : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %b2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%d = %b) -> (tensor<?xf64>) {
      %e = func.call @total(%d) : (tensor<?xf64>) -> f64
      %f = tensor.from_elements %e : tensor<1xf64>
      %g = tensor.concat dim(0) %d, %f : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
      %h = func.call @sines(%g) : (tensor<?xf64>) -> tensor<?xf64>
      scf.yield %h : tensor<?xf64>
    }
    %m = arith.subi %n, %c1 : index
    %t = func.call @recurse(%b2, %m) : (tensor<?xf64>, index) -> f64
    scf.yield %t : f64
  }
  return %s : f64
}
// Integers grow, and say which elements are read.
func.func @indices(%xs: tensor<?xf64>, %n: index) -> f64 { // ? = 3 i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %is = tensor.splat %c1[%c1] : tensor<?xindex>
  %m = tensor.dim %xs, %c0 : tensor<?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%js = %is, %s = %zero) -> (tensor<?xindex>, f64) {
    %g = chad.gather %xs[%js] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
    %t = func.call @total(%g) : (tensor<?xf64>) -> f64
    %p = arith.mulf %t, %s : f64
    %q = math.cos %p : f64
    %next = arith.remui %i, %m : index
    %e = tensor.from_elements %next : tensor<1xindex>
    %d = tensor.concat dim(0) %js, %e : (tensor<?xindex>, tensor<1xindex>) -> tensor<?xindex>
    scf.yield %d, %q : tensor<?xindex>, f64
  }
  return %r#1 : f64
}
// A reduction whose operation concatenates.
func.func @joined(%xs: tensor<?x?xf64>) -> tensor<?xf64> { // ? = 3 ? = 2
  %none = tensor.empty() : tensor<0xf64>
  %unit = tensor.cast %none : tensor<0xf64> to tensor<?xf64>
  %r = chad.reduce (%a, %b in %xs from %unit : tensor<?x?xf64>) {
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  %s = func.call @sines(%r) : (tensor<?xf64>) -> tensor<?xf64>
  return %s : tensor<?xf64>
}
// Second derivatives.
func.func @doubling_gradient(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> { // ? = 2 i = 2
  %g = chad.grad @doubling(%xs, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func @tree_gradient(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 4
  %g = chad.grad @tree(%xs) : (tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func @both_gradient(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> { // ? = 1 ? = 1 i = 2
  %g = chad.grad @both(%xs, %n) : (tensor<?x?xf64>, index) -> tensor<?x?xf64>
  return %g : tensor<?x?xf64>
}
// Boxes that grow in all three dimensions.
func.func @boxes(%xs: tensor<?x?x?xf64>, %n: index) -> f64 { // ? = 2, ? = 1, ? = 2, i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x?x?xf64>) {
    %corner = tensor.extract %a[%c0, %c0, %c0] : tensor<?x?x?xf64>
    %v = arith.mulf %corner, %half : f64
    %p = tensor.pad %a low[1, 0, 0] high[0, 1, 2] {
    ^bb0(%j: index, %k: index, %l: index):
      tensor.yield %v : f64
    } : tensor<?x?x?xf64> to tensor<?x?x?xf64>
    %s = math.sin %p : tensor<?x?x?xf64>
    scf.yield %s : tensor<?x?x?xf64>
  }
  %flat = tensor.collapse_shape %r [[0, 1, 2]] : tensor<?x?x?xf64> into tensor<?xf64>
  %sum = chad.reduce (%a, %x in %flat from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
// Two dimensions of three, in a fold of known length.
func.func @plates(%xs: tensor<?x2x?xf64>, %w: tensor<3xf64>) -> f64 { // ? = 1, ? = 2
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%e in %w : tensor<3xf64>) with (%a = %xs : tensor<?x2x?xf64>) {
    %p = tensor.pad %a low[1, 0, 0] high[0, 0, 1] {
    ^bb0(%j: index, %k: index, %l: index):
      tensor.yield %e : f64
    } : tensor<?x2x?xf64> to tensor<?x2x?xf64>
    %s = math.sin %p : tensor<?x2x?xf64>
    chad.yield %s : tensor<?x2x?xf64>
  }
  %flat = tensor.collapse_shape %r [[0, 1, 2]] : tensor<?x2x?xf64> into tensor<?xf64>
  %sum = chad.reduce (%a, %x in %flat from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
// A loop in a loop, in which the inner one's array grows from that of the outer one.
func.func @loops(%xs: tensor<?xf64>, %n: index, %m: index) -> f64 { // ? = 2, i = 2, i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> (tensor<?xf64>) {
      %s = math.sin %b : tensor<?xf64>
      %e = tensor.extract_slice %s[0] [1] [1] : tensor<?xf64> to tensor<1xf64>
      %t = tensor.concat dim(0) %s, %e : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    %f = math.exp %q : tensor<?xf64>
    scf.yield %f : tensor<?xf64>
  }
  %sum = chad.reduce (%a, %x in %r from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %sum : f64
}

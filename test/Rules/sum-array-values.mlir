// Arrays of sums, whose elements are not in boxes: each combinator on them, indexed reads and writes, loops, branches
// and calls that pass them. To the second order.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %s --entry=maps --arg=[1.5,-2,3,0.5] --arg=0.7 --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=gathers --arg=[1.5,-2,3,0.5] --arg=0.7 --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// CHECKED: gradient check: 5 of 5 entries

!s = !chad.sum<(f64), (f64, tensor<2xf64>), ()>
func.func private @classify(%x: f64, %k: f64) -> !s {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %s = scf.if %p -> !s {
    %q = arith.cmpf ogt, %x, %one : f64
    %t = scf.if %q -> !s {
      %v = tensor.from_elements %x, %k : tensor<2xf64>
      %y = math.sin %x : f64
      %a = chad.inj 1(%y, %v) : (f64, tensor<2xf64>) -> !s
      scf.yield %a : !s
    } else {
      %y = arith.mulf %x, %k : f64
      %a = chad.inj 0(%y) : (f64) -> !s
      scf.yield %a : !s
    }
    scf.yield %t : !s
  } else {
    %a = chad.inj 2() : () -> !s
    scf.yield %a : !s
  }
  return %s : !s
}
func.func private @worth(%s: !s, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = chad.case %s : !s -> f64
    (%a: f64) {
      %b = arith.mulf %a, %a : f64
      chad.yield %b : f64
    }
    (%a: f64, %t: tensor<2xf64>) {
      %u = tensor.extract %t[%c0] : tensor<2xf64>
      %w = tensor.extract %t[%c1] : tensor<2xf64>
      %b = arith.mulf %a, %u : f64
      %c = arith.mulf %b, %w : f64
      chad.yield %c : f64
    }
    () {
      %e = math.exp %x : f64
      chad.yield %e : f64
    }
  return %v : f64
}
func.func private @made(%xs: tensor<?xf64>, %k: f64) -> tensor<?x!s> {
  %ss = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!s> {
    %s = func.call @classify(%x, %k) : (f64, f64) -> !s
    chad.yield %s : !s
  }
  return %ss : tensor<?x!s>
}
func.func private @sum(%vs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.reduce (%a, %b in %vs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func private @total(%ss: tensor<?x!s>, %k: f64) -> f64 {
  %vs = chad.map (%s in %ss : tensor<?x!s>) -> tensor<?xf64> {
    %v = func.call @worth(%s, %k) : (!s, f64) -> f64
    chad.yield %v : f64
  }
  %r = func.call @sum(%vs) : (tensor<?xf64>) -> f64
  return %r : f64
}
func.func @maps(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %ss = func.call @made(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %r = func.call @total(%ss, %k) : (tensor<?x!s>, f64) -> f64
  return %r : f64
}
func.func @empty(%xs: tensor<0xf64>, %k: f64) -> f64 {
  %cast = tensor.cast %xs : tensor<0xf64> to tensor<?xf64>
  %ss = func.call @made(%cast, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %r = func.call @total(%ss, %k) : (tensor<?x!s>, f64) -> f64
  %t = arith.mulf %r, %k : f64
  %u = arith.addf %t, %k : f64
  return %u : f64
}
func.func @maps_again(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %g:2 = chad.grad @maps(%xs, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  %w = chad.map (%a in %g#0 : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %a : f64
    chad.yield %p : f64
  }
  %r = func.call @sum(%w) : (tensor<?xf64>) -> f64
  %t = arith.mulf %r, %g#1 : f64
  return %t : f64
}
// Read at indices, in the order that these give; an element may be read several times.
func.func @gathers(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ss = func.call @made(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %n = tensor.dim %ss, %c0 : tensor<?x!s>
  %is = chad.build %i < %n -> tensor<?xindex> {
    %l = arith.subi %n, %i : index
    %j = arith.subi %l, %c1 : index
    %h = arith.shrui %j, %c1 : index
    chad.yield %h : index
  }
  %gs = chad.gather %ss[%is] : tensor<?x!s>, tensor<?xindex> -> tensor<?x!s>
  %r = func.call @total(%gs, %k) : (tensor<?x!s>, f64) -> f64
  return %r : f64
}
// The elements that hold something.
func.func @filters(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %true = arith.constant true
  %false = arith.constant false
  %ss = func.call @made(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %mask = chad.map (%s in %ss : tensor<?x!s>) -> tensor<?xi1> {
    %v = chad.case %s : !s -> i1
      (%a: f64) { chad.yield %true : i1 }
      (%a: f64, %t: tensor<2xf64>) { chad.yield %true : i1 }
      () { chad.yield %false : i1 }
    chad.yield %v : i1
  }
  %fs = chad.filter %ss where %mask : tensor<?x!s> where tensor<?xi1> -> tensor<?x!s>
  %r = func.call @total(%fs, %k) : (tensor<?x!s>, f64) -> f64
  return %r : f64
}
func.func @scatters(%xs: tensor<?xf64>, %ys: tensor<2xf64>, %k: f64) -> f64 { // ? = 4
  %is = arith.constant dense<[2, 0]> : tensor<2xindex>
  %ss = func.call @made(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %cast = tensor.cast %ys : tensor<2xf64> to tensor<?xf64>
  %ts = func.call @made(%cast, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %us = tensor.cast %ts : tensor<?x!s> to tensor<2x!s>
  %ws = chad.scatter %us into %ss[%is] : tensor<2x!s> into tensor<?x!s>, tensor<2xindex>
  %r = func.call @total(%ws, %k) : (tensor<?x!s>, f64) -> f64
  return %r : f64
}
!o = !chad.sum<(), (f64)>
func.func private @both(%a: !o, %b: !o) -> !o {
  %r = chad.case %a : !o -> !o
    () { chad.yield %b : !o }
    (%x: f64) {
      %s = chad.case %b : !o -> !o
        () { chad.yield %a : !o }
        (%y: f64) {
          %p = arith.mulf %x, %y : f64
          %t = chad.inj 1(%p) : (f64) -> !o
          chad.yield %t : !o
        }
      chad.yield %s : !o
    }
  return %r : !o
}
func.func private @options(%xs: tensor<?xf64>, %k: f64) -> tensor<?x!o> {
  %zero = arith.constant 0.0 : f64
  %os = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!o> {
    %p = arith.cmpf ogt, %x, %zero : f64
    %o = scf.if %p -> !o {
      %y = arith.mulf %x, %k : f64
      %z = math.sin %y : f64
      %a = chad.inj 1(%z) : (f64) -> !o
      scf.yield %a : !o
    } else {
      %a = chad.inj 0() : () -> !o
      scf.yield %a : !o
    }
    chad.yield %o : !o
  }
  return %os : tensor<?x!o>
}
func.func private @otherwise(%o: !o, %default: f64) -> f64 {
  %r = chad.case %o : !o -> f64
    () { chad.yield %default : f64 }
    (%x: f64) {
      %y = arith.mulf %x, %x : f64
      chad.yield %y : f64
    }
  return %r : f64
}
// The product of the elements that are there.
func.func @reduces(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %none = chad.inj 0() : () -> !o
  %os = func.call @options(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!o>
  %o = chad.reduce (%a, %b in %os from %none : tensor<?x!o>) {
    %c = func.call @both(%a, %b) : (!o, !o) -> !o
    chad.yield %c : !o
  }
  %r = func.call @otherwise(%o, %k) : (!o, f64) -> f64
  return %r : f64
}
func.func @scans(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %none = chad.inj 0() : () -> !o
  %os = func.call @options(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!o>
  %ps = chad.scan left inclusive (%a, %b in %os from %none : tensor<?x!o>) {
    %c = func.call @both(%a, %b) : (!o, !o) -> !o
    chad.yield %c : !o
  }
  %vs = chad.map (%p in %ps : tensor<?x!o>) -> tensor<?xf64> {
    %v = func.call @otherwise(%p, %k) : (!o, f64) -> f64
    chad.yield %v : f64
  }
  %r = func.call @sum(%vs) : (tensor<?xf64>) -> f64
  return %r : f64
}
func.func @hists(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %none = chad.inj 0() : () -> !o
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %os = func.call @options(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!o>
  %n = tensor.dim %os, %c0 : tensor<?x!o>
  %is = chad.build %i < %n -> tensor<?xindex> {
    %b = arith.remui %i, %c2 : index
    chad.yield %b : index
  }
  %ps = chad.hist %is : tensor<?xindex> bins %c2 (%a, %b in %os from %none : tensor<?x!o>) -> tensor<?x!o> {
    %c = func.call @both(%a, %b) : (!o, !o) -> !o
    chad.yield %c : !o
  }
  %vs = chad.map (%p in %ps : tensor<?x!o>) -> tensor<?xf64> {
    %v = func.call @otherwise(%p, %k) : (!o, f64) -> f64
    chad.yield %v : f64
  }
  %r = func.call @sum(%vs) : (tensor<?xf64>) -> f64
  return %r : f64
}
// A loop that carries a sum, and collects an array of them.
func.func @folds(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %s0 = chad.inj 0(%k) : (f64) -> !s
  %last, %all = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : !s) collect (tensor<?x!s>) {
    %v = func.call @worth(%s, %x) : (!s, f64) -> f64
    %t = func.call @classify(%v, %x) : (f64, f64) -> !s
    chad.yield %t, %s : !s, !s
  }
  %a = func.call @worth(%last, %k) : (!s, f64) -> f64
  %b = func.call @total(%all, %k) : (tensor<?x!s>, f64) -> f64
  %r = arith.mulf %a, %b : f64
  return %r : f64
}
func.func @folds_again(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 2
  %g:2 = chad.grad @folds(%xs, %k) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  return %g#1 : f64
}
// A loop whose state is an array of sums, of which it writes one element after the other.
func.func @writes(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %s0 = func.call @classify(%k, %k) : (f64, f64) -> !s
  %ss0 = tensor.splat %s0[%n] : tensor<?x!s>
  %ss = scf.for %i = %c0 to %n step %c1 iter_args(%t = %ss0) -> tensor<?x!s> {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %old = tensor.extract %t[%c0] : tensor<?x!s>
    %v = func.call @worth(%old, %x) : (!s, f64) -> f64
    %y = arith.addf %v, %x : f64
    %s = func.call @classify(%y, %k) : (f64, f64) -> !s
    %u = tensor.insert %s into %t[%i] : tensor<?x!s>
    scf.yield %u : tensor<?x!s>
  }
  %r = func.call @total(%ss, %k) : (tensor<?x!s>, f64) -> f64
  return %r : f64
}
// Slices, joined and reshaped.
func.func @slices(%xs: tensor<4xf64>, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ss = chad.map (%x in %xs : tensor<4xf64>) -> tensor<4x!s> {
    %s = func.call @classify(%x, %k) : (f64, f64) -> !s
    chad.yield %s : !s
  }
  %grid = tensor.expand_shape %ss [[0, 1]] output_shape [2, 2] : tensor<4x!s> into tensor<2x2x!s>
  %row = tensor.extract_slice %grid[1, 0] [1, 2] [1, 1] : tensor<2x2x!s> to tensor<2x!s>
  %wide = tensor.concat dim(0) %ss, %row : (tensor<4x!s>, tensor<2x!s>) -> tensor<6x!s>
  %first = tensor.extract %grid[%c0, %c1] : tensor<2x2x!s>
  %pair = tensor.from_elements %first, %first : tensor<2x!s>
  %more = tensor.insert_slice %pair into %wide[2] [2] [1] : tensor<2x!s> into tensor<6x!s>
  %flat = tensor.collapse_shape %grid [[0, 1]] : tensor<2x2x!s> into tensor<4x!s>
  %all = tensor.concat dim(0) %more, %flat : (tensor<6x!s>, tensor<4x!s>) -> tensor<10x!s>
  %cast = tensor.cast %all : tensor<10x!s> to tensor<?x!s>
  %r = func.call @total(%cast, %k) : (tensor<?x!s>, f64) -> f64
  return %r : f64
}
// Rows of sums; a branch chooses the array.
func.func @rows(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %ss = func.call @made(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!s>
  %table = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x?x!s> {
    %p = arith.cmpf ogt, %x, %zero : f64
    %row = scf.if %p -> tensor<?x!s> {
      %m = chad.map (%y in %xs : tensor<?xf64>) -> tensor<?x!s> {
        %q = arith.mulf %x, %y : f64
        %s = func.call @classify(%q, %k) : (f64, f64) -> !s
        chad.yield %s : !s
      }
      scf.yield %m : tensor<?x!s>
    } else {
      scf.yield %ss : tensor<?x!s>
    }
    chad.yield %row : tensor<?x!s>
  }
  %vs = chad.map (%row in %table : tensor<?x?x!s>) -> tensor<?xf64> {
    %v = func.call @total(%row, %k) : (tensor<?x!s>, f64) -> f64
    chad.yield %v : f64
  }
  %r = func.call @sum(%vs) : (tensor<?xf64>) -> f64
  return %r : f64
}
// Sums in sums, and an array of sums in a sum.
!n = !chad.sum<(!o, f64), (tensor<2x!o>)>
func.func @nested(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %os = func.call @options(%xs, %k) : (tensor<?xf64>, f64) -> tensor<?x!o>
  %ns = chad.map (%o in %os : tensor<?x!o>, %x in %xs : tensor<?xf64>) -> tensor<?x!n> {
    %p = arith.cmpf ogt, %x, %k : f64
    %n = scf.if %p -> !n {
      %first = tensor.extract %os[%c0] : tensor<?x!o>
      %both = tensor.from_elements %o, %first : tensor<2x!o>
      %a = chad.inj 1(%both) : (tensor<2x!o>) -> !n
      scf.yield %a : !n
    } else {
      %a = chad.inj 0(%o, %x) : (!o, f64) -> !n
      scf.yield %a : !n
    }
    chad.yield %n : !n
  }
  %vs = chad.map (%n in %ns : tensor<?x!n>) -> tensor<?xf64> {
    %v = chad.case %n : !n -> f64
      (%o: !o, %x: f64) {
        %w = func.call @otherwise(%o, %x) : (!o, f64) -> f64
        %e = math.exp %w : f64
        chad.yield %e : f64
      }
      (%t: tensor<2x!o>) {
        %none = chad.inj 0() : () -> !o
        %o = chad.reduce (%a, %b in %t from %none : tensor<2x!o>) {
          %c = func.call @both(%a, %b) : (!o, !o) -> !o
          chad.yield %c : !o
        }
        %w = func.call @otherwise(%o, %k) : (!o, f64) -> f64
        chad.yield %w : f64
      }
    chad.yield %v : f64
  }
  %r = func.call @sum(%vs) : (tensor<?xf64>) -> f64
  return %r : f64
}

// Linear values, copowers, function values and sums.

// RUN: chad-run %s --interpret --entry=values --arg='[1, 2, 3]' --arg=2 --arg='()' | FileCheck %s --check-prefix=VALUE
// VALUE: !chad.lin<tensor<3xf64>> [2, 4, 6]
// VALUE-NEXT: !chad.lin<tensor<3xf64>> [2, 4, 6]
// VALUE-NEXT: !chad.lin<tensor<2x3xf64>> {{\[\[}}0, 0, 0], [0, 0, 0]]
// VALUE-NEXT: !chad.lin<index> ()
// VALUE-NEXT: tensor<3xf64> [1, 2, 3]
// VALUE-NEXT: !chad.lin<i32> ()
func.func @values(%v: !chad.lin<tensor<?xf64>>, %k: f64, %u: !chad.lin<i32>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x3xf64>>,
        !chad.lin<index>, tensor<?xf64>, !chad.lin<i32>) {
  %c2 = arith.constant 2 : index
  %sum = chad.add %v, %v : !chad.lin<tensor<?xf64>>
  %scaled = chad.scale %k, %v : f64, !chad.lin<tensor<?xf64>>
  %zero = chad.zero(%c2) : !chad.lin<tensor<?x3xf64>>
  %unit = chad.to_linear %c2 : index
  %plain = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  %twice = chad.add %u, %u : !chad.lin<i32>
  return %sum, %scaled, %zero, %unit, %plain, %twice
      : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x3xf64>>,
        !chad.lin<index>, tensor<?xf64>, !chad.lin<i32>
}

// Maps over linear arrays, one of them of unit type.
// RUN: chad-run %s --interpret --entry=arrays --arg='[1, 2]' --arg='()' | FileCheck %s --check-prefix=ARRAY
// ARRAY: !chad.lin<tensor<2xf64>> [2, 4]
// ARRAY-NEXT: !chad.lin<tensor<?xindex>> ()
func.func @arrays(%v: !chad.lin<tensor<?xf64>>, %u: !chad.lin<tensor<?xindex>>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>) {
  %0, %1 = chad.map (%x in %v : !chad.lin<tensor<?xf64>>, %y in %u : !chad.lin<tensor<?xindex>>)
      -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>) {
    %s = chad.add %x, %x : !chad.lin<f64>
    chad.yield %s, %y : !chad.lin<f64>, !chad.lin<index>
  }
  return %0, %1 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>
}

// The fold over {3 (x) 1, 5 (x) 2} scaled by 10 is 3 · 10 + 5 · 20.
// RUN: chad-run %s --interpret --entry=copowers | FileCheck %s --check-prefix=COPOWER
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=copowers | FileCheck %s --check-prefix=COPOWER
// COPOWER: !chad.copower<(f64), (lin<f64>)> {(3) tensor (1), (5) tensor (2)}
// COPOWER-NEXT: !chad.copower<(f64), (lin<f64>)> {(3) tensor (10), (5) tensor (20)}
// COPOWER-NEXT: !chad.copower<(f64), (lin<f64>)> {}
// COPOWER-NEXT: !chad.lin<f64> 130
// COPOWER-NEXT: !chad.lin<tensor<2xf64>> [0, 0]
func.func @copowers()
    -> (!chad.copower<(f64), (lin<f64>)>, !chad.copower<(f64), (lin<f64>)>,
        !chad.copower<(f64), (lin<f64>)>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  %c2 = arith.constant 2 : index
  %x = arith.constant 3.0 : f64
  %y = arith.constant 5.0 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %ten = arith.constant 10.0 : f64
  %v = chad.to_linear %one : f64
  %w = chad.to_linear %two : f64
  %a = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  %b = chad.copower.singleton (%y) tensor (%w) : !chad.copower<(f64), (lin<f64>)>
  %empty = chad.zero : !chad.copower<(f64), (lin<f64>)>
  %ab = chad.add %a, %b : !chad.copower<(f64), (lin<f64>)>
  %abe = chad.add %ab, %empty : !chad.copower<(f64), (lin<f64>)>
  %scaled = chad.scale %ten, %abe : f64, !chad.copower<(f64), (lin<f64>)>
  %r = chad.copower.fold %scaled : !chad.copower<(f64), (lin<f64>)>
      (%p : f64, %t : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale %p, %t : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %none = chad.copower.fold %empty : !chad.copower<(f64), (lin<f64>)>
      (%p : f64, %t : !chad.lin<f64>) codomain(%c2) -> !chad.lin<tensor<?xf64>> {
    %z = chad.zero(%c2) : !chad.lin<tensor<?xf64>>
    chad.yield %z : !chad.lin<tensor<?xf64>>
  }
  return %abe, %scaled, %empty, %r, %none
      : !chad.copower<(f64), (lin<f64>)>, !chad.copower<(f64), (lin<f64>)>,
        !chad.copower<(f64), (lin<f64>)>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}

// A lambda keeps what it captured; a function that makes functions.
// RUN: chad-run %s --interpret --entry=functions --arg=3 | FileCheck %s --check-prefix=FUNCTION
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=functions --arg=3 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: f64 15
// FUNCTION-NEXT: f64 30
// FUNCTION-NEXT: f64 9
func.func @functions(%x: f64) -> (f64, f64, f64) {
  %five = arith.constant 5.0 : f64
  %two = arith.constant 2.0 : f64
  %times = func.constant @times : (f64) -> ((f64) -> f64)
  %by5 = chad.apply %times(%five) : (f64) -> ((f64) -> f64)
  %0 = chad.apply %by5(%x) : (f64) -> f64
  %twice = chad.lambda (%f : (f64) -> f64) -> ((f64) -> f64) {
    %g = chad.lambda (%y : f64) -> f64 {
      %z = chad.apply %f(%y) : (f64) -> f64
      %w = arith.mulf %z, %two : f64
      chad.yield %w : f64
    }
    chad.yield %g : (f64) -> f64
  }
  %g = chad.apply %twice(%by5) : ((f64) -> f64) -> ((f64) -> f64)
  %1 = chad.apply %g(%x) : (f64) -> f64
  %by3 = func.call @times(%x) : (f64) -> ((f64) -> f64)
  %2 = chad.apply %by3(%x) : (f64) -> f64
  return %0, %1, %2 : f64, f64, f64
}
func.func private @times(%k: f64) -> ((f64) -> f64) {
  %f = chad.lambda (%x : f64) -> f64 {
    %y = arith.mulf %k, %x : f64
    chad.yield %y : f64
  }
  return %f : (f64) -> f64
}

// RUN: chad-run %s --interpret --entry=products --arg=inf --arg=0 | FileCheck %s --check-prefix=PRODUCTS
// RUN: chad-run %s --entry=products --arg=inf --arg=0 | FileCheck %s --check-prefix=PRODUCTS
// PRODUCTS: f64 0
// PRODUCTS-NEXT: f64 {{-?}}nan
// PRODUCTS-NEXT: f64 0
// PRODUCTS-NEXT: f64 inf
// PRODUCTS-NEXT: f64 {{-?}}nan
// PRODUCTS-NEXT: f64 0
func.func @products(%k: f64, %zero: f64) -> (f64, f64, f64, f64, f64, f64) {
  %a = chad.absorbing_mul %k, %zero : f64
  %b = chad.absorbing_mul %zero, %k : f64
  %c = chad.absorbing_mul both %zero, %k : f64
  %d = chad.absorbing_mul both %k, %k : f64
  %v = chad.to_linear %k : f64
  %e = chad.scale zero_absorbing %zero, %v : f64, !chad.lin<f64>
  %f = chad.scale zero_absorbing both %zero, %v : f64, !chad.lin<f64>
  %x = chad.from_linear %e : !chad.lin<f64>
  %y = chad.from_linear %f : !chad.lin<f64>
  return %a, %b, %c, %d, %x, %y : f64, f64, f64, f64, f64, f64
}

// Zeros stay zero through an infinite factor where the scaling absorbs them,
// and through the laws of scalings.
// RUN: chad-run %s --interpret --entry=absorbing --arg='[0, 2, nan]' --arg=inf --arg=0 | FileCheck %s --check-prefix=ABSORB
// RUN: chad-opt %s --canonicalize | chad-run - --interpret --entry=absorbing --arg='[0, 2, nan]' --arg=inf --arg=0 | FileCheck %s --check-prefix=ABSORB
// ABSORB: !chad.lin<tensor<3xf64>> [0, inf, nan]
// ABSORB-NEXT: !chad.lin<tensor<3xf64>> [nan, inf, nan]
// ABSORB-NEXT: !chad.lin<tensor<3xf64>> [0, 0, nan]
// ABSORB-NEXT: !chad.lin<tensor<3xf64>> [0, inf, nan]
// ABSORB-NEXT: !chad.copower<(f64), (lin<tensor<?xf64>>)> {(0) tensor ([0, inf, nan])}
func.func @absorbing(%v: !chad.lin<tensor<?xf64>>, %k: f64, %zero: f64)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>,
        !chad.lin<tensor<?xf64>>, !chad.copower<(f64), (lin<tensor<?xf64>>)>) {
  %two = arith.constant 2.0 : f64
  %0 = chad.scale zero_absorbing %k, %v : f64, !chad.lin<tensor<?xf64>>
  %1 = chad.scale %k, %v : f64, !chad.lin<tensor<?xf64>>
  %v0 = chad.scale %zero, %v : f64, !chad.lin<tensor<?xf64>>
  %2 = chad.scale zero_absorbing %k, %v0 : f64, !chad.lin<tensor<?xf64>>
  %v2 = chad.scale zero_absorbing %two, %v : f64, !chad.lin<tensor<?xf64>>
  %3 = chad.scale zero_absorbing %k, %v2 : f64, !chad.lin<tensor<?xf64>>
  %c = chad.copower.singleton (%zero) tensor (%v) : !chad.copower<(f64), (lin<tensor<?xf64>>)>
  %4 = chad.scale zero_absorbing %k, %c : f64, !chad.copower<(f64), (lin<tensor<?xf64>>)>
  return %0, %1, %2, %3, %4
      : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>,
        !chad.lin<tensor<?xf64>>, !chad.copower<(f64), (lin<tensor<?xf64>>)>
}

// The monoid and the scaling of a power work pointwise.
// RUN: chad-run %s --interpret --entry=powers --arg=3 | FileCheck %s --check-prefix=POWER
// POWER: !chad.lin<f64> 30
// POWER-NEXT: !chad.lin<tensor<2xf64>> [0, 0]
func.func @powers(%x: f64) -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  %c2 = arith.constant 2 : index
  %five = arith.constant 5.0 : f64
  %f = chad.lambda (%y : f64) -> !chad.lin<f64> {
    %v = chad.to_linear %y : f64
    chad.yield %v : !chad.lin<f64>
  }
  %zero = chad.zero : (f64) -> !chad.lin<f64>
  %ff = chad.add %f, %f : (f64) -> !chad.lin<f64>
  %ff0 = chad.add %ff, %zero : (f64) -> !chad.lin<f64>
  %g = chad.scale %five, %ff0 : f64, (f64) -> !chad.lin<f64>
  %0 = chad.apply %g(%x) : (f64) -> !chad.lin<f64>
  %wide = chad.zero(%c2) : (f64) -> !chad.lin<tensor<?xf64>>
  %1 = chad.apply %wide(%x) : (f64) -> !chad.lin<tensor<?xf64>>
  return %0, %1 : !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}

// RUN: chad-run %s --interpret --entry=sums --arg=3 | FileCheck %s --check-prefix=SUM
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=sums --arg=3 | FileCheck %s --check-prefix=SUM
// SUM: !chad.sum<(), (f64, index)> inj 1(3, 2)
// SUM-NEXT: f64 3
// SUM-NEXT: f64 -1
// SUM-NEXT: !chad.sum<(lin<f64>), (lin<f64>)> 0
// SUM-NEXT: !chad.sum<(lin<f64>), (lin<f64>)> inj 1(6)
// SUM-NEXT: !chad.lin<f64> 0
func.func @sums(%x: f64)
    -> (!chad.sum<(), (f64, index)>, f64, f64, !chad.sum<(lin<f64>), (lin<f64>)>,
        !chad.sum<(lin<f64>), (lin<f64>)>, !chad.lin<f64>) {
  %c2 = arith.constant 2 : index
  %none = chad.inj 0() : () -> !chad.sum<(), (f64, index)>
  %some = chad.inj 1(%x, %c2) : (f64, index) -> !chad.sum<(), (f64, index)>
  %0 = func.call @orMinusOne(%some) : (!chad.sum<(), (f64, index)>) -> f64
  %1 = func.call @orMinusOne(%none) : (!chad.sum<(), (f64, index)>) -> f64
  %v = chad.to_linear %x : f64
  %zero = chad.zero : !chad.sum<(lin<f64>), (lin<f64>)>
  %r = chad.inj 1(%v) : (!chad.lin<f64>) -> !chad.sum<(lin<f64>), (lin<f64>)>
  %rz = chad.add %zero, %r : !chad.sum<(lin<f64>), (lin<f64>)>
  %rr = chad.add %rz, %r : !chad.sum<(lin<f64>), (lin<f64>)>
  %l = chad.case %zero : !chad.sum<(lin<f64>), (lin<f64>)> -> !chad.lin<f64>
  (%a : !chad.lin<f64>) {
    chad.yield %a : !chad.lin<f64>
  }
  (%b : !chad.lin<f64>) {
    chad.yield %b : !chad.lin<f64>
  }
  return %some, %0, %1, %zero, %rr, %l
      : !chad.sum<(), (f64, index)>, f64, f64, !chad.sum<(lin<f64>), (lin<f64>)>,
        !chad.sum<(lin<f64>), (lin<f64>)>, !chad.lin<f64>
}
func.func private @orMinusOne(%s: !chad.sum<(), (f64, index)>) -> f64 {
  %default = arith.constant -1.0 : f64
  %r = chad.case %s : !chad.sum<(), (f64, index)> -> f64
  () {
    chad.yield %default : f64
  }
  (%x : f64, %i : index) {
    chad.yield %x : f64
  }
  return %r : f64
}

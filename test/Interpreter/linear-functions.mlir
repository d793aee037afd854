// Linear functions: application of each operator and of its transpose.

// A 2x3 matrix M = [[1, 2, 3], [4, 5, 6]] as a lambda; its transpose is found by
// applying it to a basis, and by transposing V of H of S(k).
// RUN: chad-run %s --interpret --entry=matrix --arg='[1, 10, 100]' --arg='[1, 10]' | FileCheck %s --check-prefix=MATRIX
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=matrix --arg='[1, 10, 100]' --arg='[1, 10]' | FileCheck %s --check-prefix=MATRIX
// MATRIX: !chad.lin<tensor<2xf64>> [321, 654]
// MATRIX-NEXT: !chad.lin<tensor<3xf64>> [41, 52, 63]
// MATRIX-NEXT: !chad.lin<tensor<2xf64>> [321, 654]
// MATRIX-NEXT: !chad.lin<tensor<3xf64>> [41, 52, 63]
// MATRIX-NEXT: !chad.lin<tensor<2xf64>> [321, 654]
func.func @matrix(%v: !chad.lin<tensor<3xf64>>, %w: !chad.lin<tensor<2xf64>>)
    -> (!chad.lin<tensor<2xf64>>, !chad.lin<tensor<3xf64>>, !chad.lin<tensor<2xf64>>,
        !chad.lin<tensor<3xf64>>, !chad.lin<tensor<2xf64>>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %f = chad.lfun.lambda (%x : !chad.lin<tensor<3xf64>>) -> !chad.lin<tensor<2xf64>> {
    %r = chad.map (%row in %m : tensor<2x3xf64>) -> !chad.lin<tensor<2xf64>> {
      %p = chad.map (%k in %row : tensor<3xf64>, %e in %x : !chad.lin<tensor<3xf64>>)
          -> !chad.lin<tensor<3xf64>> {
        %s = chad.scale %k, %e : f64, !chad.lin<f64>
        chad.yield %s : !chad.lin<f64>
      }
      %zero = chad.zero : !chad.lin<f64>
      %s = chad.reduce (%a, %b in %p from %zero : !chad.lin<tensor<3xf64>>) {
        %t = chad.add %a, %b : !chad.lin<f64>
        chad.yield %t : !chad.lin<f64>
      }
      chad.yield %s : !chad.lin<f64>
    }
    chad.yield %r : !chad.lin<tensor<2xf64>>
  }
  %g = chad.lfun.vfork %i < %c2 -> !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)> {
    %h = chad.lfun.vjoin %j < %c3 -> !chad.lfun<(lin<tensor<3xf64>>) -> (lin<f64>)> {
      %k = tensor.extract %m[%i, %j] : tensor<2x3xf64>
      %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    chad.yield %h : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<f64>)>
  }
  %0 = chad.lfun.apply %f(%v) : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
  %ft = chad.lfun.transpose %f : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
  %1 = chad.lfun.apply %ft(%w) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<3xf64>>)>
  %2 = chad.lfun.apply %g(%v) : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
  %gt = chad.lfun.transpose %g : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
  %3 = chad.lfun.apply %gt(%w) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<3xf64>>)>
  %gtt = chad.lfun.transpose %gt : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<3xf64>>)>
  %4 = chad.lfun.apply %gtt(%v) : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
  return %0, %1, %2, %3, %4
      : !chad.lin<tensor<2xf64>>, !chad.lin<tensor<3xf64>>, !chad.lin<tensor<2xf64>>,
        !chad.lin<tensor<3xf64>>, !chad.lin<tensor<2xf64>>
}

// Every operator once, on domains of dynamic size: with f v = 2 v + (Σ v) 1, the
// function is (S(2) ∘ f ⋈ (1 + 0)) ∘ inject ∘ project, forked with a projection. ⟨mᵀ t, s⟩ = ⟨t, m s⟩.
!v = !chad.lin<tensor<?xf64>>
!s = !chad.lin<f64>
// RUN: chad-run %s --interpret --entry=operators --arg='[1, 2]' --arg=3 --arg='[5, -1]' --arg='[2, 7]' --arg=4 | FileCheck %s --check-prefix=OP
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=operators --arg='[1, 2]' --arg=3 --arg='[5, -1]' --arg='[2, 7]' --arg=4 | FileCheck %s --check-prefix=OP
// RUN: chad-run %s --interpret --entry=operators --arg='[]' --arg=3 --arg='[]' --arg='[]' --arg=4 | FileCheck %s --check-prefix=OP0
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=operators --arg='[]' --arg=3 --arg='[]' --arg='[]' --arg=4 | FileCheck %s --check-prefix=OP0
// OP: !chad.lin<tensor<2xf64>> [10, 14]
// OP-NEXT: !chad.lin<tensor<2xf64>> [1, 2]
// OP-NEXT: !chad.lin<f64> 3
// OP-NEXT: !chad.lin<tensor<2xf64>> [30, 11]
// OP-NEXT: !chad.lin<f64> 4
// OP-NEXT: f64 64
// OP-NEXT: f64 64
// OP0: !chad.lin<tensor<0xf64>> []
// OP0-NEXT: !chad.lin<tensor<0xf64>> []
// OP0-NEXT: !chad.lin<f64> 3
// OP0-NEXT: !chad.lin<tensor<0xf64>> []
// OP0-NEXT: !chad.lin<f64> 4
// OP0-NEXT: f64 12
// OP0-NEXT: f64 12
func.func @operators(%v: !v, %x: !s, %tv: !v, %tw: !v, %tx: !s)
    -> (!v, !v, !s, !v, !s, f64, f64) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  %raw = chad.from_linear %v : !v
  %n = tensor.dim %raw, %c0 : tensor<?xf64>
  %f = chad.lfun.lambda (%a : !v) domain(%n) -> !v {
    %b = chad.scale %two, %a : f64, !v
    %ones = chad.build %i < %n -> !v {
      %zero = chad.zero : !s
      %t = chad.reduce (%p, %q in %a from %zero : !v) {
        %r = chad.add %p, %q : !s
        chad.yield %r : !s
      }
      chad.yield %t : !s
    }
    %c = chad.add %b, %ones : !v
    chad.yield %c : !v
  }
  %k = chad.lfun.scale %two domain(%n) : f64, !chad.lfun<(!v) -> (!v)>
  %kf = chad.lfun.compose %k, %f : !chad.lfun<(!v) -> (!v)>, !chad.lfun<(!v) -> (!v)>
  %id = chad.lfun.id domain(%n) : !chad.lfun<(!v) -> (!v)>
  %zero = chad.lfun.zero domain(%n) codomain(%n) : !chad.lfun<(!v) -> (!v)>
  %id0 = chad.lfun.add %id, %zero : !chad.lfun<(!v) -> (!v)>, !chad.lfun<(!v) -> (!v)>
  %join = chad.lfun.join %kf, %id0 : !chad.lfun<(!v) -> (!v)>, !chad.lfun<(!v) -> (!v)>
  %inject = chad.lfun.inject [0] codomain(%n, %n) : !chad.lfun<(!v) -> (!v, !v)>
  %first = chad.lfun.project [0] domain(%n) : !chad.lfun<(!v, !s) -> (!v)>
  %left = chad.lfun.compose %join, %inject, %first
      : !chad.lfun<(!v, !v) -> (!v)>, !chad.lfun<(!v) -> (!v, !v)>, !chad.lfun<(!v, !s) -> (!v)>
  %all = chad.lfun.project [0, 1] domain(%n) : !chad.lfun<(!v, !s) -> (!v, !s)>
  %m = chad.lfun.fork %left, %all
      : !chad.lfun<(!v, !s) -> (!v)>, !chad.lfun<(!v, !s) -> (!v, !s)>
  %0:3 = chad.lfun.apply %m(%v, %x) : !chad.lfun<(!v, !s) -> (!v, !v, !s)>
  %mt = chad.lfun.transpose %m : !chad.lfun<(!v, !s) -> (!v, !v, !s)>
  %1:2 = chad.lfun.apply %mt(%tv, %tw, %tx) : !chad.lfun<(!v, !v, !s) -> (!v, !s)>
  %a0 = func.call @dot(%0#0, %tv) : (!v, !v) -> f64
  %a1 = func.call @dot(%0#1, %tw) : (!v, !v) -> f64
  %a2 = func.call @times(%0#2, %tx) : (!s, !s) -> f64
  %a3 = arith.addf %a0, %a1 : f64
  %forward = arith.addf %a3, %a2 : f64
  %b0 = func.call @dot(%1#0, %v) : (!v, !v) -> f64
  %b1 = func.call @times(%1#1, %x) : (!s, !s) -> f64
  %reverse = arith.addf %b0, %b1 : f64
  return %0#0, %0#1, %0#2, %1#0, %1#1, %forward, %reverse : !v, !v, !s, !v, !s, f64, f64
}
func.func private @dot(%v: !v, %w: !v) -> f64 {
  %zero = arith.constant 0.0 : f64
  %a = chad.from_linear %v : !v
  %b = chad.from_linear %w : !v
  %p = arith.mulf %a, %b : tensor<?xf64>
  %s = chad.reduce (%x, %y in %p from %zero : tensor<?xf64>) {
    %t = arith.addf %x, %y : f64
    chad.yield %t : f64
  }
  return %s : f64
}
func.func private @times(%v: !s, %w: !s) -> f64 {
  %a = chad.from_linear %v : !s
  %b = chad.from_linear %w : !s
  %p = arith.mulf %a, %b : f64
  return %p : f64
}

// Vector forms of extent zero.
// RUN: chad-run %s --interpret --entry=empty --arg=3 | FileCheck %s --check-prefix=EMPTY
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=empty --arg=3 | FileCheck %s --check-prefix=EMPTY
// EMPTY: !chad.lin<tensor<0xf64>> []
// EMPTY-NEXT: !chad.lin<tensor<2xf64>> [0, 0]
// EMPTY-NEXT: !chad.lin<f64> 0
func.func @empty(%x: !s) -> (!v, !v, !s) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %fork = chad.lfun.vfork %i < %c0 -> !chad.lfun<(!s) -> (!v)> {
    %id = chad.lfun.id : !chad.lfun<(!s) -> (!s)>
    chad.yield %id : !chad.lfun<(!s) -> (!s)>
  }
  %join = chad.lfun.vjoin %i < %c0 codomain(%c2) -> !chad.lfun<(!v) -> (!v)> {
    %zero = chad.lfun.zero codomain(%c2) : !chad.lfun<(!s) -> (!v)>
    chad.yield %zero : !chad.lfun<(!s) -> (!v)>
  }
  %0 = chad.lfun.apply %fork(%x) : !chad.lfun<(!s) -> (!v)>
  %1 = chad.lfun.apply %join(%0) : !chad.lfun<(!v) -> (!v)>
  %t = chad.lfun.transpose %fork : !chad.lfun<(!s) -> (!v)>
  %2 = chad.lfun.apply %t(%0) : !chad.lfun<(!v) -> (!s)>
  return %0, %1, %2 : !v, !v, !s
}

// A chain of compositions is applied by a loop: deeper than any nesting limit.
// RUN: chad-run %s --interpret --entry=chain --arg=3 | FileCheck %s --check-prefix=CHAIN
// CHAIN: !chad.lin<f64> 3
func.func @chain(%x: !s) -> !s {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20000 : index
  %minus = arith.constant -1.0 : f64
  %id = chad.lfun.id : !chad.lfun<(!s) -> (!s)>
  %f = chad.lfun.scale %minus : f64, !chad.lfun<(!s) -> (!s)>
  %m = scf.for %i = %c0 to %n step %c1 iter_args(%g = %id) -> !chad.lfun<(!s) -> (!s)> {
    %h = chad.lfun.compose %g, %f : !chad.lfun<(!s) -> (!s)>, !chad.lfun<(!s) -> (!s)>
    %t = chad.lfun.transpose %h : !chad.lfun<(!s) -> (!s)>
    scf.yield %t : !chad.lfun<(!s) -> (!s)>
  }
  %r = chad.lfun.apply %m(%x) : !chad.lfun<(!s) -> (!s)>
  return %r : !s
}

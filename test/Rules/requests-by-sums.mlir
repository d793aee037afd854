// Hessians, products with them, linear functions and Jacobians by sums, by arrays of them and of them: compiled, against
// differences.
//
// RUN: %python %S/Inputs/agree.py %s | FileCheck %s
// CHECK: {{[0-9]+}} runs agree

// AGREE: --entry=hvp --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0(0.7)' --arg=-2
// AGREE: --entry=hvp --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])' --arg=4
// AGREE: --entry=hvp --arg='inj 1([])' --arg=0.5 --arg='inj 1([])' --arg=4
// AGREE: --entry=hvp --arg='inj 2()' --arg=0.5 --arg='inj 2()' --arg=3
// AGREE: --entry=hvp_reverse --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0(0.7)' --arg=-2
// AGREE: --entry=hvp_reverse --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])' --arg=4
// AGREE: --entry=hvp_linear --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])' --arg=4
// AGREE: --entry=hvp_of_value --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])'
// AGREE: --entry=hessian --arg='inj 0(1.2, 3)' --arg=0.5
// AGREE: --entry=hessian --arg='inj 1([1, 2, -0.5])' --arg=0.5
// AGREE: --entry=hessian --arg='inj 2()' --arg=0.5
// AGREE: --entry=hessian_reverse --arg='inj 1([1, 2, -0.5])' --arg=0.5
// AGREE: --entry=items_hvp --arg='[inj 0(2, 5), inj 1([3, 4]), inj 0(1, 2)]' --arg='[inj 0(2), inj 1([1, 10]), inj 0(-1)]'
// AGREE: --entry=items_hvp --arg='[]' --arg='[]'
// AGREE: --entry=items_hvp_reverse --arg='[inj 0(2, 5), inj 1([3, 4]), inj 0(1, 2)]' --arg='[inj 0(2), inj 1([1, 10]), inj 0(-1)]'
// AGREE: --entry=grid_hvp --arg='[[inj 0(2, 5), inj 1([3, 4])], [inj 0(1, 2), inj 0(3, 1)], [inj 1([1, 0.5]), inj 0(3, 1)]]' --arg='[[inj 0(2), inj 1([1, 10])], [inj 0(-1), inj 0(4)], [inj 1([0.1, 0.2]), inj 0(3)]]'
// AGREE: --entry=two_items_hessian --arg='[inj 0(2, 5), inj 1([3, 4])]'
// AGREE: --entry=nested_hvp --arg='inj 0(inj 1(2, 3), 5)' --arg='inj 0(inj 1(1, 10), 0.1)'
// AGREE: --entry=nested_hvp --arg='inj 1([inj 0(2, 5), inj 1([3, 4])])' --arg='inj 1([inj 0(2), inj 1([1, 10])])'
// AGREE: --entry=nested_hessian --arg='inj 0(inj 1(2, 3), 5)'
// AGREE: --entry=nested_hessian --arg='inj 0(inj 0(2), 5)'

// AGREE: --entry=linear --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0(0.7)' --arg=-2
// AGREE: --entry=linear --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])' --arg=4
// AGREE: --entry=linear --arg='inj 2()' --arg=0.5 --arg='inj 2()' --arg=4
// AGREE: --entry=dual --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])'
// AGREE: --entry=begin --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0(0.7)' --arg=-2
// AGREE: --entry=composed --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg='inj 1([1, 0.1, 10])' --arg=4
// AGREE: --entry=composed --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0(0.7)' --arg=-2
// AGREE: --entry=chosen --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg=1 --arg='inj 1([1, 0.1, 10])'
// AGREE: --entry=chosen --arg='inj 1([1, 2, -0.5])' --arg=0.5 --arg=0 --arg='inj 1([1, 0.1, 10])'
// AGREE: --entry=items_linear --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[inj 0(2), inj 1([1, 10])]' --arg='[3, 4]'

// AGREE: --entry=made_by_number --arg=0.7 --arg='[1, -2, 3]'
// AGREE: --entry=items_by_items --arg='[inj 0(0.8, 1), inj 1([1.5, 3])]'
// AGREE: --entry=items_by_sum --arg='inj 1(1, 2)'
// AGREE: --entry=items_by_sum --arg='inj 0([1, 2, 3])'
// AGREE: --entry=array_by_nested --arg='inj 1([inj 0(2, 5), inj 1([3, 4])])' --arg='[1, 2, 3]'
// AGREE: --entry=array_by_nested --arg='inj 0(inj 1(2, 3), 5)' --arg='[1, 2, 3]'

// The tags of tangents are those of the point.
// RUN: not chad-run %s --entry=hvp --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2()' --arg=4 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=hvp --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2()' --arg=4 --interpret 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=linear --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2()' --arg=4 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=linear --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2()' --arg=4 --interpret 2>&1 | FileCheck %s --check-prefix=TAG
// TAG: chad: the tag of a tangent or cotangent is not that of the sum

// RUN: chad-run %s --entry=sparse --arg='[inj 0(2, 5), inj 1([3, 4]), inj 0(1, 2)]' | FileCheck %s --check-prefix=SPARSE
// SPARSE: tensor<4xindex> [0, 1, 3, 4]
// SPARSE-NEXT: tensor<4xindex> [0, 5, 6, 2]
// SPARSE-NEXT: tensor<4xf64> [60, 3.375{{.*}}, 2.531{{.*}}, 6]
// RUN: chad-run %s --entry=sparse_of_sum --arg='inj 1([1, 2, -0.5])' --arg=0.5 | FileCheck %s --check-prefix=SPARSE-SUM
// SPARSE-SUM: tensor<6xindex> [0, 0, 2, 4, 6, 6]
// SPARSE-SUM-NEXT: tensor<6xindex> [1, 4, 2, 4, 3, 4]
// SPARSE-SUM-NEXT: tensor<6xf64> [0.5, 1, 0.5, 2, 0.5, -0.5]
// RUN: chad-run %s --entry=sparse_hessian --arg='inj 1([1, 2, -0.5])' --arg=0.5 | FileCheck %s --check-prefix=SPARSE-HESSIAN
// SPARSE-HESSIAN: tensor<6xindex> [0, 0, 2, 4, 6, 9]
// SPARSE-HESSIAN-NEXT: tensor<9xindex> [1, 4, 2, 4, 3, 4, 1, 2, 3]
// SPARSE-HESSIAN-NEXT: tensor<9xf64> [3, 3, 6, 12, -1.5, 0.75, 3, 12, 0.75]

!s = !chad.sum<(f64, i32), (tensor<?xf64>), ()>
!ts = !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), ()>
!gs = !chad.sum<(f64), (tensor<?xf64>), ()>
!item = !chad.sum<(f64, i32), (tensor<2xf64>)>
!titem = !chad.sum<(lin<f64>), (lin<tensor<2xf64>>)>
!gitem = !chad.sum<(f64), (tensor<2xf64>)>

// sin(k·x)·n, k·Σ x³, k³
func.func private @f(%s: !s, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.case %s : !s -> f64
    (%x: f64, %n: i32) {
      %m = arith.sitofp %n : i32 to f64
      %p = arith.mulf %x, %k : f64
      %q = math.sin %p : f64
      %t = arith.mulf %q, %m : f64
      chad.yield %t : f64
    }
    (%xs: tensor<?xf64>) {
      %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %y = arith.mulf %x, %x : f64
        %z = arith.mulf %x, %y : f64
        chad.yield %z : f64
      }
      %t = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
        %c = arith.addf %a, %b : f64
        chad.yield %c : f64
      }
      %u = arith.mulf %t, %k : f64
      chad.yield %u : f64
    }
    () {
      %a = arith.mulf %k, %k : f64
      %b = arith.mulf %a, %k : f64
      chad.yield %b : f64
    }
  return %r : f64
}
func.func @hvp(%s: !s, %k: f64, %v: !gs, %w: f64) -> (!gs, f64) {
  %r:2 = chad.hvp @f(%s, %k) along(%v, %w) wrt [0, 1] : (!s, f64, !gs, f64) -> (!gs, f64)
  return %r#0, %r#1 : !gs, f64
}
func.func @hvp_reverse(%s: !s, %k: f64, %v: !gs, %w: f64) -> (!gs, f64) {
  %r:2 = chad.hvp @f(%s, %k) along(%v, %w) wrt [0, 1] mode<reverse> : (!s, f64, !gs, f64) -> (!gs, f64)
  return %r#0, %r#1 : !gs, f64
}
func.func @hvp_linear(%s: !s, %k: f64, %v: !ts, %w: !chad.lin<f64>) -> (!ts, !chad.lin<f64>) {
  %r:2 = chad.hvp @f(%s, %k) along(%v, %w) wrt [0, 1] : (!s, f64, !ts, !chad.lin<f64>) -> (!ts, !chad.lin<f64>)
  return %r#0, %r#1 : !ts, !chad.lin<f64>
}
func.func @hvp_of_value(%s: !s, %k: f64, %v: !gs) -> !gs {
  %f = chad.lambda (%t : !s) -> f64 {
    %y = func.call @f(%t, %k) : (!s, f64) -> f64
    %z = arith.mulf %y, %y : f64
    chad.yield %z : f64
  }
  %r = chad.hvp %f(%s) along(%v) wrt [0] : ((!s) -> f64, !s, !gs) -> !gs
  return %r : !gs
}
!hs = !chad.sum<(sum<(f64), (tensor<?xf64>), ()>), (sum<(tensor<?xf64>), (tensor<?x?xf64>), ()>), ()>
func.func @hessian(%s: !s, %k: f64) -> (!hs, !gs, !gs, f64) {
  %h:4 = chad.hessian @f(%s, %k) wrt [0, 1] : (!s, f64) -> (!hs, !gs, !gs, f64)
  return %h#0, %h#1, %h#2, %h#3 : !hs, !gs, !gs, f64
}
func.func @hessian_reverse(%s: !s, %k: f64) -> !hs {
  %h = chad.hessian @f(%s, %k) wrt [0] mode<reverse> : (!s, f64) -> !hs
  return %h : !hs
}

// n·x³, sin(x·y)
func.func private @value(%s: !item) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = chad.case %s : !item -> f64
    (%a: f64, %n: i32) {
      %m = arith.sitofp %n : i32 to f64
      %p = arith.mulf %a, %m : f64
      %q = arith.mulf %a, %a : f64
      %r = arith.mulf %p, %q : f64
      chad.yield %r : f64
    }
    (%t: tensor<2xf64>) {
      %x = tensor.extract %t[%c0] : tensor<2xf64>
      %y = tensor.extract %t[%c1] : tensor<2xf64>
      %p = arith.mulf %x, %y : f64
      %q = math.sin %p : f64
      chad.yield %q : f64
    }
  return %v : f64
}
func.func private @values(%items: tensor<?x!item>) -> tensor<?xf64> {
  %vs = chad.map (%s in %items : tensor<?x!item>) -> tensor<?xf64> {
    %v = func.call @value(%s) : (!item) -> f64
    chad.yield %v : f64
  }
  return %vs : tensor<?xf64>
}
// (Σ value)²
func.func private @total(%items: tensor<?x!item>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %vs = func.call @values(%items) : (tensor<?x!item>) -> tensor<?xf64>
  %t = chad.reduce (%a, %b in %vs from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %r = arith.mulf %t, %t : f64
  return %r : f64
}
func.func private @total_of_two(%items: tensor<2x!item>) -> f64 {
  %all = tensor.cast %items : tensor<2x!item> to tensor<?x!item>
  %r = func.call @total(%all) : (tensor<?x!item>) -> f64
  return %r : f64
}
func.func private @total_of_grid(%items: tensor<?x2x!item>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %vs = chad.map (%row in %items : tensor<?x2x!item>) -> tensor<?xf64> {
    %v = func.call @total_of_two(%row) : (tensor<2x!item>) -> f64
    %s = math.sin %v : f64
    chad.yield %s : f64
  }
  %t = chad.reduce (%a, %b in %vs from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %t : f64
}
func.func @items_hvp(%items: tensor<?x!item>, %v: tensor<?x!gitem>) -> tensor<?x!gitem> {
  %r = chad.hvp @total(%items) along(%v) wrt [0] : (tensor<?x!item>, tensor<?x!gitem>) -> tensor<?x!gitem>
  return %r : tensor<?x!gitem>
}
func.func @items_hvp_reverse(%items: tensor<?x!item>, %v: tensor<?x!gitem>) -> tensor<?x!gitem> {
  %r = chad.hvp @total(%items) along(%v) wrt [0] mode<reverse> : (tensor<?x!item>, tensor<?x!gitem>) -> tensor<?x!gitem>
  return %r : tensor<?x!gitem>
}
func.func @grid_hvp(%items: tensor<?x2x!item>, %v: tensor<?x2x!gitem>) -> tensor<?x2x!gitem> {
  %r = chad.hvp @total_of_grid(%items) along(%v) wrt [0] : (tensor<?x2x!item>, tensor<?x2x!gitem>) -> tensor<?x2x!gitem>
  return %r : tensor<?x2x!gitem>
}
!h2 = !chad.sum<(tensor<2x!chad.sum<(f64), (tensor<2xf64>)>>), (tensor<2x2x!chad.sum<(f64), (tensor<2xf64>)>>)>
func.func @two_items_hessian(%items: tensor<2x!item>) -> tensor<2x!h2> {
  %r = chad.hessian @total_of_two(%items) wrt [0] : (tensor<2x!item>) -> tensor<2x!h2>
  return %r : tensor<2x!h2>
}

// A sum that holds a sum, or an array of sums.
!pair = !chad.sum<(f64), (f64, f64)>
!nested = !chad.sum<(!pair, f64), (tensor<?x!item>)>
!gnested = !chad.sum<(!pair, f64), (tensor<?x!gitem>)>
func.func private @nested(%s: !nested) -> f64 {
  %r = chad.case %s : !nested -> f64
    (%p: !pair, %k: f64) {
      %q = chad.case %p : !pair -> f64
        (%x: f64) {
          %y = arith.mulf %x, %x : f64
          chad.yield %y : f64
        }
        (%x: f64, %y: f64) {
          %z = arith.mulf %x, %y : f64
          chad.yield %z : f64
        }
      %t = arith.mulf %q, %k : f64
      %u = math.sin %t : f64
      chad.yield %u : f64
    }
    (%items: tensor<?x!item>) {
      %t = func.call @total(%items) : (tensor<?x!item>) -> f64
      chad.yield %t : f64
    }
  return %r : f64
}
func.func @nested_hvp(%s: !nested, %v: !gnested) -> !gnested {
  %r = chad.hvp @nested(%s) along(%v) wrt [0] : (!nested, !gnested) -> !gnested
  return %r : !gnested
}
!outer = !chad.sum<(!pair, f64), (f64)>
func.func private @within(%s: !outer) -> f64 {
  %r = chad.case %s : !outer -> f64
    (%p: !pair, %k: f64) {
      %c = arith.constant 1 : i32
      %t = chad.inj 0(%p, %k) : (!pair, f64) -> !nested
      %u = func.call @nested(%t) : (!nested) -> f64
      chad.yield %u : f64
    }
    (%x: f64) {
      %y = arith.mulf %x, %x : f64
      chad.yield %y : f64
    }
  return %r : f64
}
!row = !chad.sum<(sum<(f64), (f64, f64)>, f64), (f64)>
!hn = !chad.sum<(!chad.sum<(!row), (!row, !row)>, !row), (!row)>
func.func @nested_hessian(%s: !outer) -> !hn {
  %r = chad.hessian @within(%s) wrt [0] : (!outer) -> !hn
  return %r : !hn
}

// Linear functions of tangents of sums.
!r = !chad.sum<(f64), (tensor<?xf64>), (f64)>
!tr = !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), (lin<f64>)>
// sin(x)·n, xs·k, k²
func.func private @g(%s: !s, %k: f64) -> !r {
  %r = chad.case %s : !s -> !r
    (%x: f64, %n: i32) {
      %m = arith.sitofp %n : i32 to f64
      %q = math.sin %x : f64
      %p = arith.mulf %q, %m : f64
      %i = chad.inj 0(%p) : (f64) -> !r
      chad.yield %i : !r
    }
    (%xs: tensor<?xf64>) {
      %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %y = arith.mulf %x, %k : f64
        chad.yield %y : f64
      }
      %i = chad.inj 1(%ys) : (tensor<?xf64>) -> !r
      chad.yield %i : !r
    }
    () {
      %q = arith.mulf %k, %k : f64
      %i = chad.inj 2(%q) : (f64) -> !r
      chad.yield %i : !r
    }
  return %r : !r
}
!m = !chad.lfun<(!ts, lin<f64>) -> (!tr)>
func.func @linear(%s: !s, %k: f64, %ds: !ts, %dk: !chad.lin<f64>) -> (!r, !tr) {
  %r, %m = chad.linearize @g(%s, %k) wrt [0, 1] of [0] : (!s, f64) -> (!r, !m)
  %dr = chad.lfun.apply %m(%ds, %dk) : !m
  return %r, %dr : !r, !tr
}
func.func @dual(%s: !s, %k: f64, %dr: !tr) -> (!r, !ts, !chad.lin<f64>) {
  %r, %m = chad.linearize @g(%s, %k) wrt [0, 1] of [0] as<dual> : (!s, f64) -> (!r, !m)
  %t = chad.lfun.transpose %m : !m
  %d:2 = chad.lfun.apply %t(%dr) : !chad.lfun<(!tr) -> (!ts, lin<f64>)>
  return %r, %d#0, %d#1 : !r, !ts, !chad.lin<f64>
}
func.func @begin(%s: !s, %k: f64, %ds: !ts, %dk: !chad.lin<f64>) -> (!r, !tr) {
  %r, %m = chad.linearize @g(%s, %k) wrt [0, 1] of [0] as<begin> : (!s, f64) -> (!r, !m)
  %dr = chad.lfun.apply %m(%ds, %dk) : !m
  return %r, %dr : !r, !tr
}
// 2·(mᵀ ∘ m)
func.func @composed(%s: !s, %k: f64, %ds: !ts, %dk: !chad.lin<f64>) -> (!ts, !chad.lin<f64>) {
  %r, %m = chad.linearize @g(%s, %k) wrt [0, 1] of [0] : (!s, f64) -> (!r, !m)
  %t = chad.lfun.transpose %m : !m
  %n = chad.lfun.compose %t, %m : !chad.lfun<(!tr) -> (!ts, lin<f64>)>, !m
  %a = chad.lfun.add %n, %n : !chad.lfun<(!ts, lin<f64>) -> (!ts, lin<f64>)>, !chad.lfun<(!ts, lin<f64>) -> (!ts, lin<f64>)>
  %d:2 = chad.lfun.apply %a(%ds, %dk) : !chad.lfun<(!ts, lin<f64>) -> (!ts, lin<f64>)>
  return %d#0, %d#1 : !ts, !chad.lin<f64>
}
// At one of two points, in a branch.
!ms = !chad.lfun<(!ts) -> (!tr)>
func.func @chosen(%s: !s, %k: f64, %p: i1, %ds: !ts) -> !tr {
  %m = scf.if %p -> !ms {
    %r, %m = chad.linearize @g(%s, %k) wrt [0] of [0] : (!s, f64) -> (!r, !ms)
    scf.yield %m : !ms
  } else {
    %kk = arith.mulf %k, %k : f64
    %r, %m = chad.linearize @g(%s, %kk) wrt [0] of [0] : (!s, f64) -> (!r, !ms)
    scf.yield %m : !ms
  }
  %dr = chad.lfun.apply %m(%ds) : !ms
  return %dr : !tr
}
!mi = !chad.lfun<(tensor<?x!titem>) -> (lin<tensor<?xf64>>)>
func.func @items_linear(%items: tensor<?x!item>, %d: tensor<?x!titem>, %c: !chad.lin<tensor<?xf64>>) -> (!chad.lin<tensor<?xf64>>, tensor<?x!titem>) {
  %r, %m = chad.linearize @values(%items) wrt [0] : (tensor<?x!item>) -> (tensor<?xf64>, !mi)
  %dr = chad.lfun.apply %m(%d) : !mi
  %t = chad.lfun.transpose %m : !mi
  %di = chad.lfun.apply %t(%c) : !chad.lfun<(lin<tensor<?xf64>>) -> (tensor<?x!titem>)>
  return %dr, %di : !chad.lin<tensor<?xf64>>, tensor<?x!titem>
}

// Jacobians of arrays of sums.
!made = !chad.sum<(f64), (tensor<2xf64>, i32)>
!gmade = !chad.sum<(f64), (tensor<2xf64>)>
// x·k² if x is positive, (x·k, k) otherwise.
func.func private @make(%k: f64, %xs: tensor<?xf64>) -> tensor<?x!made> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : i32
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!made> {
    %q = arith.mulf %x, %k : f64
    %p = arith.cmpf ogt, %x, %zero : f64
    %s = scf.if %p -> !made {
      %v = arith.mulf %q, %k : f64
      %t = chad.inj 0(%v) : (f64) -> !made
      scf.yield %t : !made
    } else {
      %v = tensor.from_elements %q, %k : tensor<2xf64>
      %t = chad.inj 1(%v, %one) : (tensor<2xf64>, i32) -> !made
      scf.yield %t : !made
    }
    chad.yield %s : !made
  }
  return %r : tensor<?x!made>
}
func.func @made_by_number(%k: f64, %xs: tensor<?xf64>) -> tensor<?x!gmade> {
  %j = chad.jacobian @make(%k, %xs) wrt [0] of [0] : (f64, tensor<?xf64>) -> tensor<?x!gmade>
  return %j : tensor<?x!gmade>
}
func.func private @remake(%items: tensor<2x!item>) -> tensor<?x!made> {
  %all = tensor.cast %items : tensor<2x!item> to tensor<?x!item>
  %vs = func.call @values(%all) : (tensor<?x!item>) -> tensor<?xf64>
  %k = func.call @total(%all) : (tensor<?x!item>) -> f64
  %r = func.call @make(%k, %vs) : (f64, tensor<?xf64>) -> tensor<?x!made>
  return %r : tensor<?x!made>
}
!jmade = !chad.sum<(tensor<2x!gitem>), (tensor<2x2x!gitem>)>
func.func @items_by_items(%items: tensor<2x!item>) -> tensor<?x!jmade> {
  %j = chad.jacobian @remake(%items) wrt [0] of [0] : (tensor<2x!item>) -> tensor<?x!jmade>
  return %j : tensor<?x!jmade>
}
!some = !chad.sum<(tensor<3xf64>), (f64, f64)>
func.func private @from_sum(%s: !some) -> tensor<?x!made> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %k, %xs = chad.case %s : !some -> (f64, tensor<?xf64>)
    (%v: tensor<3xf64>) {
      %x = tensor.extract %v[%c2] : tensor<3xf64>
      %w = tensor.cast %v : tensor<3xf64> to tensor<?xf64>
      chad.yield %x, %w : f64, tensor<?xf64>
    }
    (%x: f64, %y: f64) {
      %z = arith.negf %y : f64
      %v = tensor.from_elements %x, %z : tensor<2xf64>
      %w = tensor.cast %v : tensor<2xf64> to tensor<?xf64>
      chad.yield %y, %w : f64, tensor<?xf64>
    }
  %r = func.call @make(%k, %xs) : (f64, tensor<?xf64>) -> tensor<?x!made>
  return %r : tensor<?x!made>
}
!jsome = !chad.sum<(sum<(tensor<3xf64>), (f64, f64)>), (sum<(tensor<2x3xf64>), (tensor<2xf64>, tensor<2xf64>)>)>
func.func @items_by_sum(%s: !some) -> tensor<?x!jsome> {
  %j = chad.jacobian @from_sum(%s) wrt [0] of [0] : (!some) -> tensor<?x!jsome>
  return %j : tensor<?x!jsome>
}
// An array by a sum that holds an array of sums: the dimensions of the result come first.
func.func private @scaled(%s: !nested, %xs: tensor<?xf64>) -> tensor<?xf64> {
  %k = func.call @nested(%s) : (!nested) -> f64
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %k : f64
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}
!jscaled = !chad.sum<(sum<(tensor<?xf64>), (tensor<?xf64>, tensor<?xf64>)>, tensor<?xf64>), (tensor<?x?x!gitem>)>
func.func @array_by_nested(%s: !nested, %xs: tensor<?xf64>) -> !jscaled {
  %j = chad.jacobian @scaled(%s, %xs) wrt [0] : (!nested, tensor<?xf64>) -> !jscaled
  return %j : !jscaled
}

// Sparse Jacobians: the columns are the numbers of all alternatives, of which those that the tags do not name have no entries.
func.func @sparse(%items: tensor<?x!item>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) {
  %o, %c, %v = chad.jacobian @values(%items) wrt [0] {sparse} : (tensor<?x!item>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %o, %c, %v : tensor<?xindex>, tensor<?xindex>, tensor<?xf64>
}
func.func @sparse_of_sum(%s: !s, %k: f64) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) {
  %o, %c, %v = chad.jacobian @g(%s, %k) wrt [0, 1] of [0] {sparse} : (!s, f64) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %o, %c, %v : tensor<?xindex>, tensor<?xindex>, tensor<?xf64>
}
func.func private @gradient(%s: !s, %k: f64) -> (!gs, f64) {
  %g:2 = chad.grad @f(%s, %k) wrt [0, 1] : (!s, f64) -> (!gs, f64)
  return %g#0, %g#1 : !gs, f64
}
func.func @sparse_hessian(%s: !s, %k: f64) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) {
  %o, %c, %v = chad.jacobian @gradient(%s, %k) wrt [0, 1] of [0, 1] {sparse, symmetric} : (!s, f64) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %o, %c, %v : tensor<?xindex>, tensor<?xindex>, tensor<?xf64>
}

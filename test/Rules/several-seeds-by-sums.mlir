// Several tangents, or cotangents, at once of sums and of arrays of sums: compiled, against differences. Tangents of a
// sum have its tag, once, and arrays of tangents in its alternatives; those of an array of sums are an array of one
// more dimension.
//
// RUN: %python %S/Inputs/agree.py %s | FileCheck %s
// CHECK: {{[0-9]+}} runs agree

// AGREE: --entry=forward --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0([0.7, 1, -2])' --arg='[-2, 0, 1]'
// AGREE: --entry=forward --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([[1, 0.1], [0, 1], [2, 2]])' --arg='[4, 0, 1]'
// AGREE: --entry=forward --arg='inj 1([])' --arg=0.5 --arg='inj 1([[], [], []])' --arg='[4, 0, 1]'
// AGREE: --entry=forward --arg='inj 2()' --arg=0.5 --arg='inj 2()' --arg='[4, 0, 1]'
// AGREE: --entry=forward_any --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0([0.7, 1])' --arg='[-2, 0]'
// AGREE: --entry=forward_any --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([[1, 0.1], [0, 1], [2, 2]])' --arg='[4, 0, 1]'
// AGREE: --entry=forward_any --arg='inj 2()' --arg=0.5 --arg='inj 2()' --arg='[4, 0, 1]'
// AGREE: --entry=forward_any --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([])' --arg='[]'
// AGREE: --entry=made --arg='[1, 2]' --arg=0 --arg='[[1, 0.1], [0, 1], [2, 2]]' --arg='[3, 4, 5]'
// AGREE: --entry=made --arg='[1, 2]' --arg=1 --arg='[[1, 0.1], [0, 1], [2, 2]]' --arg='[3, 4, 5]'
// AGREE: --entry=only_sum --arg='inj 2()' --arg=0.5 --arg='inj 2()'
// AGREE: --entry=only_sum --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0([0.7, 1, -2])'
// AGREE: --entry=reverse --arg='inj 0(1.2, 3)' --arg=0.5 --arg='inj 0([0.7, 1, -2])'
// AGREE: --entry=reverse --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([[1, 0.1], [0, 1], [2, 2]])'
// AGREE: --entry=reverse --arg='inj 2()' --arg=0.5 --arg='inj 2([1, 2, 3])'
// AGREE: --entry=reverse_number --arg='inj 1([1, 2])' --arg=0.5 --arg='[1, 3]'
// AGREE: --entry=reverse_number --arg='inj 2()' --arg=0.5 --arg='[1, 3]'
// AGREE: --entry=items_forward --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[[inj 0(2), inj 1([1, 10])], [inj 0(-1), inj 1([0, 1])], [inj 0(0), inj 1([1, 0])]]'
// AGREE: --entry=items_reverse --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[1, 0.5, -1]'
// AGREE: --entry=items_reverse --arg='[]' --arg='[1, 0.5, -1]'
// AGREE: --entry=items_by_items --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[[inj 0(2), inj 1([1, 10])], [inj 0(-1), inj 1([0, 1])]]'
// AGREE: --entry=items_back --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[[inj 0(2), inj 1([1, 10])], [inj 0(-1), inj 1([0, 1])]]'
// AGREE: --entry=nested_forward --arg='inj 0(inj 1(2, 3), 5)' --arg='inj 0(inj 1([1, 0], [10, 1]), [0.1, 0.2])'
// AGREE: --entry=nested_forward --arg='inj 1([inj 0(2, 5), inj 1([3, 4])])' --arg='inj 1([[inj 0(2), inj 1([1, 10])], [inj 0(-1), inj 1([0, 1])]])'
// AGREE: --entry=nested_reverse --arg='inj 0(inj 0(2), 5)' --arg='[1, 2]'
// AGREE: --entry=nested_reverse --arg='inj 1([inj 0(2, 5), inj 1([3, 4])])' --arg='[1, 2, 3]'
// AGREE: --entry=of_value --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([[1, 0.1], [0, 1], [2, 2]])'

// Derivatives of these.
// RUN: chad-run %s --entry=floats --arg='[1, 2]' --arg='[[1, 0.1], [0, 1], [2, 2]]' --arg='[4, 0, 1]' --grad-check | FileCheck %s --check-prefix=SECOND
// RUN: chad-run %s --entry=items_reverse_floats --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[1, 0.5, -1]' --wrt=1 --grad-check | FileCheck %s --check-prefix=SECOND
// AGREE: --entry=items_second --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[1, 0.5, -1]'
// SECOND: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// SECOND: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

// The tags of all tangents are those of the point, and their number is one for all.
// RUN: not chad-run %s --entry=forward --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 2()' --arg='[4, 0, 1]' 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=forward --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 2()' --arg='[4, 0, 1]' --interpret 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=items_forward --arg='[inj 0(2, 5)]' --arg='[[inj 0(2)], [inj 1([0, 1])], [inj 0(0)]]' 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=items_forward --arg='[inj 0(2, 5)]' --arg='[[inj 0(2)], [inj 1([0, 1])], [inj 0(0)]]' --interpret 2>&1 | FileCheck %s --check-prefix=TAG
// TAG: chad: the tag of a tangent or cotangent is not that of the sum
// RUN: not chad-run %s --entry=forward_any --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([[1, 0.1]])' --arg='[4, 0, 1]' 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not chad-run %s --entry=forward_any --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([[1, 0.1]])' --arg='[4, 0, 1]' --interpret 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: {{several extents: 3 and 1|one array has 1 elements, another 3}}

!s = !chad.sum<(f64, i32), (tensor<?xf64>), ()>
!s3 = !chad.sum<(lin<tensor<3xf64>>), (lin<tensor<3x?xf64>>), ()>
!sn = !chad.sum<(lin<tensor<?xf64>>), (lin<tensor<?x?xf64>>), ()>
!s2 = !chad.sum<(lin<tensor<2xf64>>), (lin<tensor<2x?xf64>>), ()>
!r = !chad.sum<(f64), (tensor<?xf64>), (f64)>
!r3 = !chad.sum<(lin<tensor<3xf64>>), (lin<tensor<3x?xf64>>), (lin<tensor<3xf64>>)>
!rn = !chad.sum<(lin<tensor<?xf64>>), (lin<tensor<?x?xf64>>), (lin<tensor<?xf64>>)>
!l3 = !chad.lin<tensor<3xf64>>
!ln = !chad.lin<tensor<?xf64>>

// sin(x)·n + k, xs·k + k, k², and of all of them a sum.
func.func private @g(%s: !s, %k: f64) -> (!r, f64) {
  %zero = arith.constant 0.0 : f64
  %r, %f = chad.case %s : !s -> (!r, f64)
    (%x: f64, %n: i32) {
      %m = arith.sitofp %n : i32 to f64
      %q = math.sin %x : f64
      %p = arith.mulf %q, %m : f64
      %t = arith.addf %p, %k : f64
      %i = chad.inj 0(%t) : (f64) -> !r
      chad.yield %i, %t : !r, f64
    }
    (%xs: tensor<?xf64>) {
      %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %y = arith.mulf %x, %k : f64
        %z = math.sin %y : f64
        chad.yield %z : f64
      }
      %t = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
        %c = arith.addf %a, %b : f64
        chad.yield %c : f64
      }
      %i = chad.inj 1(%ys) : (tensor<?xf64>) -> !r
      chad.yield %i, %t : !r, f64
    }
    () {
      %q = arith.mulf %k, %k : f64
      %i = chad.inj 2(%q) : (f64) -> !r
      chad.yield %i, %q : !r, f64
    }
  return %r, %f : !r, f64
}
func.func @forward(%s: !s, %k: f64, %ds: !s3, %dk: !l3) -> (!r, f64, !r3, !l3) {
  %r:4 = chad.jvp @g(%s, %k) along(%ds, %dk) wrt [0, 1] of [0, 1] : (!s, f64, !s3, !l3) -> (!r, f64, !r3, !l3)
  return %r#0, %r#1, %r#2, %r#3 : !r, f64, !r3, !l3
}
func.func @forward_any(%s: !s, %k: f64, %ds: !sn, %dk: !ln) -> (!r, f64, !rn, !ln) {
  %r:4 = chad.jvp @g(%s, %k) along(%ds, %dk) wrt [0, 1] of [0, 1] : (!s, f64, !sn, !ln) -> (!r, f64, !rn, !ln)
  return %r#0, %r#1, %r#2, %r#3 : !r, f64, !rn, !ln
}
// The sum, and its tangents, are made by the program.
func.func @made(%xs: tensor<?xf64>, %p: i1, %dxs: !chad.lin<tensor<?x?xf64>>, %dk: !ln) -> !ln {
  %k = arith.constant 2.0 : f64
  %s, %ds = scf.if %p -> (!s, !sn) {
    %i = chad.inj 1(%xs) : (tensor<?xf64>) -> !s
    %j = chad.inj 1(%dxs) : (!chad.lin<tensor<?x?xf64>>) -> !sn
    scf.yield %i, %j : !s, !sn
  } else {
    %i = chad.inj 2() : () -> !s
    %j = chad.inj 2() : () -> !sn
    scf.yield %i, %j : !s, !sn
  }
  %r:3 = chad.jvp @g(%s, %k) along(%ds, %dk) wrt [0, 1] of [1] : (!s, f64, !sn, !ln) -> (!r, f64, !ln)
  return %r#2 : !ln
}
// The sum of sines of all tangents.
func.func @floats(%xs: tensor<?xf64>, %dxs: tensor<?x?xf64>, %dk: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %yes = arith.constant true
  %a = chad.to_linear %dxs : tensor<?x?xf64>
  %b = chad.to_linear %dk : tensor<?xf64>
  %l = func.call @made(%xs, %yes, %a, %b) : (tensor<?xf64>, i1, !chad.lin<tensor<?x?xf64>>, !ln) -> !ln
  %dys = chad.from_linear %l : !ln
  %s = chad.map (%y in %dys : tensor<?xf64>) -> tensor<?xf64> {
    %q = math.sin %y : f64
    chad.yield %q : f64
  }
  %t = chad.reduce (%u, %v in %s from %zero : tensor<?xf64>) {
    %c = arith.addf %u, %v : f64
    chad.yield %c : f64
  }
  return %t : f64
}
func.func @only_sum(%s: !s, %k: f64, %ds: !s3) -> !l3 {
  %r:3 = chad.jvp @g(%s, %k) along(%ds) wrt [0] of [1] : (!s, f64, !s3) -> (!r, f64, !l3)
  return %r#2 : !l3
}
func.func @reverse(%s: !s, %k: f64, %dr: !r3) -> (!r, f64, !s3, !l3) {
  %r:4 = chad.vjp @g(%s, %k) seed(%dr) wrt [0, 1] of [0] : (!s, f64, !r3) -> (!r, f64, !s3, !l3)
  return %r#0, %r#1, %r#2, %r#3 : !r, f64, !s3, !l3
}
func.func @reverse_number(%s: !s, %k: f64, %dy: !ln) -> (!sn, !ln) {
  %r:4 = chad.vjp @g(%s, %k) seed(%dy) wrt [0, 1] of [1] : (!s, f64, !ln) -> (!r, f64, !sn, !ln)
  return %r#2, %r#3 : !sn, !ln
}
func.func @of_value(%s: !s, %k: f64, %ds: !s3) -> !l3 {
  %f = chad.lambda (%t : !s) -> f64 {
    %r, %y = func.call @g(%t, %k) : (!s, f64) -> (!r, f64)
    %z = arith.mulf %y, %y : f64
    chad.yield %z : f64
  }
  %r:2 = chad.jvp %f(%s) along(%ds) wrt [0] : ((!s) -> f64, !s, !s3) -> (f64, !l3)
  return %r#1 : !l3
}

!item = !chad.sum<(f64, i32), (tensor<2xf64>)>
!titem = !chad.sum<(lin<f64>), (lin<tensor<2xf64>>)>
!ritem = !chad.sum<(f64), ()>
!tritem = !chad.sum<(lin<f64>), ()>
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
func.func private @total(%items: tensor<?x!item>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %vs = chad.map (%s in %items : tensor<?x!item>) -> tensor<?xf64> {
    %v = func.call @value(%s) : (!item) -> f64
    chad.yield %v : f64
  }
  %t = chad.reduce (%a, %b in %vs from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %r = arith.mulf %t, %t : f64
  return %r : f64
}
// An array of sums of an array of sums: of each item its value, twice, as the same alternative.
func.func private @again(%items: tensor<?x!item>) -> tensor<?x!item> {
  %r = chad.map (%s in %items : tensor<?x!item>) -> tensor<?x!item> {
    %v = func.call @value(%s) : (!item) -> f64
    %i = chad.case %s : !item -> !item
      (%a: f64, %n: i32) {
        %i = chad.inj 0(%v, %n) : (f64, i32) -> !item
        chad.yield %i : !item
      }
      (%t: tensor<2xf64>) {
        %u = chad.map (%x in %t : tensor<2xf64>) -> tensor<2xf64> {
          %y = arith.mulf %x, %v : f64
          chad.yield %y : f64
        }
        %i = chad.inj 1(%u) : (tensor<2xf64>) -> !item
        chad.yield %i : !item
      }
    chad.yield %i : !item
  }
  return %r : tensor<?x!item>
}
func.func @items_forward(%items: tensor<?x!item>, %v: tensor<3x?x!titem>) -> (f64, !l3) {
  %r:2 = chad.jvp @total(%items) along(%v) wrt [0] : (tensor<?x!item>, tensor<3x?x!titem>) -> (f64, !l3)
  return %r#0, %r#1 : f64, !l3
}
func.func @items_reverse(%items: tensor<?x!item>, %dy: !ln) -> (f64, tensor<?x?x!titem>) {
  %r:2 = chad.vjp @total(%items) seed(%dy) wrt [0] : (tensor<?x!item>, !ln) -> (f64, tensor<?x?x!titem>)
  return %r#0, %r#1 : f64, tensor<?x?x!titem>
}
func.func @items_by_items(%items: tensor<?x!item>, %v: tensor<?x?x!titem>) -> (tensor<?x!item>, tensor<?x?x!titem>) {
  %r:2 = chad.jvp @again(%items) along(%v) wrt [0] of [0] : (tensor<?x!item>, tensor<?x?x!titem>) -> (tensor<?x!item>, tensor<?x?x!titem>)
  return %r#0, %r#1 : tensor<?x!item>, tensor<?x?x!titem>
}
func.func @items_back(%items: tensor<?x!item>, %v: tensor<?x?x!titem>) -> tensor<?x?x!titem> {
  %r:2 = chad.vjp @again(%items) seed(%v) wrt [0] of [0] : (tensor<?x!item>, tensor<?x?x!titem>) -> (tensor<?x!item>, tensor<?x?x!titem>)
  return %r#1 : tensor<?x?x!titem>
}
// The sum of sines of all cotangents.
func.func @items_reverse_floats(%items: tensor<?x!item>, %dy: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %l = chad.to_linear %dy : tensor<?xf64>
  %r:2 = chad.vjp @total(%items) seed(%l) wrt [0] : (tensor<?x!item>, !ln) -> (f64, tensor<?x?x!titem>)
  %s = chad.map (%row in %r#1 : tensor<?x?x!titem>) -> tensor<?xf64> {
    %fs = chad.map (%i in %row : tensor<?x!titem>) -> tensor<?xf64> {
      %f = chad.case %i : !titem -> f64
        (%a: !chad.lin<f64>) {
          %b = chad.from_linear %a : !chad.lin<f64>
          chad.yield %b : f64
        }
        (%t: !chad.lin<tensor<2xf64>>) {
          %c1 = arith.constant 1 : index
          %u = chad.from_linear %t : !chad.lin<tensor<2xf64>>
          %b = tensor.extract %u[%c1] : tensor<2xf64>
          chad.yield %b : f64
        }
      chad.yield %f : f64
    }
    %p = chad.reduce (%a, %b in %fs from %zero : tensor<?xf64>) {
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    %q = math.sin %p : f64
    chad.yield %q : f64
  }
  %t = chad.reduce (%a, %b in %s from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %t : f64
}

!gitem = !chad.sum<(f64), (tensor<2xf64>)>
func.func @items_second(%items: tensor<?x!item>, %dy: tensor<?xf64>) -> (tensor<?x!gitem>, tensor<?xf64>) {
  %g:2 = chad.grad @items_reverse_floats(%items, %dy) wrt [0, 1] : (tensor<?x!item>, tensor<?xf64>) -> (tensor<?x!gitem>, tensor<?xf64>)
  return %g#0, %g#1 : tensor<?x!gitem>, tensor<?xf64>
}

// A sum that holds a sum, or an array of sums.
!pair = !chad.sum<(f64), (f64, f64)>
!pair2 = !chad.sum<(lin<tensor<2xf64>>), (lin<tensor<2xf64>>, lin<tensor<2xf64>>)>
!pairn = !chad.sum<(!ln), (!ln, !ln)>
!nested = !chad.sum<(!pair, f64), (tensor<?x!item>)>
!nested2 = !chad.sum<(!pair2, lin<tensor<2xf64>>), (tensor<2x?x!titem>)>
!nestedn = !chad.sum<(!pairn, !ln), (tensor<?x?x!titem>)>
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
func.func @nested_forward(%s: !nested, %v: !nested2) -> !chad.lin<tensor<2xf64>> {
  %r:2 = chad.jvp @nested(%s) along(%v) wrt [0] : (!nested, !nested2) -> (f64, !chad.lin<tensor<2xf64>>)
  return %r#1 : !chad.lin<tensor<2xf64>>
}
func.func @nested_reverse(%s: !nested, %dy: !ln) -> !nestedn {
  %r:2 = chad.vjp @nested(%s) seed(%dy) wrt [0] : (!nested, !ln) -> (f64, !nestedn)
  return %r#1 : !nestedn
}

// Tangents and cotangents of sums, and Jacobians by them: forward and reverse mode agree, compiled and interpreted.
//
// RUN: chad-run %s --entry=forward --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 0(1)' --arg=2 | FileCheck %s --check-prefix=SCALAR
// RUN: chad-run %s --entry=forward --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 0(1)' --arg=2 --interpret | FileCheck %s --check-prefix=SCALAR
// SCALAR: !chad.sum<(f64), (tensor<?xf64>), (f64)> inj 0(6)
// SCALAR-NEXT: !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), (lin<f64>)> inj 0({{3|2.99999|3.00000}}
// RUN: chad-run %s --entry=forward --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([1, 10])' --arg=4 | FileCheck %s --check-prefix=ARRAY
// RUN: chad-run %s --entry=forward --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([1, 10])' --arg=4 --interpret | FileCheck %s --check-prefix=ARRAY
// ARRAY: inj 1([0.5, 1])
// ARRAY-NEXT: inj 1([{{4.5|4.49999|4.50000}}{{.*}}, {{13|12.9999|13.0000}}

// RUN: chad-run %s --entry=reverse --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([1, 10])' | FileCheck %s --check-prefix=REVERSE
// RUN: chad-run %s --entry=reverse --arg='inj 1([1, 2])' --arg=0.5 --arg='inj 1([1, 10])' --interpret | FileCheck %s --check-prefix=REVERSE
// REVERSE: inj 1([0.5, 1])
// REVERSE-NEXT: !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), ()> inj 1([{{0.5|0.49999|0.50000}}{{.*}}, {{5|4.9999|5.0000}}
// REVERSE-NEXT: {{21|20.9999|21.0000}}
// RUN: chad-run %s --entry=reverse --arg='inj 2()' --arg=0.5 --arg='inj 2(3)' | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --entry=reverse --arg='inj 2()' --arg=0.5 --arg='inj 2(3)' --interpret | FileCheck %s --check-prefix=EMPTY
// EMPTY: inj 2(0.5)
// EMPTY-NEXT: inj 2()
// EMPTY-NEXT: {{3|2.99999|3.00000}}

// The tag of a tangent is that of the sum.
// RUN: not chad-run %s --entry=forward --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2()' --arg=4 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=forward --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2()' --arg=4 --interpret 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=reverse --arg='inj 0(2, 3)' --arg=0.5 --arg='inj 2(1)' 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=items_forward --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[inj 0(2), inj 0(3)]' 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not chad-run %s --entry=items_forward --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[inj 0(2), inj 0(3)]' --interpret 2>&1 | FileCheck %s --check-prefix=TAG
// TAG: chad: the tag of a tangent or cotangent is not that of the sum

// RUN: chad-run %s --entry=jacobians --arg='inj 1([1, 2])' --arg=0.5 | FileCheck %s --check-prefix=JACOBIANS
// RUN: chad-run %s --entry=jacobians --arg='inj 1([1, 2])' --arg=0.5 --interpret | FileCheck %s --check-prefix=JACOBIANS
// JACOBIANS: !chad.sum<(sum<(f64), (tensor<?xf64>), ()>), (sum<(tensor<?xf64>), (tensor<?x?xf64>), ()>), (sum<(f64), (tensor<?xf64>), ()>)> inj 1(inj 1({{\[\[}}{{0.5|0.49999|0.50000}}{{.*}}, 0], [0, {{0.5|0.49999|0.50000}}
// JACOBIANS-NEXT: inj 1([{{1|0.9999|1.000}}{{.*}}, {{2|1.9999|2.000}}

// RUN: chad-run %s --entry=items_jacobian --arg='[inj 0(2, 5), inj 1([3, 4])]' | FileCheck %s --check-prefix=ITEMS
// RUN: chad-run %s --entry=items_jacobian --arg='[inj 0(2, 5), inj 1([3, 4])]' --interpret | FileCheck %s --check-prefix=ITEMS
// ITEMS: tensor<2x2x!chad.sum<(f64), (tensor<2xf64>)>> {{\[\[}}inj 0({{5|4.9999|5.000}}{{.*}}), inj 1([0, 0])], [inj 0(0), inj 1([{{4|3.9999|4.000}}{{.*}}, {{3|2.9999|3.000}}
// RUN: chad-run %s --entry=items_forward --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[inj 0(2), inj 1([1, 10])]' | FileCheck %s --check-prefix=FORWARD
// RUN: chad-run %s --entry=items_forward --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[inj 0(2), inj 1([1, 10])]' --interpret | FileCheck %s --check-prefix=FORWARD
// FORWARD: [10, 12]
// FORWARD-NEXT: [{{10|9.9999|10.000}}{{.*}}, {{34|33.9999|34.000}}
// RUN: chad-run %s --entry=items_reverse --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[1, 10]' | FileCheck %s --check-prefix=BACK
// RUN: chad-run %s --entry=items_reverse --arg='[inj 0(2, 5), inj 1([3, 4])]' --arg='[1, 10]' --interpret | FileCheck %s --check-prefix=BACK
// BACK: [10, 12]
// BACK-NEXT: [inj 0({{5|4.9999|5.000}}{{.*}}), inj 1([{{40|39.999|40.000}}{{.*}}, {{30|29.999|30.000}}

!s = !chad.sum<(f64, i32), (tensor<?xf64>), ()>
!ts = !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), ()>
!gs = !chad.sum<(f64), (tensor<?xf64>), ()>
!r = !chad.sum<(f64), (tensor<?xf64>), (f64)>
!tr = !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), (lin<f64>)>
!item = !chad.sum<(f64, i32), (tensor<2xf64>)>
!titem = !chad.sum<(lin<f64>), (lin<tensor<2xf64>>)>
!gitem = !chad.sum<(f64), (tensor<2xf64>)>

// A number times an integer; an array times k; k.
func.func private @f(%s: !s, %k: f64) -> !r {
  %r = chad.case %s : !s -> !r
    (%x: f64, %n: i32) {
      %m = arith.sitofp %n : i32 to f64
      %p = arith.mulf %x, %m : f64
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
      %i = chad.inj 2(%k) : (f64) -> !r
      chad.yield %i : !r
    }
  return %r : !r
}
func.func @forward(%s: !s, %k: f64, %ds: !ts, %dk: !chad.lin<f64>) -> (!r, !tr) {
  %r, %dr = chad.jvp @f(%s, %k) along(%ds, %dk) wrt [0, 1] of [0]
      : (!s, f64, !ts, !chad.lin<f64>) -> (!r, !tr)
  return %r, %dr : !r, !tr
}
func.func @reverse(%s: !s, %k: f64, %dr: !tr) -> (!r, !ts, !chad.lin<f64>) {
  %r, %ds, %dk = chad.vjp @f(%s, %k) seed(%dr) wrt [0, 1] of [0]
      : (!s, f64, !tr) -> (!r, !ts, !chad.lin<f64>)
  return %r, %ds, %dk : !r, !ts, !chad.lin<f64>
}
!js = !chad.sum<(sum<(f64), (tensor<?xf64>), ()>), (sum<(tensor<?xf64>), (tensor<?x?xf64>), ()>), (sum<(f64), (tensor<?xf64>), ()>)>
!jk = !chad.sum<(f64), (tensor<?xf64>), (f64)>
func.func @jacobians(%s: !s, %k: f64) -> (!js, !jk) {
  %j:2 = chad.jacobian @f(%s, %k) wrt [0, 1] of [0] : (!s, f64) -> (!js, !jk)
  return %j#0, %j#1 : !js, !jk
}

// For each item a number: a product with an integer, or a product of two numbers.
func.func private @items(%items: tensor<?x!item>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %vs = chad.map (%s in %items : tensor<?x!item>) -> tensor<?xf64> {
    %v = chad.case %s : !item -> f64
      (%a: f64, %n: i32) {
        %m = arith.sitofp %n : i32 to f64
        %p = arith.mulf %a, %m : f64
        chad.yield %p : f64
      }
      (%t: tensor<2xf64>) {
        %x = tensor.extract %t[%c0] : tensor<2xf64>
        %y = tensor.extract %t[%c1] : tensor<2xf64>
        %p = arith.mulf %x, %y : f64
        chad.yield %p : f64
      }
    chad.yield %v : f64
  }
  return %vs : tensor<?xf64>
}
func.func @items_forward(%items: tensor<?x!item>, %d: tensor<?x!titem>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>) {
  %r, %dr = chad.jvp @items(%items) along(%d) wrt [0]
      : (tensor<?x!item>, tensor<?x!titem>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  return %r, %dr : tensor<?xf64>, !chad.lin<tensor<?xf64>>
}
func.func @items_reverse(%items: tensor<?x!item>, %d: !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, tensor<?x!titem>) {
  %r, %dr = chad.vjp @items(%items) seed(%d) wrt [0]
      : (tensor<?x!item>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, tensor<?x!titem>)
  return %r, %dr : tensor<?xf64>, tensor<?x!titem>
}
func.func @items_jacobian(%items: tensor<?x!item>) -> tensor<?x?x!gitem> {
  %j = chad.jacobian @items(%items) wrt [0] : (tensor<?x!item>) -> tensor<?x?x!gitem>
  return %j : tensor<?x?x!gitem>
}

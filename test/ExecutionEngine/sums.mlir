// Sums that public functions return: compiled code gives those that the interpreter gives.
//
// DEFINE: %{f} = chad-run %s --entry=f --arg=2 --arg='[1, 2]'
// RUN: %{f} --arg=0 | FileCheck %s --check-prefix=FIRST
// RUN: %{f} --arg=0 --interpret | FileCheck %s --check-prefix=FIRST
// FIRST: !chad.sum<(f64), (tensor<?xf64>, index), ()> inj 0(2)
// FIRST-NEXT: f64 2
// RUN: %{f} --arg=1 | FileCheck %s --check-prefix=SECOND
// RUN: %{f} --arg=1 --interpret | FileCheck %s --check-prefix=SECOND
// SECOND: !chad.sum<(f64), (tensor<?xf64>, index), ()> inj 1([1, 2], 1)
// RUN: %{f} --arg=2 | FileCheck %s --check-prefix=THIRD
// RUN: %{f} --arg=2 --interpret | FileCheck %s --check-prefix=THIRD
// THIRD: !chad.sum<(f64), (tensor<?xf64>, index), ()> inj 2()
// RUN: chad-run %s --entry=g --arg=2 --arg=3 | FileCheck %s --check-prefix=ONE
// ONE: !chad.sum<(f32, i64)> inj 0(2, 3)
// RUN: chad-run %s --entry=h --arg=1 --arg=true | FileCheck %s --check-prefix=NESTED
// RUN: chad-run %s --entry=h --arg=1 --arg=true --interpret | FileCheck %s --check-prefix=NESTED
// NESTED: inj 0(inj 0(1))

!s = !chad.sum<(f64), (tensor<?xf64>, index), ()>
!one = !chad.sum<(f32, i64)>
!n = !chad.sum<(!s), (f64)>
func.func @f(%x: f64, %a: tensor<?xf64>, %k: index) -> (!s, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.cmpi eq, %k, %c0 : index
  %q = arith.cmpi eq, %k, %c1 : index
  %r = scf.if %p -> !s {
    %u = chad.inj 0(%x) : (f64) -> !s
    scf.yield %u : !s
  } else {
    %v = scf.if %q -> !s {
      %u = chad.inj 1(%a, %k) : (tensor<?xf64>, index) -> !s
      scf.yield %u : !s
    } else {
      %u = chad.inj 2() : () -> !s
      scf.yield %u : !s
    }
    scf.yield %v : !s
  }
  return %r, %x : !s, f64
}
func.func @g(%x: f32, %i: i64) -> !one {
  %u = chad.inj 0(%x, %i) : (f32, i64) -> !one
  return %u : !one
}
func.func @h(%x: f64, %p: i1) -> !n {
  %s = chad.inj 0(%x) : (f64) -> !s
  %a = chad.inj 0(%s) : (!s) -> !n
  %b = chad.inj 1(%x) : (f64) -> !n
  %r = arith.select %p, %a, %b : !n
  return %r : !n
}

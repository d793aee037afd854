// Linear functions as results of public functions: what one captures of what another has as operand, here the size of
// its domain, and linear functions of tangents of sums.
// RUN: chad-run %s --emit=obj -o %t.o
// RUN: chad-run %s --emit=header -o - | FileCheck %s
// CHECK: int32_t chad_row_result1_apply(const chad_row_result1 *function, const chad_f64_1d *arg1, double *result);
// CHECK: int32_t chad_row_result1_transpose(const chad_row_result1 *function, double arg1, chad_f64_1d *result);
// CHECK: int32_t chad_shape_result1_apply(const chad_shape_result1 *function, const chad_applied_v *arg1, double *result);
// CHECK: int32_t chad_shape_result1_transpose(const chad_shape_result1 *function, double arg1, chad_applied_v *result);
// RUN: chad-run %s --entry=applied --arg='inj 1(2, 3)' --arg='inj 1(1, 10)' | FileCheck %s --check-prefix=APPLIED
// RUN: chad-run %s --entry=applied --arg='inj 1(2, 3)' --arg='inj 1(1, 10)' --interpret | FileCheck %s --check-prefix=APPLIED
// APPLIED: !chad.lin<f64> 23
// RUN: not chad-run %s --entry=applied --arg='inj 1(2, 3)' --arg='inj 0(1)' 2>&1 | FileCheck %s --check-prefix=TAG
// TAG: chad: the tag of a tangent or cotangent is not that of the sum

!to = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
func.func private @first(%xs: tensor<?xf64>, %p: i1) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %r = scf.if %p -> f64 {
    %x = tensor.extract %xs[%c0] : tensor<?xf64>
    %s = arith.mulf %x, %x : f64
    scf.yield %s : f64
  } else {
    scf.yield %zero : f64
  }
  return %r : f64
}
func.func @row(%xs: tensor<?xf64>, %p: i1) -> (f64, !to) {
  %y, %m = chad.linearize @first(%xs, %p) : (tensor<?xf64>, i1) -> (f64, !to)
  return %y, %m : f64, !to
}

!s = !chad.sum<(f64), (f64, f64)>
!ts = !chad.sum<(lin<f64>), (lin<f64>, lin<f64>)>
!m = !chad.lfun<(!ts) -> (lin<f64>)>
func.func private @area(%s: !s) -> f64 {
  %a = chad.case %s : !s -> f64
    (%r: f64) {
      %p = arith.mulf %r, %r : f64
      chad.yield %p : f64
    }
    (%w: f64, %h: f64) {
      %p = arith.mulf %w, %h : f64
      chad.yield %p : f64
    }
  return %a : f64
}
func.func @shape(%s: !s) -> (f64, !m) {
  %y, %m = chad.linearize @area(%s) wrt [0] : (!s) -> (f64, !m)
  return %y, %m : f64, !m
}
// A linear function of tangents of sums in a box.
chad.record @map (!m)
func.func private @boxed(%s: !s) -> !chad.box<@map> {
  %y, %m = chad.linearize @area(%s) wrt [0] : (!s) -> (f64, !m)
  %b = chad.box(%m) : (!m) -> !chad.box<@map>
  return %b : !chad.box<@map>
}
func.func @applied(%s: !s, %v: !ts) -> !chad.lin<f64> {
  %b = func.call @boxed(%s) : (!s) -> !chad.box<@map>
  %m = chad.open %b : !chad.box<@map> -> !m
  %r = chad.lfun.apply %m(%v) : !m
  return %r : !chad.lin<f64>
}

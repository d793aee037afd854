// A gradient by sums is one by the floats in them; its tags are those of the arguments.
//
// RUN: chad-opt %s --chad-lower-sums | FileCheck %s

!s = !chad.sum<(f64, index), (tensor<?xf64>), ()>
!ds = !chad.sum<(f64), (tensor<?xf64>), ()>
!e = !chad.sum<(i1, f32), (!chad.sum<(f32), ()>)>
!de = !chad.sum<(f32), (!chad.sum<(f32), ()>)>
// CHECK: func.func private @f(index, f64, index, tensor<?xf64>, tensor<?xi1>, tensor<?xi1>, tensor<?xf32>, tensor<?xi1>, tensor<?xf32>, f64) -> (f64, i1, f32)
func.func private @f(!s, tensor<?x!e>, f64) -> (f64, !chad.sum<(f32), ()>)
// CHECK-LABEL: func.func @gradient(
// CHECK-SAME: %[[T:.*]]: index, %[[A:.*]]: f64, %[[N:.*]]: index, %[[XS:.*]]: tensor<?xf64>, %[[TS:.*]]: tensor<?xi1>, %[[BS:.*]]: tensor<?xi1>, %[[CS:.*]]: tensor<?xf32>, %[[US:.*]]: tensor<?xi1>, %[[ES:.*]]: tensor<?xf32>, %[[X:.*]]: f64)
func.func @gradient(%s: !s, %es: tensor<?x!e>, %x: f64) -> (!ds, tensor<?x!de>, f64) {
  // CHECK: %[[G:.*]]:5 = chad.grad @f(%[[T]], %[[A]], %[[N]], %[[XS]], %[[TS]], %[[BS]], %[[CS]], %[[US]], %[[ES]], %[[X]]) wrt [1, 3, 6, 8, 9] of [0]
  %ds, %des, %dx = chad.grad @f(%s, %es, %x) wrt [0, 1, 2] of [0]
      : (!s, tensor<?x!e>, f64) -> (!ds, tensor<?x!de>, f64)
  // CHECK: return %[[T]], %[[G]]#0, %[[G]]#1, %[[TS]], %[[G]]#2, %[[US]], %[[G]]#3, %[[G]]#4
  return %ds, %des, %dx : !ds, tensor<?x!de>, f64
}

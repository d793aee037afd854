// Tangents and cotangents of sums are those of the floats in them; their tags are those of the sums, which is asserted.
//
// RUN: chad-opt %s --chad-lower-sums | FileCheck %s

!s = !chad.sum<(f64, index), (tensor<?xf64>), ()>
!ts = !chad.sum<(lin<f64>), (lin<tensor<?xf64>>), ()>
!gs = !chad.sum<(f64), (tensor<?xf64>), ()>
!e = !chad.sum<(f32), ()>
!te = !chad.sum<(lin<f32>), ()>
// CHECK: func.func private @f(index, f64, index, tensor<?xf64>, tensor<?xi1>, tensor<?xf32>) -> (f64, i1, f32)
func.func private @f(!s, tensor<?x!e>) -> (f64, !e)

// CHECK-LABEL: func.func @forward(
// CHECK-SAME: %[[T:.*]]: index, %[[A:.*]]: f64, %[[N:.*]]: index, %[[XS:.*]]: tensor<?xf64>, %[[TS:.*]]: tensor<?xi1>, %[[ES:.*]]: tensor<?xf32>, %[[DT:.*]]: index, %[[DA:.*]]: !chad.lin<f64>, %[[DXS:.*]]: !chad.lin<tensor<?xf64>>, %[[DTS:.*]]: tensor<?xi1>, %[[DES:.*]]: !chad.lin<tensor<?xf32>>)
func.func @forward(%s: !s, %es: tensor<?x!e>, %ds: !ts, %des: tensor<?x!te>) -> (!te, !chad.lin<f64>) {
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[DT]], %[[T]] : index
  // CHECK: cf.assert %[[SAME]], "chad: the tag of a tangent or cotangent is not that of the sum"
  // CHECK: chad.map (%[[X:.*]] in %[[DTS]] : tensor<?xi1>, %[[Y:.*]] in %[[TS]] : tensor<?xi1>)
  // CHECK-NEXT: arith.cmpi ne, %[[X]], %[[Y]] : i1
  // CHECK: chad.reduce
  // CHECK: cf.assert
  // CHECK: %[[R:.*]]:5 = chad.jvp @f(%[[T]], %[[A]], %[[N]], %[[XS]], %[[TS]], %[[ES]]) along(%[[DA]], %[[DXS]], %[[DES]]) wrt [1, 3, 5] of [0, 2]
  %y, %e, %dy, %de = chad.jvp @f(%s, %es) along(%ds, %des) wrt [0, 1] of [0, 1]
      : (!s, tensor<?x!e>, !ts, tensor<?x!te>) -> (f64, !e, !chad.lin<f64>, !te)
  // CHECK: return %[[R]]#1, %[[R]]#4, %[[R]]#3
  return %de, %dy : !te, !chad.lin<f64>
}

// CHECK-LABEL: func.func @reverse(
// CHECK-SAME: %[[T:.*]]: index, %[[A:.*]]: f64, %[[N:.*]]: index, %[[XS:.*]]: tensor<?xf64>, %[[TS:.*]]: tensor<?xi1>, %[[ES:.*]]: tensor<?xf32>, %[[DT:.*]]: i1, %[[DE:.*]]: !chad.lin<f32>)
func.func @reverse(%s: !s, %es: tensor<?x!e>, %de: !te) -> (!ts, tensor<?x!te>) {
  // CHECK: %[[R:.*]]:6 = chad.vjp @f(%[[T]], %[[A]], %[[N]], %[[XS]], %[[TS]], %[[ES]]) seed(%[[DE]]) wrt [1, 3, 5] of [2]
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[DT]], %[[R]]#1 : i1
  // CHECK: cf.assert %[[SAME]]
  %y, %e, %ds, %des = chad.vjp @f(%s, %es) seed(%de) wrt [0, 1] of [1]
      : (!s, tensor<?x!e>, !te) -> (f64, !e, !ts, tensor<?x!te>)
  // CHECK: return %[[T]], %[[R]]#3, %[[R]]#4, %[[TS]], %[[R]]#5
  return %ds, %des : !ts, tensor<?x!te>
}

// The tags of results are those of a call.
// CHECK-LABEL: func.func @jacobian(
// CHECK-SAME: %[[T:[^:]*]]: index
!je = !chad.sum<(sum<(f32), (tensor<?xf32>), ()>), ()>
func.func @jacobian(%s: !s, %es: tensor<?x!e>) -> (!gs, !je) {
  // CHECK: %[[J:.*]]:4 = chad.jacobian @f({{.*}}) wrt [1, 3] of [0, 2]
  // CHECK: %[[Y:.*]]:3 = call @f(
  %j:2 = chad.jacobian @f(%s, %es) wrt [0] of [0, 1] : (!s, tensor<?x!e>) -> (!gs, !je)
  // CHECK: return %[[T]], %[[J]]#0, %[[J]]#1, %[[Y]]#1, %[[T]], %[[J]]#2, %[[J]]#3
  return %j#0, %j#1 : !gs, !je
}

// Of several tangents of a sum there is one tag; of those of an array of sums there are as many as tangents. An alternative that
// the tag does not name gets as many tangents as there are.
!sn = !chad.sum<(lin<tensor<?xf64>>), (lin<tensor<?x?xf64>>), ()>
!ten = tensor<?x?x!te>
// CHECK-LABEL: func.func @several(
// CHECK-SAME: %[[T:.*]]: index, %[[A:.*]]: f64, %[[N:.*]]: index, %[[XS:.*]]: tensor<?xf64>, %[[TS:.*]]: tensor<?xi1>, %[[ES:.*]]: tensor<?xf32>, %[[DT:.*]]: index, %[[DA:.*]]: !chad.lin<tensor<?xf64>>, %[[DXS:.*]]: !chad.lin<tensor<?x?xf64>>, %[[DTS:.*]]: tensor<?x?xi1>, %[[DES:.*]]: !chad.lin<tensor<?x?xf32>>)
func.func @several(%s: !s, %es: tensor<?x!e>, %ds: !sn, %des: !ten) -> !chad.lin<tensor<?xf64>> {
  // CHECK: %[[NUMBER:.*]] = tensor.dim %[[DTS]], %{{.*}} : tensor<?x?xi1>
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq, %[[DT]], %[[ZERO]] : index
  // CHECK-NEXT: %[[ALL:.*]] = scf.if %[[FIRST]] -> (!chad.lin<tensor<?xf64>>)
  // CHECK-NEXT: scf.yield %[[DA]]
  // CHECK: chad.zero(%[[NUMBER]])
  // CHECK: arith.cmpi eq, %[[DT]], %[[T]] : index
  // CHECK: chad.build %{{.*}} < %{{.*}} -> tensor<?x?xi1>
  // CHECK-NEXT: chad.yield %[[TS]]
  // CHECK: cf.assert
  // CHECK: chad.jvp @f({{.*}}) along(%[[ALL]], %{{.*}}, %[[DES]])
  %y, %e, %dy = chad.jvp @f(%s, %es) along(%ds, %des) wrt [0, 1] of [0]
      : (!s, tensor<?x!e>, !sn, !ten) -> (f64, !e, !chad.lin<tensor<?xf64>>)
  return %dy : !chad.lin<tensor<?xf64>>
}

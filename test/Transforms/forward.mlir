// RUN: chad-opt %s --split-input-file --chad-forward=function=f --canonicalize --chad-verify-linear | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-forward='function=f dual' --canonicalize --chad-verify-linear | FileCheck %s --check-prefix=DUAL

// CHECK-LABEL: func @f.forward(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64) -> (f64, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>)
// CHECK:         %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK:         chad.lfun.lambda (%[[DX:.*]]: !chad.lin<f64>, %[[DY:.*]]: !chad.lin<f64>)
// CHECK-DAG:       %[[A:.*]] = chad.scale %[[Y]], %[[DX]]
// CHECK-DAG:       %[[B:.*]] = chad.scale %[[X]], %[[DY]]
// CHECK:           %[[DP:.*]] = chad.add %[[A]], %[[B]]
// CHECK:           %[[C:.*]] = math.cos %[[P]]
// CHECK:           %[[DS:.*]] = chad.scale %[[C]], %[[DP]]
// CHECK:           chad.yield %[[DS]]

// DUAL-LABEL: func @f.jvp(
// DUAL-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[DX:.*]]: !chad.lin<f64>, %[[DY:.*]]: !chad.lin<f64>) -> (f64, !chad.lin<f64>)
// DUAL:         return %{{.*}}, %{{.*}} : f64, !chad.lin<f64>
func.func @f(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  %s = math.sin %p : f64
  return %s : f64
}

// -----

// Dual numbers: one loop that carries states and their tangents; nothing is kept.
//
// DUAL-LABEL: func @f.jvp(
// DUAL-SAME:    %[[XS:.*]]: tensor<?xf64>, %[[S:.*]]: f64, %[[DXS:.*]]: !chad.lin<tensor<?xf64>>, %[[DS:.*]]: !chad.lin<f64>)
// DUAL:         %[[R:.*]]:2 = chad.fold (%{{.*}} in %[[XS]] : tensor<?xf64>, %{{.*}} in %[[DXS]] : !chad.lin<tensor<?xf64>>) with (%{{.*}} = %[[S]] : f64, %{{.*}} = %[[DS]] : !chad.lin<f64>) {
// DUAL:         return %[[R]]#0, %[[R]]#1

// In a linear function of its own the tangents take the loop again.
//
// CHECK-LABEL: func @f.forward(
// CHECK:         chad.fold ({{.*}}) with ({{.*}} : f64) {
// CHECK:         chad.lfun.lambda (%[[DXS:.*]]: !chad.lin<tensor<?xf64>>, %[[DS:.*]]: !chad.lin<f64>)
// CHECK:           %[[R:.*]]:2 = chad.fold
// CHECK:           chad.yield %[[R]]#1
func.func @f(%xs: tensor<?xf64>, %s0: f64) -> f64 {
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64) {
    %p = arith.mulf %x, %s : f64
    chad.yield %p : f64
  }
  return %r : f64
}

// -----

// An associative body on dual numbers is associative.
//
// DUAL-LABEL: func @f.jvp(
// DUAL:         chad.scan left exclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf64>, %{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : !chad.lin<tensor<?xf64>>)
// CHECK-LABEL: func @f.forward(
func.func @f(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %r = chad.scan left exclusive (%a, %x in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}

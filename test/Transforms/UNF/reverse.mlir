// RUN: chad-opt %s --chad-to-unf --chad-unf-reverse --chad-verify-linear | FileCheck %s
// RUN: chad-opt %s --chad-to-unf --chad-unf-reverse --chad-from-unf --chad-verify-linear \
// RUN:   | FileCheck %s --check-prefix=OUT --implicit-check-not=chad.unf

// A map: the cotangent of k goes through the loop, the sine is kept, zeros are made where
// values were dropped.
// CHECK-LABEL: func.func @map.reverse
// CHECK: %[[M:.*]]:2 = chad.map
// CHECK: chad.lfun.lambda (%[[V:.*]]: !chad.lin<tensor<?xf64>>)
// CHECK: %[[D0:.*]] = chad.unf.enter(%[[V]]) : !chad.ctx<[lin<tensor<?xf64>>]>
// CHECK: chad.unf.proj_t %[[D0]][0, 2] sizes(%{{.*}})
// CHECK: chad.unf.map_t [%[[DK:.*]]: !chad.lin<f64>, %{{.*}}: !chad.lin<tensor<?xf64>>{{.*}}] (%[[X:.*]] in %arg1 : tensor<?xf64>) keeping (%[[S:.*]] in %[[M]]#1 : tensor<?xf64>) (%[[Z:[^:]*]]: !chad.lin<f64>) of
// CHECK-DAG: %[[A:.*]] = chad.scale %[[S]], %[[Z]]
// CHECK-DAG: %[[NEXT:.*]] = chad.add %[[DK]], %[[A]]
// CHECK-DAG: %[[C:.*]] = math.cos %[[X]]
// CHECK: chad.yield %[[NEXT]],
// CHECK: %[[G:.*]]:2 = chad.unf.leave
// CHECK: chad.yield %[[G]]#0, %[[G]]#1
// OUT-LABEL: func.func @map.reverse
// OUT: chad.fold ({{.*}}) with (%{{.*}} = %{{.*}} : !chad.lin<f64>) collect (!chad.lin<tensor<?xf64>>)
func.func @map(%k: f64, %xs: tensor<?xf64>) -> tensor<?xf64> {
  %m = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.sin %x : f64
    %p = arith.mulf %k, %s : f64
    chad.yield %p : f64
  }
  return %m : tensor<?xf64>
}

// Sums and products have transposes of their own, which run in parallel.
// CHECK-LABEL: func.func @combine.reverse
// CHECK: chad.unf.scan_t left inclusive
// CHECK: adjoint {{.*}} (%{{.*}}: f64, %{{.*}}: f64, %[[Z:.*]]: !chad.lin<f64>) {
// CHECK-NEXT: chad.yield {{.*}}, %[[Z]], %[[Z]] :
// CHECK: chad.unf.reduce_t
// CHECK: adjoint {{.*}} (%[[A:.*]]: f64, %[[X:.*]]: f64, %[[W:.*]]: !chad.lin<f64>) {
// CHECK-DAG: %[[DA:.*]] = chad.scale %[[X]], %[[W]]
// CHECK-DAG: %[[DX:.*]] = chad.scale %[[A]], %[[W]]
// CHECK-NEXT: chad.yield {{.*}}, %[[DA]], %[[DX]] :
// OUT-LABEL: func.func @combine.reverse
// OUT: chad.scan right inclusive {{.*}} !chad.lin<tensor<?xf64>>
// OUT-DAG: chad.scan left exclusive
// OUT-DAG: chad.scan right exclusive
func.func @combine(%xs: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = chad.reduce (%a, %x in %xs from %one : tensor<?xf64>) {
    %t = arith.mulf %a, %x : f64
    chad.yield %t : f64
  }
  %q = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  return %p, %q : f64, tensor<?xf64>
}

// A body that reads the context: `var`, the op, `proj`, backwards.
// CHECK-LABEL: func.func @body.reverse
// CHECK: %[[D:.*]] = chad.unf.proj_t %{{.*}} : {{.*}} -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>, lin<tensor<?xf64>>, lin<f64>, lin<f64>]>
// CHECK-NEXT: %[[E:.*]] = chad.unf.op_t (%[[Z:.*]]: !chad.lin<f64>) of %[[D]]
// CHECK: chad.fold right
// CHECK: chad.unf.var_t %[[E]][0]
func.func @body(%k: f64, %xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %k, %p : f64
    %s = arith.addf %a, %x : f64
    %t = arith.addf %s, %q : f64
    chad.yield %t : f64
  }
  return %r : f64
}

// What nothing depends on is dropped; an integer has no cotangent.
// CHECK-LABEL: func.func @inactive.reverse
// CHECK: chad.lfun.lambda
// CHECK: chad.unf.proj_t {{.*}} -> !chad.ctx<[lin<f64>, lin<index>, lin<f64>]>
// CHECK-NOT: math
// CHECK: chad.unf.op_t
// CHECK-NEXT: chad.scale
func.func @inactive(%x: f64, %n: index) -> f64 {
  %s = math.floor %x : f64
  %p = arith.mulf %x, %s : f64
  return %p : f64
}

// One result twice, an argument as a result.
// CHECK-LABEL: func.func @copies.reverse
// OUT-LABEL: func.func @copies.reverse
// OUT: chad.lfun.lambda (%[[A:.*]]: !chad.lin<f64>, %[[B:.*]]: !chad.lin<f64>, %[[C:[^:]*]]: !chad.lin<f64>)
func.func @copies(%x: f64) -> (f64, f64, f64) {
  %s = math.sin %x : f64
  return %s, %x, %s : f64, f64, f64
}

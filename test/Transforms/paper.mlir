// The programs of Vákár & Smeding 2022, Fig. 1 and 2 (appendix B.1 to B.3), and their derivatives in the forms
// that the paper gives.
//
// RUN: chad-opt %s --chad-remove-functions --chad-differentiate --chad-simplify=inline-all \
// RUN:   --chad-erase-linear --canonicalize --cse --symbol-dce | FileCheck %s

func.func private @first_order_forward(%x: f64) -> (f64, f64, f64) {
  %two = arith.constant 2.0 : f64
  %y = arith.mulf %two, %x : f64
  %z = arith.mulf %x, %y : f64
  %w = math.cos %z : f64
  return %y, %z, %w : f64, f64, f64
}
func.func private @first_order_reverse(%x1: f64, %x2: f64, %x3: f64, %x4: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %a = arith.mulf %x1, %x4 : f64
  %b = arith.mulf %two, %x2 : f64
  %y = arith.addf %a, %b : f64
  %z = arith.mulf %y, %x3 : f64
  %w = arith.addf %z, %x4 : f64
  %v = math.sin %w : f64
  return %v : f64
}
func.func private @replicated(%x: f64, %n: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %f = chad.lambda (%z : f64) -> f64 {
    %p = arith.mulf %x, %z : f64
    %s = arith.addf %p, %one : f64
    chad.yield %s : f64
  }
  %zs = tensor.splat %x[%n] : tensor<?xf64>
  %ys = chad.map (%z in %zs : tensor<?xf64>) -> tensor<?xf64> {
    %y = chad.apply %f(%z) : (f64) -> f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}
func.func private @summed(%x1: f64, %x2: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %f = chad.lambda (%x2i : f64) -> f64 {
    %p = arith.mulf %x1, %x2i : f64
    chad.yield %p : f64
  }
  %ys = chad.map (%x2i in %x2 : tensor<?xf64>) -> tensor<?xf64> {
    %y = chad.apply %f(%x2i) : (f64) -> f64
    chad.yield %y : f64
  }
  %w = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %w : f64
}
// CHECK-LABEL: @fig1c
// CHECK-SAME: (%[[X:.*]]: f64, %[[DX:.*]]: f64)
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.0
// CHECK-DAG: %[[Y:.*]] = arith.mulf %[[X]], %[[TWO]]
// CHECK-DAG: %[[DY:.*]] = arith.mulf %[[DX]], %[[TWO]]
// CHECK-DAG: %[[Z:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-DAG: %[[P:.*]] = arith.mulf %[[Y]], %[[DX]]
// CHECK-DAG: %[[Q:.*]] = arith.mulf %[[X]], %[[DY]]
// CHECK-DAG: %[[DZ:.*]] = arith.addf %[[P]], %[[Q]]
// CHECK-DAG: %[[W:.*]] = math.cos %[[Z]]
// CHECK-DAG: %[[S:.*]] = math.sin %[[Z]]
// CHECK-DAG: %[[N:.*]] = arith.negf %[[S]]
// CHECK-DAG: %[[DW:.*]] = arith.mulf %[[N]], %[[DZ]]
// CHECK-NEXT: return %[[Y]], %[[Z]], %[[W]], %[[DY]], %[[DZ]], %[[DW]]
func.func @fig1c(%x: f64, %dx: !chad.lin<f64>) -> (f64, f64, f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>) {
  %v:3, %t:3 = chad.jvp @first_order_forward(%x) along(%dx) : (f64, !chad.lin<f64>) -> (f64, f64, f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>)
  return %v#0, %v#1, %v#2, %t#0, %t#1, %t#2 : f64, f64, f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
}
// w' = cos w · v', y' = x₃ · w', x₁' = y' · x₄, x₂' = 2 · y', x₃' = y · w', x₄' = x₁ · y' + w'
// CHECK-LABEL: @fig1d
// CHECK-SAME: (%[[X1:.*]]: f64, %[[X2:.*]]: f64, %[[X3:.*]]: f64, %[[X4:.*]]: f64, %[[DV:.*]]: f64)
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.0
// CHECK-DAG: %[[A:.*]] = arith.mulf %[[X1]], %[[X4]]
// CHECK-DAG: %[[B:.*]] = arith.mulf %[[X2]], %[[TWO]]
// CHECK-DAG: %[[Y:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-DAG: %[[Z:.*]] = arith.mulf %[[Y]], %[[X3]]
// CHECK-DAG: %[[W:.*]] = arith.addf %[[Z]], %[[X4]]
// CHECK-DAG: %[[V:.*]] = math.sin %[[W]]
// CHECK-DAG: %[[C:.*]] = math.cos %[[W]]
// CHECK-DAG: %[[DW:.*]] = arith.mulf %[[C]], %[[DV]]
// CHECK-DAG: %[[DY:.*]] = arith.mulf %[[X3]], %[[DW]]
// CHECK-DAG: %[[D3:.*]] = arith.mulf %[[Y]], %[[DW]]
// CHECK-DAG: %[[D2:.*]] = arith.mulf %[[DY]], %[[TWO]]
// CHECK-DAG: %[[D1:.*]] = arith.mulf %[[X4]], %[[DY]]
// CHECK-DAG: %[[E:.*]] = arith.mulf %[[X1]], %[[DY]]
// CHECK-DAG: %[[D4:.*]] = arith.addf %[[DW]], %[[E]]
// CHECK-NEXT: return %[[V]], %[[D1]], %[[D2]], %[[D3]], %[[D4]]
func.func @fig1d(%x1: f64, %x2: f64, %x3: f64, %x4: f64, %dv: !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>) {
  %v, %t:4 = chad.vjp @first_order_reverse(%x1, %x2, %x3, %x4) seed(%dv) : (f64, f64, f64, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>)
  return %v, %t#0, %t#1, %t#2, %t#3 : f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
}
// f is gone, and so are its tangent and both maps: x · x' + x' · x for each element, in the map that gives the values.
// CHECK-LABEL: @fig2c
// CHECK-SAME: (%[[X:.*]]: f64, %[[COUNT:.*]]: index, %[[DX:.*]]: f64)
// CHECK: %[[YS:.*]]:2 = chad.map
// CHECK-DAG: %[[P:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-DAG: %[[XX:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-DAG: %[[D:.*]] = arith.mulf %[[XX]], %[[DX]]
// CHECK-DAG: %[[V:.*]] = arith.addf %[[P]], %{{.*}}
// CHECK: chad.yield %[[V]], %[[D]]
// CHECK: return %[[YS]]#0, %[[YS]]#1
func.func @fig2c(%x: f64, %n: index, %dx: !chad.lin<f64>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>) {
  %v, %t = chad.jvp @replicated(%x, %n) along(%dx) : (f64, index, !chad.lin<f64>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  return %v, %t : tensor<?xf64>, !chad.lin<tensor<?xf64>>
}
// The copower of the function's cotangent is compiled away: x₁' is the sum of x₂ᵢ · w', and x₂' the array of x₁ · w'.
// CHECK-LABEL: @fig2d
// CHECK-SAME: (%[[X1:.*]]: f64, %[[X2:.*]]: tensor<?xf64>, %[[DW:.*]]: f64)
// CHECK: %[[W:.*]] = chad.reduce
// CHECK: %[[D:.*]]:2 = chad.fold (%[[X2I:.*]] in %[[X2]] : tensor<?xf64>) with (%[[SUM:.*]] = %{{.*}} : f64)
// CHECK-DAG: %[[P:.*]] = arith.mulf %[[X2I]], %[[DW]]
// CHECK-DAG: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[P]]
// CHECK-DAG: %[[D2:.*]] = arith.mulf %[[X1]], %[[DW]]
// CHECK: chad.yield %[[NEXT]], %[[D2]]
// CHECK: return %[[W]], %[[D]]#0, %[[D]]#1
func.func @fig2d(%x1: f64, %x2: tensor<?xf64>, %dw: !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  %v, %t:2 = chad.vjp @summed(%x1, %x2) seed(%dw) : (f64, tensor<?xf64>, !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<tensor<?xf64>>)
  return %v, %t#0, %t#1 : f64, !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}

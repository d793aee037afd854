// RUN: chad-opt %s | chad-opt | FileCheck %s
// RUN: chad-opt %s --mlir-print-op-generic | chad-opt | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s
// RUN: chad-opt %s --chad-verify-linear -o %t

// CHECK-LABEL: func @components
func.func @components(%x: f64, %n: index) -> (f64, tuple<f64, f64>, f64) {
  // CHECK: %[[C0:.*]] = chad.unf.enter(%{{.*}}, %{{.*}}) : !chad.ctx<[f64, index]>
  %c0 = chad.unf.enter (%x, %n) : !chad.ctx<[f64, index]>
  // CHECK: %[[C1:.*]] = chad.unf.var %[[C0]][0] : !chad.ctx<[f64, index]>
  %c1 = chad.unf.var %c0[0] : !chad.ctx<[f64, index]>
  // CHECK: %[[C2:.*]] = chad.unf.proj %[[C1]][1, 1] : !chad.ctx<[f64, index, f64]>
  %c2 = chad.unf.proj %c1[1, 1] : !chad.ctx<[f64, index, f64]>
  // CHECK: %[[C3:.*]] = chad.unf.var %[[C2]][1] : !chad.ctx<[f64, f64]>
  %c3 = chad.unf.var %c2[1] : !chad.ctx<[f64, f64]>
  // CHECK: %[[C4:.*]] = chad.unf.pair %[[C3]] : !chad.ctx<[f64, f64, f64]>
  %c4 = chad.unf.pair %c3 : !chad.ctx<[f64, f64, f64]>
  // CHECK: %[[C5:.*]] = chad.unf.get %[[C4]][1] : !chad.ctx<[f64, tuple<f64, f64>]>
  %c5 = chad.unf.get %c4[1] : !chad.ctx<[f64, tuple<f64, f64>]>
  // CHECK: %{{.*}}:3 = chad.unf.leave %[[C5]] : !chad.ctx<[f64, tuple<f64, f64>, f64]>
  %r:3 = chad.unf.leave %c5 : !chad.ctx<[f64, tuple<f64, f64>, f64]>
  return %r#0, %r#1, %r#2 : f64, tuple<f64, f64>, f64
}

// CHECK-LABEL: func @empty
func.func @empty() {
  // CHECK: %[[C0:.*]] = chad.unf.enter() : !chad.ctx<[]>
  %c0 = chad.unf.enter () : !chad.ctx<[]>
  // CHECK: chad.unf.leave %[[C0]] : !chad.ctx<[]>
  chad.unf.leave %c0 : !chad.ctx<[]>
  return
}

// CHECK-LABEL: func @compute
func.func @compute(%c0: !chad.ctx<[f64, f64]>) -> !chad.ctx<[f64, f64, f64, i1, f64]> {
  // CHECK: chad.unf.op (%{{.*}}: f64, %{{.*}}: f64) of %{{.*}} : !chad.ctx<[f64, f64]> -> (f64, i1) {
  %c1 = chad.unf.op (%x : f64, %y : f64) of %c0 : !chad.ctx<[f64, f64]> -> (f64, i1) {
    %p = arith.mulf %x, %y : f64
    %b = arith.cmpf olt, %x, %y : f64
    chad.yield %p, %b : f64, i1
  }
  // A constant.
  // CHECK: chad.unf.op () of %{{.*}} : !chad.ctx<[f64, f64, f64, i1]> -> f64 {
  %c2 = chad.unf.op () of %c1 : !chad.ctx<[f64, f64, f64, i1]> -> f64 {
    %k = arith.constant 2.0 : f64
    chad.yield %k : f64
  }
  return %c2 : !chad.ctx<[f64, f64, f64, i1, f64]>
}

// The extent of a result is the static one of the arrays.
// CHECK-LABEL: func @arrays
func.func @arrays(%c0: !chad.ctx<[f64, tensor<?xf64>, tensor<4xf32>]>, %zero: f64, %zero32: f32, %m: !chad.ctx<[tensor<0x?xf64>]>) -> (!chad.ctx<[f64, tensor<?xf64>, tensor<4xf32>, tensor<4xf64>, tensor<4xi1>]>, !chad.ctx<[tensor<0x?xf64>, tensor<0xf64>]>) {
  // CHECK: chad.unf.map [%{{.*}}: f64] (%{{.*}}: f64, %{{.*}}: f32) of %{{.*}} : !chad.ctx<[f64, tensor<?xf64>, tensor<4xf32>]> -> (f64, i1) {
  %c1 = chad.unf.map [%k : f64] (%x : f64, %y : f32) of %c0 : !chad.ctx<[f64, tensor<?xf64>, tensor<4xf32>]> -> (f64, i1) {
    %e = arith.extf %y : f32 to f64
    %p = arith.mulf %x, %e : f64
    %b = arith.cmpf olt, %x, %k : f64
    chad.yield %p, %b : f64, i1
  }
  // CHECK: chad.unf.map (%{{.*}}: tensor<?xf64>) of %{{.*}} : !chad.ctx<[tensor<0x?xf64>]> -> f64 {
  %m1 = chad.unf.map (%r : tensor<?xf64>) of %m : !chad.ctx<[tensor<0x?xf64>]> -> f64 {
    %s = chad.reduce (%a, %x in %r from %zero : tensor<?xf64>) {
      %p = arith.addf %a, %x : f64
      chad.yield %p : f64
    }
    chad.yield %s : f64
  }
  return %c1, %m1 : !chad.ctx<[f64, tensor<?xf64>, tensor<4xf32>, tensor<4xf64>, tensor<4xi1>]>, !chad.ctx<[tensor<0x?xf64>, tensor<0xf64>]>
}

// CHECK-LABEL: func @associative
func.func @associative(%c0: !chad.ctx<[f64, tensor<?xf64>, tensor<4xindex>]>, %c1: !chad.ctx<[tensor<?xf64>]>, %z: f64, %n: index) -> (!chad.ctx<[f64, tensor<?xf64>, tensor<4xindex>, f64, index]>, !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>) {
  // CHECK: chad.unf.reduce [%{{.*}}: f64] (%[[A:.*]], %[[X:.*]] from %{{.*}} : f64, %{{.*}}, %{{.*}} from %{{.*}} : index) of %{{.*}} : !chad.ctx<[f64, tensor<?xf64>, tensor<4xindex>]> {
  // CHECK-NEXT: arith.addf %[[A]], %[[X]]
  %d0 = chad.unf.reduce [%k : f64] (%a, %x from %z : f64, %i, %j from %n : index) of %c0 : !chad.ctx<[f64, tensor<?xf64>, tensor<4xindex>]> {
    %s = arith.addf %a, %x : f64
    %t = arith.addi %i, %j : index
    chad.yield %s, %t : f64, index
  }
  // CHECK: chad.unf.scan right exclusive (%{{.*}}, %{{.*}} from %{{.*}} : f64) of %{{.*}} : !chad.ctx<[tensor<?xf64>]> {
  %d1 = chad.unf.scan right exclusive (%a, %x from %z : f64) of %c1 : !chad.ctx<[tensor<?xf64>]> {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %d0, %d1 : !chad.ctx<[f64, tensor<?xf64>, tensor<4xindex>, f64, index]>, !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
}

// CHECK-LABEL: func @transposed_components
func.func @transposed_components(%v: !chad.lin<f64>, %n: index) -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  // CHECK: %[[C0:.*]] = chad.unf.enter
  %c0 = chad.unf.enter (%v, %v) : !chad.ctx<[lin<f64>, lin<f64>]>
  // CHECK: %[[C1:.*]] = chad.unf.var_t %[[C0]][0] : !chad.ctx<[lin<f64>, lin<f64>]>
  %c1 = chad.unf.var_t %c0[0] : !chad.ctx<[lin<f64>, lin<f64>]>
  // CHECK: %[[C2:.*]] = chad.unf.proj_t %[[C1]][1, 2] sizes(%{{.*}}) : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>
  %c2 = chad.unf.proj_t %c1[1, 2] sizes(%n) : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>
  // CHECK: %[[C3:.*]] = chad.unf.pair %[[C2]]
  %c3 = chad.unf.pair %c2 : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>
  %c4 = chad.unf.get %c3[1] : !chad.ctx<[lin<f64>, tuple<!chad.lin<tensor<?xf64>>, !chad.lin<f64>>]>
  // CHECK: chad.unf.get_t %{{.*}}[1] : !chad.ctx<[lin<f64>, tuple<!chad.lin<tensor<?xf64>>, !chad.lin<f64>>, lin<f64>]>
  %c5 = chad.unf.get_t %c4[1] : !chad.ctx<[lin<f64>, tuple<!chad.lin<tensor<?xf64>>, !chad.lin<f64>>, lin<f64>]>
  // CHECK: chad.unf.pair_t %{{.*}} : !chad.ctx<[lin<f64>, tuple<!chad.lin<tensor<?xf64>>, !chad.lin<f64>>]>
  %c6 = chad.unf.pair_t %c5 : !chad.ctx<[lin<f64>, tuple<!chad.lin<tensor<?xf64>>, !chad.lin<f64>>]>
  %r:3 = chad.unf.leave %c6 : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>
  return %r#0, %r#1 : !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func @transposed
func.func @transposed(%x: f64, %y: f64, %xs: tensor<?xf64>, %c0: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]>, %c1: !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>, %c2: !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]>, %c3: !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>)
    -> (!chad.ctx<[lin<f64>, lin<tensor<?xf64>>]>, !chad.ctx<[lin<f64>, lin<f64>]>, !chad.ctx<[lin<f64>, lin<tensor<?xf64>>]>, !chad.ctx<[lin<tensor<?xf64>>]>) {
  // CHECK: chad.unf.map_t [%{{.*}}: !chad.lin<f64>] (%{{.*}} in %{{.*}} : tensor<?xf64>) (%{{.*}}: !chad.lin<f64>) of %{{.*}} : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
  %d0 = chad.unf.map_t [%dk : !chad.lin<f64>] (%e in %xs : tensor<?xf64>) (%z : !chad.lin<f64>) of %c0 : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %s = chad.scale %e, %z : f64, !chad.lin<f64>
    %t = chad.add %dk, %s : !chad.lin<f64>
    %dx = chad.scale %x, %z : f64, !chad.lin<f64>
    chad.yield %t, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  // CHECK: chad.unf.op_t (%{{.*}}: !chad.lin<f64>) of %{{.*}} : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]> {
  %d1 = chad.unf.op_t (%z : !chad.lin<f64>) of %c1 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]> {
    %dx = chad.scale %y, %z : f64, !chad.lin<f64>
    %dy = chad.scale %x, %z : f64, !chad.lin<f64>
    chad.yield %dx, %dy : !chad.lin<f64>, !chad.lin<f64>
  }
  // CHECK: chad.unf.reduce_t (%[[A:.*]], %[[B:.*]] in %{{.*}} from %{{.*}} : tensor<?xf64>) of %{{.*}} : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]> {
  // CHECK-NEXT: arith.mulf %[[A]], %[[B]]
  // CHECK: } adjoint [%[[DK:.*]]: !chad.lin<f64>] (%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: !chad.lin<f64>) {
  %d2 = chad.unf.reduce_t (%a, %e in %xs from %x : tensor<?xf64>) of %c2 : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f64>]> {
    %r = arith.mulf %a, %e : f64
    chad.yield %r : f64
  } adjoint [%dk : !chad.lin<f64>] (%a : f64, %e : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %e, %z : f64, !chad.lin<f64>
    %de = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %dk, %da, %de : !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
  }
  // CHECK: chad.unf.scan_t left inclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf64>) of %{{.*}} : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
  // CHECK: } adjoint (%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: !chad.lin<f64>) {
  %d3 = chad.unf.scan_t left inclusive (%a, %e in %xs from %x : tensor<?xf64>) of %c3 : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %r = arith.addf %a, %e : f64
    chad.yield %r : f64
  } adjoint (%a : f64, %e : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  return %d0, %d1, %d2, %d3 : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>]>, !chad.ctx<[lin<f64>, lin<f64>]>, !chad.ctx<[lin<f64>, lin<tensor<?xf64>>]>, !chad.ctx<[lin<tensor<?xf64>>]>
}

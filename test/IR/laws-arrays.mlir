// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of the combinators that need no derivative, Huot & Shaikhha 2022, Fig. 12.

// CHECK-LABEL: func @map_identity
// CHECK-SAME: %[[XS:[^:]*]]:
// CHECK-NEXT: return %[[XS]]
func.func @map_identity(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return %0 : tensor<?xf64>
}

// A type that says more of the extent is not lost.
// CHECK-LABEL: func @map_identity_static
// CHECK: chad.map
func.func @map_identity_static(%xs: tensor<?xf64>) -> tensor<4xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<4xf64> {
    chad.yield %x : f64
  }
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func @map_map
// CHECK-SAME: %[[XS:[^:]*]]: tensor<?xf64>, %[[YS:[^:]*]]: tensor<?xf64>
// CHECK-NEXT: chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>, %[[Y:.*]] in %[[YS]] : tensor<?xf64>)
// CHECK-NEXT: %[[E:.*]] = math.exp %[[X]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[E]], %[[Y]]
// CHECK-NEXT: chad.yield %[[P]]
// CHECK-NOT: chad.map
// CHECK: return
func.func @map_map(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %1 = chad.map (%e in %0 : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %y : f64
    chad.yield %p : f64
  }
  return %1 : tensor<?xf64>
}

// An array that more than the map reads is made once.
// CHECK-LABEL: func @map_map_shared
// CHECK-COUNT-2: chad.map
func.func @map_map_shared(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %1 = chad.map (%e in %0 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %e : f64
    chad.yield %p : f64
  }
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

// An array twice is bound once, one that is not read not at all.
// CHECK-LABEL: func @map_arrays
// CHECK-SAME: %[[XS:[^:]*]]: tensor<?xf64>, %[[YS:[^:]*]]: tensor<?xf64>
// CHECK-NEXT: chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: arith.mulf %[[X]], %[[X]]
func.func @map_arrays(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>, %x2 in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %x2 : f64
    chad.yield %p : f64
  }
  return %0 : tensor<?xf64>
}

// One array stays to give the extent.
// CHECK-LABEL: func @map_constant
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
func.func @map_constant(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %k : f64
  }
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func @map_unused_results
// CHECK: %[[R:.*]] = chad.map
// CHECK-NOT: math.exp
// CHECK: return %[[R]]
func.func @map_unused_results(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0:2 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %e = math.exp %x : f64
    %s = math.sin %x : f64
    chad.yield %e, %s : f64, f64
  }
  return %0#1 : tensor<?xf64>
}

// CHECK-LABEL: func @build_unused_results
// CHECK: %[[R:.*]] = chad.build
// CHECK-NEXT: chad.yield %{{.*}} : f64
// CHECK: return %[[R]]
func.func @build_unused_results(%n: index, %k: f64) -> tensor<?xf64> {
  %0:2 = chad.build %i < %n -> (tensor<?xindex>, tensor<?xf64>) {
    chad.yield %i, %k : index, f64
  }
  return %0#1 : tensor<?xf64>
}

// CHECK-LABEL: func @reduce_empty
// CHECK-SAME: %[[XS:[^:]*]]: tensor<0xf64>, %[[U:[^:]*]]: f64
// CHECK-NEXT: return %[[U]]
func.func @reduce_empty(%xs: tensor<0xf64>, %u: f64) -> f64 {
  %0 = chad.reduce (%a, %x in %xs from %u : tensor<0xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %0 : f64
}

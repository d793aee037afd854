// In the order of the program, sums run in no lanes, whatever their schedule says. Loops around sums have lanes, as
// else each addition would wait for the one before.

// RUN: chad-opt %s --chad-choose-schedule='threads=false in-order' | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule='threads=false' | FileCheck %s --check-prefix=ANY

// CHECK-LABEL: func.func @sum(
// CHECK-NOT: chad.schedule
// ANY-LABEL: func.func @sum(
// ANY: chad.schedule = #chad.schedule<lanes = 8>
func.func @sum(%xs: tensor<?xf64>, %z: f64) -> f64 {
  %s = chad.fold (%x in %xs : tensor<?xf64>) with (%t = %z : f64) {
    %e = math.exp %x : f64
    %u = arith.addf %t, %e : f64
    chad.yield %u : f64
  }
  return %s : f64
}

// CHECK-LABEL: func.func @given(
// CHECK-NOT: chad.schedule
// ANY-LABEL: func.func @given(
// ANY: chad.schedule = #chad.schedule<lanes = 4>
func.func @given(%xs: tensor<?xf64>, %z: f64) -> f64 {
  %s = chad.fold (%x in %xs : tensor<?xf64>) with (%t = %z : f64) {
    %e = math.exp %x : f64
    %u = arith.addf %t, %e : f64
    chad.yield %u : f64
  } {chad.schedule = #chad.schedule<lanes = 4>}
  return %s : f64
}

// CHECK-LABEL: func.func @rows(
// CHECK: chad.schedule = #chad.schedule<lanes = 16>
// ANY-LABEL: func.func @rows(
// ANY-NOT: chad.schedule
func.func @rows(%m: tensor<?x?xf64>, %v: tensor<?xf64>, %z: f64) -> tensor<?xf64> {
  %ys = chad.map (%r in %m : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.fold (%x in %r : tensor<?xf64>, %y in %v : tensor<?xf64>) with (%t = %z : f64) {
      %p = arith.mulf %x, %y : f64
      %u = arith.addf %t, %p : f64
      chad.yield %u : f64
    }
    chad.yield %s : f64
  }
  return %ys : tensor<?xf64>
}

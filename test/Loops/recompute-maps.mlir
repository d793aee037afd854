// What is cheap to compute is computed again by the kernels that read it, and not stored.

// RUN: chad-opt %s --chad-distribute-kernels | FileCheck %s

// A map of one number by a few ops, which two reductions read.

// CHECK-LABEL: func.func @two_readers
// CHECK-NOT: shared_outs({{.*}}) -> (tensor<?xf64>)
// CHECK-COUNT-2: arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: return
func.func @two_readers(%xs: tensor<?xf64>, %a: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %a : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%l, %r in %ys from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %most = chad.reduce (%l, %r in %ys from %zero : tensor<?xf64>) {
    %t = arith.maximumf %l, %r : f64
    chad.yield %t : f64
  }
  return %sum, %most : f64, f64
}

// Elements that a fold collects, and that depend on no state: the loop that reads them computes them from the array.

// CHECK-LABEL: func.func @collected
// CHECK: arith.mulf
// CHECK: scf.forall
// CHECK: chad.map (%[[X:.*]] in %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %{{.*}} : f64
// CHECK-NEXT: arith.subf %[[Y]], %{{.*}} : f64
// CHECK: return
func.func @collected(%xs: tensor<?xf64>, %a: f64) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %sum, %ys = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %y = arith.mulf %x, %a : f64
    %t = arith.addf %s, %y : f64
    chad.yield %t, %y : f64, f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.subf %y, %sum : f64
    chad.yield %z : f64
  }
  return %zs : tensor<?xf64>
}

// Not where they need a function, several arrays or a state, or where they are a result.

// CHECK-LABEL: func.func @stored
// CHECK: math.exp
// CHECK: scf.forall
// CHECK-NOT: math.exp
// CHECK: return
func.func @stored(%xs: tensor<?xf64>, %bs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sum, %ys, %ws, %us = chad.fold (%x in %xs : tensor<?xf64>, %b in %bs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %y = math.exp %x : f64
    %w = arith.mulf %x, %b : f64
    %u = arith.addf %x, %x : f64
    %t = arith.addf %s, %y : f64
    chad.yield %t, %y, %w, %u : f64, f64, f64, f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>, %w in %ws : tensor<?xf64>) -> tensor<?xf64> {
    %v = arith.subf %y, %sum : f64
    %z = arith.mulf %v, %w : f64
    chad.yield %z : f64
  }
  return %zs, %us : tensor<?xf64>, tensor<?xf64>
}

// RUN: chad-opt %s --chad-scalarize-states --canonicalize | FileCheck %s

// A small array becomes scalars beside another state, which stays, and results that are collected.
// CHECK-LABEL: func @fold
// CHECK-SAME: %[[XS:[^:]*]]: tensor<?xf64>, %[[K:[^:]*]]: f64, %[[B:[^:]*]]: tensor<?xf64>, %[[C:[^:]*]]: tensor<2x1xf64>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C0:.*]] = tensor.extract %[[C]][%[[ZERO]], %[[ZERO]]]
// CHECK-DAG: %[[C1:.*]] = tensor.extract %[[C]][%[[ONE]], %[[ZERO]]]
// CHECK: %[[R:.*]]:5 = chad.fold right (%[[X:.*]] in %[[XS]] : tensor<?xf64>)
// CHECK-SAME: with (%[[S:.*]] = %[[K]] : f64, %[[A0:.*]] = %[[C0]] : f64, %[[A1:.*]] = %[[C1]] : f64, %[[D:.*]] = %[[B]] : tensor<?xf64>)
// CHECK-DAG: %[[P:.*]] = arith.addf %[[A0]], %[[X]]
// CHECK-DAG: %[[Q:.*]] = arith.mulf %[[A1]], %[[S]]
// CHECK-DAG: %[[I:.*]] = tensor.insert %[[A1]] into %[[D]]
// CHECK: chad.yield %[[X]], %[[P]], %[[Q]], %[[I]], %[[A0]]
// CHECK: %[[F:.*]] = tensor.from_elements %[[R]]#1, %[[R]]#2 : tensor<2x1xf64>
// CHECK: return %[[R]]#0, %[[F]], %[[R]]#3, %[[R]]#4
func.func @fold(%xs: tensor<?xf64>, %k: f64, %b: tensor<?xf64>, %c: tensor<2x1xf64>)
    -> (f64, tensor<2x1xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = chad.fold right (%x in %xs : tensor<?xf64>) with (%s = %k : f64, %a = %c : tensor<2x1xf64>, %d = %b : tensor<?xf64>) collect (tensor<?xf64>) {
    %a0 = tensor.extract %a[%c0, %c0] : tensor<2x1xf64>
    %a1 = tensor.extract %a[%c1, %c0] : tensor<2x1xf64>
    %p = arith.addf %a0, %x : f64
    %q = arith.mulf %a1, %s : f64
    %e = tensor.from_elements %p, %q : tensor<2x1xf64>
    %i = tensor.insert %a1 into %d[%c0] : tensor<?xf64>
    chad.yield %x, %e, %i, %a0 : f64, tensor<2x1xf64>, tensor<?xf64>, f64
  }
  return %r#0, %r#1, %r#2, %r#3 : f64, tensor<2x1xf64>, tensor<?xf64>, tensor<?xf64>
}

// Two arrays that change places, of rank 0 and of constants.
// CHECK-LABEL: func @for
// CHECK-DAG: %[[K0:.*]] = arith.constant 1.0
// CHECK-DAG: %[[K1:.*]] = arith.constant 2.0
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %[[K0]], %[[B:.*]] = %[[K1]], %[[S:.*]] = %{{.*}}) -> (f64, f64, f64)
// CHECK: %[[M:.*]] = arith.mulf %[[A]], %[[S]]
// CHECK: scf.yield %[[B]], %[[A]], %[[M]]
func.func @for(%n: index, %t: tensor<f64>) -> (tensor<2xf64>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %s = %t) -> (tensor<2xf64>, tensor<f64>) {
    %a0 = tensor.extract %a[%c0] : tensor<2xf64>
    %a1 = tensor.extract %a[%c1] : tensor<2xf64>
    %s0 = tensor.extract %s[] : tensor<f64>
    %m = arith.mulf %a0, %s0 : f64
    %b = tensor.from_elements %a1, %a0 : tensor<2xf64>
    %u = tensor.from_elements %m : tensor<f64>
    scf.yield %b, %u : tensor<2xf64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<2xf64>, tensor<f64>
}

// Read at an index that is not known, or as a whole; large.
// CHECK-LABEL: func @stays
// CHECK: scf.for {{.*}} -> (tensor<2xf64>)
// CHECK: scf.for {{.*}} -> (tensor<2xf64>)
// CHECK: scf.for {{.*}} -> (tensor<17xf64>)
func.func @stays(%n: index, %t: tensor<2xf64>, %u: tensor<17xf64>, %x: f64) -> (tensor<2xf64>, tensor<2xf64>, tensor<17xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<2xf64>) {
    %a0 = tensor.extract %a[%i] : tensor<2xf64>
    %b = tensor.from_elements %a0, %a0 : tensor<2xf64>
    scf.yield %b : tensor<2xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<2xf64>) {
    %s = math.sin %a : tensor<2xf64>
    %a0 = tensor.extract %s[%i] : tensor<2xf64>
    %b = tensor.from_elements %a0, %a0 : tensor<2xf64>
    scf.yield %b : tensor<2xf64>
  }
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %u) -> (tensor<17xf64>) {
    %y = tensor.extract %a[%c0] : tensor<17xf64>
    %b = tensor.from_elements %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %y : tensor<17xf64>
    scf.yield %b : tensor<17xf64>
  }
  return %r, %q, %p : tensor<2xf64>, tensor<2xf64>, tensor<17xf64>
}

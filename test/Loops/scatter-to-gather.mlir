// RUN: chad-opt %s --chad-scatter-to-gather | FileCheck %s

// Each element is the sum of what the iterations with its position add; a position that is outside
// of the loop gets nothing.

// CHECK-LABEL: func @shifted(
// CHECK-SAME: %[[XS:[^:]*]]: tensor<8xf64>, %[[T:[^:]*]]: tensor<10xf64>
// CHECK: chad.build %[[J:.*]] < %{{.*}} -> tensor<10xf64> {
// CHECK: tensor.extract %[[T]][%[[J]]]
// CHECK: %[[FROM:.*]] = arith.cmpi sge, %[[J]], %[[C2:.*]] : index
// CHECK: %[[I:.*]] = arith.addi %[[J]], %c-2
// CHECK: scf.if %[[FROM]] -> (f64) {
// CHECK: tensor.extract %[[XS]][%[[I]]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %{{.*}} : f64
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %[[J]], %{{.*}} : index
// CHECK: scf.if %[[BEFORE]] -> (f64) {
// CHECK-NOT: chad.accumulate
// CHECK: return
func.func @shifted(%xs: tensor<8xf64>, %t: tensor<10xf64>) -> tensor<10xf64> {
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  %is = chad.build %i < %c8 -> tensor<8xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%x in %xs : tensor<8xf64>, %i in %is : tensor<8xindex>) with (%s = %t : tensor<10xf64>) {
    %p = arith.addi %i, %c2 : index
    %s0 = chad.accumulate %x into %s[%p] : f64 into tensor<10xf64>
    %s1 = chad.accumulate %x into %s0[%i] : f64 into tensor<10xf64>
    chad.yield %s1 : tensor<10xf64>
  }
  return %sum : tensor<10xf64>
}

// The extent of the sum and the divisor are that of the loop.

// CHECK-LABEL: func @cyclic(
// CHECK: chad.build %[[J:.*]] < %[[N:.*]] -> tensor<?xf64> {
// CHECK: %[[REST:.*]] = arith.remui %c3, %[[COUNT:.*]] : index
// CHECK: %[[BACK:.*]] = arith.subi %[[COUNT]], %[[REST]]
// CHECK: %[[SUM:.*]] = arith.addi %[[J]], %[[BACK]]
// CHECK: arith.remui %[[SUM]], %[[COUNT]]
// CHECK-NOT: chad.accumulate
// CHECK: return
func.func @cyclic(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %zeros = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %zero : f64
  }
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros : tensor<?xf64>) {
    %next = arith.addi %i, %c3 : index
    %p = arith.remui %next, %n : index
    %s0 = chad.accumulate %x into %s[%p] : f64 into tensor<?xf64>
    chad.yield %s0 : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}

// What iterations outside of the bounds add follows, if it is not zero. What costs more than reading
// it is kept.

// CHECK-LABEL: func @bounded(
// CHECK: %[[KEPT:.*]] = chad.build %{{.*}} -> tensor<8xf64> {
// CHECK: math.exp
// CHECK: %[[ROW:.*]] = chad.build
// CHECK: tensor.extract %[[KEPT]]
// CHECK: %[[FIRST:.*]] = tensor.extract %[[KEPT]][%c0
// CHECK: tensor.insert
// CHECK: return
func.func @bounded(%xs: tensor<8xf64>) -> tensor<8xf64> {
  %zeros = arith.constant dense<0.0> : tensor<8xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %is = chad.build %i < %c8 -> tensor<8xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%x in %xs : tensor<8xf64>, %i in %is : tensor<8xindex>) with (%s = %zeros : tensor<8xf64>) {
    %before = arith.subi %i, %c1 : index
    %p = arith.maxsi %before, %c0 : index
    %v = math.exp %x : f64
    %s0 = chad.accumulate %v into %s[%p] : f64 into tensor<8xf64>
    chad.yield %s0 : tensor<8xf64>
  }
  return %sum : tensor<8xf64>
}

// Rows of a nest; the other states remain.

// CHECK-LABEL: func @rows(
// CHECK: chad.build %{{.*}} -> tensor<4x5xf64> {
// CHECK: %[[TOTAL:.*]] = chad.fold
// CHECK-NOT: chad.accumulate
// CHECK: return %{{.*}}, %[[TOTAL]] : tensor<4x5xf64>, f64
func.func @rows(%xs: tensor<4x5xf64>) -> (tensor<4x5xf64>, f64) {
  %zeros = arith.constant dense<0.0> : tensor<4x5xf64>
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %is = chad.build %i < %c4 -> tensor<4xindex> {
    chad.yield %i : index
  }
  %js = chad.build %j < %c5 -> tensor<5xindex> {
    chad.yield %j : index
  }
  %sum:2 = chad.fold (%xi in %xs : tensor<4x5xf64>, %i in %is : tensor<4xindex>) with (%s = %zeros : tensor<4x5xf64>, %a = %zero : f64) {
    %below = arith.addi %i, %c1 : index
    %p = arith.minsi %below, %c3 : index
    %in:2 = chad.fold (%x in %xi : tensor<5xf64>, %j in %js : tensor<5xindex>) with (%t = %s : tensor<4x5xf64>, %b = %a : f64) {
      %t0 = chad.accumulate %x into %t[%p, %j] : f64 into tensor<4x5xf64>
      %t1 = chad.accumulate %x into %t0[%i, %j] : f64 into tensor<4x5xf64>
      %c = arith.addf %b, %x : f64
      chad.yield %t1, %c : tensor<4x5xf64>, f64
    }
    chad.yield %in#0, %in#1 : tensor<4x5xf64>, f64
  }
  return %sum#0, %sum#1 : tensor<4x5xf64>, f64
}

// These remain: a value that depends on a state, positions that the data has, elements of their own,
// a sum that is read, and one that is much longer than the loop.

// CHECK-LABEL: func @others(
// CHECK-COUNT-5: chad.accumulate
// CHECK-NOT: chad.accumulate
func.func @others(%xs: tensor<8xf64>, %ks: tensor<8xindex>, %long: tensor<100xf64>) -> (tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<100xf64>) {
  %zeros = arith.constant dense<0.0> : tensor<8xf64>
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %is = chad.build %i < %c8 -> tensor<8xindex> {
    chad.yield %i : index
  }
  %r:6 = chad.fold (%x in %xs : tensor<8xf64>, %i in %is : tensor<8xindex>, %k in %ks : tensor<8xindex>)
      with (%a = %zeros : tensor<8xf64>, %b = %zeros : tensor<8xf64>, %c = %zeros : tensor<8xf64>, %d = %zeros : tensor<8xf64>, %e = %long : tensor<100xf64>, %s = %zero : f64) {
    %next = arith.addi %i, %c1 : index
    %p = arith.remui %next, %c8 : index
    %a0 = chad.accumulate %s into %a[%p] : f64 into tensor<8xf64>
    %b0 = chad.accumulate %x into %b[%k] : f64 into tensor<8xf64>
    %c0 = chad.accumulate %x into %c[%i] : f64 into tensor<8xf64>
    %d0 = chad.accumulate %x into %d[%p] : f64 into tensor<8xf64>
    %y = tensor.extract %d[%i] : tensor<8xf64>
    %e0 = chad.accumulate %x into %e[%next] : f64 into tensor<100xf64>
    %t = arith.addf %s, %y : f64
    chad.yield %a0, %b0, %c0, %d0, %e0, %t : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<100xf64>, f64
  }
  %q = chad.fold (%x in %xs : tensor<8xf64>, %i in %is : tensor<8xindex>) with (%z = %long : tensor<100xf64>) {
    %z0 = chad.accumulate %x into %z[%i] : f64 into tensor<100xf64>
    chad.yield %z0 : tensor<100xf64>
  }
  return %r#0, %r#1, %r#2, %r#3, %q : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<100xf64>
}

// Iterations that may run in any order, two at a time in one inner loop.

// RUN: chad-opt %s --split-input-file --chad-unroll-and-jam --canonicalize --cse | FileCheck %s

// The inner loop is as long as the iteration's number: the second iteration has one more. Both
// add to one array, and in the inner loop to one element of another, which is read once.
// CHECK-LABEL: @triangle
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: %[[ODD:[0-9]+]] = arith.remsi %[[N]], %c2
// CHECK: %[[EVEN:[0-9]+]] = arith.subi %[[N]], %[[ODD]]
// CHECK: %[[PAIRS:[0-9]+]]:2 = scf.for %[[I:[a-z0-9]+]] = %c0 to %[[EVEN]] step %c2 iter_args(%[[S:[a-z0-9]+]] = %{{.*}}, %[[T:[a-z0-9]+]] = %{{.*}})
// CHECK: %[[K:[0-9]+]] = arith.addi %[[I]], %c1
// CHECK: %[[X:[a-z0-9_]+]] = tensor.extract %{{.*}}[%[[I]]]
// CHECK: %[[Y:[a-z0-9_]+]] = tensor.extract %{{.*}}[%[[K]]]
// CHECK: %[[BOTH:[0-9]+]]:2 = scf.for %[[J:[a-z0-9]+]] = %c0 to %[[I]] step %c1 iter_args(%[[S0:[a-z0-9]+]] = %[[S]], %[[T0:[a-z0-9]+]] = %[[T]])
// CHECK: %[[OLD:[a-z0-9_]+]] = tensor.extract %[[S0]][%[[J]]]
// CHECK: %[[A:[0-9]+]] = arith.addf %[[OLD]], %[[X]]
// CHECK: %[[T1:[a-z0-9_]+]] = tensor.insert %{{.*}} into %[[T0]][%{{.*}}]
// CHECK: %[[B:[0-9]+]] = arith.addf %[[A]], %[[Y]]
// CHECK: %[[S1:[a-z0-9_]+]] = tensor.insert %[[B]] into %[[S0]][%[[J]]]
// CHECK: %[[T2:[a-z0-9_]+]] = tensor.insert %{{.*}} into %[[T1]][%{{.*}}]
// CHECK: scf.yield %[[S1]], %[[T2]]
// CHECK: %[[LAST:[a-z0-9_]+]] = tensor.extract %[[BOTH]]#0[%[[I]]]
// CHECK: %[[C:[0-9]+]] = arith.addf %[[LAST]], %[[Y]]
// CHECK: %[[S2:[a-z0-9_]+]] = tensor.insert %[[C]] into %[[BOTH]]#0[%[[I]]]
// CHECK: %[[T3:[a-z0-9_]+]] = tensor.insert %{{.*}} into %[[BOTH]]#1
// CHECK: scf.yield %[[S2]], %[[T3]]
// CHECK: scf.for %{{.*}} = %[[EVEN]] to %[[N]] step %c1 iter_args(%{{.*}} = %[[PAIRS]]#0, %{{.*}} = %[[PAIRS]]#1)
func.func @triangle(%n: index, %xs: tensor<?xf64>, %s: tensor<?xf64>, %t: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %s, %t0 = %t) -> (tensor<?xf64>, tensor<?xf64>) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %q:2 = scf.for %j = %c0 to %i step %c1 iter_args(%s1 = %s0, %t1 = %t0) -> (tensor<?xf64>, tensor<?xf64>) {
      %a = tensor.extract %s1[%j] : tensor<?xf64>
      %b = arith.addf %a, %x : f64
      %s2 = tensor.insert %b into %s1[%j] : tensor<?xf64>
      %k = arith.addi %i, %j : index
      %c = tensor.extract %t1[%k] : tensor<?xf64>
      %d = arith.addf %c, %x : f64
      %t2 = tensor.insert %d into %t1[%k] : tensor<?xf64>
      scf.yield %s2, %t2 : tensor<?xf64>, tensor<?xf64>
    }
    scf.yield %q#0, %q#1 : tensor<?xf64>, tensor<?xf64>
  } {chad.any_order}
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// -----

// An inner loop that may begin later than it ends.
// CHECK-LABEL: @later
// CHECK: %[[K:[0-9]+]] = arith.addi %[[I:[a-z0-9]+]], %c1
// CHECK: %[[BOTH:[0-9]+]] = scf.for %{{.*}} = %{{.*}} to %[[I]]
// CHECK: %[[START:[0-9]+]] = arith.maxsi %{{.*}}, %[[I]]
// CHECK: scf.for %{{.*}} = %[[START]] to %[[K]] step %c1 iter_args(%{{.*}} = %[[BOTH]])
func.func @later(%n: index, %m: index, %xs: tensor<?xf64>, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %m to %i step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r : f64
}

// -----

// A sum of numbers before the inner loop and after it; an array whose own element is updated.
// CHECK-LABEL: @sums
// CHECK: scf.for %[[I:[a-z0-9]+]] = {{.*}} step %c2 iter_args(%[[S:[a-z0-9]+]] = %{{.*}}, %[[A:[a-z0-9]+]] = %{{.*}})
// CHECK: %[[K:[0-9]+]] = arith.addi %[[I]], %c1
// CHECK: %[[X:[a-z0-9_]+]] = tensor.extract %[[A]][%[[I]]]
// CHECK: %[[S0:[0-9]+]] = arith.addf %[[S]], %[[X]]
// CHECK: %[[Y:[a-z0-9_]+]] = tensor.extract %[[A]][%[[K]]]
// CHECK: %[[S1:[0-9]+]] = arith.addf %[[S0]], %[[Y]]
// CHECK: %[[P:[0-9]+]]:2 = scf.for
// CHECK: %[[S2:[0-9]+]] = arith.addf %[[S1]], %[[P]]#0
// CHECK: %[[A1:[a-z0-9_]+]] = tensor.insert %[[P]]#0 into %[[A]][%[[I]]]
// CHECK: %[[S3:[0-9]+]] = arith.addf %[[S2]], %[[P]]#1
// CHECK: %[[A2:[a-z0-9_]+]] = tensor.insert %[[P]]#1 into %[[A1]][%[[K]]]
// CHECK: scf.yield %[[S3]], %[[A2]]
func.func @sums(%n: index, %m: index, %xs: tensor<?xf64>, %zero: f64) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %a = %xs) -> (f64, tensor<?xf64>) {
    %x = tensor.extract %a[%i] : tensor<?xf64>
    %s0 = arith.addf %s, %x : f64
    %p = scf.for %j = %c0 to %m step %c1 iter_args(%t = %zero) -> (f64) {
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    %s1 = arith.addf %s0, %p : f64
    %b = tensor.insert %p into %a[%i] : tensor<?xf64>
    scf.yield %s1, %b : f64, tensor<?xf64>
  } {chad.any_order}
  return %r#0, %r#1 : f64, tensor<?xf64>
}

// -----

// Not where the order counts, where a sum is read before the inner loop and written after it,
// or where the inner loops have other extents.
// CHECK-LABEL: @not
// CHECK-NOT: step %c2
func.func @not(%n: index, %m: index, %xs: tensor<?xf64>, %is: tensor<?xindex>, %zero: f64)
    -> (f64, tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %c0 to %m step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.mulf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %x = tensor.extract %a[%m] : tensor<?xf64>
    %p = scf.for %j = %c0 to %m step %c1 iter_args(%t = %zero) -> (f64) {
      %y = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %y : f64
      scf.yield %u : f64
    }
    %s = arith.addf %x, %p : f64
    %b = tensor.insert %s into %a[%m] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  } {chad.any_order}
  %o = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %k = tensor.extract %is[%i] : tensor<?xindex>
    %p = scf.for %j = %c0 to %k step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r, %q, %o : f64, tensor<?xf64>, f64
}

// -----

// Nor where induction variables are no indices, or bounds are compared as unsigned numbers.
// CHECK-LABEL: @other_bounds
// CHECK-NOT: %c2
func.func @other_bounds(%n: i32, %m: index, %xs: tensor<?xf64>, %zero: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) : i32 {
    %p = scf.for %j = %c0 to %i step %c1 iter_args(%t = %s) -> (f64) : i32 {
      %k = arith.index_cast %j : i32 to index
      %x = tensor.extract %xs[%k] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  %d0 = arith.constant 0 : index
  %d1 = arith.constant 1 : index
  %q = scf.for unsigned %i = %d0 to %m step %d1 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %d0 to %i step %d1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r, %q : f64, f64
}

// -----

// Nor where steps are no ones, the inner loop begins where it says itself, a sum has two values
// or is read after it is added to, or begins two sums of the inner loop.
// CHECK-LABEL: @other_loops
// CHECK-NOT: arith.remsi
func.func @other_loops(%n: index, %is: tensor<?xindex>, %xs: tensor<?xf64>, %zero: f64)
    -> (f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r0 = scf.for %i = %c0 to %n step %c3 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %c0 to %i step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  %r1 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %c0 to %i step %c3 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  %r2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %k = tensor.extract %is[%i] : tensor<?xindex>
    %p = scf.for %j = %k to %i step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  %r3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %s1 = arith.addf %s, %x : f64
    %p = scf.for %j = %c0 to %i step %c1 iter_args(%t = %s1) -> (f64) {
      %y = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %y : f64
      scf.yield %u : f64
    }
    %q = arith.subf %p, %s : f64
    scf.yield %q : f64
  } {chad.any_order}
  %r4 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %p:2 = scf.for %j = %c0 to %i step %c1 iter_args(%t = %s, %v = %s) -> (f64, f64) {
      %y = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %y : f64
      %w = arith.subf %v, %y : f64
      scf.yield %u, %w : f64, f64
    }
    %q = arith.subf %p#0, %p#1 : f64
    scf.yield %q : f64
  } {chad.any_order}
  return %r0, %r1, %r2, %r3, %r4 : f64, f64, f64, f64, f64
}

// -----

// Nor where an array that is read before the inner loop is added to in it or read after it, or
// the sum that the inner loop adds to is not what comes next.
// CHECK-LABEL: @other_states
// CHECK-NOT: arith.remsi
func.func @other_states(%n: index, %xs: tensor<?xf64>, %zero: f64)
    -> (tensor<?xf64>, tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %x = tensor.extract %a[%i] : tensor<?xf64>
    %p = scf.for %j = %c0 to %i step %c1 iter_args(%t = %a) -> (tensor<?xf64>) {
      %u = tensor.insert %x into %t[%j] : tensor<?xf64>
      scf.yield %u : tensor<?xf64>
    }
    scf.yield %p : tensor<?xf64>
  } {chad.any_order}
  %r1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %x = tensor.extract %a[%i] : tensor<?xf64>
    %b = tensor.insert %x into %a[%i] : tensor<?xf64>
    %p = scf.for %j = %c0 to %i step %c1 iter_args(%t = %x) -> (f64) {
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    %y = tensor.extract %a[%c0] : tensor<?xf64>
    %z = arith.addf %y, %p : f64
    %c = tensor.insert %z into %b[%i] : tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  } {chad.any_order}
  %r2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %c0 to %i step %c1 iter_args(%t = %s) -> (f64) {
      %y = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %y : f64
      scf.yield %u : f64
    }
    scf.yield %zero : f64
  } {chad.any_order}
  return %r0, %r1, %r2 : tensor<?xf64>, tensor<?xf64>, f64
}

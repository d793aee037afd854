// Loops with branches for the first and last iterations become loops without branches.

// RUN: chad-opt %s --split-input-file --chad-split-index-set --canonicalize | FileCheck %s

// CHECK: #[[$SCALAR:.*]] = #llvm.loop_annotation<vectorize = #{{.*}}, unroll = #{{.*}}>
// CHECK-LABEL: @both
// CHECK-SAME: (%[[XS:[a-z0-9]+]]: memref<?xf64>, %[[YS:[a-z0-9]+]]: memref<?xf64>, %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[END:.*]] = arith.addi %[[N]], %c-1
// CHECK: %[[FIRST:.*]] = arith.minsi %[[N]], %[[C1]]
// CHECK: %[[MIN:.*]] = arith.minsi %[[N]], %[[END]]
// CHECK: %[[LAST:.*]] = arith.maxsi %[[MIN]], %[[FIRST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[FIRST]]
// CHECK:   scf.if
// CHECK:   scf.if
// CHECK: } {loop_annotation = #[[$SCALAR]]}
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
// CHECK-NOT: scf.if
// CHECK:   arith.addf
// CHECK: scf.for %{{.*}} = %[[LAST]] to %[[N]]
// CHECK:   scf.if
// CHECK:   scf.if
// CHECK: } {loop_annotation = #[[$SCALAR]]}
func.func @both(%xs: memref<?xf64>, %ys: memref<?xf64>, %n: index, %zero: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %end = arith.addi %n, %cm1 : index
  scf.for %i = %c0 to %n step %c1 {
    %hasLeft = arith.cmpi sge, %i, %c1 : index
    %l = scf.if %hasLeft -> (f64) {
      %j = arith.subi %i, %c1 : index
      %x = memref.load %xs[%j] : memref<?xf64>
      scf.yield %x : f64
    } else {
      scf.yield %zero : f64
    }
    %hasRight = arith.cmpi slt, %i, %end : index
    %r = scf.if %hasRight -> (f64) {
      %j = arith.addi %i, %c1 : index
      %x = memref.load %xs[%j] : memref<?xf64>
      scf.yield %x : f64
    } else {
      scf.yield %zero : f64
    }
    %sum = arith.addf %l, %r : f64
    memref.store %sum, %ys[%i] : memref<?xf64>
  }
  return
}

// -----

// Scalars are carried through all parts; what does not change is asked once, before.
// CHECK-LABEL: @carried
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index, %[[IS:[a-z0-9]+]]: i1
// CHECK: %[[BEFORE:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f64)
// CHECK: %[[MIDDLE:.*]] = scf.if %[[IS]] -> (f64)
// CHECK:   scf.for %{{.*}} iter_args(%{{.*}} = %[[BEFORE]])
// CHECK-NOT: scf.if
// CHECK: else
// CHECK:   scf.for %{{.*}} iter_args(%{{.*}} = %[[BEFORE]])
// CHECK-NOT: scf.if
// CHECK:     arith.addf
// CHECK: return %[[MIDDLE]]
func.func @carried(%xs: memref<?xf64>, %n: index, %k: index, %is: i1, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f64) {
    %past = arith.cmpi sge, %i, %k : index
    %both = arith.andi %past, %is : i1
    %x = scf.if %both -> (f64) {
      %0 = memref.load %xs[%i] : memref<?xf64>
      scf.yield %0 : f64
    } else {
      scf.yield %zero : f64
    }
    %next = arith.addf %sum, %x : f64
    scf.yield %next : f64
  }
  return %s : f64
}

// -----

// Loops around others, and those whose branches follow the data, stay.
// CHECK-LABEL: @stay
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @stay(%xs: memref<?xf64>, %n: index, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %zero) -> (f64) {
    %past = arith.cmpi sge, %i, %c1 : index
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %outer) -> (f64) {
      %x = memref.load %xs[%j] : memref<?xf64>
      %isPositive = arith.cmpf ogt, %x, %zero : f64
      %y = scf.if %isPositive -> (f64) {
        %0 = math.exp %x : f64
        scf.yield %0 : f64
      } else {
        scf.yield %x : f64
      }
      %next = arith.addf %sum, %y : f64
      scf.yield %next : f64
    }
    %u = scf.if %past -> (f64) {
      %0 = math.exp %t : f64
      scf.yield %0 : f64
    } else {
      scf.yield %t : f64
    }
    scf.yield %u : f64
  }
  return %s : f64
}

// -----

// Loops with other comparisons, and unsigned ones, stay; one with bounds far from its own is
// divided.
// CHECK-LABEL: @others
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK-LABEL: @far
// CHECK-COUNT-3: scf.for
// CHECK-NOT: scf.for
func.func @others(%xs: memref<?xf64>, %n: index, %c: i1, %zero: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.cmpi sgt, %i, %c1 : index
    %1 = arith.andi %0, %true : i1
    scf.if %1 {
      memref.store %zero, %xs[%i] : memref<?xf64>
    }
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    %0 = arith.cmpi sge, %i, %c1 : index
    scf.if %0 {
      memref.store %zero, %xs[%i] : memref<?xf64>
    }
  }
  return
}
func.func @far(%xs: memref<?xf64>, %n: index, %k: index, %zero: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.cmpi sge, %i, %c100 : index
    %1 = arith.cmpi slt, %i, %k : index
    %2 = arith.andi %0, %1 : i1
    scf.if %2 {
      memref.store %zero, %xs[%i] : memref<?xf64>
    }
  }
  return
}

// Accesses to neighbours that stay inside of the array by a maximum and a minimum: in the middle loop the index is that of the
// neighbour.
// CHECK-LABEL: func.func @neighbours
// CHECK: scf.for %{{.+}} = %c0{{.*}} to %[[FIRST:.+]] step
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: scf.for %[[I:.+]] = %[[FIRST]] to %[[LAST:.+]] step
// CHECK-NOT: arith.maxsi
// CHECK-NOT: arith.minsi
// CHECK: memref.store
// CHECK: scf.for %{{.+}} = %[[LAST]] to
// CHECK: arith.maxsi
// CHECK: arith.minsi
func.func @neighbours(%x: memref<64xf64>, %y: memref<64xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %last = arith.constant 63 : i64
  scf.for %i = %c0 to %c64 step %c1 {
    %n = arith.index_cast %i : index to i64
    %before = arith.subi %n, %two : i64
    %low = arith.maxsi %before, %zero : i64
    %a = arith.index_cast %low : i64 to index
    %after = arith.addi %n, %two : i64
    %high = arith.minsi %after, %last : i64
    %b = arith.index_cast %high : i64 to index
    %u = memref.load %x[%a] : memref<64xf64>
    %v = memref.load %x[%b] : memref<64xf64>
    %w = arith.subf %v, %u : f64
    memref.store %w, %y[%i] : memref<64xf64>
  }
  return
}

// -----

// An index that wraps around does so at the ends only: (i + 1) mod n and (i + n - 1) mod n.
// CHECK-LABEL: @around
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C99:.*]] = arith.constant 99 : index
// CHECK-DAG: %[[C98:.*]] = arith.constant 98 : index
// The first and the last loop have one iteration.
// CHECK: memref.load %{{.*}}[%[[C1]]]
// CHECK: memref.load %{{.*}}[%[[C99]]]
// CHECK: scf.for %[[I:.*]] = %[[C1]] to %[[C99]]
// CHECK-NEXT:   %[[K:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[K]], %c1_i64
// CHECK-NEXT:   %[[R:.*]] = arith.index_cast %[[NEXT]]
// CHECK-NEXT:   memref.load %{{.*}}[%[[R]]]
// CHECK-NEXT:   %[[L:.*]] = arith.addi %[[I]], %c-1
// CHECK-NEXT:   memref.load %{{.*}}[%[[L]]]
// CHECK-NOT: scf.for
// CHECK: memref.load %{{.*}}[%c0]
// CHECK: memref.load %{{.*}}[%[[C98]]]
func.func @around(%xs: memref<100xf64>, %ys: memref<100xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c99 = arith.constant 99 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 100 : i64
  scf.for %i = %c0 to %c100 step %c1 {
    %k = arith.index_cast %i : index to i64
    %next = arith.addi %k, %one : i64
    %q = arith.floordivsi %next, %n : i64
    %p = arith.muli %q, %n : i64
    %r = arith.subi %next, %p : i64
    %isNegative = arith.cmpi slt, %r, %zero : i64
    %more = arith.addi %r, %n : i64
    %s = arith.select %isNegative, %more, %r : i64
    %j = arith.index_cast %s : i64 to index
    %x = memref.load %xs[%j] : memref<100xf64>
    %far = arith.addi %i, %c99 : index
    %l = arith.remsi %far, %c100 : index
    %y = memref.load %xs[%l] : memref<100xf64>
    %sum = arith.addf %x, %y : f64
    memref.store %sum, %ys[%i] : memref<100xf64>
  }
  return
}

// -----

// What stays: remainders of negative numbers as of C, those by which few indices in a row are
// moved alike, and by a number that the program computes.
// CHECK-LABEL: @others
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
func.func @others(%xs: memref<100xf64>, %ys: memref<100xf64>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c100 step %c1 {
    %before = arith.subi %i, %c100 : index
    %a = arith.remsi %before, %c100 : index
    %b = arith.remsi %i, %c9 : index
    %c = arith.remsi %i, %m : index
    %d = arith.addi %a, %b : index
    %e = arith.addi %d, %c : index
    %j = arith.remui %e, %c100 : index
    %x = memref.load %xs[%j] : memref<100xf64>
    memref.store %x, %ys[%i] : memref<100xf64>
  }
  return
}

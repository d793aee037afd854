// RUN: chad-opt %s --split-input-file --chad-keep-states-in-place --canonicalize | FileCheck %s

// The next state is computed at its place in the array, the last one in a buffer of its own. The
// function says to LLVM that they are distinct.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x?xf64>, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: f64
// CHECK: %[[KEPT:.*]] = memref.alloc(%[[N]], %{{.*}}, %{{.*}}) : memref<?x?x?xf64>
// CHECK: %[[END:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf64>
// CHECK: scf.if
// CHECK:   %[[FIRST:.*]] = memref.subview %[[KEPT]][0, 0, 0]
// CHECK:   memref.copy %[[X]], %[[FIRST]]
// CHECK: else
// CHECK:   memref.copy %[[X]], %[[END]]
// CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = %{{.*}} iter_args(%[[OTHER:.*]] = %[[S]]) -> (f64) {
// CHECK:   %[[STATE:.*]] = memref.subview %[[KEPT]][%[[I]], 0, 0]
// CHECK:   %[[J:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK:   %[[NEXT:.*]] = scf.if
// CHECK:     memref.subview %[[KEPT]][%[[J]], 0, 0]
// CHECK:   else
// CHECK:     memref.cast %[[END]]
// CHECK-NOT: memref.copy
// CHECK:   %[[MORE:.*]] = func.call @dynamic_step({{.*}}%[[NEXT]],
// CHECK:   scf.yield %[[MORE]]
// CHECK: return %[[END]], %[[KEPT]], %[[SUM]]
// CHECK: func.func private @dynamic_step(
// CHECK-SAME: {chad.distinct}
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>}
func.func @dynamic(%x: memref<?x?xf64>, %n: index, %s: f64) -> (memref<?x?xf64>, memref<?x?x?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.dim %x, %c0 : memref<?x?xf64>
  %b = memref.dim %x, %c1 : memref<?x?xf64>
  %kept = memref.alloc(%n, %a, %b) : memref<?x?x?xf64>
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x, %sum = %s) -> (memref<?x?xf64>, f64) {
    %place = memref.subview %kept[%i, 0, 0] [1, %a, %b] [1, 1, 1] : memref<?x?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    memref.copy %state, %place : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    %m = memref.dim %state, %c1 : memref<?x?xf64>
    %next = memref.alloc(%a, %m) {alignment = 64 : i64} : memref<?x?xf64>
    %more = scf.for %j = %c0 to %a step %c1 iter_args(%t = %sum) -> (f64) {
      %from = memref.subview %state[%j, 0] [1, %m] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
      %to = memref.subview %next[%j, 0] [1, %m] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
      %u = scf.for %k = %c0 to %m step %c1 iter_args(%v = %t) -> (f64) {
        %e = memref.load %from[%k] : memref<?xf64, strided<[1], offset: ?>>
        %f = arith.mulf %e, %e : f64
        memref.store %f, %to[%k] : memref<?xf64, strided<[1], offset: ?>>
        %w = arith.addf %v, %f : f64
        scf.yield %w : f64
      }
      scf.yield %u : f64
    }
    scf.yield %next, %more : memref<?x?xf64>, f64
  }
  return %end#0, %kept, %end#1 : memref<?x?xf64>, memref<?x?x?xf64>, f64
}

// -----

// Places that are filled from the last one on; views with layouts that follow from that of the state.
// CHECK-LABEL: func.func @backward
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N:[a-z0-9]+]] step
// CHECK:   %[[AT:.*]] = arith.subi %[[LAST:.*]], %[[I]]
// CHECK:   %[[STATE:.*]] = memref.subview %{{.*}}[%[[AT]], 0] [1, 4] [1, 1]
// CHECK:   %[[J:.*]] = arith.addi %[[I]]
// CHECK:   scf.if
// CHECK:     arith.subi %[[LAST]], %[[J]]
// CHECK-NOT: memref.copy
// CHECK:   memref.subview %[[STATE]][1] [2] [1] : memref<4xf64, strided<[1], offset: ?>> to memref<2xf64, strided<[1], offset: ?>>
// CHECK: return
func.func @backward(%x: memref<4xf64>, %n: index) -> (memref<4xf64>, memref<?x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %kept = memref.alloc(%n) : memref<?x4xf64>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<4xf64>) {
    %at = arith.subi %last, %i : index
    %place = memref.subview %kept[%at, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %state : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    %middle = memref.subview %state[1] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 1>>
    %to = memref.subview %next[2] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 2>>
    memref.copy %middle, %to : memref<2xf64, strided<[1], offset: 1>> to memref<2xf64, strided<[1], offset: 2>>
    scf.yield %next : memref<4xf64>
  }
  return %end, %kept : memref<4xf64>, memref<?x4xf64>
}

// -----

// Left as they are: a state that is written into, one of which only a part is kept, an array that
// the loop also reads, a state that is yielded twice, a place with another number, and an update in
// place.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-6: memref.copy %{{.*}}, %{{.*}} : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NOT: _step
func.func @others(%x: memref<4xf64>, %n: index, %f: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc(%n) : memref<?x4xf64>
  %b = memref.alloc(%n) : memref<?x6xf64>
  %c = memref.alloc(%n) : memref<?x4xf64>
  %d = memref.alloc(%n) : memref<?x4xf64>
  %e = memref.alloc(%n) : memref<?x4xf64>
  %g = memref.alloc(%n) : memref<?x4xf64>
  %written = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<4xf64>) {
    %place = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %state : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    memref.store %f, %state[%c0] : memref<4xf64>
    scf.yield %next : memref<4xf64>
  }
  %part = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<4xf64>) {
    %place = memref.subview %b[%i, 2] [1, 4] [1, 1] : memref<?x6xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %state : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    scf.yield %next : memref<4xf64>
  }
  %view = memref.cast %c : memref<?x4xf64> to memref<?x?xf64>
  %read = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<4xf64>) {
    %place = memref.subview %c[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %state : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    %old = memref.load %view[%c1, %c1] : memref<?x?xf64>
    memref.store %old, %next[%c0] : memref<4xf64>
    scf.yield %next : memref<4xf64>
  }
  %twice:2 = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x, %other = %x) -> (memref<4xf64>, memref<4xf64>) {
    %place = memref.subview %d[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %other : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    scf.yield %next, %next : memref<4xf64>, memref<4xf64>
  }
  %strided = scf.for %i = %c0 to %n step %c2 iter_args(%state = %x) -> (memref<4xf64>) {
    %place = memref.subview %e[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %state : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    scf.yield %next : memref<4xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.subview %g[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %x, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.store %f, %x[%c0] : memref<4xf64>
  }
  return
}

// -----

// The loop may see the array under another name, which a branch gives it. Places may have other
// extents than an initial state that no iteration copies: the last state has those of the initial one.
// CHECK-LABEL: func.func @renamed
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NOT: memref.subview
// CHECK: return
func.func @renamed(%x: memref<4xf64>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?x4xf64>
  %b = memref.alloc(%n) : memref<?x4xf64>
  %name = scf.if %c -> (memref<?x4xf64>) {
    scf.yield %a : memref<?x4xf64>
  } else {
    scf.yield %b : memref<?x4xf64>
  }
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<4xf64>) {
    %place = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
    %next = memref.alloc() : memref<4xf64>
    linalg.mul ins(%state, %state : memref<4xf64>, memref<4xf64>) outs(%next : memref<4xf64>)
    %old = memref.load %name[%i, %c1] : memref<?x4xf64>
    memref.store %old, %next[%c0] : memref<4xf64>
    scf.yield %next : memref<4xf64>
  }
  return
}

// CHECK-LABEL: func.func @extents
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf64>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
// CHECK: memref.alloc(%[[N]], %[[M]])
// CHECK: %[[D:.*]] = memref.dim %[[X]]
// CHECK: memref.alloc(%[[D]]) : memref<?xf64>
// CHECK: scf.if
func.func @extents(%x: memref<?xf64>, %n: index, %m: index) -> (memref<?xf64>, memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n, %m) : memref<?x?xf64>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<?xf64>) {
    %place = memref.subview %a[%i, 0] [1, %m] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
    memref.copy %state, %place : memref<?xf64> to memref<?xf64, strided<[1], offset: ?>>
    %next = memref.alloc(%m) : memref<?xf64>
    linalg.mul ins(%state, %state : memref<?xf64>, memref<?xf64>) outs(%next : memref<?xf64>)
    scf.yield %next : memref<?xf64>
  }
  return %end, %a : memref<?xf64>, memref<?x?xf64>
}

// -----

// Code of a kernel is not outlined: there is no place for a function of the host beside it.
// CHECK-LABEL: gpu.func @kernel
// CHECK-NOT: call
// CHECK: gpu.return
gpu.module @kernels {
  gpu.func @kernel(%x: memref<4xf64>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = memref.alloc(%n) : memref<?x4xf64>
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<4xf64>) {
      %place = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      memref.copy %state, %place : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
      %next = memref.alloc() : memref<4xf64>
      scf.for %j = %c0 to %c4 step %c1 {
        %e = memref.load %state[%j] : memref<4xf64>
        memref.store %e, %next[%j] : memref<4xf64>
      }
      scf.yield %next : memref<4xf64>
    }
    gpu.return
  }
}

// -----

// A state that is copied from where it is collected, when the one before is no longer read, is
// copied to the same buffer in each iteration.
// CHECK-LABEL: func.func @copied
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<2xf64>, %[[ALL:[a-z0-9]+]]: memref<?x2xf64>
// CHECK: %[[STATE:.*]] = memref.alloc() : memref<2xf64>
// CHECK: memref.copy %[[X]], %[[STATE]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{[a-z0-9]+}} {
// CHECK-NOT: memref.alloc
// CHECK:   memref.load %[[STATE]]
// CHECK:   memref.copy %{{.*}}, %[[STATE]]
// CHECK: return %[[STATE]]
func.func @copied(%x: memref<2xf64>, %all: memref<?x2xf64>, %n: index) -> memref<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<2xf64>) {
    %place = memref.subview %all[%i, 0] [1, 2] [1, 1] : memref<?x2xf64> to memref<2xf64, strided<[1], offset: ?>>
    scf.for %j = %c0 to %c2 step %c1 {
      %e = memref.load %state[%j] : memref<2xf64>
      %p = arith.mulf %e, %e : f64
      memref.store %p, %place[%j] : memref<2xf64, strided<[1], offset: ?>>
    }
    %next = memref.alloc() : memref<2xf64>
    memref.copy %place, %next : memref<2xf64, strided<[1], offset: ?>> to memref<2xf64>
    scf.yield %next : memref<2xf64>
  }
  return %end : memref<2xf64>
}

// -----

// Nor is the next one stored elsewhere than in that buffer.
// CHECK-LABEL: func.func @stored
// CHECK: %[[STATE:.*]] = memref.alloc() : memref<2xf64>
// CHECK: memref.copy %{{.*}}, %[[STATE]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{[a-z0-9]+}} {
// CHECK-NOT: memref.alloc
// CHECK:   %[[E:.*]] = memref.load %[[STATE]]
// CHECK:   %[[F:.*]] = memref.load %[[STATE]]
// CHECK:   memref.store %[[F]], %[[STATE]]
// CHECK:   memref.store %[[E]], %[[STATE]]
// CHECK: return %[[STATE]]
func.func @stored(%x: memref<2xf64>, %n: index) -> memref<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<2xf64>) {
    %next = memref.alloc() : memref<2xf64>
    %e = memref.load %state[%c0] : memref<2xf64>
    %f = memref.load %state[%c1] : memref<2xf64>
    memref.store %f, %next[%c0] : memref<2xf64>
    memref.store %e, %next[%c1] : memref<2xf64>
    scf.yield %next : memref<2xf64>
  }
  return %end : memref<2xf64>
}

// -----

// Not if the state is read afterwards, here by a view that was made before, or while the next one is
// written; nor if the extent may differ.
// CHECK-LABEL: func.func @read_afterwards
// CHECK-COUNT-3: iter_args
// CHECK: return
func.func @read_afterwards(%x: memref<2xf64>, %all: memref<?x2xf64>, %n: index, %y: memref<?xf64>) -> (f64, f64, memref<2xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %a:2 = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x, %sum = %zero) -> (memref<2xf64>, f64) {
    %place = memref.subview %all[%i, 0] [1, 2] [1, 1] : memref<?x2xf64> to memref<2xf64, strided<[1], offset: ?>>
    %part = memref.subview %state[1] [1] [1] : memref<2xf64> to memref<1xf64, strided<[1], offset: 1>>
    %next = memref.alloc() : memref<2xf64>
    memref.copy %place, %next : memref<2xf64, strided<[1], offset: ?>> to memref<2xf64>
    %e = memref.load %part[%c0] : memref<1xf64, strided<[1], offset: 1>>
    %s = arith.addf %sum, %e : f64
    scf.yield %next, %s : memref<2xf64>, f64
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<2xf64>) {
    %next = memref.alloc() : memref<2xf64>
    scf.for %j = %c0 to %c2 step %c1 {
      %e = memref.load %state[%j] : memref<2xf64>
      %l = arith.subi %c1, %j : index
      memref.store %e, %next[%l] : memref<2xf64>
    }
    scf.yield %next : memref<2xf64>
  }
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%state = %y) -> (memref<?xf64>) {
    %next = memref.alloc(%i) : memref<?xf64>
    %place = memref.subview %all[%i, 0] [1, %i] [1, 1] : memref<?x2xf64> to memref<?xf64, strided<[1], offset: ?>>
    memref.copy %place, %next : memref<?xf64, strided<[1], offset: ?>> to memref<?xf64>
    scf.yield %next : memref<?xf64>
  }
  return %a#1, %a#1, %b, %d : f64, f64, memref<2xf64>, memref<?xf64>
}

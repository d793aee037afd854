// RUN: chad-opt %s --chad-lower-kernels --cse --split-input-file | FileCheck %s

// The sums of four rows read the elements of a point once. The states follow each other as before, and what is left of the
// iterations runs one by one.

// CHECK-LABEL: func.func @nearest
// CHECK-SAME: (%[[XS:.*]]: memref<?x?xf64, 1>, %[[CS:.*]]: memref<?x?xf64, 1>
// CHECK: gpu.launch
// CHECK: %[[ROW:.*]] = memref.subview %[[XS]]
// CHECK: %[[REST:.*]] = arith.remui %[[COUNT:.*]], %c4
// CHECK: %[[WHOLE:.*]] = arith.subi %[[COUNT]], %[[REST]]
// CHECK: %[[JAMMED:.*]] = scf.for %{{.*}} = %c0 to %[[WHOLE]] step %c4 iter_args(%[[BEST:.*]] = %{{.*}}) -> (f64)
// CHECK-COUNT-4: memref.subview %[[CS]]
// CHECK-NOT: memref.subview
// CHECK: %[[SUMS:.*]]:4 = scf.for
// CHECK-COUNT-1: memref.load %[[ROW]][
// CHECK-NOT: memref.load %[[ROW]][
// CHECK: scf.yield
// CHECK: %[[A:.*]] = arith.minimumf %[[BEST]], %[[SUMS]]#0
// CHECK: %[[B:.*]] = arith.minimumf %[[A]], %[[SUMS]]#1
// CHECK: %[[C:.*]] = arith.minimumf %[[B]], %[[SUMS]]#2
// CHECK: %[[D:.*]] = arith.minimumf %[[C]], %[[SUMS]]#3
// CHECK: scf.yield %[[D]]
// CHECK: scf.for %{{.*}} = %[[WHOLE]] to %{{.*}} step %c1 iter_args(%{{.*}} = %[[JAMMED]])
func.func @nearest(%xs: memref<?x?xf64, 1>, %cs: memref<?x?xf64, 1>, %ys: memref<?xf64, 1>, %n: index, %k: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  scf.forall (%b) in (%n) {
    scf.forall (%t) in (1) {
      %x = memref.subview %xs[%b, 0] [1, %d] [1, 1] : memref<?x?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
      %least = scf.for %j = %c0 to %k step %c1 iter_args(%m = %infinity) -> (f64) {
        %c = memref.subview %cs[%j, 0] [1, %d] [1, 1] : memref<?x?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
        %sum = scf.for %i = %c0 to %d step %c1 iter_args(%s = %zero) -> (f64) {
          %u = memref.load %x[%i] : memref<?xf64, strided<[1], offset: ?>, 1>
          %v = memref.load %c[%i] : memref<?xf64, strided<[1], offset: ?>, 1>
          %w = arith.subf %u, %v : f64
          %q = arith.mulf %w, %w : f64
          %r = arith.addf %s, %q : f64
          scf.yield %r : f64
        }
        %l = arith.minimumf %m, %sum : f64
        scf.yield %l : f64
      }
      memref.store %least, %ys[%b] : memref<?xf64, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// A sum that begins with the state of the iteration before has to wait for it, and where nothing is read twice there is
// nothing to gain.

// CHECK-LABEL: func.func @waits
// CHECK-NOT: step %c4
// CHECK: return
func.func @waits(%xs: memref<?xf64, 1>, %cs: memref<?x?xf64, 1>, %ys: memref<?x2xf64, 1>, %n: index, %k: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.forall (%b) in (%n) {
    scf.forall (%t) in (1) {
      %first = scf.for %j = %c0 to %k step %c1 iter_args(%m = %zero) -> (f64) {
        %sum = scf.for %i = %c0 to %d step %c1 iter_args(%s = %m) -> (f64) {
          %u = memref.load %xs[%i] : memref<?xf64, 1>
          %v = memref.load %cs[%j, %i] : memref<?x?xf64, 1>
          %q = arith.mulf %u, %v : f64
          %r = arith.addf %s, %q : f64
          scf.yield %r : f64
        }
        %l = math.sin %sum : f64
        scf.yield %l : f64
      }
      %second = scf.for %j = %c0 to %k step %c1 iter_args(%m = %zero) -> (f64) {
        %sum = scf.for %i = %c0 to %d step %c1 iter_args(%s = %zero) -> (f64) {
          %v = memref.load %cs[%j, %i] : memref<?x?xf64, 1>
          %r = arith.addf %s, %v : f64
          scf.yield %r : f64
        }
        %l = arith.maximumf %m, %sum : f64
        scf.yield %l : f64
      }
      memref.store %first, %ys[%b, %c0] : memref<?x2xf64, 1>
      memref.store %second, %ys[%b, %c1] : memref<?x2xf64, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// RUN: chad-opt %s --chad-lower-kernels --cse --split-input-file | FileCheck %s

// The threads of a block copy windows of rows to a tile and back. What is written first is not copied to the tile, and
// is where the row that is read before was. Rows that are too long for 32 of them to fit stay where they are.

// CHECK-LABEL: func.func @normalize
// CHECK-SAME: (%[[XS:.*]]: memref<?x?xf64, 1>, %[[YS:.*]]: memref<?x?xf64, 1>, %[[N:.*]]: index, %[[D:.*]]: index)
// CHECK: gpu.launch {{.*}} threads(%[[T:[a-z0-9]*]],
// CHECK-SAME: workgroup(%[[TILE:.*]] : memref<5120xf64, #gpu.address_space<workgroup>>)
// CHECK: %[[DISTANCE:.*]] = arith.ori %[[D]], %c1
// CHECK: arith.cmpi ule, %[[DISTANCE]], %c160
// CHECK: arith.cmpi ule, %[[DISTANCE]], %c20{{(_[0-9]+)?}} :
// CHECK: %[[ROWS:.*]] = arith.select
// CHECK: %[[FITS:.*]] = arith.cmpi ne, %[[ROWS]], %c0
// CHECK: scf.if %[[FITS]] {
// CHECK: scf.for %[[START:.*]] = %c0{{.*}} to %[[N]] step %[[ROWS]] {
// CHECK:   %[[LEFT:.*]] = arith.subi %[[N]], %[[START]]
// CHECK:   %[[COUNT:.*]] = arith.minui %[[LEFT]], %[[ROWS]]
// CHECK:   gpu.barrier
// CHECK:   %[[TOTAL:.*]] = arith.muli %[[COUNT]], %[[D]]
// CHECK:   scf.for {{.*}} = %[[T]] to %[[TOTAL]] step %{{.*}} iter_args(%[[R:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}) -> (index, index) {
// CHECK:     %[[I:.*]] = arith.addi %[[START]], %[[R]]
// CHECK:     %[[INROWS:.*]] = arith.muli %[[R]], %[[DISTANCE]]
// CHECK:     %[[INTILE:.*]] = arith.addi %[[INROWS]], %[[C]]
// CHECK:     %[[X:.*]] = memref.load %[[XS]][%[[I]], %[[C]]]
// CHECK:     memref.store %[[X]], %[[TILE]][%[[INTILE]]]
// CHECK-NOT: memref.load %[[YS]]
// CHECK:   gpu.barrier
// CHECK:   %[[NUMBER:.*]] = arith.subi %[[T]], %{{.*}}
// CHECK:   %[[ISIN:.*]] = arith.cmpi ult, %[[NUMBER]], %[[COUNT]]
// CHECK:   scf.if %[[ISIN]] {
// CHECK:     %[[ROW:.*]] = memref.subview %[[TILE]][%{{.*}}] [%[[D]]] [1]
// CHECK:     memref.load %[[ROW]]
// CHECK:     memref.load %[[ROW]]
// CHECK:     memref.store %{{.*}}, %[[ROW]]
// CHECK:   gpu.barrier
// CHECK:   scf.for
// CHECK:     memref.load %[[TILE]]
// CHECK:     memref.store %{{.*}}, %[[YS]]
// CHECK: } else {
// CHECK-NOT: memref.load %[[TILE]]
func.func @normalize(%xs: memref<?x?xf64, 1>, %ys: memref<?x?xf64, 1>, %n: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f64
  scf.forall (%b) in (1) {
    scf.forall (%t) in (256) {
      %first = arith.minui %t, %n : index
      %left = arith.subi %n, %first : index
      %count = arith.ceildivui %left, %c256 : index
      %x = memref.subview %xs[%first, 0] [%count, %d] [256, 1] : memref<?x?xf64, 1> to memref<?x?xf64, strided<[?, 1], offset: ?>, 1>
      %y = memref.subview %ys[%first, 0] [%count, %d] [256, 1] : memref<?x?xf64, 1> to memref<?x?xf64, strided<[?, 1], offset: ?>, 1>
      scf.for %m = %c0 to %count step %c1 {
        %row = memref.subview %x[%m, 0] [1, %d] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
        %out = memref.subview %y[%m, 0] [1, %d] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
        %sum = scf.for %j = %c0 to %d step %c1 iter_args(%s = %zero) -> (f64) {
          %e = memref.load %row[%j] : memref<?xf64, strided<[1], offset: ?>, 1>
          %r = arith.addf %s, %e : f64
          scf.yield %r : f64
        }
        scf.for %j = %c0 to %d step %c1 {
          %e = memref.load %row[%j] : memref<?xf64, strided<[1], offset: ?>, 1>
          %r = arith.divf %e, %sum : f64
          memref.store %r, %out[%j] : memref<?xf64, strided<[1], offset: ?>, 1>
        }
      }
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// Known extents need no second version. Rows to which a loop, up to a constant, adds are copied to a tile and back.

// CHECK-LABEL: func.func @apart
// CHECK-SAME: (%[[XS:.*]]: memref<?x6xf32, 1>, %[[YS:.*]]: memref<?x6xf32, 1>, %[[N:.*]]: index, %{{.*}})
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[A:[a-z0-9]*]] : memref<1792xf32, #gpu.address_space<workgroup>>, %[[B:[a-z0-9]*]] : memref<1792xf32, #gpu.address_space<workgroup>>)
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[N]] step %c256{{(_[0-9]+)?}} iter_args
// CHECK: %[[X:.*]] = memref.load %[[XS]][
// CHECK-NEXT: %[[Y:.*]] = memref.load %[[YS]][
// CHECK-NEXT: memref.store %[[X]], %[[A]][
// CHECK-NEXT: memref.store %[[Y]], %[[B]][
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK-DAG: memref.subview %[[A]][%{{.*}}] [6] [1]
// CHECK-DAG: memref.subview %[[B]][%{{.*}}] [6] [1]
// CHECK-NOT: memref.store %{{.*}}, %[[XS]][
// CHECK: %[[SUM:.*]] = memref.load %[[B]][
// CHECK-NEXT: memref.store %[[SUM]], %[[YS]][
// CHECK-NOT: memref.store %{{.*}}, %[[XS]][
func.func @apart(%xs: memref<?x6xf32, 1>, %ys: memref<?x6xf32, 1>, %n: index, %sums: memref<256xf32, 1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%b) in (1) {
    scf.forall (%t) in (256) {
      %first = arith.minui %t, %n : index
      %left = arith.subi %n, %first : index
      %count = arith.ceildivui %left, %c256 : index
      %x = memref.subview %xs[%first, 0] [%count, 6] [256, 1] : memref<?x6xf32, 1> to memref<?x6xf32, strided<[1536, 1], offset: ?>, 1>
      %y = memref.subview %ys[%first, 0] [%count, 6] [256, 1] : memref<?x6xf32, 1> to memref<?x6xf32, strided<[1536, 1], offset: ?>, 1>
      %all = scf.for %m = %c0 to %count step %c1 iter_args(%a = %zero) -> (f32) {
        %row = memref.subview %x[%m, 0] [1, 6] [1, 1] : memref<?x6xf32, strided<[1536, 1], offset: ?>, 1> to memref<6xf32, strided<[1], offset: ?>, 1>
        %out = memref.subview %y[%m, 0] [1, 6] [1, 1] : memref<?x6xf32, strided<[1536, 1], offset: ?>, 1> to memref<6xf32, strided<[1], offset: ?>, 1>
        %sum = scf.for %j = %c0 to %c6 step %c1 iter_args(%s = %a) -> (f32) {
          %e = memref.load %row[%j] : memref<6xf32, strided<[1], offset: ?>, 1>
          %o = memref.load %out[%j] : memref<6xf32, strided<[1], offset: ?>, 1>
          %p = arith.addf %o, %e : f32
          memref.store %p, %out[%j] : memref<6xf32, strided<[1], offset: ?>, 1>
          %r = arith.addf %s, %e : f32
          scf.yield %r : f32
        }
        scf.yield %sum : f32
      }
      memref.store %all, %sums[%t] : memref<256xf32, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// There is no tile for rows of which one element is read, nor for an array that another buffer may be a part of, and of
// which rows are written.

// CHECK-LABEL: func.func @none
// CHECK: gpu.launch
// CHECK-NOT: workgroup
func.func @none(%xs: memref<?x?xf64, 1>, %all: memref<?x?xf64, 1>, %n: index, %d: index, %i: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %ys = arith.select %c, %xs, %all : memref<?x?xf64, 1>
  scf.forall (%b) in (1) {
    scf.forall (%t) in (256) {
      %first = arith.minui %t, %n : index
      %left = arith.subi %n, %first : index
      %count = arith.ceildivui %left, %c256 : index
      %x = memref.subview %xs[%first, 0] [%count, %d] [256, 1] : memref<?x?xf64, 1> to memref<?x?xf64, strided<[?, 1], offset: ?>, 1>
      %y = memref.subview %ys[%first, 0] [%count, %d] [256, 1] : memref<?x?xf64, 1> to memref<?x?xf64, strided<[?, 1], offset: ?>, 1>
      scf.for %m = %c0 to %count step %c1 {
        %row = memref.subview %x[%m, 0] [1, %d] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
        %out = memref.subview %y[%m, 0] [1, %d] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
        %e = memref.load %row[%i] : memref<?xf64, strided<[1], offset: ?>, 1>
        scf.for %j = %c0 to %d step %c1 {
          memref.store %e, %out[%j] : memref<?xf64, strided<[1], offset: ?>, 1>
        }
      }
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// Rows of known extents that a loop, up to a constant, writes as a whole before they are read have a tile, to which
// nothing is copied.

// CHECK-LABEL: func.func @scaled
// CHECK-SAME: (%[[XS:.*]]: memref<?x5xf64, 1>, %[[YS:.*]]: memref<?x5xf64, 1>, %{{.*}}: index)
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[TILE:[a-z0-9]*]] : memref<1280xf64, #gpu.address_space<workgroup>>)
// CHECK: %[[X:.*]] = memref.load %[[XS]][
// CHECK-NEXT: memref.store %[[X]], %[[TILE]][
// CHECK-NOT: memref.load %[[YS]][
// CHECK: memref.subview %[[TILE]][%{{.*}}] [5] [1]
// CHECK: gpu.barrier
// CHECK: %[[Y:.*]] = memref.load %[[TILE]][
// CHECK-NEXT: memref.store %[[Y]], %[[YS]][
func.func @scaled(%xs: memref<?x5xf64, 1>, %ys: memref<?x5xf64, 1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c256 = arith.constant 256 : index
  scf.forall (%b) in (1) {
    scf.forall (%t) in (256) {
      %first = arith.minui %t, %n : index
      %left = arith.subi %n, %first : index
      %count = arith.ceildivui %left, %c256 : index
      %x = memref.subview %xs[%first, 0] [%count, 5] [256, 1] : memref<?x5xf64, 1> to memref<?x5xf64, strided<[1280, 1], offset: ?>, 1>
      %y = memref.subview %ys[%first, 0] [%count, 5] [256, 1] : memref<?x5xf64, 1> to memref<?x5xf64, strided<[1280, 1], offset: ?>, 1>
      scf.for %m = %c0 to %count step %c1 {
        %row = memref.subview %x[%m, 0] [1, 5] [1, 1] : memref<?x5xf64, strided<[1280, 1], offset: ?>, 1> to memref<5xf64, strided<[1], offset: ?>, 1>
        %out = memref.subview %y[%m, 0] [1, 5] [1, 1] : memref<?x5xf64, strided<[1280, 1], offset: ?>, 1> to memref<5xf64, strided<[1], offset: ?>, 1>
        scf.for %j = %c0 to %c5 step %c1 {
          %e = memref.load %row[%j] : memref<5xf64, strided<[1], offset: ?>, 1>
          %p = arith.mulf %e, %e : f64
          memref.store %p, %out[%j] : memref<5xf64, strided<[1], offset: ?>, 1>
        }
      }
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// Matrices of known extents are rows, too. Stores of all their elements write a whole row.

// CHECK-LABEL: func.func @frames
// CHECK-SAME: (%[[XS:.*]]: memref<?xf64, 1>, %[[YS:.*]]: memref<?x2x3xf64, 1>, %{{.*}}: index)
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[TILE:[a-z0-9]*]] : memref<1792xf64, #gpu.address_space<workgroup>>)
// CHECK-NOT: memref.load %[[YS]][
// CHECK: %[[ROW:.*]] = memref.reinterpret_cast %[[TILE]] to offset: [%{{.*}}], sizes: [2, 3], strides: [3, 1]
// CHECK-COUNT-6: memref.store %{{.*}}, %[[ROW]][
// CHECK: gpu.barrier
// CHECK: %[[Y:.*]] = memref.load %[[TILE]][
// CHECK: memref.store %[[Y]], %[[YS]][
// Without a store of the last element, the others are none of a tile.
// CHECK-LABEL: func.func @some
// CHECK-NOT: reinterpret_cast
// CHECK: return
func.func @frames(%xs: memref<?xf64, 1>, %ys: memref<?x2x3xf64, 1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  scf.forall (%b) in (1) {
    scf.forall (%t) in (256) {
      %first = arith.minui %t, %n : index
      %left = arith.subi %n, %first : index
      %count = arith.ceildivui %left, %c256 : index
      %y = memref.subview %ys[%first, 0, 0] [%count, 2, 3] [256, 1, 1] : memref<?x2x3xf64, 1> to memref<?x2x3xf64, strided<[1536, 3, 1], offset: ?>, 1>
      scf.for %m = %c0 to %count step %c1 {
        %x = memref.load %xs[%m] : memref<?xf64, 1>
        %row = memref.subview %y[%m, 0, 0] [1, 2, 3] [1, 1, 1] : memref<?x2x3xf64, strided<[1536, 3, 1], offset: ?>, 1> to memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c0, %c0] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c0, %c1] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c0, %c2] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c1, %c0] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c1, %c1] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c1, %c2] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
      }
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
func.func @some(%xs: memref<?xf64, 1>, %ys: memref<?x2x3xf64, 1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  scf.forall (%b) in (1) {
    scf.forall (%t) in (256) {
      %first = arith.minui %t, %n : index
      %left = arith.subi %n, %first : index
      %count = arith.ceildivui %left, %c256 : index
      %y = memref.subview %ys[%first, 0, 0] [%count, 2, 3] [256, 1, 1] : memref<?x2x3xf64, 1> to memref<?x2x3xf64, strided<[1536, 3, 1], offset: ?>, 1>
      scf.for %m = %c0 to %count step %c1 {
        %x = memref.load %xs[%m] : memref<?xf64, 1>
        %row = memref.subview %y[%m, 0, 0] [1, 2, 3] [1, 1, 1] : memref<?x2x3xf64, strided<[1536, 3, 1], offset: ?>, 1> to memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c0, %c0] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c0, %c1] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c0, %c2] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c1, %c0] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
        memref.store %x, %row[%c1, %c1] : memref<2x3xf64, strided<[3, 1], offset: ?>, 1>
      }
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

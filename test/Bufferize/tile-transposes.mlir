// RUN: chad-opt %s --split-input-file --chad-tile-transposes --canonicalize --cse | FileCheck %s

// CHECK-LABEL: @transpose
// CHECK-SAME: %[[X:.+]]: memref<1024x1024xf64>
// CHECK: %[[Y:.+]] = memref.alloc
// CHECK: scf.for %[[I:.+]] = %c0 to %c1024 step %c8 {
// CHECK-NEXT: scf.for %[[J:.+]] = %c0 to %c1024 step %c8 {
// CHECK-NEXT: scf.for %[[K:.+]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ROW:.+]] = arith.addi %[[I]], %[[K]]
// CHECK-NEXT: scf.for %[[L:.+]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[COLUMN:.+]] = arith.addi %[[J]], %[[L]]
// CHECK-NEXT: %[[E:.+]] = memref.load %[[X]][%[[COLUMN]], %[[ROW]]]
// CHECK-NEXT: memref.store %[[E]], %[[Y]][%[[ROW]], %[[COLUMN]]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @transpose(%x: memref<1024x1024xf64>) -> memref<1024x1024xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %y = memref.alloc() : memref<1024x1024xf64>
  scf.for %i = %c0 to %c1024 step %c1 {
    scf.for %j = %c0 to %c1024 step %c1 {
      %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
      memref.store %e, %y[%i, %j] : memref<1024x1024xf64>
    }
  }
  return %y : memref<1024x1024xf64>
}

// -----

// Rows and columns that fill no tile come after the tiles. A sum whose terms may come in any order passes through them, and
// so does a loop between the two.
// CHECK-LABEL: @dynamic
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK: %[[ROWS:.+]] = arith.subi
// CHECK: %[[SUM:.+]] = scf.for %{{.+}} = %c0 to %[[ROWS]] step %c8 iter_args
// CHECK: scf.for %{{.+}} = %c0 to %[[B]] step %c1 iter_args
// CHECK: %[[COLUMNS:.+]] = arith.subi
// CHECK: %[[TILED:.+]] = scf.for %{{.+}} = %c0 to %[[COLUMNS]] step %c8 iter_args
// CHECK: scf.for %{{.+}} = %c0 to %c8 step %c1 iter_args
// CHECK: memref.subview
// CHECK: scf.for %{{.+}} = %c0 to %c8 step %c1 iter_args
// CHECK: scf.for %{{.+}} = %c0 to %c8 step %c1 iter_args(%{{.+}} = %[[TILED]])
// CHECK: scf.for %{{.+}} = %[[COLUMNS]] to %{{.+}} step %c1 iter_args
// CHECK: scf.for %{{.+}} = %[[ROWS]] to %[[N]] step %c1 iter_args(%{{.+}} = %[[SUM]])
// CHECK: return
func.func @dynamic(%n: index, %m: index, %b: index, %x: memref<?x?x?xf64>)
    -> (f64, memref<?x?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n, %b, %m) : memref<?x?x?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %part = memref.subview %y[%i, 0, 0] [1, %b, %m] [1, 1, 1]
        : memref<?x?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    %t = scf.for %k = %c0 to %b step %c1 iter_args(%u = %s) -> f64 {
      %row = memref.subview %part[%k, 0] [1, %m] [1, 1]
          : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?xf64, strided<[1], offset: ?>>
      %v = scf.for %j = %c0 to %m step %c1 iter_args(%w = %u) -> f64 {
        %e = memref.load %x[%j, %k, %i] : memref<?x?x?xf64>
        memref.store %e, %row[%j] : memref<?xf64, strided<[1], offset: ?>>
        %next = arith.addf %w, %e fastmath<reassoc> : f64
        scf.yield %next : f64
      }
      scf.yield %v : f64
    }
    scf.yield %t : f64
  }
  return %r, %y : f64, memref<?x?x?xf64>
}

// -----

// What is written may be what is read: by the same name, or by the name of another argument.
// CHECK-LABEL: @in_place
// CHECK-NOT: %c8
// CHECK: return
func.func @in_place(%x: memref<1024x1024xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  scf.for %i = %c0 to %c1024 step %c1 {
    scf.for %j = %c0 to %c1024 step %c1 {
      %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
      memref.store %e, %x[%i, %j] : memref<1024x1024xf64>
    }
  }
  return
}
// CHECK-LABEL: @arguments
// CHECK-NOT: %c8
// CHECK: return
func.func @arguments(%x: memref<1024x1024xf64>, %y: memref<1024x1024xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  scf.for %i = %c0 to %c1024 step %c1 {
    scf.for %j = %c0 to %c1024 step %c1 {
      %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
      memref.store %e, %y[%i, %j] : memref<1024x1024xf64>
    }
  }
  return
}

// -----

// Iterations that write the same element, whose order decides; a triangle; a sum whose order decides.
// CHECK-LABEL: @one_row
// CHECK-NOT: %c8
// CHECK: return
func.func @one_row(%x: memref<1024x1024xf64>) -> memref<1024xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %y = memref.alloc() : memref<1024xf64>
  scf.for %i = %c0 to %c1024 step %c1 {
    scf.for %j = %c0 to %c1024 step %c1 {
      %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
      memref.store %e, %y[%j] : memref<1024xf64>
    }
  }
  return %y : memref<1024xf64>
}
// CHECK-LABEL: @triangle
// CHECK-NOT: %c8
// CHECK: return
func.func @triangle(%x: memref<1024x1024xf64>) -> memref<1024x1024xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %y = memref.alloc() : memref<1024x1024xf64>
  scf.for %i = %c0 to %c1024 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
      memref.store %e, %y[%i, %j] : memref<1024x1024xf64>
    }
  }
  return %y : memref<1024x1024xf64>
}
// CHECK-LABEL: @ordered_sum
// CHECK-NOT: %c8
// CHECK: return
func.func @ordered_sum(%x: memref<1024x1024xf64>) -> (f64, memref<1024x1024xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<1024x1024xf64>
  %r = scf.for %i = %c0 to %c1024 step %c1 iter_args(%s = %zero) -> f64 {
    %t = scf.for %j = %c0 to %c1024 step %c1 iter_args(%u = %s) -> f64 {
      %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
      memref.store %e, %y[%i, %j] : memref<1024x1024xf64>
      %v = arith.addf %u, %e : f64
      scf.yield %v : f64
    }
    scf.yield %t : f64
  }
  return %r, %y : f64, memref<1024x1024xf64>
}

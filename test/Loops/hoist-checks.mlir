// RUN: chad-opt %s --chad-hoist-checks | FileCheck %s

// Assertions in two loops move before both, with the condition that the loops have iterations.

// CHECK-LABEL: func.func @nest(
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
// CHECK:       %[[OUTER:.*]] = arith.cmpi sge, %c0, %[[N]] : index
// CHECK-DAG:   %[[INNER:.*]] = arith.cmpi sge, %c0, %[[M]] : index
// CHECK-DAG:   %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[K]] : index
// CHECK:       %[[ONCE:.*]] = arith.ori %[[SAME]], %[[INNER]] : i1
// CHECK:       %[[HOLDS:.*]] = arith.ori %[[ONCE]], %[[OUTER]] : i1
// CHECK:       cf.assert %[[HOLDS]], "they differ"
// CHECK-NEXT:  scf.for
// CHECK-NOT:   cf.assert
// CHECK:       return
func.func @nest(%n: index, %m: index, %k: index, %a: memref<?x?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %same = arith.cmpi eq, %m, %k : index
      cf.assert %same, "they differ"
      memref.store %x, %a[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// Known to have iterations, one loop needs no condition; what differs from iteration to iteration
// stays, as does what is read from memory.

// CHECK-LABEL: func.func @stays(
// CHECK:       cf.assert %arg2, "always"
// CHECK:       scf.for
// CHECK:         cf.assert %{{.*}}, "below"
// CHECK:         memref.load
// CHECK:         cf.assert %{{.*}}, "read"
func.func @stays(%n: index, %a: memref<?xindex>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %below = arith.cmpi ult, %i, %n : index
    cf.assert %below, "below"
    %e = memref.load %a[%c0] : memref<?xindex>
    %known = arith.cmpi ult, %e, %n : index
    cf.assert %known, "read"
    cf.assert %c, "always"
  }
  return
}

// Assertions of a block stand together, before what happens between them, with what they need.

// CHECK-LABEL: func.func @gathered(
// CHECK:       cf.assert %{{.*}}, "first"
// CHECK-NEXT:  cf.assert %{{.*}}, "second"
// CHECK:       memref.store
// CHECK:       arith.divui
// CHECK:       cf.assert %{{.*}}, "quotient"
// CHECK-NEXT:  cf.assert %{{.*}}, "of the quotient"
func.func @gathered(%n: index, %m: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %first = arith.cmpi eq, %n, %m : index
  cf.assert %first, "first"
  memref.store %x, %a[%c0] : memref<?xf64>
  %size = memref.dim %a, %c0 : memref<?xf64>
  %second = arith.cmpi eq, %n, %size : index
  cf.assert %second, "second"
  %q = arith.divui %n, %m : index
  %some = arith.cmpi ne, %q, %c0 : index
  cf.assert %some, "quotient"
  memref.store %x, %a[%q] : memref<?xf64>
  %less = arith.cmpi ult, %q, %c7 : index
  cf.assert %less, "of the quotient"
  return
}

// Without signs, a loop from the greatest number to zero has no iterations.

// CHECK-LABEL: func.func @unsigned(
// CHECK:       %[[EMPTY:.*]] = arith.cmpi uge
// CHECK:       %[[HOLDS:.*]] = arith.ori %arg0, %[[EMPTY]]
// CHECK:       cf.assert %[[HOLDS]], "always"
func.func @unsigned(%c: i1) {
  %last = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %last to %c0 step %c1 {
    cf.assert %c, "always"
  }
  return
}

// RUN: chad-opt %s --chad-lower-checks | FileCheck %s

// Messages have the place, and the numbers in the order in which they are compared.

// CHECK-DAG: @chadrt.text{{.*}}("{{.*}}lower-checks.mlir:[[#@LINE + 39]]:3: they differ by 100%%: %lld and %lld\00")
// CHECK-DAG: @chadrt.text{{.*}}("{{.*}}lower-checks.mlir:[[#@LINE + 41]]:3: it is not below: %lld and %lld\00")
// CHECK-DAG: @chadrt.text{{.*}}("{{.*}}lower-checks.mlir:[[#@LINE + 41]]:3: it is false\00")
// CHECK-DAG: @chadrt.text{{.*}}("{{.*}}lower-checks.mlir:[[#@LINE + 66]]:8: %s array of extents [%lld, 3, %lld]\00")
// CHECK-DAG: @chadrt.text{{.*}}("{{.*}}lower-checks.mlir:[[#@LINE + 72]]:8: %s array of extents [1000000000]\00")
// CHECK-DAG: @chadrt.text{{.*}}("there is no place for this\00")

// CHECK-LABEL: @asserts(
// CHECK:       cf.cond_br %arg2, ^{{.*}}, ^[[FAIL:[a-z0-9]+]]
// CHECK:       ^[[FAIL]]:
// CHECK-NEXT:  %[[STATUS:.*]] = llvm.mlir.constant(3 : i32)
// CHECK-NEXT:  %[[FORMAT:.*]] = llvm.mlir.addressof
// CHECK-NEXT:  %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-NEXT:  llvm.call @chadrt.fail(%[[STATUS]], %[[FORMAT]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]])
// CHECK-NEXT:  llvm.unreachable
func.func @asserts(%n: index, %m: index, %c: i1) {
  cf.assert %c, "it is false"
  return
}

// Those that stand together are one branch; the first that fails has its message, with the numbers in
// the order in which they are compared.

// CHECK-LABEL: @together(
// CHECK:       %[[SAME:.*]] = arith.cmpi eq, %arg0, %arg1
// CHECK:       %[[ABOVE:.*]] = arith.cmpi ugt, %arg0, %c5
// CHECK:       %[[BOTH:.*]] = arith.andi %[[SAME]], %[[ABOVE]]
// CHECK:       %[[ALL:.*]] = arith.andi %[[BOTH]], %arg2
// CHECK-NEXT:  cf.cond_br %[[ALL]],
// CHECK-NOT:   cf.cond_br
// CHECK:       %[[FIVE:.*]] = arith.index_cast %c5 : index to i64
// CHECK-NEXT:  %[[K:.*]] = arith.index_cast %arg0 : index to i64
// CHECK:       llvm.select %[[ABOVE]], %{{.*}}, %[[FIVE]]
// CHECK-NEXT:  llvm.select %[[ABOVE]], %{{.*}}, %[[K]]
// CHECK:       llvm.select %[[SAME]],
// CHECK:       llvm.call @chadrt.fail
// CHECK-NOT:   llvm.call
func.func @together(%n: index, %m: index, %c: i1) {
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "they differ by 100%"
  %c5 = arith.constant 5 : index
  %below = arith.cmpi ugt, %n, %c5 : index
  cf.assert %below, "it is not below"
  cf.assert %c, "it is false"
  return
}

// Not where a check may keep what is between them from being run.

// CHECK-LABEL: @apart(
// CHECK:       cf.cond_br
// CHECK:       arith.divui
// CHECK:       cf.cond_br
func.func @apart(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %some = arith.cmpi ne, %m, %c0 : index
  cf.assert %some, "there is nothing"
  %q = arith.divui %n, %m : index
  %more = arith.cmpi ugt, %q, %c0 : index
  cf.assert %more, "there is less"
  return
}

// Large arrays are announced.

// CHECK-LABEL: @allocs(
// CHECK:       arith.uitofp
// CHECK:       llvm.call @chadrt.reserve
func.func @allocs(%n: index, %m: index) -> memref<?x3x?xf32> {
  %r = memref.alloc(%n, %m) : memref<?x3x?xf32>
  return %r : memref<?x3x?xf32>
}

// CHECK-LABEL: @large(
// CHECK:       llvm.call @chadrt.reserve
func.func @large() -> memref<1000000000xf64> {
  %r = memref.alloc() : memref<1000000000xf64>
  return %r : memref<1000000000xf64>
}

// CHECK-LABEL: @small(
// CHECK-NEXT:  memref.alloc
// CHECK-NEXT:  return
func.func @small() -> memref<1000xf64> {
  %r = memref.alloc() : memref<1000xf64>
  return %r : memref<1000xf64>
}

func.func @nowhere(%c: i1) {
  cf.assert %c, "there is no place for this" loc(unknown)
  return
}

// Loops over threads become parallel regions; a loop over one thread needs none.

// RUN: chad-opt %s --chad-threads-to-openmp --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[XS:.+]]: memref<?xf64>, %[[X:.+]]: f64, %[[T:.+]]: index
// CHECK: %[[MANY:.+]] = arith.cmpi ugt, %[[T]], %c1
// CHECK: scf.if %[[MANY]] {
// CHECK:   %[[NUMBER:.+]] = arith.index_cast %[[T]] : index to i32
// CHECK:   omp.parallel num_threads(%[[NUMBER]] : i32) {
// CHECK-NEXT: omp.wsloop {
// CHECK-NEXT: omp.loop_nest (%[[I:.+]]) : index = (%c0) to (%[[T]]) step (%c1) {
// CHECK-NEXT: memref.store %[[X]], %[[XS]][%[[I]]]
// CHECK-NEXT: omp.yield
// CHECK: } else {
// CHECK-NEXT: memref.store %[[X]], %[[XS]][%c0]
func.func @f(%xs: memref<?xf64>, %x: f64, %threads: index) {
  scf.forall (%t) in (%threads) {
    memref.store %x, %xs[%t] : memref<?xf64>
  }
  return
}

// A constant number of threads.
// CHECK-LABEL: func.func @four(
// CHECK-NOT: scf.if
// CHECK: omp.parallel num_threads(%c4_i32 : i32)
func.func @four(%xs: memref<4xf64>, %x: f64) {
  scf.forall (%t) in (4) {
    memref.store %x, %xs[%t] : memref<4xf64>
  }
  return
}

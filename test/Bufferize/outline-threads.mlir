// The work of each thread becomes a function.

// RUN: chad-opt %s --chad-outline-threads | FileCheck %s
// RUN: chad-opt %s --chad-outline-threads --chad-threads-to-openmp --chad-lower-control-flow \
// RUN:   --expand-strided-metadata --lower-affine \
// RUN:   --chad-convert-to-llvm | FileCheck %s --check-prefix=LLVM

// Constants come along; all else is an argument. The buffers are distinct where one is allocated
// here, or neither is written.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[XS:.+]]: memref<?xf64>, %[[N:.+]]: index, %[[T:.+]]: index
// CHECK: %[[YS:.+]] = memref.alloc
// CHECK: scf.forall (%[[ID:.+]]) in (%[[T]]) {
// CHECK-NEXT: func.call @f_thread(%[[ID]], %[[XS]], %[[YS]]) : (index, memref<?xf64>, memref<?xf64>) -> ()
// CHECK-NEXT: }
// CHECK: func.func private @f_thread(%[[I:.+]]: index, %[[X:.+]]: memref<?xf64> {chad.distinct}, %[[Y:.+]]: memref<?xf64> {chad.distinct})
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK: %[[TWO:.+]] = arith.constant 2.0
// CHECK: %[[E:.+]] = memref.load %[[X]][%[[I]]]
// CHECK: %[[P:.+]] = arith.mulf %[[E]], %[[TWO]]
// CHECK: memref.store %[[P]], %[[Y]][%[[I]]]
// CHECK: return

// LLVM: llvm.func @f(
// LLVM: omp.parallel num_threads(
// LLVM: llvm.func internal @f_thread(%{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias},
// LLVM-NOT: chad.distinct
func.func @f(%xs: memref<?xf64>, %n: index, %threads: index) -> memref<?xf64> {
  %two = arith.constant 2.0 : f64
  %ys = memref.alloc(%n) : memref<?xf64>
  scf.forall (%t) in (%threads) {
    %x = memref.load %xs[%t] : memref<?xf64>
    %y = arith.mulf %x, %two : f64
    memref.store %y, %ys[%t] : memref<?xf64>
  }
  return %ys : memref<?xf64>
}

// Two parts of one buffer are not distinct.
// CHECK-LABEL: func.func @parts(
// CHECK: func.func private @parts_thread(
// CHECK-NOT: chad.distinct
func.func @parts(%n: index, %threads: index) -> memref<?xf64> {
  %ys = memref.alloc(%n) : memref<?xf64>
  %part = memref.subview %ys[1] [%threads] [1] : memref<?xf64> to memref<?xf64, strided<[1], offset: 1>>
  scf.forall (%t) in (%threads) {
    %y = memref.load %part[%t] : memref<?xf64, strided<[1], offset: 1>>
    memref.store %y, %ys[%t] : memref<?xf64>
  }
  return %ys : memref<?xf64>
}

// Loops of several dimensions, or with results, are left to others.
// CHECK-LABEL: func.func @others(
// CHECK: scf.forall (%{{.+}}, %{{.+}}) in
// CHECK-NEXT: memref.store
func.func @others(%xs: memref<?x?xf64>, %n: index) {
  %two = arith.constant 2.0 : f64
  scf.forall (%i, %j) in (%n, %n) {
    memref.store %two, %xs[%i, %j] : memref<?x?xf64>
  }
  return
}

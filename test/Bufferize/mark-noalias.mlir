// RUN: chad-opt %s -split-input-file --chad-mark-noalias | FileCheck %s
// RUN: chad-opt %s -split-input-file --chad-prepare-entries | FileCheck %s --check-prefix=PREPARED
// RUN: chad-opt %s -split-input-file --chad-to-cpu=out-params | FileCheck %s --check-prefix=LLVM

// Each array becomes two pointers and several integers; the program uses the second pointer.

// CHECK-LABEL: @buffers(
// CHECK-SAME: attributes {chad.distinct = array<i64: 1, 7, 14>}
// CHECK-NOT: chad.buffer
func.func @buffers(%a: memref<?xf64> {chad.buffer}, %x: f64, %b: memref<?x3xf64> {chad.buffer},
                   %c: memref<f64> {chad.buffer}) {
  return
}

// Other pointers may lead anywhere, whatever is beside them.

// CHECK-LABEL: @copy(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64)
llvm.func @copy(%src: !llvm.ptr, %dst: !llvm.ptr, %n: i64, %m: i64, %s: i64) {
  %v = llvm.load %src : !llvm.ptr -> f64
  llvm.store %v, %dst : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: @mixed(
// CHECK-SAME: attributes {chad.distinct = array<i64: 6>}
func.func @mixed(%p: memref<?xf64>, %a: memref<?xf64> {chad.buffer}) {
  return
}

// CHECK-LABEL: llvm.func @marked(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: !llvm.ptr)
// CHECK-NOT: chad.distinct
llvm.func @marked(%a: !llvm.ptr, %b: !llvm.ptr, %o: i64, %c: !llvm.ptr)
    attributes {chad.distinct = array<i64: 1, 2, 7, -1>} {
  llvm.return
}

// A function that the module itself calls may be given anything.

// CHECK-LABEL: func.func private @inside(
// CHECK-NOT: chad.distinct
// CHECK-LABEL: @none
func.func private @inside(%a: memref<?xf64> {chad.buffer}) {
  return
}
func.func @none() {
  return
}

// -----

// PREPARED: @entry(%{{.*}}: tensor<?xf64> {bufferization.writable = false, chad.buffer}, %{{.*}}: memref<?xf64>, %{{.*}}: !llvm.ptr, %{{.*}}: f64)
func.func @entry(%a: tensor<?xf64>, %m: memref<?xf64>, %p: !llvm.ptr, %x: f64) {
  return
}

// -----

// From arrays to the LLVM dialect: arguments, and the memory for results.
// LLVM: llvm.func @whole(%{{[a-z0-9]+}}: f64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: i64,
// LLVM-SAME: %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: i64,
// LLVM-NOT: chad.
func.func @whole(%x: f64, %a: tensor<?xf64>) -> tensor<?xf64> {
  %y = chad.map (%e in %a : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %x : f64
    chad.yield %p : f64
  }
  return %y : tensor<?xf64>
}

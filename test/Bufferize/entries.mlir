// RUN: chad-opt %s -split-input-file --chad-prepare-entries | FileCheck %s
// RUN: chad-opt %s -split-input-file --chad-to-cpu=out-params | FileCheck %s --check-prefix=LLVM

// CHECK: @entry(%{{.*}}: tensor<?xf64> {bufferization.writable = false, chad.buffer}, %{{.*}}: memref<?xf64>, %{{.*}}: !llvm.ptr, %{{.*}}: f64)
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

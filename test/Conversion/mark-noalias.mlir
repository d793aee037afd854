// Around MLIR's own conversions, the pass runs before and after them.

// RUN: chad-opt %s --chad-mark-noalias | FileCheck %s
// RUN: chad-opt %s --chad-mark-noalias --convert-func-to-llvm --reconcile-unrealized-casts --chad-mark-noalias | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @buffers(
// CHECK-SAME: attributes {chad.distinct_pointers = array<i64: 1, 7>}
// LLVM-LABEL: llvm.func @buffers(
// LLVM-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: f64, %arg6: !llvm.ptr, %arg7: !llvm.ptr {llvm.noalias},
// LLVM-NOT: chad.
func.func @buffers(%a: memref<?xf64> {chad.buffer}, %x: f64, %b: memref<?xf64> {chad.buffer}) {
  return
}

// Nothing is guessed, and positions that are wrong are ignored.

// CHECK-LABEL: llvm.func @marked(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: !llvm.ptr)
// CHECK-NOT: chad.
llvm.func @marked(%a: !llvm.ptr, %b: !llvm.ptr, %o: i64, %c: !llvm.ptr)
    attributes {chad.distinct_pointers = array<i64: 1, 2, 7, -1>} {
  llvm.return
}

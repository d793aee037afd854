// RUN: chad-opt %s -split-input-file --chad-mark-noalias | FileCheck %s
// RUN: chad-opt %s -split-input-file --chad-prepare-entries | FileCheck %s --check-prefix=PREPARED

// Each array has two pointers, of which the second is used; that of a result, too.

// CHECK-LABEL: @buffers(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: !llvm.ptr,
// CHECK-SAME: %arg4: !llvm.ptr {llvm.noalias}, %arg5: i64, %arg6: i64, %arg7: i64)
llvm.func @buffers(%a: !llvm.ptr {chad.buffer}, %b: !llvm.ptr {chad.buffer}, %o: i64 {chad.buffer},
                   %c: !llvm.ptr {chad.buffer}, %d: !llvm.ptr {chad.buffer}, %p: i64 {chad.buffer},
                   %n: i64 {chad.buffer}, %s: i64 {chad.buffer}) {
  llvm.return
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
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr {llvm.noalias}, %arg3: i64)
llvm.func @mixed(%p: !llvm.ptr, %a: !llvm.ptr {chad.buffer}, %b: !llvm.ptr {chad.buffer},
                 %o: i64 {chad.buffer}) {
  llvm.return
}

// A function that the module itself calls may be given anything.

// CHECK-LABEL: @inside(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64)
llvm.func @inside(%a: !llvm.ptr {chad.buffer}, %b: !llvm.ptr {chad.buffer},
                  %o: i64 {chad.buffer}) attributes {sym_visibility = "private"} {
  llvm.return
}

// -----

// PREPARED: @entry(%{{.*}}: tensor<?xf64> {bufferization.writable = false, chad.buffer}, %{{.*}}: memref<?xf64>, %{{.*}}: !llvm.ptr, %{{.*}}: f64)
func.func @entry(%a: tensor<?xf64>, %m: memref<?xf64>, %p: !llvm.ptr, %x: f64) {
  return
}

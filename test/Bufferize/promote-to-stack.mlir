// Small buffers of a known size that their function frees lie on its stack.

// RUN: chad-opt %s --chad-promote-to-stack | FileCheck %s
// RUN: chad-opt %s --chad-promote-to-stack='max-bytes=32 max-function-bytes=48' | FileCheck %s --check-prefix=FEW

// CHECK-LABEL: func @in_loops
// CHECK-DAG: memref.alloca() : memref<4xvector<2xf64>>
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<4xf64>
// CHECK-NOT: memref.alloc(
// CHECK-NOT: memref.dealloc
// CHECK: return
// FEW-LABEL: func @in_loops
// FEW-NEXT: memref.alloca() {alignment = 64 : i64} : memref<4xf64>
// FEW: memref.alloc() : memref<4xvector<2xf64>>
func.func @in_loops(%n: index, %x: f64, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() {alignment = 64 : i64} : memref<4xf64>
    memref.store %x, %a[%c0] : memref<4xf64>
    memref.dealloc %a : memref<4xf64>
    scf.if %c {
      %v = vector.broadcast %x : f64 to vector<2xf64>
      %b = memref.alloc() : memref<4xvector<2xf64>>
      memref.store %v, %b[%c0] : memref<4xvector<2xf64>>
      memref.dealloc %b : memref<4xvector<2xf64>>
    }
  }
  return
}

// Of an unknown size, large, returned, freed elsewhere, or private to a thread: they stay.
// CHECK-LABEL: func @stay
// CHECK-NOT: memref.alloca(
// CHECK: return
func.func @stay(%n: index, %x: f64, %c: i1) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf64>
  memref.store %x, %a[%c0] : memref<?xf64>
  memref.dealloc %a : memref<?xf64>
  %b = memref.alloc() : memref<3000xf64>
  memref.store %x, %b[%c0] : memref<3000xf64>
  memref.dealloc %b : memref<3000xf64>
  %r = memref.alloc() : memref<4xf64>
  memref.store %x, %r[%c0] : memref<4xf64>
  %d = memref.alloc() : memref<4xf64>
  memref.store %x, %d[%c0] : memref<4xf64>
  scf.if %c {
    memref.dealloc %d : memref<4xf64>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %e = memref.alloc() : memref<4xf64>
    memref.store %x, %e[%c0] : memref<4xf64>
    memref.dealloc %e : memref<4xf64>
    scf.reduce
  }
  return %r : memref<4xf64>
}

// The frames of functions that call each other, and of those that are called by their address, stay small.
// CHECK-LABEL: func private @even
// CHECK: memref.alloc()
func.func private @even(%n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf64>
  memref.store %x, %a[%c0] : memref<4xf64>
  %m = arith.subi %n, %c1 : index
  func.call @odd(%m, %x) : (index, f64) -> ()
  memref.dealloc %a : memref<4xf64>
  return
}
func.func private @odd(%n: index, %x: f64) {
  func.call @even(%n, %x) : (index, f64) -> ()
  return
}
// CHECK-LABEL: func private @by_address
// CHECK: memref.alloc()
func.func private @by_address(%x: f64) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf64>
  memref.store %x, %a[%c0] : memref<4xf64>
  memref.dealloc %a : memref<4xf64>
  return
}
func.func @calls(%x: f64) {
  %f = func.constant @by_address : (f64) -> ()
  func.call_indirect %f(%x) : (f64) -> ()
  return
}

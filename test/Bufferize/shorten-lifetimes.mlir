// Buffers are allocated before their first use, and freed after the last one of a buffer that may share
// their memory.
//
// RUN: chad-opt %s --allow-unregistered-dialect --chad-shorten-lifetimes | FileCheck %s

// CHECK-LABEL: func @views
// CHECK: %[[K:.*]] = arith.constant
// CHECK-NEXT: %[[A:.*]] = memref.alloc
// CHECK-NEXT: %[[V:.*]] = memref.subview %[[A]]
// CHECK-NEXT: "test.use"(%[[K]])
// CHECK-NEXT: scf.for
// CHECK-NEXT:   memref.store {{.*}}, %[[V]]
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: "test.use"(%[[K]])
func.func @views(%n: index, %x: f64) {
  %a = memref.alloc() : memref<8xf64>
  %k = arith.constant 1 : index
  %v = memref.subview %a[2] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: 2>>
  "test.use"(%k) : (index) -> ()
  scf.for %i = %k to %n step %k {
    memref.store %x, %v[%k] : memref<4xf64, strided<[1], offset: 2>>
  }
  "test.use"(%k) : (index) -> ()
  memref.dealloc %a : memref<8xf64>
  return
}

// An op with regions may pass the buffer on, to its regions and as a result.
// CHECK-LABEL: func @states
// CHECK: %[[R:.*]] = scf.for
// CHECK: "test.use"
// CHECK-NEXT: memref.load %[[R]]
// CHECK-NEXT: memref.dealloc
func.func @states(%n: index, %x: f64, %b: memref<8xf64>) -> f64 {
  %k = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf64>
  %r = scf.for %i = %k to %n step %k iter_args(%s = %a) -> memref<8xf64> {
    memref.store %x, %s[%k] : memref<8xf64>
    scf.yield %s : memref<8xf64>
  }
  "test.use"(%k) : (index) -> ()
  %y = memref.load %r[%k] : memref<8xf64>
  %z = arith.addf %x, %y : f64
  memref.dealloc %a : memref<8xf64>
  return %z : f64
}

// What a call returns may be its argument.
// CHECK-LABEL: func @called
// CHECK: call @pass
// CHECK-NEXT: "test.use"
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.dealloc
func.func private @pass(memref<8xf64>) -> memref<8xf64>
func.func @called(%x: f64) -> f64 {
  %k = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf64>
  %r = func.call @pass(%a) : (memref<8xf64>) -> memref<8xf64>
  "test.use"(%k) : (index) -> ()
  %y = memref.load %r[%k] : memref<8xf64>
  %z = arith.addf %x, %y : f64
  memref.dealloc %a : memref<8xf64>
  return %z : f64
}

// In the block of a loop, too; a buffer that is freed in another block, or returned, stays.
// CHECK-LABEL: func @blocks
// CHECK: %[[B:.*]] = memref.alloc() : memref<9xf64>
// CHECK: scf.for
// CHECK-NEXT:   "test.use"
// CHECK-NEXT:   %[[C:.*]] = memref.alloc() : memref<8xf64>
// CHECK-NEXT:   memref.store {{.*}}, %[[C]]
// CHECK-NEXT:   memref.dealloc %[[C]]
// CHECK-NEXT:   "test.use"
// CHECK: return %[[B]]
func.func @blocks(%n: index, %x: f64) -> memref<9xf64> {
  %k = arith.constant 1 : index
  %b = memref.alloc() : memref<9xf64>
  scf.for %i = %k to %n step %k {
    %c = memref.alloc() : memref<8xf64>
    "test.use"(%k) : (index) -> ()
    memref.store %x, %c[%k] : memref<8xf64>
    "test.use"(%k) : (index) -> ()
    memref.dealloc %c : memref<8xf64>
  }
  memref.store %x, %b[%k] : memref<9xf64>
  return %b : memref<9xf64>
}

// A loop returns only what its body yields.
// CHECK-LABEL: func @read
// CHECK: %[[R:.*]] = scf.for
// CHECK: }
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: memref.load %[[R]]
func.func @read(%n: index, %b: memref<8xf64>) -> f64 {
  %k = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf64>
  %r = scf.for %i = %k to %n step %k iter_args(%s = %b) -> memref<8xf64> {
    %x = memref.load %a[%i] : memref<8xf64>
    memref.store %x, %s[%k] : memref<8xf64>
    scf.yield %s : memref<8xf64>
  }
  %y = memref.load %r[%k] : memref<8xf64>
  memref.dealloc %a : memref<8xf64>
  return %y : f64
}

// What a region yields may be the result of the op, or what a region of it gets.
// CHECK-LABEL: func @yielded
// CHECK: scf.if
// CHECK: memref.load
// CHECK-NEXT: memref.dealloc
func.func @yielded(%p: i1, %b: memref<8xf64>) -> f64 {
  %k = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf64>
  %r = scf.if %p -> memref<8xf64> {
    scf.yield %a : memref<8xf64>
  } else {
    scf.yield %b : memref<8xf64>
  }
  %y = memref.load %r[%k] : memref<8xf64>
  %z = arith.addf %y, %y : f64
  memref.dealloc %a : memref<8xf64>
  return %z : f64
}

// An address may be used where no op has the buffer as operand.
// CHECK-LABEL: func @address
// CHECK: memref.alloc
// CHECK-NEXT: unrealized_conversion_cast
// CHECK-NEXT: "test.use"
// CHECK-NEXT: memref.dealloc
func.func @address() {
  %a = memref.alloc() : memref<8xf64>
  %p = builtin.unrealized_conversion_cast %a : memref<8xf64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  "test.use"(%p) : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> ()
  memref.dealloc %a : memref<8xf64>
  return
}

// A buffer that is stored in memory may be read from there.
// CHECK-LABEL: func @stored
// CHECK: %[[A:.+]] = memref.alloc() : memref<8xf64>
// CHECK: memref.store %[[A]]
// CHECK: %[[Y:.+]] = memref.load
// CHECK: memref.load %[[Y]]
// CHECK: memref.dealloc %[[A]]
func.func @stored(%all: memref<2xmemref<8xf64>>) -> f64 {
  %k = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf64>
  memref.store %a, %all[%k] : memref<2xmemref<8xf64>>
  %y = memref.load %all[%k] : memref<2xmemref<8xf64>>
  %z = memref.load %y[%k] : memref<8xf64>
  memref.dealloc %a : memref<8xf64>
  return %z : f64
}

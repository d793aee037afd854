// Which kernels are one launch.
//
// RUN: chad-opt %s --chad-lower-kernels --split-input-file | FileCheck %s

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Of one block each: the second one reads what the first one has written.
// CHECK-LABEL: func.func @one_block
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @one_block() {
  %one = arith.constant 1.0 : f64
  %a = memref.alloc() : memref<256xf64, 1>
  %c255 = arith.constant 255 : index
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %b = memref.alloc() : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      %u = arith.subi %c255, %t : index
      %x = memref.load %a[%u] : memref<256xf64, 1>
      memref.store %x, %b[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Two of equally many blocks have nothing to do with each other. The third one reads what the first one writes. The fourth
// one has another number of blocks: as many are launched as the larger number, and each does what there is for it.
// CHECK-LABEL: func.func @many_blocks
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: index
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: %[[B:.*]] = memref.alloc(
// CHECK: %[[D:.*]] = memref.alloc(
// CHECK: %[[MOST:.*]] = arith.maxui %[[N]], %[[M]] : index
// CHECK: gpu.launch blocks(%[[I:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[MOST]],
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[N]]
// CHECK: scf.if %[[IN]] {
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: }
// CHECK: %[[IM:.*]] = arith.cmpi ult, %[[I]], %[[M]]
// CHECK: scf.if %[[IM]] {
// CHECK: memref.store %{{.*}}, %[[D]]
// CHECK: }
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: memref.load %[[A]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @many_blocks(%n: index, %m: index) {
  %one = arith.constant 1.0 : f64
  %a = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %b = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      memref.store %one, %b[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      %x = memref.load %a[%c0] : memref<?xf64, 1>
      memref.store %x, %b[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %d = memref.alloc(%m) : memref<?xf64, 1>
  scf.forall (%i) in (%m) {
    scf.forall (%t) in (256) {
      memref.store %one, %d[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// A number that the host fetches from the first kernel's array and gives to the second kernel.
// CHECK-LABEL: func.func @fetched
// CHECK-COUNT-2: gpu.launch
// CHECK: return
func.func @fetched() {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %x = memref.load %a[%c0] : memref<256xf64, 1>
  %b = memref.alloc() : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %x, %b[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Arrays of different types that fill more memory of a block than there is; and a block of one thread, which stays one.
// CHECK-LABEL: func.func @too_large
// CHECK-COUNT-3: gpu.launch
// CHECK: return
func.func @too_large(%a: memref<2500xf64, 1>) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<2500xf64, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %s[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<2500xf64, 1>
      memref.store %x, %a[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<2400xf64, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %s[%t] : memref<2400xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<2400xf64, 1>
      memref.store %x, %a[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (1) {
    memref.store %one, %a[%c0] : memref<2500xf64, 1>
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Arrays of one type that are accessed one after the other have the same memory of a block.
// CHECK-LABEL: func.func @shared_memory
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[S:[a-z0-9]+]] : memref<2500xf64, #gpu.address_space<workgroup>>) {
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[S]]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[S]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
func.func @shared_memory(%a: memref<2500xf64, 1>) {
  %one = arith.constant 1.0 : f64
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<2500xf64, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %s[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<2500xf64, 1>
      memref.store %x, %a[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<2500xf64, 1>
    scf.forall (%t) in (256) {
      %x = memref.load %a[%t] : memref<2500xf64, 1>
      memref.store %x, %s[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<2500xf64, 1>
      memref.store %x, %a[%t] : memref<2500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

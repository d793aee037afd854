// Kernels of equally many blocks are one launch where each block accesses only its own part of what the other kernel
// writes.
//
// RUN: chad-opt %s --chad-lower-kernels --split-input-file | FileCheck %s

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Thread t of the second kernel reads what another thread of the same block has written, behind a barrier.
// CHECK-LABEL: func.func @same_part
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @same_part(%n: index, %blocks: index, %part: index) {
  %one = arith.constant 1.0 : f64
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf64, 1>
  %b = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%blocks) {
    %start = arith.muli %i, %part : index
    %first = arith.minui %start, %n : index
    %left = arith.subi %n, %first : index
    %size = arith.minui %left, %part : index
    %own = memref.subview %a[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (%size) {
      memref.store %one, %own[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (%blocks) {
    %start = arith.muli %i, %part : index
    %first = arith.minui %start, %n : index
    %left = arith.subi %n, %first : index
    %size = arith.minui %left, %part : index
    %last = arith.subi %size, %c1 : index
    %own = memref.subview %a[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    %made = memref.subview %b[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (%size) {
      %u = arith.subi %last, %t : index
      %x = memref.load %own[%u] : memref<?xf64, strided<[1], offset: ?>, 1>
      memref.store %x, %made[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Not where the parts have another length.
// CHECK-LABEL: func.func @other_part
// CHECK-COUNT-2: gpu.launch
func.func @other_part(%n: index, %blocks: index, %part: index, %other: index) {
  %one = arith.constant 1.0 : f64
  %a = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%blocks) {
    %start = arith.muli %i, %part : index
    %first = arith.minui %start, %n : index
    %left = arith.subi %n, %first : index
    %size = arith.minui %left, %part : index
    %own = memref.subview %a[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (%size) {
      memref.store %one, %own[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (%blocks) {
    %start = arith.muli %i, %other : index
    %first = arith.minui %start, %n : index
    %left = arith.subi %n, %first : index
    %size = arith.minui %left, %other : index
    %own = memref.subview %a[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (%size) {
      %x = memref.load %own[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
      %y = arith.addf %x, %x : f64
      memref.store %y, %own[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Not where parts overlap, and begin before those of the block before end.
// CHECK-LABEL: func.func @overlap
// CHECK-COUNT-2: gpu.launch
func.func @overlap(%n: index, %blocks: index, %part: index, %longer: index) {
  %one = arith.constant 1.0 : f64
  %a = memref.alloc(%n) : memref<?xf64, 1>
  %b = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%blocks) {
    %start = arith.muli %i, %part : index
    %first = arith.minui %start, %n : index
    %left = arith.subi %n, %first : index
    %size = arith.minui %left, %longer : index
    %own = memref.subview %a[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (%part) {
      memref.store %one, %own[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (%blocks) {
    %start = arith.muli %i, %part : index
    %first = arith.minui %start, %n : index
    %left = arith.subi %n, %first : index
    %size = arith.minui %left, %longer : index
    %own = memref.subview %a[%first] [%size] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (%part) {
      %x = memref.load %own[%t] : memref<?xf64, strided<[1], offset: ?>, 1>
      memref.store %x, %b[%t] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Not where a block also reads the whole array.
// CHECK-LABEL: func.func @whole
// CHECK-COUNT-2: gpu.launch
func.func @whole(%n: index, %blocks: index) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%blocks) : memref<?xf64, 1>
  %b = memref.alloc(%blocks) : memref<?xf64, 1>
  scf.forall (%i) in (%blocks) {
    %own = memref.subview %a[%i] [1] [1] : memref<?xf64, 1> to memref<1xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %own[%c0] : memref<1xf64, strided<[1], offset: ?>, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (%blocks) {
    %own = memref.subview %a[%i] [1] [1] : memref<?xf64, 1> to memref<1xf64, strided<[1], offset: ?>, 1>
    scf.forall (%t) in (256) {
      %x = memref.load %own[%c0] : memref<1xf64, strided<[1], offset: ?>, 1>
      %y = memref.load %a[%c0] : memref<?xf64, 1>
      %z = arith.addf %x, %y : f64
      memref.store %z, %b[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// A kernel moves to the first one that it can be one with: a kernel of one block that reads it is one with the second launch,
// whose other blocks follow it.
// CHECK-LABEL: func.func @first
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: memref.alloc(
// CHECK: %[[C:.*]] = memref.alloc(
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: memref.store %{{.*}}, %[[C]]
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: memref.load %[[C]]
// CHECK: scf.if
// CHECK: memref.load %[[A]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @first(%n: index) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf64, 1>
  %b = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      %x = memref.load %a[%c0] : memref<?xf64, 1>
      memref.store %x, %b[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %c = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      memref.store %one, %c[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %d = memref.alloc() : memref<1xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      %x = memref.load %c[%c0] : memref<?xf64, 1>
      memref.store %x, %d[%c0] : memref<1xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

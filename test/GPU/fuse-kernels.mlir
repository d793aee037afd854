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
// one has another number of blocks: its blocks follow those of the first one.
// CHECK-LABEL: func.func @many_blocks
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: index
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: %[[B:.*]] = memref.alloc(
// CHECK: %[[D:.*]] = memref.alloc(
// CHECK: %[[ALL:.*]] = arith.addi %[[N]], %[[M]] : index
// CHECK: gpu.launch blocks(%[[I:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[ALL]],
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[N]]
// CHECK: scf.if %[[IN]] {
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: }
// CHECK: %[[IM:.*]] = arith.cmpi uge, %[[I]], %[[N]]
// CHECK: scf.if %[[IM]] {
// CHECK: arith.subi %[[I]], %[[N]]
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
func.func @too_large(%a: memref<3500xf64, 1>) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<3500xf64, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %s[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<3500xf64, 1>
      memref.store %x, %a[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<3400xf64, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %s[%t] : memref<3400xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<3400xf64, 1>
      memref.store %x, %a[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (1) {
    memref.store %one, %a[%c0] : memref<3500xf64, 1>
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Arrays of one type that are accessed one after the other have the same memory of a block.
// CHECK-LABEL: func.func @shared_memory
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[S:[a-z0-9]+]] : memref<3500xf64, #gpu.address_space<workgroup>>) {
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[S]]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[S]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
func.func @shared_memory(%a: memref<3500xf64, 1>) {
  %one = arith.constant 1.0 : f64
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<3500xf64, 1>
    scf.forall (%t) in (256) {
      memref.store %one, %s[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<3500xf64, 1>
      memref.store %x, %a[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  scf.forall (%i) in (1) {
    %s = memref.alloc() : memref<3500xf64, 1>
    scf.forall (%t) in (256) {
      %x = memref.load %a[%t] : memref<3500xf64, 1>
      memref.store %x, %s[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
    scf.forall (%t) in (256) {
      %x = memref.load %s[%t] : memref<3500xf64, 1>
      memref.store %x, %a[%t] : memref<3500xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// The second kernel reads what the first one writes, and so does the third one, of another number of blocks: the second one, which
// nothing behind it waits for, moves to the third one, also behind a branch and an assertion.
// CHECK-LABEL: func.func @later
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: gpu.terminator
// CHECK: cf.assert
// CHECK: scf.if %{{.*}} -> (memref<?xf64, 1>)
// CHECK: gpu.launch
// CHECK: }
// CHECK: arith.addi
// CHECK: gpu.launch
// CHECK: memref.load %[[A]]
// CHECK: memref.load %[[A]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @later(%n: index, %m: index, %q: i1, %r: i1) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %b = memref.alloc(%n) : memref<?xf64, 1>
  scf.forall (%i) in (%n) {
    scf.forall (%t) in (256) {
      %x = memref.load %a[%c0] : memref<?xf64, 1>
      memref.store %x, %b[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %x0 = memref.load %a[%c0] : memref<?xf64, 1>
  %is = arith.cmpf oeq, %x0, %one : f64
  cf.assert %is, "the array has been filled"
  %c = scf.if %q -> memref<?xf64, 1> {
    %d = memref.alloc(%n) : memref<?xf64, 1>
    scf.forall (%i) in (%n) {
      scf.forall (%t) in (256) {
        memref.store %one, %d[%i] : memref<?xf64, 1>
      } {mapping = [#thread]}
    } {mapping = [#block]}
    scf.yield %d : memref<?xf64, 1>
  } else {
    scf.yield %a : memref<?xf64, 1>
  }
  %e = memref.alloc(%m) : memref<?xf64, 1>
  scf.forall (%i) in (%m) {
    scf.forall (%t) in (256) {
      %x = memref.load %a[%c0] : memref<?xf64, 1>
      %y = memref.load %c[%c0] : memref<?xf64, 1>
      %z = arith.addf %x, %y : f64
      memref.store %z, %e[%i] : memref<?xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// The host fetches a number behind the last launch, as nothing before needs it, and asks for extents before the first one.
// CHECK-LABEL: func.func @host_waits
// CHECK: cf.assert
// CHECK: gpu.launch
// CHECK-NOT: memref.load %{{.*}} : memref<256xf64, 1>
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: %[[X:.*]] = memref.load %{{.*}}[%c0] : memref<256xf64, 1>
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]]
// CHECK-NEXT: return %[[Y]]
func.func @host_waits(%n: index, %m: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %x = memref.load %a[%c0] : memref<256xf64, 1>
  %y = arith.addf %x, %one : f64
  %is = arith.cmpi eq, %n, %m : index
  cf.assert %is, "equal extents"
  %b = memref.alloc() : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %one, %b[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return %y : f64
}

// -----

#block = #gpu.block<x>
#thread = #gpu.thread<x>

// Not behind a kernel that writes there.
// CHECK-LABEL: func.func @host_reads_first
// CHECK: gpu.launch
// CHECK: memref.load %{{.*}}[%c0] : memref<256xf64, 1>
// CHECK: gpu.launch
// CHECK: return
func.func @host_reads_first() -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %one, %a[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  %x = memref.load %a[%c0] : memref<256xf64, 1>
  scf.forall (%i) in (1) {
    scf.forall (%t) in (256) {
      memref.store %two, %a[%t] : memref<256xf64, 1>
    } {mapping = [#thread]}
  } {mapping = [#block]}
  return %x : f64
}

// -----

// An array that is only filled is gone, and a product starts from the number of a fill before other ops.
// CHECK-LABEL: func.func @fills
// CHECK-NOT: memref.alloc(%{{.*}}) : memref<?xf64, 1>
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @fills(%n: index, %x: memref<4x4xf64, 1>, %y: memref<?xf64, 1>) -> memref<4x4xf64, 1> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %a = memref.alloc(%n) : memref<?xf64, 1>
  linalg.fill ins(%one : f64) outs(%a : memref<?xf64, 1>)
  %c = memref.alloc() : memref<4x4xf64, 1>
  linalg.fill ins(%zero : f64) outs(%c : memref<4x4xf64, 1>)
  linalg.fill ins(%one : f64) outs(%y : memref<?xf64, 1>)
  linalg.matmul ins(%x, %x : memref<4x4xf64, 1>, memref<4x4xf64, 1>) outs(%c : memref<4x4xf64, 1>)
  return %c : memref<4x4xf64, 1>
}

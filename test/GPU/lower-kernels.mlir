// RUN: chad-opt %s --chad-lower-kernels --split-input-file --verify-diagnostics | FileCheck %s
// RUN: chad-opt %s --chad-lower-kernels=tensor-cores=false --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=THREADS

// Threads divide the work. Ops that all threads do alike are between the divided loops, and only
// the first thread stores their results.

// CHECK-LABEL: func.func @block
// CHECK: gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c4,
// CHECK-SAME: threads(%[[T:[a-z0-9]*]],
// CHECK-SAME: workgroup(%[[SHARED:.*]] : memref<256xf64, #gpu.address_space<workgroup>>)
// CHECK-NOT: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[SHARED]][%[[T]]]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[X:.*]] = memref.load %[[SHARED]]
// CHECK-NEXT: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[T]]
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT:   memref.store %[[X]], %{{.*}}[%[[B]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.terminator
func.func @block(%xs: memref<1024xf64, 1>, %ys: memref<4xf64, 1>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  scf.forall (%b) in (4) {
    %own = memref.alloc() : memref<256xf64, 1>
    %first = arith.muli %b, %c256 : index
    scf.forall (%t) in (256) {
      %i = arith.addi %first, %t : index
      %x = memref.load %xs[%i] : memref<1024xf64, 1>
      memref.store %x, %own[%t] : memref<256xf64, 1>
    } {mapping = [#gpu.thread<x>]}
    %x = memref.load %own[%c0] : memref<256xf64, 1>
    memref.store %x, %ys[%b] : memref<4xf64, 1>
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// More workers than threads take turns; fewer leave some idle.

// CHECK-LABEL: func.func @numbers
// CHECK: gpu.launch
// CHECK-SAME: threads(%[[T:[a-z0-9]*]],
// CHECK: scf.for %[[I:.*]] = %[[T]] to %{{.*}} step %{{.*}} {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: gpu.barrier
// CHECK: arith.cmpi ult, %[[T]]
// CHECK: scf.if
func.func @numbers(%n: index, %xs: memref<?xf64, 1>, %x: f64) {
  scf.forall (%b) in (1) {
    scf.forall (%t) in (%n) {
      memref.store %x, %xs[%t] : memref<?xf64, 1>
    } {mapping = [#gpu.thread<x>]}
    scf.forall (%t) in (10) {
      memref.store %x, %xs[%t] : memref<?xf64, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// Memory whose size has a bound outside is a part of an array that is made there.

// CHECK-LABEL: func.func @scratch
// CHECK-SAME: (%[[N:.*]]: index
// CHECK: %[[ALL:.*]] = memref.alloc(%{{.*}}) {alignment = 256 : i64} : memref<?xi8, 1>
// CHECK: gpu.launch
// CHECK: memref.view %[[ALL]][%{{.*}}][%{{.*}}] : memref<?xi8, 1> to memref<?xf64, 1>
func.func @scratch(%n: index, %xs: memref<?xf64, 1>, %x: f64) {
  scf.forall (%b) in (%n) {
    %size = arith.minui %b, %n : index
    %own = memref.alloc(%size) : memref<?xf64, 1>
    scf.forall (%t) in (%size) {
      memref.store %x, %own[%t] : memref<?xf64, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// The arrays of the threads of a block are one array, in which elements of one number lie side by
// side. One that a branch hands on is a part by itself.

// CHECK-LABEL: func.func @side_by_side
// CHECK-SAME: %[[N:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index
// CHECK: %[[ALL:.*]] = memref.alloc(%{{.*}}) {alignment = 256 : i64} : memref<?xi8, 1>
// CHECK: %[[OTHERS:.*]] = memref.alloc(%{{.*}}) {alignment = 256 : i64} : memref<?xi8, 1>
// CHECK: gpu.launch
// CHECK: %[[FLAT:.*]] = memref.view %[[ALL]][%{{.*}}][%{{.*}}] : memref<?xi8, 1> to memref<?xf32, 1>
// CHECK: memref.reinterpret_cast %[[FLAT]] to offset: [%{{.*}}], sizes: [%{{.*}}, %[[M]]], strides: [%{{.*}}, 256]
// CHECK: memref.subview {{.*}} to memref<?xf32, strided<[256], offset: ?>, 1>
// CHECK: memref.view %[[OTHERS]][%{{.*}}][%{{.*}}] : memref<?xi8, 1> to memref<?xf32, 1>
func.func @side_by_side(%n: index, %m: index, %xs: memref<?xf32, 1>, %x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%b) in (%n) {
    scf.forall (%t) in (256) {
      %own = memref.alloc(%n, %m) : memref<?x?xf32, 1>
      %row = memref.subview %own[1, 0] [1, %m] [1, 1]
          : memref<?x?xf32, 1> to memref<?xf32, strided<[1], offset: ?>, 1>
      scf.for %i = %c0 to %m step %c1 {
        memref.store %x, %row[%i] : memref<?xf32, strided<[1], offset: ?>, 1>
      }
      %other = memref.alloc(%m) : memref<?xf32, 1>
      memref.store %x, %other[%c0] : memref<?xf32, 1>
      %either = arith.select %c, %other, %xs : memref<?xf32, 1>
      %y = memref.load %either[%c0] : memref<?xf32, 1>
      %z = memref.load %own[%c1, %c0] : memref<?x?xf32, 1>
      %s = arith.addf %y, %z : f32
      memref.store %s, %xs[%t] : memref<?xf32, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// What a branch, or an inner loop, hands to the code after it has memory: it is used within the iteration.

// CHECK-LABEL: func.func @handed_on_within
// CHECK-SAME: %[[N:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index
// CHECK-COUNT-2: memref.alloc(%{{.*}}) {alignment = 256 : i64} : memref<?xi8, 1>
// CHECK: gpu.launch
// CHECK-NOT: memref.alloc
// CHECK: %[[EITHER:.*]] = scf.if
// CHECK:   %[[OWN:.*]] = memref.view
// CHECK:   scf.yield %[[OWN]]
// CHECK: memref.load %[[EITHER]]
func.func @handed_on_within(%n: index, %m: index, %xs: memref<?xf64, 1>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  scf.forall (%b) in (%n) {
    scf.for %i = %c0 to %m step %c1 {
      %either = scf.if %c -> memref<?xf64, 1> {
        %own = memref.alloc(%m) : memref<?xf64, 1>
        memref.store %x, %own[%c0] : memref<?xf64, 1>
        scf.yield %own : memref<?xf64, 1>
      } else {
        scf.yield %xs : memref<?xf64, 1>
      }
      %start = memref.alloc(%m) : memref<?xf64, 1>
      memref.copy %either, %start : memref<?xf64, 1> to memref<?xf64, 1>
      %end = scf.for %j = %c0 to %m step %c1 iter_args(%state = %start) -> memref<?xf64, 1> {
        memref.store %x, %state[%j] : memref<?xf64, 1>
        scf.yield %state : memref<?xf64, 1>
      }
      %y = memref.load %either[%c0] : memref<?xf64, 1>
      %z = memref.load %end[%c0] : memref<?xf64, 1>
      %s = arith.addf %y, %z : f64
      memref.store %s, %xs[%i] : memref<?xf64, 1>
    }
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// A bound of an extent is found through views, branches and choices.

// CHECK-LABEL: func.func @bounds
// CHECK-SAME: %[[XS:.*]]: memref<?x?x?xf64, 1>, %[[ROWS:.*]]: memref<?xf64, 1>
// CHECK: %[[SECOND:.*]] = memref.dim %[[XS]], %c1
// CHECK: memref.alloc(%{{.*}}) {alignment = 256 : i64} : memref<?xi8, 1>
// CHECK: %[[OTHER:.*]] = memref.dim %[[ROWS]], %c0
// CHECK: arith.maxui
// CHECK: memref.alloc(%{{.*}}) {alignment = 256 : i64} : memref<?xi8, 1>
// CHECK: gpu.launch
// CHECK-NOT: memref.alloc
func.func @bounds(%xs: memref<?x?x?xf64, 1>, %rows: memref<?xf64, 1>, %n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.dim %xs, %c1 : memref<?x?x?xf64, 1>
  %k = memref.dim %xs, %c2 : memref<?x?x?xf64, 1>
  scf.forall (%b) in (%n) {
    %one = memref.subview %xs[%b, 0, 0] [1, %m, %k] [1, 1, 1]
        : memref<?x?x?xf64, 1> to memref<1x?x?xf64, strided<[?, ?, 1], offset: ?>, 1>
    %row = memref.collapse_shape %one [[0, 1], [2]]
        : memref<1x?x?xf64, strided<[?, ?, 1], offset: ?>, 1> into memref<?x?xf64, strided<[?, 1], offset: ?>, 1>
    %size = memref.dim %row, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>, 1>
    %own = memref.alloc(%size) : memref<?xf64, 1>
    %isFirst = arith.cmpi eq, %b, %c0 : index
    %other = memref.dim %rows, %c0 : memref<?xf64, 1>
    %either = scf.if %isFirst -> index {
      scf.yield %size : index
    } else {
      scf.yield %other : index
    }
    %part = arith.remui %either, %n : index
    %second = memref.alloc(%either) : memref<?xf64, 1>
    scf.forall (%t) in (%part) {
      memref.store %x, %own[%t] : memref<?xf64, 1>
      memref.store %x, %second[%t] : memref<?xf64, 1>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// What the host would do element by element with the memory of the device is done there, in one kernel of one thread.

// CHECK-LABEL: func.func @host
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%c0]
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: arith.remui
func.func @host(%n: index, %xs: memref<?xf64, 1>, %m: memref<?x?xf64, 1>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %j = arith.subi %i, %c1 : index
    %a = memref.load %xs[%j] : memref<?xf64, 1>
    memref.store %a, %xs[%i] : memref<?xf64, 1>
  }
  memref.store %x, %xs[%c0] : memref<?xf64, 1>
  linalg.fill ins(%x : f64) outs(%m : memref<?x?xf64, 1>)
  return
}

// -----

func.func @unknown(%sizes: memref<4xindex, 1>) {
  scf.forall (%b) in (4) {
    // expected-note@+1 {{an extent comes from here}}
    %size = memref.load %sizes[%b] : memref<4xindex, 1>
    // expected-error@+1 {{a kernel has no memory for an array whose extents are known only inside of it}}
    %own = memref.alloc(%size) : memref<?xf64, 1>
    memref.store %size, %sizes[%b] : memref<4xindex, 1>
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// Structured ops on tensors are those of the host, and have their loops later.

// CHECK-LABEL: func.func @tensors
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK-NOT: gpu.launch
func.func @tensors(%a: tensor<4x3xf64>, %b: tensor<3x2xf64>) -> tensor<4x2xf64> {
  %zero = arith.constant 0.0 : f64
  %place = tensor.empty() : tensor<4x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<4x2xf64>) -> tensor<4x2xf64>
  %c = linalg.matmul ins(%a, %b : tensor<4x3xf64>, tensor<3x2xf64>) outs(%zeros : tensor<4x2xf64>) -> tensor<4x2xf64>
  return %c : tensor<4x2xf64>
}

// -----

// A loop that begins elsewhere than at zero, or that has results, stays one of the host.

// CHECK-LABEL: func.func @host_loop
// CHECK-NOT: gpu.launch
// CHECK: scf.parallel
func.func @host_loop(%xs: memref<8xf64>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c1) to (%c8) step (%c1) {
    %x = memref.load %xs[%i] : memref<8xf64>
    memref.store %x, %xs[%i] : memref<8xf64>
  }
  return
}

// -----

// A product of matrices by tiles; the extents say which.

// CHECK-LABEL: func.func @product
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %[[N:.*]], %{{.*}}, %{{.*}}) threads({{.*}}) in (%{{.*}} = %c256
// CHECK-SAME: workgroup(%[[A:.*]] : memref<16x36xf64, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<16x36xf64, #gpu.address_space<workgroup>>)
// What the first step copies is loaded before it, and what another one copies during the one before.
// CHECK-COUNT-4: memref.load %{{.*}} : memref<{{64x40|40x64}}xf64, 1>
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3{{.*}} step %c1{{.*}} iter_args({{.*}}) -> (f64, f64, f64, f64, f64, f64, f64, f64) {
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: gpu.barrier
// CHECK-COUNT-4: memref.load %{{.*}} : memref<{{64x40|40x64}}xf64, 1>
// CHECK: scf.for
// CHECK-COUNT-2: nvvm.mma.sync A[{{.*}}] B[{{.*}}] C[{{.*}}] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
// CHECK-NOT: nvvm
// CHECK: gpu.barrier
// CHECK-NOT: gpu.launch
// CHECK: return
// Without tensor cores each thread adds products by itself.
// THREADS-LABEL: func.func @product
// THREADS: workgroup(%{{.*}} : memref<16x36xf64, {{.*}}>, %{{.*}} : memref<16x36xf64
// THREADS-COUNT-4: arith.mulf
// THREADS-NOT: nvvm
// THREADS: return
func.func @product(%a: memref<64x40xf64, 1>, %b: memref<40x64xf64, 1>, %c: memref<64x64xf64, 1>) {
  linalg.matmul ins(%a, %b : memref<64x40xf64, 1>, memref<40x64xf64, 1>) outs(%c : memref<64x64xf64, 1>)
  return
}

// -----

// The blocks of one tile divide the steps along the common index, and a second kernel adds their sums.

// CHECK-LABEL: func.func @parts
// CHECK: %[[PARTS:.*]] = memref.alloc(%c4{{.*}}) : memref<?x20x30xf64, 1>
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c4{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c64{{.*}} : index
// CHECK: %[[LAST:.*]] = arith.addi %[[FIRST]], %c64{{.*}} : index
// CHECK: %[[END:.*]] = arith.minui %[[LAST]], %c256{{.*}} : index
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[END]] step %c1
// CHECK: memref.store %{{.*}}, %[[PARTS]]
// CHECK: gpu.launch
// CHECK-COUNT-4: memref.load %[[PARTS]]
// CHECK: memref.store %{{.*}}, %arg2
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @parts(%a: memref<20x4096xf64, 1>, %b: memref<4096x30xf64, 1>, %c: memref<20x30xf64, 1>) {
  linalg.matmul ins(%a, %b : memref<20x4096xf64, 1>, memref<4096x30xf64, 1>) outs(%c : memref<20x30xf64, 1>)
  return
}

// -----

// Sums of columns: each thread has a column and a part of the rows, whose sums another kernel adds. None is filled with zeros.

// CHECK-LABEL: func.func @sums
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<50xf64, 1>
// CHECK: %[[PARTS:.*]] = memref.alloc(%c10{{.*}}) : memref<?x50xf64, 1>
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c2{{.*}},
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[PARTS]]
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c1{{.*}},
// CHECK-COUNT-4: memref.load %[[PARTS]]
// CHECK-NOT: memref.load %[[SUMS]][
// CHECK: memref.store %{{.*}}, %[[SUMS]]
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @sums(%x: memref<320x50xf64, 1>) -> memref<50xf64, 1> {
  %zero = arith.constant 0.0 : f64
  %sums = memref.alloc() : memref<50xf64, 1>
  linalg.fill ins(%zero : f64) outs(%sums : memref<50xf64, 1>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<320x50xf64, 1>) outs(%sums : memref<50xf64, 1>) {
  ^bb0(%y: f64, %s: f64):
    %t = arith.addf %s, %y : f64
    linalg.yield %t : f64
  }
  return %sums : memref<50xf64, 1>
}

// -----

// Elements that follow from those of a product are computed where it is stored.

// CHECK-LABEL: func.func @epilogue
// CHECK-SAME: %{{[^:]*}}: memref<64x40xf64, 1>, %{{[^:]*}}: memref<40x64xf64, 1>, %[[BIAS:[^:]*]]: memref<64xf64, 1>
// CHECK: %[[D:.*]] = memref.alloc() {made} : memref<64x64xf64, 1>
// CHECK: gpu.launch
// CHECK: %[[B:.*]] = memref.load %[[BIAS]]
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[B]]
// CHECK: memref.store %[[SUM]], %[[D]]
// CHECK-NOT: gpu.launch
// CHECK: return
// Not where other blocks still read what they overwrite.
// CHECK-LABEL: func.func @overwritten
// CHECK: %[[A:.*]] = memref.alloc() {made} : memref<64x64xf64, 1>
// CHECK: %[[C:.*]] = memref.alloc() : memref<64x64xf64, 1>
// CHECK: gpu.launch
// CHECK-NOT: memref.store %{{.*}}, %[[A]][
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: memref.load %[[C]]
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: return
func.func @epilogue(%a: memref<64x40xf64, 1>, %b: memref<40x64xf64, 1>, %bias: memref<64xf64, 1>) -> memref<64x64xf64, 1> {
  %d = memref.alloc() {made} : memref<64x64xf64, 1>
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc() : memref<64x64xf64, 1>
  linalg.fill ins(%zero : f64) outs(%c : memref<64x64xf64, 1>)
  linalg.matmul ins(%a, %b : memref<64x40xf64, 1>, memref<40x64xf64, 1>) outs(%c : memref<64x64xf64, 1>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<64x64xf64, 1>, memref<64xf64, 1>) outs(%d : memref<64x64xf64, 1>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %sum = arith.addf %x, %y : f64
    linalg.yield %sum : f64
  }
  return %d : memref<64x64xf64, 1>
}
func.func @overwritten(%b: memref<64x64xf64, 1>) -> memref<64x64xf64, 1> {
  %a = memref.alloc() {made} : memref<64x64xf64, 1>
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc() : memref<64x64xf64, 1>
  linalg.fill ins(%zero : f64) outs(%c : memref<64x64xf64, 1>)
  linalg.matmul ins(%a, %b : memref<64x64xf64, 1>, memref<64x64xf64, 1>) outs(%c : memref<64x64xf64, 1>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<64x64xf64, 1>) outs(%a : memref<64x64xf64, 1>) {
  ^bb0(%x: f64, %z: f64):
    %sum = arith.addf %x, %x : f64
    linalg.yield %sum : f64
  }
  return %a : memref<64x64xf64, 1>
}

// -----

// A loop of the host over memory of the device is a kernel of one thread, which stores the result.

// CHECK-LABEL: func.func @sequential
// CHECK: %[[PLACE:.*]] = memref.alloc() : memref<f64, 1>
// CHECK: gpu.launch
// CHECK: %[[LAST:.*]] = scf.for
// CHECK: memref.store %[[LAST]], %[[PLACE]]
// CHECK: gpu.terminator
// CHECK: %[[RESULT:.*]] = memref.load %[[PLACE]]
// CHECK: return %[[RESULT]]
func.func @sequential(%xs: memref<?xf64, 1>, %n: index, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f64 {
    %x = memref.load %xs[%i] : memref<?xf64, 1>
    %t = arith.divf %x, %s : f64
    scf.yield %t : f64
  }
  return %last : f64
}

// -----

// Not so one that also reads memory of the host.

// CHECK-LABEL: func.func @of_both
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @of_both(%xs: memref<?xf64, 1>, %ys: memref<?xf64>, %n: index, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f64 {
    %x = memref.load %xs[%i] : memref<?xf64, 1>
    %y = memref.load %ys[%i] : memref<?xf64>
    %p = arith.mulf %y, %s : f64
    %t = arith.divf %x, %p : f64
    scf.yield %t : f64
  }
  return %last : f64
}

// -----

// Sums start from the number that their result is filled with, and are stored once.

// CHECK-LABEL: func.func @row_sums
// CHECK: %[[PARTS:.*]] = memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?xf64, 1>
// CHECK: gpu.launch
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{[^)]*}}) -> (f64) {
// CHECK-NOT: memref.store
// CHECK: memref.store %[[SUM]], %[[PARTS]]
// CHECK: gpu.launch
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @row_sums(%xs: memref<?x?xf64, 1>, %n: index) -> memref<?xf64, 1> {
  %zero = arith.constant 0.0 : f64
  %ys = memref.alloc(%n) : memref<?xf64, 1>
  linalg.fill ins(%zero : f64) outs(%ys : memref<?xf64, 1>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%xs : memref<?x?xf64, 1>) outs(%ys : memref<?xf64, 1>) {
  ^bb0(%x: f64, %s: f64):
    %t = arith.addf %s, %x : f64
    linalg.yield %t : f64
  }
  return %ys : memref<?xf64, 1>
}

// -----

// Where another op reads what is filled, the array is filled.

// CHECK-LABEL: func.func @read_before
// CHECK-COUNT-3: gpu.launch
func.func @read_before(%xs: memref<?x?xf64, 1>, %zs: memref<?xf64, 1>, %n: index) -> memref<?xf64, 1> {
  %zero = arith.constant 0.0 : f64
  %ys = memref.alloc(%n) : memref<?xf64, 1>
  linalg.fill ins(%zero : f64) outs(%ys : memref<?xf64, 1>)
  memref.copy %ys, %zs : memref<?xf64, 1> to memref<?xf64, 1>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%xs : memref<?x?xf64, 1>) outs(%ys : memref<?xf64, 1>) {
  ^bb0(%x: f64, %s: f64):
    %t = arith.addf %s, %x : f64
    linalg.yield %t : f64
  }
  return %ys : memref<?xf64, 1>
}

// -----

// A sum at an index that several threads add to is a load, an addition and a store of one element.
func.func @elsewhere(%sums: memref<?xf64>, %x: f64, %i: index, %j: index) {
  %before = memref.load %sums[%i] : memref<?xf64>
  // expected-error @below {{a sum that several threads add to is not in one place of memory}}
  %after = arith.addf %before, %x {device.atomic} : f64
  memref.store %after, %sums[%j] : memref<?xf64>
  return
}

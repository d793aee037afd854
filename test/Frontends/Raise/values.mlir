// Values and derivatives of programs on buffers, against differences: compiled and interpreted, of
// first and second order, forward and reverse.
//
// RUN: chad-run %s --entry=saxpy --arg=2 --arg='[1, 2, 3]' --arg='[1, 1, 1]' | FileCheck %s --check-prefix=SAXPY
// RUN: chad-run %s --entry=saxpy --arg=2 --arg='[1, 2, 3]' --arg='[1, 1, 1]' --interpret | FileCheck %s --check-prefix=SAXPY
// SAXPY: f64 83
// SAXPY: tensor<3xf64> [3, 5, 7]
// RUN: chad-run %s --entry=saxpy --arg=2 --arg='[]' --arg='[]' | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --entry=saxpy --arg=2 --arg='[]' --arg='[]' --interpret | FileCheck %s --check-prefix=EMPTY
// EMPTY: f64 0
// RUN: chad-run %s --entry=saxpy --arg=2 --arg='[1, 2, 3]' --arg='[1, 1, 1]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=matmul --arg='[[1, 2], [3, 4]]' --arg='[[1, 2, 3], [1, 1, 1]]' --arg='[[0, 0, 0], [1, 2, 3]]' | FileCheck %s --check-prefix=MATMUL
// RUN: chad-run %s --entry=matmul --arg='[[1, 2], [3, 4]]' --arg='[[1, 2, 3], [1, 1, 1]]' --arg='[[0, 0, 0], [1, 2, 3]]' --interpret | FileCheck %s --check-prefix=MATMUL
// MATMUL: tensor<2x3xf64> {{\[}}[3, 4, 5], [8, 12, 16]]
// RUN: chad-run %s --entry=matmul --arg='[[1, 2], [3, 4]]' --arg='[[1, 2, 3], [1, 1, 1]]' --arg='[[0, 0, 0], [1, 2, 3]]' --grad-check | FileCheck %s
//
// No column, and no row: nothing is read.
// RUN: chad-run %s --entry=matmul --arg='[[], []]' --arg='[]' --arg='[[1, 2, 3], [1, 2, 3]]' | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: tensor<2x3xf64> {{\[}}[1, 2, 3], [1, 2, 3]]
// RUN: chad-run %s --entry=matmul --arg='[[], []]' --arg='[]' --arg='[[1, 2, 3]]' | FileCheck %s --check-prefix=ROWS
// ROWS: tensor<1x3xf64> {{\[}}[1, 2, 3]]
//
// RUN: chad-run %s --entry=stencil --arg='[1, 2, 0.5, 1, 3, 2]' | FileCheck %s --check-prefix=STENCIL
// RUN: chad-run %s --entry=stencil --arg='[1, 2, 0.5, 1, 3, 2]' --interpret | FileCheck %s --check-prefix=STENCIL
// STENCIL: f64 0.63517277827034
// RUN: chad-run %s --entry=stencil --arg='[1, 2, 0.5, 1, 3, 2]' --grad-check | FileCheck %s
// RUN: chad-run %s --entry=stencil_grad --arg='[1, 2, 0.5, 1, 3, 2]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=mixed --arg='[[1, 2], [0.5, 1]]' --arg='[[0, 0], [0, 0]]' --arg=2 | FileCheck %s --check-prefix=MIXED
// RUN: chad-run %s --entry=mixed --arg='[[1, 2], [0.5, 1]]' --arg='[[0, 0], [0, 0]]' --arg=2 --interpret | FileCheck %s --check-prefix=MIXED
// MIXED: f64 0.585450545615
// RUN: chad-run %s --entry=mixed --arg='[[1, 2], [0.5, 1]]' --arg='[[0, 0], [0, 0]]' --arg=2 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=prefix --arg='[1, 2, 3, 4]' | FileCheck %s --check-prefix=PREFIX
// RUN: chad-run %s --entry=prefix --arg='[1, 2, 3, 4]' --interpret | FileCheck %s --check-prefix=PREFIX
// PREFIX: tensor<4xf64> [1, 2, 6, 24]
// RUN: chad-run %s --entry=prefix --arg='[1, 2, 3, 4]' --grad-check | FileCheck %s
// RUN: chad-run %s --entry=prefix_grad --arg='[1, 2, 3, 4]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=every_other --arg='[1, 2, 3, 4, 5]' | FileCheck %s --check-prefix=OTHER
// RUN: chad-run %s --entry=every_other --arg='[1, 2, 3, 4, 5]' --interpret | FileCheck %s --check-prefix=OTHER
// OTHER: tensor<5xf64> [1, 4, 3, 16, 5]
// RUN: chad-run %s --entry=every_other --arg='[1, 2, 3, 4, 5]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=triangle --arg='[[2, 7, 7], [1, 4, 7], [3, 1, 5]]' --arg='[2, 9, 20]' | FileCheck %s --check-prefix=TRIANGLE
// RUN: chad-run %s --entry=triangle --arg='[[2, 7, 7], [1, 4, 7], [3, 1, 5]]' --arg='[2, 9, 20]' --interpret | FileCheck %s --check-prefix=TRIANGLE
// TRIANGLE: tensor<3xf64> [1, 2, 3]
// RUN: chad-run %s --entry=triangle --arg='[[2, 7, 7], [1, 4, 7], [3, 1, 5]]' --arg='[2, 9, 20]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=scattered --arg='[1, 2, 3, 4]' --arg='[1, 0, 1, 2]' | FileCheck %s --check-prefix=SCATTERED
// RUN: chad-run %s --entry=scattered --arg='[1, 2, 3, 4]' --arg='[1, 0, 1, 2]' --interpret | FileCheck %s --check-prefix=SCATTERED
// SCATTERED: tensor<3xf64> [4, 10, 16]
// RUN: chad-run %s --entry=scattered --arg='[1, 2, 3, 4]' --arg='[1, 0, 1, 2]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=halved --arg='[1, 2, 3]' --arg=0.1 | FileCheck %s --check-prefix=HALVED
// RUN: chad-run %s --entry=halved --arg='[1, 2, 3]' --arg=0.1 --interpret | FileCheck %s --check-prefix=HALVED
// HALVED: tensor<3xf64> [0.0625, 0.125, 0.1875]
// RUN: chad-run %s --entry=halved --arg='[1, 2, 3]' --arg=0.1 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=reshaped --arg='[1, 2, 3, 4, 5, 6]' | FileCheck %s --check-prefix=RESHAPED
// RUN: chad-run %s --entry=reshaped --arg='[1, 2, 3, 4, 5, 6]' --interpret | FileCheck %s --check-prefix=RESHAPED
// RESHAPED: f64 36
// RESHAPED: tensor<6xf64> [1, 2, 3, 4, 25, 36]
// RUN: chad-run %s --entry=reshaped --arg='[1, 2, 3, 4, 5, 6]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=switched --arg='[1, 2]' --arg=1 --grad-check | FileCheck %s
// RUN: chad-run %s --entry=switched --arg='[1, 2]' --arg=5 --grad-check | FileCheck %s
//
// CHECK: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries

func.func private @axpy(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %y[%i] : memref<?xf64>
    %p = arith.mulf %a, %u : f64
    %s = arith.addf %p, %v : f64
    affine.store %s, %y[%i] : memref<?xf64>
  }
  return
}
func.func @saxpy(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
  func.call @axpy(%a, %x, %y) : (f64, memref<?xf64>, memref<?xf64>) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %acc = memref.alloca() : memref<f64>
  memref.store %zero, %acc[] : memref<f64>
  %n = memref.dim %y, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %y[%i] : memref<?xf64>
    %q = arith.mulf %v, %v : f64
    %o = memref.load %acc[] : memref<f64>
    %s = arith.addf %o, %q : f64
    memref.store %s, %acc[] : memref<f64>
  }
  %r = memref.load %acc[] : memref<f64>
  return %r : f64
}

func.func @matmul(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf64>
  %m = memref.dim %b, %c1 : memref<?x?xf64>
  %k = memref.dim %a, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %l = 0 to %k {
        %x = affine.load %a[%i, %l] : memref<?x?xf64>
        %y = affine.load %b[%l, %j] : memref<?x?xf64>
        %z = affine.load %c[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %x, %y : f64
        %q = arith.addf %p, %z : f64
        affine.store %q, %c[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

memref.global "private" constant @weights : memref<3xf64> = dense<[0.25, 0.5, 0.25]>
func.func @stencil(%x: tensor<6xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %m = bufferization.to_buffer %x : tensor<6xf64> to memref<6xf64>
  %w = memref.get_global @weights : memref<3xf64>
  %a = memref.alloc() : memref<6xf64>
  %b = memref.alloc() : memref<6xf64>
  memref.copy %m, %a : memref<6xf64> to memref<6xf64>
  memref.copy %m, %b : memref<6xf64> to memref<6xf64>
  scf.for %t = %c0 to %c2 step %c1 {
    scf.parallel (%i) = (%c1) to (%c5) step (%c1) {
      %im = arith.subi %i, %c1 : index
      %ip = arith.addi %i, %c1 : index
      %w0 = memref.load %w[%c0] : memref<3xf64>
      %w1 = memref.load %w[%c1] : memref<3xf64>
      %w2 = memref.load %w[%c2] : memref<3xf64>
      %l = memref.load %a[%im] : memref<6xf64>
      %e = memref.load %a[%i] : memref<6xf64>
      %r = memref.load %a[%ip] : memref<6xf64>
      %p = arith.mulf %w0, %l : f64
      %q = arith.mulf %w1, %e : f64
      %s = arith.mulf %w2, %r : f64
      %pq = arith.addf %p, %q : f64
      %pqs = arith.addf %pq, %s : f64
      %sn = math.sin %pqs : f64
      memref.store %sn, %b[%i] : memref<6xf64>
      scf.reduce
    }
    memref.copy %b, %a : memref<6xf64> to memref<6xf64>
  }
  %v = memref.subview %a[1] [2] [2] : memref<6xf64> to memref<2xf64, strided<[2], offset: 1>>
  %u = memref.load %v[%c0] : memref<2xf64, strided<[2], offset: 1>>
  %z = memref.load %v[%c1] : memref<2xf64, strided<[2], offset: 1>>
  %uz = arith.mulf %u, %z : f64
  memref.dealloc %a : memref<6xf64>
  memref.dealloc %b : memref<6xf64>
  return %uz : f64
}
func.func @stencil_grad(%x: tensor<6xf64>) -> tensor<6xf64> {
  %g = chad.grad @stencil(%x) : (tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

// Blocks, structured ops and branches on buffers.
func.func @mixed(%x: memref<?x?xf64>, %out: memref<?x?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %d0 = memref.dim %x, %c0 : memref<?x?xf64>
  %d1 = memref.dim %x, %c1 : memref<?x?xf64>
  %tmp = memref.alloc(%d0, %d1) : memref<?x?xf64>
  linalg.fill ins(%zero : f64) outs(%tmp : memref<?x?xf64>)
  linalg.matmul ins(%x, %x : memref<?x?xf64>, memref<?x?xf64>) outs(%tmp : memref<?x?xf64>)
  cf.br ^header(%c0 : index)
^header(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %v = memref.load %tmp[%i, %c0] : memref<?x?xf64>
  %s = math.sin %v : f64
  memref.store %s, %tmp[%i, %c1] : memref<?x?xf64>
  %j = arith.addi %i, %c1 : index
  cf.br ^header(%j : index)
^exit:
  %t = memref.load %tmp[%c0, %c0] : memref<?x?xf64>
  %pos = arith.cmpf ogt, %t, %zero : f64
  scf.if %pos {
    linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%tmp : memref<?x?xf64>) outs(%tmp : memref<?x?xf64>) {
    ^bb0(%a: f64, %b: f64):
      %e = arith.mulf %a, %a : f64
      linalg.yield %e : f64
    }
  }
  linalg.transpose ins(%tmp : memref<?x?xf64>) outs(%out : memref<?x?xf64>) permutation = [1, 0]
  %row = memref.subview %out[1, 0] [1, 2] [1, 1] : memref<?x?xf64> to memref<2xf64, strided<[1], offset: ?>>
  %r0 = memref.load %row[%c0] : memref<2xf64, strided<[1], offset: ?>>
  %r1 = memref.load %row[%c1] : memref<2xf64, strided<[1], offset: ?>>
  %r = arith.mulf %r0, %r1 : f64
  return %r : f64
}

// Each element needs the one before.
func.func @prefix(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  affine.for %i = 1 to %n {
    %l = affine.load %x[%i - 1] : memref<?xf64>
    %e = affine.load %x[%i] : memref<?xf64>
    %p = arith.mulf %l, %e : f64
    affine.store %p, %x[%i] : memref<?xf64>
  }
  return
}
func.func private @last(%x: tensor<4xf64>) -> f64 {
  %m = bufferization.to_buffer %x : tensor<4xf64> to memref<4xf64>
  %y = memref.alloc() : memref<4xf64>
  memref.copy %m, %y : memref<4xf64> to memref<4xf64>
  %d = memref.cast %y : memref<4xf64> to memref<?xf64>
  func.call @prefix(%d) : (memref<?xf64>) -> ()
  %c3 = arith.constant 3 : index
  %r = memref.load %y[%c3] : memref<4xf64>
  return %r : f64
}
func.func @prefix_grad(%x: tensor<4xf64>) -> tensor<4xf64> {
  %g = chad.grad @last(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return %g : tensor<4xf64>
}

// Steps of two, from the second element on.
func.func @every_other(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  affine.for %i = 1 to %n step 2 {
    %e = affine.load %x[%i] : memref<?xf64>
    %p = arith.mulf %e, %e : f64
    affine.store %p, %x[%i] : memref<?xf64>
  }
  return
}

// Forward substitution: inner loops whose bounds are the outer index.
func.func @triangle(%l: memref<3x3xf64>, %b: memref<3xf64>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %m = affine.load %l[%i, %j] : memref<3x3xf64>
      %x = affine.load %b[%j] : memref<3xf64>
      %y = affine.load %b[%i] : memref<3xf64>
      %p = arith.mulf %m, %x : f64
      %s = arith.subf %y, %p : f64
      affine.store %s, %b[%i] : memref<3xf64>
    }
    %d = affine.load %l[%i, %i] : memref<3x3xf64>
    %y = affine.load %b[%i] : memref<3xf64>
    %q = arith.divf %y, %d : f64
    affine.store %q, %b[%i] : memref<3xf64>
  }
  return
}

// Indices that the data choose, and atomic sums.
func.func @scattered(%x: memref<4xf64>, %k: memref<4xindex>) -> memref<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<3xf64>
  linalg.fill ins(%zero : f64) outs(%y : memref<3xf64>)
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %e = memref.load %x[%i] : memref<4xf64>
    %j = memref.load %k[%i] : memref<4xindex>
    %s = arith.mulf %e, %e : f64
    %old = memref.atomic_rmw addf %s, %y[%j] : (f64, memref<3xf64>) -> f64
    scf.reduce
  }
  return %y : memref<3xf64>
}

// A loop with a condition writes.
func.func @halved(%x: memref<?xf64>, %eps: f64) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.while : () -> () {
    %e = memref.load %x[%c0] : memref<?xf64>
    %c = arith.cmpf ogt, %e, %eps : f64
    scf.condition(%c)
  } do {
    affine.for %i = 0 to %n {
      %e = affine.load %x[%i] : memref<?xf64>
      %h = arith.mulf %e, %half : f64
      affine.store %h, %x[%i] : memref<?xf64>
    }
    scf.yield
  }
  return
}

// Runs of elements under other shapes, read and written.
func.func @reshaped(%x: memref<6xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %m = memref.reinterpret_cast %x to offset: [2], sizes: [2, 2], strides: [2, 1] : memref<6xf64> to memref<2x2xf64, strided<[2, 1], offset: 2>>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<2x2xf64, strided<[2, 1], offset: 2>> to memref<2x2xf64, strided<[1, 2], offset: 2>>
  %e = memref.expand_shape %x [[0, 1]] output_shape [3, 2] : memref<6xf64> into memref<3x2xf64>
  %s = memref.subview %e[2, 0] [1, 2] [1, 1] : memref<3x2xf64> to memref<2xf64, strided<[1], offset: 4>>
  linalg.square ins(%s : memref<2xf64, strided<[1], offset: 4>>) outs(%s : memref<2xf64, strided<[1], offset: 4>>)
  %r = memref.load %t[%c1, %c1] : memref<2x2xf64, strided<[1, 2], offset: 2>>
  return %r : f64
}

func.func @switched(%x: memref<2xf64>, %k: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.index_switch %k
  case 1 {
    %e = memref.load %x[%c0] : memref<2xf64>
    %s = math.sin %e : f64
    memref.store %s, %x[%c1] : memref<2xf64>
    scf.yield
  }
  default {
    %r = scf.execute_region -> f64 {
      %e = memref.load %x[%c1] : memref<2xf64>
      %s = math.exp %e : f64
      scf.yield %s : f64
    }
    memref.store %r, %x[%c0] : memref<2xf64>
  }
  %a = memref.load %x[%c0] : memref<2xf64>
  %b = memref.load %x[%c1] : memref<2xf64>
  %p = arith.mulf %a, %b : f64
  return %p : f64
}

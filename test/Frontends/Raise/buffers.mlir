// Buffers become tensors that loops and branches carry; loops that read and write at their index
// become loops over elements.
//
// RUN: chad-opt %s --chad-raise --canonicalize --cse | FileCheck %s

// A function that writes its argument returns it; each iteration has its own element.
// CHECK-LABEL: func @saxpy
// CHECK-SAME: (%[[A:.*]]: f64, %[[X:.*]]: tensor<8xf64>, %[[Y:.*]]: tensor<8xf64>) -> tensor<8xf64>
// CHECK-NEXT: %[[R:.*]] = chad.map (%[[U:.*]] in %[[X]] : tensor<8xf64>, %[[V:.*]] in %[[Y]] : tensor<8xf64>) -> tensor<8xf64>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[U]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[P]], %[[V]]
// CHECK-NEXT: chad.yield %[[S]]
// CHECK: return %[[R]]
func.func @saxpy(%a: f64, %x: memref<8xf64>, %y: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %u = affine.load %x[%i] : memref<8xf64>
    %v = affine.load %y[%i] : memref<8xf64>
    %p = arith.mulf %a, %u : f64
    %s = arith.addf %p, %v : f64
    affine.store %s, %y[%i] : memref<8xf64>
  }
  return
}

// Columns are elements of the transposed matrix; a sum is a reduction.
// CHECK-LABEL: func @matmul
// CHECK: linalg.transpose
// CHECK: chad.map
// CHECK-NEXT: chad.map
// CHECK-NEXT: chad.map
// CHECK: arith.mulf
// CHECK: chad.reduce
// CHECK-NOT: scf.for
// CHECK: return
func.func @matmul(%a: memref<3x5xf64>, %b: memref<5x4xf64>, %c: memref<3x4xf64>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 5 {
        %x = affine.load %a[%i, %k] : memref<3x5xf64>
        %y = affine.load %b[%k, %j] : memref<5x4xf64>
        %z = affine.load %c[%i, %j] : memref<3x4xf64>
        %p = arith.mulf %x, %y : f64
        %q = arith.addf %p, %z : f64
        affine.store %q, %c[%i, %j] : memref<3x4xf64>
      }
    }
  }
  return
}

// Elements beside each other are those of slices.
// CHECK-LABEL: func @stencil
// CHECK-DAG: tensor.extract_slice %{{.*}}[0] [6] [1]
// CHECK-DAG: tensor.extract_slice %{{.*}}[2] [6] [1]
// CHECK: %[[M:.*]] = chad.map
// CHECK: tensor.insert_slice %[[M]] into %{{.*}}[1] [6] [1]
func.func @stencil(%x: memref<8xf64>, %y: memref<8xf64>) {
  affine.parallel (%i) = (1) to (7) {
    %l = affine.load %x[%i - 1] : memref<8xf64>
    %r = affine.load %x[%i + 1] : memref<8xf64>
    %s = arith.addf %l, %r : f64
    affine.store %s, %y[%i] : memref<8xf64>
  }
  return
}

// A recurrence carries the array.
// CHECK-LABEL: func @prefix
// CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}}) -> (tensor<8xf64>)
// CHECK: tensor.extract %[[T]]
// CHECK: tensor.insert
func.func @prefix(%x: memref<8xf64>) {
  affine.for %i = 1 to 8 {
    %l = affine.load %x[%i - 1] : memref<8xf64>
    %r = affine.load %x[%i] : memref<8xf64>
    %s = arith.addf %l, %r : f64
    affine.store %s, %x[%i] : memref<8xf64>
  }
  return
}

// A buffer of rank 0 is a scalar; branches without an else part get one.
// CHECK-LABEL: func @positive
// CHECK-SAME: (%[[X:.*]]: tensor<8xf64>) -> f64
// CHECK-NOT: memref
// CHECK: chad.map
// CHECK: scf.if
// CHECK: else
// CHECK: chad.reduce
func.func @positive(%x: memref<8xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum = memref.alloca() : memref<f64>
  memref.store %zero, %sum[] : memref<f64>
  affine.for %i = 0 to 8 {
    %u = affine.load %x[%i] : memref<8xf64>
    %c = arith.cmpf ogt, %u, %zero : f64
    scf.if %c {
      %s = memref.load %sum[] : memref<f64>
      %l = math.log %u : f64
      %t = arith.addf %s, %l : f64
      memref.store %t, %sum[] : memref<f64>
    }
  }
  %r = memref.load %sum[] : memref<f64>
  return %r : f64
}

// Views are slices and reshapes, and so are writes to them.
// CHECK-LABEL: func @views
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [2, 2] [1, 1]
// CHECK: linalg.fill
// CHECK: tensor.insert_slice
// CHECK: tensor.collapse_shape
// CHECK: linalg.exp
// CHECK: tensor.expand_shape
func.func @views(%x: memref<2x4xf64>, %v: f64) {
  %s = memref.subview %x[0, 1] [2, 2] [1, 1] : memref<2x4xf64> to memref<2x2xf64, strided<[4, 1], offset: 1>>
  linalg.fill ins(%v : f64) outs(%s : memref<2x2xf64, strided<[4, 1], offset: 1>>)
  %f = memref.collapse_shape %x [[0, 1]] : memref<2x4xf64> into memref<8xf64>
  linalg.exp ins(%f : memref<8xf64>) outs(%f : memref<8xf64>)
  return
}

// Calls pass what is in the buffers, and take back what was written.
// CHECK-LABEL: func @calls
// CHECK-SAME: (%[[X:.*]]: tensor<8xf64>, %[[Y:.*]]: tensor<8xf64>) -> tensor<8xf64>
// CHECK: %[[R:.*]] = call @saxpy(%{{.*}}, %[[X]], %[[Y]])
// CHECK: return %[[R]]
func.func @calls(%x: memref<8xf64>, %y: memref<8xf64>) {
  %two = arith.constant 2.0 : f64
  func.call @saxpy(%two, %x, %y) : (f64, memref<8xf64>, memref<8xf64>) -> ()
  return
}

// CHECK-LABEL: func @branches
// CHECK: scf.for
// CHECK-NOT: cf.br
func.func @branches(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^header(%c0, %x : index, f64)
^header(%i: index, %a: f64):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %s = math.sin %a : f64
  %j = arith.addi %i, %c1 : index
  cf.br ^header(%j, %s : index, f64)
^exit:
  return %a : f64
}

// The old and the new values of a step, in two buffers, are one array: each iteration ends with a copy.
// CHECK-LABEL: func @steps
// CHECK: scf.for {{.*}} iter_args(%[[U:.*]] = %{{.*}}) -> (tensor<8xf64>) {
// CHECK: %[[NEW:.*]] = tensor.insert_slice %{{.*}} into %[[U]]
// CHECK: scf.yield %[[NEW]] : tensor<8xf64>
func.func @steps(%a: memref<8xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %u = memref.alloc() : memref<8xf64>
  %v = memref.alloc() : memref<8xf64>
  memref.copy %a, %u : memref<8xf64> to memref<8xf64>
  memref.copy %a, %v : memref<8xf64> to memref<8xf64>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c1 to %c7 step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %x = memref.load %u[%before] : memref<8xf64>
      %y = memref.load %u[%after] : memref<8xf64>
      %z = arith.mulf %x, %y : f64
      memref.store %z, %v[%i] : memref<8xf64>
    }
    memref.copy %v, %u : memref<8xf64> to memref<8xf64>
  }
  %r = memref.load %u[%c1] : memref<8xf64>
  return %r : f64
}

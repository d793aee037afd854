// Arrays of vectors, and functions that take and return vectors: a vector is one more dimension of a
// tensor, or several.
//
// RUN: chad-opt %s --chad-raise | FileCheck %s --check-prefix=IR
//
// DEFINE: %{entry} = scaled
// DEFINE: %{args} = --arg='[[1, 2, 3, 4], [5, 6, 7, 8]]' --arg='[[1, 1, 1, 1], [2, 0, 1, 0]]' --arg=2
// DEFINE: %{run} = chad-run %s --entry=%{entry} %{args}
// DEFINE: %{check} = %{run} > %t.compiled && %{run} --interpret > %t.interpreted && \
// DEFINE:   diff %t.compiled %t.interpreted && %{run} --grad-check >> %t.compiled

// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SCALED,CHECK
// SCALED: f64 27
// SCALED: tensor<2x4xf64> {{\[}}[1, 2, 3, 4], [10, 0, 7, 0]]
// IR-LABEL: func.func @scaled(
// IR-SAME: %{{.*}}: tensor<?x4xf64>, %{{.*}}: tensor<?x4xf64>, %{{.*}}: index) -> (f64, tensor<?x4xf64>)
// IR-NOT: vector
func.func @scaled(%x: memref<?xvector<4xf64>>, %y: memref<?xvector<4xf64>>, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = memref.alloc(%n) : memref<?xvector<4xf64>>
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xvector<4xf64>>
    %b = affine.load %y[%i] : memref<?xvector<4xf64>>
    %c = arith.mulf %a, %b : vector<4xf64>
    affine.store %c, %products[%i] : memref<?xvector<4xf64>>
  }
  memref.copy %products, %y : memref<?xvector<4xf64>> to memref<?xvector<4xf64>>
  %s = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (f64) {
    %a = affine.load %products[%i] : memref<?xvector<4xf64>>
    %r = vector.reduction <add>, %a, %acc : vector<4xf64> into f64
    affine.yield %r : f64
  }
  memref.dealloc %products : memref<?xvector<4xf64>>
  return %s : f64
}

// Reads of several elements, out of bounds, too; views; writes through views.
// REDEFINE: %{entry} = parts
// REDEFINE: %{args} = --arg='[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]' --arg=1 --arg=0
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=PARTS,CHECK
// PARTS: tensor<2xf64> [30, 42]
// PARTS: f64 1156
// PARTS: tensor<2x3x2xf64> {{\[}}{{\[}}[1, 2], [3, 4], [5, 6]], {{\[}}[21, 32], [9, 10], [11, 12]]]
func.func @parts(%m: memref<2x3xvector<2xf64>>, %i: index, %j: index) -> (vector<2xf64>, f64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %padding = arith.constant dense<[0.0, 0.5]> : vector<2xf64>
  %a = memref.load %m[%i, %j] : memref<2x3xvector<2xf64>>
  %b = vector.load %m[%j, %i] : memref<2x3xvector<2xf64>>, vector<2xf64>
  %row = vector.transfer_read %m[%i, %j], %padding {in_bounds = [true, true]} : memref<2x3xvector<2xf64>>, vector<1x2x2xf64>
  %edge = vector.transfer_read %m[%i, %i], %padding : memref<2x3xvector<2xf64>>, vector<2x1x2xf64>
  %low = memref.subview %m[1, 0] [1, 2] [1, 1] : memref<2x3xvector<2xf64>> to memref<2xvector<2xf64>, strided<[1], offset: 3>>
  %c = arith.mulf %a, %b : vector<2xf64>
  vector.store %c, %low[%c0] : memref<2xvector<2xf64>, strided<[1], offset: 3>>, vector<2xf64>
  %d = memref.load %m[%i, %c0] : memref<2x3xvector<2xf64>>
  %e = vector.extract %row[0, 1] : vector<2xf64> from vector<1x2x2xf64>
  %f = arith.addf %d, %e : vector<2xf64>
  %s = vector.multi_reduction <add>, %edge, %zero [0, 1, 2] : vector<2x1x2xf64> to f64
  %t = vector.multi_reduction <add>, %row, %s [0, 1, 2] : vector<1x2x2xf64> to f64
  %half = arith.constant -19.5 : f64
  %u = arith.addf %t, %half : f64
  %sq = arith.mulf %u, %u : f64
  return %f, %sq : vector<2xf64>, f64
}

// A scalar buffer of a vector, shapes, permutations, and a fill.
// REDEFINE: %{entry} = shapes
// REDEFINE: %{args} = --arg='[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]' --arg='[3, 5]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SHAPES,CHECK
// SHAPES: tensor<2xf64> [33, 91]
// SHAPES: tensor<2x2x2xf64> {{\[}}{{\[}}[3, 5], [3, 5]], {{\[}}[3, 5], [3, 5]]]
func.func @shapes(%m: memref<2x2xvector<2xf64>>, %v: vector<2xf64>) -> vector<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = memref.alloca() : memref<vector<2xf64>>
  memref.store %v, %one[] : memref<vector<2xf64>>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<2x2xvector<2xf64>> into memref<4xvector<2xf64>>
  %wide = memref.expand_shape %flat [[0, 1, 2]] output_shape [1, 4, 1] : memref<4xvector<2xf64>> into memref<1x4x1xvector<2xf64>>
  %turned = memref.transpose %m (i, j) -> (j, i) : memref<2x2xvector<2xf64>> to memref<2x2xvector<2xf64>, strided<[1, 2]>>
  %a = memref.load %flat[%c3] : memref<4xvector<2xf64>>
  %b = memref.load %wide[%c0, %c1, %c0] : memref<1x4x1xvector<2xf64>>
  %c = memref.load %turned[%c1, %c0] : memref<2x2xvector<2xf64>, strided<[1, 2]>>
  %w = memref.load %one[] : memref<vector<2xf64>>
  %p = arith.mulf %a, %b : vector<2xf64>
  %q = arith.addf %p, %c : vector<2xf64>
  %d = memref.dim %m, %c1 : memref<2x2xvector<2xf64>>
  %di = arith.index_cast %d : index to i64
  %df = arith.sitofp %di : i64 to f64
  %dv = vector.broadcast %df : f64 to vector<2xf64>
  %u = arith.mulf %w, %dv : vector<2xf64>
  %e = arith.addf %q, %u : vector<2xf64>
  %f = arith.addf %e, %w : vector<2xf64>
  %g = arith.constant dense<[0.0, 40.0]> : vector<2xf64>
  %h = arith.addf %f, %g : vector<2xf64>
  linalg.fill ins(%w : vector<2xf64>) outs(%m : memref<2x2xvector<2xf64>>)
  return %h : vector<2xf64>
}

// REDEFINE: %{entry} = taken
// REDEFINE: %{args} = --arg='[1, 2, 3]' --arg='[4, 5, 6]' --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=TAKEN,CHECK
// TAKEN: f64 70
// TAKEN: tensor<3xf64> [9, 22, 39]
// IR-LABEL: func.func @taken(
// IR-SAME: %{{.*}}: tensor<3xf64>, %{{.*}}: tensor<3xf64>, %{{.*}}: f64) -> (f64, tensor<3xf64>)
func.func private @twice(%x: vector<3xf64>) -> vector<3xf64> {
  %y = arith.addf %x, %x : vector<3xf64>
  return %y : vector<3xf64>
}
func.func @taken(%x: vector<3xf64>, %y: vector<3xf64>, %k: f64) -> (f64, vector<3xf64>) {
  %ks = vector.broadcast %k : f64 to vector<3xf64>
  %p = arith.mulf %x, %ks : vector<3xf64>
  %q = func.call @twice(%p) : (vector<3xf64>) -> vector<3xf64>
  %half = arith.constant dense<0.5> : vector<3xf64>
  %h = arith.mulf %q, %half : vector<3xf64>
  %r = vector.fma %h, %y, %x : vector<3xf64>
  %s = vector.reduction <add>, %r : vector<3xf64> into f64
  return %s, %r : f64, vector<3xf64>
}

// Second derivatives of both.
// REDEFINE: %{entry} = second
// REDEFINE: %{args} = --arg='[[1, 2], [3, 4]]'
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=SECOND,CHECK
// SECOND: tensor<2x2xf64> {{\[}}[3, 12], [27, 48]]
func.func private @cubes(%x: tensor<2x2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.alloca() : memref<2xvector<2xf64>>
  affine.for %i = 0 to 2 {
    %v = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : tensor<2x2xf64>, vector<2xf64>
    affine.store %v, %m[%i] : memref<2xvector<2xf64>>
  }
  %s = affine.for %i = 0 to 2 iter_args(%acc = %zero) -> f64 {
    %v = affine.load %m[%i] : memref<2xvector<2xf64>>
    %w = arith.mulf %v, %v : vector<2xf64>
    %u = arith.mulf %v, %w : vector<2xf64>
    %r = vector.reduction <add>, %u, %acc : vector<2xf64> into f64
    affine.yield %r : f64
  }
  return %s : f64
}
func.func @second(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %g = chad.grad @cubes(%x) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  return %g : tensor<2x2xf64>
}

// Functions that exchange vectors agree on what these become, and what is not reached stays as it is.
// RUN: chad-opt %s --chad-raise='functions=exchanges keep-vectors' | FileCheck %s --check-prefix=OTHERS
// OTHERS-DAG: func.func private @turned(%{{.*}}: tensor<2x2xf64>) -> tensor<2x2xf64>
// OTHERS-DAG: func.func private @squares(%{{.*}}: tensor<2x2xf64>) -> tensor<2x2xf64>
// OTHERS-DAG: func.func private @squares_0(%{{.*}}: vector<2x2xf64>) -> vector<2x2xf64>
// REDEFINE: %{entry} = exchanges
// REDEFINE: %{args} = --arg=3
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=EXCHANGES,CHECK
// EXCHANGES: f64 9
// REDEFINE: %{entry} = keeps
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=EXCHANGES,CHECK
func.func private @turned(%v: vector<2x2xf64>) -> vector<2x2xf64> {
  %t = vector.transpose %v, [1, 0] : vector<2x2xf64> to vector<2x2xf64>
  return %t : vector<2x2xf64>
}
func.func private @squares(%v: vector<2x2xf64>) -> vector<2x2xf64> {
  %s = arith.mulf %v, %v : vector<2x2xf64>
  return %s : vector<2x2xf64>
}
func.func @exchanges(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<2x2xf64>
  %s = func.call @squares(%v) : (vector<2x2xf64>) -> vector<2x2xf64>
  %t = func.call @turned(%s) : (vector<2x2xf64>) -> vector<2x2xf64>
  %r = vector.extract %t[0, 1] : f64 from vector<2x2xf64>
  return %r : f64
}
func.func @keeps(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<2x2xf64>
  %s = func.call @squares(%v) : (vector<2x2xf64>) -> vector<2x2xf64>
  %r = vector.extract %s[0, 1] : f64 from vector<2x2xf64>
  return %r : f64
}

// The derivatives of each.
// CHECK: forward and reverse: worst relative error {{(0|.*e-1[3-9]) }}
// CHECK: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[1-9][0-9])) }}

// Values and derivatives of programs that compute shapes: compiled and interpreted, against
// differences. No op of the dialect is left.
//
// RUN: chad-opt %s --chad-raise | FileCheck %s --check-prefix=RAISED
// RAISED-LABEL: func.func @broadcast_add
// RAISED-NOT: shape.
// RAISED: cf.assert %{{.*}}, "the shapes do not broadcast"
// RAISED-NOT: shape.
// RAISED-LABEL: func.func @mean
// RAISED: %[[N:.*]] = tensor.dim
// RAISED: %[[M:.*]] = arith.muli %[[N]], %c3
// RAISED-NOT: scf.for
// RAISED: arith.index_cast
// RAISED-LABEL: func.func private @of_any_rank(
// RAISED-SAME: %{{.*}}: tensor<?xindex>, %{{.*}}: tensor<?xindex>, %{{.*}}: f64) -> (f64, index, tensor<?xindex>)
// RAISED-NOT: shape.
// RAISED: shape.function_library
//
// RUN: chad-run %s --entry=broadcast_add --arg='[[1, 2, 3]]' --arg='[[1], [2]]' | FileCheck %s --check-prefix=ADD
// RUN: chad-run %s --entry=broadcast_add --arg='[[1, 2, 3]]' --arg='[[1], [2]]' --interpret | FileCheck %s --check-prefix=ADD
// ADD: tensor<2x3xf64> {{\[}}[2, 3, 4], [3, 4, 5]]
// RUN: chad-run %s --entry=broadcast_add --arg='[[1, 2, 3]]' --arg='[[1], [2]]' --grad-check | FileCheck %s
// RUN: not chad-run %s --entry=broadcast_add --arg='[[1, 2, 3]]' --arg='[[1, 2]]' 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not chad-run %s --entry=broadcast_add --arg='[[1, 2, 3]]' --arg='[[1, 2]]' --interpret 2>&1 | FileCheck %s --check-prefix=DIFFER
// DIFFER: the shapes do not broadcast
//
// RUN: chad-run %s --entry=mean --arg='[[1, 2, 3], [4, 5, 9]]' --grad | FileCheck %s --check-prefix=MEAN
// RUN: chad-run %s --entry=mean --arg='[[1, 2, 3], [4, 5, 9]]' --grad --interpret | FileCheck %s --check-prefix=MEAN
// MEAN: f64 22.66
// MEAN: tensor<2x3xf64> {{\[}}[0.333333333333{{.*}}, 0.6666666666666{{.*}}, 1], [1.333333333333{{.*}}, 1.666666666666{{.*}}, 3]]
// RUN: chad-run %s --entry=mean --arg='[[1, 2, 3], [4, 5, 9]]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=ranks --arg='[[1, 2], [3, 4], [5, 6]]' --arg=0.5 | FileCheck %s --check-prefix=RANKS
// RUN: chad-run %s --entry=ranks --arg='[[1, 2], [3, 4], [5, 6]]' --arg=0.5 --interpret | FileCheck %s --check-prefix=RANKS
// RANKS: f64 158.31640625
// RANKS: i64 6
// RANKS: tensor<2xi64> [3, 2]
// RUN: chad-run %s --entry=ranks --arg='[[1, 2], [3, 4], [5, 6]]' --arg=0.5 --grad-check | FileCheck %s
// RUN: chad-run %s --entry=ranks_grad --arg='[[1, 2], [3, 4], [5, 6]]' --arg=0.5 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=sizes --arg='[[[1, 2, 3, 4]], [[1, 1, 1, 1]]]' --arg=2 | FileCheck %s --check-prefix=SIZES
// RUN: chad-run %s --entry=sizes --arg='[[[1, 2, 3, 4]], [[1, 1, 1, 1]]]' --arg=2 --interpret | FileCheck %s --check-prefix=SIZES
// SIZES: f64 2
// SIZES-NEXT: tensor<18xi64> [7, 8, 3, 8, 2, 3, 0, 2, 3, 1, 4, 1, 7, 2, 0, 1, 4, 4]
// RUN: chad-run %s --entry=sizes --arg='[[[1, 2, 3, 4]], [[1, 1, 1, 1]]]' --arg=2 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=required --arg='[1, 2]' --arg='[3, 4]' --grad-check | FileCheck %s
// RUN: not chad-run %s --entry=required --arg='[1, 2, 3]' --arg='[3, 4, 5]' 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: at most two
// RUN: not chad-run %s --entry=required --arg='[1, 2]' --arg='[3]' 2>&1 | FileCheck %s --check-prefix=UNEQUAL
// UNEQUAL: the shapes are not equal
//
// RUN: chad-run %s --entry=flat --arg='[[1, 2], [3, 4]]' | FileCheck %s --check-prefix=FLAT
// FLAT: tensor<4xf64> [1, 4, 9, 16]
// RUN: chad-run %s --entry=flat --arg='[[1, 2], [3, 4]]' --grad-check | FileCheck %s
// CHECK: reverse and differences

// The sum of two arrays that broadcast.
func.func @broadcast_add(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sx = shape.shape_of %x : tensor<?x?xf64> -> tensor<2xindex>
  %sy = shape.shape_of %y : tensor<?x?xf64> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %sx, %sy : tensor<2xindex>, tensor<2xindex>
  %r = shape.assuming %w -> (tensor<?x?xf64>) {
    %s = shape.broadcast %sx, %sy : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    %n = tensor.extract %s[%c0] : tensor<2xindex>
    %m = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index
    %x0 = shape.dim %x, %c0 : tensor<?x?xf64>, index -> index
    %x1 = tensor.dim %x, %c1 : tensor<?x?xf64>
    %y0 = tensor.dim %y, %c0 : tensor<?x?xf64>
    %y1 = tensor.dim %y, %c1 : tensor<?x?xf64>
    %t = tensor.generate %n, %m {
    ^bb0(%i: index, %j: index):
      %i0 = arith.remui %i, %x0 : index
      %j0 = arith.remui %j, %x1 : index
      %a = tensor.extract %x[%i0, %j0] : tensor<?x?xf64>
      %i1 = arith.remui %i, %y0 : index
      %j1 = arith.remui %j, %y1 : index
      %b = tensor.extract %y[%i1, %j1] : tensor<?x?xf64>
      %c = arith.addf %a, %b : f64
      tensor.yield %c : f64
    } : tensor<?x?xf64>
    shape.assuming_yield %t : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// The mean of squares.
func.func @mean(%x: tensor<?x3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %start = tensor.from_elements %zero : tensor<f64>
  %total = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]} ins(%x : tensor<?x3xf64>) outs(%start : tensor<f64>) {
  ^bb0(%a: f64, %sum: f64):
    %p = arith.mulf %a, %a : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %sum = tensor.extract %total[] : tensor<f64>
  %shape = shape.shape_of %x : tensor<?x3xf64> -> !shape.shape
  %size = shape.num_elements %shape : !shape.shape -> !shape.size
  %index = shape.size_to_index %size : !shape.size
  %int = arith.index_cast %index : index to i64
  %count = arith.uitofp %int : i64 to f64
  %mean = arith.divf %sum, %count : f64
  return %mean : f64
}

// A function to which shapes of any rank are passed.
func.func private @of_any_rank(%a: !shape.shape, %b: !shape.shape, %y: f64) -> (f64, !shape.size, !shape.shape) {
  %one = shape.const_size 1
  %n = shape.num_elements %a : !shape.shape -> !shape.size
  %r:2 = shape.reduce(%a, %y, %one) : !shape.shape -> (f64, !shape.size) {
  ^bb0(%i: index, %extent: !shape.size, %value: f64, %product: !shape.size):
    %e = shape.size_to_index %extent : !shape.size
    %int = arith.index_cast %e : index to i64
    %float = arith.sitofp %int : i64 to f64
    %square = arith.mulf %value, %value : f64
    %next = arith.addf %square, %float : f64
    %p = shape.mul %product, %extent : !shape.size, !shape.size -> !shape.size
    shape.yield %next, %p : f64, !shape.size
  }
  %j = shape.broadcast %a, %b : !shape.shape, !shape.shape -> !shape.shape
  %can = shape.is_broadcastable %a, %j : !shape.shape, !shape.shape
  %same = shape.shape_eq %a, %j : !shape.shape, !shape.shape
  %both = arith.andi %can, %same : i1
  %w0 = shape.cstr_require %both, "shapes are equal"
  %w1 = shape.const_witness true
  %w = shape.assuming_all %w0, %w1
  %m = shape.assuming %w -> (!shape.size) {
    %equal = shape.meet %n, %r#1, error = "products differ" : !shape.size, !shape.size -> !shape.size
    shape.assuming_yield %equal : !shape.size
  }
  %lower = shape.min %a, %j : !shape.shape, !shape.shape -> !shape.shape
  %upper = shape.max %a, %lower : !shape.shape, !shape.shape -> !shape.shape
  return %r#0, %m, %upper : f64, !shape.size, !shape.shape
}
func.func @ranks(%x: tensor<?x2xf64>, %y: f64) -> (f64, i64, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %a = shape.shape_of %x : tensor<?x2xf64> -> !shape.shape
  %b = shape.const_shape [2] : !shape.shape
  %f, %n, %s = call @of_any_rank(%a, %b, %y) : (!shape.shape, !shape.shape, f64) -> (f64, !shape.size, !shape.shape)
  %i = shape.size_to_index %n : !shape.size
  %int = arith.index_cast %i : index to i64
  %t = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
  %u = arith.index_cast %t : tensor<?xindex> to tensor<?xi64>
  %first = tensor.extract %x[%c0, %c0] : tensor<?x2xf64>
  %g = arith.mulf %f, %first : f64
  %h = arith.mulf %g, %g : f64
  %k = arith.addf %h, %y : f64
  return %k, %int, %u : f64, i64, tensor<?xi64>
}
func.func private @ranks_value(%x: tensor<?x2xf64>, %y: f64) -> f64 {
  %r:3 = call @ranks(%x, %y) : (tensor<?x2xf64>, f64) -> (f64, i64, tensor<?xi64>)
  return %r#0 : f64
}
func.func @ranks_grad(%x: tensor<?x2xf64>, %y: f64) -> (tensor<?x2xf64>, f64) {
  %g:2 = chad.grad @ranks_value(%x, %y) : (tensor<?x2xf64>, f64) -> (tensor<?x2xf64>, f64)
  return %g#0, %g#1 : tensor<?x2xf64>, f64
}

// What is known of ranks is computed without loops.
func.func @sizes(%x: tensor<?x1x4xf64>, %y: f64) -> (f64, tensor<18xi64>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n1 = arith.constant -1 : index
  %ints = arith.constant dense<[7, 2]> : tensor<2xi32>
  %s = shape.shape_of %x : tensor<?x1x4xf64> -> tensor<3xindex>
  %i = shape.index_to_size %c3
  %k = shape.const_size 4
  %add = shape.add %i, %k : !shape.size, !shape.size -> !shape.size
  %mul = shape.num_elements %s : tensor<3xindex> -> index
  %rank = shape.rank %s : tensor<3xindex> -> index
  %product = shape.mul %mul, %c1 : index, index -> index
  %div = shape.div %product, %c3 : index, index -> index
  %min = shape.min %i, %k : !shape.size, !shape.size -> !shape.size
  %max = shape.max %i, %k : !shape.size, !shape.size -> !shape.size
  %head, %tail = "shape.split_at"(%s, %n1) : (tensor<3xindex>, index) -> (tensor<2xindex>, tensor<1xindex>)
  %known = shape.const_shape [2, 3] : tensor<2xindex>
  %concat = shape.concat %known, %tail : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
  %from = shape.from_extents %add, %k : !shape.size, !shape.size
  %fromt = shape.from_extent_tensor %head : tensor<2xindex>
  %any = shape.any %fromt, %fromt : !shape.shape, !shape.shape -> !shape.shape
  %anyt = shape.to_extent_tensor %any : !shape.shape -> tensor<2xindex>
  %value = shape.value_as_shape %ints : tensor<2xi32> -> !shape.shape
  %equal = shape.shape_eq %value, %from : !shape.shape, !shape.shape
  %zero = arith.extui %equal : i1 to i64
  %differs = shape.is_broadcastable %s, %tail : tensor<3xindex>, tensor<1xindex>
  %yes = arith.extui %differs : i1 to i64
  %pair = shape.with_shape %x, %concat : tensor<?x1x4xf64>, tensor<3xindex>
  %pairshape = shape.shape_of %pair : !shape.value_shape -> !shape.shape
  %pairlast = shape.get_extent %pairshape, %c1 : !shape.shape, index -> !shape.size
  %v = shape.value_of %pair : tensor<?x1x4xf64>
  %shown = "shape.debug_print"(%pairlast) : (!shape.size) -> !shape.size
  %adds = shape.size_to_index %add : !shape.size
  %mins = shape.size_to_index %min : !shape.size
  %maxs = shape.size_to_index %max : !shape.size
  %lasts = shape.size_to_index %shown : !shape.size
  %e0 = tensor.extract %concat[%c1] : tensor<3xindex>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %e1 = tensor.extract %concat[%c2] : tensor<3xindex>
  %e2 = tensor.extract %anyt[%c1] : tensor<2xindex>
  %e3 = shape.get_extent %value, %c0 : !shape.shape, index -> !shape.size
  %e3i = shape.size_to_index %e3 : !shape.size
  %e4 = tensor.extract %anyt[%c0] : tensor<2xindex>
  %t4 = tensor.extract %tail[%c0] : tensor<1xindex>
  %all = tensor.from_elements %adds, %mul, %rank, %product, %div, %mins, %c0, %e4, %e0, %e2, %maxs, %c1, %e3i, %c2 : tensor<14xindex>
  %all64 = arith.index_cast %all : tensor<14xindex> to tensor<14xi64>
  %l64 = arith.index_cast %lasts : index to i64
  %t64 = arith.index_cast %t4 : index to i64
  %e64 = arith.index_cast %e1 : index to i64
  %rest = tensor.from_elements %zero, %yes, %t64, %e64 : tensor<4xi64>
  %out = tensor.concat dim(0) %all64, %rest : (tensor<14xi64>, tensor<4xi64>) -> tensor<18xi64>
  %l = arith.sitofp %l64 : i64 to f64
  %a = tensor.extract %v[%c0, %c0, %c1] : tensor<?x1x4xf64>
  %b = arith.mulf %a, %y : f64
  %three = arith.constant 3.0 : f64
  %excess = arith.subf %l, %three : f64
  %f = arith.addf %b, %excess : f64
  %half = arith.constant 0.5 : f64
  %g = arith.mulf %f, %half : f64
  return %g, %out : f64, tensor<18xi64>
}

// Witnesses of two kinds.
func.func @required(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %sx = shape.shape_of %x : tensor<?xf64> -> tensor<1xindex>
  %sy = shape.shape_of %y : tensor<?xf64> -> tensor<1xindex>
  %equal = shape.cstr_eq %sx, %sy : tensor<1xindex>, tensor<1xindex>
  %r = shape.assuming %equal -> (tensor<?xf64>) {
    %n = tensor.extract %sx[%c0] : tensor<1xindex>
    %few = arith.cmpi ule, %n, %c2 : index
    %small = shape.cstr_require %few, "at most two"
    %p = shape.assuming %small -> (tensor<?xf64>) {
      %q = arith.mulf %x, %y : tensor<?xf64>
      shape.assuming_yield %q : tensor<?xf64>
    }
    shape.assuming_yield %p : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// An array in another shape.
func.func @flat(%x: tensor<?x?xf64>) -> tensor<?xf64> {
  %p = arith.mulf %x, %x : tensor<?x?xf64>
  %s = shape.shape_of %x : tensor<?x?xf64> -> tensor<2xindex>
  %n = shape.num_elements %s : tensor<2xindex> -> index
  %size = shape.index_to_size %n
  %shape = shape.from_extents %size : !shape.size
  %extents = shape.to_extent_tensor %shape : !shape.shape -> tensor<1xindex>
  %r = tensor.reshape %p(%extents) : (tensor<?x?xf64>, tensor<1xindex>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Shape functions are no part of what runs.
shape.function_library @library {
  shape.func @same(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping {
  test.same = @same
}

// Code that asks for a derivative of a function of a shape, and its caller, are raised with it.
// RUN: chad-opt %s --chad-differentiate | FileCheck %s --check-prefix=ASKS
// ASKS-DAG: func.func private @asked(%{{.*}}: tensor<?xf64>, %{{.*}}: tensor<?xindex>) -> f64
// ASKS-DAG: func.func private @asks(%{{.*}}: tensor<?xf64>, %{{.*}}: tensor<?xindex>) -> tensor<?xf64>
func.func private @asked(%x: tensor<?xf64>, %s: !shape.shape) -> f64 {
  %c0 = arith.constant 0 : index
  %n = shape.num_elements %s : !shape.shape -> !shape.size
  %i = shape.size_to_index %n : !shape.size
  %k = arith.index_cast %i : index to i64
  %kf = arith.sitofp %k : i64 to f64
  %v = tensor.extract %x[%c0] : tensor<?xf64>
  %p = arith.mulf %v, %v : f64
  %r = arith.mulf %p, %kf : f64
  return %r : f64
}
func.func private @asks(%x: tensor<?xf64>, %s: !shape.shape) -> tensor<?xf64> {
  %g = chad.grad @asked(%x, %s) wrt [0] : (tensor<?xf64>, !shape.shape) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func @passes_shape(%x: tensor<?xf64>) -> tensor<?xf64> {
  %s = shape.shape_of %x : tensor<?xf64> -> !shape.shape
  %g = func.call @asks(%x, %s) : (tensor<?xf64>, !shape.shape) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

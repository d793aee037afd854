// RUN: chad-run %s --interpret --entry=make --arg=2 | FileCheck %s --check-prefix=MAKE
// MAKE: tensor<2x3xf32> {{\[\[}}0, 0, 0], [0, 0, 0]]
// MAKE-NEXT: tensor<2xf64> [1.5, 1.5]
// MAKE-NEXT: tensor<2x2xindex> {{\[\[}}0, 10], [1, 11]]
// MAKE-NEXT: tensor<2x1xindex> {{\[\[}}2], [2]]
// MAKE-NEXT: index 2
// MAKE-NEXT: index 3
// MAKE-NEXT: tensor<0x2xf64> []
// MAKE-NEXT: tensor<2x0xf64> {{\[\[}}], []]
// MAKE-NEXT: tensor<f64> 1.5
func.func @make(%n: index)
    -> (tensor<?x3xf32>, tensor<?xf64>, tensor<2x?xindex>, tensor<2x1xindex>, index, index,
        tensor<?x2xf64>, tensor<2x?xf64>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %x = arith.constant 1.5 : f64
  %empty = tensor.empty(%n) : tensor<?x3xf32>
  %splat = tensor.splat %x[%n] : tensor<?xf64>
  %gen = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %t = arith.muli %j, %c10 : index
    %s = arith.addi %i, %t : index
    tensor.yield %s : index
  } : tensor<2x?xindex>
  %elements = tensor.from_elements %n, %n : tensor<2x1xindex>
  %rank = tensor.rank %empty : tensor<?x3xf32>
  %dim = tensor.dim %empty, %c1 : tensor<?x3xf32>
  %none = tensor.empty(%c0) : tensor<?x2xf64>
  %thin = tensor.empty(%c0) : tensor<2x?xf64>
  %scalar = tensor.from_elements %x : tensor<f64>
  return %empty, %splat, %gen, %elements, %rank, %dim, %none, %thin, %scalar
      : tensor<?x3xf32>, tensor<?xf64>, tensor<2x?xindex>, tensor<2x1xindex>, index, index,
        tensor<?x2xf64>, tensor<2x?xf64>, tensor<f64>
}

// RUN: chad-run %s --interpret --entry=access --arg='[[1, 2], [3, 4]]' --arg=1 | FileCheck %s --check-prefix=ACCESS
// ACCESS: f64 3
// ACCESS-NEXT: tensor<2x2xf64> {{\[\[}}1, 2], [9, 4]]
// ACCESS-NEXT: tensor<2x2xf64> {{\[\[}}1, 2], [3, 4]]
func.func @access(%t: tensor<?x2xf64>, %i: index)
    -> (f64, tensor<?x2xf64>, tensor<?x2xf64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 9.0 : f64
  %e = tensor.extract %t[%i, %c0] : tensor<?x2xf64>
  %u = tensor.insert %x into %t[%i, %c0] : tensor<?x2xf64>
  return %e, %u, %t : f64, tensor<?x2xf64>, tensor<?x2xf64>
}

// RUN: chad-run %s --interpret --entry=slices --arg='[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]' --arg=1 | FileCheck %s --check-prefix=SLICE
// SLICE: tensor<2x2xi32> {{\[\[}}5, 7], [9, 11]]
// SLICE-NEXT: tensor<3xi32> [2, 6, 10]
// SLICE-NEXT: tensor<4xi32> [5, 6, 7, 8]
// SLICE-NEXT: tensor<3x4xi32> {{\[\[}}1, 2, 3, 4], [5, 6, 5, 8], [9, 10, 9, 12]]
// SLICE-NEXT: tensor<3x4xi32> {{\[\[}}2, 2, 3, 4], [6, 6, 7, 8], [10, 10, 11, 12]]
// SLICE-NEXT: tensor<0x4xi32> []
// SLICE-NEXT: tensor<1xi32> [6]
func.func @slices(%t: tensor<3x4xi32>, %i: index)
    -> (tensor<2x2xi32>, tensor<3xi32>, tensor<?xi32>, tensor<3x4xi32>, tensor<3x4xi32>,
        tensor<?x4xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %t[1, 0] [2, 2] [1, 2] : tensor<3x4xi32> to tensor<2x2xi32>
  %1 = tensor.extract_slice %t[0, %i] [3, 1] [1, 1] : tensor<3x4xi32> to tensor<3xi32>
  %c4 = arith.constant 4 : index
  %2 = tensor.extract_slice %t[%i, 0] [1, %c4] [1, 1] : tensor<3x4xi32> to tensor<?xi32>
  %col = tensor.extract_slice %0[0, 0] [2, 1] [1, 1] : tensor<2x2xi32> to tensor<2xi32>
  %3 = tensor.insert_slice %col into %t[1, 2] [2, 1] [1, 1] : tensor<2xi32> into tensor<3x4xi32>
  %4 = tensor.insert_slice %1 into %t[0, 0] [3, 1] [1, 1] : tensor<3xi32> into tensor<3x4xi32>
  %5 = tensor.extract_slice %t[2, 0] [%c0, 4] [1, 1] : tensor<3x4xi32> to tensor<?x4xi32>
  %6 = tensor.extract_slice %t[%i, %i] [1, %i] [1, 1] : tensor<3x4xi32> to tensor<?xi32>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<2x2xi32>, tensor<3xi32>, tensor<?xi32>, tensor<3x4xi32>, tensor<3x4xi32>,
        tensor<?x4xi32>, tensor<?xi32>
}

// RUN: chad-run %s --interpret --entry=shapes --arg='[[1, 2, 3], [4, 5, 6]]' | FileCheck %s --check-prefix=SHAPE
// SHAPE: tensor<6xf64> [1, 2, 3, 4, 5, 6]
// SHAPE-NEXT: tensor<2x3x1xf64> {{\[\[\[}}1], [2], [3]], {{\[\[}}4], [5], [6]]]
// SHAPE-NEXT: tensor<3x2xf64> {{\[\[}}1, 2], [3, 4], [5, 6]]
// SHAPE-NEXT: tensor<2x3xf64> {{\[\[}}1, 2, 3], [4, 5, 6]]
// SHAPE-NEXT: tensor<4x3xf64> {{\[\[}}1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]
// SHAPE-NEXT: tensor<2x7xf64> {{\[\[}}1, 2, 3, 7, 1, 2, 3], [4, 5, 6, 7, 4, 5, 6]]
// SHAPE-NEXT: tensor<3x5xf64> {{\[\[}}0, 1, 2, 3, 0], [0, 4, 5, 6, 0], [0, 0, 0, 0, 0]]
func.func @shapes(%t: tensor<?x3xf64>)
    -> (tensor<?xf64>, tensor<?x3x1xf64>, tensor<?x2xf64>, tensor<2x?xf64>, tensor<?x3xf64>,
        tensor<?x?xf64>, tensor<?x5xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?x3xf64>
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
  %1 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 3, 1]
      : tensor<?x3xf64> into tensor<?x3x1xf64>
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %2 = tensor.reshape %t(%shape) : (tensor<?x3xf64>, tensor<2xindex>) -> tensor<?x2xf64>
  %3 = tensor.cast %t : tensor<?x3xf64> to tensor<2x?xf64>
  %4 = tensor.concat dim(0) %t, %t : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %seven = arith.constant dense<7.0> : tensor<2x1xf64>
  %5 = tensor.concat dim(1) %t, %seven, %3
      : (tensor<?x3xf64>, tensor<2x1xf64>, tensor<2x?xf64>) -> tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %6 = tensor.pad %t low[0, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<?x3xf64> to tensor<?x5xf64>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<?xf64>, tensor<?x3x1xf64>, tensor<?x2xf64>, tensor<2x?xf64>, tensor<?x3xf64>,
        tensor<?x?xf64>, tensor<?x5xf64>
}

// RUN: chad-run %s --interpret --entry=gathers --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[[2], [0]]' | FileCheck %s --check-prefix=GATHER
// GATHER: tensor<2x2xf64> {{\[\[}}5, 6], [1, 2]]
// GATHER-NEXT: tensor<2x1x2xf64> {{\[\[\[}}5, 6]], {{\[\[}}1, 2]]]
// GATHER-NEXT: tensor<3x2xf64> {{\[\[}}1, 2], [0, 0], [5, 6]]
// GATHER-NEXT: tensor<3x2xi64> {{\[\[}}4607182418800017408, 4611686018427387904],
func.func @gathers(%t: tensor<3x2xf64>, %i: tensor<2x1xindex>)
    -> (tensor<2x2xf64>, tensor<2x1x2xf64>, tensor<3x2xf64>, tensor<3x2xi64>) {
  %0 = tensor.gather %t[%i] gather_dims([0]) unique
      : (tensor<3x2xf64>, tensor<2x1xindex>) -> tensor<2x2xf64>
  %1 = tensor.gather %t[%i] gather_dims([0]) unique
      : (tensor<3x2xf64>, tensor<2x1xindex>) -> tensor<2x1x2xf64>
  %zero = arith.constant dense<0.0> : tensor<3x2xf64>
  %2 = tensor.scatter %1 into %zero[%i] scatter_dims([0]) unique
      : (tensor<2x1x2xf64>, tensor<3x2xf64>, tensor<2x1xindex>) -> tensor<3x2xf64>
  %3 = tensor.bitcast %t : tensor<3x2xf64> to tensor<3x2xi64>
  return %0, %1, %2, %3 : tensor<2x2xf64>, tensor<2x1x2xf64>, tensor<3x2xf64>, tensor<3x2xi64>
}

// A size that becomes the number 1 leaves a slice with more unit dimensions than it drops: which ones
// it drops has to be said before.
// RUN: chad-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @insert(
// CHECK-SAME: %[[X:.*]]: tensor<2x1x2xf64>
// CHECK: %[[PART:.*]] = tensor.collapse_shape %[[X]]
// CHECK: %[[A:.*]] = tensor.insert_slice %[[PART]] into
// CHECK: %[[B:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0, 1, 2], [3]]
// CHECK: %[[C:.*]] = tensor.insert_slice %[[B]] into %{{.*}}[0, 0, 0, 0, 0] [1, 1, 2, 1, 2]
// CHECK: tensor.cast %[[C]]
func.func @insert(%x: tensor<2x1x2xf64>) -> tensor<1x?x2x1x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<1x2x1x2xf64>
  %0 = tensor.empty() : tensor<1x1x2x1x2xf64>
  %cast = tensor.cast %0 : tensor<1x1x2x1x2xf64> to tensor<1x?x2x1x2xf64>
  %collapsed = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x1x2xf64> into tensor<2x2xf64>
  %i = tensor.insert_slice %collapsed into %z[0, 0, 0, 0] [1, 2, 1, 2] [1, 1, 1, 1] : tensor<2x2xf64> into tensor<1x2x1x2xf64>
  %cast_13 = tensor.cast %i : tensor<1x2x1x2xf64> to tensor<?x2x1x2xf64>
  %dim = tensor.dim %cast, %c1 : tensor<1x?x2x1x2xf64>
  %j = tensor.insert_slice %cast_13 into %cast[%c0, 0, 0, 0, 0] [1, %dim, 2, 1, 2] [1, 1, 1, 1, 1] : tensor<?x2x1x2xf64> into tensor<1x?x2x1x2xf64>
  return %j : tensor<1x?x2x1x2xf64>
}

// CHECK-LABEL: func.func @extract(
// CHECK-SAME: %[[X:.*]]: tensor<1x?x2x1x2xf64>
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[X]][0, 0, 0, 0, 0] [1, 1, 2, 1, 2] {{.*}} to tensor<2x2xf64>
// CHECK: tensor.expand_shape %[[PART]] {{\[\[}}0, 1, 2], [3]] {{.*}} into tensor<1x2x1x2xf64>
func.func @extract(%x: tensor<1x?x2x1x2xf64>) -> tensor<?x2x1x2xf64> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[0, 0, 0, 0, 0] [1, %c1, 2, 1, 2] [1, 1, 1, 1, 1] : tensor<1x?x2x1x2xf64> to tensor<?x2x1x2xf64>
  return %s : tensor<?x2x1x2xf64>
}

func.func private @d(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = chad.map (%y in %x : tensor<2xf64>) -> tensor<2xf64> {
    %z = arith.addf %y, %y : f64
    chad.yield %z : f64
  }
  return %0 : tensor<2xf64>
}

// Arrays of sums become an array of tags, and one for each value in an alternative.
//
// RUN: chad-opt %s --chad-lower-sums | FileCheck %s

!s = !chad.sum<(f64), (i32, tensor<3xf32>)>
// CHECK-LABEL: func @types(
// CHECK-SAME: tensor<?x2xi1>, %{{.*}}: tensor<?x2xf64>, %{{.*}}: tensor<?x2xi32>, %{{.*}}: tensor<?x2x3xf32>)
func.func @types(%a: tensor<?x2x!s>) {
  return
}
// One alternative needs no tag; sums in sums are taken apart.
// CHECK-LABEL: func @without_tag(
// CHECK-SAME: tensor<4xi1>, %{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4xindex>)
func.func @without_tag(%a: tensor<4x!chad.sum<(!chad.sum<(), (f64)>, index)>>) {
  return
}
// CHECK-LABEL: func @map(
// CHECK: %[[R:.*]] = chad.map (%[[T:.*]] in %{{.*}} : tensor<?xi1>, %[[X:.*]] in %{{.*}} : tensor<?xf64>, %[[I:.*]] in %{{.*}} : tensor<?xi32>, %[[A:.*]] in %{{.*}} : tensor<?x3xf32>) -> tensor<?xf64>
// CHECK: scf.if %[[T]]
func.func @map(%a: tensor<?x!s>) -> tensor<?xf64> {
  %r = chad.map (%s in %a : tensor<?x!s>) -> tensor<?xf64> {
    %v = chad.case %s : !s -> f64
      (%x: f64) { chad.yield %x : f64 }
      (%i: i32, %t: tensor<3xf32>) {
        %x = arith.sitofp %i : i32 to f64
        chad.yield %x : f64
      }
    chad.yield %v : f64
  }
  return %r : tensor<?xf64>
}
// CHECK-LABEL: func @read(
// CHECK-SAME: %[[TS:.*]]: tensor<?xi1>, %[[XS:.*]]: tensor<?xf64>, %[[IS:.*]]: tensor<?xi32>, %[[AS:.*]]: tensor<?x3xf32>, %[[I:.*]]: index)
// CHECK: %[[T:.*]] = tensor.extract %[[TS]][%[[I]]]
// CHECK: %[[X:.*]] = tensor.extract %[[XS]][%[[I]]]
// CHECK: %[[N:.*]] = tensor.extract %[[IS]][%[[I]]]
// CHECK: %[[A:.*]] = tensor.extract_slice %[[AS]][%[[I]], 0] [1, 3] [1, 1] : tensor<?x3xf32> to tensor<3xf32>
// CHECK: return %[[T]], %[[X]], %[[N]], %[[A]]
func.func @read(%a: tensor<?x!s>, %i: index) -> !s {
  %s = tensor.extract %a[%i] : tensor<?x!s>
  return %s : !s
}
// CHECK-LABEL: func @write(
// CHECK: tensor.insert %{{.*}} into %{{.*}}[%{{.*}}] : tensor<?xi1>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<?x3xf32>
func.func @write(%a: tensor<?x!s>, %s: !s, %i: index) -> tensor<?x!s> {
  %b = tensor.insert %s into %a[%i] : tensor<?x!s>
  return %b : tensor<?x!s>
}
// CHECK-LABEL: func @moves(
// CHECK: chad.gather %{{.*}}[%{{.*}}] : tensor<?x3xf32>, tensor<?xindex> -> tensor<?x3xf32>
// CHECK: tensor.extract_slice %{{.*}}[1, 0] [2, 3] [2, 1] : tensor<?x3xf32> to tensor<2x3xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [1, 2, 3] : tensor<2x3xf32> into tensor<1x2x3xf32>
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
// CHECK: tensor.concat dim(0) %{{.*}} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x3xf32>
// CHECK: tensor.generate
func.func @moves(%a: tensor<?x!s>, %is: tensor<?xindex>, %i: index, %s: !s) -> (tensor<4x!s>, tensor<?x!s>) {
  %g = chad.gather %a[%is] : tensor<?x!s>, tensor<?xindex> -> tensor<?x!s>
  %t = tensor.extract_slice %g[1] [2] [2] : tensor<?x!s> to tensor<2x!s>
  %e = tensor.expand_shape %t [[0, 1]] output_shape [1, 2] : tensor<2x!s> into tensor<1x2x!s>
  %c = tensor.collapse_shape %e [[0, 1]] : tensor<1x2x!s> into tensor<2x!s>
  %d = tensor.concat dim(0) %c, %t : (tensor<2x!s>, tensor<2x!s>) -> tensor<4x!s>
  %p = tensor.insert_slice %t into %d[%i] [2] [1] : tensor<2x!s> into tensor<4x!s>
  %r = tensor.splat %s[%i] : tensor<?x!s>
  return %p, %r : tensor<4x!s>, tensor<?x!s>
}
// CHECK-LABEL: func @dim(
// CHECK: tensor.dim %{{.*}}, %{{.*}} : tensor<?xi1>
func.func @dim(%a: tensor<?x!s>, %i: index) -> index {
  %n = tensor.dim %a, %i : tensor<?x!s>
  return %n : index
}

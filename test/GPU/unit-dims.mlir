// Slices that drop dimensions of extent one, and keep one of dynamic size that turns out to be one:
// buffers keep all of them.

// RUN: chad-opt %s --chad-prepare-device-tensors | FileCheck %s

// CHECK-LABEL: func.func @part
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0, 0] [%[[N:.*]], 2, 1, 2] [1, 1, 1, 1] : tensor<?x2x3x2xf64> to tensor<?x2x1x2xf64>
// CHECK: tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2], [3]] : tensor<?x2x1x2xf64> into tensor<?x2x2xf64>
func.func @part(%x: tensor<?x2x3x2xf64>, %n: index) -> tensor<?x2x2xf64> {
  %s = tensor.extract_slice %x[0, 0, 0, 0] [%n, 2, 1, 2] [1, 1, 1, 1] : tensor<?x2x3x2xf64> to tensor<?x2x2xf64>
  return %s : tensor<?x2x2xf64>
}

// CHECK-LABEL: func.func @put
// CHECK: %[[E:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] output_shape [%{{.*}}, 2, 1, 2] : tensor<?x2x2xf64> into tensor<?x2x1x2xf64>
// CHECK: tensor.insert_slice %[[E]] into %{{.*}}[0, 0, 0, 0] [%{{.*}}, 2, 1, 2] [1, 1, 1, 1] : tensor<?x2x1x2xf64> into tensor<?x2x3x2xf64>
func.func @put(%x: tensor<?x2x3x2xf64>, %y: tensor<?x2x2xf64>, %n: index) -> tensor<?x2x3x2xf64> {
  %s = tensor.insert_slice %y into %x[0, 0, 0, 0] [%n, 2, 1, 2] [1, 1, 1, 1] : tensor<?x2x2xf64> into tensor<?x2x3x2xf64>
  return %s : tensor<?x2x3x2xf64>
}

// CHECK-LABEL: func.func @put_in_parallel
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] output_shape [%{{.*}}, 2, 1, 2] : tensor<?x2x2xf64> into tensor<?x2x1x2xf64>
// CHECK: scf.forall.in_parallel
// CHECK-NEXT: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[0, 0, %{{.*}}, 0] [%{{.*}}, 2, 1, 2] [1, 1, 1, 1] : tensor<?x2x1x2xf64> into tensor<?x2x3x2xf64>
func.func @put_in_parallel(%x: tensor<?x2x3x2xf64>, %y: tensor<?x2x2xf64>, %n: index) -> tensor<?x2x3x2xf64> {
  %r = scf.forall (%i) in (3) shared_outs(%a = %x) -> (tensor<?x2x3x2xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %a[0, 0, %i, 0] [%n, 2, 1, 2] [1, 1, 1, 1] : tensor<?x2x2xf64> into tensor<?x2x3x2xf64>
    }
  }
  return %r : tensor<?x2x3x2xf64>
}

// The dropped dimension is beside the one of dynamic size: either is the same.
// CHECK-LABEL: func.func @row
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [1, %{{.*}}] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
func.func @row(%x: tensor<?x?xf64>, %n: index) -> tensor<?xf64> {
  %s = tensor.extract_slice %x[0, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  return %s : tensor<?xf64>
}

// The extent of a dimension that an array does not have may be any number.
// CHECK-LABEL: func.func @no_such_extent
// CHECK-NOT: tensor.dim
// CHECK: return %{{.*}} : index
func.func @no_such_extent(%xs: tensor<?xf64>) -> index {
  %none = arith.constant -1 : index
  %n = tensor.dim %xs, %none : tensor<?xf64>
  return %n : index
}

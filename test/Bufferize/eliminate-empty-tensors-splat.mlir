// A splat becomes an op of a dialect of which the module has no other op: the pass must load the
// dialect.

// RUN: chad-opt %s --chad-eliminate-empty-tensors | FileCheck %s

// CHECK-LABEL: func.func @each(
// CHECK: scf.for
// CHECK: %[[PLACE:.+]] = tensor.extract_slice
// CHECK: %[[ONES:.+]] = linalg.fill ins(%{{.+}} : f64) outs(%[[PLACE]] : tensor<4xf64>)
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[ONES]])
func.func @each(%k: f64, %all: tensor<?x4xf64>, %n: index) -> tensor<?x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %ones = tensor.splat %k : tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%rows = %all) -> (tensor<?x4xf64>) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%a = %ones) -> (tensor<4xf64>) {
      %e = tensor.extract %a[%j] : tensor<4xf64>
      %f = arith.mulf %e, %k : f64
      %b = tensor.insert %f into %a[%j] : tensor<4xf64>
      scf.yield %b : tensor<4xf64>
    }
    %next = tensor.insert_slice %row into %rows[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<?x4xf64>
    scf.yield %next : tensor<?x4xf64>
  }
  return %r : tensor<?x4xf64>
}

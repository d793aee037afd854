// Rows are added to elements of arrays whose types have other static extents than the rows.

// RUN: chad-run %s --arg='[1, 2, 3]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[1, 2, 3]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg=1 | FileCheck %s
// RUN: chad-run %s --interpret --arg='[1, 2, 3]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[1, 2, 3]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg=1 | FileCheck %s
// CHECK-COUNT-2: tensor<2x3xf64> {{\[}}[1, 2, 3], [5, 7, 9]]

func.func @main(%v: tensor<?xf64>, %acc: tensor<?x3xf64>, %w: tensor<3xf64>, %b: tensor<?x?xf64>, %i: index) -> (tensor<?x3xf64>, tensor<?x?xf64>) {
  %0 = chad.accumulate %v into %acc[%i] : tensor<?xf64> into tensor<?x3xf64>
  %1 = chad.accumulate %w into %b[%i] : tensor<3xf64> into tensor<?x?xf64>
  return %0, %1 : tensor<?x3xf64>, tensor<?x?xf64>
}

// Rows that a branch changes at one element, or leaves, are made in their final places: the results do not change.

// RUN: chad-run %s --interpret --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[2,-1,0] | FileCheck %s
// RUN: chad-opt %s --chad-eliminate-empty-tensors | FileCheck %s --check-prefix=DONE
// RUN: chad-opt %s --chad-eliminate-empty-tensors | chad-run - --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[2,-1,0] | FileCheck %s
// CHECK: tensor<3x3xf64>
// CHECK-SAME: {{\[}}[1, 4, 19], [16, 25, 36], [59, 64, 81]]

// DONE: tensor.extract_slice
// DONE-NOT: scf.if
func.func @f(%xs: tensor<?x?xf64>, %at: tensor<?xindex>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : index
  %ten = arith.constant 10.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %m = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %all = tensor.empty(%n, %m) : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%done = %all) -> tensor<?x?xf64> {
    %empty = tensor.empty(%m) : tensor<?xf64>
    %row = scf.for %j = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xf64> {
      %x = tensor.extract %xs[%i, %j] : tensor<?x?xf64>
      %y = arith.mulf %x, %x : f64
      %u = tensor.insert %y into %t[%j] : tensor<?xf64>
      scf.yield %u : tensor<?xf64>
    }
    %p = tensor.extract %at[%i] : tensor<?xindex>
    %is = arith.cmpi ne, %p, %none : index
    %changed = scf.if %is -> tensor<?xf64> {
      %x = tensor.extract %row[%p] : tensor<?xf64>
      %y = arith.addf %x, %ten : f64
      %u = tensor.insert %y into %row[%p] : tensor<?xf64>
      scf.yield %u : tensor<?xf64>
    } else {
      scf.yield %row : tensor<?xf64>
    }
    %next = tensor.insert_slice %changed into %done[%i, 0] [1, %m] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

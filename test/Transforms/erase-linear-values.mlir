// The interpreter gives the same numbers before and after the erasure.

// RUN: chad-run %s --interpret --entry=tensors --arg='[[0, 2, nan], [1, -1, 0]]' --arg=inf | sed 's/!chad.lin<\(.*\)>/\1/' > %t.before
// RUN: chad-opt %s --chad-erase-linear | chad-run - --interpret --entry=tensors --arg='[[0, 2, nan], [1, -1, 0]]' --arg=inf > %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --check-prefix=TENSORS < %t.after
// TENSORS: tensor<2x3xf64> {{\[\[}}0, inf, nan], [inf, -inf, 0]]
// TENSORS-NEXT: tensor<2x3xf64> {{\[\[}}nan, inf, nan], [inf, -inf, nan]]
// TENSORS-NEXT: tensor<f64> 0
// TENSORS-NEXT: tensor<3x2xf32> {{\[\[}}0, 0], [0, 0], [0, 0]]
func.func @tensors(%v: !chad.lin<tensor<?x3xf64>>, %k: f64)
    -> (!chad.lin<tensor<?x3xf64>>, !chad.lin<tensor<?x3xf64>>, !chad.lin<tensor<f64>>,
        !chad.lin<tensor<?x2xf32>>) {
  %c3 = arith.constant 3 : index
  %0 = chad.scale zero_absorbing %k, %v : f64, !chad.lin<tensor<?x3xf64>>
  %1 = chad.scale %k, %v : f64, !chad.lin<tensor<?x3xf64>>
  %z = chad.zero : !chad.lin<tensor<f64>>
  %2 = chad.scale zero_absorbing %k, %z : f64, !chad.lin<tensor<f64>>
  %3 = chad.zero(%c3) : !chad.lin<tensor<?x2xf32>>
  return %0, %1, %2, %3 : !chad.lin<tensor<?x3xf64>>, !chad.lin<tensor<?x3xf64>>,
      !chad.lin<tensor<f64>>, !chad.lin<tensor<?x2xf32>>
}

// No elements at all.
// RUN: chad-opt %s --chad-erase-linear | chad-run - --interpret --entry=empty --arg=0 --arg=2 | FileCheck %s --check-prefix=EMPTY
// EMPTY: tensor<0x4xf64> []
func.func @empty(%n: index, %k: f64) -> !chad.lin<tensor<?x4xf64>> {
  %z = chad.zero(%n) : !chad.lin<tensor<?x4xf64>>
  %a = chad.add %z, %z : !chad.lin<tensor<?x4xf64>>
  %s = chad.scale %k, %a : f64, !chad.lin<tensor<?x4xf64>>
  return %s : !chad.lin<tensor<?x4xf64>>
}

// The reverse sweep of a sum of products with indices, as differentiation
// leaves it: a fold that accumulates, and units beside it.
// RUN: chad-run %s --interpret --entry=sweep --arg='[1, 2, 3]' --arg='[2, 0, 2, 5]' --arg=10 | sed 's/!chad.lin<\(.*\)>/\1/' | grep -v index > %t.sweep.before
// RUN: chad-opt %s --chad-erase-linear | chad-run - --interpret --entry=sweep --arg='[1, 2, 3]' --arg='[2, 0, 2, 5]' --arg=10 > %t.sweep.after
// RUN: diff %t.sweep.before %t.sweep.after
// RUN: FileCheck %s --check-prefix=SWEEP < %t.sweep.after
// SWEEP: tensor<3xf64> [50, 0, 40]
// SWEEP-NEXT: tensor<4xf64> [30, 10, 30, 10]
func.func @sweep(%xs: tensor<?xf64>, %ks: tensor<?xf64>, %dy: !chad.lin<f64>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %m = tensor.dim %ks, %c0 : tensor<?xf64>
  %is = chad.build %i < %m -> tensor<?xindex> {
    %r = arith.remui %i, %c2 : index
    %s = arith.subi %c1, %r : index
    %t = arith.muli %s, %c2 : index
    chad.yield %t : index
  }
  %us = chad.to_linear %is : tensor<?xindex>
  %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %f:3 = chad.fold right (%i in %is : tensor<?xindex>, %k in %ks : tensor<?xf64>, %u in %us : !chad.lin<tensor<?xindex>>)
      with (%acc = %z : !chad.lin<tensor<?xf64>>) collect (!chad.lin<tensor<?xindex>>, !chad.lin<tensor<?xf64>>) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %dx = chad.scale %k, %dy : f64, !chad.lin<f64>
    %dk = chad.scale %x, %dy : f64, !chad.lin<f64>
    %next = chad.accumulate %dx into %acc[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    chad.yield %next, %u, %dk : !chad.lin<tensor<?xf64>>, !chad.lin<index>, !chad.lin<f64>
  }
  return %f#0, %f#2, %f#1 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>
}

// Sums, and units that give an extent.
// RUN: chad-opt %s --chad-erase-linear | chad-run - --interpret --entry=rest --arg='[4, 5]' --arg=3 | FileCheck %s --check-prefix=REST
// REST: f64 6
// REST-NEXT: tensor<2xf64> [3, 3]
func.func @rest(%is: tensor<?xindex>, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>) {
  %us = chad.to_linear %is : tensor<?xindex>
  %s = chad.inj 1(%v) : (!chad.lin<f64>) -> !chad.sum<(lin<index>), (lin<f64>)>
  %0 = chad.case %s : !chad.sum<(lin<index>), (lin<f64>)> -> !chad.lin<f64>
  (%u : !chad.lin<index>) {
    chad.yield %v : !chad.lin<f64>
  }
  (%w : !chad.lin<f64>) {
    %x = chad.add %w, %v : !chad.lin<f64>
    chad.yield %x : !chad.lin<f64>
  }
  %1 = chad.map (%u in %us : !chad.lin<tensor<?xindex>>) -> !chad.lin<tensor<?xf64>> {
    chad.yield %v : !chad.lin<f64>
  }
  return %0, %1 : !chad.lin<f64>, !chad.lin<tensor<?xf64>>
}

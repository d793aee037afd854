// Sizes of the values that iterations keep for the rows, and numbers of iterations: the results do
// not change.

// RUN: chad-run %s --interpret --entry=sizes --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[[1.0,2.0],[3.0,4.0],[5.0,6.0]] --arg=2 --arg=0.5 | FileCheck %s
// RUN: chad-opt %s --chad-tile-reductions=iterations=2 | chad-run - --interpret --entry=sizes --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[[1.0,2.0],[3.0,4.0],[5.0,6.0]] --arg=2 --arg=0.5 | FileCheck %s
// RUN: chad-run %s --entry=sizes --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[[1.0,2.0],[3.0,4.0],[5.0,6.0]] --arg=2 --arg=0.5 | FileCheck %s
// RUN: chad-opt %s --chad-tile-reductions=iterations=2 | FileCheck %s --check-prefix=DONE
// CHECK: tensor<3x2xf64> {{\[\[}}24, 25], [42, 43], [50, 51]]

// RUN: chad-opt %s --chad-tile-reductions=iterations=2 | chad-run - --interpret --entry=steps --arg=-4 --arg=[[1.0,2.0]] | FileCheck %s --check-prefix=NONE
// RUN: chad-opt %s --chad-tile-reductions=iterations=2 | chad-run - --interpret --entry=steps --arg=11 --arg=[[1.0,2.0]] | FileCheck %s --check-prefix=FOUR
// NONE: tensor<1x2xf64> {{\[\[}}1, 2]]
// FOUR: tensor<1x2xf64> {{\[\[}}19, 20]]

// Rows whose extent is computed in the map; an array that an inner loop fills, and another part.
// DONE-LABEL: @sizes
// DONE: arith.minui
func.func @sizes(%xs: tensor<?x?xf64>, %zeros: tensor<?x?xf64>, %d: index, %n0: f64) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %m = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
    %x = tensor.extract_slice %xs[%i, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    // Rows whose extent is computed in the map.
    %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?x?xf64> {
      %k = arith.addi %d, %c1 : index
      %row = chad.build %j < %k -> tensor<?xf64> {
        %j32 = arith.index_cast %j : index to i32
        %f = arith.sitofp %j32 : i32 to f64
        %g = arith.mulf %f, %e : f64
        chad.yield %g : f64
      }
      chad.yield %row : tensor<?xf64>
    }
    // An array that an inner loop fills.
    %empty = tensor.empty(%m) : tensor<?xf64>
    %z = scf.for %j = %c0 to %m step %c1 iter_args(%t = %empty) -> (tensor<?xf64>) {
      %a = tensor.extract %x[%j] : tensor<?xf64>
      %b = arith.mulf %a, %a : f64
      %u = tensor.insert %b into %t[%j] : tensor<?xf64>
      scf.yield %u : tensor<?xf64>
    }
    // One of which a part is overwritten.
    %o = tensor.insert_slice %x into %z[0] [%m] [1] : tensor<?xf64> into tensor<?xf64>
    %w = tensor.insert %n0 into %o[%c0] : tensor<?xf64>
    %next = chad.map (%row in %sums : tensor<?x?xf64>, %own in %y : tensor<?x?xf64>, %q in %w : tensor<?xf64>) -> tensor<?x?xf64> {
      %first = tensor.extract %own[%d] : tensor<?xf64>
      %p = arith.addf %first, %q : f64
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = arith.addf %a, %p : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// DONE-LABEL: @steps
// DONE: arith.minui
func.func @steps(%n: index, %zeros: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %rows = tensor.dim %zeros, %c0 : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %n step %c3 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
    %d = tensor.dim %sums, %c0 : tensor<?x?xf64>
    %is = tensor.splat %i[%rows] : tensor<?xindex>
    %next = chad.map (%row in %sums : tensor<?x?xf64>, %k in %is : tensor<?xindex>) -> tensor<?x?xf64> {
      %l = arith.muli %k, %d : index
      %int = arith.index_cast %l : index to i64
      %h = arith.sitofp %int : i64 to f64
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = arith.addf %a, %h : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

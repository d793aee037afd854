// Products of matrices, one after the other, each of which is also the state of the next step: without steps, with one and with
// several. The numbers are small integers.

// RUN: chad-run %s --entry=products --arg='[]' --arg=[] --interpret > %t.0
// RUN: chad-run %s --entry=products --arg='[]' --arg=[] | diff %t.0 -
// RUN: chad-run %s --entry=products --arg='[[[1, 2], [3, -1]]]' --arg='[2]' --interpret > %t.1
// RUN: chad-run %s --entry=products --arg='[[[1, 2], [3, -1]]]' --arg='[2]' | diff %t.1 -
// RUN: chad-run %s --entry=products --arg='[[[1, 2], [3, -1]], [[0, 1], [1, 2]], [[2, 0], [-1, 1]], [[1, 1], [0, 3]]]' --arg='[2, -1, 3, 1]' --interpret > %t.4
// RUN: chad-run %s --entry=products --arg='[[[1, 2], [3, -1]], [[0, 1], [1, 2]], [[2, 0], [-1, 1]], [[1, 1], [0, 3]]]' --arg='[2, -1, 3, 1]' | diff %t.4 -
// RUN: chad-run %s --entry=norm --grad-check --arg='[[[1, 2], [3, -1]], [[0, 1], [1, 2]], [[2, 0], [-1, 1]], [[1, 1], [0, 3]]]' --arg='[2, -1, 3, 1]'
// RUN: chad-run %s --entry=products --arg='[[[1, 2], [3, -1]], [[0, 1], [1, 2]], [[2, 0], [-1, 1]], [[1, 1], [0, 3]]]' --arg='[2, -1, 3, 1]' --count-allocations | FileCheck %s
// CHECK: allocated 3, left 0

// All products, and a sequence whose states are used once more after the last.
func.func @products(%ms: tensor<?x2x2xf64>, %ks: tensor<?xf64>) -> (tensor<?x2x2xf64>, tensor<2x2xf64>, tensor<?x2x2xf64>) {
  %one = arith.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %all = chad.scan left inclusive (%a, %b in %ms from %one : tensor<?x2x2xf64>) {
    %c = func.call @multiply(%a, %b) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    chad.yield %c : tensor<2x2xf64>
  }
  %end, %scaled = chad.fold (%m in %ms : tensor<?x2x2xf64>, %k in %ks : tensor<?xf64>) with (%s = %one : tensor<2x2xf64>) collect (tensor<?x2x2xf64>) {
    %p = func.call @multiply(%m, %s) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    %t = chad.map (%row in %p : tensor<2x2xf64>) -> tensor<2x2xf64> {
      %u = chad.map (%e in %row : tensor<2xf64>) -> tensor<2xf64> {
        %q = arith.mulf %e, %k : f64
        chad.yield %q : f64
      }
      chad.yield %u : tensor<2xf64>
    }
    chad.yield %t, %t : tensor<2x2xf64>, tensor<2x2xf64>
  }
  return %all, %end, %scaled : tensor<?x2x2xf64>, tensor<2x2xf64>, tensor<?x2x2xf64>
}

func.func private @multiply(%a: tensor<2x2xf64>, %b: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %c = chad.map (%row in %a : tensor<2x2xf64>) -> tensor<2x2xf64> {
    %r = chad.build %j < %c2 -> tensor<2xf64> {
      %s = chad.fold (%x in %row : tensor<2xf64>, %other in %b : tensor<2x2xf64>) with (%t = %zero : f64) {
        %y = tensor.extract %other[%j] : tensor<2xf64>
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %r : tensor<2xf64>
  }
  return %c : tensor<2x2xf64>
}

func.func @norm(%ms: tensor<?x2x2xf64>, %ks: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %all:3 = func.call @products(%ms, %ks) : (tensor<?x2x2xf64>, tensor<?xf64>) -> (tensor<?x2x2xf64>, tensor<2x2xf64>, tensor<?x2x2xf64>)
  %s = chad.fold (%a in %all#0 : tensor<?x2x2xf64>, %b in %all#2 : tensor<?x2x2xf64>) with (%t = %zero : f64) {
    %u = chad.fold (%c in %a : tensor<2x2xf64>, %d in %b : tensor<2x2xf64>) with (%v = %t : f64) {
      %w = chad.fold (%e in %c : tensor<2xf64>, %f in %d : tensor<2xf64>) with (%x = %v : f64) {
        %g = arith.mulf %e, %f : f64
        %h = arith.addf %x, %g : f64
        chad.yield %h : f64
      }
      chad.yield %w : f64
    }
    chad.yield %u : f64
  }
  return %s : f64
}

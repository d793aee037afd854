// Results and operands of structured ops that keep a dimension of extent one, as front ends write sums
// and maxima over rows: nests drop the dimension, and reshape what they read and make.

// RUN: chad-opt %s --convert-linalg-to-chad --canonicalize --cse | FileCheck %s
// RUN: chad-run %s --entry=softmax_of_rows --arg='[[1, 2, 3], [0, 0, 4]]' --interpret > %t.expected
// RUN: chad-run %s --entry=softmax_of_rows --arg='[[1, 2, 3], [0, 0, 4]]' | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUE < %t.expected
// RUN: chad-run %s --entry=loss --arg='[[1, 2, 3], [0, 0, 4]]' --arg='[[0.5, 2, 1]]' --grad-check | FileCheck %s --check-prefix=GRADIENT
// RUN: chad-run %s --entry=second --arg='[[1, 2, 3], [0, 0, 4]]' --arg='[[0.5, 2, 1]]' --grad-check | FileCheck %s --check-prefix=GRADIENT
// RUN: chad-run %s --entry=total --arg='[[1, 2, 3], [0, 0, 4]]' | FileCheck %s --check-prefix=TOTAL
// RUN: chad-run %s --entry=total --arg='[[1, 2, 3], [0, 0, 4]]' --interpret | FileCheck %s --check-prefix=TOTAL
// VALUE: tensor<2x3xf64> {{\[\[}}0.09{{[0-9]+}}, 0.244{{[0-9]+}}, 0.665{{[0-9]+}}], [0.017{{[0-9]+}}, 0.017{{[0-9]+}}, 0.964{{[0-9]+}}]]
// GRADIENT: gradient check: 9 of 9 entries
// TOTAL: tensor<1x1xf64> {{\[\[}}15]]

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i, 0)>
#column = affine_map<(i, j) -> (0, j)>
#one = affine_map<(i, j) -> (0, 0)>

// CHECK-LABEL: func.func @softmax_of_rows(
// CHECK-NOT: scf.for
// CHECK: chad.map
// CHECK: chad.reduce
// CHECK-NOT: scf.for
// CHECK: return
func.func @softmax_of_rows(%x: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %place = tensor.empty(%n) : tensor<?x1xf64>
  %lows = linalg.fill ins(%lowest : f64) outs(%place : tensor<?x1xf64>) -> tensor<?x1xf64>
  %max = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x3xf64>) outs(%lows : tensor<?x1xf64>) {
  ^bb0(%e: f64, %m: f64):
    %r = arith.maximumf %m, %e : f64
    linalg.yield %r : f64
  } -> tensor<?x1xf64>
  %whole = tensor.empty(%n) : tensor<?x3xf64>
  %exps = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x3xf64>, tensor<?x1xf64>) outs(%whole : tensor<?x3xf64>) {
  ^bb0(%e: f64, %m: f64, %old: f64):
    %d = arith.subf %e, %m : f64
    %r = math.exp %d : f64
    linalg.yield %r : f64
  } -> tensor<?x3xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<?x1xf64>) -> tensor<?x1xf64>
  %sums = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exps : tensor<?x3xf64>) outs(%zeros : tensor<?x1xf64>) {
  ^bb0(%e: f64, %s: f64):
    %r = arith.addf %s, %e : f64
    linalg.yield %r : f64
  } -> tensor<?x1xf64>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%exps, %sums : tensor<?x3xf64>, tensor<?x1xf64>) outs(%whole : tensor<?x3xf64>) {
  ^bb0(%e: f64, %s: f64, %old: f64):
    %r = arith.divf %e, %s : f64
    linalg.yield %r : f64
  } -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

// A row that is read for each row; each point overwrites the only element of its row with a function of
// that; a sum with an init that is not zero.
func.func @loss(%x: tensor<?x3xf64>, %w: tensor<1x3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %two = arith.constant dense<2.0> : tensor<1x1xf64>
  %y = call @softmax_of_rows(%x) : (tensor<?x3xf64>) -> tensor<?x3xf64>
  %s = linalg.generic {indexing_maps = [#all, #column, #one], iterator_types = ["reduction", "reduction"]}
      ins(%y, %w : tensor<?x3xf64>, tensor<1x3xf64>) outs(%two : tensor<1x1xf64>) {
  ^bb0(%e: f64, %v: f64, %acc: f64):
    %p = arith.mulf %e, %v : f64
    %q = arith.mulf %p, %v : f64
    %r = arith.addf %acc, %q : f64
    linalg.yield %r : f64
  } -> tensor<1x1xf64>
  %place = tensor.empty() : tensor<1x1xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 0)>, affine_map<(i) -> (0, i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<1x1xf64>) outs(%place : tensor<1x1xf64>) {
  ^bb0(%e: f64, %old: f64):
    %r = math.sin %e : f64
    linalg.yield %r : f64
  } -> tensor<1x1xf64>
  %r = tensor.extract %t[%c0, %c0] : tensor<1x1xf64>
  return %r : f64
}

func.func @total(%x: tensor<?x3xf64>) -> tensor<1x1xf64> {
  %init = arith.constant dense<5.0> : tensor<1x1xf64>
  %s = linalg.generic {indexing_maps = [#all, #one], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x3xf64>) outs(%init : tensor<1x1xf64>) {
  ^bb0(%e: f64, %acc: f64):
    %r = arith.addf %acc, %e : f64
    linalg.yield %r : f64
  } -> tensor<1x1xf64>
  return %s : tensor<1x1xf64>
}

// The sum of the gradient's squares, whose gradient has second derivatives.
func.func @second(%x: tensor<?x3xf64>, %w: tensor<1x3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %dx, %dw = chad.grad @loss(%x, %w) : (tensor<?x3xf64>, tensor<1x3xf64>) -> (tensor<?x3xf64>, tensor<1x3xf64>)
  %rows = tensor.concat dim(0) %dx, %dw : (tensor<?x3xf64>, tensor<1x3xf64>) -> tensor<?x3xf64>
  %r = chad.fold (%row in %rows : tensor<?x3xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%e in %row : tensor<3xf64>) with (%u = %s : f64) {
      %p = arith.mulf %e, %e : f64
      %v = arith.addf %u, %p : f64
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %r : f64
}

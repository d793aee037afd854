// Derivatives of structured ops (linalg) on tensors, forward and reverse, against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}48 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong

//===----------------------------------------------------------------------===//
// Elements that are written once
//===----------------------------------------------------------------------===//

#id2 = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none2 = affine_map<(i, j) -> ()>
#id1 = affine_map<(i) -> (i)>
#none1 = affine_map<(i) -> ()>
#none0 = affine_map<() -> ()>

func.func @elementwise(%a: tensor<?x3xf64>, %b: tensor<3xf64>, %s: f64) -> tensor<3x?xf64> { // ? = 2
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x3xf64>
  %e = tensor.empty(%n) : tensor<3x?xf64>
  %0 = linalg.generic {indexing_maps = [#swap, #row, #none2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %s : tensor<?x3xf64>, tensor<3xf64>, f64) outs(%e : tensor<3x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64, %o: f64):
    %u = math.sin %x : f64
    %p = arith.mulf %u, %y : f64
    %q = arith.divf %p, %x : f64
    %r = math.powf %q, %z : f64
    linalg.yield %r : f64
  } -> tensor<3x?xf64>
  return %0 : tensor<3x?xf64>
}
func.func @no_elements(%a: tensor<?x3xf64>) -> tensor<?x3xf64> { // ? = 0
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%a : tensor<?x3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %r = arith.mulf %x, %o : f64
    linalg.yield %r : f64
  } -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @one_element(%a: tensor<?x1xf64>) -> tensor<?x1xf64> { // ? = 1
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x1xf64>) outs(%a : tensor<?x1xf64>) {
  ^bb0(%x: f64, %o: f64):
    %r = arith.mulf %x, %o : f64
    linalg.yield %r : f64
  } -> tensor<?x1xf64>
  return %0 : tensor<?x1xf64>
}
func.func @scalar(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {indexing_maps = [#none0, #none0], iterator_types = []}
      ins(%a : tensor<f64>) outs(%b : tensor<f64>) {
  ^bb0(%x: f64, %o: f64):
    %s = math.exp %x : f64
    %r = arith.mulf %s, %o : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
func.func @two_results(%a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) { // ? = 3, ? = 3
  %0:2 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf64>) outs(%b, %b : tensor<?xf64>, tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64, %p: f64):
    %r = arith.mulf %x, %o : f64
    %s = math.tanh %r : f64
    linalg.yield %r, %s : f64, f64
  } -> (tensor<?xf64>, tensor<?xf64>)
  return %0#0, %0#1 : tensor<?xf64>, tensor<?xf64>
}
func.func @of_index(%a: tensor<?x3xf64>) -> tensor<?x3xf64> { // ? = 2
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%a : tensor<?x3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %c = arith.index_cast %k : index to i64
    %f = arith.sitofp %c : i64 to f64
    %r = math.powf %x, %f : f64
    linalg.yield %r : f64
  } -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @triangle(%a: tensor<?x3xf64>) -> tensor<?x3xf64> { // ? = 3
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%a : tensor<?x3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %below = arith.cmpi uge, %i, %j : index
    %s = arith.mulf %x, %x : f64
    %r = arith.select %below, %s, %zero : f64
    linalg.yield %r : f64
  } -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @branch(%a: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 4
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf64>) outs(%a : tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %large = arith.cmpf ogt, %x, %one : f64
    %r = scf.if %large -> f64 {
      %p = arith.mulf %x, %k : f64
      scf.yield %p : f64
    } else {
      %p = math.log %x : f64
      scf.yield %p : f64
    }
    %s = arith.mulf %r, %r : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @captured(%a: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf64>) outs(%a : tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %p = arith.mulf %x, %k : f64
    %q = arith.mulf %p, %k : f64
    linalg.yield %q : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @gathered(%a: tensor<?xf64>, %is: tensor<4xf64>) -> tensor<4xf64> { // ? = 3
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%is : tensor<4xf64>) outs(%is : tensor<4xf64>) {
  ^bb0(%x: f64, %o: f64):
    %i = linalg.index 0 : index
    %h = arith.shrui %i, %c1 : index
    %e = tensor.extract %a[%h] : tensor<?xf64>
    %p = arith.mulf %x, %e : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @integers(%a: tensor<3xf64>, %n: index) -> (tensor<3xf64>, tensor<3xi64>) { // i = 2
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi64>
  %0:2 = linalg.generic {indexing_maps = [#id1, #id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%a, %c : tensor<3xf64>, tensor<3xi64>) outs(%a, %c : tensor<3xf64>, tensor<3xi64>) {
  ^bb0(%x: f64, %i: i64, %o: f64, %p: i64):
    %m = arith.index_cast %n : index to i64
    %k = arith.muli %i, %m : i64
    %r = math.fpowi %x, %k : f64, i64
    linalg.yield %r, %k : f64, i64
  } -> (tensor<3xf64>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<3xi64>
}
func.func @broadcast_unit(%a: tensor<1x3xf64>, %b: tensor<?x1xf64>) -> tensor<?x3xf64> { // ? = 2
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?x1xf64>
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, 0)>, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<1x3xf64>, tensor<?x1xf64>) outs(%e : tensor<?x3xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %y : f64
    linalg.yield %q : f64
  } -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @unit_among_others(%a: tensor<?x1x?x?xf64>, %b: tensor<1x?x?xf64>) -> tensor<1x?x?xf64> { // ? = 3, ? = 2, ? = 1, ? = 3, ? = 2
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, i, k, 0)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<?x1x?x?xf64>) outs(%b : tensor<1x?x?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %p = arith.mulf %x, %o : f64
    linalg.yield %p : f64
  } -> tensor<1x?x?xf64>
  return %0 : tensor<1x?x?xf64>
}
func.func @product_by_scalar(%a: tensor<?xf64>, %b: tensor<2x3xf64>, %c: tensor<f64>) -> tensor<f64> { // ? = 1
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0)>, #id2, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%a, %b : tensor<?xf64>, tensor<2x3xf64>) outs(%c : tensor<f64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %o : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
func.func @diagonal(%a: tensor<?x?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> { // ? = 3, ? = 3, ? = 3
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, #id1], iterator_types = ["parallel"]}
      ins(%a : tensor<?x?xf64>) outs(%b : tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %p = arith.mulf %x, %o : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @repeated(%a: tensor<2xf64>, %b: tensor<6xf64>) -> tensor<6xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 3)>, #id1], iterator_types = ["parallel"]}
      ins(%a : tensor<2xf64>) outs(%b : tensor<6xf64>) {
  ^bb0(%x: f64, %o: f64):
    %p = arith.mulf %x, %o : f64
    linalg.yield %p : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}
func.func @strided(%a: tensor<6xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (2 * i + 1)>, #id1], iterator_types = ["parallel"]}
      ins(%a : tensor<6xf64>) outs(%b : tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %p = arith.mulf %x, %o : f64
    linalg.yield %p : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

func.func @sum_rows(%a: tensor<?x3xf64>, %s: tensor<?xf64>) -> tensor<?xf64> { // ? = 2, ? = 2
  %0 = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x3xf64>) outs(%s : tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = math.exp %x : f64
    %t = arith.addf %y, %o : f64
    %u = arith.subf %t, %x : f64
    linalg.yield %u : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @sum_columns(%a: tensor<?x3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> { // ? = 2
  %0 = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%s : tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = arith.mulf %x, %x : f64
    %t = arith.addf %y, %o : f64
    linalg.yield %t : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @sum_nothing(%a: tensor<?x3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> { // ? = 0
  %0 = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%s : tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = arith.mulf %x, %x : f64
    %t = arith.addf %y, %o : f64
    linalg.yield %t : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @sums(%a: tensor<?x3xf64>, %s: tensor<3xf64>, %t: tensor<?xf64>, %u: tensor<f64>) -> (tensor<3xf64>, tensor<?xf64>, tensor<f64>) { // ? = 2, ? = 2
  %0:3 = linalg.generic {indexing_maps = [#id2, #column, #row, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<?x3xf64>) outs(%s, %t, %u : tensor<3xf64>, tensor<?xf64>, tensor<f64>) {
  ^bb0(%x: f64, %o: f64, %p: f64, %q: f64):
    %y = arith.mulf %x, %x : f64
    %z = arith.addf %y, %o : f64
    %e = math.exp %x : f64
    %v = arith.addf %e, %p : f64
    %w = arith.subf %q, %e : f64
    linalg.yield %z, %v, %w : f64, f64, f64
  } -> (tensor<3xf64>, tensor<?xf64>, tensor<f64>)
  return %0#0, %0#1, %0#2 : tensor<3xf64>, tensor<?xf64>, tensor<f64>
}
func.func @contraction(%a: tensor<?x2x3xf64>, %b: tensor<3x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> { // ? = 2, ? = 4, ? = 4, ? = 2
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (l, j)>, affine_map<(i, j, k, l) -> (j, i)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x2x3xf64>, tensor<3x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %p = arith.mulf %x, %y : f64
    %t = arith.addf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @square(%a: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> { // ? = 2, ? = 2, ? = 2, ? = 2
  %0 = linalg.matmul ins(%a, %a : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @three_factors(%a: tensor<?xf64>, %b: tensor<?x3xf64>, %c: tensor<3xf64>, %d: tensor<f64>) -> tensor<f64> { // ? = 2, ? = 2
  %0 = linalg.generic {indexing_maps = [#row, #id2, #column, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%a, %b, %c : tensor<?xf64>, tensor<?x3xf64>, tensor<3xf64>) outs(%d : tensor<f64>) {
  ^bb0(%x: f64, %y: f64, %z: f64, %o: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    %t = arith.addf %o, %q : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

func.func @window(%a: tensor<?xf64>, %w: tensor<3xf64>, %y: tensor<?xf64>) -> tensor<?xf64> { // ? = 9, ? = 3
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (2 * i + k * 2)>, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<?xf64>, tensor<3xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%x: f64, %k: f64, %o: f64):
    %e = math.exp %x : f64
    %p = arith.mulf %e, %k : f64
    %t = arith.addf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @spread(%a: tensor<?xf64>, %w: tensor<3xf64>, %y: tensor<?xf64>) -> tensor<?xf64> { // ? = 2, ? = 5
  %0 = linalg.generic {indexing_maps = [#row, #column, affine_map<(i, k) -> (2 * i + k)>], iterator_types = ["reduction", "reduction"]}
      ins(%a, %w : tensor<?xf64>, tensor<3xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%x: f64, %k: f64, %o: f64):
    %p = arith.mulf %x, %k : f64
    %t = arith.addf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @window_sum(%a: tensor<?x2xf64>, %y: tensor<?x2xf64>) -> tensor<?x2xf64> { // ? = 4, ? = 3
  %w = tensor.empty() : tensor<2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (i + k, c)>, affine_map<(i, c, k) -> (k)>, affine_map<(i, c, k) -> (i, c)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %w : tensor<?x2xf64>, tensor<2xf64>) outs(%y : tensor<?x2xf64>) {
  ^bb0(%x: f64, %k: f64, %o: f64):
    %t = arith.addf %x, %o : f64
    linalg.yield %t : f64
  } -> tensor<?x2xf64>
  return %0 : tensor<?x2xf64>
}
func.func @conv2d(%x: tensor<2x4x5x2xf64>, %w: tensor<2x3x2x3xf64>, %y: tensor<2x?x?x3xf64>) -> tensor<2x?x?x3xf64> { // ? = 3, ? = 2
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[1, 2]> : vector<2xi64>} ins(%x, %w : tensor<2x4x5x2xf64>, tensor<2x3x2x3xf64>)
      outs(%y : tensor<2x?x?x3xf64>) -> tensor<2x?x?x3xf64>
  return %0 : tensor<2x?x?x3xf64>
}
func.func @conv2d_channels_first(%x: tensor<?x2x4x5xf64>, %w: tensor<3x2x2x3xf64>, %y: tensor<?x3x3x1xf64>) -> tensor<?x3x3x1xf64> { // ? = 2, ? = 2
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : vector<2xi64>} ins(%x, %w : tensor<?x2x4x5xf64>, tensor<3x2x2x3xf64>)
      outs(%y : tensor<?x3x3x1xf64>) -> tensor<?x3x3x1xf64>
  return %0 : tensor<?x3x3x1xf64>
}
func.func @max_pool(%x: tensor<1x4x5x2xf64>, %y: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %w = tensor.empty() : tensor<2x3xf64>
  %0 = linalg.pooling_nhwc_max {strides = dense<[2, 2]> : vector<2xi64>} ins(%x, %w : tensor<1x4x5x2xf64>, tensor<2x3xf64>)
      outs(%y : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %0 : tensor<1x2x2x2xf64>
}

//===----------------------------------------------------------------------===//
// Other accumulators
//===----------------------------------------------------------------------===//

func.func @maximum(%a: tensor<?x3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> { // ? = 4
  %0 = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%s : tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = math.sin %x : f64
    %t = arith.maximumf %y, %o : f64
    linalg.yield %t : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @minimum(%a: tensor<?x3xf64>, %s: tensor<f64>) -> tensor<f64> { // ? = 2
  %0 = linalg.reduce {arith.minnumf} ins(%a : tensor<?x3xf64>) outs(%s : tensor<f64>) dimensions = [0, 1]
  return %0 : tensor<f64>
}
func.func @product(%a: tensor<?x3xf64>, %s: tensor<?xf64>) -> tensor<?xf64> { // ? = 2, ? = 2
  %0 = linalg.reduce {arith.mulf} ins(%a : tensor<?x3xf64>) outs(%s : tensor<?xf64>) dimensions = [1]
  return %0 : tensor<?xf64>
}
func.func @product_of_nothing(%a: tensor<3x?xf64>, %s: tensor<3xf64>) -> tensor<3xf64> { // ? = 0
  %0 = linalg.reduce {arith.mulf} ins(%a : tensor<3x?xf64>) outs(%s : tensor<3xf64>) dimensions = [1]
  return %0 : tensor<3xf64>
}
func.func @recurrence(%a: tensor<?x3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> { // ? = 4
  %0 = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%s : tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = math.sin %o : f64
    %t = arith.mulf %y, %x : f64
    linalg.yield %t : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @online_softmax(%a: tensor<?x3xf64>, %m: tensor<?xf64>, %s: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) { // ? = 2, ? = 2, ? = 2
  %0:2 = linalg.generic {indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x3xf64>) outs(%m, %s : tensor<?xf64>, tensor<?xf64>) {
  ^bb0(%x: f64, %max: f64, %sum: f64):
    %n = arith.maximumf %max, %x : f64
    %d = arith.subf %max, %n : f64
    %e = math.exp %d : f64
    %p = arith.mulf %sum, %e : f64
    %f = arith.subf %x, %n : f64
    %g = math.exp %f : f64
    %t = arith.addf %p, %g : f64
    linalg.yield %n, %t : f64, f64
  } -> (tensor<?xf64>, tensor<?xf64>)
  return %0#0, %0#1 : tensor<?xf64>, tensor<?xf64>
}
func.func @argmax(%a: tensor<2x4xf64>) -> (tensor<2xf64>, tensor<2xindex>) {
  %lowest = arith.constant dense<-1.0> : tensor<2xf64>
  %zeros = arith.constant dense<0> : tensor<2xindex>
  %0:2 = linalg.generic {indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x4xf64>) outs(%lowest, %zeros : tensor<2xf64>, tensor<2xindex>) {
  ^bb0(%x: f64, %max: f64, %at: index):
    %j = linalg.index 1 : index
    %more = arith.cmpf ogt, %x, %max : f64
    %n = arith.select %more, %x, %max : f64
    %k = arith.select %more, %j, %at : index
    linalg.yield %n, %k : f64, index
  } -> (tensor<2xf64>, tensor<2xindex>)
  return %0#0, %0#1 : tensor<2xf64>, tensor<2xindex>
}
func.func @last_writer(%a: tensor<2x3xf64>, %s: tensor<2xf64>) -> tensor<2xf64> {
  %0 = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x3xf64>) outs(%s : tensor<2xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = arith.mulf %x, %x : f64
    linalg.yield %y : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @overlapping_products(%a: tensor<3xf64>, %w: tensor<2xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {indexing_maps = [#row, #column, affine_map<(i, k) -> (i + k)>], iterator_types = ["reduction", "reduction"]}
      ins(%a, %w : tensor<3xf64>, tensor<2xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%x: f64, %k: f64, %o: f64):
    %p = arith.addf %x, %k : f64
    %t = arith.mulf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @several_kinds(%a: tensor<?x3xf64>, %s: tensor<3xf64>, %b: tensor<?x3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64>) { // ? = 2, ? = 2
  %0:3 = linalg.generic {indexing_maps = [#id2, #column, #column, #id2], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%s, %s, %b : tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64>) {
  ^bb0(%x: f64, %o: f64, %p: f64, %q: f64):
    %y = math.sin %x : f64
    %t = arith.mulf %y, %o : f64
    %z = arith.mulf %y, %q : f64
    %u = arith.addf %z, %p : f64
    linalg.yield %t, %u, %z : f64, f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64>)
  return %0#0, %0#1, %0#2 : tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64>
}

//===----------------------------------------------------------------------===//
// Named ops that are made of others
//===----------------------------------------------------------------------===//

func.func @softmax(%a: tensor<?x3xf64>) -> tensor<?x3xf64> { // ? = 2
  %0 = linalg.softmax dimension(1) ins(%a : tensor<?x3xf64>) outs(%a : tensor<?x3xf64>) -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @pack(%a: tensor<4x6xf64>) -> tensor<2x3x2x2xf64> {
  %e = tensor.empty() : tensor<2x3x2x2xf64>
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x6xf64> -> tensor<2x3x2x2xf64>
  return %0 : tensor<2x3x2x2xf64>
}
func.func @unpack(%a: tensor<2x3x2x2xf64>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<2x3x2x2xf64> -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

//===----------------------------------------------------------------------===//
// In other ops, and twice
//===----------------------------------------------------------------------===//

func.func @in_map(%a: tensor<?x3x2xf64>, %b: tensor<2x2xf64>) -> tensor<?x3x2xf64> { // ? = 2
  %zeros = arith.constant dense<0.0> : tensor<3x2xf64>
  %r = chad.map (%x in %a : tensor<?x3x2xf64>) -> tensor<?x3x2xf64> {
    %y = linalg.matmul ins(%x, %b : tensor<3x2xf64>, tensor<2x2xf64>) outs(%zeros : tensor<3x2xf64>) -> tensor<3x2xf64>
    %z = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%y : tensor<3x2xf64>) outs(%y : tensor<3x2xf64>) {
    ^bb0(%e: f64, %o: f64):
      %p = math.tanh %e : f64
      linalg.yield %p : f64
    } -> tensor<3x2xf64>
    chad.yield %z : tensor<3x2xf64>
  }
  return %r : tensor<?x3x2xf64>
}
func.func @in_loop(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> { // ? = 2, ? = 2, ? = 2, i = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %e = tensor.empty(%m) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %y = linalg.matvec ins(%a, %s : tensor<?x?xf64>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %t = linalg.map { math.sin } ins(%y : tensor<?xf64>) outs(%e : tensor<?xf64>)
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func @in_branch(%a: tensor<?x2xf64>, %s: tensor<2xf64>, %c: i1) -> tensor<2xf64> { // ? = 3, i = 1
  %r = scf.if %c -> tensor<2xf64> {
    %t = linalg.reduce {arith.mulf} ins(%a : tensor<?x2xf64>) outs(%s : tensor<2xf64>) dimensions = [0]
    scf.yield %t : tensor<2xf64>
  } else {
    %t = linalg.reduce {arith.addf} ins(%a : tensor<?x2xf64>) outs(%s : tensor<2xf64>) dimensions = [0]
    scf.yield %t : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
func.func private @energy(%a: tensor<?x3xf64>, %x: tensor<3xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [#id2, #column, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%a, %x : tensor<?x3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%e: f64, %f: f64, %o: f64):
    %p = arith.mulf %e, %f : f64
    %q = math.sin %p : f64
    %r = arith.mulf %q, %f : f64
    %s = arith.addf %r, %o : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %r = tensor.extract %0[] : tensor<f64>
  return %r : f64
}
func.func @second_derivative(%a: tensor<?x3xf64>, %x: tensor<3xf64>) -> (tensor<?x3xf64>, tensor<3xf64>) { // ? = 2
  %da, %dx = chad.grad @energy(%a, %x) : (tensor<?x3xf64>, tensor<3xf64>) -> (tensor<?x3xf64>, tensor<3xf64>)
  return %da, %dx : tensor<?x3xf64>, tensor<3xf64>
}
func.func private @network(%a: tensor<2x3xf64>, %w: tensor<2x2xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %y = arith.constant dense<0.0> : tensor<2x2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, o, k) -> (n, o + k)>, affine_map<(n, o, k) -> (k, n)>, affine_map<(n, o, k) -> (n, o)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %w : tensor<2x3xf64>, tensor<2x2xf64>) outs(%y : tensor<2x2xf64>) {
  ^bb0(%e: f64, %f: f64, %o: f64):
    %p = arith.mulf %e, %f : f64
    %s = arith.addf %p, %o : f64
    linalg.yield %s : f64
  } -> tensor<2x2xf64>
  %1 = linalg.reduce {arith.mulf} ins(%0 : tensor<2x2xf64>) outs(%w : tensor<2x2xf64>) dimensions = []
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<2x2xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1]
  %3 = linalg.generic {indexing_maps = [#id2, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%1 : tensor<2x2xf64>) outs(%2 : tensor<f64>) {
  ^bb0(%e: f64, %o: f64):
    %p = math.exp %e : f64
    %s = arith.mulf %p, %o : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %r = tensor.extract %3[] : tensor<f64>
  return %r : f64
}
func.func @second_derivative_of_network(%a: tensor<2x3xf64>, %w: tensor<2x2xf64>) -> (tensor<2x3xf64>, tensor<2x2xf64>) {
  %da, %dw = chad.grad @network(%a, %w) : (tensor<2x3xf64>, tensor<2x2xf64>) -> (tensor<2x3xf64>, tensor<2x2xf64>)
  return %da, %dw : tensor<2x3xf64>, tensor<2x2xf64>
}

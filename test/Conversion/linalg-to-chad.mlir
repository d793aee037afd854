// RUN: chad-opt %s --convert-linalg-to-chad --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:[^ :]*]]: tensor<?x?xf64>, %[[B:[^ :]*]]: tensor<?x?xf64>, %[[C:[^ :]*]]: tensor<?x?xf64>)
// CHECK: %[[P:.*]] = chad.map (%[[ROW:.*]] in %[[A]] : tensor<?x?xf64>)
// CHECK: chad.fold (%{{.*}} in %[[ROW]] : tensor<?xf64>, %{{.*}} in %[[B]] : tensor<?x?xf64>) with
// CHECK: arith.addf %[[P]], %[[C]]
func.func @matmul(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// From zero there is nothing to add.
// CHECK-LABEL: func.func @matvec(
// CHECK: %[[R:.*]] = chad.map
// CHECK: chad.fold
// CHECK: return %[[R]]
func.func @matvec(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n) : tensor<?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %r = linalg.matvec ins(%a, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @fill(
// CHECK: tensor.splat
func.func @fill(%x: f64, %t: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %r = linalg.fill ins(%x : f64) outs(%t : tensor<?x3xf64>) -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

// CHECK-LABEL: func.func @transpose(
// CHECK: chad.build %[[I:.*]] <
// CHECK: chad.build %[[J:.*]] <
// CHECK: tensor.extract %{{.*}}[%[[J]], %[[I]]]
func.func @transpose(%x: tensor<?x?xf64>, %t: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.transpose ins(%x : tensor<?x?xf64>) outs(%t : tensor<?x?xf64>) permutation = [1, 0]
  return %r : tensor<?x?xf64>
}

// A window is a slice.
// CHECK-LABEL: func.func @window(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?xf64>, %[[W:[^ :]*]]: tensor<?xf64>
// CHECK: chad.build %[[I:.*]] <
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c2
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[X]][%[[AT]]] [%{{.*}}] [3]
// CHECK: chad.fold (%{{.*}} in %[[SLICE]] : tensor<?xf64>, %{{.*}} in %[[W]] : tensor<?xf64>)
func.func @window(%x: tensor<?xf64>, %w: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (2 * i + 3 * k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%e: f64, %k: f64, %o: f64):
    %p = arith.mulf %e, %k : f64
    %t = arith.addf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// What is added to windows is added to slices of an array that a fold carries.
// CHECK-LABEL: func.func @spread(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?xf64>, %[[W:[^ :]*]]: tensor<?xf64>, %[[Y:[^ :]*]]: tensor<?xf64>
// CHECK: chad.fold ({{.*}}) with (%[[STATE:.*]] = %[[Y]] : tensor<?xf64>)
// CHECK: %[[ADDED:.*]] = chad.map (%{{.*}} in %[[W]]
// CHECK: %[[OLD:.*]] = tensor.extract_slice %[[STATE]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[ADDED]]
// CHECK: tensor.insert_slice %[[NEW]] into %[[STATE]]
func.func @spread(%x: tensor<?xf64>, %w: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i + k)>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %w : tensor<?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%e: f64, %k: f64, %o: f64):
    %p = arith.mulf %e, %k : f64
    %t = arith.addf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @maximum(
// CHECK: chad.map
// CHECK: chad.reduce
// CHECK: arith.maximumf
func.func @maximum(%a: tensor<?x?xf64>, %s: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.reduce {arith.maximumf} ins(%a : tensor<?x?xf64>) outs(%s : tensor<?xf64>) dimensions = [1]
  return %r : tensor<?xf64>
}

// Along the first dimension rows are compared with rows.
// CHECK-LABEL: func.func @maximum_of_rows(
// CHECK: chad.fold (%[[ROW:.*]] in %{{.*}} : tensor<?x?xf64>) with (%[[STATE:.*]] = %{{.*}} : tensor<?xf64>)
// CHECK: arith.maximumf {{.*}} : tensor<?xf64>
func.func @maximum_of_rows(%a: tensor<?x?xf64>, %s: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.reduce {arith.maximumf} ins(%a : tensor<?x?xf64>) outs(%s : tensor<?xf64>) dimensions = [0]
  return %r : tensor<?xf64>
}

// What has no nest runs point by point.
// CHECK-LABEL: func.func @products_of_windows(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.insert
func.func @products_of_windows(%x: tensor<3xf64>, %w: tensor<2xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i + k)>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %w : tensor<3xf64>, tensor<2xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%e: f64, %k: f64, %o: f64):
    %p = arith.addf %e, %k : f64
    %t = arith.mulf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// CHECK-LABEL: func.func @memory(
// CHECK: linalg.fill
// CHECK-LABEL: func.func @encoding(
// CHECK: linalg.exp
func.func @memory(%x: f64, %m: memref<3xf64>) {
  linalg.fill ins(%x : f64) outs(%m : memref<3xf64>)
  return
}
func.func @encoding(%a: tensor<3xf64, "sparse">, %b: tensor<3xf64, "sparse">) -> tensor<3xf64, "sparse"> {
  %r = linalg.exp ins(%a : tensor<3xf64, "sparse">) outs(%b : tensor<3xf64, "sparse">) -> tensor<3xf64, "sparse">
  return %r : tensor<3xf64, "sparse">
}

// -----

// More loops than have orders that can all be tried: what is added to windows of three dimensions is added to slices.
#made = affine_map<(b, x, y, z, f, i, j, k, c) -> (b, x, y, z, f)>
#weights = affine_map<(b, x, y, z, f, i, j, k, c) -> (i, j, k, c, f)>
#added = affine_map<(b, x, y, z, f, i, j, k, c) -> (b, x + i, y + j, z + k, c)>
// CHECK-LABEL: @nine_loops
// CHECK-NOT: scf.for
// CHECK: chad.map
// CHECK: chad.fold
// CHECK: tensor.extract_slice %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}, 0] [2, 2, 2, 5] [1, 1, 1, 1]
// CHECK: tensor.insert_slice
// CHECK-NOT: scf.for
// CHECK: return
func.func @nine_loops(%y: tensor<2x6x5x4x7xf64>, %w: tensor<2x2x2x5x7xf64>,
    %sum: tensor<2x7x6x5x5xf64>) -> tensor<2x7x6x5x5xf64> {
  %r = linalg.generic {indexing_maps = [#made, #weights, #added], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %w : tensor<2x6x5x4x7xf64>, tensor<2x2x2x5x7xf64>) outs(%sum : tensor<2x7x6x5x5xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x7x6x5x5xf64>
  return %r : tensor<2x7x6x5x5xf64>
}

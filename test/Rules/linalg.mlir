// Derivatives of structured ops are structured ops.
//
// RUN: chad-opt %s --chad-forward=function=matmul --canonicalize --cse | FileCheck %s --check-prefix=FORWARD
// RUN: chad-opt %s --chad-reverse=function=matmul --canonicalize --cse | FileCheck %s --check-prefix=MATMUL
// RUN: chad-opt %s --chad-reverse=function=window --canonicalize --cse | FileCheck %s --check-prefix=WINDOW
// RUN: chad-opt %s --chad-reverse=function=bias --canonicalize --cse | FileCheck %s --check-prefix=BIAS
// RUN: chad-opt %s --chad-reverse=function=exponentials --canonicalize --cse | FileCheck %s --check-prefix=RESULT
// RUN: chad-opt %s --chad-reverse=function=kept --canonicalize --cse | FileCheck %s --check-prefix=KEPT
// RUN: chad-opt %s --chad-reverse=function=maximum --canonicalize --cse | FileCheck %s --check-prefix=MAXIMUM
// RUN: chad-opt %s --chad-reverse=function=product --canonicalize --cse | FileCheck %s --check-prefix=PRODUCT
// RUN: chad-opt %s --chad-reverse=function=softmax --canonicalize --cse | FileCheck %s --check-prefix=SOFTMAX

#both = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// The tangent of a named op is that op, with a tangent in place of each input.
// FORWARD-LABEL: func.func @matmul.forward
// FORWARD: linalg.matmul
// FORWARD: chad.lfun.lambda (%[[DA:.*]]: !chad.lin<tensor<?x3xf64>>, %[[DB:.*]]: !chad.lin<tensor<3x?xf64>>, %[[DC:.*]]: !chad.lin<tensor<?x?xf64>>)
// FORWARD-DAG: %[[A:.*]] = chad.from_linear %[[DA]]
// FORWARD-DAG: %[[C:.*]] = chad.from_linear %[[DC]]
// FORWARD: %[[FIRST:.*]] = linalg.matmul ins(%[[A]], %{{.*}}) outs(%[[C]]
// FORWARD: linalg.matmul ins(%{{.*}}, %{{.*}}) outs(%[[FIRST]]
//
// The adjoint of a contraction is a contraction with permuted maps for each factor.
// MATMUL-DAG: #[[$IK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// MATMUL-DAG: #[[$KJ:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// MATMUL-DAG: #[[$IJ:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// MATMUL-LABEL: func.func @matmul.reverse
// MATMUL: chad.lfun.lambda (%[[DC:.*]]: !chad.lin<tensor<?x?xf64>>)
// MATMUL: %[[C:.*]] = chad.from_linear %[[DC]]
// MATMUL: linalg.contract indexing_maps = [#[[$IJ]], #[[$KJ]], #[[$IK]]] ins(%[[C]], %{{.*}})
// MATMUL: linalg.contract indexing_maps = [#[[$IK]], #[[$IJ]], #[[$KJ]]] ins(%{{.*}}, %[[C]]
// MATMUL: chad.yield %{{.*}}, %{{.*}}, %[[DC]]
func.func @matmul(%a: tensor<?x3xf64>, %b: tensor<3x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x3xf64>, tensor<3x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// The adjoint of an op that reads windows adds to windows.
// WINDOW: #[[SHIFTED:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// WINDOW: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #[[SHIFTED]]], iterator_types = ["reduction", "reduction"]}
// WINDOW: linalg.generic {indexing_maps = [#[[SHIFTED]], #{{.*}}, #{{.*}}], iterator_types = ["reduction", "parallel"]}
func.func @window(%a: tensor<?xf64>, %w: tensor<3xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<?xf64>, tensor<3xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%x: f64, %k: f64, %o: f64):
    %p = arith.mulf %x, %k : f64
    %t = arith.addf %p, %o : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// What is broadcast is summed in reverse.
// BIAS: chad.lfun.lambda
// BIAS: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]}
// BIAS: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]}
func.func @bias(%a: tensor<?x3xf64>, %b: tensor<3xf64>) -> tensor<?x3xf64> {
  %r = linalg.generic {indexing_maps = [#both, #column, #both], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x3xf64>, tensor<3xf64>) outs(%a : tensor<?x3xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %z = arith.addf %x, %y : f64
    %s = arith.mulf %z, %z : f64
    linalg.yield %s : f64
  } -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

// What the op has computed is read, not computed again.
// RESULT-LABEL: func.func @exponentials.reverse
// RESULT: %[[Y:.*]] = linalg.generic
// RESULT: math.exp
// RESULT: chad.lfun.lambda
// RESULT: linalg.generic {{.*}} ins(%[[Y]], %{{.*}} : tensor<?x3xf64>, tensor<?x3xf64>)
// RESULT-NOT: math.exp
// RESULT: chad.yield
func.func @exponentials(%a: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %r = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x3xf64>) outs(%a : tensor<?x3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = math.exp %x : f64
    linalg.yield %y : f64
  } -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

// What is costly becomes a result.
// KEPT-LABEL: func.func @kept.reverse
// KEPT: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<?xf64>, tensor<?x3xf64>)
// KEPT: math.exp
// KEPT: chad.lfun.lambda
// KEPT-NOT: math.exp
// KEPT: chad.yield
func.func @kept(%a: tensor<?x3xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic {indexing_maps = [#both, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x3xf64>) outs(%b : tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %y = math.exp %x : f64
    %s = arith.addf %o, %y : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The number of the point that is the maximum is found forwards; in reverse it is compared with.
// MAXIMUM-LABEL: func.func @maximum.reverse
// MAXIMUM: linalg.reduce
// MAXIMUM: arith.minui
// MAXIMUM: chad.lfun.lambda
// MAXIMUM: linalg.generic
// MAXIMUM: linalg.index 0
// MAXIMUM: arith.cmpi eq
func.func @maximum(%a: tensor<?x3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.reduce {arith.maximumf} ins(%a : tensor<?x3xf64>) outs(%s : tensor<3xf64>) dimensions = [0]
  return %r : tensor<3xf64>
}

// A product is a reduction of the dialect, whose adjoint needs no division.
// PRODUCT-LABEL: func.func @product.reverse
// PRODUCT: chad.reduce
// PRODUCT: chad.lfun.lambda
// PRODUCT: chad.scan
func.func @product(%a: tensor<?x3xf64>, %s: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.reduce {arith.mulf} ins(%a : tensor<?x3xf64>) outs(%s : tensor<?xf64>) dimensions = [1]
  return %r : tensor<?xf64>
}

// A softmax does not depend on the maximum that it subtracts.
// SOFTMAX-LABEL: func.func @softmax.reverse
// SOFTMAX: arith.maximumf
// SOFTMAX: chad.lfun.lambda
// SOFTMAX-NOT: arith.cmpi
// SOFTMAX: chad.yield
func.func @softmax(%a: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %r = linalg.softmax dimension(1) ins(%a : tensor<?x3xf64>) outs(%a : tensor<?x3xf64>) -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

// Functions, graphs and constants of the dialect `ml_program`: compiled and interpreted, against
// differences. A global that may change is no obstacle to functions that do not use it. Attributes
// of functions, arguments and results stay as they are.
//
// RUN: chad-opt %s --chad-raise --allow-unregistered-dialect | FileCheck %s --check-prefix=RAISED
// RAISED: ml_program.global private mutable @global_seed
// RAISED-LABEL: func.func @layer(%{{.*}}: tensor<2xf64> {ml_program.identifier = "x"}) -> (tensor<2xf64> {other.name = "y"}) attributes {other.entry}
// RAISED: %[[W:.*]] = arith.constant dense<{{.*}}> : tensor<2x2xf64>
// RAISED: tensor.cast %[[W]]
// RAISED-LABEL: func.func private @loss
//
// The passes that raise the programs that they are given make functions, too.
// RUN: chad-opt %s --chad-sparsity=function=graph --allow-unregistered-dialect | FileCheck %s --check-prefix=MONOID
// RUN: chad-opt %s --chad-rounding=function=graph --allow-unregistered-dialect | FileCheck %s --check-prefix=MONOID
// RUN: chad-opt %s --chad-dependence=function=graph --allow-unregistered-dialect | FileCheck %s --check-prefix=MONOID
// MONOID: func.func @graph
//
// RUN: chad-run %s --entry=layer --arg='[1, 2]' | FileCheck %s --check-prefix=LAYER
// RUN: chad-run %s --entry=layer --arg='[1, 2]' --interpret | FileCheck %s --check-prefix=LAYER
// LAYER: tensor<2xf64> [5.5, 11.5]
// RUN: chad-run %s --entry=layer --arg='[1, 2]' --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=graph --arg='[1, 2]' --arg=3 | FileCheck %s --check-prefix=GRAPH
// RUN: chad-run %s --entry=graph --arg='[1, 2]' --arg=3 --interpret | FileCheck %s --check-prefix=GRAPH
// GRAPH: tensor<2xf64> [14, 17.5]
// RUN: chad-run %s --entry=graph --arg='[1, 2]' --arg=3 --grad-check | FileCheck %s
//
// RUN: chad-run %s --entry=gradient --arg='[1, 2]' | FileCheck %s --check-prefix=GRADIENT
// RUN: chad-run %s --entry=gradient --arg='[1, 2]' --interpret | FileCheck %s --check-prefix=GRADIENT
// GRADIENT: tensor<2xf64> [76, 108]
// RUN: chad-run %s --entry=gradient --arg='[1, 2]' --grad-check | FileCheck %s
// CHECK: reverse and differences
//
// A function can be named in passes, too.
// RUN: chad-opt %s --chad-reverse=function=layer --chad-forward=function=graph --allow-unregistered-dialect | FileCheck %s --check-prefix=PASSES
// PASSES-DAG: func.func @layer.reverse(%{{.*}}: tensor<2xf64>)
// PASSES-DAG: func.func @graph.forward(%{{.*}}: tensor<2xf64>, %{{.*}}: f64)

ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private @weight(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>) : tensor<?x2xf64>
ml_program.global public @bias(0.5 : f64) : f64

// An affine map, with constants for the weights.
ml_program.func @layer(%x: tensor<2xf64> {ml_program.identifier = "x"}) -> (tensor<2xf64> {other.name = "y"}) attributes {other.entry} {
  %w = ml_program.global_load_const @weight : tensor<?x2xf64>
  %b = ml_program.global_load @bias : f64
  %empty = tensor.empty() : tensor<2xf64>
  %start = linalg.fill ins(%b : f64) outs(%empty : tensor<2xf64>) -> tensor<2xf64>
  %w2 = tensor.cast %w : tensor<?x2xf64> to tensor<2x2xf64>
  %y = linalg.matvec ins(%w2, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%start : tensor<2xf64>) -> tensor<2xf64>
  ml_program.return %y : tensor<2xf64>
}

// A graph, whose ops are in no order.
ml_program.subgraph @graph(%x: tensor<2xf64>, %y: f64) -> tensor<2xf64> {
  %start = ml_program.token
  %b = arith.mulf %a, %c : tensor<2xf64>
  %c = tensor.splat %d : tensor<2xf64>
  %d = arith.addf %bias, %y : f64
  %bias, %read = ml_program.global_load_graph @bias ordering (%start -> !ml_program.token) : f64
  %again, %end = ml_program.global_load_graph @bias ordering (%start, %read -> !ml_program.token) : f64
  %a = tensor.generate {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] : tensor<2xf64>
    %f = arith.addf %e, %d : f64
    %g = arith.subf %f, %again : f64
    tensor.yield %g : f64
  } : tensor<2xf64>
  ml_program.output %b : tensor<2xf64>
}

ml_program.func private @loss(%x: tensor<2xf64>) -> f64 {
  %weight = ml_program.global_load_const @weight : tensor<?x2xf64>
  %w = tensor.cast %weight : tensor<?x2xf64> to tensor<2x2xf64>
  %empty = tensor.empty() : tensor<2xf64>
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<2xf64>) -> tensor<2xf64>
  %y = linalg.matvec ins(%w, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%start : tensor<2xf64>) -> tensor<2xf64>
  %scalar = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.dot ins(%y, %y : tensor<2xf64>, tensor<2xf64>) outs(%scalar : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %s[] : tensor<f64>
  ml_program.return %r : f64
}
func.func @gradient(%x: tensor<2xf64>) -> tensor<2xf64> {
  %g = chad.grad @loss(%x) : (tensor<2xf64>) -> tensor<2xf64>
  return %g : tensor<2xf64>
}

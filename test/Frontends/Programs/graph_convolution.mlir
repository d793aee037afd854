// A layer of a graph convolution (Kipf & Welling 2017): features of neighbours are gathered along the
// edges, weighted, added up at their targets, and multiplied by a matrix.
// RUN: %python %S/check.py %s

func.func @graph_convolution(%x: tensor<5x3xf64>, %w: tensor<3x2xf64>, %strength: tensor<6xf64>,
                             %source: tensor<6xi64>, %target: tensor<6xi64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %messagesPlace = tensor.empty() : tensor<6x3xf64>
  %messages = linalg.generic {
      indexing_maps = [affine_map<(e, d) -> (e)>, affine_map<(e, d) -> (e)>, affine_map<(e, d) -> (e, d)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%source, %strength : tensor<6xi64>, tensor<6xf64>) outs(%messagesPlace : tensor<6x3xf64>) {
  ^bb0(%s: i64, %a: f64, %old: f64):
    %i = arith.index_cast %s : i64 to index
    %d = linalg.index 1 : index
    %v = tensor.extract %x[%i, %d] : tensor<5x3xf64>
    %m = arith.mulf %a, %v : f64
    linalg.yield %m : f64
  } -> tensor<6x3xf64>
  %nodes = tensor.empty() : tensor<5x3xf64>
  %none = linalg.fill ins(%zero : f64) outs(%nodes : tensor<5x3xf64>) -> tensor<5x3xf64>
  %sums = scf.for %e = %c0 to %c6 step %c1 iter_args(%sums = %none) -> (tensor<5x3xf64>) {
    %t = tensor.extract %target[%e] : tensor<6xi64>
    %i = arith.index_cast %t : i64 to index
    %m = tensor.extract_slice %messages[%e, 0] [1, 3] [1, 1] : tensor<6x3xf64> to tensor<1x3xf64>
    %old = tensor.extract_slice %sums[%i, 0] [1, 3] [1, 1] : tensor<5x3xf64> to tensor<1x3xf64>
    %new = linalg.add ins(%old, %m : tensor<1x3xf64>, tensor<1x3xf64>) outs(%old : tensor<1x3xf64>) -> tensor<1x3xf64>
    %next = tensor.insert_slice %new into %sums[%i, 0] [1, 3] [1, 1] : tensor<1x3xf64> into tensor<5x3xf64>
    scf.yield %next : tensor<5x3xf64>
  }
  %place = tensor.empty() : tensor<5x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<5x2xf64>) -> tensor<5x2xf64>
  %h = linalg.matmul ins(%sums, %w : tensor<5x3xf64>, tensor<3x2xf64>) outs(%zeros : tensor<5x2xf64>) -> tensor<5x2xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%h : tensor<5x2xf64>) outs(%start : tensor<f64>) {
  ^bb0(%e: f64, %s: f64):
    %q = math.tanh %e : f64
    %p = arith.mulf %q, %q : f64
    %t = arith.addf %s, %p : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

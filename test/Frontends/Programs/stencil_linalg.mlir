// Steps of the heat equation with a nonlinear source on a grid: a convolution with the stencil, on an
// array padded by tensor.pad.
// RUN: %python %S/check.py %s

#id = affine_map<(i, j) -> (i, j)>

func.func @stencil_linalg(%u0: tensor<6x7xf64>, %k: tensor<6x7xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %stencil = arith.constant dense<[[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf64>
  %dt = arith.constant 0.1 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 4 : index
  %place = tensor.empty() : tensor<6x7xf64>
  %u = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %u0) -> (tensor<6x7xf64>) {
    %p = tensor.pad %u low[1, 1] high[1, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f64
    } : tensor<6x7xf64> to tensor<8x9xf64>
    %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<6x7xf64>) -> tensor<6x7xf64>
    %laplacian = linalg.conv_2d ins(%p, %stencil : tensor<8x9xf64>, tensor<3x3xf64>) outs(%zeros : tensor<6x7xf64>) -> tensor<6x7xf64>
    %next = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%u, %k, %laplacian : tensor<6x7xf64>, tensor<6x7xf64>, tensor<6x7xf64>) outs(%place : tensor<6x7xf64>) {
    ^bb0(%center: f64, %conductivity: f64, %l: f64, %old: f64):
      %flow = arith.mulf %conductivity, %l : f64
      %source = math.sin %center : f64
      %change = arith.addf %flow, %source : f64
      %d = arith.mulf %dt, %change : f64
      %r = arith.addf %center, %d : f64
      linalg.yield %r : f64
    } -> tensor<6x7xf64>
    scf.yield %next : tensor<6x7xf64>
  }
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%u : tensor<6x7xf64>) outs(%start : tensor<f64>) {
  ^bb0(%e: f64, %s: f64):
    %q = arith.mulf %e, %e : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

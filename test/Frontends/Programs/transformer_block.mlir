// A block of a transformer with layer norm before attention and GELU, as front ends leave it.
// RUN: %python %S/check.py %s

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>

func.func private @layer_norm(%x: tensor<4x6xf64>, %scale: tensor<6xf64>, %shift: tensor<6xf64>) -> tensor<4x6xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 6.0 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %lines = tensor.empty() : tensor<4xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%lines : tensor<4xf64>) -> tensor<4xf64>
  %sums = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x6xf64>) outs(%zeros : tensor<4xf64>) {
  ^bb0(%e: f64, %s: f64):
    %t = arith.addf %s, %e : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  %squares = linalg.generic {indexing_maps = [#id, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sums : tensor<4x6xf64>, tensor<4xf64>) outs(%zeros : tensor<4xf64>) {
  ^bb0(%e: f64, %sum: f64, %s: f64):
    %mean = arith.divf %sum, %n : f64
    %d = arith.subf %e, %mean : f64
    %q = arith.mulf %d, %d : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  %place = tensor.empty() : tensor<4x6xf64>
  %y = linalg.generic {indexing_maps = [#id, #rows, #rows, #columns, #columns, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums, %squares, %scale, %shift : tensor<4x6xf64>, tensor<4xf64>, tensor<4xf64>, tensor<6xf64>, tensor<6xf64>)
      outs(%place : tensor<4x6xf64>) {
  ^bb0(%e: f64, %sum: f64, %square: f64, %g: f64, %b: f64, %old: f64):
    %mean = arith.divf %sum, %n : f64
    %variance = arith.divf %square, %n : f64
    %v = arith.addf %variance, %epsilon : f64
    %r = math.rsqrt %v : f64
    %d = arith.subf %e, %mean : f64
    %s = arith.mulf %d, %r : f64
    %t = arith.mulf %s, %g : f64
    %u = arith.addf %t, %b : f64
    linalg.yield %u : f64
  } -> tensor<4x6xf64>
  return %y : tensor<4x6xf64>
}

func.func private @project(%x: tensor<4x6xf64>, %w: tensor<6x6xf64>) -> tensor<4x6xf64> {
  %zero = arith.constant 0.0 : f64
  %place = tensor.empty() : tensor<4x6xf64>
  %start = linalg.fill ins(%zero : f64) outs(%place : tensor<4x6xf64>) -> tensor<4x6xf64>
  %y = linalg.matmul ins(%x, %w : tensor<4x6xf64>, tensor<6x6xf64>) outs(%start : tensor<4x6xf64>) -> tensor<4x6xf64>
  return %y : tensor<4x6xf64>
}

// 4x6 as two heads of 3.
func.func private @heads(%x: tensor<4x6xf64>) -> tensor<2x4x3xf64> {
  %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf64> into tensor<4x2x3xf64>
  %place = tensor.empty() : tensor<2x4x3xf64>
  %t = linalg.transpose ins(%e : tensor<4x2x3xf64>) outs(%place : tensor<2x4x3xf64>) permutation = [1, 0, 2]
  return %t : tensor<2x4x3xf64>
}

func.func @transformer_block(%x: tensor<4x6xf64>, %wq: tensor<6x6xf64>, %wk: tensor<6x6xf64>, %wv: tensor<6x6xf64>,
                             %wo: tensor<6x6xf64>, %g1: tensor<6xf64>, %s1: tensor<6xf64>, %g2: tensor<6xf64>,
                             %s2: tensor<6xf64>, %w1: tensor<6x6xf64>, %w2: tensor<6x6xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %root3 = arith.constant 1.7320508075688772 : f64
  %root2 = arith.constant 1.4142135623730951 : f64
  %h = call @layer_norm(%x, %g1, %s1) : (tensor<4x6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<4x6xf64>
  %q0 = call @project(%h, %wq) : (tensor<4x6xf64>, tensor<6x6xf64>) -> tensor<4x6xf64>
  %k0 = call @project(%h, %wk) : (tensor<4x6xf64>, tensor<6x6xf64>) -> tensor<4x6xf64>
  %v0 = call @project(%h, %wv) : (tensor<4x6xf64>, tensor<6x6xf64>) -> tensor<4x6xf64>
  %q = call @heads(%q0) : (tensor<4x6xf64>) -> tensor<2x4x3xf64>
  %k = call @heads(%k0) : (tensor<4x6xf64>) -> tensor<2x4x3xf64>
  %v = call @heads(%v0) : (tensor<4x6xf64>) -> tensor<2x4x3xf64>
  %turned = tensor.empty() : tensor<2x3x4xf64>
  %kt = linalg.transpose ins(%k : tensor<2x4x3xf64>) outs(%turned : tensor<2x3x4xf64>) permutation = [0, 2, 1]
  %square = tensor.empty() : tensor<2x4x4xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%square : tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %products = linalg.batch_matmul ins(%q, %kt : tensor<2x4x3xf64>, tensor<2x3x4xf64>) outs(%zeros : tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %divisor = tensor.splat %root3 : tensor<2x4x4xf64>
  %scores = linalg.div ins(%products, %divisor : tensor<2x4x4xf64>, tensor<2x4x4xf64>) outs(%square : tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %p = linalg.softmax dimension(2) ins(%scores : tensor<2x4x4xf64>) outs(%square : tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %three = tensor.empty() : tensor<2x4x3xf64>
  %none = linalg.fill ins(%zero : f64) outs(%three : tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf64>, tensor<2x4x3xf64>) outs(%none : tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  %back = tensor.empty() : tensor<4x2x3xf64>
  %ot = linalg.transpose ins(%o : tensor<2x4x3xf64>) outs(%back : tensor<4x2x3xf64>) permutation = [1, 0, 2]
  %oc = tensor.collapse_shape %ot [[0], [1, 2]] : tensor<4x2x3xf64> into tensor<4x6xf64>
  %mixed = linalg.matmul ins(%oc, %wo : tensor<4x6xf64>, tensor<6x6xf64>) outs(%x : tensor<4x6xf64>) -> tensor<4x6xf64>
  %n = call @layer_norm(%mixed, %g2, %s2) : (tensor<4x6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<4x6xf64>
  %u = call @project(%n, %w1) : (tensor<4x6xf64>, tensor<6x6xf64>) -> tensor<4x6xf64>
  %place = tensor.empty() : tensor<4x6xf64>
  %gelu = linalg.map ins(%u : tensor<4x6xf64>) outs(%place : tensor<4x6xf64>) (%e: f64, %init: f64) {
    %d = arith.divf %e, %root2 : f64
    %r = math.erf %d : f64
    %a = arith.addf %r, %one : f64
    %m = arith.mulf %a, %half : f64
    %y = arith.mulf %e, %m : f64
    linalg.yield %y : f64
  }
  %y = linalg.matmul ins(%gelu, %w2 : tensor<4x6xf64>, tensor<6x6xf64>) outs(%mixed : tensor<4x6xf64>) -> tensor<4x6xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<4x6xf64>) outs(%start : tensor<f64>) {
  ^bb0(%e: f64, %s: f64):
    %q2 = arith.mulf %e, %e : f64
    %t = arith.addf %s, %q2 : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

// A small LeNet (LeCun et al. 1998) as a front end leaves it: named convolutions and poolings, and generics.
// RUN: %python %S/check.py %s

#id2 = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#id4 = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @lenet(%image: tensor<1x1x12x12xf64>, %k1: tensor<2x1x3x3xf64>, %b1: tensor<2xf64>,
                 %k2: tensor<3x2x2x2xf64>, %b2: tensor<3xf64>, %w3: tensor<12x6xf64>, %b3: tensor<6xf64>,
                 %w4: tensor<6x4xf64>, %b4: tensor<4xf64>, %label: tensor<1xi64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64

  // conv, bias, relu, max-pool: 1x2x10x10, then 1x2x5x5.
  %e1 = tensor.empty() : tensor<1x2x10x10xf64>
  %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<1x2x10x10xf64>) -> tensor<1x2x10x10xf64>
  %c1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%image, %k1 : tensor<1x1x12x12xf64>, tensor<2x1x3x3xf64>) outs(%z1 : tensor<1x2x10x10xf64>) -> tensor<1x2x10x10xf64>
  %r1 = linalg.generic {indexing_maps = [#id4, #channel, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c1, %b1 : tensor<1x2x10x10xf64>, tensor<2xf64>) outs(%e1 : tensor<1x2x10x10xf64>) {
  ^bb0(%x: f64, %b: f64, %out: f64):
    %s = arith.addf %x, %b : f64
    %p = arith.cmpf ugt, %s, %zero : f64
    %r = arith.select %p, %s, %zero : f64
    linalg.yield %r : f64
  } -> tensor<1x2x10x10xf64>
  %window = tensor.empty() : tensor<2x2xf64>
  %f1 = tensor.empty() : tensor<1x2x5x5xf64>
  %l1 = linalg.fill ins(%least : f64) outs(%f1 : tensor<1x2x5x5xf64>) -> tensor<1x2x5x5xf64>
  %p1 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%r1, %window : tensor<1x2x10x10xf64>, tensor<2x2xf64>) outs(%l1 : tensor<1x2x5x5xf64>) -> tensor<1x2x5x5xf64>

  // The same once more: 1x3x4x4, then 1x3x2x2.
  %e2 = tensor.empty() : tensor<1x3x4x4xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
  %c2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p1, %k2 : tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>) outs(%z2 : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
  %r2 = linalg.generic {indexing_maps = [#id4, #channel, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c2, %b2 : tensor<1x3x4x4xf64>, tensor<3xf64>) outs(%e2 : tensor<1x3x4x4xf64>) {
  ^bb0(%x: f64, %b: f64, %out: f64):
    %s = arith.addf %x, %b : f64
    %p = arith.cmpf ugt, %s, %zero : f64
    %r = arith.select %p, %s, %zero : f64
    linalg.yield %r : f64
  } -> tensor<1x3x4x4xf64>
  %f2 = tensor.empty() : tensor<1x3x2x2xf64>
  %l2 = linalg.fill ins(%least : f64) outs(%f2 : tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %p2 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%r2, %window : tensor<1x3x4x4xf64>, tensor<2x2xf64>) outs(%l2 : tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %flat = tensor.collapse_shape %p2 [[0], [1, 2, 3]] : tensor<1x3x2x2xf64> into tensor<1x12xf64>

  // Two dense layers; the bias is spread first, as torch.aten.addmm is lowered.
  %e3 = tensor.empty() : tensor<1x6xf64>
  %z3 = linalg.fill ins(%zero : f64) outs(%e3 : tensor<1x6xf64>) -> tensor<1x6xf64>
  %m3 = linalg.matmul ins(%flat, %w3 : tensor<1x12xf64>, tensor<12x6xf64>) outs(%z3 : tensor<1x6xf64>) -> tensor<1x6xf64>
  %r3 = linalg.generic {indexing_maps = [#id2, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%m3, %b3 : tensor<1x6xf64>, tensor<6xf64>) outs(%e3 : tensor<1x6xf64>) {
  ^bb0(%x: f64, %b: f64, %out: f64):
    %s = arith.addf %x, %b : f64
    %r = math.tanh %s : f64
    linalg.yield %r : f64
  } -> tensor<1x6xf64>
  %e4 = tensor.empty() : tensor<1x4xf64>
  %s4 = linalg.broadcast ins(%b4 : tensor<4xf64>) outs(%e4 : tensor<1x4xf64>) dimensions = [0]
  %logits = linalg.matmul ins(%r3, %w4 : tensor<1x6xf64>, tensor<6x4xf64>) outs(%s4 : tensor<1x4xf64>) -> tensor<1x4xf64>

  // The negative log-likelihood of the label.
  %weights = linalg.softmax dimension(1) ins(%logits : tensor<1x4xf64>) outs(%e4 : tensor<1x4xf64>) -> tensor<1x4xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%label : tensor<1xi64>) outs(%start : tensor<f64>) {
  ^bb0(%l: i64, %sum: f64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %l : i64 to index
    %p = tensor.extract %weights[%i, %j] : tensor<1x4xf64>
    %log = math.log %p : f64
    %r = arith.subf %sum, %log : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

// A layer of a convolutional network, of images, as structured ops: correlation with kernels over
// windows, bias, relu, and the maxima of 2x2 windows.
//
// RUN: %python %S/../Programs/check.py %s

#image = affine_map<(b, i, j, f) -> (b, i, j, f)>
#feature = affine_map<(b, i, j, f) -> (f)>

func.func @conv2d(%kernels: tensor<?x?x?x?xf64>, %bias: tensor<?xf64>,
                  %images: tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %batch = tensor.dim %images, %c0 : tensor<?x?x?x?xf64>
  %m = tensor.dim %images, %c1 : tensor<?x?x?x?xf64>
  %n = tensor.dim %images, %c2 : tensor<?x?x?x?xf64>
  %features = tensor.dim %kernels, %c0 : tensor<?x?x?x?xf64>
  %v = tensor.dim %kernels, %c1 : tensor<?x?x?x?xf64>
  %w = tensor.dim %kernels, %c2 : tensor<?x?x?x?xf64>
  %last_row = arith.subi %m, %v : index
  %rows = arith.addi %last_row, %c1 : index
  %last_column = arith.subi %n, %w : index
  %columns = arith.addi %last_column, %c1 : index
  %empty = tensor.empty(%batch, %rows, %columns, %features) : tensor<?x?x?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %y = linalg.conv_2d_nhwc_fhwc
      ins(%images, %kernels : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>)
      outs(%zeros : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %r = linalg.generic {indexing_maps = [#image, #feature, #image],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %bias : tensor<?x?x?x?xf64>, tensor<?xf64>) outs(%empty : tensor<?x?x?x?xf64>) {
  ^bb0(%s: f64, %b: f64, %old: f64):
    %z = arith.addf %s, %b : f64
    %relu = arith.maximumf %zero, %z : f64
    linalg.yield %relu : f64
  } -> tensor<?x?x?x?xf64>
  %half_rows = arith.divui %rows, %c2 : index
  %half_columns = arith.divui %columns, %c2 : index
  %smaller = tensor.empty(%batch, %half_rows, %half_columns, %features) : tensor<?x?x?x?xf64>
  %lows = linalg.fill ins(%lowest : f64) outs(%smaller : tensor<?x?x?x?xf64>)
      -> tensor<?x?x?x?xf64>
  %window = tensor.empty() : tensor<2x2xf64>
  %pooled = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
      ins(%r, %window : tensor<?x?x?x?xf64>, tensor<2x2xf64>)
      outs(%lows : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  return %pooled : tensor<?x?x?x?xf64>
}

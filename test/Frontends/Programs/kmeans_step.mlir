// A step of k-means (Lloyd 1982): each point goes to the nearest center, each center to the mean of its
// points. The result is the sum of the squares of the distances to the new centers.
// RUN: %python %S/check.py %s

#point = affine_map<(i, j, d) -> (i, d)>
#center = affine_map<(i, j, d) -> (j, d)>
#pair = affine_map<(i, j, d) -> (i, j)>

func.func @kmeans_step(%points: tensor<7x2xf64>, %centers: tensor<3x2xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %none = arith.constant 0 : i64
  %most = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<7x3xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<7x3xf64>) -> tensor<7x3xf64>
  %distances = linalg.generic {indexing_maps = [#point, #center, #pair], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%points, %centers : tensor<7x2xf64>, tensor<3x2xf64>) outs(%z : tensor<7x3xf64>) {
  ^bb0(%x: f64, %c: f64, %s: f64):
    %d = arith.subf %x, %c : f64
    %q = arith.mulf %d, %d : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<7x3xf64>
  // The nearest center: torch.aten.min.dim, with two results.
  %em = tensor.empty() : tensor<7xf64>
  %ei = tensor.empty() : tensor<7xi64>
  %m0 = linalg.fill ins(%most : f64) outs(%em : tensor<7xf64>) -> tensor<7xf64>
  %i0 = linalg.fill ins(%none : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %least:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%distances : tensor<7x3xf64>) outs(%m0, %i0 : tensor<7xf64>, tensor<7xi64>) {
  ^bb0(%d: f64, %best: f64, %where: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %isLess = arith.cmpf olt, %d, %best : f64
    %b = arith.minimumf %d, %best : f64
    %w = arith.select %isLess, %k, %where : i64
    linalg.yield %b, %w : f64, i64
  } -> (tensor<7xf64>, tensor<7xi64>)
  // Sums and numbers of the points of each center.
  %ec = tensor.empty() : tensor<3x2xf64>
  %zc = linalg.fill ins(%zero : f64) outs(%ec : tensor<3x2xf64>) -> tensor<3x2xf64>
  %en = tensor.empty() : tensor<3xf64>
  %zn = linalg.fill ins(%zero : f64) outs(%en : tensor<3xf64>) -> tensor<3xf64>
  %sums = linalg.generic {
      indexing_maps = [affine_map<(j, d, i) -> (i, d)>, affine_map<(j, d, i) -> (i)>, affine_map<(j, d, i) -> (j, d)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%points, %least#1 : tensor<7x2xf64>, tensor<7xi64>) outs(%zc : tensor<3x2xf64>) {
  ^bb0(%x: f64, %w: i64, %s: f64):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i64
    %isOwn = arith.cmpi eq, %k, %w : i64
    %y = arith.select %isOwn, %x, %zero : f64
    %t = arith.addf %s, %y : f64
    linalg.yield %t : f64
  } -> tensor<3x2xf64>
  %numbers = linalg.generic {
      indexing_maps = [affine_map<(j, i) -> (i)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
      ins(%least#1 : tensor<7xi64>) outs(%zn : tensor<3xf64>) {
  ^bb0(%w: i64, %s: f64):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i64
    %isOwn = arith.cmpi eq, %k, %w : i64
    %y = arith.uitofp %isOwn : i1 to f64
    %t = arith.addf %s, %y : f64
    linalg.yield %t : f64
  } -> tensor<3xf64>
  %means = linalg.generic {
      indexing_maps = [affine_map<(j, d) -> (j, d)>, affine_map<(j, d) -> (j)>, affine_map<(j, d) -> (j, d)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%sums, %numbers : tensor<3x2xf64>, tensor<3xf64>) outs(%ec : tensor<3x2xf64>) {
  ^bb0(%s: f64, %n: f64, %old: f64):
    %m = arith.maximumf %n, %one : f64
    %c = arith.divf %s, %m : f64
    linalg.yield %c : f64
  } -> tensor<3x2xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {
      indexing_maps = [affine_map<(i, d) -> (i, d)>, affine_map<(i, d) -> (i)>, affine_map<(i, d) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%points, %least#1 : tensor<7x2xf64>, tensor<7xi64>) outs(%start : tensor<f64>) {
  ^bb0(%x: f64, %w: i64, %s: f64):
    %d = linalg.index 1 : index
    %k = arith.index_cast %w : i64 to index
    %c = tensor.extract %means[%k, %d] : tensor<3x2xf64>
    %r = arith.subf %x, %c : f64
    %q = arith.mulf %r, %r : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

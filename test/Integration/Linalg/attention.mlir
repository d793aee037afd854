// Scaled dot-product attention (Vaswani et al. 2017, equation 1), softmax(Q Kᵀ / √d) V, as structured
// ops.
//
// RUN: %python %S/../Programs/check.py %s

func.func @attention(%q: tensor<?x?xf64>, %k: tensor<?x?xf64>, %v: tensor<?x?xf64>)
    -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %t = tensor.dim %q, %c0 : tensor<?x?xf64>
  %u = tensor.dim %k, %c0 : tensor<?x?xf64>
  %d = tensor.dim %q, %c1 : tensor<?x?xf64>
  %e = tensor.dim %v, %c1 : tensor<?x?xf64>
  %int = arith.index_cast %d : index to i64
  %float = arith.sitofp %int : i64 to f64
  %root = math.sqrt %float : f64
  %square = tensor.empty(%t, %u) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%square : tensor<?x?xf64>) -> tensor<?x?xf64>
  %products = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>]
      ins(%q, %k : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>)
      -> tensor<?x?xf64>
  %scores = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%products : tensor<?x?xf64>) outs(%square : tensor<?x?xf64>) {
  ^bb0(%x: f64, %old: f64):
    %s = arith.divf %x, %root : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<?x?xf64>)
      outs(%square : tensor<?x?xf64>) -> tensor<?x?xf64>
  %rows = tensor.empty(%t, %e) : tensor<?x?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%rows : tensor<?x?xf64>) -> tensor<?x?xf64>
  %o = linalg.matmul ins(%weights, %v : tensor<?x?xf64>, tensor<?x?xf64>)
      outs(%start : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %o : tensor<?x?xf64>
}

// Least squares, the sum of the squares of A x - b at the best x, by Householder's reflections of
// [A b]: what is left of b below the triangle (Golub & Van Loan 2013, §5.2). Columns are slices of
// extents that change.
// RUN: %python %S/check.py %s

func.func @householder_qr(%ab: tensor<6x4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%r = %ab) -> (tensor<6x4xf64>) {
    %m = arith.subi %c6, %k : index
    %x = tensor.extract_slice %r[%k, %k] [%m, 1] [1, 1] : tensor<6x4xf64> to tensor<?xf64>
    %scalar = tensor.empty() : tensor<f64>
    %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
    %square = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%start : tensor<f64>) -> tensor<f64>
    %xx = tensor.extract %square[] : tensor<f64>
    %norm = math.sqrt %xx : f64
    %first = tensor.extract %x[%c0] : tensor<?xf64>
    %signed = math.copysign %norm, %first : f64
    %v0 = arith.addf %first, %signed : f64
    %v = tensor.insert %v0 into %x[%c0] : tensor<?xf64>
    %vsquare = linalg.dot ins(%v, %v : tensor<?xf64>, tensor<?xf64>) outs(%start : tensor<f64>) -> tensor<f64>
    %vv = tensor.extract %vsquare[] : tensor<f64>
    %factor = arith.divf %two, %vv : f64
    // R -= 2/(vᵀv) v (vᵀ R), in the rows from k on.
    %part = tensor.extract_slice %r[%k, 0] [%m, 4] [1, 1] : tensor<6x4xf64> to tensor<?x4xf64>
    %row = tensor.empty() : tensor<4xf64>
    %zeros = linalg.fill ins(%zero : f64) outs(%row : tensor<4xf64>) -> tensor<4xf64>
    %vr = linalg.vecmat ins(%v, %part : tensor<?xf64>, tensor<?x4xf64>) outs(%zeros : tensor<4xf64>) -> tensor<4xf64>
    %changed = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%v, %vr : tensor<?xf64>, tensor<4xf64>) outs(%part : tensor<?x4xf64>) {
    ^bb0(%vi: f64, %vrj: f64, %old: f64):
      %p = arith.mulf %vi, %vrj : f64
      %q = arith.mulf %factor, %p : f64
      %s = arith.subf %old, %q : f64
      linalg.yield %s : f64
    } -> tensor<?x4xf64>
    %next = tensor.insert_slice %changed into %r[%k, 0] [%m, 4] [1, 1] : tensor<?x4xf64> into tensor<6x4xf64>
    scf.yield %next : tensor<6x4xf64>
  }
  %rest = tensor.extract_slice %r[3, 3] [3, 1] [1, 1] : tensor<6x4xf64> to tensor<3xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %sum = linalg.dot ins(%rest, %rest : tensor<3xf64>, tensor<3xf64>) outs(%start : tensor<f64>) -> tensor<f64>
  %loss = tensor.extract %sum[] : tensor<f64>
  return %loss : f64
}

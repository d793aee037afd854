// The steps of stencil_linalg.mlir, by arithmetic on slices of the inner points, which are inserted again.
// RUN: %python %S/check.py %s

func.func @stencil_slices(%u0: tensor<?x?xf64>, %k: f64) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %steps = arith.constant 3 : index
  %m = tensor.dim %u0, %c0 : tensor<?x?xf64>
  %n = tensor.dim %u0, %c1 : tensor<?x?xf64>
  %rows = arith.subi %m, %c2 : index
  %columns = arith.subi %n, %c2 : index
  %u = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %u0) -> (tensor<?x?xf64>) {
    %north = tensor.extract_slice %u[0, 1] [%rows, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %south = tensor.extract_slice %u[2, 1] [%rows, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %west = tensor.extract_slice %u[1, 0] [%rows, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %east = tensor.extract_slice %u[1, 2] [%rows, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %center = tensor.extract_slice %u[1, 1] [%rows, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %fours = tensor.splat %four[%rows, %columns] : tensor<?x?xf64>
    %ks = tensor.splat %k[%rows, %columns] : tensor<?x?xf64>
    %a = arith.addf %north, %south : tensor<?x?xf64>
    %b = arith.addf %west, %east : tensor<?x?xf64>
    %s = arith.addf %a, %b : tensor<?x?xf64>
    %c = arith.mulf %center, %fours : tensor<?x?xf64>
    %laplacian = arith.subf %s, %c : tensor<?x?xf64>
    %flow = arith.mulf %ks, %laplacian : tensor<?x?xf64>
    %squares = arith.mulf %center, %center : tensor<?x?xf64>
    %change = arith.mulf %flow, %squares : tensor<?x?xf64>
    %next = arith.addf %center, %change : tensor<?x?xf64>
    %v = tensor.insert_slice %next into %u[1, 1] [%rows, %columns] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
    scf.yield %v : tensor<?x?xf64>
  }
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%u : tensor<?x?xf64>) outs(%start : tensor<f64>) {
  ^bb0(%e: f64, %s: f64):
    %q = math.sin %e : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

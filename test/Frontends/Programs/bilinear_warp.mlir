// An image sampled at places between its points, by bilinear interpolation, as grid_sample is lowered:
// derivatives by the image and by the places.
// RUN: %python %S/check.py %s

func.func @bilinear_warp(%image: tensor<5x6xf64>, %rows: tensor<3x4xf64>, %columns: tensor<3x4xf64>,
                         %expected: tensor<3x4xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %lastRow = arith.constant 3 : index
  %lastColumn = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %place = tensor.empty() : tensor<3x4xf64>
  %samples = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%rows, %columns : tensor<3x4xf64>, tensor<3x4xf64>) outs(%place : tensor<3x4xf64>) {
  ^bb0(%y: f64, %x: f64, %old: f64):
    %fy = math.floor %y : f64
    %fx = math.floor %x : f64
    %iy64 = arith.fptosi %fy : f64 to i64
    %ix64 = arith.fptosi %fx : f64 to i64
    %iy0 = arith.index_cast %iy64 : i64 to index
    %ix0 = arith.index_cast %ix64 : i64 to index
    %iy1 = arith.maxsi %iy0, %c0 : index
    %ix1 = arith.maxsi %ix0, %c0 : index
    %iy = arith.minsi %iy1, %lastRow : index
    %ix = arith.minsi %ix1, %lastColumn : index
    %jy = arith.addi %iy, %c1 : index
    %jx = arith.addi %ix, %c1 : index
    %ay = arith.subf %y, %fy : f64
    %ax = arith.subf %x, %fx : f64
    %by = arith.subf %one, %ay : f64
    %bx = arith.subf %one, %ax : f64
    %v00 = tensor.extract %image[%iy, %ix] : tensor<5x6xf64>
    %v01 = tensor.extract %image[%iy, %jx] : tensor<5x6xf64>
    %v10 = tensor.extract %image[%jy, %ix] : tensor<5x6xf64>
    %v11 = tensor.extract %image[%jy, %jx] : tensor<5x6xf64>
    %w00 = arith.mulf %by, %bx : f64
    %w01 = arith.mulf %by, %ax : f64
    %w10 = arith.mulf %ay, %bx : f64
    %w11 = arith.mulf %ay, %ax : f64
    %p00 = arith.mulf %w00, %v00 : f64
    %p01 = arith.mulf %w01, %v01 : f64
    %p10 = arith.mulf %w10, %v10 : f64
    %p11 = arith.mulf %w11, %v11 : f64
    %s0 = arith.addf %p00, %p01 : f64
    %s1 = arith.addf %p10, %p11 : f64
    %s = arith.addf %s0, %s1 : f64
    linalg.yield %s : f64
  } -> tensor<3x4xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%samples, %expected : tensor<3x4xf64>, tensor<3x4xf64>) outs(%start : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %d = arith.subf %a, %b : f64
    %q = arith.mulf %d, %d : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}

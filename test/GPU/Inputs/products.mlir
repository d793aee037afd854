// Products of matrices whose factors lie in memory in several ways.
func.func private @product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>)
      -> tensor<?x?xf64>
  return %c : tensor<?x?xf64>
}
func.func @gradients(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %dc: !chad.lin<tensor<?x?xf64>>)
    -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>) {
  %c, %da, %db = chad.vjp @product(%a, %b) seed(%dc)
      : (tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>) -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>)
  return %c, %da, %db : tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>
}

// The rows of one matrix with those of another one, added to what is there.
func.func @added(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %t = arith.addf %s, %p fastmath<contract> : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// Factors of 16 bits, with sums of f32.
func.func @half(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %sum = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}
func.func @brain(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %x = arith.truncf %a : tensor<?x?xf32> to tensor<?x?xbf16>
  %y = arith.truncf %b : tensor<?x?xf32> to tensor<?x?xbf16>
  %sum = linalg.matmul ins(%x, %y : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%c : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// Sums over two indices: of rows that follow each other in both matrices, and of a batch.
func.func @summed(%a: tensor<?x?x?xf64>, %b: tensor<?x?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j, b, k) -> (b, k, i)>, affine_map<(i, j, b, k) -> (b, k, j)>,
                       affine_map<(i, j, b, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %p = arith.mulf %x, %y : f64
    %t = arith.addf %s, %p : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %sum : tensor<?x?xf64>
}
func.func @apart(%a: tensor<?x?x?xf64>, %b: tensor<?x?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j, b, k) -> (b, i, k)>, affine_map<(i, j, b, k) -> (b, k, j)>,
                       affine_map<(i, j, b, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %p = arith.mulf %x, %y : f64
    %t = arith.addf %s, %p : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %sum : tensor<?x?xf64>
}

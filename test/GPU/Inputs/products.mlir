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

// A layer: what is computed element by element from a product, in both directions.
func.func private @layer(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %bias: tensor<?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %product = func.call @product(%x, %w) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %y = chad.map (%row in %product : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %values = chad.map (%p in %row : tensor<?xf64>, %b in %bias : tensor<?xf64>) -> tensor<?xf64> {
      %s = arith.addf %p, %b : f64
      %positive = arith.cmpf ogt, %s, %zero : f64
      %square = arith.mulf %s, %s : f64
      %value = arith.select %positive, %square, %zero : f64
      chad.yield %value : f64
    }
    chad.yield %values : tensor<?xf64>
  }
  return %y : tensor<?x?xf64>
}
func.func private @layers(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %v: tensor<?x?xf64>, %c: tensor<?xf64>) -> tensor<?x?xf64> {
  %y = func.call @layer(%x, %w, %b) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  %z = func.call @layer(%y, %v, %c) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  return %z : tensor<?x?xf64>
}
func.func @layers_gradients(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %v: tensor<?x?xf64>, %c: tensor<?xf64>, %dz: !chad.lin<tensor<?x?xf64>>)
    -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) {
  %z, %dx, %dw, %db, %dv, %dc = chad.vjp @layers(%x, %w, %b, %v, %c) seed(%dz)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?x?xf64>>)
      -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  return %z, %dx, %dw, %db, %dv, %dc : tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>
}

// Two arrays from one product of a batch whose rows follow each other, with numbers for each element of the batch, each row and
// each column. The product is a result, too.
func.func @scaled(%a: tensor<?x?x?xf32>, %b: tensor<?x?xf32>, %batch: tensor<?xf32>, %rows: tensor<?x?xf32>, %columns: tensor<?xf32>)
    -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %g = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%g, %m, %n) : tensor<?x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %product = linalg.generic {
      indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>,
                       affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%zeros : tensor<?x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  %made:2 = chad.map (%matrix in %product : tensor<?x?x?xf32>, %f in %batch : tensor<?xf32>, %h in %rows : tensor<?x?xf32>)
      -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
    %own:2 = chad.map (%row in %matrix : tensor<?x?xf32>, %r in %h : tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
      %factor = arith.mulf %f, %r : f32
      %each:2 = chad.map (%p in %row : tensor<?xf32>, %c in %columns : tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
        %q = arith.mulf %p, %factor : f32
        %value = arith.addf %q, %c : f32
        %square = arith.mulf %value, %value : f32
        chad.yield %value, %square : f32, f32
      }
      chad.yield %each#0, %each#1 : tensor<?xf32>, tensor<?xf32>
    }
    chad.yield %own#0, %own#1 : tensor<?x?xf32>, tensor<?x?xf32>
  }
  return %product, %made#0, %made#1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>
}

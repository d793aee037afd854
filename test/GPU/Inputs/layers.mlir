// Layers of a network: products of matrices, and what follows from their elements, which is computed where they are stored.
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

// The same forward, and the gradient's derivative, forward and reverse: the Hessian times a vector.
func.func @layers_forward(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %v: tensor<?x?xf64>, %c: tensor<?xf64>, %dx: !chad.lin<tensor<?x?xf64>>, %dw: !chad.lin<tensor<?x?xf64>>, %db: !chad.lin<tensor<?xf64>>, %dv: !chad.lin<tensor<?x?xf64>>, %dc: !chad.lin<tensor<?xf64>>) -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>) {
  %z, %dz = chad.jvp @layers(%x, %w, %b, %v, %c) along(%dx, %dw, %db, %dv, %dc)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>)
  return %z, %dz : tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>
}
func.func private @layers_gradient(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %v: tensor<?x?xf64>, %c: tensor<?xf64>, %seed: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
  %dz = chad.to_linear %seed : tensor<?x?xf64>
  %z, %dx, %dw, %db, %dv, %dc = chad.vjp @layers(%x, %w, %b, %v, %c) seed(%dz)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?x?xf64>>) -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  %gx = chad.from_linear %dx : !chad.lin<tensor<?x?xf64>>
  %gw = chad.from_linear %dw : !chad.lin<tensor<?x?xf64>>
  %gb = chad.from_linear %db : !chad.lin<tensor<?xf64>>
  %gv = chad.from_linear %dv : !chad.lin<tensor<?x?xf64>>
  %gc = chad.from_linear %dc : !chad.lin<tensor<?xf64>>
  return %gx, %gw, %gb, %gv, %gc : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>
}
func.func @layers_second_forward(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %v: tensor<?x?xf64>, %c: tensor<?xf64>, %seed: tensor<?x?xf64>, %dx: !chad.lin<tensor<?x?xf64>>, %dw: !chad.lin<tensor<?x?xf64>>, %db: !chad.lin<tensor<?xf64>>, %dv: !chad.lin<tensor<?x?xf64>>, %dc: !chad.lin<tensor<?xf64>>) -> (!chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) {
  %g:10 = chad.jvp @layers_gradient(%x, %w, %b, %v, %c, %seed) along(%dx, %dw, %db, %dv, %dc) wrt [0, 1, 2, 3, 4]
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  return %g#5, %g#6, %g#7, %g#8, %g#9 : !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>
}
func.func @layers_second_reverse(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>, %v: tensor<?x?xf64>, %c: tensor<?xf64>, %seed: tensor<?x?xf64>, %dx: !chad.lin<tensor<?x?xf64>>, %dw: !chad.lin<tensor<?x?xf64>>, %db: !chad.lin<tensor<?xf64>>, %dv: !chad.lin<tensor<?x?xf64>>, %dc: !chad.lin<tensor<?xf64>>) -> (!chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) {
  %g:10 = chad.vjp @layers_gradient(%x, %w, %b, %v, %c, %seed) seed(%dx, %dw, %db, %dv, %dc) wrt [0, 1, 2, 3, 4]
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  return %g#5, %g#6, %g#7, %g#8, %g#9 : !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>
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

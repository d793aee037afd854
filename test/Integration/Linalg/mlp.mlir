// The mean cross-entropy of a perceptron with two hidden layers over a batch, as structured ops.
//
// RUN: %python %S/../Programs/check.py %s

#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// x Wᵀ + b.
func.func private @dense(%w: tensor<?x?xf64>, %b: tensor<?xf64>, %x: tensor<?x?xf64>)
    -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %w, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%n, %m) : tensor<?x?xf64>
  %bias = linalg.broadcast ins(%b : tensor<?xf64>) outs(%empty : tensor<?x?xf64>) dimensions = [0]
  %y = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>]
      ins(%x, %w : tensor<?x?xf64>, tensor<?x?xf64>) outs(%bias : tensor<?x?xf64>)
      -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func private @relu(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = linalg.map ins(%x : tensor<?x?xf64>) outs(%x : tensor<?x?xf64>)
    (%e: f64, %old: f64) {
      %r = arith.maximumf %zero, %e : f64
      linalg.yield %r : f64
    }
  return %y : tensor<?x?xf64>
}

func.func @mlp(%w1: tensor<?x?xf64>, %b1: tensor<?xf64>, %w2: tensor<?x?xf64>, %b2: tensor<?xf64>,
               %w3: tensor<?x?xf64>, %b3: tensor<?xf64>, %inputs: tensor<?x?xf64>,
               %labels: tensor<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %y1 = func.call @dense(%w1, %b1, %inputs)
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %h1 = func.call @relu(%y1) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %y2 = func.call @dense(%w2, %b2, %h1)
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %h2 = func.call @relu(%y2) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %y3 = func.call @dense(%w3, %b3, %h2)
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>

  %batch = tensor.dim %inputs, %c0 : tensor<?x?xf64>
  %column = tensor.empty(%batch) : tensor<?xf64>
  %lows = linalg.fill ins(%lowest : f64) outs(%column : tensor<?xf64>) -> tensor<?xf64>
  %max = linalg.reduce { arith.maximumf } ins(%y3 : tensor<?x?xf64>) outs(%lows : tensor<?xf64>)
      dimensions = [1]
  %zeros = linalg.fill ins(%zero : f64) outs(%column : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.generic {indexing_maps = [#both, #rows, #rows],
                          iterator_types = ["parallel", "reduction"]}
      ins(%y3, %max : tensor<?x?xf64>, tensor<?xf64>) outs(%zeros : tensor<?xf64>) {
  ^bb0(%z: f64, %m: f64, %s: f64):
    %d = arith.subf %z, %m : f64
    %q = math.exp %d : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  %start = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.generic {indexing_maps = [#one, #one, #one, #none], iterator_types = ["reduction"]}
      ins(%sums, %max, %labels : tensor<?xf64>, tensor<?xf64>, tensor<?xindex>)
      outs(%start : tensor<f64>) {
  ^bb0(%s: f64, %m: f64, %label: index, %total: f64):
    %i = linalg.index 0 : index
    %right = tensor.extract %y3[%i, %label] : tensor<?x?xf64>
    %log = math.log %s : f64
    %lse = arith.addf %log, %m : f64
    %loss = arith.subf %lse, %right : f64
    %t = arith.addf %total, %loss : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  %total = tensor.extract %sum[] : tensor<f64>
  %int = arith.index_cast %batch : index to i64
  %count = arith.sitofp %int : i64 to f64
  %mean = arith.divf %total, %count : f64
  return %mean : f64
}

// A block of a transformer over a batch of sequences, as structured ops: what the program of the same
// name is in combinators, with all sequences, tokens and heads in one op.
//
// RUN: %python %S/../Programs/check.py %s

#all = affine_map<(b, t, e) -> (b, t, e)>
#tokens = affine_map<(b, t, e) -> (b, t)>
#features = affine_map<(b, t, e) -> (e)>
#scores = affine_map<(b, h, t, u) -> (b, h, t, u)>

// (x - mean x) / √(variance x + 10⁻⁵) ⊙ gain + shift, of each token.
func.func private @norm(%x: tensor<?x?x?xf64>, %gain: tensor<?xf64>, %shift: tensor<?xf64>)
    -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %b = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %t = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %e = tensor.dim %x, %c2 : tensor<?x?x?xf64>
  %int = arith.index_cast %e : index to i64
  %n = arith.sitofp %int : i64 to f64
  %place = tensor.empty(%b, %t) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<?x?xf64>) -> tensor<?x?xf64>
  %sums = linalg.generic {indexing_maps = [#all, #tokens],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<?x?x?xf64>) outs(%zeros : tensor<?x?xf64>) {
  ^bb0(%v: f64, %s: f64):
    %r = arith.addf %s, %v : f64
    linalg.yield %r : f64
  } -> tensor<?x?xf64>
  %squares = linalg.generic {indexing_maps = [#all, #tokens, #tokens],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %sums : tensor<?x?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>) {
  ^bb0(%v: f64, %sum: f64, %s: f64):
    %mean = arith.divf %sum, %n : f64
    %d = arith.subf %v, %mean : f64
    %q = arith.mulf %d, %d : f64
    %r = arith.addf %s, %q : f64
    linalg.yield %r : f64
  } -> tensor<?x?xf64>
  %whole = tensor.empty(%b, %t, %e) : tensor<?x?x?xf64>
  %y = linalg.generic {indexing_maps = [#all, #tokens, #tokens, #features, #features, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sums, %squares, %gain, %shift
          : tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
      outs(%whole : tensor<?x?x?xf64>) {
  ^bb0(%v: f64, %sum: f64, %square: f64, %g: f64, %s: f64, %old: f64):
    %mean = arith.divf %sum, %n : f64
    %variance = arith.divf %square, %n : f64
    %more = arith.addf %variance, %epsilon : f64
    %deviation = math.sqrt %more : f64
    %d = arith.subf %v, %mean : f64
    %0 = arith.divf %d, %deviation : f64
    %1 = arith.mulf %0, %g : f64
    %2 = arith.addf %1, %s : f64
    linalg.yield %2 : f64
  } -> tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}

// x Wᵀ, of each token.
func.func private @times(%x: tensor<?x?x?xf64>, %w: tensor<?x?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %b = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %t = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %f = tensor.dim %w, %c0 : tensor<?x?xf64>
  %place = tensor.empty(%b, %t, %f) : tensor<?x?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %y = linalg.contract indexing_maps = [
      affine_map<(b, t, f, e) -> (b, t, e)>, affine_map<(b, t, f, e) -> (f, e)>,
      affine_map<(b, t, f, e) -> (b, t, f)>]
      ins(%x, %w : tensor<?x?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?x?xf64>)
      -> tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}

// x W_hᵀ, of each token, for each head.
func.func private @project(%x: tensor<?x?x?xf64>, %w: tensor<?x?x?xf64>) -> tensor<?x?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %b = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %t = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %h = tensor.dim %w, %c0 : tensor<?x?x?xf64>
  %d = tensor.dim %w, %c1 : tensor<?x?x?xf64>
  %place = tensor.empty(%b, %h, %t, %d) : tensor<?x?x?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%place : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %y = linalg.contract indexing_maps = [
      affine_map<(b, h, t, d, e) -> (b, t, e)>, affine_map<(b, h, t, d, e) -> (h, d, e)>,
      affine_map<(b, h, t, d, e) -> (b, h, t, d)>]
      ins(%x, %w : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%zeros : tensor<?x?x?x?xf64>)
      -> tensor<?x?x?x?xf64>
  return %y : tensor<?x?x?x?xf64>
}

func.func private @attend(%wq: tensor<?x?x?xf64>, %wk: tensor<?x?x?xf64>, %wv: tensor<?x?x?xf64>,
                          %wo: tensor<?x?xf64>, %x: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %b = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %t = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %h = tensor.dim %wq, %c0 : tensor<?x?x?xf64>
  %d = tensor.dim %wq, %c1 : tensor<?x?x?xf64>
  %int = arith.index_cast %d : index to i64
  %float = arith.sitofp %int : i64 to f64
  %root = math.sqrt %float : f64
  %q = call @project(%x, %wq) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %k = call @project(%x, %wk) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %v = call @project(%x, %wv) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %square = tensor.empty(%b, %h, %t, %t) : tensor<?x?x?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%square : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %products = linalg.contract indexing_maps = [
      affine_map<(b, h, t, u, d) -> (b, h, t, d)>, affine_map<(b, h, t, u, d) -> (b, h, u, d)>,
      affine_map<(b, h, t, u, d) -> (b, h, t, u)>]
      ins(%q, %k : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>) outs(%zeros : tensor<?x?x?x?xf64>)
      -> tensor<?x?x?x?xf64>
  %scores = linalg.generic {indexing_maps = [#scores, #scores],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%products : tensor<?x?x?x?xf64>) outs(%square : tensor<?x?x?x?xf64>) {
  ^bb0(%p: f64, %old: f64):
    %s = arith.divf %p, %root : f64
    linalg.yield %s : f64
  } -> tensor<?x?x?x?xf64>
  %weights = linalg.softmax dimension(3) ins(%scores : tensor<?x?x?x?xf64>)
      outs(%square : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %e = tensor.dim %wv, %c1 : tensor<?x?x?xf64>
  %place = tensor.empty(%b, %t, %h, %e) : tensor<?x?x?x?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%place : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %mixed = linalg.contract indexing_maps = [
      affine_map<(b, t, h, d, u) -> (b, h, t, u)>, affine_map<(b, t, h, d, u) -> (b, h, u, d)>,
      affine_map<(b, t, h, d, u) -> (b, t, h, d)>]
      ins(%weights, %v : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>)
      outs(%start : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  %joined = tensor.collapse_shape %mixed [[0], [1], [2, 3]]
      : tensor<?x?x?x?xf64> into tensor<?x?x?xf64>
  %y = call @times(%joined, %wo) : (tensor<?x?x?xf64>, tensor<?x?xf64>) -> tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}

func.func private @sum(%x: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %z = linalg.add ins(%x, %y : tensor<?x?x?xf64>, tensor<?x?x?xf64>)
      outs(%x : tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  return %z : tensor<?x?x?xf64>
}

func.func private @plus(%x: tensor<?x?x?xf64>, %bias: tensor<?xf64>) -> tensor<?x?x?xf64> {
  %y = linalg.generic {indexing_maps = [#all, #features, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %bias : tensor<?x?x?xf64>, tensor<?xf64>) outs(%x : tensor<?x?x?xf64>) {
  ^bb0(%v: f64, %b: f64, %old: f64):
    %s = arith.addf %v, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}

func.func private @gelu(%x: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %cubic = arith.constant 0.044715 : f64
  %root = arith.constant 0.79788456080286536 : f64
  %y = linalg.map ins(%x : tensor<?x?x?xf64>) outs(%x : tensor<?x?x?xf64>)
    (%e: f64, %old: f64) {
      %e2 = arith.mulf %e, %e : f64
      %e3 = arith.mulf %e2, %e : f64
      %0 = arith.mulf %cubic, %e3 : f64
      %1 = arith.addf %e, %0 : f64
      %2 = arith.mulf %root, %1 : f64
      %3 = math.tanh %2 : f64
      %4 = arith.addf %one, %3 : f64
      %5 = arith.mulf %half, %e : f64
      %6 = arith.mulf %5, %4 : f64
      linalg.yield %6 : f64
    }
  return %y : tensor<?x?x?xf64>
}

func.func @transformer_block(
    %gain1: tensor<?xf64>, %shift1: tensor<?xf64>, %wq: tensor<?x?x?xf64>, %wk: tensor<?x?x?xf64>,
    %wv: tensor<?x?x?xf64>, %wo: tensor<?x?xf64>, %gain2: tensor<?xf64>, %shift2: tensor<?xf64>,
    %w1: tensor<?x?xf64>, %b1: tensor<?xf64>, %w2: tensor<?x?xf64>, %b2: tensor<?xf64>,
    %gain3: tensor<?xf64>, %shift3: tensor<?xf64>, %xs: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %normed = call @norm(%xs, %gain1, %shift1)
      : (tensor<?x?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  %attended = call @attend(%wq, %wk, %wv, %wo, %normed)
      : (tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?xf64>,
         tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %y = call @sum(%xs, %attended) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %n = call @norm(%y, %gain2, %shift2)
      : (tensor<?x?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  %h0 = call @times(%n, %w1) : (tensor<?x?x?xf64>, tensor<?x?xf64>) -> tensor<?x?x?xf64>
  %h1 = call @plus(%h0, %b1) : (tensor<?x?x?xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  %h2 = call @gelu(%h1) : (tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %z0 = call @times(%h2, %w2) : (tensor<?x?x?xf64>, tensor<?x?xf64>) -> tensor<?x?x?xf64>
  %z1 = call @plus(%z0, %b2) : (tensor<?x?x?xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  %z = call @sum(%y, %z1) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %r = call @norm(%z, %gain3, %shift3)
      : (tensor<?x?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  return %r : tensor<?x?x?xf64>
}

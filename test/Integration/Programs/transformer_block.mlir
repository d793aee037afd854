// RUN: %python %S/check.py %s

// A block of a transformer (Vaswani et al. 2017, "Attention is all you need"), with normalization
// before its parts (Xiong et al. 2020, "On layer normalization in the transformer architecture").
// On each sequence X of a batch, whose rows are tokens:
//
//   Y = X + attention(norm(X)) Woᵀ
//   Z = Y + gelu(norm(Y) W₁ᵀ + b₁) W₂ᵀ + b₂
//   the result is norm(Z)
//
// where attention has H heads whose results stand side by side, and each norm has a gain and a
// shift of its own.
//
// %wq, %wk, %wv: H×D×E; %wo: E×HD; %w1: F×E; %b1: F; %w2: E×F; %b2: E; the gains and shifts: E;
// %xs: B×T×E.

// Σᵢ xᵢ yᵢ.
func.func private @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// exp xᵢ / Σⱼ exp xⱼ.
func.func private @softmax(%x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %max = chad.reduce (%a, %b in %x from %lowest : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  %exps = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.subf %e, %max : f64
    %q = math.exp %d : f64
    chad.yield %q : f64
  }
  %sum = chad.reduce (%a, %b in %exps from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %weights = chad.map (%e in %exps : tensor<?xf64>) -> tensor<?xf64> {
    %w = arith.divf %e, %sum : f64
    chad.yield %w : f64
  }
  return %weights : tensor<?xf64>
}

// Attention with one head.
func.func private @head(%q: tensor<?x?xf64>, %k: tensor<?x?xf64>, %v: tensor<?x?xf64>)
    -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %q, %c1 : tensor<?x?xf64>
  %int = arith.index_cast %d : index to i64
  %float = arith.sitofp %int : i64 to f64
  %root = math.sqrt %float : f64

  %e = tensor.dim %v, %c1 : tensor<?x?xf64>
  %features = chad.build %j < %e -> tensor<?x?xf64> {
    %column = chad.map (%row in %v : tensor<?x?xf64>) -> tensor<?xf64> {
      %x = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %x : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %o = chad.map (%query in %q : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %scores = chad.map (%key in %k : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = func.call @dot(%query, %key) : (tensor<?xf64>, tensor<?xf64>) -> f64
      %t = arith.divf %s, %root : f64
      chad.yield %t : f64
    }
    %weights = func.call @softmax(%scores) : (tensor<?xf64>) -> tensor<?xf64>
    %mixed = chad.map (%feature in %features : tensor<?x?xf64>) -> tensor<?xf64> {
      %s = func.call @dot(%weights, %feature) : (tensor<?xf64>, tensor<?xf64>) -> f64
      chad.yield %s : f64
    }
    chad.yield %mixed : tensor<?xf64>
  }
  return %o : tensor<?x?xf64>
}

// W x.
func.func private @times(%w: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = chad.map (%row in %w : tensor<?x?xf64>) -> tensor<?xf64> {
    %d = func.call @dot(%row, %x) : (tensor<?xf64>, tensor<?xf64>) -> f64
    chad.yield %d : f64
  }
  return %y : tensor<?xf64>
}

func.func private @sum(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %z = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %z : tensor<?xf64>
}

func.func private @mean(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %sum = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %int = arith.index_cast %n : index to i64
  %count = arith.sitofp %int : i64 to f64
  %mean = arith.divf %sum, %count : f64
  return %mean : f64
}

// (x - mean x) / √(variance x + 10⁻⁵) ⊙ gain + shift (Ba, Kiros & Hinton 2016, "Layer normalization").
func.func private @norm(%x: tensor<?xf64>, %gain: tensor<?xf64>, %shift: tensor<?xf64>)
    -> tensor<?xf64> {
  %epsilon = arith.constant 1.0e-5 : f64
  %mean = func.call @mean(%x) : (tensor<?xf64>) -> f64
  %centred = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.subf %e, %mean : f64
    chad.yield %d : f64
  }
  %squares = chad.map (%d in %centred : tensor<?xf64>) -> tensor<?xf64> {
    %q = arith.mulf %d, %d : f64
    chad.yield %q : f64
  }
  %variance = func.call @mean(%squares) : (tensor<?xf64>) -> f64
  %more = arith.addf %variance, %epsilon : f64
  %deviation = math.sqrt %more : f64
  %y = chad.map (%d in %centred : tensor<?xf64>, %g in %gain : tensor<?xf64>,
                 %s in %shift : tensor<?xf64>) -> tensor<?xf64> {
    %0 = arith.divf %d, %deviation : f64
    %1 = arith.mulf %0, %g : f64
    %2 = arith.addf %1, %s : f64
    chad.yield %2 : f64
  }
  return %y : tensor<?xf64>
}

// x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))) (Hendrycks & Gimpel 2016, "Gaussian error linear units").
func.func private @gelu(%x: tensor<?xf64>) -> tensor<?xf64> {
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %cubic = arith.constant 0.044715 : f64
  %root = arith.constant 0.79788456080286536 : f64
  %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %e2 = arith.mulf %e, %e : f64
    %e3 = arith.mulf %e2, %e : f64
    %0 = arith.mulf %cubic, %e3 : f64
    %1 = arith.addf %e, %0 : f64
    %2 = arith.mulf %root, %1 : f64
    %3 = math.tanh %2 : f64
    %4 = arith.addf %one, %3 : f64
    %5 = arith.mulf %half, %e : f64
    %6 = arith.mulf %5, %4 : f64
    chad.yield %6 : f64
  }
  return %y : tensor<?xf64>
}

// Attention with all heads: their results side by side, times Woᵀ.
func.func private @attend(%wq: tensor<?x?x?xf64>, %wk: tensor<?x?x?xf64>, %wv: tensor<?x?x?xf64>,
                          %wo: tensor<?x?xf64>, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %length = tensor.dim %x, %c0 : tensor<?x?xf64>
  %d = tensor.dim %wv, %c1 : tensor<?x?x?xf64>
  %heads = chad.map (%wqh in %wq : tensor<?x?x?xf64>, %wkh in %wk : tensor<?x?x?xf64>,
                     %wvh in %wv : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %q, %k, %v = chad.map (%token in %x : tensor<?x?xf64>)
        -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
      %0 = func.call @times(%wqh, %token) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %1 = func.call @times(%wkh, %token) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %2 = func.call @times(%wvh, %token) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      chad.yield %0, %1, %2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    }
    %head = func.call @head(%q, %k, %v)
        : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    chad.yield %head : tensor<?x?xf64>
  }
  %y = chad.build %t < %length -> tensor<?x?xf64> {
    %parts = chad.map (%head in %heads : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
      %part = tensor.extract_slice %head[%t, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      chad.yield %part : tensor<?xf64>
    }
    %joined = tensor.collapse_shape %parts [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
    %mixed = func.call @times(%wo, %joined) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %mixed : tensor<?xf64>
  }
  return %y : tensor<?x?xf64>
}

func.func @transformer_block(
    %gain1: tensor<?xf64>, %shift1: tensor<?xf64>, %wq: tensor<?x?x?xf64>, %wk: tensor<?x?x?xf64>,
    %wv: tensor<?x?x?xf64>, %wo: tensor<?x?xf64>, %gain2: tensor<?xf64>, %shift2: tensor<?xf64>,
    %w1: tensor<?x?xf64>, %b1: tensor<?xf64>, %w2: tensor<?x?xf64>, %b2: tensor<?xf64>,
    %gain3: tensor<?xf64>, %shift3: tensor<?xf64>, %xs: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %results = chad.map (%x in %xs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %normed = chad.map (%token in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %n = func.call @norm(%token, %gain1, %shift1)
          : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      chad.yield %n : tensor<?xf64>
    }
    %attended = func.call @attend(%wq, %wk, %wv, %wo, %normed)
        : (tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?xf64>,
           tensor<?x?xf64>) -> tensor<?x?xf64>
    %result = chad.map (%token in %x : tensor<?x?xf64>, %a in %attended : tensor<?x?xf64>)
        -> tensor<?x?xf64> {
      %y = func.call @sum(%token, %a) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %n = func.call @norm(%y, %gain2, %shift2)
          : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %h0 = func.call @times(%w1, %n) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %h1 = func.call @sum(%h0, %b1) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %h2 = func.call @gelu(%h1) : (tensor<?xf64>) -> tensor<?xf64>
      %z0 = func.call @times(%w2, %h2) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %z1 = func.call @sum(%z0, %b2) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %z = func.call @sum(%y, %z1) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %r = func.call @norm(%z, %gain3, %shift3)
          : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %result : tensor<?x?xf64>
  }
  return %results : tensor<?x?x?xf64>
}

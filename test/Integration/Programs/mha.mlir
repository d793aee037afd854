// RUN: %python %S/check.py %s

// Scaled dot-product attention of a batch with several heads (Vaswani et al. 2017,
// "Attention is all you need", §3.2.1). For each element b of the batch and each head h,
//
//   O = softmax(Q Kᵀ / √D) V,    the softmax of each row
//
// %q, %k: B×H×T×D; %v: B×H×T×E.

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

func.func @mha(%q: tensor<?x?x?x?xf64>, %k: tensor<?x?x?x?xf64>, %v: tensor<?x?x?x?xf64>)
    -> tensor<?x?x?x?xf64> {
  %o = chad.map (%qs in %q : tensor<?x?x?x?xf64>, %ks in %k : tensor<?x?x?x?xf64>,
                 %vs in %v : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
    %heads = chad.map (%qh in %qs : tensor<?x?x?xf64>, %kh in %ks : tensor<?x?x?xf64>,
                       %vh in %vs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
      %head = func.call @head(%qh, %kh, %vh)
          : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
      chad.yield %head : tensor<?x?xf64>
    }
    chad.yield %heads : tensor<?x?x?xf64>
  }
  return %o : tensor<?x?x?x?xf64>
}

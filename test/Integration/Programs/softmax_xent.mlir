// RUN: %python %S/check.py %s

// The cross-entropy of a softmax with the right classes, averaged over a batch:
//
//   f(z, l) = 1/B Σᵢ (log Σⱼ exp zᵢⱼ - z_{i, l(i)})
//   ∂f/∂zᵢⱼ = (softmax(zᵢ)ⱼ - [j = l(i)]) / B
//
// %logits: B×C; %labels: B classes.

func.func @softmax_xent(%logits: tensor<?x?xf64>, %labels: tensor<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %losses = chad.map (%row in %logits : tensor<?x?xf64>, %label in %labels : tensor<?xindex>)
      -> tensor<?xf64> {
    %max = chad.reduce (%a, %b in %row from %lowest : tensor<?xf64>) {
      %m = arith.maximumf %a, %b : f64
      chad.yield %m : f64
    }
    %exps = chad.map (%z in %row : tensor<?xf64>) -> tensor<?xf64> {
      %d = arith.subf %z, %max : f64
      %e = math.exp %d : f64
      chad.yield %e : f64
    }
    %sum = chad.reduce (%a, %b in %exps from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %log = math.log %sum : f64
    %lse = arith.addf %log, %max : f64
    %right = tensor.extract %row[%label] : tensor<?xf64>
    %loss = arith.subf %lse, %right : f64
    chad.yield %loss : f64
  }
  %total = chad.reduce (%a, %b in %losses from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %batch = tensor.dim %logits, %c0 : tensor<?x?xf64>
  %int = arith.index_cast %batch : index to i64
  %count = arith.sitofp %int : i64 to f64
  %mean = arith.divf %total, %count : f64
  return %mean : f64
}

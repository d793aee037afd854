// RUN: %python %S/check.py %s

// The log-likelihood of what a hidden Markov model emits, by the forward algorithm (Rabiner 1989,
// "A tutorial on hidden Markov models", §III.A) on logarithms:
//
//   α₀ⱼ = initialⱼ + emission_{j, o(0)}
//   αₜⱼ = log Σᵢ exp(αₜ₋₁,ᵢ + transitionᵢⱼ) + emission_{j, o(t)}
//   f = log Σᵢ exp α_T₋₁,ᵢ
//
// %initial: S; %transition: S×S; %emission: S×O; %observations: T.

func.func private @logsumexp(%x: tensor<?xf64>) -> f64 {
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
  %log = math.log %sum : f64
  %lse = arith.addf %log, %max : f64
  return %lse : f64
}

func.func @hmm(%initial: tensor<?xf64>, %transition: tensor<?x?xf64>, %emission: tensor<?x?xf64>,
               %observations: tensor<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %observations[%c0] : tensor<?xindex>
  %start = chad.map (%p in %initial : tensor<?xf64>, %row in %emission : tensor<?x?xf64>)
      -> tensor<?xf64> {
    %e = tensor.extract %row[%first] : tensor<?xf64>
    %a = arith.addf %p, %e : f64
    chad.yield %a : f64
  }
  %length = tensor.dim %observations, %c0 : tensor<?xindex>
  %more = arith.subi %length, %c1 : index
  %others = tensor.extract_slice %observations[1] [%more] [1] : tensor<?xindex> to tensor<?xindex>
  %states = tensor.dim %initial, %c0 : tensor<?xf64>
  %end = chad.fold (%o in %others : tensor<?xindex>) with (%alpha = %start : tensor<?xf64>) {
    %next = chad.build %j < %states -> tensor<?xf64> {
      %paths = chad.map (%a in %alpha : tensor<?xf64>, %row in %transition : tensor<?x?xf64>)
          -> tensor<?xf64> {
        %t = tensor.extract %row[%j] : tensor<?xf64>
        %s = arith.addf %a, %t : f64
        chad.yield %s : f64
      }
      %lse = func.call @logsumexp(%paths) : (tensor<?xf64>) -> f64
      %e = tensor.extract %emission[%j, %o] : tensor<?x?xf64>
      %s = arith.addf %lse, %e : f64
      chad.yield %s : f64
    }
    chad.yield %next : tensor<?xf64>
  }
  %likelihood = func.call @logsumexp(%end) : (tensor<?xf64>) -> f64
  return %likelihood : f64
}

// RUN: %python %S/check.py %s

// The loss of logistic regression:
//
//   f = 1/N Σᵢ (log(1 + exp zᵢ) - yᵢ zᵢ),    zᵢ = Σⱼ wⱼ xᵢⱼ
//
// with log(1 + exp z) = max(z, 0) + log(1 + exp -|z|), which overflows for no z.
//
// %w: D; %x: N×D; %y: N, zeros and ones.

// log(1 + exp z) - y z.
func.func private @loss(%z: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %positive = arith.maximumf %z, %zero : f64
  %size = math.absf %z : f64
  %negative = arith.negf %size : f64
  %exp = math.exp %negative : f64
  %log = math.log1p %exp : f64
  %softplus = arith.addf %positive, %log : f64
  %yz = arith.mulf %y, %z : f64
  %loss = arith.subf %softplus, %yz : f64
  return %loss : f64
}

func.func @regression(%w: tensor<?xf64>, %x: tensor<?x?xf64>, %y: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %losses = chad.map (%row in %x : tensor<?x?xf64>, %label in %y : tensor<?xf64>)
      -> tensor<?xf64> {
    %products = chad.map (%a in %w : tensor<?xf64>, %b in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      chad.yield %p : f64
    }
    %z = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %loss = func.call @loss(%z, %label) : (f64, f64) -> f64
    chad.yield %loss : f64
  }
  %total = chad.reduce (%a, %b in %losses from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %int = arith.index_cast %n : index to i64
  %count = arith.sitofp %int : i64 to f64
  %mean = arith.divf %total, %count : f64
  return %mean : f64
}

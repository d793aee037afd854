// The loss of logistic regression, as a sum over rows:
//
//   f(w) = Σᵢ (log(1 + exp zᵢ) - yᵢ zᵢ),    zᵢ = Σⱼ wⱼ xᵢⱼ
//
// with log(1 + exp z) = max(z, 0) + log(1 + exp -|z|), which overflows for no z. A sum, not a mean: the loss
// of all rows is the sum of the losses of their parts, and so is the gradient.
//
// %w: D; %x: N×D; %y: N, zeros and ones.
func.func @loss(%w: tensor<?xf64>, %x: tensor<?x?xf64>, %y: tensor<?xf64>) -> f64 {
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
    %positive = arith.maximumf %z, %zero : f64
    %size = math.absf %z : f64
    %negative = arith.negf %size : f64
    %exp = math.exp %negative : f64
    %log = math.log1p %exp : f64
    %softplus = arith.addf %positive, %log : f64
    %yz = arith.mulf %label, %z : f64
    %loss = arith.subf %softplus, %yz : f64
    chad.yield %loss : f64
  }
  %total = chad.reduce (%a, %b in %losses from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

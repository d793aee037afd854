// RUN: %python %S/check.py %s

// The losses, added up, of the members of an ensemble of perceptrons with two hidden layers,
// each with its own weights and its own batch of labelled inputs:
//
//   z(x) = W₃ relu(W₂ relu(W₁ x + b₁) + b₂) + b₃
//   f = Σₘ 1/B Σᵢ (log Σⱼ exp zₘ(xₘᵢ)ⱼ - zₘ(xₘᵢ)_{l(m, i)})
//
// %w1, %w2, %w3: members × outputs × inputs of each layer; %b1, %b2, %b3: members × outputs;
// %inputs: M×B×I; %labels: M×B classes.

// W x + b.
func.func private @dense(%w: tensor<?x?xf64>, %b: tensor<?xf64>, %x: tensor<?xf64>)
    -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %w : tensor<?x?xf64>, %bias in %b : tensor<?xf64>) -> tensor<?xf64> {
    %products = chad.map (%r in %row : tensor<?xf64>, %e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %r, %e : f64
      chad.yield %p : f64
    }
    %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    %sum = arith.addf %dot, %bias : f64
    chad.yield %sum : f64
  }
  return %y : tensor<?xf64>
}

func.func private @relu(%x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %m = arith.maximumf %zero, %e : f64
    chad.yield %m : f64
  }
  return %y : tensor<?xf64>
}

// log Σⱼ exp zⱼ - z_label.
func.func private @cross_entropy(%z: tensor<?xf64>, %label: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %max = chad.reduce (%a, %b in %z from %lowest : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  %exps = chad.map (%e in %z : tensor<?xf64>) -> tensor<?xf64> {
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
  %right = tensor.extract %z[%label] : tensor<?xf64>
  %loss = arith.subf %lse, %right : f64
  return %loss : f64
}

// The loss of one member.
func.func private @mlp(%w1: tensor<?x?xf64>, %b1: tensor<?xf64>, %w2: tensor<?x?xf64>,
                       %b2: tensor<?xf64>, %w3: tensor<?x?xf64>, %b3: tensor<?xf64>,
                       %inputs: tensor<?x?xf64>, %labels: tensor<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %losses = chad.map (%x in %inputs : tensor<?x?xf64>, %label in %labels : tensor<?xindex>)
      -> tensor<?xf64> {
    %y1 = func.call @dense(%w1, %b1, %x)
        : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %h1 = func.call @relu(%y1) : (tensor<?xf64>) -> tensor<?xf64>
    %y2 = func.call @dense(%w2, %b2, %h1)
        : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %h2 = func.call @relu(%y2) : (tensor<?xf64>) -> tensor<?xf64>
    %y3 = func.call @dense(%w3, %b3, %h2)
        : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %loss = func.call @cross_entropy(%y3, %label) : (tensor<?xf64>, index) -> f64
    chad.yield %loss : f64
  }
  %total = chad.reduce (%a, %b in %losses from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %batch = tensor.dim %inputs, %c0 : tensor<?x?xf64>
  %int = arith.index_cast %batch : index to i64
  %count = arith.sitofp %int : i64 to f64
  %mean = arith.divf %total, %count : f64
  return %mean : f64
}

func.func @ensemble(
    %w1: tensor<?x?x?xf64>, %b1: tensor<?x?xf64>, %w2: tensor<?x?x?xf64>, %b2: tensor<?x?xf64>,
    %w3: tensor<?x?x?xf64>, %b3: tensor<?x?xf64>, %inputs: tensor<?x?x?xf64>,
    %labels: tensor<?x?xindex>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %losses = chad.map (
      %w1_ in %w1 : tensor<?x?x?xf64>, %b1_ in %b1 : tensor<?x?xf64>,
      %w2_ in %w2 : tensor<?x?x?xf64>, %b2_ in %b2 : tensor<?x?xf64>,
      %w3_ in %w3 : tensor<?x?x?xf64>, %b3_ in %b3 : tensor<?x?xf64>,
      %inputs_ in %inputs : tensor<?x?x?xf64>, %labels_ in %labels : tensor<?x?xindex>)
      -> tensor<?xf64> {
    %loss = func.call @mlp(%w1_, %b1_, %w2_, %b2_, %w3_, %b3_, %inputs_, %labels_)
        : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>,
           tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xindex>) -> f64
    chad.yield %loss : f64
  }
  %total = chad.reduce (%a, %b in %losses from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

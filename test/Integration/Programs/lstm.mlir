// RUN: %python %S/check.py %s

// The loss of a long short-term memory that predicts the next character (the network
// of Šrajer, Kukelova & Fitzgibbon 2018, whose gates act on each component alone).
// A layer has the state (h, c); with the input x and the gates' weights and biases,
//
//   forget = σ(x ⊙ w_f + b_f)    input  = σ(h ⊙ w_i + b_i)
//   output = σ(x ⊙ w_o + b_o)    change = tanh(h ⊙ w_c + b_c)
//   c' = c ⊙ forget + input ⊙ change,    h' = output ⊙ tanh c'
//
// and h' is the input of the next layer. The first input is character t ⊙ in_scale,
// the prediction y = h' ⊙ out_scale + out_shift, and the loss is the mean over t of
//
//   -Σ target ⊙ (y - log(Σ exp y + 2)),    target = character t+1
//
// %wf ... %bc: L×B, a row for each layer; %in_scale, %out_scale, %out_shift: B;
// %h, %c: L×B, the state at the start; %text: T×B, the characters.

// One layer: the state (h', c').
func.func private @cell(
    %wf: tensor<?xf64>, %wi: tensor<?xf64>, %wo: tensor<?xf64>, %wc: tensor<?xf64>,
    %bf: tensor<?xf64>, %bi: tensor<?xf64>, %bo: tensor<?xf64>, %bc: tensor<?xf64>,
    %h: tensor<?xf64>, %c: tensor<?xf64>, %x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %h1, %c1 = chad.map (
      %wf_ in %wf : tensor<?xf64>, %wi_ in %wi : tensor<?xf64>,
      %wo_ in %wo : tensor<?xf64>, %wc_ in %wc : tensor<?xf64>,
      %bf_ in %bf : tensor<?xf64>, %bi_ in %bi : tensor<?xf64>,
      %bo_ in %bo : tensor<?xf64>, %bc_ in %bc : tensor<?xf64>,
      %h_ in %h : tensor<?xf64>, %c_ in %c : tensor<?xf64>, %x_ in %x : tensor<?xf64>)
      -> (tensor<?xf64>, tensor<?xf64>) {
    %f0 = arith.mulf %x_, %wf_ : f64
    %f1 = arith.addf %f0, %bf_ : f64
    %forget = func.call @sigmoid(%f1) : (f64) -> f64
    %i0 = arith.mulf %h_, %wi_ : f64
    %i1 = arith.addf %i0, %bi_ : f64
    %input = func.call @sigmoid(%i1) : (f64) -> f64
    %o0 = arith.mulf %x_, %wo_ : f64
    %o1 = arith.addf %o0, %bo_ : f64
    %output = func.call @sigmoid(%o1) : (f64) -> f64
    %c0 = arith.mulf %h_, %wc_ : f64
    %c1 = arith.addf %c0, %bc_ : f64
    %change = math.tanh %c1 : f64
    %kept = arith.mulf %c_, %forget : f64
    %new = arith.mulf %input, %change : f64
    %cell = arith.addf %kept, %new : f64
    %t = math.tanh %cell : f64
    %hidden = arith.mulf %output, %t : f64
    chad.yield %hidden, %cell : f64, f64
  }
  return %h1, %c1 : tensor<?xf64>, tensor<?xf64>
}

// σ(x) = 1 / (1 + exp -x).
func.func private @sigmoid(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %n = arith.negf %x : f64
  %e = math.exp %n : f64
  %d = arith.addf %one, %e : f64
  %s = arith.divf %one, %d : f64
  return %s : f64
}

// -Σ target ⊙ (y - log(Σ exp y + 2)).
func.func private @loss(%y: tensor<?xf64>, %target: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %exps = chad.map (%e in %y : tensor<?xf64>) -> tensor<?xf64> {
    %q = math.exp %e : f64
    chad.yield %q : f64
  }
  %sum = chad.reduce (%a, %b in %exps from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %more = arith.addf %sum, %two : f64
  %log = math.log %more : f64
  %terms = chad.map (%e in %y : tensor<?xf64>, %g in %target : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.subf %log, %e : f64
    %p = arith.mulf %g, %d : f64
    chad.yield %p : f64
  }
  %total = chad.reduce (%a, %b in %terms from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

func.func @lstm(
    %wf: tensor<?x?xf64>, %wi: tensor<?x?xf64>, %wo: tensor<?x?xf64>, %wc: tensor<?x?xf64>,
    %bf: tensor<?x?xf64>, %bi: tensor<?x?xf64>, %bo: tensor<?x?xf64>, %bc: tensor<?x?xf64>,
    %in_scale: tensor<?xf64>, %out_scale: tensor<?xf64>, %out_shift: tensor<?xf64>,
    %h: tensor<?x?xf64>, %c: tensor<?x?xf64>, %text: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %length = tensor.dim %text, %c0 : tensor<?x?xf64>
  %bits = tensor.dim %text, %c1 : tensor<?x?xf64>
  %steps = arith.subi %length, %c1 : index
  %inputs = tensor.extract_slice %text[0, 0] [%steps, %bits] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>
  %targets = tensor.extract_slice %text[1, 0] [%steps, %bits] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>

  // Through time, with the state of all layers.
  %h_end, %c_end, %losses = chad.fold (%input in %inputs : tensor<?x?xf64>,
                                       %target in %targets : tensor<?x?xf64>)
      with (%hs = %h : tensor<?x?xf64>, %cs = %c : tensor<?x?xf64>) collect (tensor<?xf64>) {
    %x0 = chad.map (%e in %input : tensor<?xf64>, %s in %in_scale : tensor<?xf64>)
        -> tensor<?xf64> {
      %p = arith.mulf %e, %s : f64
      chad.yield %p : f64
    }
    // Through the layers.
    %top, %h_next, %c_next = chad.fold (
        %wf_ in %wf : tensor<?x?xf64>, %wi_ in %wi : tensor<?x?xf64>,
        %wo_ in %wo : tensor<?x?xf64>, %wc_ in %wc : tensor<?x?xf64>,
        %bf_ in %bf : tensor<?x?xf64>, %bi_ in %bi : tensor<?x?xf64>,
        %bo_ in %bo : tensor<?x?xf64>, %bc_ in %bc : tensor<?x?xf64>,
        %h_ in %hs : tensor<?x?xf64>, %c_ in %cs : tensor<?x?xf64>)
        with (%x = %x0 : tensor<?xf64>) collect (tensor<?x?xf64>, tensor<?x?xf64>) {
      %h1, %c1_ = func.call @cell(%wf_, %wi_, %wo_, %wc_, %bf_, %bi_, %bo_, %bc_, %h_, %c_, %x)
          : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
             tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
             tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
      chad.yield %h1, %h1, %c1_ : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    }
    %y = chad.map (%e in %top : tensor<?xf64>, %s in %out_scale : tensor<?xf64>,
                   %t in %out_shift : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %e, %s : f64
      %q = arith.addf %p, %t : f64
      chad.yield %q : f64
    }
    %loss = func.call @loss(%y, %target) : (tensor<?xf64>, tensor<?xf64>) -> f64
    chad.yield %h_next, %c_next, %loss : tensor<?x?xf64>, tensor<?x?xf64>, f64
  }
  %total = chad.reduce (%a, %b in %losses from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %int = arith.index_cast %steps : index to i64
  %count = arith.sitofp %int : i64 to f64
  %mean = arith.divf %total, %count : f64
  return %mean : f64
}

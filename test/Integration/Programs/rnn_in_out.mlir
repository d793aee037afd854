// RUN: %python %S/check.py %s

// A recurrent network (Elman 1990, "Finding structure in time") on a batch of sequences, whose
// result is its last state. The rows of its weights belong to inputs, the columns to outputs:
//
//   hₜ = tanh(xₜ W + hₜ₋₁ U + b)
//
// %w: I×H; %u: H×H; %b: H; %h: B×H, the state at the start; %xs: T×B×I.

// x W.
func.func private @times(%x: tensor<?xf64>, %w: tensor<?x?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %w, %c1 : tensor<?x?xf64>
  %y = chad.build %j < %n -> tensor<?xf64> {
    %products = chad.map (%e in %x : tensor<?xf64>, %row in %w : tensor<?x?xf64>)
        -> tensor<?xf64> {
      %r = tensor.extract %row[%j] : tensor<?xf64>
      %p = arith.mulf %e, %r : f64
      chad.yield %p : f64
    }
    %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %dot : f64
  }
  return %y : tensor<?xf64>
}

func.func @rnn_in_out(%w: tensor<?x?xf64>, %u: tensor<?x?xf64>, %b: tensor<?xf64>,
                      %h: tensor<?x?xf64>, %xs: tensor<?x?x?xf64>) -> tensor<?x?xf64> {
  %end = chad.fold (%batch in %xs : tensor<?x?x?xf64>) with (%states = %h : tensor<?x?xf64>) {
    %next = chad.map (%x in %batch : tensor<?x?xf64>, %state in %states : tensor<?x?xf64>)
        -> tensor<?x?xf64> {
      %xw = func.call @times(%x, %w) : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?xf64>
      %hu = func.call @times(%state, %u) : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?xf64>
      %new = chad.map (%p in %xw : tensor<?xf64>, %q in %hu : tensor<?xf64>,
                       %bias in %b : tensor<?xf64>) -> tensor<?xf64> {
        %s = arith.addf %p, %q : f64
        %z = arith.addf %s, %bias : f64
        %t = math.tanh %z : f64
        chad.yield %t : f64
      }
      chad.yield %new : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %end : tensor<?x?xf64>
}

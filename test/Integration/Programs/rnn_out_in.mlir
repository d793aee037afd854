// RUN: %python %S/check.py %s

// A recurrent network (Elman 1990, "Finding structure in time") on a batch of sequences, whose
// result is its last state. The rows of its weights belong to outputs, the columns to inputs:
//
//   hₜ = tanh(W xₜ + U hₜ₋₁ + b)
//
// %w: H×I; %u: H×H; %b: H; %h: B×H, the state at the start; %xs: T×B×I.

// W x.
func.func private @times(%w: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %w : tensor<?x?xf64>) -> tensor<?xf64> {
    %products = chad.map (%r in %row : tensor<?xf64>, %e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %r, %e : f64
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

func.func @rnn_out_in(%w: tensor<?x?xf64>, %u: tensor<?x?xf64>, %b: tensor<?xf64>,
                      %h: tensor<?x?xf64>, %xs: tensor<?x?x?xf64>) -> tensor<?x?xf64> {
  %end = chad.fold (%batch in %xs : tensor<?x?x?xf64>) with (%states = %h : tensor<?x?xf64>) {
    %next = chad.map (%x in %batch : tensor<?x?xf64>, %state in %states : tensor<?x?xf64>)
        -> tensor<?x?xf64> {
      %wx = func.call @times(%w, %x) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %uh = func.call @times(%u, %state) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %new = chad.map (%p in %wx : tensor<?xf64>, %q in %uh : tensor<?xf64>,
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

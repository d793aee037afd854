// RUN: %python %S/check.py %s

// A batch of products of two matrices:
//
//   Cₛ = Aₛ Bₛ        Āₛ = C̄ₛ Bₛᵀ,  B̄ₛ = Aₛᵀ C̄ₛ
//
// %a: S×M×K; %b: S×K×N.

func.func private @multiply(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %columns = chad.build %j < %n -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %entries = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
      %products = chad.map (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>)
          -> tensor<?xf64> {
        %p = arith.mulf %x, %y : f64
        chad.yield %p : f64
      }
      %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %entries : tensor<?xf64>
  }
  return %c : tensor<?x?xf64>
}

func.func @batched_matmul(%a: tensor<?x?x?xf64>, %b: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %c = chad.map (%as in %a : tensor<?x?x?xf64>, %bs in %b : tensor<?x?x?xf64>)
      -> tensor<?x?x?xf64> {
    %cs = func.call @multiply(%as, %bs) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    chad.yield %cs : tensor<?x?xf64>
  }
  return %c : tensor<?x?x?xf64>
}

// RUN: %python %S/check.py %s

// The loss of k-means clustering, the squared distances of the points from their
// nearest centres (Lloyd 1982, "Least squares quantization in PCM"):
//
//   f(c, x) = Σᵢ minₖ ‖xᵢ - cₖ‖²        ∂f/∂cₖ = 2 Σ { cₖ - xᵢ : k nearest to i }
//
// %centres: K×D; %points: N×D.

func.func @kmeans(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %distances = chad.map (%point in %points : tensor<?x?xf64>) -> tensor<?xf64> {
    %all = chad.map (%centre in %centres : tensor<?x?xf64>) -> tensor<?xf64> {
      %squares = chad.map (%x in %point : tensor<?xf64>, %c in %centre : tensor<?xf64>)
          -> tensor<?xf64> {
        %d = arith.subf %x, %c : f64
        %q = arith.mulf %d, %d : f64
        chad.yield %q : f64
      }
      %distance = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %distance : f64
    }
    %nearest = chad.reduce (%a, %b in %all from %inf : tensor<?xf64>) {
      %m = arith.minimumf %a, %b : f64
      chad.yield %m : f64
    }
    chad.yield %nearest : f64
  }
  %total = chad.reduce (%a, %b in %distances from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

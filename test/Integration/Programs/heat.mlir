// RUN: %python %S/check.py %s

// Heat that spreads in a square plate whose rim is kept at 0, in explicit steps with the
// five-point stencil:
//
//   uᵢⱼ ← uᵢⱼ + k (uᵢ₋₁ⱼ + uᵢ₊₁ⱼ + uᵢⱼ₋₁ + uᵢⱼ₊₁ - 4 uᵢⱼ)
//
// %u: M×N, the heat at the start; %k: how fast it spreads; %steps: the number of steps.

func.func private @stencil(%above: tensor<?xf64>, %row: tensor<?xf64>, %below: tensor<?xf64>,
                           %k: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4.0 : f64
  %n = tensor.dim %row, %c0 : tensor<?xf64>
  %padded = tensor.pad %row low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %right = tensor.extract_slice %padded[2] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %next = chad.map (%u in %row : tensor<?xf64>, %a in %above : tensor<?xf64>,
                    %b in %below : tensor<?xf64>, %l in %left : tensor<?xf64>,
                    %r in %right : tensor<?xf64>) -> tensor<?xf64> {
    %0 = arith.addf %a, %b : f64
    %1 = arith.addf %l, %r : f64
    %2 = arith.addf %0, %1 : f64
    %3 = arith.mulf %four, %u : f64
    %4 = arith.subf %2, %3 : f64
    %5 = arith.mulf %k, %4 : f64
    %6 = arith.addf %u, %5 : f64
    chad.yield %6 : f64
  }
  return %next : tensor<?xf64>
}

func.func @heat(%u: tensor<?x?xf64>, %k: f64, %steps: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %u, %c0 : tensor<?x?xf64>
  %n = tensor.dim %u, %c1 : tensor<?x?xf64>
  %times = chad.build %i < %steps -> tensor<?xindex> {
    chad.yield %i : index
  }
  %end = chad.fold (%i in %times : tensor<?xindex>) with (%now = %u : tensor<?x?xf64>) {
    %padded = tensor.pad %now low[1, 0] high[1, 0] {
    ^bb0(%j: index, %l: index):
      tensor.yield %zero : f64
    } : tensor<?x?xf64> to tensor<?x?xf64>
    %above = tensor.extract_slice %padded[0, 0] [%m, %n] [1, 1]
        : tensor<?x?xf64> to tensor<?x?xf64>
    %below = tensor.extract_slice %padded[2, 0] [%m, %n] [1, 1]
        : tensor<?x?xf64> to tensor<?x?xf64>
    %next = chad.map (%a in %above : tensor<?x?xf64>, %row in %now : tensor<?x?xf64>,
                      %b in %below : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = func.call @stencil(%a, %row, %b, %k)
          : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64) -> tensor<?xf64>
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %end : tensor<?x?xf64>
}

// Loops over windows and their derivatives have the same results in lanes, for extents that fill no
// block, one and several, and for windows that are longer than the number of positions.

// RUN: chad-run %s --of=0 --grad-check --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25]' --arg=5
// RUN: chad-run %s --of=0 --grad-check --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25, 2.0, 0.75]' --arg=150
// RUN: chad-run %s --of=0 --grad-check --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25, 2.0, 0.75, -1.0, 0.25, 0.5, 1.0]' --arg=71
// RUN: chad-run %s --of=0 --grad-check --threads=2 --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25, 2.0]' --arg=300
// RUN: chad-run %s --of=0 --grad-check --threads=3 --thread-grain=1 --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25, 2.0]' --arg=300
// RUN: chad-run %s --of=0 --grad-check --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[]' --arg=5
// RUN: chad-run %s --of=0 --grad --interpret --full --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25, 2.0]' --arg=150 > %t.expected
// RUN: chad-run %s --of=0 --grad --full --arg='[0.5, -1.25, 2.0, 0.75, -0.5, 1.5, -2.0]' --arg='[0.5, -1.25, 2.0]' --arg=150 | diff %t.expected -

// All numbers are small multiples of powers of two: sums are exact in any order.
func.func @main(%seed: tensor<?xf64>, %k: tensor<?xf64>, %extent: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %length = tensor.dim %seed, %c0 : tensor<?xf64>
  %x = chad.build %i < %extent -> tensor<?xf64> {
    %j = arith.remui %i, %length : index
    %e = tensor.extract %seed[%j] : tensor<?xf64>
    chad.yield %e : f64
  }
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %w = tensor.dim %k, %c0 : tensor<?xf64>
  %last = arith.subi %n, %w : index
  %positions = arith.addi %last, %c1 : index
  %ys = chad.build %p < %positions -> tensor<?xf64> {
    %part = tensor.extract_slice %x[%p] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    %products = chad.map (%a in %k : tensor<?xf64>, %b in %part : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.mulf %a, %b : f64
      %l = arith.mulf %m, %b : f64
      chad.yield %l : f64
    }
    %dot = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %first = tensor.extract %x[%p] : tensor<?xf64>
    %y = arith.mulf %dot, %first : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum, %ys : f64, tensor<?xf64>
}

// A cotangent that is zero because a branch was not taken meets factors of products of matrices. Where these may be
// infinite though all arguments are finite, the products keep zeros; elsewhere they are contractions.
//
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// RUN: chad-run %s --entry=weights --arg='[[1, 2], [0.5, -3]]' --arg='[[0.25, -1], [2, 1]]' --grad-check
// RUN: chad-run %s --entry=sigmoid --arg='[[1, -2], [0, -3]]' --arg='[[0.25, -1], [2, 1]]' --grad-check
// RUN: chad-run %s --entry=logarithms --arg='[[0, 2], [0, 3]]' --arg='[[0.25, -1], [2, 1]]' --grad \
// RUN:   | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=window --arg='[1, 2, -0.5, 3]' --arg='[0.25, -1]' --grad-check

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// The sum of exp yᵢⱼ where yᵢⱼ is negative. Both factors of y are arguments.
// CHECK-LABEL: func.func @of_weights
// CHECK: linalg.contract
// CHECK: linalg.contract
// CHECK: linalg.contract
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @weights(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> f64 {
  %zeros = arith.constant dense<0.0> : tensor<2x2xf64>
  %y = linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<2x2xf64>, tensor<2x2xf64>)
      outs(%zeros : tensor<2x2xf64>) -> tensor<2x2xf64>
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf olt, %y, %zeros : tensor<2x2xf64>
  %e = math.exp %y : tensor<2x2xf64>
  %s = arith.select %c, %e, %zeros : tensor<2x2xi1>, tensor<2x2xf64>
  %flat = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf64> into tensor<4xf64>
  %sum = chad.reduce (%p, %q in %flat from %zero : tensor<4xf64>) {
    %t = arith.addf %p, %q : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
func.func @of_weights(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %dx, %dw = chad.grad @weights(%x, %w) wrt [0, 1]
      : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dw : tensor<2x2xf64>, tensor<2x2xf64>
}

// A factor is exp(-|x|) / (1 + exp(-|x|)) / sqrt(1 + x²), which no finite x makes infinite.
// CHECK-LABEL: func.func @of_sigmoid
// CHECK: linalg.contract
// CHECK: linalg.contract
// CHECK: linalg.contract
// CHECK: return
func.func @sigmoid(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> f64 {
  %zeros = arith.constant dense<0.0> : tensor<2x2xf64>
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %init = tensor.empty() : tensor<2x2xf64>
  %h = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x2xf64>) outs(%init : tensor<2x2xf64>) {
  ^bb0(%v: f64, %out: f64):
    %right = arith.cmpf oge, %v, %zero : f64
    %n = arith.negf %v : f64
    %a = arith.select %right, %n, %v : f64
    %e = math.exp %a : f64
    %d = arith.addf %one, %e : f64
    %q = arith.divf %e, %d : f64
    %square = arith.mulf %v, %v : f64
    %positive = arith.addf %square, %one : f64
    %root = math.sqrt %positive : f64
    %r = arith.divf %q, %root : f64
    linalg.yield %r : f64
  } -> tensor<2x2xf64>
  %y = linalg.contract indexing_maps = [#a, #b, #c] ins(%h, %w : tensor<2x2xf64>, tensor<2x2xf64>)
      outs(%zeros : tensor<2x2xf64>) -> tensor<2x2xf64>
  %c = arith.cmpf olt, %y, %zeros : tensor<2x2xf64>
  %e = math.exp %y : tensor<2x2xf64>
  %s = arith.select %c, %e, %zeros : tensor<2x2xi1>, tensor<2x2xf64>
  %flat = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf64> into tensor<4xf64>
  %sum = chad.reduce (%p, %q in %flat from %zero : tensor<4xf64>) {
    %t = arith.addf %p, %q : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
func.func @of_sigmoid(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %dx, %dw = chad.grad @sigmoid(%x, %w) wrt [0, 1]
      : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dw : tensor<2x2xf64>, tensor<2x2xf64>
}

// A factor is log x, which is infinite at 0: there all y are infinite or not a number, and none is chosen.
// CHECK-LABEL: func.func @of_logarithms
// CHECK: linalg.contract
// CHECK: linalg.generic
// CHECK: arith.cmpf oeq
// CHECK: linalg.generic
// CHECK: arith.cmpf oeq
// CHECK: return
// ZERO: f64 0
// ZERO: tensor<2x2xf64> {{\[\[}}0, 0], [0, 0]]
// ZERO: tensor<2x2xf64> {{\[\[}}0, 0], [0, 0]]
func.func @logarithms(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<2x2xf64>
  %low = arith.constant dense<-1.0e300> : tensor<2x2xf64>
  %high = arith.constant dense<1.0e300> : tensor<2x2xf64>
  %l = math.log %x : tensor<2x2xf64>
  %y = linalg.contract indexing_maps = [#a, #b, #c] ins(%l, %w : tensor<2x2xf64>, tensor<2x2xf64>)
      outs(%zeros : tensor<2x2xf64>) -> tensor<2x2xf64>
  %above = arith.cmpf ogt, %y, %low : tensor<2x2xf64>
  %below = arith.cmpf olt, %y, %high : tensor<2x2xf64>
  %c = arith.andi %above, %below : tensor<2x2xi1>
  %s = arith.select %c, %y, %zeros : tensor<2x2xi1>, tensor<2x2xf64>
  %flat = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf64> into tensor<4xf64>
  %sum = chad.reduce (%p, %q in %flat from %zero : tensor<4xf64>) {
    %t = arith.addf %p, %q : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
func.func @of_logarithms(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %dx, %dw = chad.grad @logarithms(%x, %w) wrt [0, 1]
      : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dw : tensor<2x2xf64>, tensor<2x2xf64>
}

// Windows: the products of a convolution.
// CHECK-LABEL: func.func @of_window
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: arith.cmpf oeq
// CHECK: return
func.func @window(%x: tensor<4xf64>, %k: tensor<2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<4xf64>, tensor<2xf64>) outs(%zeros : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %t = arith.addf %acc, %p : f64
    linalg.yield %t : f64
  } -> tensor<3xf64>
  %c = arith.cmpf olt, %y, %zeros : tensor<3xf64>
  %s = arith.select %c, %y, %zeros : tensor<3xi1>, tensor<3xf64>
  %sum = chad.reduce (%p, %q in %s from %zero : tensor<3xf64>) {
    %t = arith.addf %p, %q : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
func.func @of_window(%x: tensor<4xf64>, %k: tensor<2xf64>) -> (tensor<4xf64>, tensor<2xf64>) {
  %dx, %dk = chad.grad @window(%x, %k) wrt [0, 1]
      : (tensor<4xf64>, tensor<2xf64>) -> (tensor<4xf64>, tensor<2xf64>)
  return %dx, %dk : tensor<4xf64>, tensor<2xf64>
}

// The same products as combinators.
// RUN: chad-run %s --entry=rows --arg='[[1, 2], [0.5, -3]]' --arg='[[0.25, -1], [2, 1]]' --grad-check
// RUN: chad-run %s --entry=log_rows --arg='[[0, 2], [0, 3]]' --arg='[[0.25, -1], [2, 1]]' --grad | FileCheck %s --check-prefix=ZERO
// CHECK-LABEL: func.func @of_rows
// CHECK-NOT: arith.cmpf oeq
// CHECK: return
func.func @rows(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<2x2xf64>
  %y = chad.map (%a in %x : tensor<2x2xf64>) -> tensor<2x2xf64> {
    %row = chad.map (%b in %w : tensor<2x2xf64>) -> tensor<2xf64> {
      %p = arith.mulf %a, %b : tensor<2xf64>
      %dot = chad.reduce (%s, %t in %p from %zero : tensor<2xf64>) {
        %u = arith.addf %s, %t : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %row : tensor<2xf64>
  }
  %c = arith.cmpf olt, %y, %zeros : tensor<2x2xf64>
  %s = arith.select %c, %y, %zeros : tensor<2x2xi1>, tensor<2x2xf64>
  %flat = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf64> into tensor<4xf64>
  %sum = chad.reduce (%p, %q in %flat from %zero : tensor<4xf64>) {
    %t = arith.addf %p, %q : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
func.func @of_rows(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %dx, %dw = chad.grad @rows(%x, %w) wrt [0, 1]
      : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dw : tensor<2x2xf64>, tensor<2x2xf64>
}

// The product with w has no guard; the one with log x, which is infinite, has one, and so has that with 1/x.
// CHECK-LABEL: func.func @of_log_rows
// CHECK-COUNT-2: arith.cmpf oeq
// CHECK-NOT: arith.cmpf oeq
// CHECK: return
func.func @log_rows(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<2x2xf64>
  %low = arith.constant dense<-1.0e300> : tensor<2x2xf64>
  %high = arith.constant dense<1.0e300> : tensor<2x2xf64>
  %l = math.log %x : tensor<2x2xf64>
  %y = chad.map (%a in %l : tensor<2x2xf64>) -> tensor<2x2xf64> {
    %row = chad.map (%b in %w : tensor<2x2xf64>) -> tensor<2xf64> {
      %p = arith.mulf %a, %b : tensor<2xf64>
      %dot = chad.reduce (%s, %t in %p from %zero : tensor<2xf64>) {
        %u = arith.addf %s, %t : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %row : tensor<2xf64>
  }
  %above = arith.cmpf ogt, %y, %low : tensor<2x2xf64>
  %below = arith.cmpf olt, %y, %high : tensor<2x2xf64>
  %c = arith.andi %above, %below : tensor<2x2xi1>
  %s = arith.select %c, %y, %zeros : tensor<2x2xi1>, tensor<2x2xf64>
  %flat = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf64> into tensor<4xf64>
  %sum = chad.reduce (%p, %q in %flat from %zero : tensor<4xf64>) {
    %t = arith.addf %p, %q : f64
    chad.yield %t : f64
  }
  return %sum : f64
}
func.func @of_log_rows(%x: tensor<2x2xf64>, %w: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %dx, %dw = chad.grad @log_rows(%x, %w) wrt [0, 1]
      : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dw : tensor<2x2xf64>, tensor<2x2xf64>
}

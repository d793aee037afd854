// The gradient that the passes make is proved to be cheap; the one written by hand is not.

// RUN: chad-opt %s --chad-reverse=function=f --chad-simplify --chad-verify-cheap-gradient "--chad-cost=table" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TABLE
// TABLE: '@f.reverse' as the gradient of '@f', bound 4*3^1 = 12
// TABLE-NEXT: moves limit 1.73, most 1.73, within 4
// TABLE-NEXT: function: 15*d0_0 + 14
// TABLE-NEXT: gradient: 27*d0_0 + 14
// TABLE-NEXT: adds+ limit
// TABLE: mults+ limit
// TABLE: nonlinear limit 2.00, most 2.00, within 4
// TABLE-NEXT: function: d0_0
// TABLE-NEXT: gradient: 2*d0_0
// TABLE-NEXT: outputs d0_0
// TABLE-NEXT: d0_0: extent 0 of argument 0
func.func @f(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.sin %a : f64
    chad.yield %s : f64
  }
  %r = chad.reduce (%a, %b in %y from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}

// Each element computed from the whole array: quadratic.
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=f gradient=quadratic" 2>&1 | FileCheck %s --check-prefix=QUADRATIC
// QUADRATIC: cheap-gradient.mlir:[[@LINE+3]]:1: error: chad: '@quadratic' is no cheap gradient of '@f': in nonlinear operations it costs d0_0^2, and 12 times d0_0 are less
// QUADRATIC: cheap-gradient.mlir:[[@LINE+6]]:12: note: 'math.cos' here costs most of it: d0_0^2
// QUADRATIC: cheap-gradient.mlir:{{[0-9]+}}:1: note: where d0_0: extent 0 of argument 0
func.func @quadratic(%x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %g = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%b, %c in %x from %zero : tensor<?xf64>) {
      %t = math.cos %c : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %g : tensor<?xf64>
}

// Linear, but too often nonlinear.
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=f gradient=repeated" 2>&1 | FileCheck %s --check-prefix=REPEATED
// RUN: chad-opt %s --chad-verify-cheap-gradient="primal=f gradient=repeated bound=14"
// REPEATED: error: chad: '@repeated' is no cheap gradient of '@f': in nonlinear operations it costs 13*d0_0, and 12 times d0_0 are less: it may be 13.00 times
// REPEATED: note: 'math.cos' here costs most of it: d0_0
func.func @repeated(%x: tensor<?xf64>) -> tensor<?xf64> {
  %g = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %1 = math.cos %a : f64
    %2 = math.cos %1 : f64
    %3 = math.cos %2 : f64
    %4 = math.cos %3 : f64
    %5 = math.cos %4 : f64
    %6 = math.cos %5 : f64
    %7 = math.cos %6 : f64
    %8 = math.cos %7 : f64
    %9 = math.cos %8 : f64
    %10 = math.cos %9 : f64
    %11 = math.cos %10 : f64
    %12 = math.cos %11 : f64
    %13 = math.cos %12 : f64
    chad.yield %13 : f64
  }
  return %g : tensor<?xf64>
}

// What no op tells can be assumed: the second array has as many elements as pairs of the first.
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=pairs gradient=pairs.grad" 2>&1 | FileCheck %s --check-prefix=PAIRS
// RUN: chad-opt %s --chad-verify-cheap-gradient="primal=pairs gradient=pairs.grad assume=d1_0=0.5*d0_0^2+0.5*d0_0"
// PAIRS: error: chad: '@pairs.grad' is no cheap gradient of '@pairs'
func.func @pairs(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%b, %c in %x from %zero : tensor<?xf64>) {
      %t = arith.addf %b, %c : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  %s = chad.reduce (%b, %c in %r from %zero : tensor<?xf64>) {
    %t = arith.addf %b, %c : f64
    chad.yield %t : f64
  }
  return %s : f64
}
func.func @pairs.grad(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%a in %y : tensor<?xf64>) -> tensor<?xf64> {
    %t = arith.addf %a, %a : f64
    chad.yield %t : f64
  }
  return %x : tensor<?xf64>
}

// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=f" 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: cheap-gradient.mlir:1:1: error: chad: options 'primal' and 'gradient' go together
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=f gradient=g" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: cheap-gradient.mlir:1:1: error: chad: there is no function '@g'
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=pairs gradient=f" 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: error: chad: '@f' is no gradient of '@pairs': it takes fewer arguments
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=f gradient=pairs" 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: chad: '@pairs' is no gradient of '@f': it takes a 'tensor<?xf64>' that is neither an argument nor the cotangent of a result
// RUN: not chad-opt %s --chad-verify-cheap-gradient="primal=f gradient=quadratic assume=d0_1=2" 2>&1 | FileCheck %s --check-prefix=EQUATION
// EQUATION: error: chad: 'd0_1=2' is no equation between extents of '@f'; write EXTENT=SUM, as in 'd1_0=0.5*d0_0^2-1'

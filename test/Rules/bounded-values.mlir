// Derivatives without guards, since what is divided by has a lower bound: logistic functions,
// softplus, norms with an epsilon, scalars and in loops; also their second derivatives, and at
// zeros of what the bound is added to.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// RUN: chad-run %s --entry=slopes --arg=0 | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --entry=slopes --arg=0 --interpret | FileCheck %s --check-prefix=ZERO
// CHECK: {{^}}[[#]] functions, 0 wrong
// KERNELS: {{^}}[[#]] functions, 0 wrong

func.func @scalars(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %eps = arith.constant 1.0e-5 : f64
  %n = arith.negf %x : f64
  %e = math.exp %n : f64
  %d = arith.addf %one, %e : f64
  %logistic = arith.divf %one, %d : f64
  %softplus = math.log %d : f64
  %square = arith.mulf %y, %y : f64
  %more = arith.addf %square, %eps : f64
  %norm = math.rsqrt %more : f64
  %root = math.sqrt %more : f64
  %most = arith.maximumf %root, %one : f64
  %q = arith.divf %softplus, %most : f64
  %s = arith.mulf %norm, %logistic : f64
  %t = arith.mulf %s, %y : f64
  %r = arith.addf %t, %q : f64
  return %r : f64
}

func.func @rows(%xs: tensor<?x?xf64>, %h0: f64) -> tensor<?xf64> { // ? = 3, ? = 4
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %eps = arith.constant 1.0e-3 : f64
  %r = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %h = chad.fold (%x in %row : tensor<?xf64>) with (%s = %h0 : f64) {
      %p = arith.mulf %x, %s : f64
      %e = math.exp %p : f64
      %d = arith.addf %e, %one : f64
      %n = arith.divf %one, %d : f64
      chad.yield %n : f64
    }
    %squares = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %x : f64
      chad.yield %p : f64
    }
    %sum = chad.reduce (%a, %x in %squares from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    %u = arith.addf %sum, %eps : f64
    %norm = math.rsqrt %u : f64
    %v = arith.mulf %norm, %h : f64
    chad.yield %v : f64
  }
  return %r : tensor<?xf64>
}

func.func private @norm(%x: f64) -> f64 {
  %eps = arith.constant 0.25 : f64
  %square = arith.mulf %x, %x : f64
  %more = arith.addf %square, %eps : f64
  %root = math.rsqrt %more : f64
  return %root : f64
}
func.func private @slope(%x: f64) -> f64 {
  %g = chad.grad @norm(%x) : (f64) -> (f64)
  return %g : f64
}
// (x² + ¼)^-½ at 0: the slope -x (x² + ¼)^-3/2 and its derivative -8.
// ZERO: f64 {{-?}}0
// ZERO-NEXT: f64 -8
func.func @slopes(%x: f64) -> (f64, f64) {
  %g = func.call @slope(%x) : (f64) -> f64
  %h = chad.grad @slope(%x) : (f64) -> (f64)
  return %g, %h : f64, f64
}

// Rules of the user's own that are given the results beside the arguments: x̄ = e^x · ȳ is y · ȳ. The
// factor 10 in one of them shows that it is used.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-run %S/Inputs/custom-results-used.mlir --entry=used --grad --arg=0 | FileCheck %s --check-prefix=USED
// USED: f64 1
// USED-NEXT: f64 10
//
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s --check-prefix=ONCE
// The function is computed once.
// ONCE-LABEL: func.func @gradient
// ONCE-COUNT-1: call @exponential(
// ONCE-NOT: call
// ONCE: return

func.func private @exponential(%x: f64) -> f64 attributes {chad.custom_vjp = @exponential_back} {
  %y = math.exp %x : f64
  return %y : f64
}
func.func private @exponential_back(%x: f64, %y: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = chad.scale %y, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}
func.func @exponentials(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %k : f64
    %y = func.call @exponential(%p) : (f64) -> f64
    %z = arith.mulf %y, %y : f64
    chad.yield %z : f64
  }
  return %ys : tensor<?xf64>
}
func.func private @of_exponential(%x: f64) -> f64 {
  %y = func.call @exponential(%x) : (f64) -> f64
  %z = math.sin %y : f64
  return %z : f64
}
func.func @gradient(%x: f64) -> f64 {
  %g = chad.grad @of_exponential(%x) : (f64) -> f64
  return %g : f64
}

// Several results, of which one has no cotangent, and an array.
func.func private @normalized(%xs: tensor<?xf64>, %i: index) -> (tensor<?xf64>, index, f64)
    attributes {chad.custom_vjp = @normalized_back} {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.divf %x, %s : f64
    chad.yield %y : f64
  }
  return %ys, %i, %s : tensor<?xf64>, index, f64
}
// x̄ = (ȳ - Σ y · ȳ) / s + s̄
func.func private @normalized_back(%xs: tensor<?xf64>, %i: index, %ys: tensor<?xf64>, %j: index, %s: f64,
    %dys: !chad.lin<tensor<?xf64>>, %ds: !chad.lin<f64>) -> !chad.lin<tensor<?xf64>> {
  %zero = arith.constant 0.0 : f64
  %us = chad.from_linear %dys : !chad.lin<tensor<?xf64>>
  %u = chad.from_linear %ds : !chad.lin<f64>
  %products = chad.map (%y in %ys : tensor<?xf64>, %d in %us : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %y, %d : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %p in %products from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %p : f64
    chad.yield %t : f64
  }
  %r = chad.map (%d in %us : tensor<?xf64>) -> tensor<?xf64> {
    %e = arith.subf %d, %sum : f64
    %f = arith.divf %e, %s : f64
    %g = arith.addf %f, %u : f64
    chad.yield %g : f64
  }
  %v = chad.to_linear %r : tensor<?xf64>
  return %v : !chad.lin<tensor<?xf64>>
}
func.func @weighted(%xs: tensor<?xf64>, %i: index) -> f64 { // ? = 3 i = 1
  %ys, %j, %s = func.call @normalized(%xs, %i) : (tensor<?xf64>, index) -> (tensor<?xf64>, index, f64)
  %y = tensor.extract %ys[%j] : tensor<?xf64>
  %z = math.sin %s : f64
  %w = arith.mulf %y, %z : f64
  return %w : f64
}
func.func @weighted_gradient(%xs: tensor<?xf64>, %i: index) -> tensor<?xf64> { // ? = 3 i = 1
  %g = chad.grad @weighted(%xs, %i) : (tensor<?xf64>, index) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

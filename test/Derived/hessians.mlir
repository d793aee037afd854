// Hessians and their products with vectors: forward and reverse over reverse, by the rules and by the
// differences of the interpreter, and their derivatives, which are of third order.
//
// f(w, x) = Σᵢ sin(w xᵢ) xᵢ² + w³, so that ∂²f/∂xᵢ² = (2 - w² xᵢ²) sin(w xᵢ) + 4 w xᵢ cos(w xᵢ).

// DEFINE: %{hvp} = chad-run %s --entry=hvp --arg=0.7 --arg='[1, 2, 0.5]' --arg=3 --arg=1 --arg='[0.1, 0.2, -0.3]'
// DEFINE: %{hessian} = chad-run %s --entry=hessian --arg=0.7 --arg='[1, 2, 0.5]' --arg=3
// RUN: %{hvp} | FileCheck %s --check-prefix=HVP
// RUN: %{hvp} --interpret | FileCheck %s --check-prefix=HVP
// HVP: f64 -12.94662740951
// HVP-NEXT: tensor<3xf64> [2.15500686{{.*}}, -3.28066597{{.*}}, 0.086852247
// HVP-NEXT: f64 -12.94662740951
// HVP-NEXT: tensor<3xf64> [2.15500686{{.*}}, -3.28066597{{.*}}, 0.086852247
// HVP-NEXT: tensor<3xf64> [0.31143268{{.*}}, 0.19824679{{.*}}, -0.58767372
// RUN: %{hessian} | FileCheck %s --check-prefix=HESSIAN
// RUN: %{hessian} --interpret | FileCheck %s --check-prefix=HESSIAN
// HESSIAN: f64 -12.2328444800
// HESSIAN-NEXT: tensor<3xf64> [1.84357418{{.*}}, -3.47891277{{.*}}, 0.67452597
// HESSIAN-NEXT: tensor<3xf64> [1.84357418{{.*}}, -3.47891277{{.*}}, 0.67452597
// HESSIAN-NEXT: tensor<3x3xf64> {{\[\[}}3.11432683{{.*}}], [{{.*}}, 0.9912339{{.*}}], [{{.*}}, 1.95891243
// HESSIAN-NEXT: tensor<3x3xf64> {{\[\[}}3.11432683{{.*}}], [{{.*}}, 0.9912339{{.*}}], [{{.*}}, 1.95891243
// RUN: %{hvp} --grad-check | FileCheck %s --check-prefix=THIRD
// RUN: %{hessian} --grad-check | FileCheck %s --check-prefix=THIRD
// THIRD: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// THIRD: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

// A request in what is differentiated: d/dx (x · f''(x) · v) by 2, at 2 of x³.
// RUN: chad-run %s --entry=nested --arg=2 --arg=1 | FileCheck %s --check-prefix=NESTED
// NESTED: f64 24
// RUN: chad-run %s --entry=empty --arg='[]' | FileCheck %s --check-prefix=EMPTY
// EMPTY: tensor<0xf64> []
// EMPTY-NEXT: tensor<0x0xf64> []

func.func private @f(%w: f64, %x: tensor<?xf64>, %n: index) -> (f64, index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %t = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %w, %a : f64
    %s = math.sin %p : f64
    %q = arith.mulf %a, %a : f64
    %r = arith.mulf %s, %q : f64
    chad.yield %r : f64
  }
  %s = chad.reduce (%a, %b in %t from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%q = %one) -> f64 {
    %r = arith.mulf %q, %w : f64
    scf.yield %r : f64
  }
  %y = arith.addf %s, %p : f64
  return %y, %n : f64, index
}
func.func @hvp(%w: f64, %x: tensor<?xf64>, %n: index, %v: f64, %u: tensor<?xf64>) -> (f64, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>) {
  %a, %b = chad.hvp @f(%w, %x, %n) along(%v, %u) : (f64, tensor<?xf64>, index, f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %c, %d = chad.hvp @f(%w, %x, %n) along(%v, %u) mode<reverse> : (f64, tensor<?xf64>, index, f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %ul = chad.to_linear %u : tensor<?xf64>
  %el = chad.hvp @f(%w, %x, %n) along(%ul) wrt [1] of [0] : (f64, tensor<?xf64>, index, !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>>
  %e = chad.from_linear %el : !chad.lin<tensor<?xf64>>
  return %a, %b, %c, %d, %e : f64, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>
}
func.func @hessian(%w: f64, %x: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %a, %b, %c, %d = chad.hessian @f(%w, %x, %n) : (f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>)
  %e = chad.hessian @f(%w, %x, %n) wrt [1] mode<reverse> : (f64, tensor<?xf64>, index) -> (tensor<?x?xf64>)
  return %a, %b, %c, %d, %e : f64, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = arith.mulf %s, %x : f64
  return %c : f64
}
func.func private @product(%x: f64, %v: f64) -> f64 {
  %p = chad.hvp @cube(%x) along(%v) : (f64, f64) -> f64
  %q = arith.mulf %x, %p : f64
  return %q : f64
}
func.func @nested(%x: f64, %v: f64) -> f64 {
  %g = chad.grad @product(%x, %v) wrt [0] : (f64, f64) -> f64
  return %g : f64
}
func.func private @squares(%x: tensor<?xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %t = arith.mulf %s, %s : f64
  %r = tensor.from_elements %t : tensor<f64>
  return %r : tensor<f64>
}
func.func @empty(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %p = chad.hvp @squares(%x) along(%x) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %h = chad.hessian @squares(%x) : (tensor<?xf64>) -> tensor<?x?xf64>
  return %p, %h : tensor<?xf64>, tensor<?x?xf64>
}

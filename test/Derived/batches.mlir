// A function over a batch: branches, loops, calls, other element types, tensors of rank 0.

// DEFINE: %{run} = chad-run %s --entry=v --arg='[[1, 2, 0.5], [0.1, 0.2, 0.3]]' --arg='[3, -1]' --arg='[2, 1]' --arg='[0.5, 0.6]'
// RUN: %{run} | FileCheck %s
// RUN: %{run} --interpret | FileCheck %s
// CHECK: tensor<2xf64> [36.75, 1.8221188003905
// CHECK-NEXT: tensor<2x3xf64> {{\[\[}}36.75, 73.5, 18.375], [0.18221188003905{{.*}}, 0.364423760078{{.*}}, 0.546635640117
// CHECK-NEXT: tensor<2xf64> [0.5, 0.6]
// CHECK-NEXT: tensor<2xindex> [2, 1]
// RUN: %{run} --grad-check --of=0,1,2 | FileCheck %s --check-prefix=GRADIENT
// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// GRADIENT: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

// Gradients for each example, and products with the Hessian.
// RUN: chad-run %s --entry=slopes --arg=0.5 --arg='[1, 2, 3]' | FileCheck %s --check-prefix=SLOPES
// RUN: chad-run %s --entry=slopes --arg=0.5 --arg='[1, 2, 3]' --interpret | FileCheck %s --check-prefix=SLOPES
// SLOPES: tensor<3xf64> [0.877582561{{.*}}, 1.08060461{{.*}}, 0.2122116
// SLOPES-NEXT: tensor<3xf64> [-0.479425538{{.*}}, -3.36588393{{.*}}, -8.9774548

// RUN: not chad-run %s --entry=v --arg='[[1, 2, 0.5], [0.1, 0.2, 0.3]]' --arg='[3]' --arg='[2, 1]' --arg='[0.5, 0.6]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not chad-run %s --entry=v --arg='[[1, 2, 0.5], [0.1, 0.2, 0.3]]' --arg='[3]' --arg='[2, 1]' --arg='[0.5, 0.6]' --interpret 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// EXTENTS: several extents
// ELEMENTS: one array has 2 elements, another 1

func.func private @f(%x: tensor<?xf64>, %k: f64, %n: index, %e: tensor<f64>) -> (f64, tensor<?xf64>, tensor<f64>, index) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cc = arith.cmpf ogt, %k, %zero : f64
  %s = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %r = scf.if %cc -> f64 {
    %p = scf.for %i = %c0 to %n step %c1 iter_args(%q = %k) -> f64 {
      %r = arith.mulf %q, %s : f64
      scf.yield %r : f64
    }
    scf.yield %p : f64
  } else {
    %q = func.call @other(%s) : (f64) -> f64
    scf.yield %q : f64
  }
  %y = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %t = arith.mulf %a, %r : f64
    chad.yield %t : f64
  }
  return %r, %y, %e, %n : f64, tensor<?xf64>, tensor<f64>, index
}
func.func private @other(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}
func.func @v(%x: tensor<?x?xf64>, %k: tensor<?xf64>, %n: tensor<?xindex>, %e: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xindex>) {
  %r:4 = chad.vmap @f(%x, %k, %n, %e) : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xindex>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xindex>
}

func.func private @loss(%w: f64, %x: f64) -> f64 {
  %p = arith.mulf %w, %x : f64
  %s = math.sin %p : f64
  return %s : f64
}
func.func private @slope(%w: f64, %x: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %g = chad.grad @loss(%w, %x) wrt [0] : (f64, f64) -> f64
  %h = chad.hvp @loss(%w, %x) along(%one) wrt [0] : (f64, f64, f64) -> f64
  return %g, %h : f64, f64
}
func.func @slopes(%w: f64, %xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %gs:2 = chad.vmap @slope(%w, %xs) : (f64, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %gs#0, %gs#1 : tensor<?xf64>, tensor<?xf64>
}

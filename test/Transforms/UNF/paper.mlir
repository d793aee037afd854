// The worked gradients of Huot & Shaikhha 2022 (examples 1.1, 1.2, 5.5, A.6), through
// unary normal form and directly: the forms that the paper gives.
//
// RUN: chad-opt %s --chad-to-unf --chad-differentiate --chad-from-unf --inline --chad-simplify \
// RUN:   --chad-erase-linear --canonicalize --cse --symbol-dce | FileCheck %s
// RUN: chad-opt %s --chad-differentiate --inline --chad-simplify \
// RUN:   --chad-erase-linear --canonicalize --cse --symbol-dce | FileCheck %s

func.func @let(%x1: f64, %x2: f64, %x3: f64) -> f64 {
  %w1 = arith.mulf %x1, %x2 : f64
  %w2 = arith.mulf %w1, %x1 : f64
  return %w2 : f64
}
func.func @prod(%a: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %p = chad.reduce (%l, %r in %a from %one : tensor<?xf64>) {
    %m = arith.mulf %l, %r : f64
    chad.yield %m : f64
  }
  return %p : f64
}
func.func @sum(%a: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%l, %r in %a from %zero : tensor<?xf64>) {
    %m = arith.addf %l, %r : f64
    chad.yield %m : f64
  }
  return %s : f64
}
func.func @dot(%a: tensor<?xf64>, %b: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ab = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %s = chad.reduce (%l, %r in %ab from %zero : tensor<?xf64>) {
    %m = arith.addf %l, %r : f64
    chad.yield %m : f64
  }
  return %s : f64
}
// ∇(let w₁ = x₁x₂ in let w₂ = w₁x₁ in w₂) = (w₁ + x₂x₁, x₁x₁, 0)
// CHECK-LABEL: @let_gradient
// CHECK-SAME: (%[[X1:.*]]: f64, %[[X2:.*]]: f64, %{{.*}}: f64)
// CHECK-DAG: %[[W1:.*]] = arith.mulf %[[X1]], %[[X2]]
// CHECK-DAG: %[[D1:.*]] = arith.addf %[[W1]], %[[W1]]
// CHECK-DAG: %[[D2:.*]] = arith.mulf %[[X1]], %[[X1]]
// CHECK-DAG: %[[D3:.*]] = arith.constant 0.000000e+00
// CHECK: return %[[D1]], %[[D2]], %[[D3]]
func.func @let_gradient(%x1: f64, %x2: f64, %x3: f64) -> (f64, f64, f64) {
  %g:3 = chad.grad @let(%x1, %x2, %x3) : (f64, f64, f64) -> (f64, f64, f64)
  return %g#0, %g#1, %g#2 : f64, f64, f64
}
// ∇prod A = map2 (∗) (scanr (∗) 1 (shift1L A)) (shift1R (scanl (∗) 1 A))
// CHECK-LABEL: @prod_gradient
// CHECK-SAME: (%[[A:.*]]: tensor<?xf64>)
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00
// CHECK-NEXT: %[[BEFORE:.*]] = chad.scan left exclusive (%[[L:.*]], %[[R:.*]] in %[[A]] from %[[ONE]] : tensor<?xf64>) {
// CHECK-NEXT:   %[[M:.*]] = arith.mulf %[[L]], %[[R]]
// CHECK-NEXT:   chad.yield %[[M]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[AFTER:.*]] = chad.scan right exclusive (%[[L2:.*]], %[[R2:.*]] in %[[A]] from %[[ONE]] : tensor<?xf64>) {
// CHECK-NEXT:   %[[M2:.*]] = arith.mulf %[[L2]], %[[R2]]
// CHECK-NEXT:   chad.yield %[[M2]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[G:.*]] = chad.map (%[[B:.*]] in %[[BEFORE]] : tensor<?xf64>, %[[C:.*]] in %[[AFTER]] : tensor<?xf64>)
// CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[B]], %[[C]]
// CHECK-NEXT:   chad.yield %[[P]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[G]]
func.func @prod_gradient(%a: tensor<?xf64>) -> tensor<?xf64> {
  %g = chad.grad @prod(%a) : (tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
// ∇sum A = Ones
// CHECK-LABEL: @sum_gradient
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00
// CHECK: %[[ONES:.*]] = chad.build
// CHECK-NEXT: chad.yield %[[ONE]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[ONES]]
func.func @sum_gradient(%a: tensor<?xf64>) -> tensor<?xf64> {
  %g = chad.grad @sum(%a) : (tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
// ∇_A dot(A, B) = B
// CHECK-LABEL: @dot_gradient
// CHECK-SAME: (%{{.*}}: tensor<?xf64>, %[[B:.*]]: tensor<?xf64>)
// CHECK-NEXT: return %[[B]]
func.func @dot_gradient(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %g = chad.grad @dot(%a, %b) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

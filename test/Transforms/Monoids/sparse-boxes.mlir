// Sparse Jacobians and Hessians of functions whose tangents are in boxes: gradients of recursive functions, whose residuals
// are, and functions that a loop composes. The dense ones have the same numbers.
//
// RUN: chad-run %s --entry=hessian --arg='[1.5, 2, 3, 4, 5]' --arg=3 | FileCheck %s --check-prefix=HESSIAN
// RUN: chad-run %s --entry=symmetric --arg='[1.5, 2, 3, 4, 5]' --arg=3 | FileCheck %s --check-prefix=HESSIAN
// HESSIAN:      tensor<6xindex> [0, 2, 5, 8, 10, 10]
// HESSIAN-NEXT: tensor<10xindex> [0, 1, 0, 1, 2, 1, 2, 3, 2, 3]
// HESSIAN-NEXT: tensor<10xf64> [-0.56448003223{{.*}}, -1.41335252078{{.*}}, -1.41335252078{{.*}}, 2.19721946565{{.*}}, 2.63666327584{{.*}}, 2.63666327584{{.*}}, 9.70282868080{{.*}}, 7.28272897473{{.*}}, 7.28272897473{{.*}}, 4.82915626200{{.*}}]
// RUN: chad-run %s --entry=dense --arg='[1.5, 2, 3, 4, 5]' --arg=3 | FileCheck %s --check-prefix=DENSE
// DENSE: tensor<5x5xf64> {{\[\[}}-0.56448003223{{.*}}, -1.41335252078{{.*}}, 0, 0, 0], [-1.41335252078{{.*}}, 2.19721946565{{.*}}, 2.63666327584{{.*}}, 0, 0], [0, 2.63666327584{{.*}}, 9.70282868080{{.*}}, 7.28272897473{{.*}}, 0], [0, 0, 7.28272897473{{.*}}, 4.82915626200{{.*}}, 0], [0, 0, 0, 0, 0]]
// RUN: chad-opt %s --chad-sparsity='function=composed' | chad-run - --entry=composed.sparsity --arg='[2, 3, 4]' | FileCheck %s --check-prefix=COMPOSED
// RUN: chad-opt %s --chad-sparsity='function=composed' | chad-run - --interpret --entry=composed.sparsity --arg='[2, 3, 4]' | FileCheck %s --check-prefix=COMPOSED
// COMPOSED:      tensor<2xindex> [0, 3]
// COMPOSED-NEXT: tensor<3xindex> [0, 1, 2]
// RUN: chad-opt %s --chad-differentiate --chad-simplify | FileCheck %s --check-prefix=IR

// x₀ + sin(x₀x₁) + sin(x₁x₂) + sin(x₂x₃) + x₄, of which ∂²/∂x₀² = −4·sin 3 and ∂²/∂x₃² = −9·sin 12.

// IR: chad.record @[[SETS:products.residual.sets[_0-9]*]] (tensor<?xi64>, !chad.box<@[[SETS]]>)

func.func private @products(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> tensor<?xf64> {
    scf.yield %x : tensor<?xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %a = tensor.extract %x[%m] : tensor<?xf64>
    %b = tensor.extract %x[%n] : tensor<?xf64>
    %q = arith.mulf %a, %b : f64
    %p = math.sin %q : f64
    %y = tensor.insert %p into %x[%n] : tensor<?xf64>
    %z = func.call @products(%y, %m) : (tensor<?xf64>, index) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @loss(%x: tensor<?xf64>, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = func.call @products(%x, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
  %r = chad.reduce (%a, %b in %y from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func private @gradient(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %g = chad.grad @loss(%x, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func @symmetric(%x: tensor<?xf64>, %n: index) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) {
  %o, %c, %v = chad.jacobian @gradient(%x, %n) {sparse, symmetric} : (tensor<?xf64>, index) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %o, %c, %v : tensor<?xindex>, tensor<?xindex>, tensor<?xf64>
}
func.func @hessian(%x: tensor<?xf64>, %n: index) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) {
  %o, %c, %v = chad.jacobian @gradient(%x, %n) {sparse} : (tensor<?xf64>, index) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %o, %c, %v : tensor<?xindex>, tensor<?xindex>, tensor<?xf64>
}
func.func @dense(%x: tensor<?xf64>, %n: index) -> (tensor<?x?xf64>) {
  %v = chad.jacobian @gradient(%x, %n) : (tensor<?xf64>, index) -> (tensor<?x?xf64>)
  return %v : tensor<?x?xf64>
}

// The product of all numbers.
func.func @composed(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %g = scf.for %i = %c0 to %n step %c1 iter_args(%h = %id) -> ((f64) -> f64) {
    %k = tensor.extract %x[%i] : tensor<?xf64>
    %next = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %h(%y) : (f64) -> f64
      %b = arith.mulf %a, %k : f64
      chad.yield %b : f64
    }
    scf.yield %next : (f64) -> f64
  }
  %one = arith.constant 1.0 : f64
  %r = chad.apply %g(%one) : (f64) -> f64
  return %r : f64
}

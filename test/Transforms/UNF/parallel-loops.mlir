// Parallel loops stay parallel loops on the way through unary normal form.

// RUN: chad-opt %s --chad-to-unf --chad-differentiate | chad-opt --chad-from-unf | chad-run - --interpret --arg=[1,2,3] | FileCheck %s
// RUN: chad-run %s --arg=[1,2,3] | FileCheck %s
// CHECK: f64 98
// CHECK-NEXT: tensor<3xf64> [4, 32, 108]

// The sum of the fourth powers.
func.func private @f(%xs: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %e) -> tensor<?xf64> {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %y = arith.mulf %x, %x : f64
    %t = tensor.from_elements %y : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  }
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %x = tensor.extract %r[%i] : tensor<?xf64>
    %y = arith.mulf %x, %x : f64
    scf.reduce(%y : f64) {
    ^bb0(%a: f64, %b: f64):
      %u = arith.addf %a, %b : f64
      scf.reduce.return %u : f64
    }
  }
  return %s : f64
}
func.func @main(%xs: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %v, %g = chad.value_and_grad @f(%xs) : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %v, %g : f64, tensor<?xf64>
}

// A state of `scf.for` that starts as the cast of a static tensor, and grows: the passes leave
// it its type. (`canonicalize` of upstream does not.)

// RUN: chad-opt %s --chad-simplify | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// CHECK-LABEL: @main
// CHECK: scf.for {{.*}} -> (tensor<?xf64>)
func.func @main(%x: f64, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.from_elements %x : tensor<1xf64>
  %xs = tensor.cast %e : tensor<1xf64> to tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %c = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  %s = chad.reduce (%u, %w in %r from %zero : tensor<?xf64>) {
    %m = arith.addf %w, %u : f64
    chad.yield %m : f64
  }
  return %s : f64
}

// Results of a parallel loop that begin as one tensor are different tensors, as its iterations write
// into each. Equal results of a loop, which begin as one tensor and are changed alike, are one.

// RUN: chad-opt %s --chad-simplify | FileCheck %s
// RUN: chad-run %s --entry=sums --arg='[1, 2, 3]' | FileCheck %s --check-prefix=SUMS

// CHECK-LABEL: func.func @parallel(
// CHECK: %[[BOTH:.*]]:2 = scf.forall
// CHECK: parallel_insert_slice %{{.*}} into %[[FIRST:.*]][
// CHECK-NOT: into %[[FIRST]][
// CHECK: return %[[BOTH]]#0, %[[BOTH]]#1
func.func @parallel(%xs: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %none = tensor.empty() : tensor<3xf64>
  %a, %b = scf.forall (%i) in (3) shared_outs(%s = %none, %t = %none)
      -> (tensor<3xf64>, tensor<3xf64>) {
    %x = tensor.extract %xs[%i] : tensor<3xf64>
    %y = arith.mulf %x, %x : f64
    %u = tensor.from_elements %x : tensor<1xf64>
    %v = tensor.from_elements %y : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %s[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
      tensor.parallel_insert_slice %v into %t[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    }
  }
  return %a, %b : tensor<3xf64>, tensor<3xf64>
}

// SUMS: f64 6
// SUMS-NEXT: f64 14
func.func @sums(%xs: tensor<3xf64>) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %a, %b = func.call @parallel(%xs) : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %s = chad.reduce (%x, %y in %a from %zero : tensor<3xf64>) {
    %z = arith.addf %x, %y : f64
    chad.yield %z : f64
  }
  %t = chad.reduce (%x, %y in %b from %zero : tensor<3xf64>) {
    %z = arith.addf %x, %y : f64
    chad.yield %z : f64
  }
  return %s, %t : f64, f64
}

// CHECK-LABEL: func.func @equal(
// CHECK: %[[P:.*]] = scf.for {{.*}} -> (f64)
// CHECK: return %[[P]], %[[P]]
func.func @equal(%x: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p, %q, %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %a = %x, %b = %x)
      -> (f64, f64, f64) {
    %t = math.sin %s : f64
    scf.yield %t, %t, %t : f64, f64, f64
  }
  return %q, %r : f64, f64
}

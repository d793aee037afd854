// A stopped value is constant in derivatives of any order, to the interpreter and to
// the rules, survives canonicalization, and is erased with the linear types.
//
// RUN: chad-opt %s --canonicalize --cse | FileCheck %s --check-prefix=LAWS
// RUN: chad-run %s --interpret | FileCheck %s
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret | FileCheck %s
// RUN: chad-opt %s --chad-differentiate --chad-simplify --chad-erase-linear \
// RUN:   | FileCheck %s --check-prefix=ERASED --implicit-check-not=stop_gradient
// ERASED: func @main

// LAWS-LABEL: func @f
// LAWS-COUNT-2: chad.stop_gradient
func.func @f(%x: f64, %xs: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %s = chad.stop_gradient %x : f64
  %ss = chad.stop_gradient %xs : tensor<2xf64>
  %a = tensor.extract %xs[%c0] : tensor<2xf64>
  %b = tensor.extract %ss[%c0] : tensor<2xf64>
  %p = arith.mulf %a, %b : f64
  %q = arith.mulf %s, %x : f64
  %r = arith.mulf %q, %x : f64
  %t = arith.addf %p, %r : f64
  return %t : f64
}
func.func @df(%x: f64) -> f64 {
  %xs = arith.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %g = chad.grad @f(%x, %xs) wrt [0] : (f64, tensor<2xf64>) -> f64
  return %g : f64
}
func.func @main() -> (f64, tensor<2xf64>, f64) {
  %x = arith.constant 3.0 : f64
  %xs = arith.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %g:2 = chad.grad @f(%x, %xs) : (f64, tensor<2xf64>) -> (f64, tensor<2xf64>)
  %h = chad.grad @df(%x) : (f64) -> f64
  return %g#0, %g#1, %h : f64, tensor<2xf64>, f64
}
// CHECK: f64 {{18|18\.0000000|17\.9999999}}
// CHECK-NEXT: tensor<2xf64> [{{5|5\.000000|4\.999999}}{{[0-9]*}}, 0]
// CHECK-NEXT: f64 {{6|6\.0000|5\.9999}}

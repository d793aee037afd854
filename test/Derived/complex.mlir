// Second derivatives and batches of functions of complex numbers, in the convention of the requests.

// The Hessian of a b², in a + bi at 1 + 2i, is (0, 2b; 2b, 2a): times 1 + 3i, and conjugated as gradients are.
// RUN: chad-run %s --entry=product --arg=1+2i --arg=1+3i | FileCheck %s --check-prefix=PRODUCT
// RUN: chad-run %s --entry=squares --arg='[1, 2i]' | FileCheck %s --check-prefix=SQUARES
// RUN: chad-run %s --entry=squares --arg='[1, 2i]' --interpret | FileCheck %s --check-prefix=SQUARES
// RUN: chad-run %s --entry=seeds --arg=1+2i --arg='[1, 2i]' | FileCheck %s --check-prefix=SEEDS
// RUN: chad-run %s --entry=seeds --arg=1+2i --arg='[1, 2i]' --interpret | FileCheck %s --check-prefix=SEEDS
// PRODUCT: complex<f64> 12-10i
// SQUARES: tensor<2xcomplex<f64>> [1+0i, -4+0i]
// SEEDS: tensor<2xcomplex<f64>> [2+4i, -8+4i]

func.func private @f(%z: complex<f64>) -> f64 {
  %a = complex.re %z : complex<f64>
  %b = complex.im %z : complex<f64>
  %c = arith.mulf %a, %b : f64
  %d = arith.mulf %c, %b : f64
  return %d : f64
}
func.func @product(%z: complex<f64>, %v: complex<f64>) -> complex<f64> {
  %y = chad.hvp @f(%z) along(%v) : (complex<f64>, complex<f64>) -> complex<f64>
  return %y : complex<f64>
}
func.func private @square(%z: complex<f64>) -> complex<f64> {
  %r = complex.mul %z, %z : complex<f64>
  return %r : complex<f64>
}
func.func @squares(%v: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %r = chad.vmap @square(%v) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %r : tensor<2xcomplex<f64>>
}
func.func @seeds(%z: complex<f64>, %v: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %vl = chad.to_linear %v : tensor<2xcomplex<f64>>
  %y, %d = chad.jvp @square(%z) along(%vl) : (complex<f64>, !chad.lin<tensor<2xcomplex<f64>>>) -> (complex<f64>, !chad.lin<tensor<2xcomplex<f64>>>)
  %r = chad.from_linear %d : !chad.lin<tensor<2xcomplex<f64>>>
  return %r : tensor<2xcomplex<f64>>
}

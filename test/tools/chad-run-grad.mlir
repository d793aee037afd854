// The gradient of a function, and the check of one.

// RUN: chad-run %s --entry=f --grad --arg=2.0 --arg='[1, 2, 3]' | FileCheck %s --check-prefix=GRAD
// GRAD:      f64 28
// GRAD-NEXT: f64 14
// GRAD-NEXT: tensor<3xf64> [4, 8, 12]

// RUN: chad-run %s --entry=f --grad --wrt=1 --arg=2.0 --arg='[1, 2, 3]' | FileCheck %s --check-prefix=WRT
// WRT:      f64 28
// WRT-NEXT: tensor<3xf64> [4, 8, 12]
// WRT-NOT:  {{.}}

// RUN: chad-run %s --entry=f --grad-check --arg=2.0 --arg='[1, 2, 3]' | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=squares --grad-check --arg='[1, 2, 3]' | FileCheck %s --check-prefix=CHECKED
// CHECKED:      gradient check: [[N:.*]] of [[N]] entries
// CHECKED-NEXT: forward and reverse: worst relative error {{.*}} argument #
// CHECKED-NEXT: reverse and differences: worst relative error {{.*}} argument #

// A rule that is wrong is found, with the place where it is.
//
// RUN: not chad-run %s --entry=wrong --grad-check --arg='[1, 2, 3]' > %t 2> %t.err
// RUN: FileCheck %s --check-prefix=WRONG < %t
// RUN: FileCheck %s --check-prefix=WRONG-ERROR < %t.err
// WRONG:       reverse and differences: {{.*}} at result #0[{{[0-2]}}] by argument #0[{{[0-2]}}]: {{.*}} (wrong)
// WRONG-ERROR: chad-run: error: the derivatives of 'wrong' disagree

// RUN: not chad-run %s --entry=squares --grad --arg='[1, 2, 3]' 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: chad-run: error: --grad differentiates one float; result #0 of 'squares' has type tensor<?xf64>, which holds several

// RUN: not chad-run %s --entry=f --grad --wrt=2 --arg=2.0 --arg='[1, 2, 3]' 2>&1 | FileCheck %s --check-prefix=POSITION
// POSITION: chad-run: error: --wrt=2: 'f' has no argument #2; it has #0 'k' (f64), #1 'xs' (tensor<?xf64>)

func.func @squares(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @f(%k: f64, %xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = func.call @squares(%xs) : (tensor<?xf64>) -> tensor<?xf64>
  %s = chad.reduce (%a, %x in %r from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %x : f64
    chad.yield %t : f64
  }
  %p = arith.mulf %k, %s : f64
  return %p : f64
}
func.func private @cube(%x: f64) -> f64 attributes {chad.custom_vjp = @cube_back} {
  %s = arith.mulf %x, %x : f64
  %c = arith.mulf %s, %x : f64
  return %c : f64
}
func.func private @cube_back(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = chad.scale %x, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}
func.func @wrong(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = func.call @cube(%x) : (f64) -> f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}

// An array of rank 0 is a scalar in every request: the program's, the command line's, of the
// interpreter and of compiled code, and in C.

// RUN: chad-run %s --entry=sum_gradient --arg='[1, 2, 3, 4]' | FileCheck %s --check-prefix=SUM
// RUN: chad-run %s --entry=sum_gradient --arg='[1, 2, 3, 4]' --interpret | FileCheck %s --check-prefix=SUM
// SUM: f32 10
// SUM-NEXT: tensor<4xf32> [1, 1, 1, 1]
// SUM-NEXT: tensor<4xf32> [1, 1, 1, 1]

// RUN: chad-run %s --entry=square --arg=3 | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=square --arg=3 --interpret | FileCheck %s --check-prefix=VALUE
// VALUE: tensor<f64> 9
// RUN: chad-run %s --entry=square --arg=3 --grad | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=square --arg=3 --grad --interpret | FileCheck %s --check-prefix=GRAD
// GRAD:      tensor<f64> 9
// GRAD-NEXT: tensor<f64> 6
// RUN: chad-run %s --entry=square --arg=3 --grad-check | FileCheck %s --check-prefix=CHECKED
// CHECKED: gradient check: 1 of 1 entries
// CHECKED: forward and reverse: worst relative error 0 at argument #0: 6 and 6

// RUN: chad-run %s --entry=jacobian --arg=3 | FileCheck %s --check-prefix=JACOBIAN
// RUN: chad-run %s --entry=jacobian --arg=3 --interpret | FileCheck %s --check-prefix=JACOBIAN
// JACOBIAN: f64 6

// The second derivative, by a gradient of a gradient.
// RUN: chad-run %s --entry=second --arg=3 | FileCheck %s --check-prefix=SECOND
// RUN: chad-run %s --entry=second --arg=3 --interpret | FileCheck %s --check-prefix=SECOND
// SECOND: tensor<f64> 2

// RUN: chad-run %s --entry=square --grad --emit=header -o - | FileCheck %s --check-prefix=HEADER
// RUN: chad-run %s --entry=square --grad --emit=obj -o %t.o
// HEADER: int32_t chad_square_value_and_grad(double x, double *result0, double *result1);

// RUN: not chad-run %s --entry=square --arg='[3]' 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: argument #0 of 'square' has type tensor<f64>: expected a number of type f64 at '[3]'

func.func private @sum(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %s = chad.reduce (%a, %b in %x from %zero : tensor<4xf32>) {
    %t = arith.addf %a, %b : f32
    chad.yield %t : f32
  }
  %r = tensor.from_elements %s : tensor<f32>
  return %r : tensor<f32>
}
func.func @sum_gradient(%x: tensor<4xf32>) -> (f32, tensor<4xf32>, tensor<4xf32>) {
  %v, %g = chad.value_and_grad @sum(%x) : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  %h = chad.grad @sum(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.extract %v[] : tensor<f32>
  return %s, %g, %h : f32, tensor<4xf32>, tensor<4xf32>
}
func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = arith.mulf %x, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @jacobian(%x: tensor<f64>) -> f64 {
  %j = chad.jacobian @square(%x) : (tensor<f64>) -> f64
  return %j : f64
}
func.func private @slope(%x: tensor<f64>) -> tensor<f64> {
  %g = chad.grad @square(%x) : (tensor<f64>) -> tensor<f64>
  return %g : tensor<f64>
}
func.func @second(%x: tensor<f64>) -> tensor<f64> {
  %g = chad.grad @slope(%x) : (tensor<f64>) -> tensor<f64>
  return %g : tensor<f64>
}

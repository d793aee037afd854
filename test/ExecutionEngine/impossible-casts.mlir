// In a program that is specialized for shapes, a branch that is not taken may cast to other extents.
// RUN: chad-run %s --specialize --arg=true --arg='[1, 2]' --arg='[4, 5]' | FileCheck %s
// RUN: chad-run %s --arg=true --arg='[1, 2]' --arg='[4, 5]' | FileCheck %s
// CHECK: tensor<2xf64> [1, 2]
// CHECK: tensor<1xf64> [0]
func.func @main(%taken: i1, %x: tensor<?xf64>, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<1xf64>) {
  %zero = arith.constant dense<0.0> : tensor<1xf64>
  %r = scf.if %taken -> (tensor<1xf64>) {
    scf.yield %zero : tensor<1xf64>
  } else {
    %one = tensor.cast %y : tensor<?xf64> to tensor<1xf64>
    scf.yield %one : tensor<1xf64>
  }
  return %x, %r : tensor<?xf64>, tensor<1xf64>
}

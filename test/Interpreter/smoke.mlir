// RUN: chad-run %s --interpret --arg='[1, 2.5, 3]' --arg='[4, 5, 0.25]' | FileCheck %s

// CHECK: f64 17.25
// CHECK-NEXT: tensor<3xf64> [4, 5, 0.25]
// CHECK-NEXT: tensor<3xf64> [1, 2.5, 3]

func.func private @dot(%a: tensor<?xf64>, %b: tensor<?xf64>) -> f64 {
  %z = arith.constant 0.0 : f64
  %p = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>) -> tensor<?xf64> {
    %m = arith.mulf %x, %y : f64
    chad.yield %m : f64
  }
  %s = chad.reduce (%u, %v in %p from %z : tensor<?xf64>) {
    %m = arith.addf %u, %v : f64
    chad.yield %m : f64
  }
  return %s : f64
}
func.func @main(%a: tensor<?xf64>, %b: tensor<?xf64>) -> (f64, tensor<?xf64>, tensor<?xf64>) {
  %v, %g:2 = chad.value_and_grad @dot(%a, %b)
      : (tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>, tensor<?xf64>)
  return %v, %g#0, %g#1 : f64, tensor<?xf64>, tensor<?xf64>
}

// A cumulative sum of an array whose extent is not known is in JAX a reduction of windows of computed
// extents. That each window begins at the first element is asserted.
// RUN: chad-run %s --entry=main --interpret --arg='[1, 2, 4]' --arg=3 | FileCheck %s
// RUN: chad-run %s --entry=main --arg='[1, 2, 4]' --arg=3 | FileCheck %s
// RUN: chad-run %s --entry=main --arg='[1, 2, 4]' --arg=3 --grad-check
// RUN: not chad-run %s --entry=main --interpret --arg='[1, 2, 4]' --arg=2 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not chad-run %s --entry=main --arg='[1, 2, 4]' --arg=2 2>&1 | FileCheck %s --check-prefix=SHORT

func.func private @sum(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %c = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %c : tensor<f64>
}
// CHECK: tensor<3xf64> [1, 3, 7]
// SHORT: windows of a cumulative reduction have the extent of the array
func.func @main(%x: tensor<?xf64>, %extent: tensor<i32>) -> tensor<?xf64> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %none = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %minus = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %before = "stablehlo.add"(%extent, %minus) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %window = "stablehlo.reshape"(%extent) : (tensor<i32>) -> tensor<1xi32>
  %low = "stablehlo.reshape"(%before) : (tensor<i32>) -> tensor<1xi32>
  %row = "stablehlo.concatenate"(%low, %none) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = "stablehlo.reshape"(%row) : (tensor<2xi32>) -> tensor<1x2xi32>
  %y = "stablehlo.custom_call"(%x, %zero, %window, %one, %one, %one, %padding) <{call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@sum]}> : (tensor<?xf64>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

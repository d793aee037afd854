// tensor.gather and tensor.scatter, their derivatives, and the paddings that a region computes:
// interpreted and compiled, against differences.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}12 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @gather_units(%x: tensor<?x3x2xf64>) -> tensor<2x2x?x1x2xf64> { // ? = 2
  %i = arith.constant dense<[[[0], [2]], [[2], [2]]]> : tensor<2x2x1xindex>
  %r = tensor.gather %x[%i] gather_dims([1]) : (tensor<?x3x2xf64>, tensor<2x2x1xindex>) -> tensor<2x2x?x1x2xf64>
  return %r : tensor<2x2x?x1x2xf64>
}
func.func @gather_elements(%x: tensor<3x?xf64>) -> tensor<?xf64> { // ? = 2
  %s = arith.constant dense<[[2, 0], [1, 1], [2, 0]]> : tensor<3x2xi32>
  %i = tensor.cast %s : tensor<3x2xi32> to tensor<?x2xi32>
  %r = tensor.gather %x[%i] gather_dims([0, 1]) : (tensor<3x?xf64>, tensor<?x2xi32>) -> tensor<?xf64>
  %p = arith.mulf %r, %r : tensor<?xf64>
  return %p : tensor<?xf64>
}
func.func @gather_one(%x: tensor<3x2xf64>) -> (tensor<2xf64>, tensor<f64>) {
  %i = arith.constant dense<[2]> : tensor<1xindex>
  %j = arith.constant dense<[2, 1]> : tensor<2xindex>
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x2xf64>, tensor<1xindex>) -> tensor<2xf64>
  %s = tensor.gather %x[%j] gather_dims([0, 1]) : (tensor<3x2xf64>, tensor<2xindex>) -> tensor<f64>
  return %r, %s : tensor<2xf64>, tensor<f64>
}
func.func @gather_nothing(%x: tensor<3x2xf64>, %y: tensor<3x?xf64>) -> (tensor<0x2xf64>, tensor<2x?xf64>) { // ? = 0
  %i = arith.constant dense<> : tensor<0x1xindex>
  %j = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x2xf64>, tensor<0x1xindex>) -> tensor<0x2xf64>
  %s = tensor.gather %y[%j] gather_dims([0]) : (tensor<3x?xf64>, tensor<2x1xindex>) -> tensor<2x?xf64>
  return %r, %s : tensor<0x2xf64>, tensor<2x?xf64>
}
// Rows chosen for each element of an array.
func.func @gather_in_a_map(%x: tensor<3x?xf64>, %ks: tensor<?xf64>) -> tensor<?x2x?xf64> { // ? = 2, ? = 3
  %i = arith.constant dense<[[1], [2]]> : tensor<2x1xindex>
  %r = chad.map (%k in %ks : tensor<?xf64>) -> tensor<?x2x?xf64> {
    %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x?xf64>, tensor<2x1xindex>) -> tensor<2x?xf64>
    %p = chad.map (%row in %g : tensor<2x?xf64>) -> tensor<2x?xf64> {
      %q = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.mulf %k, %e : f64
        chad.yield %m : f64
      }
      chad.yield %q : tensor<?xf64>
    }
    chad.yield %p : tensor<2x?xf64>
  }
  return %r : tensor<?x2x?xf64>
}
func.func @scatter(%x: tensor<2x3xf64>, %t: tensor<?x3xf64>) -> tensor<?x3xf64> { // ? = 4
  %i = arith.constant dense<[[3], [0]]> : tensor<2x1xindex>
  %r = tensor.scatter %x into %t[%i] scatter_dims([0]) unique : (tensor<2x3xf64>, tensor<?x3xf64>, tensor<2x1xindex>) -> tensor<?x3xf64>
  %p = arith.mulf %r, %t : tensor<?x3xf64>
  return %p : tensor<?x3xf64>
}
func.func @scatter_columns(%x: tensor<2x?x1xf64>, %t: tensor<?x3xf64>) -> tensor<?x3xf64> { // ? = 4, ? = 4
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %r = tensor.scatter %x into %t[%i] scatter_dims([1]) unique : (tensor<2x?x1xf64>, tensor<?x3xf64>, tensor<2x1xi64>) -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
func.func @scatter_elements(%x: tensor<2x2xf64>, %t: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %i = arith.constant dense<[[[0, 1], [2, 2]], [[2, 0], [1, 1]]]> : tensor<2x2x2xindex>
  %r = tensor.scatter %x into %t[%i] scatter_dims([0, 1]) unique : (tensor<2x2xf64>, tensor<3x3xf64>, tensor<2x2x2xindex>) -> tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}
func.func @scatter_in_a_map(%x: tensor<?x2xf64>, %t: tensor<3xf64>) -> tensor<?x3xf64> { // ? = 2
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %r = chad.map (%row in %x : tensor<?x2xf64>) -> tensor<?x3xf64> {
    %s = tensor.scatter %row into %t[%i] scatter_dims([0]) unique : (tensor<2xf64>, tensor<3xf64>, tensor<2x1xindex>) -> tensor<3xf64>
    chad.yield %s : tensor<3xf64>
  }
  return %r : tensor<?x3xf64>
}
// What is padded with is computed, and cannot be in the middle: the index is out of range there.
func.func @pad_computed(%x: tensor<?xf64>, %v: tensor<3xf64>, %l: index) -> tensor<?xf64> { // ? = 4, i = 3
  %r = tensor.pad %x low[%l] high[0] {
  ^bb0(%i: index):
    %a = tensor.extract %v[%i] : tensor<3xf64>
    %b = tensor.extract %x[%i] : tensor<?xf64>
    %p = arith.mulf %a, %b : f64
    tensor.yield %p : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @pad_computed_rows(%x: tensor<1x2xf64>, %v: f64) -> tensor<3x4xf64> {
  %r = tensor.pad %x low[1, 0] high[1, 2] {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    %n = arith.index_cast %k : index to i64
    %f = arith.sitofp %n : i64 to f64
    %p = arith.mulf %v, %f : f64
    %q = math.sin %p : f64
    tensor.yield %q : f64
  } : tensor<1x2xf64> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}
func.func @pad_computed_alone(%x: tensor<0x2xf64>, %v: tensor<2xf64>) -> tensor<1x2xf64> {
  %r = tensor.pad %x low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %a = tensor.extract %v[%j] : tensor<2xf64>
    %p = arith.mulf %a, %a : f64
    tensor.yield %p : f64
  } : tensor<0x2xf64> to tensor<1x2xf64>
  return %r : tensor<1x2xf64>
}

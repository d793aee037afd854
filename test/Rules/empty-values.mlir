// Derivatives of the ops of the tensor dialect, and of loops, where there are no elements.
//
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @slice(%x: tensor<?x4xf64>, %o: index, %n: index) -> tensor<?x2xf64> { // ? = 3, i = 3, i = 0
  %r = tensor.extract_slice %x[%o, 1] [%n, 2] [1, 2] : tensor<?x4xf64> to tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @slice_of_nothing(%x: tensor<?x?xf64>, %n: index) -> tensor<?xf64> { // ? = 2, ? = 0, i = 0
  %r = tensor.extract_slice %x[1, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @insert_slice(%x: tensor<?xf64>, %t: tensor<3x?xf64>, %i: index) -> tensor<3x?xf64> { // ? = 0, ? = 4, i = 2
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = tensor.insert_slice %x into %t[%i, 1] [1, %n] [1, 1] : tensor<?xf64> into tensor<3x?xf64>
  return %r : tensor<3x?xf64>
}
func.func @concat(%x: tensor<2x?xf64>, %y: tensor<2x3xf64>, %z: tensor<2x0xf64>) -> tensor<2x?xf64> { // ? = 0
  %r = tensor.concat dim(1) %z, %x, %y, %x, %z
      : (tensor<2x0xf64>, tensor<2x?xf64>, tensor<2x3xf64>, tensor<2x?xf64>, tensor<2x0xf64>) -> tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @concat_of_nothing(%x: tensor<0x2xf64>, %y: tensor<0x2xf64>, %k: f64) -> (tensor<0x2xf64>, f64) {
  %r = tensor.concat dim(0) %x, %y : (tensor<0x2xf64>, tensor<0x2xf64>) -> tensor<0x2xf64>
  %p = arith.mulf %k, %k : f64
  return %r, %p : tensor<0x2xf64>, f64
}
func.func @collapse(%x: tensor<?x3x?xf64>) -> tensor<?x?xf64> { // ? = 0, ? = 2
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x3x?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @expand(%x: tensor<?x2xf64>, %n: index) -> tensor<?x2x2xf64> { // ? = 0, i = 0
  %r = tensor.expand_shape %x [[0, 1], [2]] output_shape [%n, 2, 2] : tensor<?x2xf64> into tensor<?x2x2xf64>
  return %r : tensor<?x2x2xf64>
}
func.func @pad(%x: tensor<?x?xf64>, %p: f64, %n: index) -> tensor<?x?xf64> { // ? = 0, ? = 1, i = 2
  %r = tensor.pad %x low[1, %n] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @pad_nothing(%x: tensor<0xf64>, %p: f64) -> tensor<3xf64> {
  %r = tensor.pad %x low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %p : f64
  } : tensor<0xf64> to tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @splat(%x: f64, %n: index) -> tensor<?x2xf64> { // i = 0
  %r = tensor.splat %x[%n] : tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @generate(%x: tensor<?xf64>, %n: index) -> tensor<?x?xf64> { // ? = 3, i = 0
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf64>
  %r = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %a = tensor.extract %x[%j] : tensor<?xf64>
    tensor.yield %a : f64
  } : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @gather(%x: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> { // ? = 3, ? = 2, i = 0
  %indices = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.gather %x[%indices] : tensor<?x?xf64>, tensor<?xindex> -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @elements_of_nothing(%x: tensor<?xf64>) -> (tensor<?x0xf64>, tensor<?xf64>) { // ? = 2
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %r, %p = chad.map (%a in %x : tensor<?xf64>) -> (tensor<?x0xf64>, tensor<?xf64>) {
    %t = chad.build %i < %c0 -> tensor<0xf64> {
      chad.yield %a : f64
    }
    %s = math.tanh %t : tensor<0xf64>
    %product = chad.reduce (%u, %v in %s from %one : tensor<0xf64>) {
      %w = arith.mulf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %s, %product : tensor<0xf64>, f64
  }
  return %r, %p : tensor<?x0xf64>, tensor<?xf64>
}
func.func @states(%a: tensor<?x?xf64>, %x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) { // ? = 0, ? = 2, ? = 2
  %last, %all = chad.fold (%row in %a : tensor<?x?xf64>) with (%s = %x : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %next = arith.mulf %s, %row : tensor<?xf64>
    chad.yield %next, %s : tensor<?xf64>, tensor<?xf64>
  }
  return %last, %all : tensor<?xf64>, tensor<?x?xf64>
}
func.func @rows(%a: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?x?xf64> { // ? = 0, ? = 2, ? = 2
  %r = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %one = arith.constant 1.0 : f64
    %s = arith.mulf %row, %x : tensor<?xf64>
    %t = chad.scan right exclusive (%u, %v in %s from %one : tensor<?xf64>) {
      %w = arith.mulf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

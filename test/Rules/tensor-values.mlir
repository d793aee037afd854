// Derivatives of the ops of the tensor dialect, forward and reverse, against
// differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}27 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @extract(%x: tensor<?x3xf64>, %i: index, %j: index) -> f64 { // ? = 2, i = 0, i = 1
  %a = tensor.extract %x[%i, %j] : tensor<?x3xf64>
  %b = tensor.extract %x[%j, %i] : tensor<?x3xf64>
  %c = arith.mulf %a, %b : f64
  return %c : f64
}
func.func @extract_scalar(%x: tensor<f64>) -> f64 {
  %a = tensor.extract %x[] : tensor<f64>
  %b = arith.mulf %a, %a : f64
  return %b : f64
}
func.func @insert(%x: f64, %t: tensor<?xf64>, %i: index) -> tensor<?xf64> { // ? = 3, i = 1
  %a = arith.mulf %x, %x : f64
  %r = tensor.insert %a into %t[%i] : tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @insert_empty(%x: f64, %n: index, %i: index) -> f64 { // i = 4, i = 2
  %zero = arith.constant 0.0 : f64
  %t = tensor.splat %zero[%n] : tensor<?xf64>
  %r = tensor.insert %x into %t[%i] : tensor<?xf64>
  %e = tensor.extract %r[%i] : tensor<?xf64>
  %s = arith.mulf %e, %x : f64
  return %s : f64
}
func.func @slice(%x: tensor<?x4xf64>, %o: index, %n: index) -> tensor<?x2xf64> { // ? = 3, i = 1, i = 2
  %r = tensor.extract_slice %x[%o, 1] [%n, 2] [1, 2] : tensor<?x4xf64> to tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @slice_twice(%x: tensor<4x3xf64>, %o: index) -> (tensor<3xf64>, tensor<2x1xf64>) { // i = 2
  %r = tensor.extract_slice %x[%o, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
  %s = tensor.extract_slice %x[0, %o] [2, 1] [2, 1] : tensor<4x3xf64> to tensor<2x1xf64>
  return %r, %s : tensor<3xf64>, tensor<2x1xf64>
}
func.func @slice_of_rank_0(%x: tensor<?x2xf64>, %i: index) -> tensor<f64> { // ? = 3, i = 1
  %s = tensor.extract_slice %x[%i, 1] [1, 1] [1, 1] : tensor<?x2xf64> to tensor<f64>
  %r = arith.addf %s, %s : tensor<f64>
  return %r : tensor<f64>
}
func.func @insert_slice(%x: tensor<?xf64>, %t: tensor<3x?xf64>, %i: index) -> tensor<3x?xf64> { // ? = 2, ? = 4, i = 2
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = tensor.insert_slice %x into %t[%i, 1] [1, %n] [1, 1] : tensor<?xf64> into tensor<3x?xf64>
  return %r : tensor<3x?xf64>
}
func.func @concat(%x: tensor<2x?xf64>, %y: tensor<2x3xf64>) -> tensor<2x?xf64> { // ? = 2
  %r = tensor.concat dim(1) %x, %y, %x : (tensor<2x?xf64>, tensor<2x3xf64>, tensor<2x?xf64>) -> tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @collapse(%x: tensor<?x3x2xf64>) -> tensor<?x2xf64> { // ? = 2
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x3x2xf64> into tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @expand(%x: tensor<?x2xf64>, %n: index) -> tensor<?x2x2xf64> { // ? = 4, i = 2
  %r = tensor.expand_shape %x [[0, 1], [2]] output_shape [%n, 2, 2] : tensor<?x2xf64> into tensor<?x2x2xf64>
  return %r : tensor<?x2x2xf64>
}
func.func @collapse_to_scalar(%x: tensor<1x1xf64>) -> tensor<f64> {
  %r = tensor.collapse_shape %x [] : tensor<1x1xf64> into tensor<f64>
  return %r : tensor<f64>
}
func.func @reshape(%x: tensor<?x2xf64>) -> tensor<2x?xf64> { // ? = 3
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %shape = tensor.from_elements %c2, %c3 : tensor<2xindex>
  %r = tensor.reshape %x(%shape) : (tensor<?x2xf64>, tensor<2xindex>) -> tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @cast(%x: tensor<?x2xf64>) -> tensor<2x?xf64> { // ? = 2
  %r = tensor.cast %x : tensor<?x2xf64> to tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @splat(%x: f64, %n: index) -> tensor<2x?xf64> { // i = 3
  %a = arith.mulf %x, %x : f64
  %r = tensor.splat %a[%n] : tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @splat_empty(%x: f64, %n: index) -> tensor<2x?xf64> { // i = 0
  %r = tensor.splat %x[%n] : tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @from_elements(%x: f64, %y: f64) -> tensor<2x2xf64> {
  %c = arith.constant 1.0 : f64
  %p = arith.mulf %x, %y : f64
  %r = tensor.from_elements %x, %c, %p, %x : tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @generate(%x: tensor<?xf64>, %k: f64, %n: index) -> tensor<?x2xf64> { // ? = 3, i = 3
  %t = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %x[%j] : tensor<?xf64>
    %p = arith.mulf %a, %b : f64
    %q = math.sin %p : f64
    %r = arith.mulf %q, %k : f64
    tensor.yield %r : f64
  } : tensor<?x2xf64>
  return %t : tensor<?x2xf64>
}
func.func @pad(%x: tensor<?x2xf64>, %v: f64, %l: index) -> tensor<?x4xf64> { // ? = 2, i = 1
  %a = arith.mulf %v, %v : f64
  %r = tensor.pad %x low[%l, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %a : f64
  } : tensor<?x2xf64> to tensor<?x4xf64>
  return %r : tensor<?x4xf64>
}
func.func @pad_constant(%x: tensor<2xf64>) -> tensor<4xf64> {
  %c = arith.constant 7.0 : f64
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f64
  } : tensor<2xf64> to tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @select(%c: i1, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> { // i = 1, ? = 3, ? = 3
  %r = arith.select %c, %x, %y : tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @rows(%x: tensor<?x?x2xf64>, %i: index, %j: index) -> (tensor<?x2xf64>, tensor<2xf64>, tensor<1x2xf64>) { // ? = 3, ? = 2, i = 1, i = 0
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?x2xf64>
  %a = tensor.extract_slice %x[%i, 0, 0] [1, %n, 2] [1, 1, 1] : tensor<?x?x2xf64> to tensor<?x2xf64>
  %b = tensor.extract_slice %x[%j, %i, 0] [1, 1, 2] [1, 1, 1] : tensor<?x?x2xf64> to tensor<2xf64>
  %c = tensor.extract_slice %x[%i, %j, 0] [1, 1, 2] [1, 1, 1] : tensor<?x?x2xf64> to tensor<1x2xf64>
  return %a, %b, %c : tensor<?x2xf64>, tensor<2xf64>, tensor<1x2xf64>
}
// Reads of one array in a loop.
func.func @in_a_map(%x: tensor<?xf64>, %is: tensor<3xf64>) -> tensor<3xf64> { // ? = 4
  %one = arith.constant 1 : index
  %r = chad.map (%k in %is : tensor<3xf64>) -> tensor<3xf64> {
    %a = tensor.extract %x[%one] : tensor<?xf64>
    %s = tensor.extract_slice %x[%one] [2] [1] : tensor<?xf64> to tensor<2xf64>
    %b = tensor.extract %s[%one] : tensor<2xf64>
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %p, %k : f64
    chad.yield %q : f64
  }
  return %r : tensor<3xf64>
}
// Nothing to move.
func.func @slice_empty(%x: tensor<2x2xf64>, %n: index) -> tensor<?x2xf64> { // i = 0
  %r = tensor.extract_slice %x[1, 0] [%n, 2] [1, 1] : tensor<2x2xf64> to tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @concat_empty(%x: tensor<2xf64>, %n: index) -> tensor<?xf64> { // i = 0
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<2xf64> to tensor<?xf64>
  %r = tensor.concat dim(0) %a, %x, %a : (tensor<?xf64>, tensor<2xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @generate_empty(%x: f64, %n: index) -> tensor<?x2xf64> { // i = 0
  %t = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %p = arith.mulf %x, %x : f64
    tensor.yield %p : f64
  } : tensor<?x2xf64>
  return %t : tensor<?x2xf64>
}
func.func @pad_empty(%x: tensor<2xf64>, %v: f64, %n: index) -> tensor<?xf64> { // i = 0
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<2xf64> to tensor<?xf64>
  %r = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}
// One tensor as source and destination, and an op that is used twice.
func.func @insert_itself(%x: tensor<2x2xf64>, %i: index) -> tensor<2x2xf64> { // i = 1
  %row = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<1x2xf64>
  %a = tensor.insert_slice %row into %x[0, 0] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<2x2xf64>
  %e = tensor.extract %a[%i, %i] : tensor<2x2xf64>
  %b = tensor.insert %e into %a[%i, %i] : tensor<2x2xf64>
  %c = arith.mulf %a, %b : tensor<2x2xf64>
  return %c : tensor<2x2xf64>
}

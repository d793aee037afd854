// Derivatives of map, build and fold, forward and reverse, against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}6 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @map(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3
  %z = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %k : f64
    %s = math.exp %p : f64
    %t = math.sin %s : f64
    %u = arith.mulf %t, %s : f64
    chad.yield %u : f64
  }
  return %z : tensor<?xf64>
}
func.func @fold_build(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64) collect (tensor<?xf64>) {
    %p = arith.mulf %x, %s : f64
    %t = math.sin %p : f64
    chad.yield %t, %p : f64, f64
  }
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %m = chad.build %i < %n -> tensor<?xf64> {
    %a = tensor.extract %xs[%i] : tensor<?xf64>
    %b = tensor.extract %r#1[%i] : tensor<?xf64>
    %c = arith.mulf %a, %b : f64
    %row = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %c : f64
      %s = math.exp %p : f64
      chad.yield %s : f64
    }
    %d = tensor.extract %row[%i] : tensor<?xf64>
    chad.yield %d : f64
  }
  %z = arith.constant 0.0 : f64
  %q = chad.fold (%x in %m : tensor<?xf64>) with (%s = %r#0 : f64) {
    %t = arith.addf %s, %x : f64
    chad.yield %t : f64
  }
  return %q : f64
}
// The gradient of a gradient.
func.func @squares(%x: tensor<?xf64>) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %m = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %a : f64
    %s = math.sin %p : f64
    chad.yield %s : f64
  }
  %r = chad.reduce (%a, %b in %m from %zero : tensor<?xf64>) {
    %p = arith.addf %a, %b : f64
    chad.yield %p : f64
  }
  %q = arith.mulf %r, %r : f64
  return %q : f64
}
func.func @gradient(%x: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %g = chad.grad @squares(%x) : (tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
// The rows that the outer map sees differ in length: nothing of them is kept.
func.func @triangle(%x: tensor<?xf64>) -> f64 { // ? = 4
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %sums = chad.build %i < %n -> tensor<?xf64> {
    %row = chad.build %j < %i -> tensor<?xf64> {
      %a = tensor.extract %x[%i] : tensor<?xf64>
      %b = tensor.extract %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      %s = math.exp %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%a, %b in %row from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %q = math.sin %r : f64
    chad.yield %q : f64
  }
  %r = chad.reduce (%a, %b in %sums from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
// Rows of a matrix, with a state that is an array.
func.func @rows(%m: tensor<?x2xf64>, %v: tensor<2xf64>) -> (tensor<2xf64>, tensor<?x2xf64>) { // ? = 3
  %r:2 = chad.fold (%row in %m : tensor<?x2xf64>) with (%s = %v : tensor<2xf64>) collect (tensor<?x2xf64>) {
    %p = arith.mulf %row, %s : tensor<2xf64>
    %e = math.sin %p : tensor<2xf64>
    %t = arith.addf %e, %v : tensor<2xf64>
    chad.yield %t, %p : tensor<2xf64>, tensor<2xf64>
  }
  return %r#0, %r#1 : tensor<2xf64>, tensor<?x2xf64>
}

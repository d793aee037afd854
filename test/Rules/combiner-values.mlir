// Derivatives of reduce, scan, hist and gather, forward and reverse, against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @prod(%xs: tensor<?xf64>) -> f64 { // ? = 3
  %one = arith.constant 1.0 : f64
  %r = chad.reduce (%a, %x in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : f64
}
func.func @max(%xs: tensor<?xf64>) -> f64 { // ? = 3
  %one = arith.constant 0xFFF0000000000000 : f64
  %r = chad.reduce (%a, %x in %xs from %one : tensor<?xf64>) {
    %p = arith.maximumf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : f64
}
func.func @linrec(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) { // ? = 3
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = math.sin %x : f64
    chad.yield %p : f64
  }
  %r:2 = chad.scan left inclusive (%a, %x in %xs from %one : tensor<?xf64>, %b, %y in %ys from %zero : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %x, %b : f64
    %s = arith.addf %q, %y : f64
    chad.yield %p, %s : f64, f64
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
func.func @linrecr(%xs: tensor<?xf64>) -> (f64, f64) { // ? = 3
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = math.sin %x : f64
    chad.yield %p : f64
  }
  %r:2 = chad.reduce (%a, %x in %xs from %one : tensor<?xf64>, %b, %y in %ys from %zero : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %x, %b : f64
    %s = arith.addf %q, %y : f64
    chad.yield %p, %s : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}
func.func @cumsum(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %zero = arith.constant 0.0 : f64
  %r = chad.scan right exclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @cumprodr(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %zero = arith.constant 1.0 : f64
  %r = chad.scan right exclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @hist(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %zero = arith.constant 0.0 : f64
  %is = arith.constant dense<[0, 1, 7]> : tensor<3xindex>
  %js = tensor.cast %is : tensor<3xindex> to tensor<?xindex>
  %n = arith.constant 2 : index
  %r = chad.hist %js : tensor<?xindex> bins %n (%a, %x in %xs from %zero : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @gath(%xs: tensor<?xf64>) -> tensor<4xf64> { // ? = 3
  %js = arith.constant dense<[0, 1, 0, 1]> : tensor<4xindex>
  %q = chad.gather %xs[%js] : tensor<?xf64>, tensor<4xindex> -> tensor<4xf64>
  %r = chad.map (%x in %q : tensor<4xf64>) -> tensor<4xf64> {
    %p = math.sin %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<4xf64>
}

// Combiners and loops of which one result has no uses; the values that it is computed from are used
// by the other result.
// RUN: %python %S/Inputs/derivatives.py %s --compiled | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}5 functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: 5 functions, 0 wrong

func.func @hist(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> { // ? = 4, ? = 4
  %i = arith.constant dense<[0, 1, 0, 0]> : tensor<4xindex>
  %is = tensor.cast %i : tensor<4xindex> to tensor<?xindex>
  %n = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %h:2 = chad.hist %is : tensor<?xindex> bins %n (%a, %b in %x from %one : tensor<?xf64>, %u, %v in %y from %zero : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %u, %b : f64
    %r = arith.mulf %a, %v : f64
    %s = arith.addf %q, %r : f64
    chad.yield %p, %s : f64, f64
  }
  return %h#1 : tensor<?xf64>
}
func.func @reduce(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 { // ? = 4, ? = 4
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %h:2 = chad.reduce (%a, %b in %x from %one : tensor<?xf64>, %u, %v in %y from %zero : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %u, %b : f64
    %r = arith.mulf %a, %v : f64
    %s = arith.addf %q, %r : f64
    chad.yield %p, %s : f64, f64
  }
  return %h#1 : f64
}
func.func @scan(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> { // ? = 4, ? = 4
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %h:2 = chad.scan right exclusive (%a, %b in %x from %one : tensor<?xf64>, %u, %v in %y from %zero : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %u, %b : f64
    %r = arith.mulf %a, %v : f64
    %s = arith.addf %q, %r : f64
    chad.yield %p, %s : f64, f64
  }
  return %h#1 : tensor<?xf64>
}
func.func @fold(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 { // ? = 4, ? = 4
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %h:2 = chad.fold (%b in %x : tensor<?xf64>, %v in %y : tensor<?xf64>) with (%a = %one : f64, %u = %zero : f64) {
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %u, %b : f64
    %r = arith.mulf %a, %v : f64
    %s = arith.addf %q, %r : f64
    chad.yield %p, %s : f64, f64
  }
  return %h#1 : f64
}
func.func @loop(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %h:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %one, %u = %zero) -> (f64, f64) {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %u, %x : f64
    %r = arith.mulf %a, %y : f64
    %s = arith.addf %q, %r : f64
    scf.yield %p, %s : f64, f64
  }
  return %h#1 : f64
}

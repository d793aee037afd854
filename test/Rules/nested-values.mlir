// Derivatives of branches, of nested combinators, and of bins of products, forward and
// reverse, against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @iff(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %c = arith.cmpf ogt, %x, %zero : f64
    %e = math.exp %x : f64
    %y = scf.if %c -> f64 {
      %l = math.log %x : f64
      %m = arith.mulf %l, %s : f64
      %c2 = arith.cmpf ogt, %s, %x : f64
      %n = scf.if %c2 -> f64 { 
         %q = arith.mulf %e, %m : f64
         scf.yield %q : f64 } else { scf.yield %e : f64 }
      scf.yield %n : f64
    } else {
      %l = math.sqrt %e : f64
      scf.yield %l : f64
    }
    chad.yield %y : f64
  }
  return %r : tensor<?xf64>
}
func.func @nested(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %q = chad.map (%y in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %y : f64
      %e = math.sin %p : f64
      chad.yield %e : f64
    }
    %s, %t = chad.reduce (%a, %z in %q from %one : tensor<?xf64>, %b, %w in %xs from %zero : tensor<?xf64>) {
      %p = arith.mulf %a, %z : f64
      %u = arith.mulf %z, %b : f64
      %v = arith.addf %u, %w : f64
      chad.yield %p, %v : f64, f64
    }
    %f = chad.fold right (%z in %q : tensor<?xf64>) with (%st = %s : f64) {
      %p = arith.mulf %z, %st : f64
      %pp = arith.addf %t, %p : f64
      %e = math.tanh %pp : f64
      chad.yield %e : f64
    }
    chad.yield %f : f64
  }
  return %r : tensor<?xf64>
}
func.func @histmul(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %one = arith.constant 1.0 : f64
  %is = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %js = tensor.cast %is : tensor<3xi32> to tensor<?xi32>
  %n = arith.constant 2 : index
  %r = chad.hist %js : tensor<?xi32> bins %n (%a, %x in %xs from %one : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}

func.func @loop_in_branch(%xs: tensor<3xf64>, %a: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %a, %zero : f64
  %r = scf.if %c -> f64 {
    %two = arith.constant 2 : index
    %s = chad.fold (%x in %xs : tensor<3xf64>) with (%s = %a : f64) {
      %n = arith.addi %two, %two : index
      %ys = chad.build %i < %n -> tensor<?xf64> {
        %p = arith.mulf %x, %s : f64
        chad.yield %p : f64
      }
      %t = chad.reduce (%l, %y in %ys from %zero : tensor<?xf64>) {
        %q = arith.addf %l, %y : f64
        chad.yield %q : f64
      }
      %u = math.sin %t : f64
      chad.yield %u : f64
    }
    scf.yield %s : f64
  } else {
    scf.yield %a : f64
  }
  return %r : f64
}

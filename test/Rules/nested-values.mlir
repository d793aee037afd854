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

// The op has a region, and the branch is reversed before it has a place.
func.func @generate_in_branch(%x: f64, %c: i1) -> f64 { // i = 1
  %z = arith.constant 0 : index
  %r = scf.if %c -> f64 {
    %g = tensor.generate {
    ^bb0(%i: index):
      %w = math.sin %x : f64
      tensor.yield %w : f64
    } : tensor<4xf64>
    %d = tensor.extract %g[%z] : tensor<4xf64>
    scf.yield %d : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}
func.func @generate_in_case(%x: tensor<?xf64>, %n: index) -> f64 { // ? = 3, i = 2
  %z = arith.constant 0 : index
  %r = scf.index_switch %n -> f64
  case 2 {
    %y = tensor.extract %x[%n] : tensor<?xf64>
    %g = tensor.generate %n {
    ^bb0(%i: index):
      %e = tensor.extract %x[%i] : tensor<?xf64>
      %w = arith.mulf %e, %y : f64
      tensor.yield %w : f64
    } : tensor<?xf64>
    %d = tensor.extract %g[%z] : tensor<?xf64>
    scf.yield %d : f64
  }
  default {
    %d = tensor.extract %x[%z] : tensor<?xf64>
    scf.yield %d : f64
  }
  return %r : f64
}
func.func @pad_in_branch(%x: f64, %a: tensor<?xf64>, %c: i1) -> tensor<?xf64> { // ? = 2, i = 1
  %n = arith.constant 1 : index
  %r = scf.if %c -> tensor<?xf64> {
    %p = tensor.pad %a low[%n] high[1] {
    ^bb0(%i: index):
      %w = math.sin %x : f64
      tensor.yield %w : f64
    } : tensor<?xf64> to tensor<?xf64>
    scf.yield %p : tensor<?xf64>
  } else {
    %p = tensor.pad %a low[%n] high[1] {
    ^bb0(%i: index):
      tensor.yield %x : f64
    } : tensor<?xf64> to tensor<?xf64>
    scf.yield %p : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func @pad_in_branch_in_loop(%x: f64, %a: tensor<?xf64>) -> f64 { // ? = 3
  %zero = arith.constant 0.0 : f64
  %i0 = arith.constant 0 : index
  %r = chad.fold (%e in %a : tensor<?xf64>) with (%s = %x : f64) {
    %c = arith.cmpf ogt, %e, %zero : f64
    %t = scf.if %c -> f64 {
      %p = tensor.pad %a low[1] high[1] {
      ^bb0(%i: index):
        %w = math.sin %s : f64
        tensor.yield %w : f64
      } : tensor<?xf64> to tensor<?xf64>
      %d = tensor.extract %p[%i0] : tensor<?xf64>
      scf.yield %d : f64
    } else {
      scf.yield %s : f64
    }
    chad.yield %t : f64
  }
  return %r : f64
}

// The extent of an array, which the adjoint of the loop inside needs before that of the one
// around it.
func.func @extent_in_loop(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?xf64>) -> tensor<?xf64> { // ? = 2, ? = 2, ? = 2, ? = 2, ? = 3
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.fold (%e in %c : tensor<?xf64>) with (%t = %zero : f64) {
      %i1 = arith.constant 1 : index
      %n = tensor.dim %b, %i1 : tensor<?x?xf64>
      %d = chad.build %i < %n -> tensor<?xf64> {
        %p = tensor.extract %b[%i, %i] : tensor<?x?xf64>
        %q = tensor.extract %a[%i, %i] : tensor<?x?xf64>
        %m = arith.mulf %p, %q : f64
        chad.yield %m : f64
      }
      %u = chad.reduce (%l, %y in %d from %zero : tensor<?xf64>) {
        %q = arith.addf %l, %y : f64
        chad.yield %q : f64
      }
      %v = arith.addf %t, %u : f64
      chad.yield %v : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

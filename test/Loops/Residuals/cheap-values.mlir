// The reverse sweep computes cheap values again: roots, fused products, rounding, rows in the
// opposite order, and rows between margins of a width that is known when the program runs.

// RUN: %python %S/../../Rules/Inputs/derivatives.py %s --compiled | FileCheck %s
// CHECK: {{^}}4 functions, 0 wrong

func.func @roots(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 4
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) {
    %q = math.sqrt %x : f64
    %f = math.fma %q, %k, %x : f64
    %g = math.sqrt %f : f64
    %p = arith.mulf %g, %q : f64
    %t = math.fma %p, %g, %s : f64
    chad.yield %t : f64
  }
  %e = math.sqrt %r : f64
  return %e : f64
}

func.func @steps(%xs: tensor<?x?xf64>, %k: f64) -> f64 { // ? = 2, ? = 3
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.fold (%x in %row : tensor<?xf64>) with (%t = %k : f64) {
      %p = arith.mulf %x, %t : f64
      %f = math.floor %p : f64
      %d = arith.subf %p, %f : f64
      %q = arith.mulf %d, %p : f64
      %u = math.fma %q, %x, %t : f64
      chad.yield %u : f64
    }
    %r = math.sqrt %s : f64
    chad.yield %r : f64
  }
  %sum = chad.fold (%y in %ys : tensor<?xf64>) with (%s = %zero : f64) {
    %q = arith.mulf %y, %y : f64
    %p = arith.mulf %q, %y : f64
    %t = arith.addf %s, %p : f64
    chad.yield %t : f64
  }
  return %sum : f64
}

func.func @reversed(%xs: tensor<?x?xf64>, %k: tensor<?xf64>) -> f64 { // ? = 2, ? = 3, ? = 3
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = chad.fold (%row in %xs : tensor<?x?xf64>) with (%s = %zero : f64) {
    %n = tensor.dim %row, %c0 : tensor<?xf64>
    %last = arith.subi %n, %c1 : index
    %back = chad.build %i < %n -> tensor<?xf64> {
      %j = arith.subi %last, %i : index
      %x = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %x : f64
    }
    %t = chad.fold (%x in %back : tensor<?xf64>, %y in %row : tensor<?xf64>, %z in %k : tensor<?xf64>) with (%u = %s : f64) {
      %p = arith.mulf %x, %y : f64
      %q = math.sqrt %p : f64
      %v = math.fma %q, %z, %u : f64
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %sum : f64
}

func.func @margins(%xs: tensor<?x?xf64>, %n: index, %k: f64) -> f64 { // ? = 2, ? = 3, i = 2
  %zero = arith.constant 0.0 : f64
  %padded = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %p = tensor.pad %x low[%n] high[1] {
    ^bb0(%i: index):
      tensor.yield %k : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %sum = chad.fold (%row in %padded : tensor<?x?xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%x in %row : tensor<?xf64>) with (%u = %s : f64) {
      %q = math.sqrt %x : f64
      %p = arith.mulf %q, %x : f64
      %v = arith.addf %u, %p : f64
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %sum : f64
}

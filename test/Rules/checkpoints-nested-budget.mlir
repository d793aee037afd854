// The budget of a function is divided among the loops that keep states at a time: those that follow each
// other, and those within each other. Here they are three: in a tree, a loop and two in it; in a row, a
// loop, another, and one in that.
//
// RUN: %python %S/Inputs/peak_bytes.py %s | FileCheck %s --check-prefix=PEAK
// PEAK: tree: 32 runs within their budgets
// PEAK: row: 32 runs within their budgets

func.func @tree(%x: tensor<100xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<100xf64> {
    %u = scf.for %j = %c0 to %n step %c1 iter_args(%v = %s) -> tensor<100xf64> {
      %t = math.sin %v : tensor<100xf64>
      scf.yield %t : tensor<100xf64>
    }
    %w = scf.for %j = %c0 to %i step %c1 iter_args(%v = %u) -> tensor<100xf64> {
      %t = math.cos %v : tensor<100xf64>
      %e = arith.mulf %t, %x : tensor<100xf64>
      scf.yield %e : tensor<100xf64>
    }
    scf.yield %w : tensor<100xf64>
  }
  %f = chad.reduce (%a, %b in %r from %zero : tensor<100xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %f : f64
}
func.func @row(%x: tensor<100xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<100xf64> {
    %t = math.sin %s : tensor<100xf64>
    scf.yield %t : tensor<100xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %r) -> tensor<100xf64> {
    %u = scf.for %j = %c0 to %n step %c1 iter_args(%v = %s) -> tensor<100xf64> {
      %t = math.cos %v : tensor<100xf64>
      scf.yield %t : tensor<100xf64>
    }
    scf.yield %u : tensor<100xf64>
  }
  %f = chad.reduce (%a, %b in %q from %zero : tensor<100xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %f : f64
}

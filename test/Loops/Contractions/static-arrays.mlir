// A loop over arrays of static extents whose result types have dynamic ones. The loops into which it is
// divided return arrays of static extents, which are cast before the users of the loop, not in its body.
//
// RUN: chad-opt %s --chad-raise-contractions | FileCheck %s
// RUN: chad-run %s --entry=main | FileCheck %s --check-prefix=VALUES
// VALUES: f64 5117952

// CHECK-LABEL: func.func private @rows(
// CHECK:         linalg.generic
// CHECK:         %[[ROWS:.*]] = chad.map {{.*}} -> tensor<8x?xf64> {
// CHECK:           chad.yield
// CHECK-NEXT:    }
// CHECK:         tensor.cast %[[ROWS]] : tensor<8x?xf64> to tensor<?x?xf64>
func.func private @rows(%xs: tensor<8x8xf64>, %w: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %ys = chad.map (%x in %xs : tensor<8x8xf64>) -> tensor<?x?xf64> {
    %dots = chad.map (%row in %w : tensor<?x?xf64>) -> tensor<?xf64> {
      %products = chad.map (%a in %x : tensor<8xf64>, %b in %row : tensor<?xf64>) -> tensor<8xf64> {
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      %dot = chad.reduce (%s, %p in %products from %zero : tensor<8xf64>) {
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      chad.yield %dot : f64
    }
    %doubles = chad.map (%d in %dots : tensor<?xf64>) -> tensor<?xf64> {
      %t = arith.mulf %d, %two : f64
      chad.yield %t : f64
    }
    chad.yield %doubles : tensor<?xf64>
  }
  return %ys : tensor<?x?xf64>
}

// The squares of 2 Σ x_ik w_jk, with x_ik = i + k and w_jk = k - j.
func.func @main() -> f64 {
  %zero = arith.constant 0.0 : f64
  %c8 = arith.constant 8 : index
  %xs = chad.build %i < %c8 -> tensor<8x8xf64> {
    %row = chad.build %k < %c8 -> tensor<8xf64> {
      %s = arith.addi %i, %k : index
      %t = arith.index_cast %s : index to i32
      %x = arith.sitofp %t : i32 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<8xf64>
  }
  %w = chad.build %j < %c8 -> tensor<?x?xf64> {
    %row = chad.build %k < %c8 -> tensor<?xf64> {
      %s = arith.subi %k, %j : index
      %t = arith.index_cast %s : index to i32
      %x = arith.sitofp %t : i32 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %ys = func.call @rows(%xs, %w) : (tensor<8x8xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %sum = chad.fold (%row in %ys : tensor<?x?xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%y in %row : tensor<?xf64>) with (%u = %s : f64) {
      %q = arith.mulf %y, %y : f64
      %v = arith.addf %u, %q : f64
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %sum : f64
}

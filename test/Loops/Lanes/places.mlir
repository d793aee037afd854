// Elements of small arrays at an index of each iteration's own, rows added to one row of a sum,
// and rows of more elements than one vector has: compiled and interpreted. All numbers are small
// integers, so that nothing is rounded.

// RUN: chad-run %s --interpret --full --arg=0 > %t.0
// RUN: chad-run %s --vectorize-everywhere --full --arg=0 | diff %t.0 -
// RUN: chad-run %s --interpret --full --arg=3 > %t.3
// RUN: chad-run %s --vectorize-everywhere --full --arg=3 | diff %t.3 -
// RUN: chad-run %s --interpret --full --arg=17 > %t.17
// RUN: chad-run %s --vectorize-everywhere --full --arg=17 | diff %t.17 -
// RUN: chad-run %s --vectorize-everywhere --host-features=false --full --arg=17 | diff %t.17 -
// RUN: FileCheck %s < %t.3
// RUN: chad-opt %s --chad-choose-schedule=everywhere --chad-vectorize-lanes | FileCheck %s --check-prefix=VECTORS

// CHECK: tensor<3xf64> [1, 4, 8]
// CHECK-NEXT: {{\[}}[0, 1, 0, 1], [1, 1, 2, 1], [1, 1, 4, 1]]
// CHECK-NEXT: {{\[}}[0, 0, 0, 0, 0, 0, 0, 0], [5, 8, 11, 14, 17, 20, 23, 26], [3, 6, 9, 12, 15, 18, 21, 24], [0, 0, 0, 0, 0, 0, 0, 0]]
// CHECK-NEXT: {{\[}}[0, 1, 2, 3, 4, 4, 4, 4, 4], [1, 2, 3, 4, 5, 5, 5, 5, 5], [2, 3, 4, 5, 6, 6, 6, 6, 6]]
// CHECK-NEXT: tensor<4xf64> [0, 1, 5, 0]
// VECTORS: vector.insert

func.func private @body(%n: index) -> (tensor<?xf64>, tensor<?x4xf64>, tensor<4x8xf64>, tensor<?x9xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %xs, %is = chad.build %i < %n -> (tensor<?xf64>, tensor<?xindex>) {
    %0 = arith.index_cast %i : index to i64
    %x = arith.sitofp %0 : i64 to f64
    %m = arith.remui %i, %c4 : index
    chad.yield %x, %m : f64, index
  }
  %rows = chad.build %i < %n -> tensor<?x8xf64> {
    %c8 = arith.constant 8 : index
    %row = chad.build %j < %c8 -> tensor<8xf64> {
      %0 = arith.addi %i, %j : index
      %1 = arith.index_cast %0 : index to i64
      %x = arith.sitofp %1 : i64 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<8xf64>
  }
  %start = tensor.splat %one : tensor<4xf64>
  // Inserted and read at an index of its own.
  %a:2 = chad.map (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>, %row in %rows : tensor<?x8xf64>) -> (tensor<?xf64>, tensor<?x4xf64>) {
    %0 = tensor.insert %x into %start[%i] : tensor<4xf64>
    %y = tensor.extract %row[%i] : tensor<8xf64>
    %z = tensor.extract %row[%c1] : tensor<8xf64>
    %1 = tensor.insert %y into %0[%c2] : tensor<4xf64>
    %e = tensor.extract %1[%i] : tensor<4xf64>
    %f = tensor.extract %1[%c0] : tensor<4xf64>
    %g = math.exp %zero : f64
    %h = arith.addf %e, %f : f64
    %k = arith.mulf %h, %g : f64
    %l = arith.addf %k, %z : f64
    chad.yield %l, %1 : f64, tensor<4xf64>
  }
  // Rows added to one row of a sum, numbers to elements, at the same and at other places.
  %none = tensor.splat %zero : tensor<4x8xf64>
  %none4 = tensor.splat %zero : tensor<4xf64>
  %sum:2 = chad.fold (%row in %rows : tensor<?x8xf64>, %x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %none : tensor<4x8xf64>, %t = %none4 : tensor<4xf64>) {
    %r2 = chad.map (%p in %row : tensor<8xf64>) -> tensor<8xf64> {
      %q = arith.mulf %p, %x : f64
      chad.yield %q : f64
    }
    %0 = chad.accumulate %r2 into %s[%c1] : tensor<8xf64> into tensor<4x8xf64>
    %1 = chad.accumulate %row into %0[%c2] : tensor<8xf64> into tensor<4x8xf64>
    %2 = chad.accumulate %x into %t[%i] : f64 into tensor<4xf64>
    %3 = chad.accumulate %x into %2[%c2] : f64 into tensor<4xf64>
    chad.yield %1, %3 : tensor<4x8xf64>, tensor<4xf64>
  }
  %b = chad.map (%row in %rows : tensor<?x8xf64>) -> tensor<?x9xf64> {
    %c9 = arith.constant 9 : index
    %r = chad.build %j < %c9 -> tensor<9xf64> {
      %in = arith.minui %j, %c4 : index
      %x = tensor.extract %row[%in] : tensor<8xf64>
      %e = math.sqrt %x : f64
      %e2 = arith.mulf %e, %e : f64
      %e3 = math.round %e2 : f64
      chad.yield %e3 : f64
    }
    chad.yield %r : tensor<9xf64>
  }
  return %a#0, %a#1, %sum#0, %b, %sum#1 : tensor<?xf64>, tensor<?x4xf64>, tensor<4x8xf64>, tensor<?x9xf64>, tensor<4xf64>
}
func.func @main(%n: index) -> (tensor<?xf64>, tensor<?x4xf64>, tensor<4x8xf64>, tensor<?x9xf64>, tensor<4xf64>) {
  %r:5 = func.call @body(%n) : (index) -> (tensor<?xf64>, tensor<?x4xf64>, tensor<4x8xf64>, tensor<?x9xf64>, tensor<4xf64>)
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<?xf64>, tensor<?x4xf64>, tensor<4x8xf64>, tensor<?x9xf64>, tensor<4xf64>
}

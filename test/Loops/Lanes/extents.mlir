// Rows of many elements, of none, of an unknown number and of integers, by lanes: compiled and
// interpreted. All numbers are small integers, so that nothing is rounded.

// RUN: chad-run %s --interpret --full --arg=0 --arg=3 > %t.0
// RUN: chad-run %s --vectorize-everywhere --full --arg=0 --arg=3 | diff %t.0 -
// RUN: chad-run %s --interpret --full --arg=17 --arg=5 > %t.17
// RUN: chad-run %s --vectorize-everywhere --full --arg=17 --arg=5 | diff %t.17 -
// RUN: chad-run %s --vectorize-everywhere --host-features=false --full --arg=17 --arg=5 | diff %t.17 -
// RUN: FileCheck %s < %t.17

// CHECK: tensor<17xf64> [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
// CHECK-NEXT: tensor<17x130xf64> {{\[}}[0, 1, 2, 3,
// CHECK-NEXT: tensor<17x0xf64>
// CHECK-NEXT: tensor<17x5xf64> {{\[}}[0, 0, 0, 0, 0], [1, 1, 1, 1, 1],
// CHECK-NEXT: tensor<17xi64> [0, 1, 2,
// CHECK-NEXT: tensor<17x2xi64> {{\[}}[0, 0], [1, 1], [2, 0],

func.func private @body(%n: index, %d: index) -> (tensor<?xf64>, tensor<?x130xf64>, tensor<?x0xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x2xi64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c130 = arith.constant 130 : index
  %one = arith.constant 1.0 : f64
  %xs = chad.build %i < %n -> tensor<?xf64> {
    %0 = arith.index_cast %i : index to i64
    %x = arith.sitofp %0 : i64 to f64
    chad.yield %x : f64
  }
  %r:6 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?x130xf64>, tensor<?x0xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x2xi64>) {
    %e = math.floor %x : f64
    %f = arith.fptosi %e : f64 to i64
    %c2 = arith.constant 2 : i64
    %g = arith.remsi %f, %c2 : i64
    %odd = arith.cmpi eq, %g, %c2 : i64
    %long = chad.build %i < %c130 -> tensor<130xf64> {
      %0 = arith.index_cast %i : index to i64
      %1 = arith.addi %0, %f : i64
      %2 = arith.sitofp %1 : i64 to f64
      chad.yield %2 : f64
    }
    %none = chad.build %i < %c0 -> tensor<0xf64> {
      chad.yield %x : f64
    }
    %dyn = chad.build %i < %d -> tensor<?xf64> {
      chad.yield %e : f64
    }
    %s = tensor.extract %long[%c3] : tensor<130xf64>
    %w = arith.select %odd, %s, %one : f64
    %q = scf.if %odd -> (f64) {
      %h = arith.mulf %w, %s : f64
      scf.yield %h : f64
    } else {
      scf.yield %s : f64
    }
    %two = tensor.from_elements %f, %g : tensor<2xi64>
    chad.yield %q, %long, %none, %dyn, %f, %two : f64, tensor<130xf64>, tensor<0xf64>, tensor<?xf64>, i64, tensor<2xi64>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<?xf64>, tensor<?x130xf64>, tensor<?x0xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x2xi64>
}
func.func @main(%n: index, %d: index) -> (tensor<?xf64>, tensor<?x130xf64>, tensor<?x0xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x2xi64>) {
  %r:6 = func.call @body(%n, %d) : (index, index) -> (tensor<?xf64>, tensor<?x130xf64>, tensor<?x0xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x2xi64>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<?xf64>, tensor<?x130xf64>, tensor<?x0xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x2xi64>
}

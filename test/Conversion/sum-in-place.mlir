// Sums that are added to an array start from it.

// RUN: chad-opt %s --split-input-file --chad-sum-in-place | FileCheck %s

// CHECK-LABEL: @rows
// CHECK-SAME: %[[ACC:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: chad.map (%[[A:[a-z0-9]+]] in %[[ACC]] : tensor<?x?xf64>, %[[X:[a-z0-9]+]] in
// CHECK: %[[S:[0-9]+]] = chad.fold (%{{.*}} in %[[X]] : tensor<?xf64>) with (%{{.*}} = %[[A]] : tensor<?xf64>)
// CHECK: chad.yield %[[S]]
func.func @rows(%acc: tensor<?x?xf64>, %xs: tensor<?x?xf64>, %n: index, %i: index) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%a in %acc : tensor<?x?xf64>, %x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %zeros = tensor.splat %zero[%n] : tensor<?xf64>
    %sum = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zeros : tensor<?xf64>) {
      %t = chad.accumulate %e into %s[%i] : f64 into tensor<?xf64>
      chad.yield %t : tensor<?xf64>
    }
    %both = chad.map (%b in %a : tensor<?xf64>, %c in %sum : tensor<?xf64>) -> tensor<?xf64> {
      %d = arith.addf %b, %c : f64
      chad.yield %d : f64
    }
    chad.yield %both : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// The sum is needed as it is, starts from something else, or is none.
// CHECK-LABEL: @not
// CHECK: chad.fold {{.*}} = %cst : f64)
// CHECK: chad.fold {{.*}} = %arg2 : f64)
// CHECK: chad.fold {{.*}} = %cst : f64)
func.func @not(%x: tensor<?xf64>, %a: f64, %s0: f64) -> (f64, f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %sum = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zero : f64) {
    %t = arith.addf %s, %e : f64
    chad.yield %t : f64
  }
  %r0 = arith.addf %a, %sum : f64
  %from = chad.fold (%e in %x : tensor<?xf64>) with (%s = %s0 : f64) {
    %t = arith.addf %s, %e : f64
    chad.yield %t : f64
  }
  %r1 = arith.addf %a, %from : f64
  %product = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zero : f64) {
    %t = arith.mulf %s, %e : f64
    chad.yield %t : f64
  }
  %r2 = arith.addf %a, %product : f64
  return %sum, %r0, %r1, %r2 : f64, f64, f64, f64
}

// -----

// A small array gets its elements one by one; what is added twice is a sum, what is not is zero.
// CHECK-LABEL: @elements
// CHECK-SAME: %[[A:[a-z0-9]+]]: f64, %[[B:[a-z0-9]+]]: f64
// CHECK: %[[S:[0-9]+]] = arith.addf %[[A]], %[[B]]
// CHECK: %[[Z:[a-z0-9_]+]] = arith.constant 0.0
// CHECK: tensor.from_elements %[[S]], %[[Z]], %[[B]] : tensor<3xf64>
// CHECK-NOT: chad.accumulate
// CHECK: return
func.func @elements(%a: f64, %b: f64) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %0 = chad.accumulate %a into %zeros[%c0] : f64 into tensor<3xf64>
  %1 = chad.accumulate %b into %0[%c2] : f64 into tensor<3xf64>
  %2 = chad.accumulate %b into %1[%c0] : f64 into tensor<3xf64>
  return %2 : tensor<3xf64>
}

// -----

// At an index that is no constant, into what is not zero, or out of range.
// CHECK-LABEL: @stay
// CHECK-COUNT-3: chad.accumulate
func.func @stay(%a: f64, %i: index, %xs: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %0 = chad.accumulate %a into %zeros[%i] : f64 into tensor<3xf64>
  %1 = chad.accumulate %a into %xs[%c0] : f64 into tensor<3xf64>
  %2 = chad.accumulate %a into %zeros[%c3] : f64 into tensor<3xf64>
  return %0, %1, %2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

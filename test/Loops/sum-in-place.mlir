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

// -----

// No elements are gathered at an index that is not constant or outside of the array, of arrays
// that are long, of unknown extent or of higher rank, and of those that do not start from zeros.
// CHECK-LABEL: @kept
// CHECK-NOT: tensor.from_elements
// CHECK-LABEL: @shared
// CHECK: %[[ONE:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xf64>
// CHECK: chad.accumulate %{{.*}} into %[[ONE]]
// CHECK: chad.accumulate %{{.*}} into %[[ONE]]
// CHECK-LABEL: @used_as_value
// CHECK: %[[ONE:.*]] = tensor.from_elements
// CHECK: chad.accumulate %[[ONE]] into
// A sum of another type than what it is added to, or than the result, stays.
// CHECK-LABEL: @types
// CHECK-COUNT-2: with ({{.*}} = %splat
func.func @kept(%i: index, %x: f64, %y: f64, %n: index, %a: tensor<2xf64>) -> (tensor<2xf64>, tensor<?xf64>, tensor<2xf64>, tensor<70xf64>, tensor<2x2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<2xf64>
  %zd = tensor.splat %zero[%n] : tensor<?xf64>
  %z70 = tensor.splat %zero : tensor<70xf64>
  %z2 = tensor.splat %zero : tensor<2x2xf64>
  %0 = chad.accumulate %x into %z[%c0] : f64 into tensor<2xf64>
  %1 = chad.accumulate %y into %0[%i] : f64 into tensor<2xf64>
  %2 = chad.accumulate %y into %zd[%c0] : f64 into tensor<?xf64>
  %3 = chad.accumulate %y into %z[%c5] : f64 into tensor<2xf64>
  %4 = chad.accumulate %y into %z70[%c5] : f64 into tensor<70xf64>
  %5 = chad.accumulate %y into %z2[%c0, %c1] : f64 into tensor<2x2xf64>
  %6 = chad.accumulate %y into %a[%c1] : f64 into tensor<2xf64>
  return %1, %2, %3, %4, %5, %6 : tensor<2xf64>, tensor<?xf64>, tensor<2xf64>, tensor<70xf64>, tensor<2x2xf64>, tensor<2xf64>
}
func.func @shared(%x: f64, %y: f64) -> (tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<2xf64>
  %0 = chad.accumulate %x into %z[%c0] : f64 into tensor<2xf64>
  %1 = chad.accumulate %y into %0[%c1] : f64 into tensor<2xf64>
  %2 = chad.accumulate %y into %0[%c0] : f64 into tensor<2xf64>
  return %1, %2 : tensor<2xf64>, tensor<2xf64>
}
func.func @used_as_value(%x: f64, %z2: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<2xf64>
  %0 = chad.accumulate %x into %z[%c0] : f64 into tensor<2xf64>
  %1 = chad.accumulate %0 into %z2[%c0] : tensor<2xf64> into tensor<2x2xf64>
  return %1 : tensor<2x2xf64>
}
func.func @types(%a: tensor<4xf64>, %d: tensor<?xf64>, %xs: tensor<?x4xf64>, %xd: tensor<?x?xf64>, %n: index) -> (tensor<?xf64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<4xf64>
  %zd = tensor.splat %zero[%n] : tensor<?xf64>
  %s = chad.fold (%x in %xs : tensor<?x4xf64>) with (%t = %z : tensor<4xf64>) {
    %u = chad.map (%p in %t : tensor<4xf64>, %q in %x : tensor<4xf64>) -> tensor<4xf64> {
      %0 = arith.addf %p, %q : f64
      chad.yield %0 : f64
    }
    chad.yield %u : tensor<4xf64>
  }
  %r = chad.map (%p in %d : tensor<?xf64>, %q in %s : tensor<4xf64>) -> tensor<?xf64> {
    %0 = arith.addf %p, %q : f64
    chad.yield %0 : f64
  }
  %sd = chad.fold (%x in %xd : tensor<?x?xf64>) with (%t = %zd : tensor<?xf64>) {
    %u = chad.map (%p in %t : tensor<?xf64>, %q in %x : tensor<?xf64>) -> tensor<?xf64> {
      %0 = arith.addf %p, %q : f64
      chad.yield %0 : f64
    }
    chad.yield %u : tensor<?xf64>
  }
  %rd = chad.map (%p in %a : tensor<4xf64>, %q in %sd : tensor<?xf64>) -> tensor<4xf64> {
    %0 = arith.addf %p, %q : f64
    chad.yield %0 : f64
  }
  return %r, %rd : tensor<?xf64>, tensor<4xf64>
}

// -----

// A map of which only an assertion is wanted stays.
// CHECK-LABEL: @asserts
// CHECK: chad.map
// CHECK: cf.assert
func.func @asserts(%a: tensor<?xf64>, %k: f64) {
  %unused = chad.map (%x in %a : tensor<?xf64>) -> tensor<?xf64> {
    %ok = arith.cmpf olt, %x, %k : f64
    cf.assert %ok, "too large"
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  return
}

// -----

// So does a product that starts from zeros, and that is added by maps in each other.
// CHECK-LABEL: @product
// CHECK-SAME: %[[ACC:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} outs(%[[ACC]] : tensor<?x?xf64>)
// CHECK-NOT: chad.map
// CHECK: return %[[R]]
func.func @product(%acc: tensor<?x?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n, %m] : tensor<?x?xf64>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %q = arith.mulf %x, %y : f64
    %t = arith.addf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %both = chad.map (%r in %acc : tensor<?x?xf64>, %u in %p : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %row = chad.map (%v in %r : tensor<?xf64>, %w in %u : tensor<?xf64>) -> tensor<?xf64> {
      %z = arith.addf %v, %w : f64
      chad.yield %z : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  return %both : tensor<?x?xf64>
}

// -----

// A product that starts from something else stays.
// CHECK-LABEL: @product_from
// CHECK: chad.map
func.func @product_from(%acc: tensor<?xf64>, %a: tensor<?x?xf64>, %b: tensor<?xf64>, %start: tensor<?xf64>) -> tensor<?xf64> {
  %p = linalg.matvec ins(%a, %b : tensor<?x?xf64>, tensor<?xf64>) outs(%start : tensor<?xf64>) -> tensor<?xf64>
  %both = chad.map (%v in %acc : tensor<?xf64>, %w in %p : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.addf %v, %w : f64
    chad.yield %z : f64
  }
  return %both : tensor<?xf64>
}

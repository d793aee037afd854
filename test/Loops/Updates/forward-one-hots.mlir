// Loops over arrays with one element that is not zero touch that element.

// RUN: chad-opt %s --split-input-file --chad-forward-one-hots | FileCheck %s

// Under a condition, with rows.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>, %[[ACC:[a-z0-9]+]]: tensor<?x?xf64>, %[[N:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index, %[[IS:[a-z0-9]+]]: i1
// CHECK: %[[R:[0-9]+]] = scf.if %[[IS]] -> (tensor<?x?xf64>)
// CHECK: %[[X:.*]] = tensor.extract_slice %[[XS]][%[[J]], 0]
// CHECK: %[[ROW:[0-9]+]] = chad.map (%{{.*}} in %[[X]] : tensor<?xf64>)
// CHECK: %[[SUM:[0-9]+]] = chad.accumulate %[[ROW]] into %[[ACC]][%[[J]]]
// CHECK: scf.yield %[[SUM]]
// CHECK: else
// CHECK: scf.yield %[[ACC]]
// CHECK: return %[[R]]
func.func @rows(%xs: tensor<?x?xf64>, %acc: tensor<?x?xf64>, %n: index, %j: index, %is: i1, %v: f64) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %one = scf.if %is -> (tensor<?xf64>) {
    %0 = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
    scf.yield %0 : tensor<?xf64>
  } else {
    scf.yield %zeros : tensor<?xf64>
  }
  %rows = chad.map (%w in %one : tensor<?xf64>, %x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %row = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %w, %e : f64
      %isZero = arith.cmpf oeq, %w, %zero : f64
      %y = arith.select %isZero, %w, %p : f64
      chad.yield %y : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %sum = arith.addf %acc, %rows : tensor<?x?xf64>
  return %sum : tensor<?x?xf64>
}

// -----

// A sum, with an array beside it.
// CHECK-LABEL: @sum
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[ACC:[a-z0-9]+]]: tensor<?xf64>, %{{.*}}: index, %[[J:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: f64, %[[S:[a-z0-9]+]]: f64
// CHECK-NOT: chad.fold
// CHECK: %[[R:[0-9]+]]:2 = scf.if %true -> (f64, tensor<?xf64>)
// CHECK: %[[X:.*]] = tensor.extract %[[XS]][%[[J]]]
// CHECK: %[[P:[0-9]+]] = arith.mulf %[[V]], %[[X]]
// CHECK: %[[Y:[0-9]+]] = arith.select %{{.*}}, %[[P]], %[[V]]
// CHECK: %[[T:[0-9]+]] = arith.addf %[[S]], %[[Y]]
// CHECK: %[[A:[0-9]+]] = chad.accumulate %[[Y]] into %[[ACC]][%[[J]]]
// CHECK: scf.yield %[[T]], %[[A]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @sum(%xs: tensor<?xf64>, %acc: tensor<?xf64>, %n: index, %j: index, %v: f64, %s: f64) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
  %t, %ys = chad.fold (%w in %one : tensor<?xf64>, %x in %xs : tensor<?xf64>) with (%a = %s : f64) collect (tensor<?xf64>) {
    %p = arith.mulf %w, %x : f64
    %isZero = arith.cmpf une, %w, %zero : f64
    %y = arith.select %isZero, %p, %w : f64
    %b = arith.addf %a, %y : f64
    chad.yield %b, %y : f64, f64
  }
  %sum = arith.addf %ys, %acc : tensor<?xf64>
  return %t, %sum : f64, tensor<?xf64>
}

// -----

// Zero times an infinity is not zero; nor is what does not depend on the element.
// CHECK-LABEL: @infinity
// CHECK: chad.map
// CHECK-NOT: scf.if
// CHECK: return
func.func @infinity(%xs: tensor<?xf64>, %acc: tensor<?xf64>, %n: index, %j: index, %v: f64) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
  %ys = chad.map (%w in %one : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %w, %x : f64
    chad.yield %p : f64
  }
  %sum = arith.addf %acc, %ys : tensor<?xf64>
  return %sum : tensor<?xf64>
}

// -----

// An array with more than one element, one whose result is needed, and a state that is scaled.
// CHECK-LABEL: @others
// CHECK: chad.map
// CHECK: chad.map
// CHECK: chad.fold
// CHECK-NOT: scf.if
// CHECK: return
func.func @others(%xs: tensor<?xf64>, %ones: tensor<?xf64>, %n: index, %j: index, %v: f64) -> (tensor<?xf64>, tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %more = chad.accumulate %v into %ones[%j] : f64 into tensor<?xf64>
  %ys = chad.map (%w in %more : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %w, %two : f64
    chad.yield %p : f64
  }
  %sum = arith.addf %xs, %ys : tensor<?xf64>
  %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
  %zs = chad.map (%w in %one : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %w, %two : f64
    chad.yield %p : f64
  }
  %t = chad.fold (%w in %one : tensor<?xf64>) with (%a = %v : f64) {
    %0 = arith.mulf %a, %two : f64
    %b = arith.addf %0, %w : f64
    chad.yield %b : f64
  }
  return %sum, %zs, %t : tensor<?xf64>, tensor<?xf64>, f64
}

// -----

// What is added to is made before the loop, in its block or around it; sums of products with
// finite constants are zero where the weight is, whichever factor it is.
// CHECK-LABEL: @before
// CHECK-NOT: chad.map
// CHECK: chad.accumulate
// CHECK: chad.accumulate
// CHECK-NOT: chad.map
// CHECK: return
func.func @before(%xs: tensor<?xf64>, %as: tensor<?xf64>, %n: index, %j: index, %v: f64, %is: i1) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %acc = arith.negf %as : tensor<?xf64>
  %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
  %ys = chad.map (%w in %one : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %two, %w : f64
    %q = arith.mulf %w, %w : f64
    %r = arith.subf %p, %q : f64
    %less = arith.cmpf olt, %x, %zero : f64
    %s = arith.select %less, %r, %w : f64
    chad.yield %s : f64
  }
  %sum = arith.addf %ys, %acc : tensor<?xf64>
  %inner = scf.if %is -> (tensor<?xf64>) {
    %zs = chad.map (%w in %one : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %w, %two : f64
      chad.yield %p : f64
    }
    %t = arith.addf %acc, %zs : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  } else {
    scf.yield %acc : tensor<?xf64>
  }
  return %sum, %inner : tensor<?xf64>, tensor<?xf64>
}

// -----

// These stay: what is added to comes later or is the other result, the sum stands elsewhere, a product
// with infinity, a comparison that does not say which is zero, and an update whose index and value are
// known under its condition alone.
// CHECK-LABEL: @not_one
// CHECK-COUNT-6: chad.map
// CHECK-NOT: chad.map
func.func @not_one(%xs: tensor<?xf64>, %as: tensor<?xf64>, %n: index, %j: index, %v: f64, %is: i1) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %one = chad.accumulate %v into %zeros[%j] : f64 into tensor<?xf64>
  %a:2 = chad.map (%w in %one : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %b = arith.negf %w : f64
    chad.yield %w, %b : f64, f64
  }
  %0 = arith.addf %a#0, %a#1 : tensor<?xf64>
  %c = chad.map (%w in %one : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.addf %w, %w : f64
    chad.yield %d : f64
  }
  %later = arith.negf %as : tensor<?xf64>
  %1 = arith.addf %later, %c : tensor<?xf64>
  %e = chad.map (%w in %one : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.negf %w : f64
    chad.yield %d : f64
  }
  %2 = scf.if %is -> (tensor<?xf64>) {
    %f = arith.addf %as, %e : tensor<?xf64>
    scf.yield %f : tensor<?xf64>
  } else {
    scf.yield %as : tensor<?xf64>
  }
  %g = chad.map (%w in %one : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.mulf %w, %inf : f64
    chad.yield %d : f64
  }
  %3 = arith.addf %as, %g : tensor<?xf64>
  %h = chad.map (%w in %one : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %k = arith.cmpf ole, %w, %zero : f64
    %d = arith.select %k, %w, %x : f64
    chad.yield %d : f64
  }
  %4 = arith.addf %as, %h : tensor<?xf64>
  %inside = scf.if %is -> (tensor<?xf64>) {
    %u = arith.addf %v, %v : f64
    %k = arith.addi %j, %n : index
    %f = chad.accumulate %u into %zeros[%k] : f64 into tensor<?xf64>
    scf.yield %f : tensor<?xf64>
  } else {
    scf.yield %zeros : tensor<?xf64>
  }
  %l = chad.map (%w in %inside : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.negf %w : f64
    chad.yield %d : f64
  }
  %5 = arith.addf %as, %l : tensor<?xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// RUN: chad-opt %s --canonicalize --cse | FileCheck %s

// Loops over linear arrays with one element that is not zero do one iteration.

// Under a condition, with rows.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>, %[[A:[a-z0-9]+]]: !chad.lin<tensor<?x?xf64>>, %[[N:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: i1, %[[V:[a-z0-9]+]]: !chad.lin<f64>
// CHECK: %[[R:[0-9]+]] = scf.if %[[C]] -> (!chad.lin<tensor<?x?xf64>>)
// CHECK: %[[X:.*]] = tensor.extract_slice %[[XS]][%[[J]], 0]
// CHECK: %[[ROW:[0-9]+]] = chad.map (%[[E:.*]] in %[[X]] : tensor<?xf64>)
// CHECK: chad.scale %[[E]], %[[V]]
// CHECK: %[[SUM:[0-9]+]] = chad.accumulate %[[ROW]] into %[[A]][%[[J]]]
// CHECK: scf.yield %[[SUM]]
// CHECK: else
// CHECK: scf.yield %[[A]]
// CHECK: return %[[R]]
func.func @rows(%xs: tensor<?x?xf64>, %a: !chad.lin<tensor<?x?xf64>>, %n: index, %j: index, %c: i1, %v: !chad.lin<f64>) -> !chad.lin<tensor<?x?xf64>> {
  %zeros = chad.zero (%n) : !chad.lin<tensor<?xf64>>
  %one = scf.if %c -> (!chad.lin<tensor<?xf64>>) {
    %0 = chad.accumulate %v into %zeros[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    scf.yield %0 : !chad.lin<tensor<?xf64>>
  } else {
    scf.yield %zeros : !chad.lin<tensor<?xf64>>
  }
  %rows = chad.map (%w in %one : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?x?xf64>) -> !chad.lin<tensor<?x?xf64>> {
    %row = chad.map (%e in %x : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
      %p = chad.scale %e, %w : f64, !chad.lin<f64>
      chad.yield %p : !chad.lin<f64>
    }
    chad.yield %row : !chad.lin<tensor<?xf64>>
  }
  %sum = chad.add %a, %rows : !chad.lin<tensor<?x?xf64>>
  return %sum : !chad.lin<tensor<?x?xf64>>
}

// Sums, with an array beside them; the index of the iteration is that of the element.
// CHECK-LABEL: @sum
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[A:[a-z0-9]+]]: !chad.lin<tensor<?xf64>>, %[[N:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: !chad.lin<f64>, %[[S:[a-z0-9]+]]: !chad.lin<f64>, %[[T:[a-z0-9]+]]: !chad.lin<tensor<?xf64>>
// CHECK-NOT: chad.fold
// CHECK-DAG: %[[X:.*]] = tensor.extract %[[XS]][%[[J]]]
// CHECK-DAG: %[[P:.*]] = chad.scale %[[X]], %[[V]]
// CHECK-DAG: %[[U:.*]] = chad.add %[[S]], %[[P]]
// CHECK-DAG: %[[I:.*]] = arith.addi %[[J]], %[[J]]
// CHECK-DAG: %[[W:.*]] = chad.accumulate %[[V]] into %[[T]][%[[I]]]
// CHECK-DAG: %[[R:.*]] = chad.accumulate %[[P]] into %[[A]][%[[J]]]
// CHECK: return %[[U]], %[[W]], %[[R]]
func.func @sum(%xs: tensor<?xf64>, %a: !chad.lin<tensor<?xf64>>, %n: index, %j: index, %v: !chad.lin<f64>, %s: !chad.lin<f64>, %t: !chad.lin<tensor<?xf64>>)
    -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %zeros = chad.zero (%n) : !chad.lin<tensor<?xf64>>
  %one = chad.accumulate %v into %zeros[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r:3 = chad.fold (%w in %one : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%b = %s : !chad.lin<f64>, %c = %t : !chad.lin<tensor<?xf64>>) collect (!chad.lin<tensor<?xf64>>) {
    %p = chad.scale %x, %w : f64, !chad.lin<f64>
    %d = chad.add %b, %p : !chad.lin<f64>
    %k = arith.addi %i, %i : index
    %e = chad.accumulate %w into %c[%k] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    chad.yield %d, %e, %p : !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>
  }
  %sum = chad.add %r#2, %a : !chad.lin<tensor<?xf64>>
  return %r#0, %r#1, %sum : !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// Through slices of what the element represents; rows are elements, too.
// CHECK-LABEL: @slices
// CHECK-SAME: %[[A:[a-z0-9]+]]: !chad.lin<tensor<?x2xf64>>, %[[N:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: !chad.lin<tensor<4xf64>>
// CHECK: %[[T:.*]] = chad.from_linear %[[V]]
// CHECK: %[[S:.*]] = tensor.extract_slice %[[T]][1] [2] [1]
// CHECK: %[[L:.*]] = chad.to_linear %[[S]]
// CHECK: %[[R:.*]] = chad.accumulate %[[L]] into %[[A]][%[[J]]]
// CHECK: return %[[R]]
func.func @slices(%a: !chad.lin<tensor<?x2xf64>>, %n: index, %j: index, %v: !chad.lin<tensor<4xf64>>) -> !chad.lin<tensor<?x2xf64>> {
  %zeros = chad.zero (%n) : !chad.lin<tensor<?x4xf64>>
  %one = chad.accumulate %v into %zeros[%j] : !chad.lin<tensor<4xf64>> into !chad.lin<tensor<?x4xf64>>
  %rows = chad.map (%w in %one : !chad.lin<tensor<?x4xf64>>) -> !chad.lin<tensor<?x2xf64>> {
    %t = chad.from_linear %w : !chad.lin<tensor<4xf64>>
    %s = tensor.extract_slice %t[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
    %l = chad.to_linear %s : tensor<2xf64>
    chad.yield %l : !chad.lin<tensor<2xf64>>
  }
  %sum = chad.add %a, %rows : !chad.lin<tensor<?x2xf64>>
  return %sum : !chad.lin<tensor<?x2xf64>>
}

// What does not vanish with the element: what else is linear, inside of a loop, too, what is made
// linear of another number, and a state that is scaled, or that depends on one.
// CHECK-LABEL: @not_zero
// CHECK-COUNT-4: chad.add
// CHECK-COUNT-2: chad.fold
func.func @not_zero(%vs: !chad.lin<tensor<?xf64>>, %a: !chad.lin<tensor<?xf64>>, %n: index, %j: index, %v: !chad.lin<f64>, %k: f64, %xs: tensor<?xf64>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<f64>, f64) {
  %zeros = chad.zero (%n) : !chad.lin<tensor<?xf64>>
  %one = chad.accumulate %v into %zeros[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %0 = chad.map (%w in %one : !chad.lin<tensor<?xf64>>, %u in %vs : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.add %w, %u : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r0 = chad.add %a, %0 : !chad.lin<tensor<?xf64>>
  %1 = chad.map (%w in %one : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.fold (%x in %xs : tensor<?xf64>) with (%t = %w : !chad.lin<f64>) {
      %p = chad.scale %x, %v : f64, !chad.lin<f64>
      %q = chad.add %t, %p : !chad.lin<f64>
      chad.yield %q : !chad.lin<f64>
    }
    chad.yield %s : !chad.lin<f64>
  }
  %r1 = chad.add %a, %1 : !chad.lin<tensor<?xf64>>
  %l = chad.to_linear %k : f64
  %2 = chad.map (%w in %one : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.add %w, %l : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r2 = chad.add %a, %2 : !chad.lin<tensor<?xf64>>
  %3 = chad.fold (%w in %one : !chad.lin<tensor<?xf64>>) with (%s = %v : !chad.lin<f64>) {
    %p = chad.scale %k, %s : f64, !chad.lin<f64>
    %q = chad.add %p, %w : !chad.lin<f64>
    chad.yield %q : !chad.lin<f64>
  }
  %4:2 = chad.fold (%w in %one : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?xf64>) with (%s = %v : !chad.lin<f64>, %t = %k : f64) {
    %p = chad.scale %t, %w : f64, !chad.lin<f64>
    %q = chad.add %s, %p : !chad.lin<f64>
    %u = arith.mulf %t, %x : f64
    chad.yield %q, %u : !chad.lin<f64>, f64
  }
  return %r0, %r1, %r2, %3, %4#0, %4#1 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<f64>, f64
}

// More than one element, one at several indices, what is used elsewhere, and an element that is
// known under its condition alone.
// CHECK-LABEL: @others
// CHECK-COUNT-4: chad.map
func.func @others(%vs: !chad.lin<tensor<?xf64>>, %a: !chad.lin<tensor<?xf64>>, %n: index, %j: index, %c: i1, %v: !chad.lin<f64>, %xs: tensor<?xf64>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %zeros = chad.zero (%n) : !chad.lin<tensor<?xf64>>
  %more = chad.accumulate %v into %vs[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %0 = chad.map (%w in %more : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.scale %x, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r0 = chad.add %a, %0 : !chad.lin<tensor<?xf64>>
  %squares = chad.zero (%n, %n) : !chad.lin<tensor<?x?xf64>>
  %entry = chad.accumulate %v into %squares[%j, %j] : !chad.lin<f64> into !chad.lin<tensor<?x?xf64>>
  %1 = chad.map (%w in %entry : !chad.lin<tensor<?x?xf64>>, %x in %xs : tensor<?xf64>) -> !chad.lin<tensor<?x?xf64>> {
    %s = chad.scale %x, %w : f64, !chad.lin<tensor<?xf64>>
    chad.yield %s : !chad.lin<tensor<?xf64>>
  }
  %r1 = chad.add %squares, %1 : !chad.lin<tensor<?x?xf64>>
  %one = chad.accumulate %v into %zeros[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %2 = chad.map (%w in %one : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.scale %x, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r2 = chad.add %a, %2 : !chad.lin<tensor<?xf64>>
  %inside = scf.if %c -> (!chad.lin<tensor<?xf64>>) {
    %u = chad.add %v, %v : !chad.lin<f64>
    %f = chad.accumulate %u into %zeros[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    scf.yield %f : !chad.lin<tensor<?xf64>>
  } else {
    scf.yield %zeros : !chad.lin<tensor<?xf64>>
  }
  %3 = chad.map (%w in %inside : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?xf64>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.scale %x, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r3 = chad.add %a, %3 : !chad.lin<tensor<?xf64>>
  return %r0, %r1, %r2, %2, %r3 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// Sums of numbers do not depend on the one-hot array: they grow in each iteration.
// CHECK-LABEL: @numbers
// CHECK: %[[SUM:.*]]:2 = chad.fold ({{.*}}) with (%[[A:[^ ]*]] = %{{.*}} : tensor<3xf64>, {{.*}}) {
// CHECK-NEXT: %[[NEXT:.*]] = chad.accumulate %{{.*}} into %[[A]]
// CHECK-NEXT: chad.yield %[[NEXT]]
// CHECK: return %[[SUM]]#0
func.func @numbers(%xs: tensor<3xf64>, %j: index, %v: !chad.lin<f64>) -> (tensor<3xf64>, !chad.lin<f64>) {
  %k = arith.constant -0.125 : f64
  %none = chad.zero : !chad.lin<f64>
  %zeros = chad.zero : !chad.lin<tensor<3xf64>>
  %one = chad.accumulate %v into %zeros[%j] : !chad.lin<f64> into !chad.lin<tensor<3xf64>>
  %sum, %last = chad.fold (%w in %one : !chad.lin<tensor<3xf64>>) with (%a = %xs : tensor<3xf64>, %l = %none : !chad.lin<f64>) {
    %next = chad.accumulate %k into %a[%j] : f64 into tensor<3xf64>
    chad.yield %next, %w : tensor<3xf64>, !chad.lin<f64>
  }
  return %sum, %last : tensor<3xf64>, !chad.lin<f64>
}

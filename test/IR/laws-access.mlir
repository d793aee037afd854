// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of updates of arrays and of extents.

// CHECK-LABEL: func @update_by_zero
// CHECK-SAME: %[[A:.*]]: !chad.lin<tensor<?xf64>>, %[[I:.*]]: index
// CHECK-NEXT: return %[[A]]
func.func @update_by_zero(%a: !chad.lin<tensor<?xf64>>, %i: index, %is: tensor<?xindex>, %n: index) -> !chad.lin<tensor<?xf64>> {
  %z = chad.zero : !chad.lin<f64>
  %zs = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %b = chad.accumulate %z into %a[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %c = chad.scatter_add %zs into %b[%is] : !chad.lin<tensor<?xf64>> into !chad.lin<tensor<?xf64>>, tensor<?xindex>
  return %c : !chad.lin<tensor<?xf64>>
}

// Sums of one-hots are updates of one array.
// CHECK-LABEL: func @add_update
// CHECK-SAME: %[[A:[^:]*]]: !chad.lin<tensor<?xf64>>, %[[V:[^:]*]]: !chad.lin<f64>
// CHECK-NOT: chad.add
// CHECK-NOT: chad.zero
// CHECK: %[[B:.*]] = chad.accumulate %[[V]] into %[[A]][%[[I:.*]]]
// CHECK: chad.accumulate %[[V]] into %[[B]]
// CHECK-NOT: chad.add
// CHECK: return
func.func @add_update(%a: !chad.lin<tensor<?xf64>>, %v: !chad.lin<f64>, %i: index, %j: index, %n: index) -> !chad.lin<tensor<?xf64>> {
  %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %b = chad.accumulate %v into %z[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %c = chad.accumulate %v into %z[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %d = chad.add %b, %a : !chad.lin<tensor<?xf64>>
  %e = chad.add %c, %d : !chad.lin<tensor<?xf64>>
  return %e : !chad.lin<tensor<?xf64>>
}

// An update that something else reads stays.
// CHECK-LABEL: func @add_update_shared
// CHECK: chad.accumulate
// CHECK-NEXT: chad.add
func.func @add_update_shared(%a: !chad.lin<tensor<?xf64>>, %v: !chad.lin<f64>, %i: index) -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %b = chad.accumulate %v into %a[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %c = chad.add %b, %a : !chad.lin<tensor<?xf64>>
  return %b, %c : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func @dim_of_result
// CHECK-SAME: %[[V:.*]]: !chad.lin<tensor<?xf64>>, %[[XS:.*]]: tensor<?x?xf64>
// CHECK: %[[C:.*]] = arith.constant 1 : index
// CHECK: %[[D:.*]] = tensor.dim %[[XS]], %[[C]]
// CHECK: return %[[D]]
func.func @dim_of_result(%v: !chad.lin<tensor<?xf64>>, %xs: tensor<?x?xf64>) -> index {
  %c1 = arith.constant 1 : index
  %0 = chad.map (%w in %v : !chad.lin<tensor<?xf64>>, %x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %q = func.call @use(%w, %e) : (!chad.lin<f64>, f64) -> f64
      chad.yield %q : f64
    }
    chad.yield %y : tensor<?xf64>
  }
  %d = tensor.dim %0, %c1 : tensor<?x?xf64>
  return %d : index
}
func.func private @use(!chad.lin<f64>, f64) -> f64

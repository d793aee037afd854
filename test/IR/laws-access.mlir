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

// The sum with an array of one-hots updates in place: no array of zeros is left.
// CHECK-LABEL: func @add_sparse
// CHECK-SAME: %[[A:[^:]*]]: !chad.lin<tensor<?x?xf64>>, %[[XS:[^:]*]]: tensor<?xf64>, %[[V:[^:]*]]: !chad.lin<f64>, %[[J:[^:]*]]: index
// CHECK-NOT: chad.zero
// CHECK: %[[IS:.*]] = chad.build
// CHECK: %[[F:.*]]:2 = chad.fold (%[[X:.*]] in %[[XS]] : tensor<?xf64>, %[[I:.*]] in %[[IS]] : tensor<?xindex>) with (%[[S:.*]] = %[[A]] : !chad.lin<tensor<?x?xf64>>) collect (tensor<?xf64>) {
// CHECK: %[[W:.*]] = chad.scale %{{.*}}, %[[V]]
// CHECK: %[[T:.*]] = chad.accumulate %[[W]] into %[[S]][%[[I]], %[[J]]]
// CHECK-NEXT: %[[U:.*]] = chad.accumulate %[[V]] into %[[T]][%[[I]], %[[J]]]
// CHECK-NEXT: chad.yield %[[U]], %{{.*}} : !chad.lin<tensor<?x?xf64>>, f64
// CHECK-NOT: chad.add
// CHECK: return %[[F]]#0, %[[F]]#1
func.func @add_sparse(%a: !chad.lin<tensor<?x?xf64>>, %xs: tensor<?xf64>, %v: !chad.lin<f64>, %j: index, %n: index)
    -> (!chad.lin<tensor<?x?xf64>>, tensor<?xf64>) {
  %0:2 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, !chad.lin<tensor<?x?xf64>>) {
    %e = math.exp %x : f64
    %w = chad.scale %e, %v : f64, !chad.lin<f64>
    %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
    %h = chad.accumulate %w into %z[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    %g = chad.accumulate %v into %h[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    chad.yield %e, %g : f64, !chad.lin<tensor<?xf64>>
  }
  %1 = chad.add %0#1, %a : !chad.lin<tensor<?x?xf64>>
  return %1, %0#0 : !chad.lin<tensor<?x?xf64>>, tensor<?xf64>
}

// The same where the one-hots are built, and where a fold collects them.
// CHECK-LABEL: func @add_sparse_others
// CHECK: chad.fold (%[[I:.*]] in %{{.*}} : tensor<?xindex>) with (%[[S:.*]] = %{{.*}} : !chad.lin<tensor<?x?xf64>>) {
// CHECK-NEXT: chad.accumulate %{{.*}} into %[[S]][%[[I]], %[[I]]]
// CHECK: chad.fold right (%{{.*}} in %{{.*}} : tensor<?xf64>, %[[I:.*]] in %{{.*}} : tensor<?xindex>) with (%{{.*}} = %{{.*}} : f64, %[[S:.*]] = %{{.*}} : !chad.lin<tensor<?x?xf64>>) {
// CHECK: chad.accumulate %{{.*}} into %[[S]][%[[I]], %{{.*}}]
func.func @add_sparse_others(%a: !chad.lin<tensor<?x?xf64>>, %xs: tensor<?xf64>, %v: !chad.lin<f64>, %j: index, %n: index, %k: f64)
    -> (!chad.lin<tensor<?x?xf64>>, f64) {
  %0 = chad.build %i < %n -> !chad.lin<tensor<?x?xf64>> {
    %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
    %h = chad.accumulate %v into %z[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    chad.yield %h : !chad.lin<tensor<?xf64>>
  }
  %1 = chad.add %a, %0 : !chad.lin<tensor<?x?xf64>>
  %2:2 = chad.fold right (%x in %xs : tensor<?xf64>) with (%s = %k : f64) collect (!chad.lin<tensor<?x?xf64>>) {
    %t = arith.divf %s, %x : f64
    %w = chad.scale %t, %v : f64, !chad.lin<f64>
    %z = chad.zero(%n) : !chad.lin<tensor<?xf64>>
    %h = chad.accumulate %w into %z[%j] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    chad.yield %t, %h : f64, !chad.lin<tensor<?xf64>>
  }
  %3 = chad.add %1, %2#1 : !chad.lin<tensor<?x?xf64>>
  return %3, %2#0 : !chad.lin<tensor<?x?xf64>>, f64
}

// What was not inserted where it is read was there before.
// CHECK-LABEL: func @read_other
// CHECK-SAME: %[[T:[^:]*]]: tensor<4xf64>, %[[X:[^:]*]]: f64, %[[Y:[^:]*]]: f64, %[[I:[^:]*]]: index
// CHECK-DAG: %[[A:.*]] = tensor.extract %[[T]][%c3]
// CHECK-DAG: %[[B:.*]] = tensor.insert %[[Y]] into %{{.*}}[%[[I]]]
// CHECK-DAG: %[[C:.*]] = tensor.extract %[[B]][%c0]
// CHECK: return %[[A]], %[[X]], %[[C]]
func.func @read_other(%t: tensor<4xf64>, %x: f64, %y: f64, %i: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = tensor.insert %x into %t[%c0] : tensor<4xf64>
  %b = tensor.insert %y into %a[%c1] : tensor<4xf64>
  %r = tensor.extract %b[%c3] : tensor<4xf64>
  %s = tensor.extract %b[%c0] : tensor<4xf64>
  %c = tensor.insert %y into %a[%i] : tensor<4xf64>
  %u = tensor.extract %c[%c0] : tensor<4xf64>
  return %r, %s, %u : f64, f64, f64
}

// A cast between other extents than the array has stands in a branch that is never taken.

// CHECK-LABEL: func.func @impossible_cast(
// CHECK-SAME: %[[X:.+]]: tensor<2x?xf64>
// CHECK-NOT: tensor.cast
// CHECK: %[[D:.+]] = tensor.dim %[[X]], %{{.+}}
// CHECK: %[[S:.+]] = tensor.splat %{{.+}}[%[[D]]] : tensor<3x?xf64>
// CHECK: return %[[S]]
func.func @impossible_cast(%x: tensor<2x?xf64>) -> tensor<3x?xf64> {
  %a = tensor.cast %x : tensor<2x?xf64> to tensor<?x?xf64>
  %b = tensor.cast %a : tensor<?x?xf64> to tensor<3x?xf64>
  return %b : tensor<3x?xf64>
}

// Nor is a copy between such buffers.

// CHECK-LABEL: func.func @impossible_copy(
// CHECK-NEXT: return
func.func @impossible_copy(%x: memref<2xf64>, %y: memref<3xf64>) {
  %a = memref.cast %x : memref<2xf64> to memref<?xf64>
  %b = memref.cast %y : memref<3xf64> to memref<?xf64>
  memref.copy %a, %b : memref<?xf64> to memref<?xf64>
  return
}

// What is added to zeros at the only index of dimensions of extent one is reshaped.
// CHECK-LABEL: func @accumulate_units
// CHECK-SAME: %[[V:[^:]*]]: !chad.lin<tensor<?x4xf64>>, %[[X:[^:]*]]: !chad.lin<f64>
// CHECK-NOT: chad.accumulate
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1, 2], [3]] output_shape [1, 1, %{{.*}}, 4] : tensor<?x4xf64> into tensor<1x1x?x4xf64>
// CHECK: tensor.from_elements %{{.*}} : tensor<1xf64>
// CHECK-NOT: chad.accumulate
// CHECK: return
func.func @accumulate_units(%v: !chad.lin<tensor<?x4xf64>>, %x: !chad.lin<f64>, %n: index)
    -> (!chad.lin<tensor<1x1x?x4xf64>>, !chad.lin<tensor<1xf64>>) {
  %c0 = arith.constant 0 : index
  %z = chad.zero(%n) : !chad.lin<tensor<1x1x?x4xf64>>
  %a = chad.accumulate %v into %z[%c0, %c0] : !chad.lin<tensor<?x4xf64>> into !chad.lin<tensor<1x1x?x4xf64>>
  %one = chad.zero : !chad.lin<tensor<1xf64>>
  %b = chad.accumulate %x into %one[%c0] : !chad.lin<f64> into !chad.lin<tensor<1xf64>>
  return %a, %b : !chad.lin<tensor<1x1x?x4xf64>>, !chad.lin<tensor<1xf64>>
}

// An index that is not known, and a dimension that is longer.
// CHECK-LABEL: func @accumulate_others
// CHECK-COUNT-2: chad.accumulate
func.func @accumulate_others(%x: !chad.lin<f64>, %i: index) -> (!chad.lin<tensor<1xf64>>, !chad.lin<tensor<2xf64>>) {
  %c0 = arith.constant 0 : index
  %z = chad.zero : !chad.lin<tensor<1xf64>>
  %a = chad.accumulate %x into %z[%i] : !chad.lin<f64> into !chad.lin<tensor<1xf64>>
  %y = chad.zero : !chad.lin<tensor<2xf64>>
  %b = chad.accumulate %x into %y[%c0] : !chad.lin<f64> into !chad.lin<tensor<2xf64>>
  return %a, %b : !chad.lin<tensor<1xf64>>, !chad.lin<tensor<2xf64>>
}

// The remainder of a floor division of an index that is not negative.
// CHECK-LABEL: func @remainder_of_index
// CHECK: chad.build %[[I:.*]] < %{{.*}} -> tensor<8xi64> {
// CHECK: %[[P:.*]] = arith.addi
// CHECK-NEXT: %[[R:.*]] = arith.remui %[[P]], %{{.*}} : i64
// CHECK-NEXT: chad.yield %[[R]] : i64
func.func @remainder_of_index() -> tensor<8xi64> {
  %c8 = arith.constant 8 : index
  %m = arith.constant 8 : i64
  %seven = arith.constant 7 : i64
  %zero = arith.constant 0 : i64
  %r = chad.build %i < %c8 -> tensor<8xi64> {
    %n = arith.index_cast %i : index to i64
    %p = arith.addi %n, %seven : i64
    %q = arith.floordivsi %p, %m : i64
    %s = arith.muli %q, %m : i64
    %d = arith.subi %p, %s : i64
    %isNegative = arith.cmpi slt, %d, %zero : i64
    %e = arith.addi %d, %m : i64
    %c = arith.select %isNegative, %e, %d : i64
    chad.yield %c : i64
  }
  return %r : tensor<8xi64>
}

// What may be negative has another remainder.
// CHECK-LABEL: func @remainder_of_any
// CHECK: arith.floordivsi
// CHECK: arith.subi
func.func @remainder_of_any(%p: i64) -> i64 {
  %m = arith.constant 8 : i64
  %q = arith.floordivsi %p, %m : i64
  %s = arith.muli %q, %m : i64
  %d = arith.subi %p, %s : i64
  return %d : i64
}

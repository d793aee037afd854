// RUN: chad-opt %s --canonicalize | FileCheck %s

// Updates of zeros that are added to an array become updates of this array.
// CHECK-LABEL: @update
// CHECK-SAME: (%[[A:.*]]: !chad.lin<tensor<?xf64>>, %[[V:.*]]: !chad.lin<f64>, %[[N:.*]]: index)
// CHECK-NEXT: %[[R:.*]] = chad.accumulate %[[V]] into %[[A]][%[[N]]]
// CHECK-NEXT: return %[[R]]
func.func @update(%a: !chad.lin<tensor<?xf64>>, %v: !chad.lin<f64>, %n: index) -> !chad.lin<tensor<?xf64>> {
  %zero = chad.zero (%n) : !chad.lin<tensor<?xf64>>
  %u = chad.accumulate %v into %zero[%n] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %r = chad.add %a, %u : !chad.lin<tensor<?xf64>>
  return %r : !chad.lin<tensor<?xf64>>
}

// Through a loop, and a branch in it.
// CHECK-LABEL: @loop
// CHECK-SAME: (%[[A:[^:]*]]: !chad.lin<tensor<4xf64>>
// CHECK-NOT: chad.zero
// CHECK: %[[R:.*]] = chad.fold {{.*}} with (%[[S:.*]] = %[[A]] : !chad.lin<tensor<4xf64>>)
// CHECK: scf.if
// CHECK: chad.accumulate %{{.*}} into %[[S]]
// CHECK: else
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: return %[[R]]
func.func @loop(%a: !chad.lin<tensor<4xf64>>, %vs: !chad.lin<tensor<?xf64>>, %is: tensor<?xindex>, %c: i1) -> !chad.lin<tensor<4xf64>> {
  %zero = chad.zero : !chad.lin<tensor<4xf64>>
  %u = chad.fold (%v in %vs : !chad.lin<tensor<?xf64>>, %i in %is : tensor<?xindex>) with (%s = %zero : !chad.lin<tensor<4xf64>>) {
    %t = scf.if %c -> (!chad.lin<tensor<4xf64>>) {
      %w = chad.accumulate %v into %s[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
      scf.yield %w : !chad.lin<tensor<4xf64>>
    } else {
      scf.yield %s : !chad.lin<tensor<4xf64>>
    }
    chad.yield %t : !chad.lin<tensor<4xf64>>
  }
  %r = chad.add %a, %u : !chad.lin<tensor<4xf64>>
  return %r : !chad.lin<tensor<4xf64>>
}

// A slice is added where it belongs.
// CHECK-LABEL: @slice
// CHECK-DAG: %[[OLD:.*]] = tensor.extract_slice %{{.*}}[2] [3] [1]
// CHECK-DAG: %[[LIN:.*]] = chad.to_linear %[[OLD]]
// CHECK-DAG: %[[SUM:.*]] = chad.add %[[LIN]],
// CHECK-DAG: %[[PART:.*]] = chad.from_linear %[[SUM]]
// CHECK: tensor.insert_slice %[[PART]] into %{{.*}}[2] [3] [1]
func.func @slice(%a: !chad.lin<tensor<8xf64>>, %v: tensor<3xf64>) -> !chad.lin<tensor<8xf64>> {
  %zero = chad.zero : !chad.lin<tensor<8xf64>>
  %z = chad.from_linear %zero : !chad.lin<tensor<8xf64>>
  %i = tensor.insert_slice %v into %z[2] [3] [1] : tensor<3xf64> into tensor<8xf64>
  %u = chad.to_linear %i : tensor<8xf64>
  %r = chad.add %a, %u : !chad.lin<tensor<8xf64>>
  return %r : !chad.lin<tensor<8xf64>>
}

// Not where something else reads an update, or the state of a loop.
// CHECK-LABEL: @read
// CHECK: chad.add
// CHECK: chad.add
func.func @read(%a: !chad.lin<tensor<4xf64>>, %v: !chad.lin<f64>, %vs: !chad.lin<tensor<?x4xf64>>, %i: index)
    -> (!chad.lin<tensor<4xf64>>, !chad.lin<tensor<4xf64>>, !chad.lin<tensor<4xf64>>, !chad.lin<tensor<?x4xf64>>) {
  %zero = chad.zero : !chad.lin<tensor<4xf64>>
  %u = chad.accumulate %v into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
  %r = chad.add %a, %u : !chad.lin<tensor<4xf64>>
  %f, %all = chad.fold (%x in %vs : !chad.lin<tensor<?x4xf64>>) with (%s = %zero : !chad.lin<tensor<4xf64>>) collect (!chad.lin<tensor<?x4xf64>>) {
    %t = chad.accumulate %v into %s[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
    chad.yield %t, %s : !chad.lin<tensor<4xf64>>, !chad.lin<tensor<4xf64>>
  }
  %q = chad.add %a, %f : !chad.lin<tensor<4xf64>>
  return %r, %u, %q, %all : !chad.lin<tensor<4xf64>>, !chad.lin<tensor<4xf64>>, !chad.lin<tensor<4xf64>>, !chad.lin<tensor<?x4xf64>>
}

// An update moves to where the array is.
// CHECK-LABEL: @later
// CHECK: %[[A:.*]] = chad.scale
// CHECK-NEXT: %[[R:.*]] = chad.accumulate %{{.*}} into %[[A]]
// CHECK-NEXT: return %[[R]]
func.func @later(%v: !chad.lin<f64>, %xs: tensor<4xf64>, %i: index, %k: f64, %w: !chad.lin<tensor<4xf64>>) -> !chad.lin<tensor<4xf64>> {
  %zero = chad.zero : !chad.lin<tensor<4xf64>>
  %u = chad.accumulate %v into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
  %a = chad.scale %k, %w : f64, !chad.lin<tensor<4xf64>>
  %r = chad.add %a, %u : !chad.lin<tensor<4xf64>>
  return %r : !chad.lin<tensor<4xf64>>
}

// A sum of scalars begins at zero.
// CHECK-LABEL: @scalar
// CHECK-SAME: (%[[A:[^:]*]]: !chad.lin<f64>
// CHECK: %[[ZERO:.*]] = chad.zero : !chad.lin<f64>
// CHECK: %[[F:.*]] = chad.fold {{.*}} with (%{{.*}} = %[[ZERO]] : !chad.lin<f64>)
// CHECK: %[[R:.*]] = chad.add %[[A]], %[[F]]
// CHECK: return %[[R]]
func.func @scalar(%a: !chad.lin<f64>, %vs: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
  %r = chad.fold (%v in %vs : !chad.lin<tensor<?xf64>>) with (%s = %a : !chad.lin<f64>) {
    %t = chad.add %s, %v : !chad.lin<f64>
    chad.yield %t : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// Not where it is multiplied on its way.
// CHECK-LABEL: @recurrence
// CHECK-SAME: (%[[A:[^:]*]]: !chad.lin<f64>
// CHECK: chad.fold {{.*}} with (%{{.*}} = %[[A]] : !chad.lin<f64>)
func.func @recurrence(%a: !chad.lin<f64>, %k: f64, %vs: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
  %r = chad.fold (%v in %vs : !chad.lin<tensor<?xf64>>) with (%s = %a : !chad.lin<f64>) {
    %u = chad.scale %k, %s : f64, !chad.lin<f64>
    %t = chad.add %u, %v : !chad.lin<f64>
    chad.yield %t : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// A thread that begins before a loop does not begin at what the loop carries.
// CHECK-LABEL: @thread_before
// CHECK: %[[ZERO:.*]] = chad.zero
// CHECK: %[[U:.*]] = chad.accumulate %{{.*}} into %[[ZERO]][%{{.*}}]
// CHECK: chad.fold {{.*}} with (%[[S:.*]] = %{{.*}} : !chad.lin<tensor<4xf64>>)
// CHECK: chad.add %[[S]], %[[U]]
func.func @thread_before(%a: !chad.lin<tensor<4xf64>>, %v: !chad.lin<f64>, %xs: tensor<?xf64>, %i: index)
    -> !chad.lin<tensor<4xf64>> {
  %zero = chad.zero : !chad.lin<tensor<4xf64>>
  %u = chad.accumulate %v into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %a : !chad.lin<tensor<4xf64>>) {
    %t = chad.add %s, %u : !chad.lin<tensor<4xf64>>
    chad.yield %t : !chad.lin<tensor<4xf64>>
  }
  return %r : !chad.lin<tensor<4xf64>>
}

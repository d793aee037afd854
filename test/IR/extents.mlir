// What is known of the extents that loops leave: `dim-of-result` asks for no array that has
// another extent.

// RUN: chad-opt %s --split-input-file --canonicalize=disable-patterns=fold-extent-states --cse | FileCheck %s

// CHECK-LABEL: @grows
// CHECK: %[[LAST:.*]] = chad.fold
// CHECK: tensor.dim %[[LAST]]
func.func @grows(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %c = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %r, %n : tensor<?xf64>, index
}

// -----

// One dimension grows, the other one is kept.
// CHECK-LABEL: @grows_in_one
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[LAST:.*]] = chad.fold
// CHECK-DAG: tensor.dim %[[LAST]], %[[C0]]
// CHECK-DAG: tensor.dim %[[XS]], %[[C1]]
func.func @grows_in_one(%xs: tensor<?x?xf64>, %is: tensor<?xindex>) -> (tensor<?x?xf64>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?x?xf64>) {
    %c = tensor.concat dim(0) %a, %a : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    chad.yield %c : tensor<?x?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?x?xf64>
  %m = tensor.dim %r, %c1 : tensor<?x?xf64>
  return %r, %n, %m : tensor<?x?xf64>, index, index
}

// -----

// A called function keeps the extent, and so does each arm of a branch.
// CHECK-LABEL: @kept
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK: return %{{.*}}, %[[N]]
func.func @kept(%xs: tensor<?xf64>, %is: tensor<?xindex>, %p: i1) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %b = func.call @scaled(%i, %a) : (index, tensor<?xf64>) -> tensor<?xf64>
    %c = scf.if %p -> tensor<?xf64> {
      %d = arith.addf %b, %a : tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    } else {
      %d = arith.mulf %b, %b : tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    }
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %r, %n : tensor<?xf64>, index
}
func.func private @scaled(%i: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %k = arith.index_cast %i : index to i64
  %f = arith.sitofp %k : i64 to f64
  %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %e, %f : f64
    chad.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Two states that take each other's place keep their extents if these are equal at the start.
// CHECK-LABEL: @swapped
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[YS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[EQUAL:.*]]:2 = chad.fold
// CHECK: %[[DIFFERENT:.*]]:2 = chad.fold
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[DIFFERENT]]#0
// CHECK: return %[[N]], %[[M]]
func.func @swapped(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %is: tensor<?xindex>) -> (index, index, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zs = arith.negf %xs : tensor<?xf64>
  %e:2 = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>, %b = %zs : tensor<?xf64>) {
    %c = math.sin %a : tensor<?xf64>
    chad.yield %b, %c : tensor<?xf64>, tensor<?xf64>
  }
  %d:2 = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>, %b = %ys : tensor<?xf64>) {
    %c = math.sin %a : tensor<?xf64>
    chad.yield %b, %c : tensor<?xf64>, tensor<?xf64>
  }
  %n = tensor.dim %e#0, %c0 : tensor<?xf64>
  %m = tensor.dim %d#0, %c0 : tensor<?xf64>
  return %n, %m, %e#0, %d#0 : index, index, tensor<?xf64>, tensor<?xf64>
}

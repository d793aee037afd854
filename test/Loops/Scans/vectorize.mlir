// Scans and folds become loops over vectors where their states are affine recurrences.

// RUN: chad-opt %s --split-input-file --chad-vectorize-scans=vector-bits=256 --convert-chad-to-scf --canonicalize --cse | FileCheck %s

// Two rounds within a vector of four, and one addition from one to the next.
// CHECK-LABEL: @sums
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf64>
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant dense<-0.0{{.*}}> : vector<4xf64>
// CHECK: %[[V:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c4 iter_args(%[[S:.*]] = %{{.*}}, %[[OUT:.*]] = %{{.*}}) -> (f64, tensor<?xf64>)
// CHECK: %[[XS:.*]] = vector.transfer_read %[[X]][%[[I]]]
// CHECK: %[[A:.*]] = vector.shuffle %[[XS]], %[[NEUTRAL]] [4, 0, 1, 2]
// CHECK: %[[B:.*]] = arith.addf %[[A]], %[[XS]]
// CHECK: %[[C:.*]] = vector.shuffle %[[B]], %[[NEUTRAL]] [4, 5, 0, 1]
// CHECK: %[[D:.*]] = arith.addf %[[C]], %[[B]]
// CHECK: %[[T:.*]] = vector.extract %[[D]][3]
// CHECK: %[[NEXT:.*]] = arith.addf %[[S]], %[[T]]
// CHECK: vector.transfer_write %{{.*}}, %[[OUT]][%[[I]]]
// CHECK: scf.yield %[[NEXT]],
// CHECK: scf.for {{.*}} step %c1 iter_args(%{{.*}} = %[[V]]#0, %{{.*}} = %[[V]]#1)
// CHECK: tensor.insert
func.func @sums(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %sums = chad.scan left inclusive (%a, %b in %xs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sums : tensor<?xf64>
}

// -----

// The map is done in the loop of the second scan, in the place of the first one's result.
// CHECK-LABEL: @others
// CHECK: %[[L:.*]]:2 = scf.for
// CHECK: %[[L2:.*]]:2 = scf.for {{.*}} step %c1
// CHECK-NOT: tensor.empty
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %[[OUT:.*]] = %[[L2]]#1)
// CHECK: vector.transfer_read %[[OUT]]
// CHECK: vector.transfer_write %{{.*}}, %[[OUT]]
// CHECK-NOT: chad.
// CHECK: return
func.func @others(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %left = chad.scan left exclusive (%a, %b in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %right = chad.scan right exclusive (%a, %b in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %ys = chad.map (%a in %left : tensor<?xf64>, %b in %right : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// A product of the state with itself, states that depend on each other, a maximum, rows, few
// elements, and sums that nothing is collected from.
// CHECK-LABEL: @alone
// CHECK-NOT: vector
// CHECK: return
func.func @alone(%xs: tensor<?xf64>, %rows: tensor<?x?xf64>, %row: tensor<?xf64>, %few: tensor<7xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<7xf64>, f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %0:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %p = arith.mulf %s, %s : f64
    %t = arith.addf %p, %x : f64
    chad.yield %t, %s : f64, f64
  }
  %1:3 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64, %t = %zero : f64) collect (tensor<?xf64>) {
    %u = arith.addf %t, %x : f64
    %v = arith.subf %t, %s : f64
    chad.yield %u, %v, %t : f64, f64, f64
  }
  %2 = chad.scan left inclusive (%a, %b in %xs from %zero : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  %3 = chad.scan left inclusive (%a, %b in %rows from %row : tensor<?x?xf64>) {
    %s = arith.addf %a, %b : tensor<?xf64>
    chad.yield %s : tensor<?xf64>
  }
  %4 = chad.scan right inclusive (%a, %b in %few from %zero : tensor<7xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %5:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %t = arith.addf %s, %x : f64
    %y = arith.mulf %x, %x : f64
    chad.yield %t, %y : f64, f64
  }
  return %0#1, %1#2, %2, %3, %4, %5#0, %5#1 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<7xf64>, f64, tensor<?xf64>
}

// -----

// What a map makes for a recurrence alone is made in its blocks, a function too; what reads elements by
// index is not.
// CHECK-LABEL: @producers
// CHECK: scf.for
// CHECK-NOT: vector.transfer_read
// CHECK: tensor.extract %arg1
// CHECK: scf.for {{.*}} step %c4
// CHECK: vector.transfer_read %arg0
// CHECK: math.exp {{.*}} : vector<4xf64>
// CHECK: scf.for {{.*}} step %c4
func.func @producers(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %is: tensor<?xindex>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %read = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %y = tensor.extract %ys[%i] : tensor<?xf64>
    chad.yield %y : f64
  }
  %functions = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %0 = chad.scan left inclusive (%a, %b in %functions from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %1 = chad.scan left inclusive (%a, %b in %read from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

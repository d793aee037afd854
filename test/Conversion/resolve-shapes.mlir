// Arrays are not kept for their shapes.

// RUN: chad-opt %s --split-input-file --chad-resolve-shapes --canonicalize --cse --chad-narrow-results --canonicalize --cse | FileCheck %s

// The state keeps its shape: what was kept of each step is not needed.
// CHECK-LABEL: @steps
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-DAG: tensor.dim %[[U]], %{{.*}} : tensor<?x?xf64>
// CHECK: chad.fold {{.*}} with (%{{.*}} = %[[U]] : tensor<?x?xf64>) {
// CHECK-NOT: collect
// CHECK: return
func.func @steps(%u: tensor<?x?xf64>, %k: f64, %is: tensor<?xindex>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %last, %kept = chad.fold (%i in %is : tensor<?xindex>) with (%s = %u : tensor<?x?xf64>)
      collect (tensor<?x?x?xf64>) {
    %next = chad.map (%row in %s : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %next, %s : tensor<?x?xf64>, tensor<?x?xf64>
  }
  %c1 = arith.constant 1 : index
  %grad = chad.fold right (%a in %kept : tensor<?x?x?xf64>) with (%g = %last : tensor<?x?xf64>) {
    %n = tensor.dim %a, %c1 : tensor<?x?xf64>
    %h = chad.map (%row in %g : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = chad.build %i < %n -> tensor<?xf64> {
        %e = tensor.extract %row[%i] : tensor<?xf64>
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %h : tensor<?x?xf64>
  }
  return %last, %grad : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// A pad is greater than what it pads; the extent is not that of the array inside.
// CHECK-LABEL: @pad
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: %[[N:[a-z0-9_]+]] = tensor.dim %[[X]], %c1
// CHECK: %[[S:[0-9]+]] = arith.addi %[[N]], %c3
// CHECK: return %[[S]]
func.func @pad(%xs: tensor<?x?xf64>) -> index {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %p = tensor.pad %x low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %n = tensor.dim %kept, %c1 : tensor<?x?xf64>
  return %n : index
}

// -----

// Not where the elements decide.
// CHECK-LABEL: @ragged
// CHECK: %[[K:[0-9]+]] = chad.map
// CHECK: tensor.dim %[[K]]
func.func @ragged(%ns: tensor<?xindex>) -> index {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %kept = chad.map (%n in %ns : tensor<?xindex>) -> tensor<?x?xf64> {
    %z = tensor.splat %zero[%n] : tensor<?xf64>
    chad.yield %z : tensor<?xf64>
  }
  %n = tensor.dim %kept, %c1 : tensor<?x?xf64>
  return %n : index
}

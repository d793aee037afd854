// Windows, slices that move with the iteration: neighbouring iterations are neighbouring lanes.

// RUN: chad-opt %s --split-input-file --chad-choose-schedule --chad-vectorize-lanes --canonicalize --cse | FileCheck %s

// What is read of a window is a vector; what does not fill a block runs as it was written.
// CHECK-LABEL: @correlation
// CHECK: scf.for
// CHECK: tensor.extract_slice %arg0
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: vector.from_elements
// CHECK: chad.fold (%[[K:.*]] in %arg1 : tensor<?xf64>, %[[J:.*]] in
// CHECK: vector.transfer_read %arg0[{{.*}}], {{.*}} vector<16xf64>
// CHECK: vector.transfer_write
func.func @correlation(%x: tensor<?xf64>, %k: tensor<?xf64>, %n: index, %w: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %ys = chad.build %p < %n -> tensor<?xf64> {
    %part = tensor.extract_slice %x[%p] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    %y = chad.fold (%a in %k : tensor<?xf64>, %b in %part : tensor<?xf64>) with (%s = %zero : f64) {
      %m = arith.mulf %a, %b : f64
      %t = arith.addf %s, %m : f64
      chad.yield %t : f64
    }
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// Lanes add to different elements, so that all of them share one array. More lanes give stores time.
// CHECK-LABEL: @transposed
// CHECK: scf.if
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (tensor<?xf64>)
// CHECK: chad.fold {{.*}} with (%[[ACC:.*]] = %[[SUM]] : tensor<?xf64>)
// CHECK: %[[OLD:.*]] = vector.transfer_read %[[ACC]][%[[I:.*]]], {{.*}} vector<64xf64>
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: vector.transfer_write %[[NEW]], %[[ACC]][%[[I]]]
func.func @transposed(%ys: tensor<?xf64>, %k: tensor<?xf64>, %n: index, %w: index, %init: tensor<?xf64>) -> tensor<?xf64> {
  %is = chad.build %p < %n -> tensor<?xindex> {
    chad.yield %p : index
  }
  %x = chad.fold (%y in %ys : tensor<?xf64>, %p in %is : tensor<?xindex>) with (%acc = %init : tensor<?xf64>) {
    %part = tensor.extract_slice %acc[%p] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    %added = chad.map (%b in %part : tensor<?xf64>, %a in %k : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.mulf %a, %y : f64
      %t = arith.addf %b, %m : f64
      chad.yield %t : f64
    }
    %next = tensor.insert_slice %added into %acc[%p] [%w] [1] : tensor<?xf64> into tensor<?xf64>
    chad.yield %next : tensor<?xf64>
  }
  return %x : tensor<?xf64>
}

// -----

// A window of two dimensions that moves along the second one.
// CHECK-LABEL: @plane
// CHECK: scf.if
// CHECK: vector.transfer_read %arg0[{{.*}}, {{.*}}], {{.*}} vector<32xf64>
func.func @plane(%x: tensor<?x?xf64>, %n: index, %row: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : index
  %ys = chad.build %p < %n -> tensor<?xf64> {
    %q = arith.addi %p, %one : index
    %part = tensor.extract_slice %x[%row, %q] [3, 5] [1, 1] : tensor<?x?xf64> to tensor<3x5xf64>
    %y = chad.fold (%line in %part : tensor<3x5xf64>) with (%s = %zero : f64) {
      %t = chad.fold (%b in %line : tensor<5xf64>) with (%r = %s : f64) {
        %m = arith.mulf %b, %b : f64
        %u = arith.addf %r, %m : f64
        chad.yield %u : f64
      }
      chad.yield %t : f64
    }
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// Windows that move by two, or that are needed as a whole, are none.
// CHECK-LABEL: @none
// CHECK-NOT: vector
// CHECK: return
func.func @none(%x: tensor<?xf64>, %n: index, %w: index) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2 : index
  %ys = chad.build %p < %n -> tensor<?xf64> {
    %q = arith.muli %p, %two : index
    %part = tensor.extract_slice %x[%q] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    %y = chad.fold (%b in %part : tensor<?xf64>) with (%s = %zero : f64) {
      %m = arith.mulf %b, %b : f64
      %t = arith.addf %s, %m : f64
      chad.yield %t : f64
    }
    chad.yield %y : f64
  }
  %rows = chad.build %p < %n -> tensor<?x?xf64> {
    %part = tensor.extract_slice %x[%p] [%w] [1] : tensor<?xf64> to tensor<?xf64>
    chad.yield %part : tensor<?xf64>
  }
  return %ys, %rows : tensor<?xf64>, tensor<?x?xf64>
}

// Maps are fused with producers that have other uses.

// RUN: chad-opt %s --split-input-file --chad-fuse-maps | FileCheck %s

// The producer's result is also collected: it becomes a result of the fused map.
// CHECK-LABEL: @later
// CHECK: %[[R:[0-9]+]]:2 = chad.map (%[[X:[a-z0-9]+]] in %{{.*}}, %[[A:[a-z0-9]+]] in
// CHECK: %[[Y:[0-9]+]] = math.exp %[[X]]
// CHECK: %[[Z:[0-9]+]] = arith.addf %[[A]], %[[Y]]
// CHECK: chad.yield %[[Y]], %[[Z]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @later(%xs: tensor<?xf64>, %as: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %zs = chad.map (%a in %as : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.addf %a, %y : f64
    chad.yield %z : f64
  }
  return %ys, %zs : tensor<?xf64>, tensor<?xf64>
}

// -----

// The index of a build is an element of an array of indices.
// CHECK-LABEL: @build
// CHECK: %[[IS:[0-9]+]] = chad.build
// CHECK: chad.map (%{{.*}} in %[[IS]]
// CHECK-NOT: chad.map
func.func @build(%n: index) -> (tensor<?xindex>, tensor<?xindex>) {
  %ys = chad.build %i < %n -> tensor<?xindex> {
    %y = arith.muli %i, %i : index
    chad.yield %y : index
  }
  %zs = chad.map (%y in %ys : tensor<?xindex>) -> tensor<?xindex> {
    %z = arith.addi %n, %y : index
    chad.yield %z : index
  }
  return %ys, %zs : tensor<?xindex>, tensor<?xindex>
}

// -----

// A use of the whole array, in the body or before, keeps them apart.
// CHECK-LABEL: @whole
// CHECK-COUNT-3: chad.map
func.func @whole(%xs: tensor<?xf64>, %j: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %e = tensor.extract %ys[%j] : tensor<?xf64>
    %z = arith.addf %e, %y : f64
    chad.yield %z : f64
  }
  %e = tensor.extract %zs[%j] : tensor<?xf64>
  %ws = chad.map (%z in %zs : tensor<?xf64>) -> tensor<?xf64> {
    %w = arith.mulf %e, %z : f64
    chad.yield %w : f64
  }
  return %ys, %ws : tensor<?xf64>, tensor<?xf64>
}

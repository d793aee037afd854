// Loops over the same elements become one.

// RUN: chad-opt %s --split-input-file --chad-fuse-loops | FileCheck %s

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

// What reads nothing but a build becomes a part of it.
// CHECK-LABEL: @build
// CHECK: chad.build
// CHECK: arith.muli
// CHECK: arith.addi
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

// Otherwise its index is an element of an array of indices.
// CHECK-LABEL: @index
// CHECK-SAME: %[[AS:[a-z0-9]+]]: tensor<?xindex>
// CHECK: %[[IS:[0-9]+]] = chad.build
// CHECK: chad.map (%{{.*}} in %[[IS]] : tensor<?xindex>, %{{.*}} in %[[AS]]
// CHECK-NOT: chad.map
func.func @index(%as: tensor<?xindex>, %n: index) -> tensor<?xindex> {
  %ys = chad.build %i < %n -> tensor<?xindex> {
    %y = arith.muli %i, %i : index
    chad.yield %y : index
  }
  %zs = chad.map (%y in %ys : tensor<?xindex>, %a in %as : tensor<?xindex>) -> tensor<?xindex> {
    %z = arith.addi %a, %y : index
    chad.yield %z : index
  }
  return %zs : tensor<?xindex>
}

// -----

// Types that differ in the extent leave two loops: the program fails when it runs.
// CHECK-LABEL: @several_extents
// CHECK: chad.map
// CHECK: chad.map
func.func @several_extents(%xs: tensor<3xf64>, %as: tensor<4xf64>) -> tensor<4xf64> {
  %ys = chad.map (%x in %xs : tensor<3xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>, %a in %as : tensor<4xf64>) -> tensor<4xf64> {
    %z = arith.addf %a, %y : f64
    chad.yield %z : f64
  }
  return %zs : tensor<4xf64>
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

// -----

// A value and its derivative in one sweep; what stands between them and needs the sum moves
// behind.
// CHECK-LABEL: @sweeps
// CHECK: %[[R:[0-9]+]]:2 = chad.fold (%[[X:[a-z0-9]+]] in %{{.*}}) with (%[[S:[a-z0-9]+]] = %{{.*}}, %[[A:[a-z0-9]+]] = %{{.*}}) {
// CHECK: %[[E:[0-9]+]] = math.exp %[[X]]
// CHECK: %[[T:[0-9]+]] = arith.addf %[[S]], %[[E]]
// CHECK: %[[B:[0-9]+]] = chad.accumulate %[[E]] into %[[A]]
// CHECK: chad.yield %[[T]], %[[B]]
// CHECK-NOT: chad.map
// CHECK: math.log %[[R]]#0
func.func @sweeps(%xs: tensor<?xf64>, %acc: tensor<?xf64>, %j: index) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %log = math.log %sum : f64
  %grad = chad.fold (%y in %ys : tensor<?xf64>) with (%a = %acc : tensor<?xf64>) {
    %b = chad.accumulate %y into %a[%j] : f64 into tensor<?xf64>
    chad.yield %b : tensor<?xf64>
  }
  return %log, %grad : f64, tensor<?xf64>
}

// -----

// The second loop needs the sum of the first: they stay apart.
// CHECK-LABEL: @needs_sum
// CHECK: chad.fold
// CHECK: chad.map
func.func @needs_sum(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.divf %y, %sum : f64
    chad.yield %z : f64
  }
  return %zs : tensor<?xf64>
}

// -----

// A loop that carries something else than sums runs in order, and alone.
// CHECK-LABEL: @sequential
// CHECK: chad.map
// CHECK: chad.fold
func.func @sequential(%xs: tensor<?xf64>, %s0: f64) -> f64 {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %last = chad.fold (%y in %ys : tensor<?xf64>) with (%s = %s0 : f64) {
    %t = arith.mulf %s, %y : f64
    %u = arith.addf %t, %y : f64
    chad.yield %u : f64
  }
  return %last : f64
}

// -----

// Rows: a sequential loop takes up what is done to each row that it makes, in its order.
// CHECK-LABEL: @rows
// CHECK: chad.fold right
// CHECK: chad.map (%{{.*}} : tensor<?xf64>
// CHECK-NOT: chad.map (%{{.*}} : tensor<?x?xf64>
// CHECK: return
func.func @rows(%xs: tensor<?x?xf64>, %as: tensor<?x?xf64>, %s0: tensor<?xf64>) -> tensor<?x?xf64> {
  %last, %ys = chad.fold right (%x in %xs : tensor<?x?xf64>) with (%s = %s0 : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %t = chad.map (%e in %x : tensor<?xf64>, %f in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %e, %f : f64
      chad.yield %p : f64
    }
    chad.yield %t, %t : tensor<?xf64>, tensor<?xf64>
  }
  %zs = chad.map (%a in %as : tensor<?x?xf64>, %y in %ys : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %z = chad.map (%e in %a : tensor<?xf64>, %f in %y : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.addf %e, %f : f64
      chad.yield %p : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  return %zs : tensor<?x?xf64>
}

// -----

// What is stored is loaded before the second loop: the store does not move behind it.
// CHECK-LABEL: @stored
// CHECK: chad.map
// CHECK: memref.store
// CHECK: memref.load
// CHECK: chad.map
func.func @stored(%xs: tensor<?xf64>, %m: memref<f64>, %j: index) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %e = tensor.extract %ys[%j] : tensor<?xf64>
  memref.store %e, %m[] : memref<f64>
  %l = memref.load %m[] : memref<f64>
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.mulf %l, %y : f64
    chad.yield %z : f64
  }
  return %zs : tensor<?xf64>
}

// -----

// A store that passes nothing moves, and so does an assertion.
// CHECK-LABEL: @moved
// CHECK: chad.map
// CHECK-NOT: chad.map
// CHECK: cf.assert
// CHECK: memref.store
func.func @moved(%xs: tensor<?xf64>, %m: memref<f64>, %j: index, %is: i1) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %e = tensor.extract %ys[%j] : tensor<?xf64>
  %less = arith.cmpf olt, %e, %e : f64
  cf.assert %less, "less"
  cf.assert %is, "is"
  memref.store %e, %m[] : memref<f64>
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.mulf %y, %y : f64
    chad.yield %z : f64
  }
  return %zs : tensor<?xf64>
}

// -----

// A result that other blocks read, too.
// CHECK-LABEL: @blocks
// CHECK-COUNT-2: chad.map
func.func @blocks(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.mulf %y, %y : f64
    chad.yield %z : f64
  }
  cf.br ^end
^end:
  return %ys, %zs : tensor<?xf64>, tensor<?xf64>
}

// -----

// A loop that makes rows from indices runs in the order of the fold that reads the rows.
// CHECK-LABEL: @rows_from_indices
// CHECK: chad.fold
// CHECK-NOT: chad.build %{{.*}} -> tensor<?x?xf64>
// CHECK: return
func.func @rows_from_indices(%n: index, %m: index, %s: tensor<?xf64>) -> tensor<?xf64> {
  %rows = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %m -> tensor<?xf64> {
      %k = arith.muli %i, %j : index
      %l = arith.index_cast %k : index to i64
      %x = arith.sitofp %l : i64 to f64
      %y = math.exp %x : f64
      chad.yield %y : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %end = chad.fold (%row in %rows : tensor<?x?xf64>) with (%t = %s : tensor<?xf64>) {
    %u = chad.map (%a in %row : tensor<?xf64>, %b in %t : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      chad.yield %p : f64
    }
    chad.yield %u : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

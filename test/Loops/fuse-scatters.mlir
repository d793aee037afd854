// Updates at indices from the data are fused with the loops that compute the values and the
// indices.

// RUN: chad-opt %s --split-input-file --chad-fuse-scatters | FileCheck %s
// RUN: chad-run %s --entry=sparse --arg='[1, 2, 3, 4, 5]' --arg='[0, 2, 1, 2, 0]' --arg='[1, 0, 1, 0, 3]' --arg='[10, 20, 30]' --arg='[1, 2, 3, 4]' | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --interpret --entry=sparse --arg='[1, 2, 3, 4, 5]' --arg='[0, 2, 1, 2, 0]' --arg='[1, 0, 1, 0, 3]' --arg='[10, 20, 30]' --arg='[1, 2, 3, 4]' | FileCheck %s --check-prefix=VALUES

// A sparse product and its gradient: one loop over the entries, with the row's number, its sum,
// and the gradient as states. Rows from 4 on do not count.
// CHECK-LABEL: func @sparse
// CHECK-NOT: chad.scan
// CHECK-NOT: chad.gather
// CHECK: chad.fold ({{.*}}) with (%[[ROW:.*]] = %{{.*}} : index, %[[Y:.*]] = %{{.*}} : tensor<?xf64>, %[[LAST:.*]] = %c-1 : index, %[[SUM:.*]] = %{{.*}} : f64, %[[DX:.*]] = %{{.*}} : tensor<?xf64>) collect (tensor<?xf64>) {
// CHECK: %[[R:.*]] = arith.addi %[[ROW]]
// CHECK: arith.mulf
// CHECK: %[[NEXT:.*]]:3 = scf.if %{{.*}} -> (tensor<?xf64>, index, f64) {
// CHECK: arith.cmpi eq, %[[R]], %[[LAST]]
// CHECK: tensor.insert
// CHECK: chad.accumulate {{.*}} into %[[DX]]
// CHECK: chad.yield %[[R]], %[[NEXT]]#0, %[[NEXT]]#1, %[[NEXT]]#2
// CHECK-NOT: chad.hist
// CHECK-NOT: chad.scatter_add
// VALUES: tensor<4xf64> [0, 70, 180, 0]
// VALUES: tensor<3xf64> [2, 9, 16]
// VALUES: tensor<5xf64> [20, 60, 60, 90, 0]
func.func @sparse(%a: tensor<?xf64>, %columns: tensor<?xindex>, %counts: tensor<?xindex>, %x: tensor<?xf64>, %ct: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %rows = chad.scan left inclusive (%s, %c in %counts from %c0 : tensor<?xindex>) {
    %t = arith.addi %s, %c : index
    chad.yield %t : index
  }
  %read = chad.gather %x[%columns] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %m:3 = chad.map (%v in %a : tensor<?xf64>, %r in %read : tensor<?xf64>, %row in %rows : tensor<?xindex>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %p = arith.mulf %v, %r : f64
    %in = arith.cmpi ult, %row, %c4 : index
    %k = scf.if %in -> (f64) {
      %e = tensor.extract %ct[%row] : tensor<?xf64>
      scf.yield %e : f64
    } else {
      scf.yield %zero : f64
    }
    %q = arith.mulf %v, %k : f64
    %d = arith.mulf %r, %k : f64
    chad.yield %p, %q, %d : f64, f64, f64
  }
  %y = chad.hist %rows : tensor<?xindex> bins %c4 (%s, %p in %m#0 from %zero : tensor<?xf64>) -> tensor<?xf64> {
    %t = arith.addf %s, %p : f64
    chad.yield %t : f64
  }
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %dx = chad.scatter_add %m#1 into %zeros[%columns] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  return %y, %dx, %m#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// -----

// Not where the map's functions may run in vectors, or what it makes is read in between as a whole.
// CHECK-LABEL: func @other
// CHECK: chad.map
// CHECK: chad.scatter_add
// CHECK: chad.map
// CHECK: chad.scatter_add
func.func @other(%x: tensor<?xf64>, %i: tensor<?xindex>, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %e = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %b = math.exp %a : f64
    chad.yield %b : f64
  }
  %0 = chad.scatter_add %e into %y[%i] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  %f = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %b = arith.negf %a : f64
    chad.yield %b : f64
  }
  %g = tensor.extract %f[%c0] : tensor<?xf64>
  %z = tensor.insert %g into %y[%c0] : tensor<?xf64>
  %1 = chad.scatter_add %f into %z[%i] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

// -----

// Not an update that reads the elements of another one, which are known at the end only.
// CHECK-LABEL: func @one_by_other
// CHECK-NOT: chad.map
// CHECK: chad.fold
// CHECK: chad.accumulate
// CHECK: chad.hist
func.func @one_by_other(%xs: tensor<?xf64>, %is: tensor<?xindex>, %js: tensor<?xindex>) -> (tensor<?xf64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %m:2 = chad.map (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) -> (tensor<?xf64>, tensor<?xindex>) {
    %p = arith.mulf %x, %x : f64
    %q = arith.addi %i, %i : index
    chad.yield %p, %q : f64, index
  }
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %a = chad.scatter_add %m#0 into %zeros[%js] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  %h = chad.hist %m#1 : tensor<?xindex> bins %c4 (%s, %p in %a from %zero : tensor<?xf64>) -> tensor<4xf64> {
    %t = arith.addf %s, %p : f64
    chad.yield %t : f64
  }
  return %a, %h : tensor<?xf64>, tensor<4xf64>
}

// -----

// Bins and places of narrower integers, results of known extents, and two histograms in one; the
// scans to the right and of what comes before stay, and so do rows.
// RUN: chad-run %s --entry=kinds --full --arg='[1, 2, 3, 4, 5]' --arg='[1, 2, 3, 4, 5]' --arg='[0, 2, 1, 1, 0]' --arg='[0, 1, 2, 3, 0]' --arg='[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]' --arg='[[0, 0], [0, 0], [0, 0], [1, 1]]' | FileCheck %s --check-prefix=KINDS
// KINDS: tensor<3xf64> [70, 54, 16]
// KINDS-NEXT: tensor<3xindex> [0, 10, 2]
// KINDS-NEXT: tensor<4xf64> [70, 54, 16, 0]
// KINDS-NEXT: tensor<5xf64> [15, 16, 21, 33, 55]
// KINDS-NEXT: tensor<4x2xf64> {{\[}}[10, 12], [3, 4], [5, 6], [8, 9]]
// KINDS-NEXT: tensor<4xf64> [70, 16, 21, 33]
// CHECK-LABEL: func @kinds
// CHECK: chad.scan left exclusive
// CHECK: chad.scan right inclusive
// CHECK: chad.fold
// CHECK-SAME: collect (tensor<5xf64>)
// CHECK: chad.scatter_add
func.func @kinds(%xs: tensor<5xf64>, %ys: tensor<?xf64>, %is: tensor<?xi32>, %js: tensor<?xindex>, %rows: tensor<?x2xf64>, %acc: tensor<?x2xf64>) -> (tensor<3xf64>, tensor<3xindex>, tensor<?xf64>, tensor<5xf64>, tensor<?x2xf64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %before = chad.scan left exclusive (%a, %b in %ys from %zero : tensor<?xf64>) {
    %0 = arith.addf %a, %b : f64
    chad.yield %0 : f64
  }
  %back = chad.scan right inclusive (%a, %b in %ys from %zero : tensor<?xf64>) {
    %0 = arith.addf %a, %b : f64
    chad.yield %0 : f64
  }
  %m:2 = chad.map (%x in %xs : tensor<5xf64>, %p in %before : tensor<?xf64>, %q in %back : tensor<?xf64>, %j in %js : tensor<?xindex>) -> (tensor<5xf64>, tensor<?xindex>) {
    %0 = arith.mulf %x, %p : f64
    %1 = arith.addf %0, %q : f64
    %2 = arith.addi %j, %j : index
    chad.yield %1, %2 : f64, index
  }
  %h:2 = chad.hist %is : tensor<?xi32> bins %c3 (%s, %p in %m#0 from %zero : tensor<5xf64>, %t, %q in %m#1 from %c0 : tensor<?xindex>) -> (tensor<3xf64>, tensor<3xindex>) {
    %0 = arith.addf %s, %p : f64
    %1 = arith.addi %t, %q : index
    chad.yield %0, %1 : f64, index
  }
  %z = tensor.splat %zero[%c4] : tensor<?xf64>
  %sc = chad.scatter_add %m#0 into %z[%is] : tensor<5xf64> into tensor<?xf64>, tensor<?xi32>
  %z4 = tensor.splat %zero : tensor<4xf64>
  %both = chad.scatter_add %m#0 into %z4[%js] : tensor<5xf64> into tensor<4xf64>, tensor<?xindex>
  %n = chad.map (%j in %js : tensor<?xindex>) -> tensor<?xindex> {
    %0 = arith.minui %j, %c3 : index
    chad.yield %0 : index
  }
  %rs = chad.scatter_add %rows into %acc[%n] : tensor<?x2xf64> into tensor<?x2xf64>, tensor<?xindex>
  return %h#0, %h#1, %sc, %m#0, %rs, %both : tensor<3xf64>, tensor<3xindex>, tensor<?xf64>, tensor<5xf64>, tensor<?x2xf64>, tensor<4xf64>
}

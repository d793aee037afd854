// Updates at places that the data choose, in one loop with what they are made of.

// RUN: chad-opt %s --split-input-file --chad-merge-updates | FileCheck %s
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

// Not where an update reads the elements of another one, which are known at the end only.
// CHECK-LABEL: func @one_by_other
// CHECK: chad.scatter_add
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

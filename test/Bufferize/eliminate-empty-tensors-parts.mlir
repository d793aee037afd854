// Parts of an array that one loop makes become one result of the loop: the results do not change.

// RUN: chad-opt %s --chad-eliminate-empty-tensors | FileCheck %s --check-prefix=DONE
// RUN: chad-run %s --entry=rows --interpret --arg=[1.0,2.0,3.0,4.0] --arg=[[0.0,0.0,0.0,0.0],[5.0,5.0,5.0,5.0]] | FileCheck %s
// RUN: chad-opt %s --chad-eliminate-empty-tensors | chad-run - --entry=rows --arg=[1.0,2.0,3.0,4.0] --arg=[[0.0,0.0,0.0,0.0],[5.0,5.0,5.0,5.0]] | FileCheck %s
// CHECK: tensor<2x4xf64> {{\[\[}}2, 4, 6, 8], [1, 4, 9, 16]]

// RUN: chad-run %s --entry=nested --interpret --arg=2 --arg=3 | FileCheck %s --check-prefix=NESTED
// RUN: chad-opt %s --chad-eliminate-empty-tensors | chad-run - --entry=nested --arg=2 --arg=3 | FileCheck %s --check-prefix=NESTED
// NESTED: tensor<2x6xf64> {{\[\[}}0, 1, 2, -0, -1, -2], [1, 2, 3, -1, -2, -3]]
// NESTED-NEXT: tensor<2xf64> [5, 5]

// RUN: chad-run %s --entry=kept --interpret | FileCheck %s --check-prefix=KEPT
// RUN: chad-opt %s --chad-eliminate-empty-tensors | chad-run - --entry=kept | FileCheck %s --check-prefix=KEPT
// KEPT: tensor<4xf64> [1, 1, 2, 2]
// KEPT-NEXT: tensor<2xf64> [1, 1]
// KEPT-NEXT: tensor<4xf64> [0, 0, 2, 2]

// Rows of vectors, which are made in the array that the whole is inserted into.

// DONE-LABEL: func.func @rows(
// DONE: %[[E:.+]] = tensor.extract_slice %{{.+}}[0, 0] [2, 4]
// DONE: scf.for %[[I:.+]] = {{.*}} iter_args(%[[A:.+]] = %[[E]]) -> (tensor<2x4xf64>)
// DONE: %[[W:.+]] = vector.transfer_write %{{.+}}, %[[A]][%{{.+}}, %[[I]]] {in_bounds = [true]} : vector<2xf64>, tensor<2x4xf64>
// DONE: vector.transfer_write %{{.+}}, %[[W]][%{{.+}}, %[[I]]]
// DONE-NOT: tensor.concat
// DONE: return
func.func @rows(%x: tensor<4xf64>, %all: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %e0 = tensor.empty() : tensor<4xf64>
  %e1 = tensor.empty() : tensor<4xf64>
  %r:2 = scf.for %i = %c0 to %c4 step %c2 iter_args(%a = %e0, %b = %e1)
      -> (tensor<4xf64>, tensor<4xf64>) {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : tensor<4xf64>, vector<2xf64>
    %sum = arith.addf %v, %v : vector<2xf64>
    %square = arith.mulf %v, %v : vector<2xf64>
    %square_ = vector.transfer_write %square, %b[%i] {in_bounds = [true]} : vector<2xf64>, tensor<4xf64>
    %sum_ = vector.transfer_write %sum, %a[%i] {in_bounds = [true]} : vector<2xf64>, tensor<4xf64>
    scf.yield %sum_, %square_ : tensor<4xf64>, tensor<4xf64>
  }
  %row0 = tensor.expand_shape %r#0 [[0, 1]] output_shape [1, 4] : tensor<4xf64> into tensor<1x4xf64>
  %row1 = tensor.expand_shape %r#1 [[0, 1]] output_shape [1, 4] : tensor<4xf64> into tensor<1x4xf64>
  %whole = tensor.concat dim(0) %row0, %row1 : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<2x4xf64>
  %result = tensor.insert_slice %whole into %all[0, 0] [2, 4] [1, 1] : tensor<2x4xf64> into tensor<2x4xf64>
  return %result : tensor<2x4xf64>
}

// Elements of nested loops, and extents that are not known; a result beside the parts stays.

// DONE-LABEL: func.func @nested(
// DONE: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) -> (tensor<?xf64>, tensor<?x?xf64>)
// DONE: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}) -> (tensor<?x?xf64>)
// DONE-NOT: tensor.concat
// DONE: return
func.func @nested(%m: index, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5.0 : f64
  %e0 = tensor.empty(%m, %n) : tensor<?x?xf64>
  %e1 = tensor.empty(%m, %n) : tensor<?x?xf64>
  %e2 = tensor.empty(%m) : tensor<?xf64>
  %r:3 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %e0, %b = %e1, %c = %e2)
      -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%d = %a, %e = %b)
        -> (tensor<?x?xf64>, tensor<?x?xf64>) {
      %k = arith.addi %i, %j : index
      %l = arith.index_cast %k : index to i64
      %v = arith.sitofp %l : i64 to f64
      %w = arith.negf %v : f64
      %v_ = tensor.insert %v into %d[%i, %j] : tensor<?x?xf64>
      %w_ = tensor.insert %w into %e[%i, %j] : tensor<?x?xf64>
      scf.yield %v_, %w_ : tensor<?x?xf64>, tensor<?x?xf64>
    }
    %c_ = tensor.insert %five into %c[%i] : tensor<?xf64>
    scf.yield %s#0, %s#1, %c_ : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>
  }
  %whole = tensor.concat dim(1) %r#0, %r#1 : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %whole, %r#2 : tensor<?x?xf64>, tensor<?xf64>
}

// A part that has another use, and one that the loop reads, stay arrays of their own.

// DONE-LABEL: func.func @kept(
// DONE-COUNT-2: tensor.concat
// DONE: return
func.func @kept() -> (tensor<4xf64>, tensor<2xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %e0 = tensor.empty() : tensor<2xf64>
  %e1 = tensor.empty() : tensor<2xf64>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %e0, %b = %e1)
      -> (tensor<2xf64>, tensor<2xf64>) {
    %a_ = tensor.insert %one into %a[%i] : tensor<2xf64>
    %b_ = tensor.insert %two into %b[%i] : tensor<2xf64>
    scf.yield %a_, %b_ : tensor<2xf64>, tensor<2xf64>
  }
  %whole = tensor.concat dim(0) %r#0, %r#1 : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  %e2 = tensor.empty() : tensor<2xf64>
  %e3 = tensor.empty() : tensor<2xf64>
  %q:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %e2, %b = %e3)
      -> (tensor<2xf64>, tensor<2xf64>) {
    %b_ = tensor.insert %two into %b[%i] : tensor<2xf64>
    %x = tensor.extract %b_[%i] : tensor<2xf64>
    %zero = arith.subf %x, %x : f64
    %a_ = tensor.insert %zero into %a[%i] : tensor<2xf64>
    scf.yield %a_, %b_ : tensor<2xf64>, tensor<2xf64>
  }
  %other = tensor.concat dim(0) %q#0, %q#1 : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %whole, %r#0, %other : tensor<4xf64>, tensor<2xf64>, tensor<4xf64>
}

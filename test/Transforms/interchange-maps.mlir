// DEFINE: %{args} = --arg='[[1, 2], [0, 1]]' --arg='[[[1, 0], [2, 1]], [[0, 1], [1, 1]], [[1, 2], [3, 0]]]' --arg='[[2, 4], [1, 0], [-1, 2]]'
// RUN: chad-opt %s --chad-interchange-folds | FileCheck %s
// RUN: chad-run %s --interpret --entry=batch %{args} | FileCheck %s --check-prefix=VALUE
// RUN: chad-opt %s --chad-interchange-folds | chad-run - --interpret --entry=batch %{args} \
// RUN:   | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=batch %{args} | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=loss --grad-check %{args} | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=batch --remarks=interchange %{args} 2>&1 | FileCheck %s --check-prefix=SAID

// A recurrence that multiplies by a matrix, on each sequence of a batch, from the right. Its start and
// a number that it reads are computed before it, and its states are added after it.
// CHECK-LABEL: func @batch
// CHECK-SAME: %[[W:.*]]: tensor<?x?xf64>, %[[XS:.*]]: tensor<?x?x?xf64>, %[[HS:.*]]: tensor<?x?xf64>
// CHECK: %[[BEFORE:.*]]:2 = chad.map (%{{.*}} in %[[XS]] : tensor<?x?x?xf64>, %{{.*}} in %[[HS]] : tensor<?x?xf64>)
// CHECK: %[[STEPS:.*]] = linalg.transpose ins(%[[XS]] : {{.*}} permutation = [1, 0, 2]
// CHECK: %[[ALL:.*]]:2 = chad.fold right (%[[E:.*]] in %[[STEPS]] : tensor<?x?x?xf64>)
// CHECK-SAME: with (%[[STATES:.*]] = %[[BEFORE]]#0 : tensor<?x?xf64>) collect (tensor<?x?xf64>)
// CHECK: chad.map (%[[H:.*]] in %[[STATES]] : tensor<?x?xf64>, %[[X:.*]] in %[[E]] : tensor<?x?xf64>, %{{.*}} in %[[BEFORE]]#1 : tensor<?xf64>)
// CHECK-NEXT: chad.map (%{{.*}} in %[[W]] : tensor<?x?xf64>, %{{.*}} in %[[X]] : tensor<?xf64>)
// CHECK: %[[BACK:.*]] = linalg.transpose ins(%[[ALL]]#1 : {{.*}} permutation = [1, 0]
// CHECK: chad.map (%{{.*}} in %[[ALL]]#0 : tensor<?x?xf64>, %{{.*}} in %[[BACK]] : tensor<?x?xf64>)
// VALUE: tensor<3x2xf64> {{\[\[}}474, 108], [3.5, 2], [7.5, 3]]
// VALUE-NEXT: tensor<3xf64> [642, 8, 16]
// GRAD: gradient check: 22 of 22 entries
// GRAD-NEXT: forward and reverse: worst relative error 0
// SAID: the loop in it that carries a state goes around it
func.func @batch(%w: tensor<?x?xf64>, %xs: tensor<?x?x?xf64>, %hs: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %lasts, %sums = chad.map (%x in %xs : tensor<?x?x?xf64>, %h0 in %hs : tensor<?x?xf64>)
      -> (tensor<?x?xf64>, tensor<?xf64>) {
    %start = chad.map (%a in %h0 : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %half : f64
      chad.yield %p : f64
    }
    %scale = chad.reduce (%a, %b in %h0 from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %last, %totals = chad.fold right (%e in %x : tensor<?x?xf64>) with (%h = %start : tensor<?xf64>)
        collect (tensor<?xf64>) {
      %next = chad.map (%row in %w : tensor<?x?xf64>, %b in %e : tensor<?xf64>) -> tensor<?xf64> {
        %products = arith.mulf %row, %h : tensor<?xf64>
        %sum = chad.reduce (%l, %r in %products from %zero : tensor<?xf64>) {
          %s = arith.addf %l, %r : f64
          chad.yield %s : f64
        }
        %y = arith.addf %sum, %b : f64
        chad.yield %y : f64
      }
      %scaled = chad.map (%n in %next : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %n, %scale : f64
        chad.yield %p : f64
      }
      %total = chad.reduce (%l, %r in %scaled from %zero : tensor<?xf64>) {
        %s = arith.addf %l, %r : f64
        chad.yield %s : f64
      }
      chad.yield %scaled, %total : tensor<?xf64>, f64
    }
    %sum = chad.reduce (%l, %r in %totals from %zero : tensor<?xf64>) {
      %s = arith.addf %l, %r : f64
      chad.yield %s : f64
    }
    chad.yield %last, %sum : tensor<?xf64>, f64
  }
  return %lasts, %sums : tensor<?x?xf64>, tensor<?xf64>
}

func.func @loss(%w: tensor<?x?xf64>, %xs: tensor<?x?x?xf64>, %hs: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %lasts, %sums = func.call @batch(%w, %xs, %hs)
      : (tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
  %squares = chad.map (%last in %lasts : tensor<?x?xf64>, %sum in %sums : tensor<?xf64>) -> tensor<?xf64> {
    %q = arith.mulf %last, %last : tensor<?xf64>
    %s = chad.reduce (%l, %r in %q from %zero : tensor<?xf64>) {
      %s = arith.addf %l, %r : f64
      chad.yield %s : f64
    }
    %p = arith.mulf %s, %sum : f64
    chad.yield %p : f64
  }
  %loss = chad.reduce (%l, %r in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %l, %r : f64
    chad.yield %s : f64
  }
  return %loss : f64
}

// A map of less than 8 iterations gains nothing, and neither does a recurrence without a matrix that
// all iterations share.
// CHECK-LABEL: func @short
// CHECK: chad.map
// CHECK: chad.fold
// CHECK-LABEL: func @own
// CHECK: chad.map
// CHECK: chad.fold
func.func @short(%w: tensor<?x?xf64>, %xs: tensor<4x?x?xf64>, %h: tensor<?xf64>) -> tensor<4x?xf64> {
  %zero = arith.constant 0.0 : f64
  %lasts = chad.map (%x in %xs : tensor<4x?x?xf64>) -> tensor<4x?xf64> {
    %last = chad.fold (%e in %x : tensor<?x?xf64>) with (%s = %h : tensor<?xf64>) {
      %next = chad.map (%row in %w : tensor<?x?xf64>, %b in %e : tensor<?xf64>) -> tensor<?xf64> {
        %products = arith.mulf %row, %s : tensor<?xf64>
        %sum = chad.reduce (%l, %r in %products from %zero : tensor<?xf64>) {
          %t = arith.addf %l, %r : f64
          chad.yield %t : f64
        }
        %y = arith.addf %sum, %b : f64
        chad.yield %y : f64
      }
      chad.yield %next : tensor<?xf64>
    }
    chad.yield %last : tensor<?xf64>
  }
  return %lasts : tensor<4x?xf64>
}
func.func @own(%ws: tensor<?x?x?xf64>, %xs: tensor<?x?x?xf64>, %h: tensor<?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %lasts = chad.map (%w in %ws : tensor<?x?x?xf64>, %x in %xs : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
    %last = chad.fold (%e in %x : tensor<?x?xf64>) with (%s = %h : tensor<?xf64>) {
      %next = chad.map (%row in %w : tensor<?x?xf64>, %b in %e : tensor<?xf64>) -> tensor<?xf64> {
        %products = arith.mulf %row, %s : tensor<?xf64>
        %sum = chad.reduce (%l, %r in %products from %zero : tensor<?xf64>) {
          %t = arith.addf %l, %r : f64
          chad.yield %t : f64
        }
        %y = arith.addf %sum, %b : f64
        chad.yield %y : f64
      }
      chad.yield %next : tensor<?xf64>
    }
    chad.yield %last : tensor<?xf64>
  }
  return %lasts : tensor<?x?xf64>
}

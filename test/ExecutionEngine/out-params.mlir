// Results are right in memory that an earlier run has written: all runs but the first get the arrays
// of the run before, if these fit.

// RUN: chad-run %s --arg=2 --arg='[1, 2, 3]' --arg='[3, 4, 5]' --arg='[1, 1, 0]' --time | FileCheck %s
// RUN: chad-run %s --arg=2 --arg='[1, 2, 3]' --arg='[3, 4, 5]' --arg='[1, 1, 0]' --time --count-allocations \
// RUN:   | FileCheck %s --check-prefixes=COUNT,CHECK
// RUN: chad-run %s --arg=2 --arg='[]' --arg='[3, 4, 5]' --arg='[]' --time | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --entry=fibonacci --arg=6 --time | FileCheck %s --check-prefix=RECURSIVE

// CHECK: time
// COUNT: left 0
// CHECK: tensor<3xf64> [2, 4, 6]
// CHECK-NEXT: tensor<3xf64> [1, 2, 3]
// CHECK-NEXT: tensor<3xf64> [6, 8, 10]
// CHECK-NEXT: tensor<3xf64> [2, 4, 6]
// CHECK-NEXT: f64 2
// CHECK-NEXT: tensor<f64> 2
// CHECK-NEXT: tensor<3xf64> [3, 3, 0]
// CHECK-NEXT: tensor<3xf64> [1, 2, 3]
// CHECK-NEXT: tensor<2xf64> [0, 3]

// EMPTY: tensor<0xf64> []
// EMPTY-NEXT: tensor<0xf64> []
// EMPTY-NEXT: tensor<3xf64> [6, 8, 10]
// EMPTY-NEXT: tensor<0xf64> []
// EMPTY-NEXT: f64 2
// EMPTY-NEXT: tensor<f64> 2
// EMPTY-NEXT: tensor<3xf64> [0, 0, 0]
// EMPTY-NEXT: tensor<0xf64> []
// EMPTY-NEXT: tensor<0xf64> []
func.func @main(%k: f64, %x: tensor<?xf64>, %y: tensor<3xf64>, %bins: tensor<?xindex>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<3xf64>, tensor<?xf64>, f64, tensor<f64>, tensor<3xf64>, tensor<?xf64>,
        tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = chad.map (%u in %x : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %u, %k : f64
    chad.yield %p : f64
  }
  %s = chad.map (%u in %y : tensor<3xf64>) -> tensor<3xf64> {
    %p = arith.mulf %u, %k : f64
    chad.yield %p : f64
  }
  %t = tensor.from_elements %k : tensor<f64>
  // What is summed begins at zero each time.
  %h = chad.hist %bins : tensor<?xindex> bins %c3 (%a, %b in %x from %zero : tensor<?xf64>) -> tensor<3xf64> {
    %p = arith.addf %a, %b : f64
    chad.yield %p : f64
  }
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %isEmpty = arith.cmpi eq, %n, %c0 : index
  // Of one of two places, and with an extent that depends on elements.
  %chosen = scf.if %isEmpty -> tensor<?xf64> {
    scf.yield %r : tensor<?xf64>
  } else {
    scf.yield %x : tensor<?xf64>
  }
  %sorted:2 = chad.fold (%b in %bins : tensor<?xindex>) with (%m = %c0 : index, %last = %zero : f64) {
    %next = arith.addi %m, %b : index
    chad.yield %next, %k : index, f64
  }
  %rare = chad.build %i < %sorted#0 -> tensor<?xf64> {
    %e = tensor.extract %h[%i] : tensor<3xf64>
    %f = arith.index_cast %i : index to i64
    %g = arith.sitofp %f : i64 to f64
    %p = arith.mulf %e, %g : f64
    chad.yield %p : f64
  }
  return %r, %x, %s, %r, %k, %t, %h, %chosen, %rare
      : tensor<?xf64>, tensor<?xf64>, tensor<3xf64>, tensor<?xf64>, f64, tensor<f64>, tensor<3xf64>, tensor<?xf64>,
        tensor<?xf64>
}

// RECURSIVE: tensor<2xf64> [8, 13]
func.func @fibonacci(%n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ones = arith.constant dense<1.0> : tensor<2xf64>
  %isLast = arith.cmpi ule, %n, %c1 : index
  %r = scf.if %isLast -> tensor<2xf64> {
    scf.yield %ones : tensor<2xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %b = func.call @fibonacci(%m) : (index) -> tensor<2xf64>
    %u = tensor.extract %b[%c0] : tensor<2xf64>
    %v = tensor.extract %b[%c1] : tensor<2xf64>
    %w = arith.addf %u, %v : f64
    %next = tensor.from_elements %v, %w : tensor<2xf64>
    scf.yield %next : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}

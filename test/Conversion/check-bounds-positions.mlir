// RUN: chad-opt %s --chad-to-first-order --chad-check-bounds | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order --chad-check-bounds --chad-hoist-checks | FileCheck %s --check-prefix=HOISTED
// RUN: chad-run %s --entry=gradient --check-bounds --arg='[[1, 3, 2], [5, 0, 4]]' | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=gradient --check-bounds --arg='[[], []]' | FileCheck %s --check-prefix=EMPTY
// RUN: not chad-run %s --entry=unguarded --check-bounds --arg='[]' --arg='[]' 2>&1 | FileCheck %s --check-prefix=OUTSIDE

// The derivative of a maximum adds to the element at the position of the maximum, which is within
// the array: nothing is asserted.

// CHECK-LABEL: func.func @gradient(
// CHECK:       chad.accumulate
// CHECK-NOT:   cf.assert
// CHECK:       return
// GRAD:       tensor<2x3xf64> {{\[\[}}0, 6, 0], [10, 0, 0]]
// EMPTY:      tensor<2x0xf64>
func.func private @loss(%xs: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %squares = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %max = chad.reduce (%a, %b in %x from %least : tensor<?xf64>) {
      %m = arith.maximumf %a, %b : f64
      chad.yield %m : f64
    }
    %q = arith.mulf %max, %max : f64
    chad.yield %q : f64
  }
  %sum = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}
func.func @gradient(%xs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %d = chad.grad @loss(%xs) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return %d : tensor<?x?xf64>
}

// A position that may be none is checked.

// HOISTED-LABEL: func.func @unguarded(
// HOISTED:       cf.assert %{{.*}}, "'chad.accumulate' has an index outside of the extent"
// HOISTED:       chad.accumulate
// OUTSIDE:       'chad.accumulate' has an index outside of the extent
func.func @unguarded(%xs: tensor<?xf64>, %acc: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %last = chad.reduce (%a, %b in %is from %none : tensor<?xindex>) {
    %later = arith.cmpi sgt, %a, %b : index
    %m = arith.select %later, %a, %b : index
    chad.yield %m : index
  }
  %sum = chad.accumulate %one into %acc[%last] : f64 into tensor<?xf64>
  return %sum : tensor<?xf64>
}

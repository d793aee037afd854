// Loops over few elements are written out.

// RUN: chad-opt %s --split-input-file --chad-unroll-loops --canonicalize | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-unroll-loops=max-operations=7 --canonicalize | FileCheck %s --check-prefix=FEW

// A product of matrices, with one of them as columns: scalars all the way.
// CHECK-LABEL: func @product
// CHECK-NOT: chad.
// CHECK-NOT: tensor.extract_slice
// CHECK-COUNT-8: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: tensor.from_elements {{.*}} : tensor<2x2xf64>
// The inner sums are written out, the loops around them are left.
// FEW-LABEL: func @product
// FEW-NOT: chad.fold
// FEW: chad.map
// FEW: chad.map
// FEW-NOT: chad.fold
// FEW-COUNT-2: arith.mulf
func.func @product(%a: tensor<2x2xf64>, %b: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %columns = chad.build %j < %c2 -> tensor<2x2xf64> {
    %column = chad.map (%row in %b : tensor<2x2xf64>) -> tensor<2xf64> {
      %e = tensor.extract %row[%j] : tensor<2xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<2xf64>
  }
  %c = chad.map (%row in %a : tensor<2x2xf64>) -> tensor<2x2xf64> {
    %entries = chad.map (%column in %columns : tensor<2x2xf64>) -> tensor<2xf64> {
      %s = chad.fold (%x in %row : tensor<2xf64>, %y in %column : tensor<2xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %s : f64
    }
    chad.yield %entries : tensor<2xf64>
  }
  return %c : tensor<2x2xf64>
}

// -----

// From the right, with what is collected where it belongs; the index of a build.
// CHECK-LABEL: func @right
// CHECK-SAME: %[[X:.*]]: tensor<3xf64>, %[[S:.*]]: f64
// CHECK: %[[X2:.*]] = tensor.extract %[[X]][%c2]
// CHECK: %[[A:.*]] = arith.subf %[[X2]], %[[S]] : f64
// CHECK: %[[X1:.*]] = tensor.extract %[[X]][%c1]
// CHECK: %[[B:.*]] = arith.subf %[[X1]], %[[A]] : f64
// CHECK: %[[X0:.*]] = tensor.extract %[[X]][%c0]
// CHECK: %[[C:.*]] = arith.subf %[[X0]], %[[B]] : f64
// CHECK: %[[ALL:.*]] = tensor.from_elements %[[B]], %[[A]], %[[S]] : tensor<3xf64>
// CHECK: return %[[C]], %[[ALL]]
func.func @right(%x: tensor<3xf64>, %s: f64) -> (f64, tensor<3xf64>) {
  %last, %all = chad.fold right (%a in %x : tensor<3xf64>) with (%t = %s : f64) collect (tensor<3xf64>) {
    %u = arith.subf %a, %t : f64
    chad.yield %u, %t : f64, f64
  }
  return %last, %all : f64, tensor<3xf64>
}

// -----

// Not: unknown extents, rows of unknown length, loops with others in them that are left; nor
// what is done in place.
// CHECK-LABEL: func @other
// CHECK: chad.map
// CHECK: chad.map
// CHECK: chad.map
// CHECK: chad.scan
// CHECK: chad.fold
// CHECK: chad.map
func.func @other(%x: tensor<?xf64>, %y: tensor<2x?xf64>, %z: tensor<2x3xf64>, %v: tensor<4xf64>) -> (tensor<?xf64>, tensor<2x?xf64>, tensor<2x3xf64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %0 = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %n = arith.negf %a : f64
    chad.yield %n : f64
  }
  %1 = chad.map (%a in %y : tensor<2x?xf64>) -> tensor<2x?xf64> {
    %n = chad.map (%b in %a : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.negf %b : f64
      chad.yield %m : f64
    }
    chad.yield %n : tensor<?xf64>
  }
  %2 = chad.map (%a in %z : tensor<2x3xf64>) -> tensor<2x3xf64> {
    %n = chad.scan left inclusive (%s, %b in %a from %zero : tensor<3xf64>) {
      %m = arith.addf %s, %b : f64
      chad.yield %m : f64
    }
    chad.yield %n : tensor<3xf64>
  }
  %3 = chad.fold (%a in %x : tensor<?xf64>) with (%s = %v : tensor<4xf64>) {
    %t = chad.map (%b in %s : tensor<4xf64>) -> tensor<4xf64> {
      %m = arith.mulf %a, %b : f64
      chad.yield %m : f64
    }
    chad.yield %t : tensor<4xf64>
  }
  return %0, %1, %2, %3 : tensor<?xf64>, tensor<2x?xf64>, tensor<2x3xf64>, tensor<4xf64>
}

// Linear arrays are left alone.
// CHECK-LABEL: func.func @linear(
// CHECK: chad.map
func.func @linear(%ks: tensor<2xf64>, %vs: !chad.lin<tensor<2xf64>>) -> !chad.lin<f64> {
  %zero = chad.zero : !chad.lin<f64>
  %p = chad.map (%k in %ks : tensor<2xf64>, %v in %vs : !chad.lin<tensor<2xf64>>) -> !chad.lin<tensor<2xf64>> {
    %s = chad.scale %k, %v : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %s = chad.reduce (%a, %b in %p from %zero : !chad.lin<tensor<2xf64>>) {
    %t = chad.add %a, %b : !chad.lin<f64>
    chad.yield %t : !chad.lin<f64>
  }
  return %s : !chad.lin<f64>
}

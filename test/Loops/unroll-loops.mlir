// Loops over few elements are unrolled completely.

// RUN: chad-opt %s --split-input-file --chad-unroll-loops --canonicalize | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-unroll-loops=max-operations=7 --canonicalize | FileCheck %s --check-prefix=FEW

// RUN: chad-opt %s --split-input-file --chad-unroll-loops=rows=true --canonicalize | FileCheck %s --check-prefix=ROWS

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

// -----

// The first column of a square matrix has the shape of a row, and is none. Its rows are read in
// the matrix, from any leading indices.
// CHECK-LABEL: func @column
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<2x2xf64>
// CHECK-NOT: chad.
// CHECK: %[[COLUMN:.+]] = tensor.extract_slice %[[M]][0, 0] [2, 1]
// CHECK: tensor.extract %[[COLUMN]][%c0]
// CHECK: tensor.extract %[[COLUMN]][%c1]
// CHECK: tensor.extract %[[M]][%c1, %c0]
// CHECK: tensor.extract %[[M]][%c1, %c1]
func.func @column(%m: tensor<2x2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %column = tensor.extract_slice %m[0, 0] [2, 1] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
  %0 = chad.fold (%x in %column : tensor<2xf64>) with (%a = %zero : f64) {
    %b = arith.addf %a, %x : f64
    chad.yield %b : f64
  }
  %row = tensor.extract_slice %m[1, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
  %1 = chad.fold (%x in %row : tensor<2xf64>) with (%a = %0 : f64) {
    %b = arith.mulf %a, %x : f64
    chad.yield %b : f64
  }
  return %1 : f64
}

// -----

// Slices that are no rows: of a part, with strides, of the same rank.
// CHECK-LABEL: func @slices
// CHECK-COUNT-3: tensor.extract_slice
func.func @slices(%m: tensor<4x2xf64>, %v: tensor<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %some = tensor.extract_slice %m[1, 1] [2, 1] [1, 1] : tensor<4x2xf64> to tensor<2xf64>
  %odd = tensor.extract_slice %m[1, 0] [2, 1] [2, 1] : tensor<4x2xf64> to tensor<2xf64>
  %part = tensor.extract_slice %v[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %0 = chad.fold (%x in %some : tensor<2xf64>, %y in %odd : tensor<2xf64>, %z in %part : tensor<2xf64>) with (%a = %zero : f64) {
    %b = arith.addf %x, %y : f64
    %c = arith.mulf %b, %z : f64
    %d = arith.addf %a, %c : f64
    chad.yield %d : f64
  }
  return %0 : f64
}

// -----

// The elements of 0, 1, ... are numbers, rows of nothing are nothing; no iterations stay so.
// CHECK-LABEL: func @counts
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<2xf64>
// CHECK-DAG: tensor.extract %[[XS]][%c0]
// CHECK-DAG: tensor.extract %[[XS]][%c1]
// CHECK-NOT: : tensor<2x0xf64>)
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<0xf64>)
func.func @counts(%xs: tensor<2xf64>, %rows: tensor<2x0xf64>, %none: tensor<0xf64>) -> (f64, tensor<2x0xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %c2 = arith.constant 2 : index
  %is = chad.build %i < %c2 -> tensor<2xindex> {
    chad.yield %i : index
  }
  %0, %1 = chad.fold (%i in %is : tensor<2xindex>, %row in %rows : tensor<2x0xf64>) with (%a = %zero : f64) collect (tensor<2x0xf64>) {
    %x = tensor.extract %xs[%i] : tensor<2xf64>
    %b = arith.addf %a, %x : f64
    chad.yield %b, %row : f64, tensor<0xf64>
  }
  %2 = chad.fold (%x in %none : tensor<0xf64>) with (%a = %zero : f64) {
    %b = arith.addf %a, %x : f64
    chad.yield %b : f64
  }
  return %0, %1, %2 : f64, tensor<2x0xf64>, f64
}

// -----

// Not either: arrays that may have several extents, which are compared when the program runs; loops
// whose results are rows for loops that are left; long loops.
// CHECK-LABEL: func @arrays
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<2xf64>, %{{.*}} in %{{.*}} : tensor<?xf64>)
// CHECK: %[[R:.*]] = chad.map
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?x2xf64>)
// CHECK: chad.map (%{{.*}} in %[[R]] : tensor<2xf64>,
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<17xf64>)
func.func @arrays(%x: tensor<2xf64>, %y: tensor<?xf64>, %rows: tensor<?x2xf64>, %n: index, %long: tensor<17xf64>) -> (f64, tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %0 = chad.map (%a in %x : tensor<2xf64>, %b in %y : tensor<?xf64>) -> tensor<2xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %1 = chad.fold (%a in %0 : tensor<2xf64>) with (%s = %zero : f64) {
    %t = arith.mulf %s, %a : f64
    chad.yield %t : f64
  }
  %r = chad.map (%a in %x : tensor<2xf64>) -> tensor<2xf64> {
    %s = arith.negf %a : f64
    chad.yield %s : f64
  }
  %2 = chad.map (%row in %rows : tensor<?x2xf64>) -> tensor<?xf64> {
    %products = chad.map (%a in %r : tensor<2xf64>, %b in %row : tensor<2xf64>) -> tensor<2x?xf64> {
      %p = chad.build %i < %n -> tensor<?xf64> {
        %ab = arith.mulf %a, %b : f64
        chad.yield %ab : f64
      }
      chad.yield %p : tensor<?xf64>
    }
    %e = tensor.extract %products[%n, %n] : tensor<2x?xf64>
    chad.yield %e : f64
  }
  %3 = chad.fold (%a in %long : tensor<17xf64>) with (%s = %zero : f64) {
    %t = arith.subf %a, %s : f64
    chad.yield %t : f64
  }
  return %1, %2, %3 : f64, tensor<?xf64>, f64
}

// -----

// Of a window of 2×2 rows, the folds are unrolled, and the loops along the rows stay.
// CHECK-LABEL: func @rows
// CHECK: chad.fold
// CHECK: chad.fold
// ROWS-LABEL: func @rows
// ROWS-NOT: chad.fold
// ROWS-COUNT-4: arith.maximumf
// ROWS: chad.fold {{.*}} collect
// ROWS: chad.fold (%{{.*}} in %{{.*}} : tensor<5x?xf64>)
func.func @rows(%x: tensor<2x2x?xf64>, %lowest: tensor<?xf64>, %long: tensor<5x?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<2x?xf64>, tensor<?xf64>) {
  %most = chad.fold (%rows in %x : tensor<2x2x?xf64>) with (%m = %lowest : tensor<?xf64>) {
    %n = chad.fold (%row in %rows : tensor<2x?xf64>) with (%o = %m : tensor<?xf64>) {
      %p = chad.map (%a in %o : tensor<?xf64>, %b in %row : tensor<?xf64>) -> tensor<?xf64> {
        %q = arith.maximumf %a, %b : f64
        chad.yield %q : f64
      }
      chad.yield %p : tensor<?xf64>
    }
    chad.yield %n : tensor<?xf64>
  }
  // Not: what is collected; long folds.
  %last, %all = chad.fold (%rows in %x : tensor<2x2x?xf64>) with (%i = %lowest : tensor<?xf64>) collect (tensor<2x?xf64>) {
    %n = arith.negf %i : tensor<?xf64>
    chad.yield %n, %i : tensor<?xf64>, tensor<?xf64>
  }
  %sum = chad.fold (%row in %long : tensor<5x?xf64>) with (%s = %lowest : tensor<?xf64>) {
    %t = arith.addf %s, %row : tensor<?xf64>
    chad.yield %t : tensor<?xf64>
  }
  return %most, %last, %all, %sum : tensor<?xf64>, tensor<?xf64>, tensor<2x?xf64>, tensor<?xf64>
}

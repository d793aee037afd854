// Loops that update all rows of arrays run some iterations at a time, and row by row.

// RUN: chad-opt %s --split-input-file --chad-tile-reductions=iterations=4 --canonicalize --cse | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-tile-reductions --canonicalize --cse | FileCheck %s --check-prefix=SIZES

// Rows of what an iteration computes, and scalars, are kept; what only depends on its number is
// computed again. A sum that is no array of rows is added to as before.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>, %[[SUMS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: scf.for %[[FIRST:[a-z0-9]+]] = %c0 to %{{.*}} step %c4 iter_args(%[[T:[a-z0-9]+]] = %{{.*}}, %[[S:[a-z0-9]+]] = %[[SUMS]])
// CHECK: %[[COUNT:[0-9]+]] = arith.minui %{{.*}}, %c4
// CHECK: %[[KEPT:[0-9]+]]:3 = scf.for %[[J:[a-z0-9]+]] = %c0 to %[[COUNT]] {{.*}} -> (f64, tensor<4xf64>, tensor<4x?xf64>)
// CHECK: %[[ROW:[0-9]+]] = chad.map
// CHECK: tensor.insert_slice %[[ROW]] into
// CHECK: chad.map (%[[A:[a-z0-9]+]] in %[[S]] : tensor<?x?xf64>, %[[K:[a-z0-9]+]] in %{{.*}} : tensor<?xindex>)
// CHECK: scf.for %[[J:[a-z0-9]+]] = %c0 to %[[COUNT]] {{.*}} iter_args(%[[OWN:[a-z0-9]+]] = %[[A]])
// CHECK-DAG: %[[I:[0-9]+]] = arith.addi %[[FIRST]], %[[J]]
// CHECK-DAG: tensor.extract %[[KEPT]]#2[%[[J]], %[[K]]]
// CHECK-DAG: tensor.extract %[[KEPT]]#1[%[[J]]]
// CHECK: chad.map (%{{.*}} in %[[OWN]]
//
// How many there are at a time follows from the sizes.
// SIZES-LABEL: @rows
// SIZES: %[[FIT:[0-9]+]] = arith.divui
// SIZES: %[[MIN:[0-9]+]] = arith.maxui %[[FIT]], %c8
// SIZES: %[[MAX:[0-9]+]] = arith.minui %[[MIN]], %c64
// SIZES: %[[STEP:[0-9]+]] = arith.select %{{.*}}, %c1, %[[MAX]]
// SIZES: scf.for {{.*}} step %[[STEP]]
func.func @rows(%xs: tensor<?x?xf64>, %zeros: tensor<?x?xf64>, %zero: f64) -> (f64, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %d = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%total = %zero, %sums = %zeros) -> (f64, tensor<?x?xf64>) {
    %x = tensor.extract_slice %xs[%i, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %f = math.exp %e : f64
      chad.yield %f : f64
    }
    %first = tensor.extract %x[%c0] : tensor<?xf64>
    %t = arith.addf %total, %first : f64
    %next = chad.map (%row in %sums : tensor<?x?xf64>, %f in %y : tensor<?xf64>) -> tensor<?x?xf64> {
      %int = arith.index_cast %i : index to i64
      %float = arith.sitofp %int : i64 to f64
      %g = arith.mulf %f, %first : f64
      %h = arith.mulf %g, %float : f64
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = arith.addf %a, %h : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %t, %next : f64, tensor<?x?xf64>
  }
  return %r#0, %r#1 : f64, tensor<?x?xf64>
}

// -----

// Rows that something else reads, and rows of one number, are left as they are.
// CHECK-LABEL: @left
// CHECK-NOT: step %c4
func.func @left(%n: index, %zeros: tensor<?x?xf64>, %small: tensor<?xf64>, %i0: index)
    -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
    %k = tensor.extract %sums[%i, %i] : tensor<?x?xf64>
    %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = arith.addf %a, %k : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %small) -> (tensor<?xf64>) {
    %next = chad.map (%a in %sums : tensor<?xf64>) -> tensor<?xf64> {
      %b = arith.addf %a, %one : f64
      chad.yield %b : f64
    }
    scf.yield %next : tensor<?xf64>
  }
  return %r, %q : tensor<?x?xf64>, tensor<?xf64>
}

// -----

// The shape of a state is no use of it; a loop that ends before it begins has no iterations,
// whatever its step; an array that follows from the iteration's number is computed again.
// CHECK-LABEL: @steps
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: %[[MAX:[0-9]+]] = arith.maxsi %[[N]], %c0
// CHECK: %[[TOTAL:[0-9]+]] = arith.ceildivui %[[MAX]], %c3
// CHECK: scf.for %[[FIRST:[a-z0-9]+]] = %c0 to %[[TOTAL]] step %c4
// CHECK: chad.map
// CHECK: tensor.splat {{.*}} : tensor<?xindex>
func.func @steps(%n: index, %zeros: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d0 = tensor.dim %zeros, %c0 : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %n step %c3 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
    %d = tensor.dim %sums, %c0 : tensor<?x?xf64>
    %is = tensor.splat %i[%d0] : tensor<?xindex>
    %next = chad.map (%row in %sums : tensor<?x?xf64>, %k in %is : tensor<?xindex>) -> tensor<?x?xf64> {
      %0 = arith.muli %d, %k : index
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = arith.addf %a, %2 : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// Loops that count otherwise, and values that arrays are not made of, are left as they are.
// CHECK-LABEL: @other
// CHECK-NOT: arith.minui
func.func @other(%n: i32, %m: index, %zeros: tensor<?x?xf64>, %c: complex<f64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r0 = scf.for %i = %i0 to %n step %i1 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) : i32 {
    %h = arith.sitofp %i : i32 to f64
    %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = arith.addf %a, %h : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  %r1 = scf.for unsigned %i = %c0 to %m step %c1 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
    %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %s = math.sin %row : tensor<?xf64>
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  %r2:2 = scf.for %i = %c0 to %m step %c1 iter_args(%sums = %zeros, %z = %c) -> (tensor<?x?xf64>, complex<f64>) {
    %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %h = complex.re %z : complex<f64>
        %b = arith.addf %a, %h : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    %y = complex.mul %z, %z : complex<f64>
    scf.yield %next, %y : tensor<?x?xf64>, complex<f64>
  }
  %r3 = scf.for %i = %c0 to %m step %c1 iter_args(%sums = %zeros) -> (tensor<?x?xf64>) {
    %x = tensor.extract_slice %zeros[%i, 0] [2, 2] [1, 1] : tensor<?x?xf64> to tensor<2x2xf64>
    %z = tensor.cast %x : tensor<2x2xf64> to tensor<*xf64>
    %next = chad.map (%row in %sums : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %h = tensor.dim %z, %c0 : tensor<*xf64>
        %int = arith.index_cast %h : index to i64
        %float = arith.sitofp %int : i64 to f64
        %b = arith.addf %a, %float : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %next : tensor<?x?xf64>
  }
  return %r0, %r1, %r2#0, %r3 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// The lanes of a row are added up after each tile: what the loop carries has a number for each
// element, and a row with lanes begins at zero in each tile.
// CHECK-LABEL: @lanes
// CHECK-SAME: %[[SUMS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: scf.for {{.*}} step %c4 iter_args(%[[S:[a-z0-9]+]] = %[[SUMS]]) -> (tensor<?x?xf64>)
// CHECK: chad.map (%[[ROW:[a-z0-9]+]] in %[[S]] : tensor<?x?xf64>
// CHECK: %[[ZERO:[a-z0-9_]+]] = tensor.splat %{{.*}} : tensor<?xvector<2xf64>>
// CHECK: %[[TILE:[0-9]+]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]])
// CHECK: chad.map (%[[A:[a-z0-9]+]] in %[[ROW]] : tensor<?xf64>, %[[V:[a-z0-9]+]] in %[[TILE]] : tensor<?xvector<2xf64>>)
// CHECK-NEXT: vector.reduction <add>, %[[V]], %[[A]]
// CHECK: return
//
// No row is added up after each iteration, however small the sums are.
// A tile has at least two rows where the values that are kept for each take half as many bytes as
// the lanes of the sums, or more; otherwise eight.
// SIZES-LABEL: @lanes
// SIZES: %[[FEW:[0-9]+]] = arith.cmpi ule, %{{.*}}, %c32 : index
// SIZES: %[[LEAST:[0-9]+]] = arith.select %[[FEW]], %c2, %c8 : index
// SIZES: %[[SIZE:[0-9]+]] = arith.maxui %[[LEAST]]
// SIZES: %[[STEP:[0-9]+]] = arith.minui %[[SIZE]], %c64
// SIZES: scf.for {{.*}} step %[[STEP]]
func.func @lanes(%sums: tensor<?x?xf64>, %xs: tensor<?xvector<2xf64>>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<2xf64>
  %rows = tensor.dim %sums, %c0 : tensor<?x?xf64>
  %columns = tensor.dim %sums, %c1 : tensor<?x?xf64>
  %n = tensor.dim %xs, %c0 : tensor<?xvector<2xf64>>
  %zeros = tensor.splat %zero[%rows, %columns] : tensor<?x?xvector<2xf64>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%lanes = %zeros) -> (tensor<?x?xvector<2xf64>>) {
    %e = tensor.extract %xs[%i] : tensor<?xvector<2xf64>>
    %x = math.exp %e : vector<2xf64>
    %next = chad.map (%row in %lanes : tensor<?x?xvector<2xf64>>) -> tensor<?x?xvector<2xf64>> {
      %s = chad.map (%a in %row : tensor<?xvector<2xf64>>) -> tensor<?xvector<2xf64>> {
        %b = arith.addf %a, %x : vector<2xf64>
        chad.yield %b : vector<2xf64>
      }
      chad.yield %s : tensor<?xvector<2xf64>>
    }
    scf.yield %next : tensor<?x?xvector<2xf64>>
  }
  %total = chad.map (%row in %sums : tensor<?x?xf64>, %lanes in %r : tensor<?x?xvector<2xf64>>) -> tensor<?x?xf64> {
    %t = chad.map (%a in %row : tensor<?xf64>, %v in %lanes : tensor<?xvector<2xf64>>) -> tensor<?xf64> {
      %b = vector.reduction <add>, %v, %a : vector<2xf64> into f64
      chad.yield %b : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %total : tensor<?x?xf64>
}

// -----

// Sums that do not begin with zero are not begun again in each tile.
// CHECK-LABEL: @from_one
// CHECK: scf.for {{.*}} step %c4 {{.*}} -> (tensor<?x?xvector<2xf64>>)
// CHECK: vector.reduction
func.func @from_one(%sums: tensor<?x?xf64>, %xs: tensor<?xvector<2xf64>>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<1.0> : vector<2xf64>
  %rows = tensor.dim %sums, %c0 : tensor<?x?xf64>
  %columns = tensor.dim %sums, %c1 : tensor<?x?xf64>
  %n = tensor.dim %xs, %c0 : tensor<?xvector<2xf64>>
  %zeros = tensor.splat %zero[%rows, %columns] : tensor<?x?xvector<2xf64>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%lanes = %zeros) -> (tensor<?x?xvector<2xf64>>) {
    %e = tensor.extract %xs[%i] : tensor<?xvector<2xf64>>
    %x = math.exp %e : vector<2xf64>
    %next = chad.map (%row in %lanes : tensor<?x?xvector<2xf64>>) -> tensor<?x?xvector<2xf64>> {
      %s = chad.map (%a in %row : tensor<?xvector<2xf64>>) -> tensor<?xvector<2xf64>> {
        %b = arith.addf %a, %x : vector<2xf64>
        chad.yield %b : vector<2xf64>
      }
      chad.yield %s : tensor<?xvector<2xf64>>
    }
    scf.yield %next : tensor<?x?xvector<2xf64>>
  }
  %total = chad.map (%row in %sums : tensor<?x?xf64>, %lanes in %r : tensor<?x?xvector<2xf64>>) -> tensor<?x?xf64> {
    %t = chad.map (%a in %row : tensor<?xf64>, %v in %lanes : tensor<?xvector<2xf64>>) -> tensor<?xf64> {
      %b = vector.reduction <add>, %v, %a : vector<2xf64> into f64
      chad.yield %b : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %total : tensor<?x?xf64>
}

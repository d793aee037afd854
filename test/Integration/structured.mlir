// Gradients as structured ops are what upstream's transform dialect works on: it tiles and
// vectorizes them, and the numbers stay the same.

// RUN: chad-opt %s --chad-to-first-order --chad-to-linalg --transform-preload-library=transform-library-paths=%S/Inputs/tile-and-vectorize.mlir --transform-interpreter -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: chad-run %s --entry=layer --arg=0.7 --full > %t.expected
// RUN: chad-run %t.mlir --entry=layer --arg=0.7 --full > %t.actual
// RUN: %python %S/Inputs/compare_numbers.py %t.expected %t.actual
// RUN: chad-run %s --entry=logistic --arg='[0,1,2,3,4,5,6,7,-1,-2,-3,-4,-5,-6,-7,-8]' --arg='[1,2,3,4,5,6,7,8,1,1,1,1,2,2,2,2]' --full > %t.expected
// RUN: chad-run %t.mlir --entry=logistic --arg='[0,1,2,3,4,5,6,7,-1,-2,-3,-4,-5,-6,-7,-8]' --arg='[1,2,3,4,5,6,7,8,1,1,1,1,2,2,2,2]' --full > %t.actual
// RUN: %python %S/Inputs/compare_numbers.py %t.expected %t.actual

// Half the sum of the squares of max(x wT + b, 0): the gradient has three products of matrices.
func.func private @loss(%x: tensor<8x16xf64>, %w: tensor<12x16xf64>, %b: tensor<12xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %sums = chad.map (%row in %x : tensor<8x16xf64>) -> tensor<8xf64> {
    %units = chad.map (%weights in %w : tensor<12x16xf64>, %bias in %b : tensor<12xf64>) -> tensor<12xf64> {
      %products = chad.map (%a in %row : tensor<16xf64>, %c in %weights : tensor<16xf64>) -> tensor<16xf64> {
        %p = arith.mulf %a, %c : f64
        chad.yield %p : f64
      }
      %dot = chad.reduce (%s, %p in %products from %zero : tensor<16xf64>) {
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      %y = arith.addf %dot, %bias : f64
      %r = arith.maximumf %y, %zero : f64
      %q = arith.mulf %r, %r : f64
      chad.yield %q : f64
    }
    %sum = chad.reduce (%s, %q in %units from %zero : tensor<12xf64>) {
      %t = arith.addf %s, %q : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  %total = chad.reduce (%s, %q in %sums from %zero : tensor<8xf64>) {
    %t = arith.addf %s, %q : f64
    chad.yield %t : f64
  }
  %loss = arith.mulf %half, %total : f64
  return %loss : f64
}

// CHECK-LABEL: func.func @layer
// The products, in tiles: their rows are vectors.
// CHECK-COUNT-9: scf.for
// CHECK: vector.fma {{.*}} : vector<4xf64>
// CHECK-NOT: linalg.generic
func.func @layer(%k: f64) -> (tensor<8x16xf64>, tensor<12x16xf64>, tensor<12xf64>) {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c12 = arith.constant 12 : index
  %x = chad.build %i < %c8 -> tensor<8x16xf64> {
    %row = func.call @waves(%i, %k) : (index, f64) -> tensor<16xf64>
    chad.yield %row : tensor<16xf64>
  }
  %w = chad.build %i < %c12 -> tensor<12x16xf64> {
    %j = arith.addi %i, %c8 : index
    %row = func.call @waves(%j, %k) : (index, f64) -> tensor<16xf64>
    chad.yield %row : tensor<16xf64>
  }
  %b = chad.build %i < %c12 -> tensor<12xf64> {
    chad.yield %k : f64
  }
  %dx, %dw, %db = chad.grad @loss(%x, %w, %b) : (tensor<8x16xf64>, tensor<12x16xf64>, tensor<12xf64>) -> (tensor<8x16xf64>, tensor<12x16xf64>, tensor<12xf64>)
  return %dx, %dw, %db : tensor<8x16xf64>, tensor<12x16xf64>, tensor<12xf64>
}

// Numbers that show whether one stands in the place of another.
func.func private @waves(%i: index, %k: f64) -> tensor<16xf64> {
  %c16 = arith.constant 16 : index
  %row = chad.build %j < %c16 -> tensor<16xf64> {
    %n = arith.muli %i, %c16 : index
    %m = arith.addi %n, %j : index
    %c = arith.index_cast %m : index to i64
    %f = arith.sitofp %c : i64 to f64
    %p = arith.mulf %f, %k : f64
    %s = math.sin %p : f64
    chad.yield %s : f64
  }
  return %row : tensor<16xf64>
}

func.func private @softplus(%xs: tensor<16xf64>) -> tensor<16xf64> {
  %ys = chad.map (%x in %xs : tensor<16xf64>) -> tensor<16xf64> {
    %e = math.exp %x : f64
    %y = math.log1p %e : f64
    chad.yield %y : f64
  }
  return %ys : tensor<16xf64>
}

// CHECK-LABEL: func.func @logistic
// CHECK: math.exp {{.*}} : vector<16xf64>
// CHECK-NOT: linalg.generic
func.func @logistic(%xs: tensor<16xf64>, %dy: !chad.lin<tensor<16xf64>>) -> (tensor<16xf64>, !chad.lin<tensor<16xf64>>) {
  %y, %dx = chad.vjp @softplus(%xs) seed(%dy) : (tensor<16xf64>, !chad.lin<tensor<16xf64>>) -> (tensor<16xf64>, !chad.lin<tensor<16xf64>>)
  return %y, %dx : tensor<16xf64>, !chad.lin<tensor<16xf64>>
}

// Products of matrices in loops, for all small extents from 0 on, compared with loops over their
// indices. All numbers are small integers, so that nothing is rounded.

// RUN: chad-run %s --entry=main | FileCheck %s
// RUN: chad-run %s --entry=main --threads=2 | FileCheck %s
// CHECK: {{^f64 0$}}

// Arrays that are multiplied must fit each other, as maps over both say.
// RUN: chad-run %s --entry=heads --arg='[[[1, 2, 3]]]' --arg='[[[1, 2], [3, 4], [5, 6]]]' | FileCheck %s --check-prefix=FITS
// RUN: not chad-run %s --entry=heads --arg='[[[1, 2, 3]]]' --arg='[[[1, 2], [3, 4]]]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not chad-run %s --entry=heads --arg='[[[1, 2]], [[3, 4]]]' --arg='[[[1, 2], [3, 4]]]' 2>&1 | FileCheck %s --check-prefix=HEADS
// RUN: chad-run %s --entry=no_rows | FileCheck %s --check-prefix=NOROWS
// NOROWS: {{^f64 0$}}
// FITS: tensor<1x1x2xf64> {{\[\[}}[22, 28]]]
// EXTENTS: batched.mlir:{{[0-9]+}}:{{[0-9]+}}: {{.*}}several extents: 3 and 2
// HEADS: batched.mlir:{{[0-9]+}}:{{[0-9]+}}: {{.*}}several extents: 2 and 1
func.func @heads(%as: tensor<?x?x?xf64>, %bs: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %s = chad.map (%x in %as : tensor<?x?x?xf64>, %y in %bs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %n = tensor.dim %y, %c1 : tensor<?x?xf64>
    %columns = chad.build %j < %n -> tensor<?x?xf64> {
      %column = chad.map (%row in %y : tensor<?x?xf64>) -> tensor<?xf64> {
        %e = tensor.extract %row[%j] : tensor<?xf64>
        chad.yield %e : f64
      }
      chad.yield %column : tensor<?xf64>
    }
    %t = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %u = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
        %v = chad.fold (%e in %row : tensor<?xf64>, %f in %column : tensor<?xf64>) with (%sum = %zero : f64) {
          %p = arith.mulf %e, %f : f64
          %next = arith.addf %sum, %p : f64
          chad.yield %next : f64
        }
        chad.yield %v : f64
      }
      chad.yield %u : tensor<?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %s : tensor<?x?x?xf64>
}

// Σ over all heads and places of (x y)² in the two ways, and its gradient.
func.func @squares(%as: tensor<?x?x?xf64>, %bs: tensor<?x?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %cs = func.call @heads(%as, %bs) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %r = chad.fold (%c in %cs : tensor<?x?x?xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%row in %c : tensor<?x?xf64>) with (%u = %s : f64) {
      %v = chad.fold (%e in %row : tensor<?xf64>) with (%w = %u : f64) {
        %p = arith.mulf %e, %e : f64
        %q = arith.addf %w, %p : f64
        chad.yield %q : f64
      }
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %r : f64
}

// Numbers from -2 to 2.
func.func private @array(%h: index, %m: index, %n: index, %seed: index) -> tensor<?x?x?xf64> {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %all = tensor.generate %h, %m, %n {
  ^bb0(%k: index, %i: index, %j: index):
    %0 = arith.muli %i, %c7 : index
    %1 = arith.muli %j, %c11 : index
    %2 = arith.muli %k, %c3 : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.addi %4, %seed : index
    %6 = arith.remui %5, %c5 : index
    %7 = arith.subi %6, %c2 : index
    %8 = arith.index_cast %7 : index to i32
    %x = arith.sitofp %8 : i32 to f64
    tensor.yield %x : f64
  } : tensor<?x?x?xf64>
  return %all : tensor<?x?x?xf64>
}

// Σ |x - y|.
func.func private @difference(%x: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64>, %start: f64) -> f64 {
  %r = chad.fold (%a in %x : tensor<?x?x?xf64>, %b in %y : tensor<?x?x?xf64>) with (%s = %start : f64) {
    %t = chad.fold (%c in %a : tensor<?x?xf64>, %d in %b : tensor<?x?xf64>) with (%u = %s : f64) {
      %v = chad.fold (%e in %c : tensor<?xf64>, %f in %d : tensor<?xf64>) with (%w = %u : f64) {
        %g = arith.subf %e, %f : f64
        %h = math.absf %g : f64
        %k = arith.addf %w, %h : f64
        chad.yield %k : f64
      }
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %r : f64
}

// What differs: the products, and the gradients 2 (x y) yᵀ and 2 xᵀ (x y).
func.func private @check(%h: index, %m: index, %k: index, %n: index, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = func.call @array(%h, %m, %k, %c0) : (index, index, index, index) -> tensor<?x?x?xf64>
  %b = func.call @array(%h, %k, %n, %c1) : (index, index, index, index) -> tensor<?x?x?xf64>
  %c = func.call @heads(%a, %b) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %expected = tensor.generate %h, %m, %n {
  ^bb0(%g: index, %i: index, %j: index):
    %r = scf.for %l = %c0 to %k step %c1 iter_args(%s = %zero) -> (f64) {
      %x = tensor.extract %a[%g, %i, %l] : tensor<?x?x?xf64>
      %y = tensor.extract %b[%g, %l, %j] : tensor<?x?x?xf64>
      %p = arith.mulf %x, %y : f64
      %t = arith.addf %s, %p : f64
      scf.yield %t : f64
    }
    tensor.yield %r : f64
  } : tensor<?x?x?xf64>
  %d0 = func.call @difference(%c, %expected, %start) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>, f64) -> f64
  %da, %db = chad.grad @squares(%a, %b) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> (tensor<?x?x?xf64>, tensor<?x?x?xf64>)
  %expected_da = tensor.generate %h, %m, %k {
  ^bb0(%g: index, %i: index, %j: index):
    %r = scf.for %l = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
      %x = tensor.extract %expected[%g, %i, %l] : tensor<?x?x?xf64>
      %y = tensor.extract %b[%g, %j, %l] : tensor<?x?x?xf64>
      %p = arith.mulf %x, %y : f64
      %t = arith.addf %s, %p : f64
      %u = arith.addf %t, %p : f64
      scf.yield %u : f64
    }
    tensor.yield %r : f64
  } : tensor<?x?x?xf64>
  %d1 = func.call @difference(%da, %expected_da, %d0) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>, f64) -> f64
  %expected_db = tensor.generate %h, %k, %n {
  ^bb0(%g: index, %i: index, %j: index):
    %r = scf.for %l = %c0 to %m step %c1 iter_args(%s = %zero) -> (f64) {
      %x = tensor.extract %a[%g, %l, %i] : tensor<?x?x?xf64>
      %y = tensor.extract %expected[%g, %l, %j] : tensor<?x?x?xf64>
      %p = arith.mulf %x, %y : f64
      %t = arith.addf %s, %p : f64
      %u = arith.addf %t, %p : f64
      scf.yield %u : f64
    }
    tensor.yield %r : f64
  } : tensor<?x?x?xf64>
  %d2 = func.call @difference(%db, %expected_db, %d1) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>, f64) -> f64
  return %d2 : f64
}

func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %extents = arith.constant dense<[0, 1, 9]> : tensor<3xindex>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (f64) {
    %m = tensor.extract %extents[%i] : tensor<3xindex>
    %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%u = %s) -> (f64) {
      %n = tensor.extract %extents[%j] : tensor<3xindex>
      %v = scf.for %l = %c0 to %c3 step %c1 iter_args(%w = %u) -> (f64) {
        %k = tensor.extract %extents[%l] : tensor<3xindex>
        %x = scf.for %h = %c0 to %c3 step %c1 iter_args(%y = %w) -> (f64) {
          %z = func.call @check(%h, %m, %k, %n, %y) : (index, index, index, index, f64) -> f64
          scf.yield %z : f64
        }
        scf.yield %x : f64
      }
      scf.yield %v : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}

// Rows that are not there are not multiplied by columns of another extent.
func.func @no_rows() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %as = tensor.splat %one[%c1, %c0, %c3] : tensor<?x?x?xf64>
  %bs = tensor.splat %one[%c1, %c2, %c2] : tensor<?x?x?xf64>
  %s = func.call @squares(%as, %bs) : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> f64
  return %s : f64
}

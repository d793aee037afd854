// Sums at shifted positions are the same numbers as those of the interpreter, and derivatives of
// stencils agree with differences.

// RUN: chad-run %s --entry=cyclic --arg='[1, 2, 3, 4, 5]' | FileCheck %s --check-prefix=CYCLIC
// RUN: chad-run %s --entry=cyclic --arg='[1, 2, 3, 4, 5]' --interpret | FileCheck %s --check-prefix=CYCLIC
// CYCLIC: [5, 7, 4, 6, 8]
// RUN: chad-run %s --entry=cyclic --arg='[2]' | FileCheck %s --check-prefix=ONE
// ONE: [4]
// RUN: chad-run %s --entry=cyclic --arg='[]' | FileCheck %s --check-prefix=NONE
// NONE: tensor<0xf64> []

// Iterations at the bounds.
// RUN: chad-run %s --entry=bounded --arg='[1, 2, 3, 4, 5, 6]' | FileCheck %s --check-prefix=BOUNDED
// RUN: chad-run %s --entry=bounded --arg='[1, 2, 3, 4, 5, 6]' --interpret | FileCheck %s --check-prefix=BOUNDED
// BOUNDED: [16, 6, 8, 10, 35, 6]

// A sum that is longer than the loop, to which something has been added before.
// RUN: chad-run %s --entry=longer --arg='[1, 2, 3]' --arg='[10, 20, 30, 40, 50]' | FileCheck %s --check-prefix=LONGER
// RUN: chad-run %s --entry=longer --arg='[1, 2, 3]' --arg='[10, 20, 30, 40, 50]' --interpret | FileCheck %s --check-prefix=LONGER
// LONGER: [11, 22, 34, 42, 53]

// Where nothing is added there is 0, not -0.
// RUN: chad-run %s --entry=signs --arg='[3]' | FileCheck %s --check-prefix=SIGNS
// SIGNS: [inf, 0.33333

// RUN: chad-run %s --entry=stencil --grad-check --arg='[[-0.52, 0.09, -0.26, 0.21, 0.25, -0.87, -0.97], [0.67, -0.48, -0.53, 0.99, -0.06, 0.67, -0.05], [0.28, -0.70, 0.27, 0.74, 0.05, 0.48, 0.34], [-0.87, 0.52, 0.18, -0.40, -0.94, 0.73, -0.05], [0.44, 0.76, 0.43, 0.84, -0.21, 0.60, -0.11]]' --arg=0.3 | FileCheck %s --check-prefix=GRADIENT
// RUN: chad-run %s --entry=hessian --grad-check --arg='[[-0.52, 0.09, -0.26, 0.21, 0.25, -0.87, -0.97], [0.67, -0.48, -0.53, 0.99, -0.06, 0.67, -0.05], [0.28, -0.70, 0.27, 0.74, 0.05, 0.48, 0.34], [-0.87, 0.52, 0.18, -0.40, -0.94, 0.73, -0.05], [0.44, 0.76, 0.43, 0.84, -0.21, 0.60, -0.11]]' --arg=0.3 | FileCheck %s --check-prefix=GRADIENT
// RUN: chad-run %s --entry=stencil --grad-check --arg='[[-0.52, 0.09, -0.26, 0.21, 0.25, -0.87, -0.97], [0.67, -0.48, -0.53, 0.99, -0.06, 0.67, -0.05], [0.28, -0.70, 0.27, 0.74, 0.05, 0.48, 0.34], [-0.87, 0.52, 0.18, -0.40, -0.94, 0.73, -0.05], [0.44, 0.76, 0.43, 0.84, -0.21, 0.60, -0.11]]' --arg=0.3 --threads=2 | FileCheck %s --check-prefix=GRADIENT
// GRADIENT: gradient check: 36 of 36 entries

func.func @cyclic(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %zeros = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %zero : f64
  }
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %zeros : tensor<?xf64>) {
    %next = arith.addi %i, %c2 : index
    %p = arith.remui %next, %n : index
    %s0 = chad.accumulate %x into %s[%p] : f64 into tensor<?xf64>
    %s1 = chad.accumulate %x into %s0[%i] : f64 into tensor<?xf64>
    chad.yield %s1 : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}

func.func @bounded(%xs: tensor<6xf64>) -> tensor<6xf64> {
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %ten = arith.constant 10.0 : f64
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %is = chad.build %i < %c6 -> tensor<6xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold right (%x in %xs : tensor<6xf64>, %i in %is : tensor<6xindex>) with (%s = %zeros : tensor<6xf64>) {
    %before = arith.subi %i, %c2 : index
    %low = arith.maxsi %before, %c0 : index
    %after = arith.addi %i, %c1 : index
    %high = arith.minsi %after, %c4 : index
    %isFirst = arith.cmpi slt, %i, %c1 : index
    %v = arith.select %isFirst, %ten, %x : f64
    %s0 = chad.accumulate %v into %s[%low] : f64 into tensor<6xf64>
    %isLast = arith.cmpi sgt, %i, %c2 : index
    %ww = arith.select %isLast, %ten, %zero : f64
    %s1 = chad.accumulate %ww into %s0[%high] : f64 into tensor<6xf64>
    %s2 = chad.accumulate %x into %s1[%i] : f64 into tensor<6xf64>
    chad.yield %s2 : tensor<6xf64>
  }
  return %sum : tensor<6xf64>
}

func.func @longer(%xs: tensor<3xf64>, %t: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %is = chad.build %i < %c3 -> tensor<3xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%x in %xs : tensor<3xf64>, %i in %is : tensor<3xindex>) with (%s = %t : tensor<5xf64>) {
    %p = arith.addi %i, %c2 : index
    %s0 = chad.accumulate %x into %s[%p] : f64 into tensor<5xf64>
    %s1 = chad.accumulate %x into %s0[%i] : f64 into tensor<5xf64>
    chad.yield %s1 : tensor<5xf64>
  }
  return %sum : tensor<5xf64>
}

func.func @signs(%xs: tensor<1xf64>) -> tensor<2xf64> {
  %zeros = arith.constant dense<0.0> : tensor<2xf64>
  %one = arith.constant 1.0 : f64
  %c1 = arith.constant 1 : index
  %is = chad.build %i < %c1 -> tensor<1xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%x in %xs : tensor<1xf64>, %i in %is : tensor<1xindex>) with (%s = %zeros : tensor<2xf64>) {
    %p = arith.addi %i, %c1 : index
    %s0 = chad.accumulate %x into %s[%p] : f64 into tensor<2xf64>
    chad.yield %s0 : tensor<2xf64>
  }
  %r = chad.map (%x in %sum : tensor<2xf64>) -> tensor<2xf64> {
    %q = arith.divf %one, %x : f64
    chad.yield %q : f64
  }
  return %r : tensor<2xf64>
}

// Steps of a stencil, cyclic in one dimension and between bounds in the other.
func.func @stencil(%x: tensor<5x7xf64>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %steps = arith.constant dense<0.0> : tensor<3xf64>
  %end = chad.fold (%step in %steps : tensor<3xf64>) with (%u = %x : tensor<5x7xf64>) {
    %next = chad.build %i < %c5 -> tensor<5x7xf64> {
      %row = chad.build %j < %c7 -> tensor<7xf64> {
        %above = arith.subi %i, %c1 : index
        %up = arith.maxsi %above, %c0 : index
        %below = arith.addi %i, %c1 : index
        %down = arith.minsi %below, %c4 : index
        %after = arith.addi %j, %c1 : index
        %right = arith.remui %after, %c7 : index
        %before = arith.addi %j, %c6 : index
        %left = arith.remui %before, %c7 : index
        %c = tensor.extract %u[%i, %j] : tensor<5x7xf64>
        %n = tensor.extract %u[%up, %j] : tensor<5x7xf64>
        %s = tensor.extract %u[%down, %j] : tensor<5x7xf64>
        %e = tensor.extract %u[%i, %right] : tensor<5x7xf64>
        %w = tensor.extract %u[%i, %left] : tensor<5x7xf64>
        %ns = arith.mulf %n, %s : f64
        %ew = arith.subf %e, %w : f64
        %sin = math.sin %ew : f64
        %all = arith.addf %ns, %sin : f64
        %scaled = arith.mulf %k, %all : f64
        %r = arith.addf %c, %scaled : f64
        chad.yield %r : f64
      }
      chad.yield %row : tensor<7xf64>
    }
    chad.yield %next : tensor<5x7xf64>
  }
  %sums = chad.map (%row in %end : tensor<5x7xf64>) -> tensor<5xf64> {
    %sum = chad.fold (%e in %row : tensor<7xf64>) with (%s = %zero : f64) {
      %sq = arith.mulf %e, %e : f64
      %t = arith.addf %s, %sq : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  %total = chad.reduce (%a, %b in %sums from %zero : tensor<5xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %total : f64
}

func.func @hessian(%x: tensor<5x7xf64>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %dx = chad.grad @stencil(%x, %k) wrt [0] : (tensor<5x7xf64>, f64) -> tensor<5x7xf64>
  %sums = chad.map (%row in %dx : tensor<5x7xf64>) -> tensor<5xf64> {
    %sum = chad.fold (%e in %row : tensor<7xf64>) with (%s = %zero : f64) {
      %sq = arith.mulf %e, %e : f64
      %t = arith.addf %s, %sq : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  %total = chad.reduce (%a, %b in %sums from %zero : tensor<5xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %total : f64
}

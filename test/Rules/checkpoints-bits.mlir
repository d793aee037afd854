// With checkpoints, gradients have the same bits as without, interpreted, and compiled if each operation
// is rounded by itself. Compiled by default they have the same bits with all schedules.
//
// RUN: %python %S/Inputs/checkpoint_bits.py %s | FileCheck %s
// CHECK: 84 runs agree

// Products that are added or subtracted, one of which has two uses.
func.func @scalar(%x: FLOAT, %k: FLOAT, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> FLOAT {
    %p = arith.mulf %s, %k : FLOAT
    %q = arith.addf %p, %s : FLOAT
    %t = math.sin %q : FLOAT
    %a = arith.mulf %t, %k : FLOAT
    %u = arith.subf %a, %p : FLOAT
    scf.yield %u : FLOAT
  } OUTER
  return %r : FLOAT
}
// A chaotic map, in a loop of its own in each step.
func.func @nested(%x: FLOAT, %k: FLOAT, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1.0 : FLOAT
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> FLOAT {
    %u = scf.for %j = %c0 to %c7 step %c1 iter_args(%w = %s) -> FLOAT {
      %p = arith.mulf %w, %w : FLOAT
      %q = arith.mulf %p, %k : FLOAT
      %v = arith.subf %one, %q : FLOAT
      scf.yield %v : FLOAT
    } INNER
    scf.yield %u : FLOAT
  } OUTER
  return %r : FLOAT
}
// A product with a matrix, whose sums may be vectorized in many ways.
func.func @matrix(%x: tensor<5xFLOAT>, %k: tensor<5x5xFLOAT>, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : FLOAT
  %zeros = arith.constant dense<0.0> : tensor<5xFLOAT>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<5xFLOAT> {
    %v = linalg.matvec ins(%k, %s : tensor<5x5xFLOAT>, tensor<5xFLOAT>) outs(%zeros : tensor<5xFLOAT>) -> tensor<5xFLOAT>
    %u = math.tanh %v : tensor<5xFLOAT>
    scf.yield %u : tensor<5xFLOAT>
  } OUTER
  %f = chad.reduce (%a, %b in %r from %zero : tensor<5xFLOAT>) {
    %c = arith.addf %a, %b : FLOAT
    chad.yield %c : FLOAT
  }
  return %f : FLOAT
}
// A sum over an array of unknown extent.
func.func @array(%x: tensor<?xFLOAT>, %k: tensor<?xFLOAT>, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : FLOAT
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xFLOAT> {
    %m = arith.mulf %s, %k : tensor<?xFLOAT>
    %d = chad.reduce (%a, %b in %m from %zero : tensor<?xFLOAT>) {
      %c = arith.addf %a, %b : FLOAT
      chad.yield %c : FLOAT
    }
    %e = math.sin %d : FLOAT
    %u = chad.map (%a in %s : tensor<?xFLOAT>, %b in %k : tensor<?xFLOAT>) -> tensor<?xFLOAT> {
      %g = arith.mulf %a, %e : FLOAT
      %h = arith.addf %g, %b : FLOAT
      chad.yield %h : FLOAT
    }
    scf.yield %u : tensor<?xFLOAT>
  } OUTER
  %f = chad.reduce (%a, %b in %r from %zero : tensor<?xFLOAT>) {
    %c = arith.addf %a, %b : FLOAT
    chad.yield %c : FLOAT
  }
  return %f : FLOAT
}
// Functions, and sums in each of several lanes.
func.func @lanes(%x: tensor<11xFLOAT>, %k: tensor<11xFLOAT>, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : FLOAT
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<11xFLOAT> {
    %t = math.sin %s : tensor<11xFLOAT>
    %u = chad.map (%b in %k : tensor<11xFLOAT>) -> tensor<11xFLOAT> {
      %d = chad.fold (%a in %t : tensor<11xFLOAT>) with (%c = %zero : FLOAT) {
        %p = arith.mulf %a, %b : FLOAT
        %e = math.exp %p : FLOAT
        %f = arith.addf %c, %e : FLOAT
        chad.yield %f : FLOAT
      }
      %h = math.atan %d : FLOAT
      chad.yield %h : FLOAT
    }
    scf.yield %u : tensor<11xFLOAT>
  } OUTER
  %f = chad.reduce (%a, %b in %r from %zero : tensor<11xFLOAT>) {
    %c = arith.addf %a, %b : FLOAT
    chad.yield %c : FLOAT
  }
  return %f : FLOAT
}
func.func @main() -> (FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>) {
  %x = arith.constant 0.3 : FLOAT
  %k = arith.constant 1.4 : FLOAT
  %n = arith.constant 23 : index
  %s:2 = chad.grad @scalar(%x, %k, %n) : (FLOAT, FLOAT, index) -> (FLOAT, FLOAT)
  %e:2 = chad.grad @nested(%x, %k, %n) : (FLOAT, FLOAT, index) -> (FLOAT, FLOAT)
  %v = arith.constant dense<[0.1, -0.2, 0.3, 0.4, -0.5]> : tensor<5xFLOAT>
  %w = arith.constant dense<[[0.7, -0.4, 0.3, 0.1, 0.9], [0.2, 0.5, -0.6, 0.8, 0.1], [-0.3, 0.4, 0.7, -0.2, 0.6], [0.9, 0.1, 0.2, 0.3, -0.4], [0.6, -0.7, 0.8, 0.5, 0.2]]> : tensor<5x5xFLOAT>
  %m:2 = chad.grad @matrix(%v, %w, %n) : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index) -> (tensor<5xFLOAT>, tensor<5x5xFLOAT>)
  %p = arith.constant dense<[0.1, -0.2, 0.3, 0.4, -0.5, 0.7, 0.9, 1.1, -1.3, 0.6, 0.2]> : tensor<11xFLOAT>
  %q = arith.constant dense<[0.9, 0.4, -0.3, 0.2, 0.6, -0.7, 0.8, 0.1, 0.5, 1.2, -0.1]> : tensor<11xFLOAT>
  %pd = tensor.cast %p : tensor<11xFLOAT> to tensor<?xFLOAT>
  %qd = tensor.cast %q : tensor<11xFLOAT> to tensor<?xFLOAT>
  %a:2 = chad.grad @array(%pd, %qd, %n) : (tensor<?xFLOAT>, tensor<?xFLOAT>, index) -> (tensor<?xFLOAT>, tensor<?xFLOAT>)
  %l:2 = chad.grad @lanes(%p, %q, %n) : (tensor<11xFLOAT>, tensor<11xFLOAT>, index) -> (tensor<11xFLOAT>, tensor<11xFLOAT>)
  return %s#0, %s#1, %e#0, %e#1, %m#0, %m#1, %a#0, %a#1, %l#0, %l#1 : FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>
}

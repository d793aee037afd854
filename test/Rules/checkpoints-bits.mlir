// With checkpoints, gradients have the same bits as without, interpreted, and compiled if each operation
// is rounded by itself. Compiled by default they have the same bits with all schedules.
//
// RUN: %python %S/Inputs/checkpoint_bits.py %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// CHECK: 84 runs agree

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

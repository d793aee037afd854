// With checkpoints, derivatives in reverse mode of gradients have the same bits with all schedules.
//
// RUN: %python %S/Inputs/checkpoint_bits.py --attributes --entry=hvp_reverse --floats=f64 --ways=interpreted,compiled %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// RUN: %python %S/Inputs/checkpoint_bits.py --attributes --entry=hessian_reverse --floats=f64 --ways=interpreted,compiled %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// RUN: %python %S/Inputs/checkpoint_bits.py --attributes --entry=third --floats=f64 --ways=interpreted,compiled %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// CHECK: 28 runs agree

func.func @hvp_reverse() -> (FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>) {
  %n = arith.constant 23 : index
  %x_s = arith.constant 0.3 : FLOAT
  %k_s = arith.constant 1.4 : FLOAT
  %v_s = arith.constant 0.7 : FLOAT
  %w_s = arith.constant -0.4 : FLOAT
  %x_m = arith.constant dense<[0.1, -0.2, 0.3, 0.4, -0.5]> : tensor<5xFLOAT>
  %v_m = arith.constant dense<[0.7, 0.2, -0.9, 0.4, 0.3]> : tensor<5xFLOAT>
  %k_m = arith.constant dense<[[0.7, -0.4, 0.3, 0.1, 0.9], [0.2, 0.5, -0.6, 0.8, 0.1], [-0.3, 0.4, 0.7, -0.2, 0.6], [0.9, 0.1, 0.2, 0.3, -0.4], [0.6, -0.7, 0.8, 0.5, 0.2]]> : tensor<5x5xFLOAT>
  %w_m = arith.constant dense<[[0.1, 0.4, 0.3, -0.1, 0.2], [0.7, -0.5, 0.6, 0.3, 0.1], [0.3, 0.2, -0.7, 0.2, 0.5], [-0.9, 0.1, 0.4, 0.3, 0.4], [0.2, 0.7, -0.8, 0.5, 0.1]]> : tensor<5x5xFLOAT>
  %x_l = arith.constant dense<[0.1, -0.2, 0.3, 0.4, -0.5, 0.7, 0.9, 1.1, -1.3, 0.6, 0.2]> : tensor<11xFLOAT>
  %k_l = arith.constant dense<[0.9, 0.4, -0.3, 0.2, 0.6, -0.7, 0.8, 0.1, 0.5, 1.2, -0.1]> : tensor<11xFLOAT>
  %v_l = arith.constant dense<[0.3, 0.5, 0.3, -0.2, 0.1, 0.7, 0.4, -0.1, 0.3, 0.6, 0.8]> : tensor<11xFLOAT>
  %w_l = arith.constant dense<[0.2, -0.4, 0.3, 0.2, 0.7, 0.7, -0.8, 0.1, 0.4, 0.2, 0.1]> : tensor<11xFLOAT>
  %x_a = tensor.cast %x_l : tensor<11xFLOAT> to tensor<?xFLOAT>
  %k_a = tensor.cast %k_l : tensor<11xFLOAT> to tensor<?xFLOAT>
  %v_a = tensor.cast %v_l : tensor<11xFLOAT> to tensor<?xFLOAT>
  %w_a = tensor.cast %w_l : tensor<11xFLOAT> to tensor<?xFLOAT>
  %r0:2 = chad.hvp @scalar(%x_s, %k_s, %n) along(%v_s, %w_s) mode<reverse> : (FLOAT, FLOAT, index, FLOAT, FLOAT) -> (FLOAT, FLOAT)
  %r1:2 = chad.hvp @nested(%x_s, %k_s, %n) along(%v_s, %w_s) mode<reverse> : (FLOAT, FLOAT, index, FLOAT, FLOAT) -> (FLOAT, FLOAT)
  %r2:2 = chad.hvp @matrix(%x_m, %k_m, %n) along(%v_m, %w_m) mode<reverse> : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index, tensor<5xFLOAT>, tensor<5x5xFLOAT>) -> (tensor<5xFLOAT>, tensor<5x5xFLOAT>)
  %r3:2 = chad.hvp @array(%x_a, %k_a, %n) along(%v_a, %w_a) mode<reverse> : (tensor<?xFLOAT>, tensor<?xFLOAT>, index, tensor<?xFLOAT>, tensor<?xFLOAT>) -> (tensor<?xFLOAT>, tensor<?xFLOAT>)
  %r4:2 = chad.hvp @lanes(%x_l, %k_l, %n) along(%v_l, %w_l) mode<reverse> : (tensor<11xFLOAT>, tensor<11xFLOAT>, index, tensor<11xFLOAT>, tensor<11xFLOAT>) -> (tensor<11xFLOAT>, tensor<11xFLOAT>)
  return %r0#0, %r0#1, %r1#0, %r1#1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r4#1 : FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>
}
func.func @hessian_reverse() -> (FLOAT, FLOAT, FLOAT, FLOAT, tensor<5x5xFLOAT>) {
  %n = arith.constant 23 : index
  %x = arith.constant 0.3 : FLOAT
  %k = arith.constant 1.4 : FLOAT
  %h:4 = chad.hessian @nested(%x, %k, %n) mode<reverse> : (FLOAT, FLOAT, index) -> (FLOAT, FLOAT, FLOAT, FLOAT)
  %v = arith.constant dense<[0.1, -0.2, 0.3, 0.4, -0.5]> : tensor<5xFLOAT>
  %w = arith.constant dense<[[0.7, -0.4, 0.3, 0.1, 0.9], [0.2, 0.5, -0.6, 0.8, 0.1], [-0.3, 0.4, 0.7, -0.2, 0.6], [0.9, 0.1, 0.2, 0.3, -0.4], [0.6, -0.7, 0.8, 0.5, 0.2]]> : tensor<5x5xFLOAT>
  %m = chad.hessian @matrix(%v, %w, %n) wrt [0] mode<reverse> : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index) -> tensor<5x5xFLOAT>
  return %h#0, %h#1, %h#2, %h#3, %m : FLOAT, FLOAT, FLOAT, FLOAT, tensor<5x5xFLOAT>
}

func.func private @scalar_by_k(%x: FLOAT, %k: FLOAT, %n: index) -> FLOAT {
  %d = chad.grad @scalar(%x, %k, %n) wrt [1] : (FLOAT, FLOAT, index) -> FLOAT
  return %d : FLOAT
}
func.func private @scalar_by_k_and_x(%x: FLOAT, %k: FLOAT, %n: index) -> FLOAT {
  %d = chad.grad @scalar_by_k(%x, %k, %n) wrt [0] : (FLOAT, FLOAT, index) -> FLOAT
  return %d : FLOAT
}
func.func @third() -> (FLOAT, FLOAT) {
  %n = arith.constant 23 : index
  %x = arith.constant 0.3 : FLOAT
  %k = arith.constant 1.4 : FLOAT
  %d:2 = chad.grad @scalar_by_k_and_x(%x, %k, %n) : (FLOAT, FLOAT, index) -> (FLOAT, FLOAT)
  return %d#0, %d#1 : FLOAT, FLOAT
}

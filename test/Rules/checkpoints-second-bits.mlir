// With checkpoints, second derivatives, forward mode of gradients and gradients of forward mode, have the same bits as
// without, as gradients have them (checkpoints-bits.mlir).
//
// RUN: %python %S/Inputs/checkpoint_bits.py --entry=hvp --floats=f64 --ways=interpreted,compiled %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// RUN: %python %S/Inputs/checkpoint_bits.py --entry=grad_of_jvp --floats=f64 --ways=interpreted,compiled %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// RUN: %python %S/Inputs/checkpoint_bits.py --entry=hessian --floats=f64 --ways=interpreted,compiled %S/Inputs/checkpoint-loops.mlir %s | FileCheck %s
// CHECK: 28 runs agree

func.func private @scalar_along(%x: FLOAT, %k: FLOAT, %n: index, %v: !chad.lin<FLOAT>, %w: !chad.lin<FLOAT>) -> FLOAT {
  %y, %d = chad.jvp @scalar(%x, %k, %n) along(%v, %w) : (FLOAT, FLOAT, index, !chad.lin<FLOAT>, !chad.lin<FLOAT>) -> (FLOAT, !chad.lin<FLOAT>)
  %r = chad.from_linear %d : !chad.lin<FLOAT>
  return %r : FLOAT
}

func.func private @nested_along(%x: FLOAT, %k: FLOAT, %n: index, %v: !chad.lin<FLOAT>, %w: !chad.lin<FLOAT>) -> FLOAT {
  %y, %d = chad.jvp @nested(%x, %k, %n) along(%v, %w) : (FLOAT, FLOAT, index, !chad.lin<FLOAT>, !chad.lin<FLOAT>) -> (FLOAT, !chad.lin<FLOAT>)
  %r = chad.from_linear %d : !chad.lin<FLOAT>
  return %r : FLOAT
}

func.func private @matrix_along(%x: tensor<5xFLOAT>, %k: tensor<5x5xFLOAT>, %n: index, %v: !chad.lin<tensor<5xFLOAT>>, %w: !chad.lin<tensor<5x5xFLOAT>>) -> FLOAT {
  %y, %d = chad.jvp @matrix(%x, %k, %n) along(%v, %w) : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index, !chad.lin<tensor<5xFLOAT>>, !chad.lin<tensor<5x5xFLOAT>>) -> (FLOAT, !chad.lin<FLOAT>)
  %r = chad.from_linear %d : !chad.lin<FLOAT>
  return %r : FLOAT
}

func.func private @array_along(%x: tensor<?xFLOAT>, %k: tensor<?xFLOAT>, %n: index, %v: !chad.lin<tensor<?xFLOAT>>, %w: !chad.lin<tensor<?xFLOAT>>) -> FLOAT {
  %y, %d = chad.jvp @array(%x, %k, %n) along(%v, %w) : (tensor<?xFLOAT>, tensor<?xFLOAT>, index, !chad.lin<tensor<?xFLOAT>>, !chad.lin<tensor<?xFLOAT>>) -> (FLOAT, !chad.lin<FLOAT>)
  %r = chad.from_linear %d : !chad.lin<FLOAT>
  return %r : FLOAT
}

func.func private @lanes_along(%x: tensor<11xFLOAT>, %k: tensor<11xFLOAT>, %n: index, %v: !chad.lin<tensor<11xFLOAT>>, %w: !chad.lin<tensor<11xFLOAT>>) -> FLOAT {
  %y, %d = chad.jvp @lanes(%x, %k, %n) along(%v, %w) : (tensor<11xFLOAT>, tensor<11xFLOAT>, index, !chad.lin<tensor<11xFLOAT>>, !chad.lin<tensor<11xFLOAT>>) -> (FLOAT, !chad.lin<FLOAT>)
  %r = chad.from_linear %d : !chad.lin<FLOAT>
  return %r : FLOAT
}
func.func @hvp() -> (FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>) {
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
  %r0:2 = chad.hvp @scalar(%x_s, %k_s, %n) along(%v_s, %w_s) : (FLOAT, FLOAT, index, FLOAT, FLOAT) -> (FLOAT, FLOAT)
  %r1:2 = chad.hvp @nested(%x_s, %k_s, %n) along(%v_s, %w_s) : (FLOAT, FLOAT, index, FLOAT, FLOAT) -> (FLOAT, FLOAT)
  %r2:2 = chad.hvp @matrix(%x_m, %k_m, %n) along(%v_m, %w_m) : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index, tensor<5xFLOAT>, tensor<5x5xFLOAT>) -> (tensor<5xFLOAT>, tensor<5x5xFLOAT>)
  %r3:2 = chad.hvp @array(%x_a, %k_a, %n) along(%v_a, %w_a) : (tensor<?xFLOAT>, tensor<?xFLOAT>, index, tensor<?xFLOAT>, tensor<?xFLOAT>) -> (tensor<?xFLOAT>, tensor<?xFLOAT>)
  %r4:2 = chad.hvp @lanes(%x_l, %k_l, %n) along(%v_l, %w_l) : (tensor<11xFLOAT>, tensor<11xFLOAT>, index, tensor<11xFLOAT>, tensor<11xFLOAT>) -> (tensor<11xFLOAT>, tensor<11xFLOAT>)
  return %r0#0, %r0#1, %r1#0, %r1#1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r4#1 : FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>
}
func.func @grad_of_jvp() -> (FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>) {
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
  %lvr0 = chad.to_linear %v_s : FLOAT
  %lwr0 = chad.to_linear %w_s : FLOAT
  %r0:2 = chad.grad @scalar_along(%x_s, %k_s, %n, %lvr0, %lwr0) wrt [0, 1] : (FLOAT, FLOAT, index, !chad.lin<FLOAT>, !chad.lin<FLOAT>) -> (FLOAT, FLOAT)
  %lvr1 = chad.to_linear %v_s : FLOAT
  %lwr1 = chad.to_linear %w_s : FLOAT
  %r1:2 = chad.grad @nested_along(%x_s, %k_s, %n, %lvr1, %lwr1) wrt [0, 1] : (FLOAT, FLOAT, index, !chad.lin<FLOAT>, !chad.lin<FLOAT>) -> (FLOAT, FLOAT)
  %lvr2 = chad.to_linear %v_m : tensor<5xFLOAT>
  %lwr2 = chad.to_linear %w_m : tensor<5x5xFLOAT>
  %r2:2 = chad.grad @matrix_along(%x_m, %k_m, %n, %lvr2, %lwr2) wrt [0, 1] : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index, !chad.lin<tensor<5xFLOAT>>, !chad.lin<tensor<5x5xFLOAT>>) -> (tensor<5xFLOAT>, tensor<5x5xFLOAT>)
  %lvr3 = chad.to_linear %v_a : tensor<?xFLOAT>
  %lwr3 = chad.to_linear %w_a : tensor<?xFLOAT>
  %r3:2 = chad.grad @array_along(%x_a, %k_a, %n, %lvr3, %lwr3) wrt [0, 1] : (tensor<?xFLOAT>, tensor<?xFLOAT>, index, !chad.lin<tensor<?xFLOAT>>, !chad.lin<tensor<?xFLOAT>>) -> (tensor<?xFLOAT>, tensor<?xFLOAT>)
  %lvr4 = chad.to_linear %v_l : tensor<11xFLOAT>
  %lwr4 = chad.to_linear %w_l : tensor<11xFLOAT>
  %r4:2 = chad.grad @lanes_along(%x_l, %k_l, %n, %lvr4, %lwr4) wrt [0, 1] : (tensor<11xFLOAT>, tensor<11xFLOAT>, index, !chad.lin<tensor<11xFLOAT>>, !chad.lin<tensor<11xFLOAT>>) -> (tensor<11xFLOAT>, tensor<11xFLOAT>)
  return %r0#0, %r0#1, %r1#0, %r1#1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r4#1 : FLOAT, FLOAT, FLOAT, FLOAT, tensor<5xFLOAT>, tensor<5x5xFLOAT>, tensor<?xFLOAT>, tensor<?xFLOAT>, tensor<11xFLOAT>, tensor<11xFLOAT>
}

func.func @hessian() -> (FLOAT, FLOAT, FLOAT, FLOAT, tensor<5x5xFLOAT>) {
  %n = arith.constant 23 : index
  %x = arith.constant 0.3 : FLOAT
  %k = arith.constant 1.4 : FLOAT
  %h:4 = chad.hessian @nested(%x, %k, %n) : (FLOAT, FLOAT, index) -> (FLOAT, FLOAT, FLOAT, FLOAT)
  %v = arith.constant dense<[0.1, -0.2, 0.3, 0.4, -0.5]> : tensor<5xFLOAT>
  %w = arith.constant dense<[[0.7, -0.4, 0.3, 0.1, 0.9], [0.2, 0.5, -0.6, 0.8, 0.1], [-0.3, 0.4, 0.7, -0.2, 0.6], [0.9, 0.1, 0.2, 0.3, -0.4], [0.6, -0.7, 0.8, 0.5, 0.2]]> : tensor<5x5xFLOAT>
  %m = chad.hessian @matrix(%v, %w, %n) wrt [0] : (tensor<5xFLOAT>, tensor<5x5xFLOAT>, index) -> tensor<5x5xFLOAT>
  return %h#0, %h#1, %h#2, %h#3, %m : FLOAT, FLOAT, FLOAT, FLOAT, tensor<5x5xFLOAT>
}

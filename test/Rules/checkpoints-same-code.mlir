// The adjoint loops of binomial schedules: arguments of blocks that are erased are forgotten, and not taken for others that get
// their addresses.

// RUN: %python %S/Inputs/same_code.py %s 40 | FileCheck %s
// CHECK: 1 result exit code 0
func.func private @run(%x: f64, %n: index, %start: tensor<20xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> (tensor<20xf64>) {
    %b = math.sin %s : tensor<20xf64>
    %c = tensor.splat %x : tensor<20xf64>
    %d = arith.mulf %b, %c : tensor<20xf64>
    %e = arith.addf %d, %s : tensor<20xf64>
    scf.yield %e : tensor<20xf64>
  } {chad.checkpoint = {binomial, states = 12 : i64}}
  %f = chad.fold (%t in %start : tensor<20xf64>) with (%s = %a : tensor<20xf64>) {
    %b = math.cos %s : tensor<20xf64>
    %c = tensor.splat %t : tensor<20xf64>
    %d = arith.mulf %b, %c : tensor<20xf64>
    %e = arith.addf %d, %s : tensor<20xf64>
    chad.yield %e : tensor<20xf64>
  } {chad.checkpoint = {binomial, states = 12 : i64}}
  %g:2 = scf.while (%i = %c0, %s = %f) : (index, tensor<20xf64>) -> (index, tensor<20xf64>) {
    %h = arith.cmpi slt, %i, %c40 : index
    scf.condition(%h) %i, %s : index, tensor<20xf64>
  } do {
  ^bb0(%i: index, %s: tensor<20xf64>):
    %next = arith.addi %i, %c1 : index
    %c = tensor.splat %x : tensor<20xf64>
    %d = arith.addf %s, %c : tensor<20xf64>
    %e = math.tanh %d : tensor<20xf64>
    scf.yield %next, %e : index, tensor<20xf64>
  } attributes {chad.checkpoint = {binomial, states = 12 : i64}}
  %r = chad.reduce (%p, %q in %g#1 from %zero : tensor<20xf64>) {
    %s = arith.addf %p, %q : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func @main(%x: f64, %n: index, %start: tensor<20xf64>) -> (f64, f64) {
  %v, %g = chad.value_and_grad @run(%x, %n, %start) wrt [0] : (f64, index, tensor<20xf64>) -> (f64, f64)
  return %v, %g : f64, f64
}

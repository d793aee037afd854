// Derivatives in transform scripts, between passes of linalg.
//
// RUN: chad-opt %s --split-input-file --transform-interpreter | FileCheck %s

// The reverse derivative of a function is one more function, on ordinary types.
// CHECK-LABEL: func.func @dot(
// CHECK-LABEL: func.func @dot.vjp(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
// CHECK: linalg.dot
// CHECK: linalg.contract
func.func @dot(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.dot ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %vjp = transform.chad.reverse %f wrt [0] : (!transform.any_op) -> !transform.any_op
    %contraction = transform.structured.match ops{["linalg.contract"]} in %vjp : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @sin.jvp(
// CHECK-SAME: %[[X:.*]]: f64, %[[DX:.*]]: f64) -> (f64, f64)
// CHECK: math.cos
func.func @sin(%x: f64) -> f64 {
  %r = math.sin %x : f64
  return %r : f64
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %jvp = transform.chad.forward %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Requests are expanded, simplified and given to structured ops, which are then tiled.
// CHECK-LABEL: func.func @gradient(
// CHECK-NOT: chad.
// CHECK: scf.for
// CHECK: linalg.generic
func.func private @energy(%x: memref<16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 16 iter_args(%s = %zero) -> f32 {
    %a = affine.load %x[%i] : memref<16xf32>
    %e = math.exp %a : f32
    %t = arith.addf %s, %e : f32
    affine.yield %t : f32
  }
  return %r : f32
}
func.func private @energy_of_values(%x: tensor<16xf32>) -> f32 {
  %m = bufferization.to_buffer %x : tensor<16xf32> to memref<16xf32>
  %r = func.call @energy(%m) : (memref<16xf32>) -> f32
  return %r : f32
}
func.func @gradient(%x: tensor<16xf32>) -> tensor<16xf32> {
  %g = chad.grad @energy_of_values(%x) : (tensor<16xf32>) -> tensor<16xf32>
  return %g : tensor<16xf32>
}
module @script attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %raised = transform.chad.raise %root : (!transform.any_op) -> !transform.any_op
    %first = transform.chad.differentiate %raised : (!transform.any_op) -> !transform.any_op
    %simple = transform.chad.simplify %first : (!transform.any_op) -> !transform.any_op
    %plain = transform.chad.erase_linear %simple : (!transform.any_op) -> !transform.any_op
    %fused = transform.chad.fuse_loops %plain : (!transform.any_op) -> !transform.any_op
    %structured = transform.chad.to_linalg %fused : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["linalg.generic"]} in %structured : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %g tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

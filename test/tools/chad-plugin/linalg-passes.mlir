// REQUIRES: stock-mlir-opt

// The plugin's passes between those of linalg, in the stock mlir-opt: structured ops are
// generalized, a gradient is made, and the derivative's structured ops are fused and tiled.
//
// RUN: %mlir-opt --load-dialect-plugin=%chad_plugin --load-pass-plugin=%chad_plugin %s \
// RUN:   --pass-pipeline='builtin.module(func.func(linalg-generalize-named-ops),chad-differentiate,chad-simplify,chad-erase-linear,func.func(linalg-fuse-elementwise-ops,canonicalize,cse))' \
// RUN:   | FileCheck %s
//
// RUN: %mlir-opt --load-dialect-plugin=%chad_plugin --load-pass-plugin=%chad_plugin %s \
// RUN:   --transform-interpreter | FileCheck %s --check-prefix=SCRIPT

// CHECK-LABEL: func.func @gradient(
// CHECK-SAME: %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<8xf32>)
// CHECK-NOT: chad.
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: math.tanh
// The fused sum of products of the cotangent and the input.
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: return

// SCRIPT-LABEL: func.func private @loss.vjp(
// SCRIPT-SAME: tensor<4x8xf32>, {{.*}}tensor<8xf32>, {{.*}}f32) -> (f32, tensor<4x8xf32>)
func.func private @loss(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %h = linalg.matvec ins(%w, %x : tensor<4x8xf32>, tensor<8xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  %t = linalg.tanh ins(%h : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.from_elements %zero : tensor<f32>
  %sum = linalg.dot ins(%t, %t : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  %r = tensor.extract %sum[] : tensor<f32>
  return %r : f32
}
func.func @gradient(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> tensor<4x8xf32> {
  %g = chad.grad @loss(%w, %x) wrt [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "loss"} in %root : (!transform.any_op) -> !transform.any_op
    %vjp = transform.chad.reverse %f wrt [0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

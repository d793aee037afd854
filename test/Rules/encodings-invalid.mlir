// Tensors with an encoding that promises something of their elements have no tangents.

// RUN: chad-opt %s --verify-diagnostics --chad-forward=function=encoding
// RUN: chad-opt %s --verify-diagnostics --chad-reverse=function=encoding

#sparse = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#id = affine_map<(i) -> (i)>
// expected-error @+2 {{chad: '@encoding' has no argument that holds floats}}
// expected-note @+1 {{a tensor with an encoding has no tangents; let the function take and give dense tensors}}
func.func @encoding(%a: tensor<3xf64, #sparse>) -> tensor<3xf64, #sparse> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<3xf64, #sparse>) outs(%a : tensor<3xf64, #sparse>) {
  ^bb0(%e: f64, %o: f64):
    %p = arith.mulf %e, %e : f64
    linalg.yield %p : f64
  } -> tensor<3xf64, #sparse>
  return %r : tensor<3xf64, #sparse>
}

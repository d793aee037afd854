// RUN: chad-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --chad-forward
// RUN: chad-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --chad-reverse

#id = affine_map<(i) -> (i)>
func.func @unknown(%a: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<3xf64>) outs(%a : tensor<3xf64>) {
  ^bb0(%e: f64, %o: f64):
    // expected-error @+2 {{chad: no derivative through the side effects of 'test.unknown'}}
    // expected-note @+1 {{differentiate before bufferization}}
    %p = "test.unknown"(%e) : (f64) -> f64
    linalg.yield %p : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @encoded_inside(%a: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @+2 {{chad: no derivative for values of type 'tensor<3xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>', which depend on a differentiated argument here}}
  // expected-note @+1 {{compute with floats and tensors of known rank, or pass the operand through 'chad.stop_gradient'}}
  %r = tensor.cast %a : tensor<3xf64> to tensor<3xf64, #sparse>
  %d = tensor.cast %r : tensor<3xf64, #sparse> to tensor<3xf64>
  return %d : tensor<3xf64>
}

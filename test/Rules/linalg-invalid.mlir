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

#id = affine_map<(i) -> (i)>
func.func @encoding(%a: tensor<3xf64, "sparse">) -> tensor<3xf64, "sparse"> {
  // expected-error @+1 {{rule for 'linalg.generic' on tensors with an encoding; let it work on dense ones}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<3xf64, "sparse">) outs(%a : tensor<3xf64, "sparse">) {
  ^bb0(%e: f64, %o: f64):
    %p = arith.mulf %e, %e : f64
    linalg.yield %p : f64
  } -> tensor<3xf64, "sparse">
  return %r : tensor<3xf64, "sparse">
}

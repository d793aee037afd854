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

// -----

func.func @memory(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<3xf64>
  // expected-error @+2 {{chad: no derivative through the side effects of 'linalg.fill'}}
  // expected-note @+1 {{differentiate before bufferization}}
  linalg.fill ins(%x : f64) outs(%m : memref<3xf64>)
  %r = memref.load %m[%c0] : memref<3xf64>
  return %r : f64
}

// -----

#id = affine_map<(i) -> (i)>
func.func @captured_by_memory(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<3xf64>
  // expected-error @+2 {{chad: no derivative through the side effects of 'linalg.generic'}}
  // expected-note @+1 {{differentiate before bufferization}}
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%m : memref<3xf64>) {
  ^bb0(%o: f64):
    linalg.yield %x : f64
  }
  %r = memref.load %m[%c0] : memref<3xf64>
  return %r : f64
}

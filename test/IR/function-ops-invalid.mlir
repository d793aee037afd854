// RUN: chad-opt %s -split-input-file -verify-diagnostics

func.func @lambda_result() {
  // expected-error@+1 {{expects yielded value #0 to have the result type 'f32', but it has type 'f64'}}
  %0 = chad.lambda (%x : f64) -> f32 {
    // expected-note@+1 {{yielded here}}
    chad.yield %x : f64
  }
  return
}

// -----

func.func @inj_tag(%x: f64) {
  // expected-error@+1 {{tag 2 is outside of a sum of 2 alternatives}}
  %0 = chad.inj 2(%x) : (f64) -> !chad.sum<(), (f64)>
  return
}

// -----

func.func @inj_payload(%x: f64) {
  // expected-error@+1 {{values of types ('f64') do not fit tag 0 of '!chad.sum<(), (f64)>'}}
  %0 = chad.inj 0(%x) : (f64) -> !chad.sum<(), (f64)>
  return
}

// -----

func.func @case_argument(%s: !chad.sum<(f64), (index)>) {
  // expected-error@+1 {{expects body argument #0 to have type 'index', but it has type 'f64'}}
  %0 = chad.case %s : !chad.sum<(f64), (index)> -> f64
  (%x : f64) {
    chad.yield %x : f64
  }
  (%x : f64) {
    chad.yield %x : f64
  }
  return
}

// -----

func.func @case_regions(%s: !chad.sum<(f64), (index)>) {
  // expected-error@+1 {{expects a region for each of 2 alternatives, got 1}}
  %0 = "chad.case"(%s) ({
  ^bb0(%x: f64):
    "chad.yield"(%x) : (f64) -> ()
  }) : (!chad.sum<(f64), (index)>) -> f64
  return
}

// -----

func.func @grad_missing(%x: f64) {
  // expected-error@+1 {{names 'f', which is not a function in scope}}
  %0 = chad.grad @f(%x) : (f64) -> f64
  return
}

// -----

// expected-note@+1 {{'memref.global' here}}
memref.global "private" @f : memref<4xf64>
func.func @grad_not_a_function(%x: f64) {
  // expected-error@+1 {{names 'f', which is not a function in scope}}
  %0 = chad.grad @f(%x) : (f64) -> f64
  return
}

// -----

// expected-note@+1 {{defined here}}
func.func private @f(f64, index) -> f64
func.func @grad_arguments(%x: f64) {
  // expected-error@+1 {{passes ('f64') to a function of type '(f64, index) -> f64'}}
  %0 = chad.grad @f(%x) : (f64) -> f64
  return
}

// -----

func.func private @f(f64) -> index
func.func @grad_integer_result(%x: f64) {
  // expected-error@+1 {{names a function that has no result that holds floats; only floats have derivatives}}
  %0 = chad.grad @f(%x) : (f64) -> f64
  return
}

// -----

func.func private @f(index) -> f64
func.func @grad_no_argument(%x: index) {
  // expected-error@+1 {{names a function that has no argument that holds floats; only floats have derivatives}}
  %0 = chad.grad @f(%x) : (index) -> f64
  return
}

// -----

func.func private @f(tensor<1xf64>) -> tensor<1xf64>
func.func @grad_of_one_element(%x: tensor<1xf64>) {
  // expected-error@+1 {{expects one float to differentiate, got results ('tensor<1xf64>')}}
  %0 = chad.grad @f(%x) : (tensor<1xf64>) -> tensor<1xf64>
  return
}

// -----

func.func private @f(index) -> f64
func.func @grad_integer_argument(%x: index) {
  // expected-error@+1 {{'wrt' names argument 0 of type 'index', which holds no floats to differentiate}}
  %0 = chad.grad @f(%x) wrt [0] : (index) -> f64
  return
}

// -----

func.func private @f(f64) -> (f64, i32)
func.func @vjp_integer_result(%x: f64, %v: !chad.lin<i32>) {
  // expected-error@+1 {{'of' names result 1 of type 'i32', which holds no floats to differentiate; only floats have derivatives}}
  %0:3 = chad.vjp @f(%x) seed(%v) of [1] : (f64, !chad.lin<i32>) -> (f64, i32, !chad.lin<f64>)
  return
}

// -----

func.func private @f(f64) -> f64
func.func @grad_position(%x: f64) {
  // expected-error@+1 {{'wrt' names argument 3 of a function with 1}}
  %0 = chad.grad @f(%x) wrt [3] : (f64) -> f64
  return
}

// -----

func.func private @f(f64, f64) -> f64
func.func @grad_order(%x: f64) {
  // expected-error@+1 {{expects ascending positions in 'wrt'}}
  %0:2 = chad.grad @f(%x, %x) wrt [1, 0] : (f64, f64) -> (f64, f64)
  return
}

// -----

func.func private @f(tensor<3xf64>) -> tensor<3xf64>
func.func @grad_not_scalar(%x: tensor<3xf64>) {
  // expected-error@+1 {{expects one float to differentiate, got results ('tensor<3xf64>'); choose one with 'of', or use 'chad.vjp'}}
  %0 = chad.grad @f(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func private @f(tensor<3xf64>) -> f64
func.func @grad_results(%x: tensor<3xf64>) {
  // expected-error@+1 {{expects results of types ('tensor<3xf64>'), got ('f64')}}
  %0 = chad.grad @f(%x) : (tensor<3xf64>) -> f64
  return
}

// -----

func.func private @f(f64, f64) -> f64
func.func @jvp_tangents(%x: f64, %v: !chad.lin<f64>) {
  // expected-error@+1 {{expects tangents of types ('!chad.lin<f64>', '!chad.lin<f64>'), got ('!chad.lin<f64>')}}
  %0:2 = chad.jvp @f(%x, %x) along(%v) : (f64, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return
}

// -----

func.func private @f(f64) -> f64
func.func @vjp_cotangent(%x: f64, %v: !chad.lin<f32>) {
  // expected-error@+1 {{expects cotangents of types ('!chad.lin<f64>'), got ('!chad.lin<f32>')}}
  %0:2 = chad.vjp @f(%x) seed(%v) : (f64, !chad.lin<f32>) -> (f64, !chad.lin<f64>)
  return
}

// -----

func.func private @f(tensor<3xf64>) -> tensor<2xf64>
func.func @jacobian_shape(%x: tensor<3xf64>) {
  // expected-error@+1 {{expects results of types ('tensor<2x3xf64>'), got ('tensor<3x2xf64>')}}
  %0 = chad.jacobian @f(%x) : (tensor<3xf64>) -> tensor<3x2xf64>
  return
}

// -----

func.func private @f(f64) -> f64
func.func @linearize(%x: f64) {
  // expected-error@+1 {{expects results of types ('f64', '!chad.lfun<(lin<f64>) -> (lin<f64>)>'), got ('f64')}}
  %0 = chad.linearize @f(%x) : (f64) -> f64
  return
}

// -----

func.func private @f(memref<4xf64>) -> f64
func.func @grad_of_buffer(%x: memref<4xf64>) {
  // expected-error@+2 {{names a function that has no argument that holds floats; only floats have derivatives}}
  // expected-note@+1 {{name a function of tensors that makes buffers of them by 'bufferization.to_buffer'}}
  %0 = chad.grad @f(%x) : (memref<4xf64>) -> memref<4xf64>
  return
}

// -----

func.func private @f(f64, memref<4xf64>) -> f64
func.func @grad_wrt_buffer(%t: f64, %x: memref<4xf64>) {
  // expected-error@+2 {{'wrt' names argument 1 of type 'memref<4xf64>', which holds no floats to differentiate}}
  // expected-note@+1 {{name a function of tensors that makes buffers of them by 'bufferization.to_buffer'}}
  %0 = chad.grad @f(%t, %x) wrt [1] : (f64, memref<4xf64>) -> memref<4xf64>
  return
}

// -----

// expected-note@+1 {{defined here}}
func.func private @f(memref<4xf64>) -> f64
func.func @grad_of_tensor_for_buffer(%x: tensor<4xf64>) {
  // expected-error@+2 {{passes ('tensor<4xf64>') to a function of type '(memref<4xf64>) -> f64'}}
  // expected-note@+1 {{functions on buffers that it calls are raised to tensors}}
  %0 = chad.grad @f(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return
}

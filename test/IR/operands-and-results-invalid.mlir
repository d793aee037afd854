// RUN: chad-opt %s --split-input-file --verify-diagnostics

// Ops whose types, positions or bodies do not fit together; in the generic form if the custom form
// cannot express that.

func.func @f(%x: f64, %n: index) -> (f64, index) {
  return %x, %n : f64, index
}
func.func @g(%x: f64, %n: index, %t: !chad.lin<f64>) -> (f64, index, f64) {
  // expected-error @below {{'chad.jvp' op expects results of types ('f64', 'index', '!chad.lin<f64>'), got ('f64', 'index', 'f64')}}
  %0:3 = chad.jvp @f(%x, %n) along(%t) : (f64, index, !chad.lin<f64>) -> (f64, index, f64)
  return %0#0, %0#1, %0#2 : f64, index, f64
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64, %t: !chad.lin<f64>) {
  // expected-error @below {{'chad.vjp' op expects results of types ('f64', '!chad.lin<f64>'), got ('f64', '!chad.lin<f64>', '!chad.lin<f64>')}}
  %0:3 = chad.vjp @f(%x) seed(%t) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<f64>)
  return
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) {
  // expected-error @below {{'chad.grad' op expects at least one position in 'wrt'}}
  %0 = chad.grad @f(%x) wrt [] : (f64) -> f64
  return
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) {
  // expected-error @below {{'chad.grad' op 'wrt' names argument 1 of a function with 1}}
  %0 = chad.grad @f(%x) wrt [1] : (f64) -> f64
  return
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) {
  // expected-error @below {{'chad.grad' op 'wrt' names argument -1 of a function with 1}}
  %0 = chad.grad @f(%x) wrt [-1] : (f64) -> f64
  return
}

// -----

func.func @f(%x: f64) -> tensor<3xf64> {
  %0 = tensor.splat %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @g(%x: f64) {
  // expected-error @below {{'chad.value_and_grad' op expects one float to differentiate, got results ('tensor<3xf64>'); choose one with 'of', or use 'chad.vjp'}}
  %0:2 = chad.value_and_grad @f(%x) : (f64) -> (tensor<3xf64>, f64)
  return
}

// -----

func.func @g(%x: f64) {
  // expected-error @below {{'chad.value_and_grad' op names 'missing', which is not a function in scope}}
  %0:2 = chad.value_and_grad @missing(%x) : (f64) -> (f64, f64)
  return
}

// -----

func.func @g(%x: f64) {
  // expected-error @below {{'chad.jacobian' op names 'missing', which is not a function in scope}}
  %0 = chad.jacobian @missing(%x) : (f64) -> f64
  return
}

// -----

func.func @g(%x: f64, %t: !chad.lin<f64>) {
  // expected-error @below {{'chad.jvp' op names 'missing', which is not a function in scope}}
  %0:2 = chad.jvp @missing(%x) along(%t) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return
}

// -----

func.func @f(%x: !chad.lin<f64>) -> !chad.lin<f64> {
  return %x : !chad.lin<f64>
}
func.func @g(%x: !chad.lin<f64>) {
  // expected-error @below {{'chad.jacobian' op has no entries at linear types; use 'chad.linearize'}}
  %0 = chad.jacobian @f(%x) : (!chad.lin<f64>) -> f64
  return
}

// -----

func.func @g(%n: index) {
  // expected-error @below {{'chad.build' op expects at least one result}}
  "chad.build"(%n) ({
  ^bb0(%i: index):
    "chad.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @g(%n: index) {
  // expected-error @below {{'chad.build' op expects body argument #0 to have type 'index', but it has type 'f64'}}
  %0 = "chad.build"(%n) ({
  ^bb0(%i: f64):
    "chad.yield"(%i) : (f64) -> ()
  }) : (index) -> tensor<?xf64>
  return
}

// -----

func.func @g(%n: index) {
  // expected-error @below {{'chad.build' op expects yielded value #0 to have the element type 'f64', but it has type 'index'}}
  %0 = "chad.build"(%n) ({
  ^bb0(%i: index):
    // expected-note @below {{yielded here}}
    "chad.yield"(%i) : (index) -> ()
  }) : (index) -> tensor<?xf64>
  return
}

// -----

func.func @g(%x: tensor<?xf64>, %s: f64) {
  // expected-error @below {{'chad.fold' op expects its body to yield 1 values, but it yields 2}}
  %0 = "chad.fold"(%x, %s) <{direction = #chad.direction<left>, operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f64, %t: f64):
    // expected-note @below {{yielded here}}
    "chad.yield"(%t, %e) : (f64, f64) -> ()
  }) : (tensor<?xf64>, f64) -> f64
  return
}

// -----

func.func @g(%x: tensor<?xf64>, %s: f64) {
  // expected-error @below {{'chad.fold' op collected result #0 must be an array, got 'f64'}}
  %0, %1 = "chad.fold"(%x, %s) <{direction = #chad.direction<left>, operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f64, %t: f64):
    "chad.yield"(%t, %e) : (f64, f64) -> ()
  }) : (tensor<?xf64>, f64) -> (f64, f64)
  return
}

// -----

func.func @g(%i: tensor<?xindex>, %x: tensor<?xf64>, %z: f64, %n: index) {
  // expected-error @below {{'chad.hist' op expects at least one result}}
  "chad.hist"(%i, %n, %x, %z) ({
  ^bb0(%a: f64, %b: f64):
    "chad.yield"(%a) : (f64) -> ()
  }) : (tensor<?xindex>, index, tensor<?xf64>, f64) -> ()
  return
}

// -----

func.func @g(%i: tensor<?xindex>, %x: tensor<?xf64>, %z: f64, %n: index) {
  // expected-error @below {{'chad.hist' op expects 1 results, one for each array, got 2}}
  %0:2 = "chad.hist"(%i, %n, %x, %z) ({
  ^bb0(%a: f64, %b: f64):
    "chad.yield"(%a) : (f64) -> ()
  }) : (tensor<?xindex>, index, tensor<?xf64>, f64) -> (tensor<?xf64>, tensor<?xf64>)
  return
}

// -----

func.func @g(%i: tensor<?xindex>, %x: tensor<?xf64>, %z: f64) {
  %n = arith.constant -2 : index
  // expected-error @below {{'chad.hist' op number of bins -2 is negative}}
  %0 = "chad.hist"(%i, %n, %x, %z) ({
  ^bb0(%a: f64, %b: f64):
    "chad.yield"(%a) : (f64) -> ()
  }) : (tensor<?xindex>, index, tensor<?xf64>, f64) -> tensor<?xf64>
  return
}

// -----

func.func @g(%x: !chad.lin<tensor<?xf64>>, %v: f64, %n: index) {
  // expected-error @below {{'chad.accumulate' op expects a value compatible with '!chad.lin<f64>', got 'f64'}}
  %0 = "chad.accumulate"(%v, %x, %n) : (f64, !chad.lin<tensor<?xf64>>, index) -> !chad.lin<tensor<?xf64>>
  return
}

// -----

func.func @g(%x: tensor<?xf64>, %v: f64) {
  // expected-error @below {{'chad.accumulate' op expects 1 to 1 indices into 'tensor<?xf64>', got 0}}
  %0 = "chad.accumulate"(%v, %x) : (f64, tensor<?xf64>) -> tensor<?xf64>
  return
}

// -----

func.func @g(%x: tensor<?xf64>, %v: f32, %n: index) {
  // expected-error @below {{'chad.accumulate' op expects a value compatible with 'f64', got 'f32'}}
  %0 = "chad.accumulate"(%v, %x, %n) : (f32, tensor<?xf64>, index) -> tensor<?xf64>
  return
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
// expected-error @below {{no tangent type at 'tensor<3xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>': a tensor with an encoding}}
func.func @g(%x: !chad.lin<tensor<3xf64, #sparse>>) {
  return
}

// -----

func.func @g(%x: tensor<4xf64>, %i: tensor<2xindex>) {
  // expected-error @below {{'chad.gather' op expects a result compatible with 'tensor<2xf64>', got 'tensor<2xf32>'}}
  %0 = "chad.gather"(%x, %i) : (tensor<4xf64>, tensor<2xindex>) -> tensor<2xf32>
  return
}

// -----

func.func @g(%x: !chad.lin<tensor<4xf64>>, %i: tensor<2xindex>) {
  // expected-error @below {{'chad.gather' op expects a result compatible with '!chad.lin<tensor<2xf64>>', got 'tensor<2xf64>'}}
  %0 = "chad.gather"(%x, %i) : (!chad.lin<tensor<4xf64>>, tensor<2xindex>) -> tensor<2xf64>
  return
}

// -----

func.func @g() {
  // expected-error @below {{'chad.lambda' op expects its body to take 1 arguments, but it takes 2}}
  %0 = "chad.lambda"() ({
  ^bb0(%a: f64, %b: f64):
    "chad.yield"(%a) : (f64) -> ()
  }) : () -> ((f64) -> f64)
  return
}

// -----

func.func @g(%s: !chad.sum<(f64), (i1)>) {
  // expected-error @below {{'chad.case' op expects yielded value #0 to have the result type 'f64', but it has type 'i1'}}
  %0 = "chad.case"(%s) ({
  ^bb0(%a: f64):
    "chad.yield"(%a) : (f64) -> ()
  }, {
  ^bb0(%a: i1):
    // expected-note @below {{yielded here}}
    "chad.yield"(%a) : (i1) -> ()
  }) : (!chad.sum<(f64), (i1)>) -> f64
  return
}

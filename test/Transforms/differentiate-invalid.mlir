// RUN: chad-opt %s --split-input-file --verify-diagnostics --chad-differentiate

// expected-note @below {{argument #0 here}}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{chad: no reverse rule for 'spirv.CL.exp'}}
  // expected-note @below {{operand #0 depends on a differentiated argument}}
  // expected-note @below {{implement 'chad::DifferentiableOpInterface' for the op, give the function around it a custom rule}}
  %r = spirv.CL.exp %x : f64
  return %r : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-note @below {{while differentiating this call of '@f'}}
  %r = func.call @f(%x) : (f64) -> f64
  return %r : f64
}
func.func @asks(%x: f64) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @g(%x) : (f64) -> f64
  return %g : f64
}

// -----

// expected-error @below {{chad: '@f' has no body to differentiate; give it one, or a custom rule}}
func.func private @f(%x: f64) -> f64
func.func @asks(%x: f64) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

// -----

// expected-error @below {{chad: '@f' ends with another op than 'func.return'; differentiate it before it is lowered}}
func.func @f(%x: f64) -> (f64, f64) {
  %0 = llvm.mlir.poison : !llvm.struct<(f64, f64)>
  %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(f64, f64)>
  %2 = llvm.insertvalue %x, %1[1] : !llvm.struct<(f64, f64)>
  llvm.return %2 : !llvm.struct<(f64, f64)>
}
func.func @asks(%x: f64) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%x) of [1] : (f64) -> f64
  return %g : f64
}

// -----

// No derivative is lost in memory.

func.func @f(%x: f64, %m: memref<f64>) -> f64 {
  // expected-error @below {{chad: no derivative through the side effects of 'memref.store'}}
  // expected-note @below {{differentiate before bufferization}}
  memref.store %x, %m[] : memref<f64>
  %y = memref.load %m[] : memref<f64>
  %z = arith.addf %y, %x : f64
  return %z : f64
}
func.func @asks(%x: f64, %m: memref<f64>) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%x, %m) : (f64, memref<f64>) -> f64
  return %g : f64
}

// -----

// Nor in functions that write to memory.

llvm.func @sine(f64, !llvm.ptr)
func.func @f(%x: f64, %p: !llvm.ptr) -> f64 {
  // expected-error @below {{chad: no derivative through the side effects of 'llvm.call'}}
  // expected-note @below {{differentiate before bufferization}}
  llvm.call @sine(%x, %p) : (f64, !llvm.ptr) -> ()
  %y = llvm.load %p : !llvm.ptr -> f64
  return %y : f64
}
func.func @asks(%x: f64, %p: !llvm.ptr) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @f(%x, %p) wrt [0] : (f64, !llvm.ptr) -> f64
  return %g : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{chad: '@f' asks for its own derivative here}}
  %g = chad.grad @f(%x) : (f64) -> f64
  return %g : f64
}

// -----

// The call in a request for a declaration, with the way there.

// expected-error @below {{chad: '@f' has no body to differentiate; give it one, or a custom rule ('chad.custom_jvp', 'chad.custom_vjp'), or mark it 'chad.inactive'}}
func.func private @f(%x: f64) -> f64
func.func @g(%x: f64) -> f64 {
  // expected-note @below {{while differentiating this call of '@f'}}
  %r = func.call @f(%x) : (f64) -> f64
  return %r : f64
}
func.func @asks(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  // expected-note @below {{asked for here}}
  %y, %t = chad.jvp @g(%x) along(%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %t : !chad.lin<f64>
}

// -----

func.func @captures(%f: (f64) -> f64, %x: f64, %b: i1) -> f64 {
  // expected-error @below {{chad: no derivative of a function value that is known at run time only}}
  // expected-note @below {{functions are known where they do not come from a public or external function}}
  %g = chad.lambda (%y : f64) -> f64 {
    %z = arith.mulf %x, %y : f64
    chad.yield %z : f64
  }
  %h = arith.select %b, %f, %g : (f64) -> f64
  %one = arith.constant 1.0 : f64
  %r = chad.apply %h(%one) : (f64) -> f64
  return %r : f64
}
func.func @asks(%f: (f64) -> f64, %x: f64, %b: i1) -> f64 {
  // expected-note @below {{asked for here}}
  %g = chad.grad @captures(%f, %x, %b) : ((f64) -> f64, f64, i1) -> f64
  return %g : f64
}

// -----

func.func private @unranked(%x: tensor<3xf64>) -> f64 {
  // expected-error @below {{chad: no derivative for values of type 'tensor<*xf64>', which depend on a differentiated argument here}}
  // expected-note @below {{compute with floats and tensors of known rank, or pass the operand through 'chad.stop_gradient' if it is to count as constant; docs/Coverage.md lists what can be differentiated}}
  %u = tensor.cast %x : tensor<3xf64> to tensor<*xf64>
  %r = func.call @first(%u) : (tensor<*xf64>) -> f64
  return %r : f64
}
func.func private @first(%x: tensor<*xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %y = tensor.cast %x : tensor<*xf64> to tensor<?xf64>
  %e = tensor.extract %y[%c0] : tensor<?xf64>
  return %e : f64
}
func.func @asks(%x: tensor<3xf64>) -> tensor<3xf64> {
  // expected-note @below {{asked for here}}
  %g = chad.grad @unranked(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %g : tensor<3xf64>
}

// RUN: chad-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{no tangent type at 'memref<4xf64>': expected a float, an integer, index, or a ranked tensor of them}}
func.func private @f(!chad.lin<memref<4xf64>>)

// -----

// expected-error@+1 {{'!chad.lin<f64>' is a linear type already}}
func.func private @f(!chad.lin<!chad.lin<f64>>)

// -----

// expected-error@+1 {{no !chad.lin at the function type '(f64) -> f64': its tangents are a power A -> L, its cotangents a !chad.copower}}
func.func private @f(!chad.lin<(f64) -> f64>)

// -----

// expected-error@+1 {{no !chad.lin at 'tuple<f64, f64>': its tangents are the tuple of the tangents of its parts}}
func.func private @f(!chad.lin<tuple<f64, f64>>)

// -----

// expected-error@+1 {{no !chad.lin at '!chad.sum<(f64), ()>': its tangents are the sum of the tangents of its parts}}
func.func private @f(!chad.lin<!chad.sum<(f64), ()>>)

// -----

// expected-error@+1 {{no tangent type at 'complex<i32>': its parts are no floats}}
func.func private @f(!chad.lin<complex<i32>>)

// -----

// expected-error@+1 {{no tangent type at 'tensor<*xf64>': the tensor must have a rank}}
func.func private @f(!chad.lin<tensor<*xf64>>)

// -----

// expected-error@+1 {{no tangent type at 'tensor<2xcomplex<i32>>': its elements are neither floats nor integers}}
func.func private @f(!chad.lin<tensor<2xcomplex<i32>>>)

// -----

#sparse = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
// expected-error@+1 {{no tangent type at 'tensor<2xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>': a tensor with an encoding}}
func.func private @f(!chad.lin<tensor<2xf64, #sparse>>)

// -----

// expected-error@+1 {{linear function input #1 is 'f64', which is not a linear type}}
func.func private @f(!chad.lfun<(lin<f64>, f64) -> (lin<f64>)>)

// -----

// expected-error@+1 {{linear function output #0 is 'tensor<4xf64>', which is not a linear type}}
func.func private @f(!chad.lfun<(lin<f64>) -> (tensor<4xf64>)>)

// -----

// expected-error@+1 {{copower tangent #0 is 'f64', which is not a linear type}}
func.func private @f(!chad.copower<(f64), (f64)>)

// -----

// expected-error@+1 {{copower primal #0 is '!chad.lin<f64>', a linear type; the first part of a copower is Cartesian}}
func.func private @f(!chad.copower<(lin<f64>), (lin<f64>)>)

// -----

// expected-error@+1 {{sum part #0 is a context, which cannot be part of a value}}
func.func private @f(!chad.sum<(ctx<[f64]>), ()>)

// -----

// expected-error@+1 {{context component #1 is a context, which cannot be part of a value}}
func.func private @f(!chad.ctx<[f64, ctx<[]>]>)

// -----

// expected-error@+1 {{expected '->'}}
func.func private @f(!chad.lfun<(lin<f64>)>)

// RUN: chad-opt %s -verify-diagnostics -split-input-file

func.func private @f(tensor<3xf64>) -> tensor<2xf64>
func.func @h(%x: tensor<3xf64>) {
  // expected-error @+1 {{expects one float to differentiate, got results ('tensor<2xf64>'); choose one with 'of', or use 'chad.vjp'}}
  %h = chad.hessian @f(%x) : (tensor<3xf64>) -> tensor<3x3xf64>
  return
}

// -----

func.func private @f(tensor<3xf64>) -> f64
func.func @h(%x: tensor<3xf64>) {
  // expected-error @+1 {{expects results of types ('tensor<3x3xf64>'), got ('tensor<3xf64>')}}
  %h = chad.hessian @f(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func private @f(tensor<3xf64>) -> f64
func.func @h(%x: tensor<3xf64>, %v: tensor<4xf64>) {
  // expected-error @+1 {{expects vectors of types ('tensor<3xf64>'), got ('tensor<4xf64>')}}
  %h = chad.hvp @f(%x) along(%v) : (tensor<3xf64>, tensor<4xf64>) -> tensor<3xf64>
  return
}

// -----

func.func private @f(tensor<3xf64>, f64) -> f64
func.func @h(%x: tensor<3xf64>, %k: f64, %v: !chad.lin<tensor<3xf64>>) {
  // expected-error @+1 {{expects vectors of types ('!chad.lin<tensor<3xf64>>', '!chad.lin<f64>'), got ('!chad.lin<tensor<3xf64>>', 'f64')}}
  %h:2 = chad.hvp @f(%x, %k) along(%v, %k) : (tensor<3xf64>, f64, !chad.lin<tensor<3xf64>>, f64) -> (tensor<3xf64>, f64)
  return
}

// -----

func.func private @f(f64, f64) -> f64
func.func @seeds(%x: f64, %v: !chad.lin<tensor<3xf64>>, %w: !chad.lin<tensor<4xf64>>) {
  // expected-error @+1 {{expects tangents of types}}
  %y, %d = chad.jvp @f(%x, %x) along(%v, %w) : (f64, f64, !chad.lin<tensor<3xf64>>, !chad.lin<tensor<4xf64>>) -> (f64, !chad.lin<tensor<3xf64>>)
  return
}

// -----

func.func private @f(f64) -> f64
func.func @seeds(%x: f64, %v: !chad.lin<tensor<3xf64>>) {
  // expected-error @+1 {{expects results of types ('f64', '!chad.lin<tensor<3xf64>>'), got ('f64', '!chad.lin<f64>')}}
  %y, %d = chad.vjp @f(%x) seed(%v) : (f64, !chad.lin<tensor<3xf64>>) -> (f64, !chad.lin<f64>)
  return
}

// -----

// expected-note @+1 {{'f' is defined here}}
func.func private @f(f64) -> f64
func.func @all(%x: f64) {
  // expected-error @+1 {{maps no operand: each has the type that the function takes; use 'func.call', or pass an array of values for an argument}}
  %y = chad.vmap @f(%x) : (f64) -> f64
  return
}

// -----

// expected-note @+1 {{'f' is defined here}}
func.func private @f(f64) -> f64
func.func @all(%x: tensor<2x2xf64>) {
  // expected-error @+1 {{operand #0 has type 'tensor<2x2xf64>', which is neither 'f64', for all calls, nor an array of it, for each call one}}
  %y = chad.vmap @f(%x) : (tensor<2x2xf64>) -> tensor<2xf64>
  return
}

// -----

func.func private @f(f64, f64) -> f64
func.func @all(%x: tensor<2xf64>, %y: tensor<3xf64>) {
  // expected-error @+1 {{operand #1 has 3 elements, another 2}}
  %z = chad.vmap @f(%x, %y) : (tensor<2xf64>, tensor<3xf64>) -> tensor<2xf64>
  return
}

// -----

// expected-note @+1 {{'f' is defined here}}
func.func private @f(f64) -> memref<f64>
func.func @all(%x: tensor<2xf64>) {
  // expected-error @+1 {{cannot make an array of results of type 'memref<f64>'}}
  %z = chad.vmap @f(%x) : (tensor<2xf64>) -> memref<f64>
  return
}

// -----

func.func @all(%x: tensor<2xf64>) {
  // expected-error @+1 {{names 'g', which is not a function in scope}}
  %z = chad.vmap @g(%x) : (tensor<2xf64>) -> tensor<2xf64>
  return
}

// -----

func.func @matrix(%a: tensor<2x3xf64>) {
  // expected-error @+1 {{expects a matrix of type 'tensor<3x2xf64>', got 'tensor<2x3xf64>'}}
  %m = chad.lfun.from_matrix %a : tensor<2x3xf64>, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

// -----

func.func @matrix(%a: tensor<2x3xf64>) {
  // expected-error @+1 {{expects floats of one type, got 'tensor<3xf32>' and 'tensor<2xf64>'}}
  %m = chad.lfun.from_matrix %a : tensor<2x3xf64>, !chad.lfun<(lin<tensor<3xf32>>) -> (lin<tensor<2xf64>>)>
  return
}

// -----

func.func @matrix(%a: tensor<2x3xf64>) {
  // expected-error @+1 {{expects one input and one output, each of a !chad.lin of floats}}
  %m = chad.lfun.from_matrix %a : tensor<2x3xf64>, !chad.lfun<(lin<tensor<3xf64>>, lin<f64>) -> (lin<tensor<2xf64>>)>
  return
}

// -----

func.func @matrix(%m: !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>) {
  // expected-error @+1 {{expects 1 domain sizes}}
  %a = chad.lfun.to_matrix %m : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> -> tensor<?xf64>
  return
}

// -----

func.func @matrix(%m: !chad.lfun<(lin<index>) -> (lin<f64>)>) {
  // expected-error @+1 {{has no entries between}}
  %a = chad.lfun.to_matrix %m : !chad.lfun<(lin<index>) -> (lin<f64>)> -> f64
  return
}

// -----

func.func @matrix(%m: !chad.lfun<(lin<f64>) -> (lin<tensor<2xf64>>)>) {
  // expected-error @+1 {{expects results of types ('tensor<2xf64>'), got ('f64')}}
  %a = chad.lfun.to_matrix %m : !chad.lfun<(lin<f64>) -> (lin<tensor<2xf64>>)> -> f64
  return
}

// -----

func.func @filter(%x: tensor<3xf64>, %m: tensor<4xi1>) {
  // expected-error @+1 {{operand #0 has 3 elements, another 4}}
  %y = chad.filter %x where %m : tensor<3xf64> where tensor<4xi1> -> tensor<?xf64>
  return
}

// -----

func.func @filter(%x: tensor<3xf64>, %m: tensor<3xi1>) {
  // expected-error @+1 {{expects results of types ('tensor<?xf64>'), got ('tensor<3xf64>')}}
  %y = chad.filter %x where %m : tensor<3xf64> where tensor<3xi1> -> tensor<3xf64>
  return
}

// -----

func.func @filter(%x: tensor<f64>, %m: tensor<3xi1>) {
  // expected-error @+1 {{operand #0 has type 'tensor<f64>', which is no array of scalars or of tensors of them}}
  %y = chad.filter %x where %m : tensor<f64> where tensor<3xi1> -> tensor<?xf64>
  return
}

// -----

func.func @scatter(%v: tensor<3xf64>, %x: tensor<4xf32>, %i: tensor<3xindex>) {
  // expected-error @+1 {{writes elements of type 'f64' among those of type 'f32'}}
  %y = chad.scatter %v into %x[%i] : tensor<3xf64> into tensor<4xf32>, tensor<3xindex>
  return
}

// -----

func.func @scatter(%v: tensor<3xf64>, %x: tensor<4xf64>, %i: tensor<2xindex>) {
  // expected-error @+1 {{has 3 values for 2 indices}}
  %y = chad.scatter %v into %x[%i] : tensor<3xf64> into tensor<4xf64>, tensor<2xindex>
  return
}

// -----

func.func @scatter(%v: tensor<3xf64>, %x: tensor<4xf64>, %i: tensor<3x1xindex>) {
  // expected-error @+1 {{expects indices in one dimension, got 'tensor<3x1xindex>'}}
  %y = chad.scatter %v into %x[%i] : tensor<3xf64> into tensor<4xf64>, tensor<3x1xindex>
  return
}

// -----

func.func @diagonal(%d: tensor<3xindex>) {
  // expected-error @+1 {{expected a float or a tensor of floats, got 'tensor<3xindex>'}}
  %m = chad.lfun.diagonal %d : tensor<3xindex>
  return
}

// -----

func.func @gather(%is: tensor<2xindex>) {
  // expected-error @+1 {{reads '!chad.lin<tensor<2xf64>>', but the function is between '!chad.lin<tensor<3xf64>>' and '!chad.lin<tensor<3xf64>>'}}
  %m = chad.lfun.gather %is : tensor<2xindex>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

// -----

func.func @gather(%is: tensor<2xindex>) {
  // expected-error @+1 {{reads elements of '!chad.lin<f64>', which is no array}}
  %m = chad.lfun.gather %is : tensor<2xindex>, !chad.lfun<(lin<f64>) -> (lin<tensor<2xf64>>)>
  return
}

// -----

func.func @gather(%is: tensor<2x1xindex>) {
  // expected-error @+1 {{expects indices in one dimension, got 'tensor<2x1xindex>'}}
  %m = chad.lfun.gather %is : tensor<2x1xindex>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
  return
}

// -----

func.func @gather(%is: tensor<?xindex>) {
  // expected-error @+1 {{expects 1 sizes}}
  %m = chad.lfun.gather %is : tensor<?xindex>, !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  return
}

// -----

func.func @slice() {
  // expected-error @+1 {{is between tensors of one rank, not '!chad.lin<tensor<3x2xf64>>' and '!chad.lin<tensor<3xf64>>'}}
  %m = chad.lfun.slice [0, 0] [3, 1] [1, 1] : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

// -----

func.func @slice() {
  // expected-error @+1 {{expects 1 offsets, got 2}}
  %m = chad.lfun.slice [0, 0] [3] [1] : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

// -----

func.func @slice() {
  // expected-error @+1 {{whose size in dimension 0 is not that which is named}}
  %m = chad.lfun.slice [0] [2] [1] : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

// -----

func.func @slice() {
  // expected-error @+1 {{expects offsets from 0 and strides from 1 in dimension 0}}
  %m = chad.lfun.slice [0] [3] [0] : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

// -----

func.func @slice() {
  // expected-error @+1 {{reads outside of 'tensor<4xf64>' in dimension 0}}
  %m = chad.lfun.slice [0] [3] [2] : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<3xf64>>)>
  return
}

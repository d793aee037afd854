// RUN: chad-opt %s -split-input-file -verify-diagnostics

func.func private @f(tensor<?xf64>) -> tensor<?xf64>
func.func @types(%x: tensor<?xf64>) {
  // expected-error @+1 {{'chad.jacobian' op expects results of types ('tensor<?xindex>', 'tensor<?xindex>', 'tensor<?xf64>'), got ('tensor<?x?xf64>')}}
  %j = chad.jacobian @f(%x) {sparse} : (tensor<?xf64>) -> tensor<?x?xf64>
  return
}

// -----

func.func private @f(tensor<?xf32>) -> tensor<?xf64>
func.func @mixed(%x: tensor<?xf32>) {
  // expected-error @+1 {{has values of one type when it is sparse, and differentiates 'tensor<?xf32>' and 'tensor<?xf64>'; choose floats of one type by 'wrt' and 'of'}}
  %o, %c, %v = chad.jacobian @f(%x) {sparse} : (tensor<?xf32>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return
}

// -----

// expected-note @+1 {{the function must return what one 'chad.grad' of its arguments gives}}
func.func private @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
func.func @unknown(%x: tensor<?xf64>) {
  // expected-error @+1 {{is not known to be symmetric}}
  %o, %c, %v = chad.jacobian @f(%x) {sparse, symmetric} : (tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return
}

// -----

// The gradient by one argument, and its Jacobian by the other.

func.func private @loss(tensor<?xf64>, tensor<?xf64>) -> f64
// expected-note @+1 {{by the same arguments in the same order}}
func.func private @g(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %g = chad.grad @loss(%x, %y) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func @other(%x: tensor<?xf64>) {
  // expected-error @+1 {{is not known to be symmetric}}
  %o, %c, %v = chad.jacobian @g(%x, %x) wrt [1] {sparse, symmetric} : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return
}

// -----

// One argument at two places.

func.func private @loss(tensor<?xf64>, tensor<?xf64>) -> f64
// expected-note @+1 {{by the same arguments in the same order}}
func.func private @g(%x: tensor<?xf64>) -> tensor<?xf64> {
  %g = chad.grad @loss(%x, %x) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func @twice(%x: tensor<?xf64>) {
  // expected-error @+1 {{is not known to be symmetric}}
  %o, %c, %v = chad.jacobian @g(%x) {sparse, symmetric} : (tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return
}

// -----

func.func private @dense(%x: tensor<2xf64>) -> tensor<2xf64> {
  return %x : tensor<2xf64>
}

func.func @symmetric_dense(%x: tensor<2xf64>) -> tensor<2x2xf64> {
  // expected-error @+1 {{has 'symmetric' without 'sparse': only a sparse Jacobian makes use of it}}
  %j = chad.jacobian @dense(%x) {symmetric} : (tensor<2xf64>) -> tensor<2x2xf64>
  return %j : tensor<2x2xf64>
}

// RUN: chad-opt %s --split-input-file --verify-diagnostics --chad-expand-derived-ops --chad-differentiate

!m = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
func.func private @rotated(%x: tensor<3xf64>, %is: tensor<3xindex>) -> tensor<3xf64> {
  // expected-error@+1 {{chad: the derivative of '@rotated' is not known to have a matrix of structure 'permutation': the positions that are read here are not known to be a permutation}}
  %a = chad.gather %x[%is] : tensor<3xf64>, tensor<3xindex> -> tensor<3xf64>
  return %a : tensor<3xf64>
}
func.func @permutation(%x: tensor<3xf64>, %is: tensor<3xindex>) -> !m {
  // expected-note@+1 {{asked for here; 'as<auto>' chooses a representation}}
  %y, %m = chad.linearize @rotated(%x, %is) as<permutation> : (tensor<3xf64>, tensor<3xindex>) -> (tensor<3xf64>, !m)
  return %m : !m
}

// -----

!m = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
func.func private @read(%x: tensor<3xf64>) -> tensor<3xf64> {
  %is = arith.constant dense<[0, 0, 1]> : tensor<3xindex>
  // expected-error@+1 {{chad: the derivative of '@read' is not known to have a matrix of structure 'slice': the derivative of this is 'chad.lfun.gather'}}
  %a = chad.gather %x[%is] : tensor<3xf64>, tensor<3xindex> -> tensor<3xf64>
  return %a : tensor<3xf64>
}
func.func @slice(%x: tensor<3xf64>) -> !m {
  // expected-note@+1 {{asked for here}}
  %y, %m = chad.linearize @read(%x) as<slice> : (tensor<3xf64>) -> (tensor<3xf64>, !m)
  return %m : !m
}

// -----

!m = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
func.func private @sums(%x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  // expected-error@+1 {{chad: the derivative of '@sums' is not known to have a matrix of structure 'diagonal': no diagonal, gather or slice represents the derivative of this}}
  %s = chad.scan left inclusive (%a, %b in %x from %zero : tensor<3xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %s : tensor<3xf64>
}
func.func @diagonal(%x: tensor<3xf64>) -> !m {
  // expected-note@+1 {{asked for here}}
  %y, %m = chad.linearize @sums(%x) as<diagonal> : (tensor<3xf64>) -> (tensor<3xf64>, !m)
  return %m : !m
}

// -----

!m = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
// expected-error@+1 {{chad: the matrix of the derivative of '@wide' is not known to have a low rank: its results are not computed, in one block, from fewer floats than it has as arguments, and as results}}
func.func private @wide(%x: tensor<3xf64>) -> tensor<3xf64> {
  %a = math.sin %x : tensor<3xf64>
  %b = math.exp %a : tensor<3xf64>
  return %b : tensor<3xf64>
}
func.func @low_rank(%x: tensor<3xf64>) -> !m {
  // expected-note@+1 {{asked for here}}
  %y, %m = chad.linearize @wide(%x) as<low_rank> : (tensor<3xf64>) -> (tensor<3xf64>, !m)
  return %m : !m
}

// -----

!m = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
// expected-error@+1 {{chad: '@own' has a derivative of its own, whose matrix has no known structure}}
func.func private @own(%x: tensor<3xf64>) -> tensor<3xf64> attributes {chad.custom_vjp = @back} {
  return %x : tensor<3xf64>
}
func.func private @back(%x: tensor<3xf64>, %y: !chad.lin<tensor<3xf64>>) -> !chad.lin<tensor<3xf64>> {
  return %y : !chad.lin<tensor<3xf64>>
}
func.func @diagonal(%x: tensor<3xf64>) -> !m {
  // expected-note@+1 {{asked for here}}
  %y, %m = chad.linearize @own(%x) as<diagonal> : (tensor<3xf64>) -> (tensor<3xf64>, !m)
  return %m : !m
}

// -----

func.func private @f(%x: f64) -> f64
func.func @keyword(%x: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  // expected-error@+1 {{expected a representation: 'auto', 'function', 'dual', 'matrix', 'continuation', 'begin', 'diagonal', 'permutation', 'slice', 'block', 'low_rank'; got 'band'}}
  %y, %m = chad.linearize @f(%x) as<band> : (f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// -----

func.func private @f(%x: f64) -> f64
func.func @attribute(%x: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  // expected-error@+1 {{chad: 'chad.structure' is the structure of a matrix, for 'chad.linearize'; write 'as<diagonal>', for example}}
  %y, %m = chad.linearize @f(%x) as<dual> {chad.structure = "diagonal"} : (f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

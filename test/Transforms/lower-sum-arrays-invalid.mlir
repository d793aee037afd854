// RUN: chad-opt %s --chad-lower-sums --split-input-file --verify-diagnostics

!s = !chad.sum<(), (f64)>
func.func @reverse(%a: tensor<4x!s>) -> tensor<2x!s> {
  %e = tensor.empty() : tensor<2x!s>
  // expected-error @below {{chad: 'linalg.generic' cannot take or make an array of sums: 'tensor<2x!chad.sum<(), (f64)>>'}}
  // expected-note @below {{read and make such arrays by 'chad.map', 'chad.build' and other combinators, 'chad.gather', and slices}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<2x!s>) {
  ^bb0(%s: !s):
    linalg.yield %s : !s
  } -> tensor<2x!s>
  return %r : tensor<2x!s>
}

// -----

!d = !chad.sum<(), (tensor<?xf64>)>
func.func @dynamic(%s: !d) -> tensor<1x!d> {
  // expected-error @below {{chad: there are no arrays of these sums: 'tensor<1x!chad.sum<(), (tensor<?xf64>)>>'}}
  // expected-note @below {{put others in boxes: 'chad.box'}}
  %a = tensor.from_elements %s : tensor<1x!d>
  return %a : tensor<1x!d>
}

// -----

!s = !chad.sum<(), (f64)>
func.func @single(%a: tensor<!s>) -> tensor<1x!s> {
  // expected-error @below {{chad: 'tensor.expand_shape' cannot take or make an array of sums}}
  // expected-note @below {{read and make such arrays}}
  %e = tensor.expand_shape %a [] output_shape [1] : tensor<!s> into tensor<1x!s>
  return %e : tensor<1x!s>
}

// -----

!s = !chad.sum<(), (f64)>
func.func @equal(%a: tensor<4x!s>, %b: tensor<4x!s>, %p: tensor<4xi1>) -> tensor<4x!s> {
  // expected-error @below {{chad: 'arith.select' cannot take or make an array of sums}}
  // expected-note @below {{read and make such arrays}}
  %r = arith.select %p, %a, %b : tensor<4xi1>, tensor<4x!s>
  return %r : tensor<4x!s>
}

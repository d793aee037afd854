// Elements that a condition selects, and values that overwrite others.

// DEFINE: %{filter} = chad-run %s --entry=filtered --arg='[1, -2, 3, -0.5, 0.25]' --arg='[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]'
// RUN: %{filter} | FileCheck %s --check-prefix=FILTER
// RUN: %{filter} --interpret | FileCheck %s --check-prefix=FILTER
// RUN: %{filter} --grad-check --of=0,1 | FileCheck %s --check-prefix=GRADIENT
// FILTER: tensor<3xf64> [1, 9, 0.0625]
// FILTER-NEXT: tensor<3x2xf64> {{\[\[}}1, 2], [5, 6], [9, 10]]
// FILTER-NEXT: tensor<3xindex> [0, 2, 4]

// None, and nothing to choose from.
// RUN: chad-run %s --entry=filtered --arg='[-1]' --arg='[[1, 2]]' | FileCheck %s --check-prefix=NONE
// RUN: chad-run %s --entry=filtered --arg='[-1]' --arg='[[1, 2]]' --interpret | FileCheck %s --check-prefix=NONE
// NONE: tensor<0xf64> []
// NONE-NEXT: tensor<0x2xf64> []
// NONE-NEXT: tensor<0xindex> []
// RUN: chad-run %s --entry=one --arg='[]' | FileCheck %s --check-prefix=EMPTY
// EMPTY: tensor<0xf64> []

// Arrays of several extents.
// RUN: not chad-run %s --entry=given --arg='[1, 2, 3]' --arg='[1, 1, 1, 1]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not chad-run %s --entry=given --arg='[1, 2, 3]' --arg='[1, 1]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not chad-run %s --entry=given --arg='[1, 2, 3]' --arg='[1, 1]' --interpret 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not chad-run %s --entry=given_gradient --arg='[1, 2, 3]' --arg='[1, 1, 1, 1]' --arg='[1, 1, 1]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not chad-run %s --entry=sum --arg='[1, 2, 3]' --arg='[10]' --arg='[1, 1]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// EXTENTS: error: {{.*('chad.(filter|scatter)' has arrays of several extents|there are 2 conditions, but an array has 3 elements)}}

// The last of two values for one index stays; -1 and 7 are no indices.
// DEFINE: %{scatter} = chad-run %s --entry=scattered --arg='[1, 2, 3, 4, 5]' --arg='[10, 20, 30, 40]' --arg='[3, -1, 3, 7]' --arg='[[1, 2], [3, 4]]' --arg='[[5, 6]]'
// RUN: %{scatter} | FileCheck %s --check-prefix=SCATTER
// RUN: %{scatter} --interpret | FileCheck %s --check-prefix=SCATTER
// RUN: %{scatter} --grad-check | FileCheck %s --check-prefix=GRADIENT
// SCATTER: tensor<5xf64> [1, 4, 9, 900, 25]
// SCATTER-NEXT: tensor<2x2xf64> {{\[\[}}1, 2], [5, 6]]
// RUN: chad-run %s --entry=sum --arg='[1, 2, 3]' --arg='[10, 20]' --arg='[1, 1]' --grad --wrt=0,1 | FileCheck %s --check-prefix=COTANGENTS
// COTANGENTS: f64 410
// COTANGENTS-NEXT: tensor<3xf64> [2, 0, 6]
// COTANGENTS-NEXT: tensor<2xf64> [0, 40]

// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// GRADIENT: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

func.func private @positive(%xs: tensor<?xf64>) -> tensor<?xi1> {
  %zero = arith.constant 0.0 : f64
  %mask = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xi1> {
    %c = arith.cmpf ogt, %x, %zero : f64
    chad.yield %c : i1
  }
  return %mask : tensor<?xi1>
}
func.func @filtered(%xs: tensor<?xf64>, %rows: tensor<?x2xf64>)
    -> (tensor<?xf64>, tensor<?x2xf64>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %places = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %mask = func.call @positive(%xs) : (tensor<?xf64>) -> tensor<?xi1>
  %r:3 = chad.filter %xs, %rows, %places where %mask
      : tensor<?xf64>, tensor<?x2xf64>, tensor<?xindex> where tensor<?xi1>
      -> tensor<?xf64>, tensor<?x2xf64>, tensor<?xindex>
  %squares = arith.mulf %r#0, %r#0 : tensor<?xf64>
  return %squares, %r#1, %r#2 : tensor<?xf64>, tensor<?x2xf64>, tensor<?xindex>
}
func.func @one(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %mask = func.call @positive(%xs) : (tensor<?xf64>) -> tensor<?xi1>
  %r = chad.filter %xs where %mask : tensor<?xf64> where tensor<?xi1> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @scattered(%xs: tensor<?xf64>, %vs: tensor<?xf64>, %is: tensor<?xi32>, %m: tensor<2x2xf64>,
                     %row: tensor<1x2xf64>) -> (tensor<?xf64>, tensor<2x2xf64>) {
  %one = arith.constant dense<1> : tensor<1xindex>
  %r = chad.scatter %vs into %xs[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xi32>
  %squares = arith.mulf %r, %r : tensor<?xf64>
  %s = chad.scatter %row into %m[%one] : tensor<1x2xf64> into tensor<2x2xf64>, tensor<1xindex>
  return %squares, %s : tensor<?xf64>, tensor<2x2xf64>
}
func.func @sum(%xs: tensor<?xf64>, %vs: tensor<?xf64>, %is: tensor<?xi32>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.scatter %vs into %xs[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xi32>
  %squares = arith.mulf %r, %r : tensor<?xf64>
  %s = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %s : f64
}

func.func @given(%xs: tensor<?xf64>, %mask: tensor<?xi1>) -> tensor<?xf64> {
  %ys = chad.filter %xs where %mask : tensor<?xf64> where tensor<?xi1> -> tensor<?xf64>
  return %ys : tensor<?xf64>
}

func.func @given_gradient(%xs: tensor<?xf64>, %mask: tensor<?xi1>, %seed: tensor<?xf64>) -> tensor<?xf64> {
  %s = chad.to_linear %seed : tensor<?xf64>
  %ys, %c = chad.vjp @given(%xs, %mask) seed(%s) wrt [0] : (tensor<?xf64>, tensor<?xi1>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %g = chad.from_linear %c : !chad.lin<tensor<?xf64>>
  return %g : tensor<?xf64>
}

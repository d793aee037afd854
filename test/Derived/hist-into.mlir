// Histograms that are reduced into given arrays.

// DEFINE: %{sums} = chad-run %s --entry=sums --arg='[1, 0, 1, 7, -1]' --arg='[1, 2, 3, 4, 5]' --arg='[10, 20, 30]'
// RUN: %{sums} | FileCheck %s --check-prefix=SUMS
// RUN: %{sums} --interpret | FileCheck %s --check-prefix=SUMS
// RUN: %{sums} --target=cuda-emulated | FileCheck %s --check-prefix=SUMS
// RUN: %{sums} --threads=2 | FileCheck %s --check-prefix=SUMS
// RUN: %{sums} --grad-check | FileCheck %s --check-prefix=GRADIENT
// SUMS: tensor<3xf64> [144, 576, 900]

// DEFINE: %{products} = chad-run %s --entry=products --arg='[1, 0, 1]' --arg='[1, 2, 3]' --arg='[10, 20, 30]'
// RUN: %{products} | FileCheck %s --check-prefix=PRODUCTS
// RUN: %{products} --interpret | FileCheck %s --check-prefix=PRODUCTS
// RUN: %{products} --target=cuda-emulated | FileCheck %s --check-prefix=PRODUCTS
// RUN: %{products} --grad-check | FileCheck %s --check-prefix=GRADIENT
// PRODUCTS: tensor<3xf64> [20, 60, 30]

// DEFINE: %{rows} = chad-run %s --entry=rows --arg='[1, 1]' --arg='[[1, 2], [3, 4]]' --arg='[[10, 20], [30, 40]]' --arg='[5, 6]' --arg='[1, 2]'
// RUN: %{rows} | FileCheck %s --check-prefix=ROWS
// RUN: %{rows} --interpret | FileCheck %s --check-prefix=ROWS
// RUN: %{rows} --target=cuda-emulated | FileCheck %s --check-prefix=ROWS
// RUN: %{rows} --grad-check | FileCheck %s --check-prefix=GRADIENT
// ROWS: tensor<2x2xf64> {{\[\[}}10, 20], [34, 46]]
// ROWS-NEXT: tensor<2xf64> [1, 6]

// No bin, and no element.
// RUN: chad-run %s --entry=sums --arg='[0]' --arg='[1]' --arg='[]' | FileCheck %s --check-prefix=NONE
// NONE: tensor<0xf64> []
// RUN: chad-run %s --entry=sums --arg='[]' --arg='[]' --arg='[2]' | FileCheck %s --check-prefix=SAME
// SAME: tensor<1xf64> [4]

// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// GRADIENT: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

// RUN: echo 'func.func @f(%%i: tensor<?xindex>, %%x: tensor<?xf64>, %%d: tensor<?xf32>, %%z: f64) -> tensor<?xf32> {' > %t.mlir
// RUN: echo '  %%h = chad.hist_into %%i : tensor<?xindex> (%%a, %%b in %%x from %%z : tensor<?xf64>) into (%%d) -> tensor<?xf32> { chad.yield %%a : f64 } return %%h : tensor<?xf32> }' >> %t.mlir
// RUN: not chad-opt %t.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: 'chad.hist_into' op reduces elements of type 'f64' into array #0, which has elements of type 'f32'

func.func @sums(%is: tensor<?xindex>, %xs: tensor<?xf64>, %dest: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %h = chad.hist_into %is : tensor<?xindex> (%a, %x in %xs from %zero : tensor<?xf64>) into (%dest) -> tensor<?xf64> {
    %r = arith.addf %a, %x : f64
    chad.yield %r : f64
  }
  %s = chad.map (%a in %h : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %a : f64
    chad.yield %p : f64
  }
  return %s : tensor<?xf64>
}
func.func @products(%is: tensor<?xindex>, %xs: tensor<?xf64>, %dest: tensor<3xf64>) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %h = chad.hist_into %is : tensor<?xindex> (%a, %x in %xs from %one : tensor<?xf64>) into (%dest) -> tensor<3xf64> {
    %r = arith.mulf %a, %x : f64
    chad.yield %r : f64
  }
  return %h : tensor<3xf64>
}
// Two arrays at once, one of them of tensors.
func.func @rows(%is: tensor<?xindex>, %xs: tensor<?x2xf64>, %dest: tensor<?x2xf64>, %ys: tensor<?xf64>,
                %peaks: tensor<?xf64>) -> (tensor<?x2xf64>, tensor<?xf64>) {
  %zeros = arith.constant dense<0.0> : tensor<2xf64>
  %low = arith.constant 0xFFF0000000000000 : f64
  %h:2 = chad.hist_into %is : tensor<?xindex> (%a, %x in %xs from %zeros : tensor<?x2xf64>, %b, %y in %ys from %low : tensor<?xf64>)
      into (%dest, %peaks) -> (tensor<?x2xf64>, tensor<?xf64>) {
    %r = arith.addf %a, %x : tensor<2xf64>
    %m = arith.maximumf %b, %y : f64
    chad.yield %r, %m : tensor<2xf64>, f64
  }
  return %h#0, %h#1 : tensor<?x2xf64>, tensor<?xf64>
}

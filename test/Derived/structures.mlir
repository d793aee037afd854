// Matrices of a known structure: diagonals, gathers, slices, blocks of them, and products of low
// rank.

// Values, and derivatives by the entries too, each way, against differences and dual numbers.
// RUN: %python %S/../Rules/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

// DEFINE: %{apply} = chad-run %s --entry=apply --arg='[1, 2, 3, 4]' --arg='[10, 20, 30, 40]' --arg='[2, 0, 3]' --arg='[1, 10, 100]'
// RUN: %{apply} | FileCheck %s --check-prefix=APPLY
// RUN: %{apply} --interpret | FileCheck %s --check-prefix=APPLY
// RUN: %{apply} --target=cuda-emulated | FileCheck %s --check-prefix=APPLY
// RUN: %{apply} --threads=2 --grad-check | FileCheck %s --check-prefix=GRADIENT
// APPLY: tensor<4xf64> [10, 40, 90, 160]
// APPLY-NEXT: tensor<3xf64> [30, 10, 40]
// APPLY-NEXT: tensor<4xf64> [10, 0, 1, 100]
// APPLY-NEXT: tensor<2xf64> [20, 40]
// APPLY-NEXT: tensor<4xf64> [0, 20, 0, 40]
// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}

// Products with dense matrices, in both orders, of dynamic and static extents; the transposes.
// DEFINE: %{products} = chad-run %s --entry=products --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[2, 3]' --arg='[10, 20, 30]' --arg='[1, 0, 1]' --arg='[1, 2, 0]'
// RUN: %{products} | FileCheck %s --check-prefix=PRODUCTS
// RUN: %{products} --interpret | FileCheck %s --check-prefix=PRODUCTS
// RUN: %{products} --target=cuda-emulated | FileCheck %s --check-prefix=PRODUCTS
// RUN: %{products} --target=cuda-emulated --grad-check | FileCheck %s --check-prefix=GRADIENT
// RUN: %{products} --grad-check | FileCheck %s --check-prefix=GRADIENT
// PRODUCTS: tensor<2x3xf64> {{\[\[}}20, 80, 180], [120, 300, 540]]
// PRODUCTS-NEXT: tensor<3x3xf64> {{\[\[}}4, 5, 6], [1, 2, 3], [4, 5, 6]]
// PRODUCTS-NEXT: tensor<2x3xf64> {{\[\[}}3, 1, 2], [6, 4, 5]]
// PRODUCTS-NEXT: tensor<3x2xf64> {{\[\[}}2, 5], [3, 6], [1, 4]]

// A product with a diagonal takes one product of numbers for each entry, one with a permutation
// none: 2·5 for the diagonal and 5·2·5 for the two dense matrices.
// RUN: chad-opt %s --chad-expand-derived-ops -o %t
// RUN: chad-run %t --entry=associated --interpret --count --arg='[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]' --arg='[2, 3]' --arg='[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]' | FileCheck %s --check-prefix=COST
// COST: tensor<5x5xf64> {{\[\[}}18, 26, 34
// COST: 60 multiplications

// Function values are removed, and transposes paired, where structures have not been expanded.
// RUN: chad-opt %s --chad-defunctionalize > /dev/null

// The laws.
// RUN: chad-opt %s --canonicalize | FileCheck %s --check-prefix=LAWS
// LAWS-LABEL: func.func private @diagonals
// LAWS: %[[D:.*]] = arith.mulf %arg0, %arg1
// LAWS: %[[K:.*]] = tensor.splat %arg2
// LAWS: %[[KD:.*]] = arith.mulf %[[K]], %[[D]]
// LAWS: chad.lfun.diagonal %[[KD]]
// LAWS: chad.lfun.diagonal
// LAWS-NOT: chad.lfun.compose
// LAWS-NOT: chad.lfun.add
// LAWS-LABEL: func.func private @permutations
// LAWS-NOT: chad.lfun.compose
// LAWS: chad.gather
// LAWS: chad.lfun.gather %
// LAWS: chad.lfun.id
// LAWS-NOT: chad.lfun.transpose
// LAWS-LABEL: func.func private @slices
// LAWS: chad.lfun.slice [4] [2] [2]
// LAWS: chad.lfun.slice transposed [4] [2] [2]
// LAWS: chad.lfun.id
// LAWS-NOT: chad.lfun.compose

!v = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func @apply(%d: tensor<?xf64>, %x: tensor<?xf64>, %is: tensor<?xindex>, %y: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<2xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %xl = chad.to_linear %x : tensor<?xf64>
  %yl = chad.to_linear %y : tensor<?xf64>
  %m = chad.lfun.diagonal %d : tensor<?xf64>
  %a = chad.lfun.apply %m(%xl) : !v
  %g = chad.lfun.gather %is from(%n) : tensor<?xindex>, !v
  %b = chad.lfun.apply %g(%xl) : !v
  %gt = chad.lfun.transpose %g : !v
  %c = chad.lfun.apply %gt(%yl) : !v
  %s = chad.lfun.slice [%c1] [2] [2] from(%n) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<2xf64>>)>
  %e = chad.lfun.apply %s(%xl) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<2xf64>>)>
  %st = chad.lfun.slice transposed [%c1] [2] [2] from(%n) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<?xf64>>)>
  %f = chad.lfun.apply %st(%e) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<?xf64>>)>
  %ra = chad.from_linear %a : !chad.lin<tensor<?xf64>>
  %rb = chad.from_linear %b : !chad.lin<tensor<?xf64>>
  %rc = chad.from_linear %c : !chad.lin<tensor<?xf64>>
  %re = chad.from_linear %e : !chad.lin<tensor<2xf64>>
  %rf = chad.from_linear %f : !chad.lin<tensor<?xf64>>
  return %ra, %rb, %rc, %re, %rf : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<2xf64>, tensor<?xf64>
}

// The entries are not constants for a derivative.
func.func @entries(%d: tensor<3x2xf64>, %e: tensor<3x2xf64>, %x: tensor<3x2xf64>, %k: f64) -> (tensor<2x2xf64>, tensor<3x2xf64>, tensor<3x2x3x2xf64>) {
  %is = arith.constant dense<[2, 0]> : tensor<2xindex>
  %m = chad.lfun.diagonal %d : tensor<3x2xf64>
  %n = chad.lfun.diagonal %e : tensor<3x2xf64>
  %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>
  %g = chad.lfun.gather %is : tensor<2xindex>, !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<2x2xf64>>)>
  %p = chad.lfun.compose %g, %m, %n : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<2x2xf64>>)>, !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>, !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>
  %q = chad.lfun.transpose %p : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<2x2xf64>>)>
  %t = chad.lfun.add %m, %s, %n : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>, !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>, !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>
  %xl = chad.to_linear %x : tensor<3x2xf64>
  %a = chad.lfun.apply %p(%xl) : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<2x2xf64>>)>
  %b = chad.lfun.apply %q(%a) : !chad.lfun<(lin<tensor<2x2xf64>>) -> (lin<tensor<3x2xf64>>)>
  %w = chad.lfun.to_matrix %t : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)> -> tensor<3x2x3x2xf64>
  %ra = chad.from_linear %a : !chad.lin<tensor<2x2xf64>>
  %rb = chad.from_linear %b : !chad.lin<tensor<3x2xf64>>
  return %ra, %rb, %w : tensor<2x2xf64>, tensor<3x2xf64>, tensor<3x2x3x2xf64>
}

func.func @products(%a: tensor<?x?xf64>, %d: tensor<?xf64>, %e: tensor<?xf64>, %is: tensor<?xindex>, %js: tensor<?xindex>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %a, %c1 : tensor<?x?xf64>
  %l = tensor.dim %is, %c0 : tensor<?xindex>
  %m = chad.lfun.from_matrix %a : tensor<?x?xf64>, !v
  %md = chad.lfun.diagonal %d : tensor<?xf64>
  %me = chad.lfun.diagonal %e : tensor<?xf64>
  %p = chad.lfun.compose %md, %m, %me : !v, !v, !v
  %r = chad.lfun.to_matrix %p domain(%n) codomain(%k) : !v -> tensor<?x?xf64>
  %g = chad.lfun.gather %is from(%k) : tensor<?xindex>, !v
  %q = chad.lfun.compose %g, %m : !v, !v
  %s = chad.lfun.to_matrix %q domain(%n) codomain(%l) : !v -> tensor<?x?xf64>
  %h = chad.lfun.gather %js from(%n) : tensor<?xindex>, !v
  %t = chad.lfun.compose %m, %h : !v, !v
  %u = chad.lfun.to_matrix %t domain(%n) codomain(%k) : !v -> tensor<?x?xf64>
  %ht = chad.lfun.transpose %h : !v
  %mht = chad.lfun.compose %m, %ht : !v, !v
  %mt = chad.lfun.transpose %mht : !v
  %w = chad.lfun.compose %mt : !v
  %x = chad.lfun.to_matrix %w domain(%k) codomain(%n) : !v -> tensor<?x?xf64>
  return %r, %s, %u, %x : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// a · (diag(d) · (p · b))
func.func @associated(%a: tensor<5x2xf64>, %d: tensor<2xf64>, %b: tensor<2x5xf64>) -> tensor<5x5xf64> {
  %is = arith.constant dense<[1, 0]> : tensor<2xindex>
  %ma = chad.lfun.from_matrix %a : tensor<5x2xf64>, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<5xf64>>)>
  %md = chad.lfun.diagonal %d : tensor<2xf64>
  %mp = chad.lfun.gather %is : tensor<2xindex>, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<2xf64>>)>
  %mb = chad.lfun.from_matrix %b : tensor<2x5xf64>, !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<2xf64>>)>
  %m = chad.lfun.compose %ma, %md, %mp, %mb : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<5xf64>>)>, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<2xf64>>)>, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<2xf64>>)>, !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<2xf64>>)>
  %r = chad.lfun.to_matrix %m : !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<5xf64>>)> -> tensor<5x5xf64>
  return %r : tensor<5x5xf64>
}

// u · vᵀ is kept as two matrices: applied, it takes (n + k) · r products, not n · k.
func.func @low_rank(%u: tensor<4x1xf64>, %v: tensor<5x1xf64>, %x: tensor<5xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<5xf64>, tensor<4x5xf64>) {
  %mu = chad.lfun.from_matrix %u : tensor<4x1xf64>, !chad.lfun<(lin<tensor<1xf64>>) -> (lin<tensor<4xf64>>)>
  %mv = chad.lfun.from_matrix transposed %v : tensor<5x1xf64>, !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<1xf64>>)>
  %m = chad.lfun.compose %mu, %mv : !chad.lfun<(lin<tensor<1xf64>>) -> (lin<tensor<4xf64>>)>, !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<1xf64>>)>
  %t = chad.lfun.transpose %m : !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<4xf64>>)>
  %xl = chad.to_linear %x : tensor<5xf64>
  %yl = chad.to_linear %y : tensor<4xf64>
  %a = chad.lfun.apply %m(%xl) : !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<4xf64>>)>
  %b = chad.lfun.apply %t(%yl) : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<5xf64>>)>
  %r = chad.lfun.to_matrix %m : !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<4xf64>>)> -> tensor<4x5xf64>
  %ra = chad.from_linear %a : !chad.lin<tensor<4xf64>>
  %rb = chad.from_linear %b : !chad.lin<tensor<5xf64>>
  return %ra, %rb, %r : tensor<4xf64>, tensor<5xf64>, tensor<4x5xf64>
}

// A row of blocks, (diag(d) | a | s): the transpose, its matrix, and its product with a fork.
!d = !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<2xf64>>)>
!a = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
!s = !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<2xf64>>)>
!row = !chad.lfun<(lin<tensor<2xf64>>, lin<tensor<3xf64>>, lin<tensor<4xf64>>) -> (lin<tensor<2xf64>>)>
func.func @blocks(%d: tensor<2xf64>, %a: tensor<2x3xf64>, %y: tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x4xf64>, tensor<2xf64>, tensor<3xf64>, tensor<4xf64>) {
  %md = chad.lfun.diagonal %d : tensor<2xf64>
  %ma = chad.lfun.from_matrix %a : tensor<2x3xf64>, !a
  %ms = chad.lfun.slice [0] [2] [3] : !s
  %m = chad.lfun.join %md, %ma, %ms : !d, !a, !s
  %t = chad.lfun.transpose %m : !row
  %yl = chad.to_linear %y : tensor<2xf64>
  %x:3 = chad.lfun.apply %t(%yl) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<2xf64>>, lin<tensor<3xf64>>, lin<tensor<4xf64>>)>
  %r:3 = chad.lfun.to_matrix %m : !row -> tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x4xf64>
  %p = chad.from_linear %x#0 : !chad.lin<tensor<2xf64>>
  %q = chad.from_linear %x#1 : !chad.lin<tensor<3xf64>>
  %s = chad.from_linear %x#2 : !chad.lin<tensor<4xf64>>
  return %r#0, %r#1, %r#2, %p, %q, %s : tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x4xf64>, tensor<2xf64>, tensor<3xf64>, tensor<4xf64>
}

// Scalars and tensors without dimensions.
func.func @scalars(%k: f64, %l: tensor<f64>, %x: f64, %y: tensor<f64>) -> (f64, tensor<f64>, f64) {
  %m = chad.lfun.diagonal %k : f64
  %n = chad.lfun.diagonal %l : tensor<f64>
  %s = chad.lfun.slice [] [] [] : !chad.lfun<(lin<tensor<f64>>) -> (lin<tensor<f64>>)>
  %ns = chad.lfun.compose %n, %s : !chad.lfun<(lin<tensor<f64>>) -> (lin<tensor<f64>>)>, !chad.lfun<(lin<tensor<f64>>) -> (lin<tensor<f64>>)>
  %xl = chad.to_linear %x : f64
  %yl = chad.to_linear %y : tensor<f64>
  %a = chad.lfun.apply %m(%xl) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %b = chad.lfun.apply %ns(%yl) : !chad.lfun<(lin<tensor<f64>>) -> (lin<tensor<f64>>)>
  %r = chad.lfun.to_matrix %ns : !chad.lfun<(lin<tensor<f64>>) -> (lin<tensor<f64>>)> -> f64
  %ra = chad.from_linear %a : !chad.lin<f64>
  %rb = chad.from_linear %b : !chad.lin<tensor<f64>>
  return %ra, %rb, %r : f64, tensor<f64>, f64
}

func.func private @diagonals(%d: tensor<?xf64>, %e: tensor<?xf64>, %k: f64, %n: index) -> (!v, !v) {
  %a = chad.lfun.diagonal %d : tensor<?xf64>
  %b = chad.lfun.diagonal %e : tensor<?xf64>
  %s = chad.lfun.scale %k domain(%n) : f64, !v
  %one = chad.lfun.id domain(%n) : !v
  %m = chad.lfun.compose %s, %a, %b : !v, !v, !v
  %t = chad.lfun.transpose %m : !v
  %p = chad.lfun.add %a, %one, %b, %s : !v, !v, !v, !v
  return %t, %p : !v, !v
}

!g = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
func.func private @permutations(%is: tensor<3xindex>, %js: tensor<3xindex>) -> (!g, !g) {
  %a = chad.lfun.gather %is : tensor<3xindex>, !g
  %b = chad.lfun.gather %js : tensor<3xindex>, !g
  %m = chad.lfun.compose %a, %b : !g, !g
  %p = arith.constant dense<[2, 0, 1]> : tensor<3xindex>
  %c = chad.lfun.gather %p : tensor<3xindex>, !g
  %t = chad.lfun.transpose %c : !g
  %n = chad.lfun.compose %t, %c : !g, !g
  return %m, %n : !g, !g
}

!ab = !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<2xf64>>)>
!bc = !chad.lfun<(lin<tensor<9xf64>>) -> (lin<tensor<4xf64>>)>
!ac = !chad.lfun<(lin<tensor<9xf64>>) -> (lin<tensor<2xf64>>)>
!ca = !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<9xf64>>)>
func.func private @slices() -> (!ac, !ca, !d) {
  %a = chad.lfun.slice [1] [2] [2] : !ab
  %b = chad.lfun.slice [3] [4] [1] : !bc
  %m = chad.lfun.compose %a, %b : !ab, !bc
  %t = chad.lfun.transpose %m : !ac
  %at = chad.lfun.transpose %a : !ab
  %one = chad.lfun.compose %a, %at : !ab, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<4xf64>>)>
  return %m, %t, %one : !ac, !ca, !d
}

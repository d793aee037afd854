// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --count-allocations | FileCheck %s
// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --threads=3 --thread-grain=1 | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --check-bounds | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --wrt=xs --of=0 | FileCheck %s --check-prefix=CHOSEN
// RUN: chad-run %s --entry=choice --arg=false --arg='[3]' --arg='[4, 5, 6]' | FileCheck %s --check-prefix=CHOICE
// RUN: chad-run %s --entry=choice --arg=true --arg='[3]' --arg='[4, 5, 6]' | FileCheck %s --check-prefix=TAKEN
// RUN: not chad-run %s --sparse-jacobian --grad 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not chad-run %s --sparse-jacobian --interpret 2>&1 | FileCheck %s --check-prefix=INTERPRET
// RUN: not chad-run %s --entry=mixed --sparse-jacobian --arg=1 --arg=2 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: not chad-run %s --entry=asks --interpret --arg='[1]' 2>&1 | FileCheck %s --check-prefix=DIFFERENCES

// Rows are the elements of both results, columns k and the elements of xs; what holds no floats is none.

// CHECK: allocated {{[0-9]+}}, left 0
// CHECK: tensor<3xf64> [6, 8, 10]
// CHECK: f64 5
// CHECK: tensor<5xindex> [0, 2, 4, 6, 7]
// CHECK: tensor<7xindex> [0, 1, 0, 2, 0, 3, 3]
// CHECK: tensor<7xf64> [3, 2, 4, 2, 5, 2, 1]

// VALUES: tensor<7xf64> [3, 2, 4, 2, 5, 2, 1]

// CHOSEN: tensor<4xindex> [0, 1, 2, 3]
// CHOSEN: tensor<3xindex> [0, 1, 2]
// CHOSEN: tensor<3xf64> [2, 2, 2]

// BOTH: --sparse-jacobian, --grad and --grad-check differ in what they compute: pass one of them
// INTERPRET: --sparse-jacobian compiles derivatives: leave out --interpret
// MIXED: --sparse-jacobian has values of one type of floats; 'mixed' has f64 and f32
// DIFFERENCES: differences have no sparsity pattern; run '--chad-differentiate' first, or compile
func.func @main(%k: f64, %xs: tensor<?xf64>, %n: index) -> (tensor<?xf64>, f64) {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %k, %x : f64
    chad.yield %y : f64
  }
  %c2 = arith.constant 2 : index
  %last = tensor.extract %xs[%c2] : tensor<?xf64>
  return %ys, %last : tensor<?xf64>, f64
}

func.func @mixed(%x: f32, %y: f64) -> f64 {
  return %y : f64
}

func.func private @same(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
func.func @asks(%x: tensor<?xf64>) -> tensor<?xf64> {
  %o, %c, %v = chad.jacobian @same(%x) {sparse} : (tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %v : tensor<?xf64>
}

// One condition chooses between arrays of different extents.
// CHOICE: tensor<4xindex> [0, 1, 2, 3]
// CHOICE: tensor<3xindex> [1, 2, 3]
// CHOICE: tensor<3xf64> [8, 10, 12]
// CHOICE: tensor<4xindex> [0, 1, 2, 3]
// CHOICE: tensor<3xindex> [1, 2, 3]
// CHOICE: tensor<3xf64> [8, 10, 12]
// TAKEN: tensor<2xindex> [0, 1]
// TAKEN: tensor<1xindex> [0]
// TAKEN: tensor<1xf64> [6]
// TAKEN: tensor<2xindex> [0, 1]
// TAKEN: tensor<1xindex> [0]
// TAKEN: tensor<1xf64> [6]
func.func private @squares(%c: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = arith.select %c, %a, %b : tensor<?xf64>
  %s = arith.mulf %r, %r : tensor<?xf64>
  return %s : tensor<?xf64>
}

func.func @choice(%c: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) {
  %f:3 = chad.jacobian @squares(%c, %a, %b) mode<forward> {sparse} : (i1, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  %r:3 = chad.jacobian @squares(%c, %a, %b) mode<reverse> {sparse} : (i1, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  return %f#0, %f#1, %f#2, %r#0, %r#1, %r#2 : tensor<?xindex>, tensor<?xindex>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, tensor<?xf64>
}

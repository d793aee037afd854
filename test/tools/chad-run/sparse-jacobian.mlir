// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --count-allocations | FileCheck %s
// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --threads=3 --thread-grain=1 | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --check-bounds | FileCheck %s --check-prefix=VALUES
// RUN: chad-run %s --sparse-jacobian --arg=2 --arg='[3, 4, 5]' --arg=7 --wrt=xs --of=0 | FileCheck %s --check-prefix=CHOSEN
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

// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// The simplifications of arrays of Huot & Shaikhha 2022, Fig. 12, on arrays of zeros and ones, each way
// that such an array is written; and parts of arrays of one number.

// reduce + 0 ZerosLike(A) = 0
// CHECK-LABEL: func @sum_of_zeros
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: return %[[ZERO]]
func.func @sum_of_zeros(%n: index) -> f64 {
  %z = arith.constant 0.0 : f64
  %zs = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %z : f64
  }
  %s = chad.reduce (%a, %b in %zs from %z : tensor<?xf64>) {
    %r = arith.addf %a, %b : f64
    chad.yield %r : f64
  }
  return %s : f64
}

// reduce * 1 OnesLike(A) = 1
// CHECK-LABEL: func @product_of_ones
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT: return %[[ONE]]
func.func @product_of_ones(%x: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %os = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %one : f64
  }
  %s = chad.reduce (%a, %b in %os from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  return %s : f64
}

// CHECK-LABEL: func @product_of_splat
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT: return %[[ONE]]
func.func @product_of_splat(%n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %os = tensor.splat %one[%n] : tensor<?xf64>
  %s = chad.reduce (%a, %b in %os from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  return %s : f64
}

// map2 * A OnesLike(B) = A
// CHECK-LABEL: func @times_ones
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK-NEXT: return %[[X]]
func.func @times_ones(%x: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %os = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %one : f64
  }
  %s = chad.map (%a in %x : tensor<?xf64>, %b in %os : tensor<?xf64>) -> tensor<?xf64> {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  return %s : tensor<?xf64>
}

// map2 + A ZerosLike(B) = A, where the sign of a zero does not matter.
// CHECK-LABEL: func @plus_zeros
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK-NEXT: return %[[X]]
func.func @plus_zeros(%x: tensor<?xf64>) -> tensor<?xf64> {
  %z = arith.constant 0.0 : f64
  %zs = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %z : f64
  }
  %s = chad.map (%a in %x : tensor<?xf64>, %b in %zs : tensor<?xf64>) -> tensor<?xf64> {
    %r = arith.addf %a, %b fastmath<nsz> : f64
    chad.yield %r : f64
  }
  return %s : tensor<?xf64>
}

// map2 * A ZerosLike(B) = ZerosLike(B), where there is no infinity.
// CHECK-LABEL: func @times_zeros
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[ZEROS:.*]] = chad.build
// CHECK-NEXT: chad.yield %[[ZERO]]
// CHECK: return %[[ZEROS]]
func.func @times_zeros(%x: tensor<?xf64>) -> tensor<?xf64> {
  %z = arith.constant 0.0 : f64
  %zs = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %z : f64
  }
  %s = chad.map (%a in %x : tensor<?xf64>, %b in %zs : tensor<?xf64>) -> tensor<?xf64> {
    %r = arith.mulf %a, %b fastmath<fast> : f64
    chad.yield %r : f64
  }
  return %s : tensor<?xf64>
}

// shift1L OnesLike(n + 1) = OnesLike(n)
// CHECK-LABEL: func @shift_left
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[M:.*]] = arith.subi
// CHECK-NEXT: %[[ONES:.*]] = tensor.splat %[[ONE]][%[[M]]]
// CHECK-NEXT: return %[[ONES]]
func.func @shift_left(%n: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c1 = arith.constant 1 : index
  %m = arith.subi %n, %c1 : index
  %ones = tensor.splat %one[%n] : tensor<?xf64>
  %t = tensor.extract_slice %ones[1] [%m] [1] : tensor<?xf64> to tensor<?xf64>
  return %t : tensor<?xf64>
}

// shift1R OnesLike(n + 1) = OnesLike(n)
// CHECK-LABEL: func @shift_right
// CHECK: chad.build
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @shift_right(%n: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c1 = arith.constant 1 : index
  %m = arith.subi %n, %c1 : index
  %ones = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %one : f64
  }
  %t = tensor.extract_slice %ones[0] [%m] [1] : tensor<?xf64> to tensor<?xf64>
  return %t : tensor<?xf64>
}

// Of several dimensions some are dropped, and some extents are not known.
// CHECK-LABEL: func @part_of_splat
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[K:[^:]*]]: index
// CHECK-NEXT: %[[R:.*]] = tensor.splat %[[X]][%[[K]]] : tensor<?x3xf64>
// CHECK-NEXT: return %[[R]]
func.func @part_of_splat(%x: f64, %m: index, %n: index, %k: index, %i: index) -> tensor<?x3xf64> {
  %xs = tensor.splat %x[%m, %n] : tensor<?x4x?x5xf64>
  %t = tensor.extract_slice %xs[%i, 0, 1, 2] [%k, 1, 1, 3] [2, 1, 1, 1]
      : tensor<?x4x?x5xf64> to tensor<?x3xf64>
  return %t : tensor<?x3xf64>
}

// CHECK-LABEL: func @row_of_splat
// CHECK-SAME: %[[X:[^:]*]]: f64, %{{[^:]*}}: index, %[[K:[^:]*]]: index
// CHECK-NEXT: %[[R:.*]] = tensor.splat %[[X]][%[[K]]] : tensor<1x?xf64>
// CHECK-NEXT: return %[[R]]
func.func @row_of_splat(%x: f64, %m: index, %k: index) -> tensor<1x?xf64> {
  %xs = tensor.splat %x[%m] : tensor<?x1x8xf64>
  %t = tensor.extract_slice %xs[1, 0, 0] [1, 1, %k] [1, 1, 1] : tensor<?x1x8xf64> to tensor<1x?xf64>
  return %t : tensor<1x?xf64>
}

// CHECK-LABEL: func @element_of_splat
// CHECK-SAME: %[[X:[^:]*]]: i32
// CHECK-NEXT: %[[R:.*]] = tensor.splat %[[X]] : tensor<i32>
// CHECK-NEXT: return %[[R]]
func.func @element_of_splat(%x: i32) -> tensor<i32> {
  %xs = tensor.splat %x : tensor<8xi32>
  %t = tensor.extract_slice %xs[3] [1] [1] : tensor<8xi32> to tensor<i32>
  return %t : tensor<i32>
}

// The rows of a splat are splats.
// CHECK-LABEL: func @rows_of_splat
// CHECK-SAME: %[[X:[^:]*]]: f64, %[[M:[^:]*]]: index, %[[K:[^:]*]]: index, %[[YS:[^:]*]]: tensor<?x?xf64>
// CHECK: chad.map (%[[Y:.*]] in %[[YS]] : tensor<?x?xf64>) -> tensor<?x?xf64> {
// CHECK-NEXT: %[[ROW:.*]] = tensor.splat %[[X]][%[[K]]] : tensor<?xf64>
// CHECK-NEXT: arith.{{(addf|mulf)}}
func.func @rows_of_splat(%x: f64, %m: index, %k: index, %ys: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %xs = tensor.splat %x[%m, %k] : tensor<?x?xf64>
  %r = chad.map (%a in %xs : tensor<?x?xf64>, %y in %ys : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = arith.mulf %a, %y : tensor<?xf64>
    chad.yield %s : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

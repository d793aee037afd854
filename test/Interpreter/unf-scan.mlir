// The transposes of product scans, with a zero among the elements, against the
// differences of `chad.vjp`: each check prints twice the same.
// RUN: chad-opt %s --chad-verify-linear -o %t
// RUN: chad-run %s --interpret --entry=left_inclusive --arg='[2, 0, 5, 3]' | FileCheck %s --check-prefix=LEFTINCLUSIVE
// RUN: chad-run %s --interpret --entry=left_exclusive --arg='[2, 0, 5, 3]' | FileCheck %s --check-prefix=LEFTEXCLUSIVE
// RUN: chad-run %s --interpret --entry=right_inclusive --arg='[2, 0, 5, 3]' | FileCheck %s --check-prefix=RIGHTINCLUSIVE
// RUN: chad-run %s --interpret --entry=right_exclusive --arg='[2, 0, 5, 3]' | FileCheck %s --check-prefix=RIGHTEXCLUSIVE

// LEFTINCLUSIVE: tensor<4xf64> [2, 0, 0, 0]
// LEFTINCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [1, 31020, 0, 0]
// LEFTINCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [1, 31020, 0, 0]
func.func private @left_inclusive_scan(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
  %d = chad.unf.scan left inclusive (%a, %x from %one : f64) of %c : !chad.ctx<[tensor<?xf64>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %r:2 = chad.unf.leave %d : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
  return %r#1 : tensor<?xf64>
}
func.func @left_inclusive(%xs: tensor<?xf64>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %one = arith.constant 1.0 : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %fixed = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %seed = tensor.cast %fixed : tensor<4xf64> to tensor<?xf64>
  %v = chad.to_linear %seed : tensor<?xf64>
  %y, %expected = chad.vjp @left_inclusive_scan(%xs) seed(%v)
      : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %c = chad.unf.enter (%v) : !chad.ctx<[lin<tensor<?xf64>>]>
  %d = chad.unf.proj_t %c[0, 1] sizes(%n) : !chad.ctx<[lin<tensor<?xf64>>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>
  %e = chad.unf.scan_t left inclusive (%a, %x in %xs from %one : tensor<?xf64>) of %d : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %x, %z : f64, !chad.lin<f64>
    %dx = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %g = chad.unf.leave %e : !chad.ctx<[lin<tensor<?xf64>>]>
  return %y, %g, %expected : tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// LEFTEXCLUSIVE: tensor<4xf64> [1, 2, 0, 0]
// LEFTEXCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [10, 10200, 0, 0]
// LEFTEXCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [10, 10200, 0, 0]
func.func private @left_exclusive_scan(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
  %d = chad.unf.scan left exclusive (%a, %x from %one : f64) of %c : !chad.ctx<[tensor<?xf64>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %r:2 = chad.unf.leave %d : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
  return %r#1 : tensor<?xf64>
}
func.func @left_exclusive(%xs: tensor<?xf64>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %one = arith.constant 1.0 : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %fixed = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %seed = tensor.cast %fixed : tensor<4xf64> to tensor<?xf64>
  %v = chad.to_linear %seed : tensor<?xf64>
  %y, %expected = chad.vjp @left_exclusive_scan(%xs) seed(%v)
      : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %c = chad.unf.enter (%v) : !chad.ctx<[lin<tensor<?xf64>>]>
  %d = chad.unf.proj_t %c[0, 1] sizes(%n) : !chad.ctx<[lin<tensor<?xf64>>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>
  %e = chad.unf.scan_t left exclusive (%a, %x in %xs from %one : tensor<?xf64>) of %d : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %x, %z : f64, !chad.lin<f64>
    %dx = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %g = chad.unf.leave %e : !chad.ctx<[lin<tensor<?xf64>>]>
  return %y, %g, %expected : tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// RIGHTINCLUSIVE: tensor<4xf64> [0, 0, 15, 3]
// RIGHTINCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [0, 180, 300, 1500]
// RIGHTINCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [0, 180, 300, 1500]
func.func private @right_inclusive_scan(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
  %d = chad.unf.scan right inclusive (%a, %x from %one : f64) of %c : !chad.ctx<[tensor<?xf64>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %r:2 = chad.unf.leave %d : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
  return %r#1 : tensor<?xf64>
}
func.func @right_inclusive(%xs: tensor<?xf64>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %one = arith.constant 1.0 : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %fixed = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %seed = tensor.cast %fixed : tensor<4xf64> to tensor<?xf64>
  %v = chad.to_linear %seed : tensor<?xf64>
  %y, %expected = chad.vjp @right_inclusive_scan(%xs) seed(%v)
      : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %c = chad.unf.enter (%v) : !chad.ctx<[lin<tensor<?xf64>>]>
  %d = chad.unf.proj_t %c[0, 1] sizes(%n) : !chad.ctx<[lin<tensor<?xf64>>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>
  %e = chad.unf.scan_t right inclusive (%a, %x in %xs from %one : tensor<?xf64>) of %d : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %x, %z : f64, !chad.lin<f64>
    %dx = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %g = chad.unf.leave %e : !chad.ctx<[lin<tensor<?xf64>>]>
  return %y, %g, %expected : tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// RIGHTEXCLUSIVE: tensor<4xf64> [0, 15, 3, 1]
// RIGHTEXCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [0, 15, 30, 150]
// RIGHTEXCLUSIVE-NEXT: !chad.lin<tensor<4xf64>> [0, 15, 30, 150]
func.func private @right_exclusive_scan(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
  %d = chad.unf.scan right exclusive (%a, %x from %one : f64) of %c : !chad.ctx<[tensor<?xf64>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %r:2 = chad.unf.leave %d : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
  return %r#1 : tensor<?xf64>
}
func.func @right_exclusive(%xs: tensor<?xf64>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %one = arith.constant 1.0 : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %fixed = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %seed = tensor.cast %fixed : tensor<4xf64> to tensor<?xf64>
  %v = chad.to_linear %seed : tensor<?xf64>
  %y, %expected = chad.vjp @right_exclusive_scan(%xs) seed(%v)
      : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %c = chad.unf.enter (%v) : !chad.ctx<[lin<tensor<?xf64>>]>
  %d = chad.unf.proj_t %c[0, 1] sizes(%n) : !chad.ctx<[lin<tensor<?xf64>>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>
  %e = chad.unf.scan_t right exclusive (%a, %x in %xs from %one : tensor<?xf64>) of %d : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %x, %z : f64, !chad.lin<f64>
    %dx = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %g = chad.unf.leave %e : !chad.ctx<[lin<tensor<?xf64>>]>
  return %y, %g, %expected : tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

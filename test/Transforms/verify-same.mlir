// RUN: chad-opt %s --chad-verify-same="first=f second=g"
// RUN: chad-opt %s --chad-verify-same="first=sum second=other_sum"
// RUN: not chad-opt %s --chad-verify-same="first=f second=h" 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not chad-opt %s --chad-verify-same="first=f second=sum" 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not chad-opt %s --chad-verify-same="first=f second=none" 2>&1 | FileCheck %s --check-prefix=NONE

// The order of ops, of operands, of arrays and of states; a value that is computed twice.
func.func @f(%k: f64, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %s = math.sin %k : f64
  %a, %b, %c = chad.fold (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%p = %zero : f64, %q = %one : f64) collect (tensor<?xf64>) {
    %t = arith.mulf %x, %y : f64
    %u = arith.addf %p, %t : f64
    %v = arith.mulf %q, %s : f64
    chad.yield %u, %v, %t : f64, f64, f64
  }
  %r = arith.subf %a, %b : f64
  return %r, %c : f64, tensor<?xf64>
}
func.func @g(%k: f64, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %b, %a, %c = chad.fold (%y in %ys : tensor<?xf64>, %x in %xs : tensor<?xf64>) with (%q = %one : f64, %p = %zero : f64) collect (tensor<?xf64>) {
    %s = math.sin %k : f64
    %v = arith.mulf %s, %q : f64
    %t = arith.mulf %y, %x : f64
    %t2 = arith.mulf %x, %y : f64
    %u = arith.addf %p, %t2 : f64
    chad.yield %v, %u, %t : f64, f64, f64
  }
  %r = arith.subf %a, %b : f64
  return %r, %c : f64, tensor<?xf64>
}

// OPS: error: chad: '@h' does not compute what '@f' does: result #0 is another
// OPS: note: this op of the one is not
// OPS: note: this op of the other
func.func @h(%k: f64, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %s = math.sin %k : f64
  %a, %b, %c = chad.fold (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) with (%p = %zero : f64, %q = %one : f64) collect (tensor<?xf64>) {
    %t = arith.mulf %x, %y : f64
    %u = arith.addf %p, %t : f64
    %v = arith.mulf %p, %s : f64
    chad.yield %u, %v, %t : f64, f64, f64
  }
  %r = arith.subf %a, %b : f64
  return %r, %c : f64, tensor<?xf64>
}

// What is added, in any order.
// TYPE: error: chad: '@sum' does not compute what '@f' does: its type is
func.func @sum(%a: !chad.lin<tensor<4xf64>>, %b: !chad.lin<tensor<4xf64>>, %v: !chad.lin<f64>, %w: !chad.lin<f64>, %i: index, %c: i1) -> !chad.lin<tensor<4xf64>> {
  %s = chad.add %a, %b : !chad.lin<tensor<4xf64>>
  %t = chad.accumulate %v into %s[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
  %u = scf.if %c -> (!chad.lin<tensor<4xf64>>) {
    %r = chad.accumulate %w into %t[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
    scf.yield %r : !chad.lin<tensor<4xf64>>
  } else {
    scf.yield %t : !chad.lin<tensor<4xf64>>
  }
  return %u : !chad.lin<tensor<4xf64>>
}
func.func @other_sum(%a: !chad.lin<tensor<4xf64>>, %b: !chad.lin<tensor<4xf64>>, %v: !chad.lin<f64>, %w: !chad.lin<f64>, %i: index, %c: i1) -> !chad.lin<tensor<4xf64>> {
  %u = scf.if %c -> (!chad.lin<tensor<4xf64>>) {
    %r = chad.accumulate %w into %b[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
    scf.yield %r : !chad.lin<tensor<4xf64>>
  } else {
    scf.yield %b : !chad.lin<tensor<4xf64>>
  }
  %t = chad.accumulate %v into %u[%i] : !chad.lin<f64> into !chad.lin<tensor<4xf64>>
  %s = chad.add %t, %a : !chad.lin<tensor<4xf64>>
  return %s : !chad.lin<tensor<4xf64>>
}

// NONE: verify-same.mlir:1:1: error: chad: there is no function '@none'

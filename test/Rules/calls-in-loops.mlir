// A loop calls a function that also returns an index. The reverse sweep calls it again only for the
// values that the derivative of the call needs; the index does not add to these.

// RUN: chad-opt %s --chad-differentiate | FileCheck %s
// RUN: chad-run %s --entry=rows --arg=[[1,-2,3],[0.5,4,-1]] --grad-check | FileCheck %s --check-prefix=VALUES
// VALUES: gradient check: 6 of 6 entries

// The element of a row with the largest square, and where it is.
func.func private @largest(%row: tensor<?xf64>) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %row, %c0 : tensor<?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%m = %zero, %at = %c0) -> (f64, index) {
    %x = tensor.extract %row[%i] : tensor<?xf64>
    %p = arith.mulf %x, %x : f64
    %c = arith.cmpf ogt, %p, %m : f64
    %s = arith.select %c, %p, %m : f64
    %t = arith.select %c, %i, %at : index
    scf.yield %s, %t : f64, index
  }
  return %r#0, %r#1 : f64, index
}

// CHECK-LABEL: func private @rows.vjp
// CHECK: call @largest
// CHECK-NOT: call @largest.kept
// CHECK-LABEL: func.func
func.func @rows(%xs: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%row in %xs : tensor<?x?xf64>) with (%s = %zero : f64) {
    %m:2 = func.call @largest(%row) : (tensor<?xf64>) -> (f64, index)
    %x = tensor.extract %row[%m#1] : tensor<?xf64>
    %e = math.sin %x : f64
    %p = arith.mulf %e, %m#0 : f64
    %next = arith.addf %s, %p : f64
    chad.yield %next : f64
  }
  return %r : f64
}
func.func @main(%xs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %g = chad.grad @rows(%xs) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return %g : tensor<?x?xf64>
}

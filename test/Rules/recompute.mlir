// RUN: chad-opt %s --chad-differentiate | FileCheck %s

// Each row of a triangle has another number of elements, so that no array holds the reads of all
// rows: the loop over rows computes them again. Values around it are kept.

func.func private @triangle(%xs: tensor<?xf64>, %l: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    %sums = chad.map (%row in %l : tensor<?x?xf64>) -> tensor<?xf64> {
      %t = math.tanh %x : f64
      %n = arith.fptosi %t : f64 to i64
      %i = arith.index_cast %n : i64 to index
      %left = chad.build %j < %i -> tensor<?xf64> {
        %r = tensor.extract %row[%j] : tensor<?xf64>
        %s = math.sin %r : f64
        %p = arith.mulf %s, %e : f64
        chad.yield %p : f64
      }
      %sum = chad.reduce (%a, %b in %left from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %sum : f64
    }
    %sum = chad.reduce (%a, %b in %sums from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %sum : f64
  }
  return %ys : tensor<?xf64>
}

// CHECK-LABEL: func private @triangle.vjp
// Forward.
// CHECK: math.exp
// CHECK: math.sin
// Backward.
// CHECK: chad.fold
// CHECK-NOT: math.exp
// CHECK: math.sin
// CHECK-NOT: math.exp
// CHECK: return
func.func @reverse(%xs: tensor<?xf64>, %l: tensor<?x?xf64>, %v: !chad.lin<tensor<?xf64>>)
    -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>) {
  %0:3 = chad.vjp @triangle(%xs, %l) seed(%v)
      : (tensor<?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?xf64>>)
      -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>)
  return %0#0, %0#1, %0#2 : tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>
}

// RUN: chad-opt %s --chad-raise-contractions=batches --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-raise-contractions --canonicalize | FileCheck %s --check-prefix=INSIDE

// A whole product in each iteration: for a GPU all products are one op.

// CHECK-LABEL: func.func @products
// CHECK-NOT: chad.map
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-NOT: chad.map
// CHECK: return
// For the CPU, it stays near what reads it.
// INSIDE-LABEL: func.func @products
// INSIDE: chad.map
// INSIDE: linalg.generic
// INSIDE-SAME: iterator_types = ["parallel", "parallel", "reduction"]
// INSIDE: chad.yield
func.func @products(%as: tensor<?x?x?xf64>, %bs: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %cs = chad.map (%a in %as : tensor<?x?x?xf64>, %b in %bs : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %dots = chad.map (%other in %b : tensor<?x?xf64>) -> tensor<?xf64> {
        %dot = chad.fold (%x in %row : tensor<?xf64>, %y in %other : tensor<?xf64>) with (%s = %zero : f64) {
          %p = arith.mulf %x, %y : f64
          %t = arith.addf %s, %p : f64
          chad.yield %t : f64
        }
        chad.yield %dot : f64
      }
      chad.yield %dots : tensor<?xf64>
    }
    chad.yield %c : tensor<?x?xf64>
  }
  return %cs : tensor<?x?x?xf64>
}

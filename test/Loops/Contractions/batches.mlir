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

// A factor that each iteration transposes is read from the whole array, not from the element of it that the iteration has.
// CHECK-LABEL: func.func @transposed
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<4x32x16xf64>, tensor<4x16x24xf64>)
// CHECK-NOT: chad.map
// CHECK: return
func.func @transposed(%q: tensor<4x32x16xf64>, %v: tensor<4x16x24xf64>) -> tensor<4x32x24xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 24 : index
  %r = chad.map (%a in %q : tensor<4x32x16xf64>, %b in %v : tensor<4x16x24xf64>) -> tensor<4x32x24xf64> {
    %t = chad.build %i < %n -> tensor<24x16xf64> {
      %c = chad.map (%row in %b : tensor<16x24xf64>) -> tensor<16xf64> {
        %e = tensor.extract %row[%i] : tensor<24xf64>
        chad.yield %e : f64
      }
      chad.yield %c : tensor<16xf64>
    }
    %s = chad.map (%x in %a : tensor<32x16xf64>) -> tensor<32x24xf64> {
      %y = chad.map (%z in %t : tensor<24x16xf64>) -> tensor<24xf64> {
        %d = chad.fold (%u in %x : tensor<16xf64>, %w in %z : tensor<16xf64>) with (%sum = %zero : f64) {
          %p = arith.mulf %u, %w : f64
          %next = arith.addf %sum, %p : f64
          chad.yield %next : f64
        }
        chad.yield %d : f64
      }
      chad.yield %y : tensor<24xf64>
    }
    chad.yield %s : tensor<32x24xf64>
  }
  return %r : tensor<4x32x24xf64>
}

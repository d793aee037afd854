// A product of a matrix and a vector has no columns: it is no product of tiles, but sums of rows, in parts.
//
// RUN: chad-opt %s --chad-raise-contractions --cse --chad-to-linalg --chad-bufferize-for-gpu \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @ragged(
// CHECK: gpu.func @ragged_kernel
// CHECK: math.exp
// CHECK: gpu.func @ragged_kernel
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.mulf
// CHECK: gpu.func @ragged_kernel
// CHECK-NOT: arith.mulf
// CHECK-NOT: gpu.func
func.func @ragged(%w: tensor<?x?xf64>, %x: tensor<?x?xf64>, %is: tensor<?xindex>)
    -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %x : tensor<?x?xf64>, %i in %is : tensor<?xindex>) -> tensor<?x?xf64> {
    %v = chad.build %j < %i -> tensor<?xf64> {
      %e = tensor.extract %row[%j] : tensor<?xf64>
      %f = math.exp %e : f64
      chad.yield %f : f64
    }
    %z = chad.map (%u in %w : tensor<?x?xf64>) -> tensor<?xf64> {
      %ps = chad.map (%d in %u : tensor<?xf64>, %e in %v : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %d, %e : f64
        chad.yield %p : f64
      }
      %s = chad.reduce (%d, %e in %ps from %zero : tensor<?xf64>) {
        %t = arith.addf %d, %e : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  return %y : tensor<?x?xf64>
}

// Short rows, on request also where it does not pay.

// RUN: chad-opt %s --chad-choose-schedule=everywhere --chad-vectorize-lanes | FileCheck %s

// Short rows of known extent are read and written eight elements at a time, and transposed.
// CHECK-LABEL: @short_rows
// CHECK-COUNT-16: vector.transfer_read {{.*}} : tensor<?x3xf64>, vector<8xf64>
// CHECK-COUNT-24: vector.shuffle
// CHECK: math.exp
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.transfer_write {{.*}} : vector<8xf64>, tensor<?x2x3xf64>
func.func @short_rows(%xs: tensor<?x3xf64>) -> tensor<?x2x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = chad.map (%x in %xs : tensor<?x3xf64>) -> tensor<?x2x3xf64> {
    %a = tensor.extract %x[%c0] : tensor<3xf64>
    %b = tensor.extract %x[%c1] : tensor<3xf64>
    %c = tensor.extract %x[%c2] : tensor<3xf64>
    %e = math.exp %a : f64
    %f = math.exp %b : f64
    %g = math.exp %c : f64
    %s = math.log %e : f64
    %y = tensor.from_elements %e, %f, %g, %s, %a, %b : tensor<2x3xf64>
    chad.yield %y : tensor<2x3xf64>
  }
  return %r : tensor<?x2x3xf64>
}

// Rows of truth values have no vectors in memory. A long row is written in a loop, not by one op for each element and lane, whose
// number would make bufferization slow.
// CHECK-LABEL: @truth_values
// CHECK-COUNT-16: tensor.insert {{.*}} : tensor<?x65xi1>
// CHECK-NOT: tensor.insert {{.*}} : tensor<?x65xi1>
// CHECK: return
func.func @truth_values(%xs: tensor<?xf64>, %limits: tensor<65xf64>) -> tensor<?x65xi1> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x65xi1> {
    %e = math.exp %x : f64
    %row = chad.map (%limit in %limits : tensor<65xf64>) -> tensor<65xi1> {
      %less = arith.cmpf olt, %e, %limit : f64
      chad.yield %less : i1
    }
    chad.yield %row : tensor<65xi1>
  }
  return %r : tensor<?x65xi1>
}

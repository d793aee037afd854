// Rows that are read and stored by squares of four, where a loop runs in four lanes.

// RUN: chad-opt %s --chad-vectorize-lanes | FileCheck %s
// RUN: chad-run %s --interpret --entry=main > %t.expected
// RUN: chad-opt %s --chad-vectorize-lanes | chad-run - --entry=main | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUE < %t.expected

// A row of five has two squares, of which the second reads one column.
// CHECK-LABEL: @rows
// CHECK-COUNT-4: vector.transfer_read {{.*}} : tensor<?x5xf64>, vector<4xf64>
// CHECK-COUNT-8: vector.shuffle {{.*}} : vector<4xf64>, vector<4xf64>
// CHECK-COUNT-4: vector.transfer_read {{.*}} : tensor<?x5xf64>, vector<4xf64>
// CHECK: vector.transfer_write {{.*}} : vector<4xf64>, tensor<?x3xf64>
func.func @rows(%xs: tensor<?x5xf64>) -> (tensor<?x3xf64>, tensor<?x4x6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r:2 = chad.map (%x in %xs : tensor<?x5xf64>) -> (tensor<?x3xf64>, tensor<?x4x6xf64>) {
    %a = tensor.extract %x[%c0] : tensor<5xf64>
    %b = tensor.extract %x[%c1] : tensor<5xf64>
    %c = tensor.extract %x[%c2] : tensor<5xf64>
    %d = tensor.extract %x[%c3] : tensor<5xf64>
    %e = tensor.extract %x[%c4] : tensor<5xf64>
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %c, %d : f64
    %s = arith.subf %e, %a : f64
    %y = tensor.from_elements %p, %q, %s : tensor<3xf64>
    // More elements than are stored without a loop.
    %z = tensor.from_elements %a, %b, %c, %d, %e, %p, %q, %s, %a, %b, %c, %d, %e, %p, %q, %s,
        %s, %q, %p, %e, %d, %c, %b, %a : tensor<4x6xf64>
    chad.yield %y, %z : tensor<3xf64>, tensor<4x6xf64>
  } {chad.schedule = #chad.schedule<lanes = 4>}
  return %r#0, %r#1 : tensor<?x3xf64>, tensor<?x4x6xf64>
}

// The sums of both results, weighted by their places, for no row, one, and one more than lanes.
// VALUE: f64 0
// VALUE: f64 {{[0-9-]+}}
// VALUE: f64 {{[0-9-]+}}
func.func private @weigh(%n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c5 = arith.constant 5 : index
  %some = chad.build %i < %n -> tensor<?x5xf64> {
    %row = chad.build %j < %c5 -> tensor<5xf64> {
      %p = arith.muli %i, %c5 : index
      %q = arith.addi %p, %j : index
      %k = arith.index_cast %q : index to i64
      %x = arith.sitofp %k : i64 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<5xf64>
  }
  %r:2 = func.call @rows(%some) : (tensor<?x5xf64>) -> (tensor<?x3xf64>, tensor<?x4x6xf64>)
  %flat:2 = chad.map (%y in %r#0 : tensor<?x3xf64>, %z in %r#1 : tensor<?x4x6xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %one = arith.constant 1.0 : f64
    %three = arith.constant 3.0 : f64
    %s = chad.fold (%e in %y : tensor<3xf64>) with (%a = %zero : f64) {
      %t = arith.mulf %a, %three : f64
      %u = arith.addf %t, %e : f64
      chad.yield %u : f64
    }
    %v = chad.fold (%row in %z : tensor<4x6xf64>) with (%a = %zero : f64) {
      %w = chad.fold (%e in %row : tensor<6xf64>) with (%b = %a : f64) {
        %t = arith.mulf %b, %three : f64
        %u = arith.addf %t, %e : f64
        chad.yield %u : f64
      }
      chad.yield %w : f64
    }
    chad.yield %s, %v : f64, f64
  }
  %sum = chad.fold (%y in %flat#0 : tensor<?xf64>, %z in %flat#1 : tensor<?xf64>) with (%a = %zero : f64) {
    %t = arith.addf %a, %y : f64
    %u = arith.addf %t, %z : f64
    chad.yield %u : f64
  }
  return %sum : f64
}
func.func @main() -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a = func.call @weigh(%c0) : (index) -> f64
  %b = func.call @weigh(%c1) : (index) -> f64
  %c = func.call @weigh(%c5) : (index) -> f64
  return %a, %b, %c : f64, f64, f64
}

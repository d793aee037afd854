// Reads of a tensor update its one cotangent.
//
// RUN: chad-opt %s --chad-reverse --canonicalize | FileCheck %s

// CHECK-LABEL: func @reads.reverse
// CHECK: chad.lfun.lambda
// CHECK: %[[ZERO:.*]] = chad.zero(%{{.*}}) : !chad.lin<tensor<?xf64>>
// CHECK: %[[A:.*]] = chad.accumulate %{{.*}} into %[[ZERO]][%{{.*}}]
// CHECK-NEXT: %[[B:.*]] = chad.accumulate %{{.*}} into %[[A]][%{{.*}}]
// CHECK-NEXT: chad.yield %[[B]]
func.func @reads(%x: tensor<?xf64>, %i: index, %j: index) -> f64 {
  %a = tensor.extract %x[%i] : tensor<?xf64>
  %b = tensor.extract %x[%j] : tensor<?xf64>
  %c = arith.addf %a, %b : f64
  return %c : f64
}

// CHECK-LABEL: func @slices.reverse
// CHECK: chad.lfun.lambda
// CHECK: %[[A:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [4, 2] [1, 1]
// CHECK: %[[OLD:.*]] = tensor.extract_slice %[[A]][%{{.*}}, 0] [4, 2] [1, 2]
// CHECK: %[[LINEAR:.*]] = chad.to_linear %[[OLD]]
// CHECK: %[[SUM:.*]] = chad.add %[[LINEAR]], %{{.*}}
// CHECK: %[[NEW:.*]] = chad.from_linear %[[SUM]]
// CHECK: tensor.insert_slice %[[NEW]] into %[[A]][%{{.*}}, 0] [4, 2] [1, 2]
func.func @slices(%x: tensor<?x8xf64>, %i: index) -> (tensor<4x2xf64>, tensor<4x2xf64>) {
  %a = tensor.extract_slice %x[%i, 0] [4, 2] [1, 2] : tensor<?x8xf64> to tensor<4x2xf64>
  %b = tensor.extract_slice %x[0, 1] [4, 2] [1, 1] : tensor<?x8xf64> to tensor<4x2xf64>
  return %a, %b : tensor<4x2xf64>, tensor<4x2xf64>
}

// A row is an element of the array of rows.
// CHECK-LABEL: func @row.reverse
// CHECK: chad.lfun.lambda
// CHECK: chad.accumulate %{{.*}} into %{{.*}}[%{{.*}}] : !chad.lin<tensor<8xf64>> into !chad.lin<tensor<?x8xf64>>
func.func @row(%x: tensor<?x8xf64>, %i: index) -> tensor<8xf64> {
  %a = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<?x8xf64> to tensor<8xf64>
  return %a : tensor<8xf64>
}

// The cotangent of the destination has zeros where something was inserted.
// CHECK-LABEL: func @insert.reverse
// CHECK: chad.lfun.lambda (%[[V:.*]]: !chad.lin<tensor<?xf64>>)
// CHECK: %[[WHOLE:.*]] = chad.from_linear %[[V]]
// CHECK: tensor.extract %[[WHOLE]]
// CHECK: tensor.insert %{{.*}} into %[[WHOLE]]
func.func @insert(%x: f64, %t: tensor<?xf64>, %i: index) -> tensor<?xf64> {
  %r = tensor.insert %x into %t[%i] : tensor<?xf64>
  return %r : tensor<?xf64>
}

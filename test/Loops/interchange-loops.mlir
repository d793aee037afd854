// Loops over elements go around loops over directions that read from places of their own.

// RUN: chad-opt %s --split-input-file --chad-optimize-arrays --chad-interchange-loops --canonicalize | FileCheck %s

// CHECK-LABEL: func @columns
// CHECK-SAME: %[[WS:[a-z0-9]*]]: tensor<?x52xf64>, %[[TABLE:[a-z0-9]*]]: tensor<52xf64>
// What a direction needs, read element by element.
// CHECK: %[[D:.*]]:2 = chad.build %{{.*}} < %c26 -> (tensor<26xindex>, tensor<26xf64>) {
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.extract %[[TABLE]]
// CHECK: chad.yield
// CHECK: %[[R:.*]] = chad.map (%[[W:.*]] in %[[WS]] : tensor<?x52xf64>) -> tensor<?x3x26xf64> {
// CHECK: %[[ROW:.*]] = chad.map (%[[FIRST:.*]] in %[[D]]#0 : tensor<26xindex>, %[[B:.*]] in %[[D]]#1 : tensor<26xf64>) -> tensor<26x3xf64> {
// CHECK: tensor.extract_slice %[[W]][%[[FIRST]]] [3] [1]
// CHECK: %[[T:.*]] = chad.build %[[K:.*]] < %c3 -> tensor<3x26xf64> {
// CHECK: chad.map (%[[E:.*]] in %[[ROW]] : tensor<26x3xf64>) -> tensor<26xf64> {
// CHECK: tensor.extract %[[E]][%[[K]]]
// CHECK: chad.yield %[[T]] : tensor<3x26xf64>
// CHECK-NOT: tensor<26x?x3xf64>
// CHECK: return %[[R]]
func.func @columns(%ws: tensor<?x52xf64>, %table: tensor<52xf64>) -> tensor<?x3x26xf64> {
  %c26 = arith.constant 26 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %columns = chad.build %d < %c26 -> tensor<26x?x3xf64> {
    %first = arith.muli %d, %c2 : index
    %entry = tensor.extract_slice %table[%first] [2] [1] : tensor<52xf64> to tensor<2xf64>
    %a = tensor.extract %entry[%c1] : tensor<2xf64>
    %b = math.exp %a : f64
    %column = chad.map (%w in %ws : tensor<?x52xf64>) -> tensor<?x3xf64> {
      %part = tensor.extract_slice %w[%first] [3] [1] : tensor<52xf64> to tensor<3xf64>
      %s = chad.map (%e in %part : tensor<3xf64>) -> tensor<3xf64> {
        %p = arith.mulf %e, %b : f64
        chad.yield %p : f64
      }
      chad.yield %s : tensor<3xf64>
    }
    chad.yield %column : tensor<?x3xf64>
  }
  %n = tensor.dim %ws, %c0 : tensor<?x52xf64>
  %e = tensor.empty(%n) : tensor<?x3x26xf64>
  %rows = linalg.transpose ins(%columns : tensor<26x?x3xf64>) outs(%e : tensor<?x3x26xf64>) permutation = [1, 2, 0]
  return %rows : tensor<?x3x26xf64>
}

// -----

// Directions that read the same may run in lanes: the loops stay.
// CHECK-LABEL: func @same
// CHECK: chad.build %{{.*}} < %c26 -> tensor<26x?xf64>
// CHECK: chad.build %{{.*}} -> tensor<?x26xf64>
func.func @same(%ws: tensor<?xf64>, %table: tensor<26xf64>) -> tensor<?x26xf64> {
  %c26 = arith.constant 26 : index
  %c0 = arith.constant 0 : index
  %columns = chad.build %d < %c26 -> tensor<26x?xf64> {
    %a = tensor.extract %table[%d] : tensor<26xf64>
    %column = chad.map (%w in %ws : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %w, %a : f64
      chad.yield %p : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %n = tensor.dim %ws, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?x26xf64>
  %rows = linalg.transpose ins(%columns : tensor<26x?xf64>) outs(%e : tensor<?x26xf64>) permutation = [1, 0]
  return %rows : tensor<?x26xf64>
}

// -----

// A copy of a part, and one in another order, have other elements: the loops stay.
// CHECK-LABEL: func @others
// CHECK: chad.build %{{.*}} < %c26 -> tensor<26x?x3xf64>
// CHECK: chad.build %{{.*}} -> tensor<?x3x26xf64>
// CHECK: chad.build %{{.*}} < %c26 -> tensor<26x?x3xf64>
// CHECK: chad.build %{{.*}} -> tensor<3x?x26xf64>
func.func @others(%ws: tensor<?x52xf64>, %m: index) -> (tensor<?x3x26xf64>, tensor<3x?x26xf64>) {
  %c26 = arith.constant 26 : index
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ws, %c0 : tensor<?x52xf64>
  %a = chad.build %d < %c26 -> tensor<26x?x3xf64> {
    %column = chad.map (%w in %ws : tensor<?x52xf64>) -> tensor<?x3xf64> {
      %part = tensor.extract_slice %w[%d] [3] [1] : tensor<52xf64> to tensor<3xf64>
      %s = math.exp %part : tensor<3xf64>
      chad.yield %s : tensor<3xf64>
    }
    chad.yield %column : tensor<?x3xf64>
  }
  %first = chad.build %i < %m -> tensor<?x3x26xf64> {
    %rows = chad.build %j < %c3 -> tensor<3x26xf64> {
      %row = chad.build %k < %c26 -> tensor<26xf64> {
        %e = tensor.extract %a[%k, %i, %j] : tensor<26x?x3xf64>
        chad.yield %e : f64
      }
      chad.yield %row : tensor<26xf64>
    }
    chad.yield %rows : tensor<3x26xf64>
  }
  %b = chad.build %d < %c26 -> tensor<26x?x3xf64> {
    %column = chad.map (%w in %ws : tensor<?x52xf64>) -> tensor<?x3xf64> {
      %part = tensor.extract_slice %w[%d] [3] [1] : tensor<52xf64> to tensor<3xf64>
      %s = math.sin %part : tensor<3xf64>
      chad.yield %s : tensor<3xf64>
    }
    chad.yield %column : tensor<?x3xf64>
  }
  %second = chad.build %i < %c3 -> tensor<3x?x26xf64> {
    %rows = chad.build %j < %n -> tensor<?x26xf64> {
      %row = chad.build %k < %c26 -> tensor<26xf64> {
        %e = tensor.extract %b[%k, %j, %i] : tensor<26x?x3xf64>
        chad.yield %e : f64
      }
      chad.yield %row : tensor<26xf64>
    }
    chad.yield %rows : tensor<?x26xf64>
  }
  return %first, %second : tensor<?x3x26xf64>, tensor<3x?x26xf64>
}

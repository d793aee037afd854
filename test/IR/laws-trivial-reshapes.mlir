// Reshapes that change nothing fold, in whatever order patterns are applied.

// RUN: chad-opt %s --canonicalize | FileCheck %s
// RUN: chad-opt %s --canonicalize="top-down=false" | FileCheck %s

// CHECK-LABEL: func @trivial
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf64>, %[[M:[a-z0-9]+]]: tensor<?x3xf64>
// CHECK-NOT: shape
// CHECK: chad.map (%{{.*}} in %[[X]] : tensor<4xf64>)
// CHECK: chad.map (%{{.*}} in %[[M]] : tensor<?x3xf64>)
func.func @trivial(%x: tensor<4xf64>, %m: tensor<?x3xf64>) -> (tensor<4xf64>, tensor<?x3xf64>) {
  %e = tensor.expand_shape %x [[0]] output_shape [4] : tensor<4xf64> into tensor<4xf64>
  %y = chad.map (%a in %e : tensor<4xf64>) -> tensor<4xf64> {
    %b = math.exp %a : f64
    chad.yield %b : f64
  }
  %c = tensor.collapse_shape %m [[0], [1]] : tensor<?x3xf64> into tensor<?x3xf64>
  %z = chad.map (%a in %c : tensor<?x3xf64>) -> tensor<?x3xf64> {
    %b = math.exp %a : tensor<3xf64>
    chad.yield %b : tensor<3xf64>
  }
  return %y, %z : tensor<4xf64>, tensor<?x3xf64>
}

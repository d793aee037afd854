// REQUIRES: stock-mlir-opt

// The stock mlir-opt with two plugins, this project's and that of another dialect, which also
// gives an op of TOSA a rule from outside. The order in which they are loaded does not matter.

// RUN: %mlir-opt --load-dialect-plugin=%chad_plugin --load-pass-plugin=%chad_plugin \
// RUN:   --load-dialect-plugin=%example_plugin --load-pass-plugin=%example_plugin %s \
// RUN:   --pass-pipeline='builtin.module(chad-reverse{function=gate})' | FileCheck %s
// RUN: %mlir-opt --load-dialect-plugin=%example_plugin --load-pass-plugin=%example_plugin \
// RUN:   --load-dialect-plugin=%chad_plugin --load-pass-plugin=%chad_plugin %s \
// RUN:   --pass-pipeline='builtin.module(chad-to-first-order,example-lower,func.func(tosa-to-linalg))' \
// RUN:   | chad-run - --arg='[[0.5, 2], [-1, 0]]' --arg='[[1, 2], [3, 4]]' \
// RUN:   | FileCheck %s --check-prefix=VALUE

// The differences of the lowered function.

// RUN: %mlir-opt --load-dialect-plugin=%chad_plugin --load-pass-plugin=%chad_plugin \
// RUN:   --load-dialect-plugin=%example_plugin --load-pass-plugin=%example_plugin %s \
// RUN:   --pass-pipeline='builtin.module(example-lower,func.func(tosa-to-linalg))' \
// RUN:   | chad-run - --interpret --arg='[[0.5, 2], [-1, 0]]' --arg='[[1, 2], [3, 4]]' \
// RUN:   | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @gate.reverse(
// CHECK:         %[[S:.*]] = tosa.sigmoid
// CHECK:         chad.lfun.lambda
// CHECK:           arith.mulf %[[S]], %[[S]] : tensor<?x2xf64>
// CHECK:           chad.map
// CHECK:             chad.map
// CHECK:               chad.scale
// CHECK:           chad.map
// CHECK:               math.exp
func.func @gate(%xs: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %ys = chad.map (%row in %xs : tensor<?x2xf64>) -> tensor<?x2xf64> {
    %new = chad.map (%x in %row : tensor<2xf64>) -> tensor<2xf64> {
      %y = example.softplus %x : f64
      chad.yield %y : f64
    }
    chad.yield %new : tensor<2xf64>
  }
  %zs = tosa.sigmoid %ys : (tensor<?x2xf64>) -> tensor<?x2xf64>
  return %zs : tensor<?x2xf64>
}

// VALUE:      tensor<2x2xf64> {{\[\[}}0.123841403{{[0-9]*}}, 0.167639011{{[0-9]*}}], [0.196837390{{[0-9]*}}, 0.444444444{{[0-9]*}}]]
// VALUE-NEXT: tensor<2x2xf64> {{\[\[}}0.123841403{{[0-9]*}}, 0.167639011{{[0-9]*}}], [0.196837390{{[0-9]*}}, 0.444444444{{[0-9]*}}]]
func.func @main(%xs: tensor<?x2xf64>, %vs: tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>) {
  %v = chad.to_linear %vs : tensor<?x2xf64>
  %y, %r = chad.vjp @gate(%xs) seed(%v)
      : (tensor<?x2xf64>, !chad.lin<tensor<?x2xf64>>) -> (tensor<?x2xf64>, !chad.lin<tensor<?x2xf64>>)
  %same, %t = chad.jvp @gate(%xs) along(%v)
      : (tensor<?x2xf64>, !chad.lin<tensor<?x2xf64>>) -> (tensor<?x2xf64>, !chad.lin<tensor<?x2xf64>>)
  %reverse = chad.from_linear %r : !chad.lin<tensor<?x2xf64>>
  %forward = chad.from_linear %t : !chad.lin<tensor<?x2xf64>>
  return %reverse, %forward : tensor<?x2xf64>, tensor<?x2xf64>
}

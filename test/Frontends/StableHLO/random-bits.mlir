// A state of Philox of three integers, of which JAX makes none, has the whole counter. Its high half is
// the key where the state has two integers, and the sum of the low half carries.
// RUN: chad-run %s --interpret --arg='[81985529216486895, -2]' | FileCheck %s
// RUN: chad-run %s --arg='[81985529216486895, -2]' | FileCheck %s

// CHECK: tensor<9xi1> [true, true, true, true, true, true, true, true, true]
// CHECK-NEXT: tensor<2xi64> [81985529216486895, 1]
// CHECK-NEXT: tensor<3xi64> [81985529216486895, 1, 81985529216486896]
func.func @main(%short: tensor<2xui64>) -> (tensor<9xi1>, tensor<2xui64>, tensor<3xui64>) {
  %a:2 = "stablehlo.rng_bit_generator"(%short) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  %key = "stablehlo.slice"(%short) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui64>) -> tensor<1xui64>
  %long = "stablehlo.concatenate"(%short, %key) <{dimension = 0 : i64}> : (tensor<2xui64>, tensor<1xui64>) -> tensor<3xui64>
  %b:2 = "stablehlo.rng_bit_generator"(%long) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<3xui64>) -> (tensor<3xui64>, tensor<9xui32>)
  %equal = "stablehlo.compare"(%a#1, %b#1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  return %equal, %a#0, %b#0 : tensor<9xi1>, tensor<2xui64>, tensor<3xui64>
}

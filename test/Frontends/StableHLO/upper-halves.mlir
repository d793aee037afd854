// The upper halves of products of integers, with signs and without.
// RUN: chad-run %s --entry=signed --arg='[-3, 7, -128, 127, 100]' | FileCheck %s --check-prefix=SIGNED
// SIGNED: [-1, 2, -39, 38, 30]
// RUN: chad-run %s --entry=unsigned --arg='[-1, 3, -2147483648]' | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: [-1294967297, 2, 1500000000]
// RUN: chad-run %s --entry=wide --arg='[-4611686018427387904, 9223372036854775807]' | FileCheck %s --check-prefix=WIDE
// WIDE: [1, -3]

func.func @signed(%x: tensor<5xi8>) -> tensor<5xi8> {
  %y = "stablehlo.constant"() <{value = dense<77> : tensor<5xi8>}> : () -> tensor<5xi8>
  %z = "chlo.mulhi"(%x, %y) : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  return %z : tensor<5xi8>
}
func.func @unsigned(%x: tensor<3xui32>) -> tensor<3xui32> {
  %y = "stablehlo.constant"() <{value = dense<3000000000> : tensor<3xui32>}> : () -> tensor<3xui32>
  %z = "chlo.mulhi"(%x, %y) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  return %z : tensor<3xui32>
}
func.func @wide(%x: tensor<2xi64>) -> tensor<2xi64> {
  %y = "stablehlo.constant"() <{value = dense<-5> : tensor<2xi64>}> : () -> tensor<2xi64>
  %z = "chlo.mulhi"(%y, %x) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %z : tensor<2xi64>
}

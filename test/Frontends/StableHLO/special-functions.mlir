// Derivatives that JAX does not have: of the zeta function by its first argument; and orders of the
// derivatives of the digamma function, which have none.

// ζ(2) = π²/6 and ζ'(2) = -0.93754825431584, ζ(2, 3) = π²/6 - 1 - 1/4.
// RUN: chad-run %s --entry=zeta --arg='[2, 2]' --arg='[1, 3]' | FileCheck %s --check-prefix=ZETA
// RUN: chad-run %s --entry=sum_zeta --arg='[2, 3.5]' --arg='[1, 3]' --grad-check
// RUN: chad-run %s --entry=sum_zeta --arg='[2, 2]' --arg='[1, 1]' --grad | FileCheck %s --check-prefix=GRAD
// ZETA: [1.64493406684822{{[0-9]*}}, 0.3949340668482{{[0-9]*}}]
// GRAD: tensor<2xf64> [-0.93754825431584{{[0-9]*}}, -0.93754825431584{{[0-9]*}}]
// GRAD: tensor<2xf64> [-2.4041138063191{{[0-9]*}}, -2.4041138063191{{[0-9]*}}]

// ψ'(1) = π²/6 and ψ''(1) = -2 ζ(3); there is none of order ½ or -1.
// RUN: chad-run %s --entry=polygamma --arg='[1, 2, 0.5, -1]' --arg='[1, 1, 1, 1]' | FileCheck %s --check-prefix=POLY
// POLY: [1.6449340668482{{[0-9]*}}, -2.4041138063191{{[0-9]*}}, nan, nan]

// Left of 0, where the first terms are not the largest: by reflection ψ'(½ - n) = π²/2 + 4·Σ 1/(2k - 1)²
// and ψ'''(½ - n) = π⁴ + 96·Σ 1/(2k - 1)⁴, with k from 1 to n, here n = 9, 9 and 5.
// RUN: chad-run %s --entry=polygamma --arg='[1, 3, 1, 1]' --arg='[-8.5, -8.5, -4.5, -9.5]' | FileCheck %s --check-prefix=LEFT
// LEFT: [9.758607112620{{[0-9]*}}, 194.815455339{{[0-9]*}}, 9.670262014099{{[0-9]*}}, nan]

// Broadcast, of complex numbers too: |x + i| at x = 3 and 1.
// RUN: chad-run %s --entry=size --arg='[3, 1]' --grad --of=0 | FileCheck %s --check-prefix=SIZE
// SIZE: tensor<f64> 12
// SIZE-NEXT: tensor<2xf64> [6, 2]

// Complex numbers are compared after they are broadcast.
// RUN: chad-run %s --entry=equal --arg='[3, 1]' | FileCheck %s --check-prefix=EQUAL
// EQUAL: [true, false]

func.func @zeta(%s: tensor<2xf64>, %q: tensor<2xf64>) -> tensor<2xf64> {
  %0 = "chlo.zeta"(%s, %q) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

func.func @sum_zeta(%s: tensor<2xf64>, %q: tensor<2xf64>) -> tensor<f64> {
  %0 = "chlo.broadcast_zeta"(%s, %q) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %1 = "stablehlo.reduce"(%0, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%2) : (tensor<f64>) -> ()
  }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
}

func.func @polygamma(%n: tensor<4xf64>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = "chlo.polygamma"(%n, %x) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @size(%x: tensor<2xf64>) -> tensor<f64> {
  %one = "stablehlo.constant"() <{value = dense<1.0> : tensor<f64>}> : () -> tensor<f64>
  %z = "chlo.broadcast_complex"(%x, %one) : (tensor<2xf64>, tensor<f64>) -> tensor<2xcomplex<f64>>
  %r = "stablehlo.abs"(%z) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %s = "stablehlo.multiply"(%r, %r) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %1 = "stablehlo.reduce"(%s, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%2) : (tensor<f64>) -> ()
  }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
}

func.func @equal(%x: tensor<2xf64>) -> tensor<2xi1> {
  %three = "stablehlo.constant"() <{value = dense<3.0> : tensor<f64>}> : () -> tensor<f64>
  %z = "stablehlo.complex"(%x, %x) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
  %w = "stablehlo.complex"(%three, %three) : (tensor<f64>, tensor<f64>) -> tensor<complex<f64>>
  %c = "chlo.broadcast_compare"(%z, %w) {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xi1>
  return %c : tensor<2xi1>
}

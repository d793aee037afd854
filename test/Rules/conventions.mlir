// What derivatives are where there is none: a row of the table in
// docs/Derivatives.md, and its values, forward and reverse.
//
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret | FileCheck %s
// RUN: chad-run %s | FileCheck %s

// CHECK: tensor<2xf64> [0, 0]
func.func @abs(%x: f64) -> f64 {
  %r = math.absf %x : f64
  return %r : f64
}
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @copysign(%x: f64) -> f64 {
  %y = arith.constant -1.0 : f64
  %r = math.copysign %x, %y : f64
  return %r : f64
}
// At a tie the first operand.
// CHECK-NEXT: tensor<4xf64> [1, 1, 0, 0]
func.func @max(%x: f64, %y: f64) -> f64 {
  %r = arith.maximumf %x, %y : f64
  return %r : f64
}
// CHECK-NEXT: tensor<4xf64> [1, 1, 0, 0]
func.func @min(%x: f64, %y: f64) -> f64 {
  %r = arith.minnumf %x, %y : f64
  return %r : f64
}
// A constant wins a tie.
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @ramp(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = arith.maximumf %x, %zero : f64
  return %r : f64
}
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @ramp_by_select(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %r = arith.select %c, %x, %zero : f64
  return %r : f64
}
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @ramp_to_six(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %six = arith.constant 6.0 : f64
  %r = math.clampf %x to [%zero, %six] : f64
  return %r : f64
}
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @sqrt(%x: f64) -> f64 {
  %r = math.sqrt %x : f64
  return %r : f64
}
// CHECK-NEXT: tensor<4xf64> [0, 0, 0, 0]
func.func @norm(%x: f64, %y: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %y, %y : f64
  %s = arith.addf %a, %b : f64
  %r = math.sqrt %s : f64
  return %r : f64
}
// A tangent or cotangent that is zero stays zero where the partial derivative is infinite.
// CHECK-NEXT: tensor<8xf64> [inf, inf, 0, 0, 1, 1, 1, 1]
func.func @log_and_sum(%x: f64, %y: f64) -> (f64, f64) {
  %l = math.log %x : f64
  %s = arith.addf %x, %y : f64
  return %l, %s : f64, f64
}
// 0^0, 0^1, 0^2, and that of a negative number.
// CHECK-NEXT: tensor<4xf64> [0, 0, 0, 0]
// CHECK-NEXT: tensor<4xf64> [1, 1, 0, 0]
// CHECK-NEXT: tensor<4xf64> [0, 0, 0, 0]
func.func @pow(%x: f64, %y: f64) -> f64 {
  %r = math.powf %x, %y : f64
  return %r : f64
}
// CHECK-NEXT: tensor<2xf64> [12, 12]
func.func @cube(%x: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %r = math.powf %x, %three : f64
  return %r : f64
}
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @to_the_zero(%x: f64) -> f64 {
  %n = arith.constant 0 : i32
  %r = math.fpowi %x, %n : f64, i32
  return %r : f64
}
// CHECK-NEXT: tensor<4xf64> [0, 0, 0, 0]
func.func @angle(%x: f64, %y: f64) -> f64 {
  %r = math.atan2 %x, %y : f64
  return %r : f64
}
// The branch that is not taken: log(x) of a negative number, and what it is made of.
// CHECK-NEXT: tensor<2xf64> [-1, -1]
func.func @log_or_negation(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %p = arith.mulf %x, %inf : f64
  %l = math.log %p : f64
  %n = arith.negf %x : f64
  %r = arith.select %c, %l, %n : f64
  return %r : f64
}
// x log x at 0.
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @entropy(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf oeq, %x, %zero : f64
  %l = math.log %x : f64
  %p = arith.mulf %x, %l : f64
  %r = arith.select %c, %zero, %p : f64
  return %r : f64
}
// A step.
// CHECK-NEXT: tensor<2xf64> [0, 0]
func.func @floor(%x: f64) -> f64 {
  %r = math.floor %x : f64
  return %r : f64
}
// What is not a number stays so; max and min give it the cotangent.
// CHECK-NEXT: tensor<2xf64> [nan, nan]
func.func @sin(%x: f64) -> f64 {
  %r = math.sin %x : f64
  return %r : f64
}
// CHECK-NEXT: tensor<4xf64> [0, 0, 1, 1]
func.func @maxnum(%x: f64, %y: f64) -> f64 {
  %r = arith.maxnumf %x, %y : f64
  return %r : f64
}
// Overflow and underflow of squares are no matter.
// CHECK-NEXT: tensor<4xf64> [5e-201, 5e-201, -5e-201, -5e-201]
// A stopped value is constant.
// CHECK-NEXT: tensor<2xf64> [3, 3]
func.func @stop(%x: f64) -> f64 {
  %c = chad.stop_gradient %x : f64
  %r = arith.mulf %c, %x : f64
  return %r : f64
}

// Each Jacobian, an entry forward, then the same in reverse.
func.func @main() -> (tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<8xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>) {
  %k0 = arith.constant 0.0 : f64
  %k1 = arith.constant 2.0 : f64
  %k2 = arith.constant 1.0 : f64
  %k3 = arith.constant -2.0 : f64
  %k4 = arith.constant -3.0 : f64
  %k5 = arith.constant 0x7FF8000000000000 : f64
  %k6 = arith.constant 1.0e200 : f64
  %k7 = arith.constant 3.0 : f64
  %f0_0 = chad.jacobian @abs(%k0) mode<forward> : (f64) -> (f64)
  %r0_0 = chad.jacobian @abs(%k0) mode<reverse> : (f64) -> (f64)
  %t0 = tensor.from_elements %f0_0, %r0_0 : tensor<2xf64>
  %f1_0 = chad.jacobian @copysign(%k0) mode<forward> : (f64) -> (f64)
  %r1_0 = chad.jacobian @copysign(%k0) mode<reverse> : (f64) -> (f64)
  %t1 = tensor.from_elements %f1_0, %r1_0 : tensor<2xf64>
  %f2_0, %f2_1 = chad.jacobian @max(%k1, %k1) mode<forward> : (f64, f64) -> (f64, f64)
  %r2_0, %r2_1 = chad.jacobian @max(%k1, %k1) mode<reverse> : (f64, f64) -> (f64, f64)
  %t2 = tensor.from_elements %f2_0, %r2_0, %f2_1, %r2_1 : tensor<4xf64>
  %f3_0, %f3_1 = chad.jacobian @min(%k1, %k1) mode<forward> : (f64, f64) -> (f64, f64)
  %r3_0, %r3_1 = chad.jacobian @min(%k1, %k1) mode<reverse> : (f64, f64) -> (f64, f64)
  %t3 = tensor.from_elements %f3_0, %r3_0, %f3_1, %r3_1 : tensor<4xf64>
  %f4_0 = chad.jacobian @ramp(%k0) mode<forward> : (f64) -> (f64)
  %r4_0 = chad.jacobian @ramp(%k0) mode<reverse> : (f64) -> (f64)
  %t4 = tensor.from_elements %f4_0, %r4_0 : tensor<2xf64>
  %f5_0 = chad.jacobian @ramp_by_select(%k0) mode<forward> : (f64) -> (f64)
  %r5_0 = chad.jacobian @ramp_by_select(%k0) mode<reverse> : (f64) -> (f64)
  %t5 = tensor.from_elements %f5_0, %r5_0 : tensor<2xf64>
  %f6_0 = chad.jacobian @ramp_to_six(%k0) mode<forward> : (f64) -> (f64)
  %r6_0 = chad.jacobian @ramp_to_six(%k0) mode<reverse> : (f64) -> (f64)
  %t6 = tensor.from_elements %f6_0, %r6_0 : tensor<2xf64>
  %f7_0 = chad.jacobian @sqrt(%k0) mode<forward> : (f64) -> (f64)
  %r7_0 = chad.jacobian @sqrt(%k0) mode<reverse> : (f64) -> (f64)
  %t7 = tensor.from_elements %f7_0, %r7_0 : tensor<2xf64>
  %f8_0, %f8_1 = chad.jacobian @norm(%k0, %k0) mode<forward> : (f64, f64) -> (f64, f64)
  %r8_0, %r8_1 = chad.jacobian @norm(%k0, %k0) mode<reverse> : (f64, f64) -> (f64, f64)
  %t8 = tensor.from_elements %f8_0, %r8_0, %f8_1, %r8_1 : tensor<4xf64>
  %f9_0, %f9_1, %f9_2, %f9_3 = chad.jacobian @log_and_sum(%k0, %k0) mode<forward> : (f64, f64) -> (f64, f64, f64, f64)
  %r9_0, %r9_1, %r9_2, %r9_3 = chad.jacobian @log_and_sum(%k0, %k0) mode<reverse> : (f64, f64) -> (f64, f64, f64, f64)
  %t9 = tensor.from_elements %f9_0, %r9_0, %f9_1, %r9_1, %f9_2, %r9_2, %f9_3, %r9_3 : tensor<8xf64>
  %f10_0, %f10_1 = chad.jacobian @pow(%k0, %k0) mode<forward> : (f64, f64) -> (f64, f64)
  %r10_0, %r10_1 = chad.jacobian @pow(%k0, %k0) mode<reverse> : (f64, f64) -> (f64, f64)
  %t10 = tensor.from_elements %f10_0, %r10_0, %f10_1, %r10_1 : tensor<4xf64>
  %f11_0, %f11_1 = chad.jacobian @pow(%k0, %k2) mode<forward> : (f64, f64) -> (f64, f64)
  %r11_0, %r11_1 = chad.jacobian @pow(%k0, %k2) mode<reverse> : (f64, f64) -> (f64, f64)
  %t11 = tensor.from_elements %f11_0, %r11_0, %f11_1, %r11_1 : tensor<4xf64>
  %f12_0, %f12_1 = chad.jacobian @pow(%k0, %k1) mode<forward> : (f64, f64) -> (f64, f64)
  %r12_0, %r12_1 = chad.jacobian @pow(%k0, %k1) mode<reverse> : (f64, f64) -> (f64, f64)
  %t12 = tensor.from_elements %f12_0, %r12_0, %f12_1, %r12_1 : tensor<4xf64>
  %f13_0 = chad.jacobian @cube(%k3) mode<forward> : (f64) -> (f64)
  %r13_0 = chad.jacobian @cube(%k3) mode<reverse> : (f64) -> (f64)
  %t13 = tensor.from_elements %f13_0, %r13_0 : tensor<2xf64>
  %f14_0 = chad.jacobian @to_the_zero(%k0) mode<forward> : (f64) -> (f64)
  %r14_0 = chad.jacobian @to_the_zero(%k0) mode<reverse> : (f64) -> (f64)
  %t14 = tensor.from_elements %f14_0, %r14_0 : tensor<2xf64>
  %f15_0, %f15_1 = chad.jacobian @angle(%k0, %k0) mode<forward> : (f64, f64) -> (f64, f64)
  %r15_0, %r15_1 = chad.jacobian @angle(%k0, %k0) mode<reverse> : (f64, f64) -> (f64, f64)
  %t15 = tensor.from_elements %f15_0, %r15_0, %f15_1, %r15_1 : tensor<4xf64>
  %f16_0 = chad.jacobian @log_or_negation(%k4) mode<forward> : (f64) -> (f64)
  %r16_0 = chad.jacobian @log_or_negation(%k4) mode<reverse> : (f64) -> (f64)
  %t16 = tensor.from_elements %f16_0, %r16_0 : tensor<2xf64>
  %f17_0 = chad.jacobian @entropy(%k0) mode<forward> : (f64) -> (f64)
  %r17_0 = chad.jacobian @entropy(%k0) mode<reverse> : (f64) -> (f64)
  %t17 = tensor.from_elements %f17_0, %r17_0 : tensor<2xf64>
  %f18_0 = chad.jacobian @floor(%k1) mode<forward> : (f64) -> (f64)
  %r18_0 = chad.jacobian @floor(%k1) mode<reverse> : (f64) -> (f64)
  %t18 = tensor.from_elements %f18_0, %r18_0 : tensor<2xf64>
  %f19_0 = chad.jacobian @sin(%k5) mode<forward> : (f64) -> (f64)
  %r19_0 = chad.jacobian @sin(%k5) mode<reverse> : (f64) -> (f64)
  %t19 = tensor.from_elements %f19_0, %r19_0 : tensor<2xf64>
  %f20_0, %f20_1 = chad.jacobian @maxnum(%k5, %k2) mode<forward> : (f64, f64) -> (f64, f64)
  %r20_0, %r20_1 = chad.jacobian @maxnum(%k5, %k2) mode<reverse> : (f64, f64) -> (f64, f64)
  %t20 = tensor.from_elements %f20_0, %r20_0, %f20_1, %r20_1 : tensor<4xf64>
  %f21_0, %f21_1 = chad.jacobian @angle(%k6, %k6) mode<forward> : (f64, f64) -> (f64, f64)
  %r21_0, %r21_1 = chad.jacobian @angle(%k6, %k6) mode<reverse> : (f64, f64) -> (f64, f64)
  %t21 = tensor.from_elements %f21_0, %r21_0, %f21_1, %r21_1 : tensor<4xf64>
  %f22_0 = chad.jacobian @stop(%k7) mode<forward> : (f64) -> (f64)
  %r22_0 = chad.jacobian @stop(%k7) mode<reverse> : (f64) -> (f64)
  %t22 = tensor.from_elements %f22_0, %r22_0 : tensor<2xf64>
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8, %t9, %t10, %t11, %t12, %t13, %t14, %t15, %t16, %t17, %t18, %t19, %t20, %t21, %t22
      : tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<8xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>
}

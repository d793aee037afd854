// A ramp, such as max(x, 0), stops cotangents where it is flat; if its argument is made of more
// than sums and products, zeros are kept by a test. If it is not, the ramp costs no test.
//
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret | FileCheck %s
// RUN: chad-run %s | FileCheck %s
// RUN: chad-opt %s --chad-differentiate | FileCheck %s --check-prefix=IR

// IR: chad.scale zero_absorbing
func.func @saturates(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %e = math.exp %x : f64
  %d = arith.subf %one, %e : f64
  %r = arith.maximumf %d, %zero : f64
  return %r : f64
}
// IR: func.func {{.*}}@layer.vjp
// IR-NOT: zero_absorbing
// IR: return
func.func @layer(%w: f64, %x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.mulf %w, %x : f64
  %r = arith.maximumf %p, %zero : f64
  return %r : f64
}
// CHECK: f64 {{-?}}0
// CHECK-NEXT: f64 -0.36787944117144233
// CHECK-NEXT: f64 3
func.func @main() -> (f64, f64, f64) {
  %big = arith.constant 1000.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  %a = chad.grad @saturates(%big) : (f64) -> (f64)
  %b = chad.grad @saturates(%minus_one) : (f64) -> (f64)
  %c = chad.grad @layer(%two, %three) wrt [0] : (f64, f64) -> (f64)
  return %a, %b, %c : f64, f64, f64
}

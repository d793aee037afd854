// Reverse derivatives of gradients of loops with checkpoints are gradients of directional derivatives: no code goes back
// through the runs of a step that schedules add.
//
// RUN: sed 's/OUTER//' %s | chad-run - | FileCheck %s --check-prefix=VALUE
// RUN: sed 's/OUTER/{chad.checkpoint}/' %s | chad-run - 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed 's/OUTER/{chad.checkpoint = {states = 5}}/' %s | chad-run - 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed 's/OUTER/{chad.checkpoint = {states = 2, binomial}}/' %s | chad-opt - --chad-differentiate | chad-run - --interpret | FileCheck %s --check-prefix=VALUE
// RUN: sed 's/OUTER/{chad.checkpoint}/' %s | chad-opt - --chad-differentiate | FileCheck %s

// CHECK-LABEL: func.func private @power_grad{{.*}}.vjp(
// CHECK:         call @[[GRADIENT:power.vjp[_0-9]*]](%arg0, %arg1, %{{.*}}) : (f64, f64, f64) -> (f64, f64, f64)
// CHECK-NEXT:    call @[[GRADIENT]].back(%arg0, %arg1, %{{.*}}, %arg2, %arg3)

// CHECK:       func.func private @[[GRADIENT]].back(%[[X:.*]]: f64, %[[K:.*]]: f64, %[[S:.*]]: f64, %[[U:.*]]: !chad.lin<f64>, %[[W:.*]]: !chad.lin<f64>)
// CHECK-NEXT:    %[[DX:.*]] = chad.from_linear %[[U]]
// CHECK-NEXT:    %[[DK:.*]] = chad.from_linear %[[W]]
// CHECK-NEXT:    %[[SEED:.*]] = chad.to_linear %[[S]]
// CHECK-NEXT:    %[[R:.*]]:4 = call @power.jvp{{.*}}.vjp(%[[X]], %[[K]], %[[DX]], %[[DK]], %[[SEED]])
// CHECK-NEXT:    return %[[R]]#2, %[[R]]#3 : !chad.lin<f64>, !chad.lin<f64>

// CHECK-NOT: chad.gradient

// x·k⁵
func.func private @power(%x: f64, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 5 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    scf.yield %p : f64
  } OUTER
  return %r : f64
}
func.func private @power_grad(%x: f64, %k: f64) -> (f64, f64) {
  %g:2 = chad.grad @power(%x, %k) : (f64, f64) -> (f64, f64)
  return %g#0, %g#1 : f64, f64
}
// x·k⁵·k⁵: the value and the gradient are used, and the gradient is by one argument of two.
func.func private @product(%x: f64, %k: f64) -> f64 {
  %y, %g = chad.value_and_grad @power(%x, %k) wrt [0] : (f64, f64) -> (f64, f64)
  %r = arith.mulf %y, %g : f64
  return %r : f64
}
// c·k⁵
func.func private @pull(%x: f64, %k: f64, %c: f64) -> f64 {
  %l = chad.to_linear %c : f64
  %y, %g = chad.vjp @power(%x, %k) seed(%l) wrt [0] : (f64, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %r = chad.from_linear %g : !chad.lin<f64>
  return %r : f64
}
// 20·x·k³
func.func private @second(%x: f64, %k: f64) -> f64 {
  %d = chad.grad @by_k(%x, %k) wrt [1] : (f64, f64) -> f64
  return %d : f64
}
func.func private @by_k(%x: f64, %k: f64) -> f64 {
  %d = chad.grad @power(%x, %k) wrt [1] : (f64, f64) -> f64
  return %d : f64
}

// VALUE:      f64 0
// VALUE-NEXT: f64 80
// VALUE-NEXT: f64 80
// VALUE-NEXT: f64 480
// VALUE-NEXT: f64 1024
// VALUE-NEXT: f64 15360
// VALUE-NEXT: f64 0
// VALUE-NEXT: f64 560
// VALUE-NEXT: f64 32
// VALUE-NEXT: f64 160
// VALUE-NEXT: f64 720
func.func @main() -> (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64) {
  %x = arith.constant 3.0 : f64
  %k = arith.constant 2.0 : f64
  %c = arith.constant 7.0 : f64
  %one = arith.constant 1.0 : f64
  %l = chad.to_linear %one : f64
  %zero = chad.zero : !chad.lin<f64>
  // The rows of the Hessian.
  %a:4 = chad.vjp @power_grad(%x, %k) seed(%l, %zero) : (f64, f64, !chad.lin<f64>, !chad.lin<f64>) -> (f64, f64, !chad.lin<f64>, !chad.lin<f64>)
  %b:4 = chad.vjp @power_grad(%x, %k) seed(%zero, %l) : (f64, f64, !chad.lin<f64>, !chad.lin<f64>) -> (f64, f64, !chad.lin<f64>, !chad.lin<f64>)
  %a0 = chad.from_linear %a#2 : !chad.lin<f64>
  %a1 = chad.from_linear %a#3 : !chad.lin<f64>
  %b0 = chad.from_linear %b#2 : !chad.lin<f64>
  %b1 = chad.from_linear %b#3 : !chad.lin<f64>
  %p:2 = chad.grad @product(%x, %k) : (f64, f64) -> (f64, f64)
  %q:3 = chad.grad @pull(%x, %k, %c) : (f64, f64, f64) -> (f64, f64, f64)
  %t:2 = chad.grad @second(%x, %k) : (f64, f64) -> (f64, f64)
  return %a0, %a1, %b0, %b1, %p#0, %p#1, %q#0, %q#1, %q#2, %t#0, %t#1 : f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64
}

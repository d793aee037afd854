// A declaration that only the rule of a function names is not looked for where no derivative asks for it.
//
// RUN: chad-run %s --arg=3 | FileCheck %s
// CHECK: f64 9
// RUN: not chad-run %s --arg=3 --grad 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED: error: 'none in reverse' has no body
func.func private @"no derivative of this"(%x: f64, %dx: !chad.lin<f64>) -> (f64, !chad.lin<f64>)
func.func private @"none in reverse"(%x: f64) -> (f64, f64)
func.func private @"none backwards"(%x: f64, %dy: !chad.lin<f64>) -> !chad.lin<f64>
func.func private @square(%x: f64) -> f64 attributes {
    chad.custom_jvp = @"no derivative of this", chad.custom_vjp = [@"none in reverse", @"none backwards"]} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @main(%x: f64) -> f64 {
  %y = call @square(%x) : (f64) -> f64
  return %y : f64
}

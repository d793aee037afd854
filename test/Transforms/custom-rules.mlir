// RUN: chad-opt %s --chad-differentiate | FileCheck %s
// RUN: chad-opt %s --chad-differentiate | chad-run - --interpret --entry=gradients --arg=2.0 --full | FileCheck %s --check-prefix=VALUE

// The rules return 10 and 100 where the true derivative is 1, to show that they are used: on calls,
// in loops, on requests for the function itself, and on declarations.

func.func private @vjp(%x: f64) -> f64 attributes {chad.custom_vjp = @vjp_back} {
  return %x : f64
}
func.func private @vjp_back(%x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %k = arith.constant 10.0 : f64
  %r = chad.scale %k, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}

func.func private @pair(f64, index) -> f64 attributes {chad.custom_vjp = [@pair_kept, @pair_back]}
func.func private @pair_kept(%x: f64, %n: index) -> (f64, f64) {
  %k = arith.constant 100.0 : f64
  return %x, %k : f64, f64
}
func.func private @pair_back(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = chad.scale %k, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}

func.func private @jvp(%x: f64) -> f64 attributes {chad.custom_jvp = @jvp_dual} {
  return %x : f64
}
func.func private @jvp_dual(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %k = arith.constant 10.0 : f64
  %r = chad.scale %k, %v : f64, !chad.lin<f64>
  return %x, %r : f64, !chad.lin<f64>
}

func.func private @constant(%x: f64) -> f64 attributes {chad.inactive} {
  return %x : f64
}

// CHECK-LABEL: func private @calls.vjp(
// CHECK:         call @vjp(%{{.*}}) : (f64) -> f64
// CHECK:         call @pair_kept(%{{.*}}, %{{.*}}) : (f64, index) -> (f64, f64)
// CHECK:         call @pair_back(
// CHECK:         call @vjp_back(
func.func @calls(%x: f64) -> f64 {
  %n = arith.constant 3 : index
  %a = func.call @vjp(%x) : (f64) -> f64
  %b = func.call @pair(%a, %n) : (f64, index) -> f64
  return %b : f64
}
func.func @loop(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 3 : index
  %xs = chad.build %i < %n -> tensor<3xf64> {
    %a = func.call @vjp(%x) : (f64) -> f64
    %b = arith.mulf %a, %a : f64
    chad.yield %b : f64
  }
  %r = chad.reduce (%a, %b in %xs from %zero : tensor<3xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r : f64
}
func.func @forward(%x: f64) -> f64 {
  %a = func.call @jvp(%x) : (f64) -> f64
  // A reverse rule does not keep forward mode from going through the body.
  %b = func.call @vjp(%a) : (f64) -> f64
  return %b : f64
}
func.func @inactive(%x: f64) -> f64 {
  %a = func.call @constant(%x) : (f64) -> f64
  %b = arith.mulf %a, %x : f64
  return %b : f64
}

// VALUE:      f64 1000
// VALUE-NEXT: f64 120
// VALUE-NEXT: f64 10
// VALUE-NEXT: f64 100
// VALUE-NEXT: f64 10
// VALUE-NEXT: f64 2
func.func @gradients(%x: f64) -> (f64, f64, f64, f64, f64, f64) {
  %n = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %v = chad.to_linear %one : f64
  %a = chad.grad @calls(%x) : (f64) -> f64
  %b = chad.grad @loop(%x) : (f64) -> f64
  %c = chad.grad @vjp(%x) : (f64) -> f64
  %d = chad.grad @pair(%x, %n) : (f64, index) -> f64
  %e, %t = chad.jvp @forward(%x) along (%v) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %f = chad.from_linear %t : !chad.lin<f64>
  %g = chad.grad @inactive(%x) : (f64) -> f64
  return %a, %b, %c, %d, %f, %g : f64, f64, f64, f64, f64, f64
}

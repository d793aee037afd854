// Derivatives of loops, of tensor expressions, of calls with and without rules of their
// own, and of derivatives of calls, forward and reverse, against differences.
//
// RUN: %python %S/Inputs/derivatives.py %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

func.func @loop(%xs: tensor<?xf64>) -> f64 { // ? = 3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %one = arith.constant 1.0 : f64
  %z = arith.constant 0.3 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one, %b = %z) -> (f64, f64) {
    %x = math.sin %a : f64
    %k = arith.index_cast %i : index to i64
    %kf = arith.sitofp %k : i64 to f64
    %w = arith.mulf %kf, %x : f64
    %s = arith.addf %w, %b : f64
    %q = chad.reduce (%u, %v in %xs from %z : tensor<?xf64>) {
      %p = arith.addf %u, %v : f64
      chad.yield %p : f64
    }
    %t = arith.mulf %q, %s : f64
    scf.yield %s, %t : f64, f64
  }
  %m = arith.mulf %r#0, %r#1 : f64
  return %m : f64
}
func.func @tens(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %e = math.exp %xs : tensor<?xf64>
  %f = arith.mulf %e, %xs : tensor<?xf64>
  %g = arith.addf %f, %e : tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func private @callee(%a: f64, %b: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %r = chad.map (%x in %b : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %a : f64
    %s = math.sin %p : f64
    chad.yield %s : f64
  }
  %s = math.exp %a : f64
  return %s, %r : f64, tensor<?xf64>
}
func.func @calls(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %c0 = arith.constant 0 : index
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s, %t = func.call @callee(%x, %xs, %c0) : (f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>)
    %z = arith.constant 0.0 : f64
    %q = chad.reduce (%u, %v in %t from %z : tensor<?xf64>) {
      %p = arith.addf %u, %v : f64
      chad.yield %p : f64
    }
    %w = arith.mulf %s, %q : f64
    chad.yield %w : f64
  }
  return %r : tensor<?xf64>
}
func.func private @cus(%a: f64) -> f64 attributes {chad.custom_vjp = @cus_b, chad.custom_jvp = @cus_j} {
  %s = math.exp %a : f64
  return %s : f64
}
func.func private @cus_b(%a: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %s = math.exp %a : f64
  %r = chad.scale %s, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}
func.func private @cus_j(%a: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %s = math.exp %a : f64
  %r = chad.scale %s, %v : f64, !chad.lin<f64>
  return %s, %r : f64, !chad.lin<f64>
}
func.func @custom(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = func.call @cus(%x) : (f64) -> f64
    %t = arith.mulf %s, %x : f64
    chad.yield %t : f64
  }
  return %r : tensor<?xf64>
}
func.func @gradcalls(%xs: tensor<?xf64>) -> tensor<?xf64> { // ? = 3
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %c = chad.build %i < %n -> tensor<?xf64> { chad.yield %one : f64 }
  %s = chad.to_linear %c : tensor<?xf64>
  %y, %g = chad.vjp @calls(%xs) seed(%s) : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %y2, %g2 = chad.vjp @custom(%xs) seed(%s) : (tensor<?xf64>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %g3 = chad.add %g, %g2 : !chad.lin<tensor<?xf64>>
  %r = chad.from_linear %g3 : !chad.lin<tensor<?xf64>>
  return %r : tensor<?xf64>
}

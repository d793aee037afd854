// A reduction with a free variable, r = kⁿ Πᵢ xᵢ, at k = 2, x = (2, 3): by the transpose
// written by hand, by reverse mode on the normal form, and by differences, on
// contexts and out of them, interpreted and compiled.
//
// RUN: chad-run %s --interpret --entry=by_hand | FileCheck %s
// RUN: chad-opt %s --chad-from-unf | chad-run - --interpret --entry=by_hand | FileCheck %s
// RUN: chad-run %s --interpret --entry=asked | FileCheck %s
// RUN: chad-opt %s --chad-to-unf --chad-differentiate | chad-run - --interpret --entry=asked | FileCheck %s
// RUN: chad-opt %s --chad-to-unf --chad-differentiate --chad-from-unf | chad-run - --interpret --entry=asked | FileCheck %s
// RUN: chad-opt %s --chad-to-unf --chad-differentiate --chad-from-unf | chad-run - --entry=asked | FileCheck %s
//
// Generic transposes of products, and scans in each direction, out of contexts: the
// numbers that the interpreter has on them.
// RUN: chad-opt %S/../../Interpreter/unf.mlir --chad-from-unf -o %t.mlir
// RUN: chad-run %t.mlir --interpret --entry=let --arg=3 --arg=5 --arg=7 | FileCheck %S/../../Interpreter/unf.mlir --check-prefix=LET --allow-unused-prefixes
// RUN: chad-run %t.mlir --interpret --entry=tuples --arg=3 --arg=5 | FileCheck %S/../../Interpreter/unf.mlir --check-prefix=TUPLES --allow-unused-prefixes
// RUN: chad-run %t.mlir --interpret --entry=prod --arg='[2, 0, 5]' | FileCheck %S/../../Interpreter/unf.mlir --check-prefix=ZERO --allow-unused-prefixes
// RUN: chad-run %t.mlir --interpret --entry=prod --arg='[]' | FileCheck %S/../../Interpreter/unf.mlir --check-prefix=EMPTY --allow-unused-prefixes
// RUN: chad-run %t.mlir --interpret --entry=dot --arg='[2, 0, 5]' --arg='[7, 8, 9]' | FileCheck %S/../../Interpreter/unf.mlir --check-prefix=DOT --allow-unused-prefixes
// RUN: chad-run %t.mlir --interpret --entry=free --arg=3 --arg='[2, 0, 5]' | FileCheck %S/../../Interpreter/unf.mlir --check-prefix=FREE --allow-unused-prefixes
// RUN: chad-opt %S/../../Interpreter/unf-scan.mlir --chad-from-unf -o %t.scan.mlir
// RUN: chad-run %t.scan.mlir --interpret --entry=left_inclusive --arg='[2, 0, 5, 3]' | FileCheck %S/../../Interpreter/unf-scan.mlir --check-prefix=LEFTINCLUSIVE --allow-unused-prefixes
// RUN: chad-run %t.scan.mlir --interpret --entry=left_exclusive --arg='[2, 0, 5, 3]' | FileCheck %S/../../Interpreter/unf-scan.mlir --check-prefix=LEFTEXCLUSIVE --allow-unused-prefixes
// RUN: chad-run %t.scan.mlir --interpret --entry=right_inclusive --arg='[2, 0, 5, 3]' | FileCheck %S/../../Interpreter/unf-scan.mlir --check-prefix=RIGHTINCLUSIVE --allow-unused-prefixes
// RUN: chad-run %t.scan.mlir --interpret --entry=right_exclusive --arg='[2, 0, 5, 3]' | FileCheck %S/../../Interpreter/unf-scan.mlir --check-prefix=RIGHTEXCLUSIVE --allow-unused-prefixes

// CHECK: f64 {{24|23.99999|24.00000}}
// CHECK-NEXT: f64 {{24|23.99999|24.00000}}
// CHECK-NEXT: tensor<{{.*}}xf64> [{{12|11.99999[0-9]*|12.00000[0-9]*}}, {{8|7.99999[0-9]*|8.00000[0-9]*}}]
func.func private @powers(%k: f64, %xs: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %r = chad.reduce (%a, %x in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %k, %p : f64
    chad.yield %q : f64
  }
  return %r : f64
}
func.func @asked() -> (f64, f64, tensor<?xf64>) {
  %k = arith.constant 2.0 : f64
  %c = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %xs = tensor.cast %c : tensor<2xf64> to tensor<?xf64>
  %y, %dk, %dxs = chad.value_and_grad @powers(%k, %xs) : (f64, tensor<?xf64>) -> (f64, f64, tensor<?xf64>)
  return %y, %dk, %dxs : f64, f64, tensor<?xf64>
}
func.func @by_hand() -> (f64, f64, tensor<2xf64>) {
  %k = arith.constant 2.0 : f64
  %xs = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %one = arith.constant 1.0 : f64
  %c0 = chad.unf.enter (%k, %xs) : !chad.ctx<[f64, tensor<2xf64>]>
  %c1 = chad.unf.reduce [%l : f64] (%a, %x from %one : f64) of %c0 : !chad.ctx<[f64, tensor<2xf64>]> {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %l, %p : f64
    chad.yield %q : f64
  }
  %r:3 = chad.unf.leave %c1 : !chad.ctx<[f64, tensor<2xf64>, f64]>
  %seed = chad.to_linear %one : f64
  %d0 = chad.unf.enter (%seed) : !chad.ctx<[lin<f64>]>
  %d1 = chad.unf.proj_t %d0[0, 2] : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<tensor<2xf64>>, lin<f64>]>
  %d2 = chad.unf.reduce_t (%a, %x in %xs from %one : tensor<2xf64>) of %d1 : !chad.ctx<[lin<f64>, lin<tensor<2xf64>>, lin<f64>]> {
    %p = arith.mulf %a, %x : f64
    %q = arith.mulf %k, %p : f64
    chad.yield %q : f64
  } adjoint [%dk : !chad.lin<f64>] (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %p = arith.mulf %a, %x : f64
    %s = chad.scale %p, %z : f64, !chad.lin<f64>
    %t = chad.add %dk, %s : !chad.lin<f64>
    %kx = arith.mulf %k, %x : f64
    %ka = arith.mulf %k, %a : f64
    %da = chad.scale %kx, %z : f64, !chad.lin<f64>
    %dx = chad.scale %ka, %z : f64, !chad.lin<f64>
    chad.yield %t, %da, %dx : !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
  }
  %g:2 = chad.unf.leave %d2 : !chad.ctx<[lin<f64>, lin<tensor<2xf64>>]>
  %gk = chad.from_linear %g#0 : !chad.lin<f64>
  %gxs = chad.from_linear %g#1 : !chad.lin<tensor<2xf64>>
  return %r#2, %gk, %gxs : f64, f64, tensor<2xf64>
}

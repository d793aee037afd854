// RUN: chad-opt %s --chad-verify-linear -o %t
// RUN: chad-run %s --interpret --entry=let --arg=3 --arg=5 --arg=7 | FileCheck %s --check-prefix=LET
// RUN: chad-run %s --interpret --entry=tuples --arg=3 --arg=5 | FileCheck %s --check-prefix=TUPLES
// RUN: chad-run %s --interpret --entry=prod --arg='[2, 3, 5]' | FileCheck %s --check-prefix=PROD
// RUN: chad-run %s --interpret --entry=prod --arg='[2, 0, 5]' | FileCheck %s --check-prefix=ZERO
// RUN: chad-run %s --interpret --entry=prod --arg='[2, 0, 0]' | FileCheck %s --check-prefix=ZEROS
// RUN: chad-run %s --interpret --entry=prod --arg='[]' | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --interpret --entry=sum --arg='[2, 0, 5]' | FileCheck %s --check-prefix=SUM
// RUN: chad-run %s --interpret --entry=dot --arg='[2, 0, 5]' --arg='[7, 8, 9]' | FileCheck %s --check-prefix=DOT
// RUN: chad-run %s --interpret --entry=free --arg=3 --arg='[2, 0, 5]' | FileCheck %s --check-prefix=FREE
// RUN: not chad-run %s --interpret --entry=dot --arg='[2, 0]' --arg='[7, 8, 9]' 2>&1 | FileCheck %s --check-prefix=EXTENTS

// let w₁ = x₁x₂ in w₁x₁ and its gradient (w₁ + x₂x₁, x₁x₁, 0), the third
// variable unused (Huot & Shaikhha 2022, example 1.1).
// LET: f64 45
// LET-NEXT: !chad.lin<f64> 30
// LET-NEXT: !chad.lin<f64> 9
// LET-NEXT: !chad.lin<f64> 0
func.func @let(%x1: f64, %x2: f64, %x3: f64) -> (f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>) {
  %c0 = chad.unf.enter (%x1, %x2, %x3) : !chad.ctx<[f64, f64, f64]>
  %c1 = chad.unf.var %c0[0] : !chad.ctx<[f64, f64, f64]>
  %c2 = chad.unf.var %c1[1] : !chad.ctx<[f64, f64, f64, f64]>
  %c3 = chad.unf.op (%a : f64, %b : f64) of %c2 : !chad.ctx<[f64, f64, f64, f64, f64]> -> f64 {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %c4 = chad.unf.proj %c3[3, 2] : !chad.ctx<[f64, f64, f64, f64, f64, f64]>
  %c5 = chad.unf.var %c4[0] : !chad.ctx<[f64, f64, f64, f64]>
  %c6 = chad.unf.op (%a : f64, %b : f64) of %c5 : !chad.ctx<[f64, f64, f64, f64, f64]> -> f64 {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %y:6 = chad.unf.leave %c6 : !chad.ctx<[f64, f64, f64, f64, f64, f64]>

  %one = arith.constant 1.0 : f64
  %v = chad.to_linear %one : f64
  %d0 = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %d1 = chad.unf.proj_t %d0[0, 5] : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>]>
  %d2 = chad.unf.op_t (%z : !chad.lin<f64>) of %d1 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>]> {
    %da = chad.scale %x1, %z : f64, !chad.lin<f64>
    %db = chad.scale %y#3, %z : f64, !chad.lin<f64>
    chad.yield %da, %db : !chad.lin<f64>, !chad.lin<f64>
  }
  %d3 = chad.unf.var_t %d2[0] : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>]>
  %d4 = chad.unf.proj_t %d3[3, 2] : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>]> -> !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>]>
  %d5 = chad.unf.op_t (%z : !chad.lin<f64>) of %d4 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>]> {
    %da = chad.scale %x2, %z : f64, !chad.lin<f64>
    %db = chad.scale %x1, %z : f64, !chad.lin<f64>
    chad.yield %da, %db : !chad.lin<f64>, !chad.lin<f64>
  }
  %d6 = chad.unf.var_t %d5[1] : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>, lin<f64>]>
  %d7 = chad.unf.var_t %d6[0] : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>, lin<f64>]>
  %g:3 = chad.unf.leave %d7 : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]>
  return %y#5, %g#0, %g#1, %g#2 : f64, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
}

// second ⟨x, y⟩ and its transpose at 1: (0, 1), with the cotangent of the tuple 0.
// TUPLES: f64 5
// TUPLES-NEXT: !chad.lin<f64> 0
// TUPLES-NEXT: !chad.lin<f64> 1
func.func @tuples(%x: f64, %y: f64) -> (f64, !chad.lin<f64>, !chad.lin<f64>) {
  %c0 = chad.unf.enter (%x, %y) : !chad.ctx<[f64, f64]>
  %c1 = chad.unf.pair %c0 : !chad.ctx<[f64, f64]>
  %c2 = chad.unf.get %c1[1] : !chad.ctx<[tuple<f64, f64>]>
  %r:2 = chad.unf.leave %c2 : !chad.ctx<[tuple<f64, f64>, f64]>
  %one = arith.constant 1.0 : f64
  %v = chad.to_linear %one : f64
  %d0 = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %d1 = chad.unf.proj_t %d0[0, 1] : !chad.ctx<[lin<f64>]> -> !chad.ctx<[tuple<!chad.lin<f64>, !chad.lin<f64>>, lin<f64>]>
  %d2 = chad.unf.get_t %d1[1] : !chad.ctx<[tuple<!chad.lin<f64>, !chad.lin<f64>>, lin<f64>]>
  %d3 = chad.unf.pair_t %d2 : !chad.ctx<[tuple<!chad.lin<f64>, !chad.lin<f64>>]>
  %g:2 = chad.unf.leave %d3 : !chad.ctx<[lin<f64>, lin<f64>]>
  return %r#1, %g#0, %g#1 : f64, !chad.lin<f64>, !chad.lin<f64>
}

// Each part of the gradient is the product of the other elements.
// PROD: f64 30
// PROD-NEXT: !chad.lin<tensor<3xf64>> [15, 10, 6]
// ZERO: f64 0
// ZERO-NEXT: !chad.lin<tensor<3xf64>> [0, 10, 0]
// ZEROS: f64 0
// ZEROS-NEXT: !chad.lin<tensor<3xf64>> [0, 0, 0]
// EMPTY: f64 1
// EMPTY-NEXT: !chad.lin<tensor<0xf64>> []
func.func @prod(%xs: tensor<?xf64>) -> (f64, !chad.lin<tensor<?xf64>>) {
  %one = arith.constant 1.0 : f64
  %c0 = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
  %c1 = chad.unf.reduce (%a, %x from %one : f64) of %c0 : !chad.ctx<[tensor<?xf64>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %y:2 = chad.unf.leave %c1 : !chad.ctx<[tensor<?xf64>, f64]>
  %v = chad.to_linear %one : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %d0 = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %d1 = chad.unf.proj_t %d0[0, 1] sizes(%n) : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>
  %d2 = chad.unf.reduce_t (%a, %x in %xs from %one : tensor<?xf64>) of %d1 : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    %da = chad.scale %x, %z : f64, !chad.lin<f64>
    %dx = chad.scale %a, %z : f64, !chad.lin<f64>
    chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %g = chad.unf.leave %d2 : !chad.ctx<[lin<tensor<?xf64>>]>
  return %y#1, %g : f64, !chad.lin<tensor<?xf64>>
}

// SUM: f64 7
// SUM-NEXT: !chad.lin<tensor<3xf64>> [1, 1, 1]
func.func @sum(%xs: tensor<?xf64>) -> (f64, !chad.lin<tensor<?xf64>>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c0 = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
  %c1 = chad.unf.reduce (%a, %x from %zero : f64) of %c0 : !chad.ctx<[tensor<?xf64>]> {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  %y:2 = chad.unf.leave %c1 : !chad.ctx<[tensor<?xf64>, f64]>
  %v = chad.to_linear %one : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %d0 = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %d1 = chad.unf.proj_t %d0[0, 1] sizes(%n) : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]>
  %d2 = chad.unf.reduce_t (%a, %x in %xs from %zero : tensor<?xf64>) of %d1 : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
  }
  %g = chad.unf.leave %d2 : !chad.ctx<[lin<tensor<?xf64>>]>
  return %y#1, %g : f64, !chad.lin<tensor<?xf64>>
}

// DOT: f64 59
// DOT-NEXT: !chad.lin<tensor<3xf64>> [7, 8, 9]
// DOT-NEXT: !chad.lin<tensor<3xf64>> [2, 0, 5]
// EXTENTS: error: interpreter: arrays have the extents 2 and 3
func.func @dot(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c0 = chad.unf.enter (%xs, %ys) : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
  %c1 = chad.unf.map (%x : f64, %y : f64) of %c0 : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]> -> f64 {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %c2 = chad.unf.reduce [%k : tensor<?xf64>, %l : tensor<?xf64>] (%a, %x from %zero : f64) of %c1 : !chad.ctx<[tensor<?xf64>, tensor<?xf64>, tensor<?xf64>]> {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  %y:4 = chad.unf.leave %c2 : !chad.ctx<[tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64]>
  %v = chad.to_linear %one : f64
  %i = arith.constant 0 : index
  %n = tensor.dim %xs, %i : tensor<?xf64>
  %d0 = chad.unf.enter (%v) : !chad.ctx<[lin<f64>]>
  %d1 = chad.unf.proj_t %d0[0, 3] sizes(%n, %n, %n) : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>, lin<tensor<?xf64>>, lin<f64>]>
  %d2 = chad.unf.reduce_t (%a, %x in %y#2 from %zero : tensor<?xf64>) of %d1 : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>, lin<tensor<?xf64>>, lin<f64>]> {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  } adjoint [%dk : !chad.lin<tensor<?xf64>>, %dl : !chad.lin<tensor<?xf64>>] (%a : f64, %x : f64, %z : !chad.lin<f64>) {
    chad.yield %dk, %dl, %z, %z : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<f64>
  }
  %d3 = chad.unf.map_t (%x in %xs : tensor<?xf64>, %w in %ys : tensor<?xf64>) (%z : !chad.lin<f64>) of %d2 : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
    %dx = chad.scale %w, %z : f64, !chad.lin<f64>
    %dy = chad.scale %x, %z : f64, !chad.lin<f64>
    chad.yield %dx, %dy : !chad.lin<f64>, !chad.lin<f64>
  }
  %g:2 = chad.unf.leave %d3 : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]>
  return %y#3, %g#0, %g#1 : f64, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>
}

// map (x ↦ k·x) and its transpose at (1, 10, 100): k̄ = Σ xᵢz̄ᵢ, x̄ᵢ = k·z̄ᵢ.
// FREE: tensor<3xf64> [6, 0, 15]
// FREE-NEXT: !chad.lin<f64> 502
// FREE-NEXT: !chad.lin<tensor<3xf64>> [3, 30, 300]
func.func @free(%k: f64, %xs: tensor<3xf64>) -> (tensor<3xf64>, !chad.lin<f64>, !chad.lin<tensor<3xf64>>) {
  %c0 = chad.unf.enter (%k, %xs) : !chad.ctx<[f64, tensor<3xf64>]>
  %c1 = chad.unf.map [%f : f64] (%x : f64) of %c0 : !chad.ctx<[f64, tensor<3xf64>]> -> f64 {
    %p = arith.mulf %f, %x : f64
    chad.yield %p : f64
  }
  %y:3 = chad.unf.leave %c1 : !chad.ctx<[f64, tensor<3xf64>, tensor<3xf64>]>
  %seed = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf64>
  %v = chad.to_linear %seed : tensor<3xf64>
  %d0 = chad.unf.enter (%v) : !chad.ctx<[lin<tensor<3xf64>>]>
  %d1 = chad.unf.proj_t %d0[0, 2] : !chad.ctx<[lin<tensor<3xf64>>]> -> !chad.ctx<[lin<f64>, lin<tensor<3xf64>>, lin<tensor<3xf64>>]>
  %d2 = chad.unf.map_t [%dk : !chad.lin<f64>] (%x in %xs : tensor<3xf64>) (%z : !chad.lin<f64>) of %d1 : !chad.ctx<[lin<f64>, lin<tensor<3xf64>>, lin<tensor<3xf64>>]> {
    %s = chad.scale %x, %z : f64, !chad.lin<f64>
    %t = chad.add %dk, %s : !chad.lin<f64>
    %dx = chad.scale %k, %z : f64, !chad.lin<f64>
    chad.yield %t, %dx : !chad.lin<f64>, !chad.lin<f64>
  }
  %g:2 = chad.unf.leave %d2 : !chad.ctx<[lin<f64>, lin<tensor<3xf64>>]>
  return %y#2, %g#0, %g#1 : tensor<3xf64>, !chad.lin<f64>, !chad.lin<tensor<3xf64>>
}

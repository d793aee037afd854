// Arguments and results: literals, files, printing.

// RUN: chad-run %s --interpret --entry=same --arg=3.5 --arg='[[1, 2.5], [-inf, nan]]' --arg=true --arg=-7 --arg='[255, -1]' | FileCheck %s --check-prefix=LITERAL
// LITERAL: f64 3.5
// LITERAL-NEXT: tensor<2x2xf32> {{\[\[}}1, 2.5], [-inf, nan]]
// LITERAL-NEXT: i1 true
// LITERAL-NEXT: index -7
// LITERAL-NEXT: tensor<2xi8> [-1, -1]

// The results of one run are the arguments of the next.
// RUN: rm -rf %t && mkdir -p %t
// RUN: chad-run %s --interpret --entry=same --arg=0.1 --arg='[[1e-40, 2.5]]' --arg=false --arg=9 --arg='[]' --out=%t/x.npy --out=%t/t.npy --out=%t/b.npy --out=%t/i.npy --out=%t/u.npy | FileCheck %s --check-prefix=FILE
// RUN: chad-run %s --interpret --entry=same --arg=%t/x.npy --arg=%t/t.npy --arg=%t/b.npy --arg=%t/i.npy --arg=%t/u.npy | FileCheck %s --check-prefix=FILE
// FILE: f64 0.1
// FILE-NEXT: tensor<1x2xf32> {{\[\[}}1e-40, 2.5]]
// FILE-NEXT: i1 false
// FILE-NEXT: index 9
// FILE-NEXT: tensor<0xi8> []
func.func @same(%x: f64, %t: tensor<?x2xf32>, %b: i1, %i: index, %u: tensor<?xi8>)
    -> (f64, tensor<?x2xf32>, i1, index, tensor<?xi8>) {
  return %x, %t, %b, %i, %u : f64, tensor<?x2xf32>, i1, index, tensor<?xi8>
}

// The program from standard input; the fewest digits that read back.
// RUN: chad-run - --interpret --entry=digits --arg=0.1 --arg=0.1 --arg=0.1 --arg=0.1 --arg=65504 < %s | FileCheck %s --check-prefix=DIGITS
// DIGITS: f64 0.1
// DIGITS-NEXT: f32 0.1
// DIGITS-NEXT: f16 0.1
// DIGITS-NEXT: bf16 0.1
// DIGITS-NEXT: f16 65504
// DIGITS-NEXT: f64 1e+300
// DIGITS-NEXT: f64 123456
// DIGITS-NEXT: f64 0.30000000000000004
func.func @digits(%a: f64, %b: f32, %c: f16, %d: bf16, %e: f16)
    -> (f64, f32, f16, bf16, f16, f64, f64, f64) {
  %f = arith.constant 1.0e300 : f64
  %g = arith.constant 123456.0 : f64
  %h = arith.constant 0.30000000000000004 : f64
  return %a, %b, %c, %d, %e, %f, %g, %h : f64, f32, f16, bf16, f16, f64, f64, f64
}

// RUN: chad-run %s --interpret --entry=long --arg=1001 | FileCheck %s --check-prefix=ELIDED
// RUN: chad-run %s --interpret --entry=long --arg=1001 --full | FileCheck %s --check-prefix=FULL
// ELIDED: tensor<1001xindex> [0, 1, 2, ..., 998, 999, 1000]
// FULL: tensor<1001xindex> [0, 1, 2, 3, {{.*}}, 500, {{.*}}, 1000]
func.func @long(%n: index) -> tensor<?xindex> {
  %r = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  return %r : tensor<?xindex>
}

// Linear arguments are given as their representation.
// RUN: chad-run %s --interpret --entry=linear --arg=2 --arg='()' --arg='[[1, 2]]' | FileCheck %s --check-prefix=LINEAR
// LINEAR: !chad.lin<f64> 2
// LINEAR-NEXT: !chad.lin<tensor<3xi32>> ()
// LINEAR-NEXT: !chad.lin<tensor<1x2xf64>> {{\[\[}}1, 2]]
func.func @linear(%a: !chad.lin<f64>, %b: !chad.lin<tensor<3xi32>>, %c: !chad.lin<tensor<?x?xf64>>)
    -> (!chad.lin<f64>, !chad.lin<tensor<3xi32>>, !chad.lin<tensor<?x?xf64>>) {
  return %a, %b, %c : !chad.lin<f64>, !chad.lin<tensor<3xi32>>, !chad.lin<tensor<?x?xf64>>
}

// RUN: chad-run --help | FileCheck %s --check-prefix=HELP
// HELP: OVERVIEW: runs a function of an MLIR program and prints its results
// HELP: tensor<2x?xf64>
// HELP: --interpret

// A loop with checkpoints: the derivatives are the same to the last bit, and the steps that run again
// are counted. A step has one multiplication, and its reverse code three. 100 steps without
// checkpoints do 400.
//
// RUN: sed 's/{ATTR}//' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,NONE
//
// All states fit.
// RUN: sed 's/{ATTR}/{chad.checkpoint = {states = 100}}/' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,ALL
//
// Ten blocks of ten steps: each step runs once more. (The choice of the blocks takes 3
// multiplications.)
// RUN: sed 's/{ATTR}/{chad.checkpoint = {bytes = 160}}/' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,BLOCKS
//
// Blocks of blocks, 5 + 5 + 5 states: most steps run twice more.
// RUN: sed 's/{ATTR}/{chad.checkpoint = {states = 15}}/' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,TWICE
//
// Budgets that are too small for two levels of blocks are refused when the loop runs: 3·⌈100^(1/3)⌉ states are
// the fewest, of 8 bytes each.
// RUN: sed 's/{ATTR}/{chad.checkpoint = {states = 14}}/' %s | not chad-run - --entry=main --arg=0.4 --arg=1.9 --arg=100 2>&1 | FileCheck %s --check-prefix=STATES
// STATES: error: {{.*}}: chad: the budget of 'chad.checkpoint' is too small; states needed, and given: 15 and 14
// RUN: sed 's/{ATTR}/{chad.checkpoint = {bytes = 119}}/' %s | not chad-run - --entry=main --arg=0.4 --arg=1.9 --arg=100 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: error: {{.*}}: chad: the budget of 'chad.checkpoint' is too small; bytes needed, and given: 120 and 119
// RUN: sed 's/{ATTR}/{chad.checkpoint = {bytes = 119}}/' %s | chad-opt - --chad-differentiate | not chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 2>&1 | FileCheck %s --check-prefix=INTERPRETED
// INTERPRETED: error: interpreter: assertion failed: chad: the budget of 'chad.checkpoint' is too small; bytes needed, and given: 120 and 119
//
// A binomial schedule needs one state, whose size is known when the loop runs.
// RUN: sed -e 's/{ATTR}//' -e '/@g(/s/-> f64 {$/-> f64 attributes {chad.checkpoint = {bytes = 15, binomial}} {/' %s | not chad-run - --entry=g --grad --arg='[1, 2]' --arg=5 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: error: {{.*}}: chad: the budget of 'chad.checkpoint' is too small; bytes needed, and given: 16 and 15
// RUN: sed -e 's/{ATTR}//' -e '/@g(/s/-> f64 {$/-> f64 attributes {chad.checkpoint = {bytes = 16, binomial}} {/' %s | chad-run - --entry=g --grad --arg='[1, 2]' --arg=1 | FileCheck %s --check-prefix=SUFFICES
// SUFFICES: f64 1.75
//
// Binomial schedules run r·n − binomial(s + r, r − 1) steps, where r is the least number with
// binomial(s + r, r) ≥ n: 3·100 − binomial(10, 2) for s = 7, and n·(n − 1)/2 for s = 1. The first
// n − 1 of them give the result, and are among the 400.
// RUN: sed 's/{ATTR}/{chad.checkpoint = {states = 7, binomial}}/' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,SEVEN
// RUN: sed 's/{ATTR}/{chad.checkpoint = {states = 1, binomial}}/' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,LEAST
//
// The budget of a function is that of its loops.
// RUN: sed -e 's/{ATTR}//' -e '/@f(/s/-> f64 {$/-> f64 attributes {chad.checkpoint = {states = 20}} {/' %s | chad-opt - --chad-differentiate | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,BLOCKS
//
// The option gives one to each function.
// RUN: sed 's/{ATTR}//' %s | chad-run - --checkpoint-states=20 --entry=main --emit=first-order | FileCheck %s --check-prefix=OPTION
// RUN: sed 's/{ATTR}//' %s | chad-run - --checkpoint-bytes=160 --entry=main --emit=first-order | FileCheck %s --check-prefix=OPTION
// OPTION: func.func @main
// OPTION: chad.only_states
// RUN: sed 's/{ATTR}//' %s | not chad-run - --checkpoint-bytes=0 --entry=main --emit=first-order 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: --checkpoint-bytes must be at least 1
// RUN: sed 's/{ATTR}//' %s | not chad-run - --checkpoint-bytes=1 --checkpoint-states=1 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: --checkpoint-states and --checkpoint-bytes are one budget: give one of them

// RUN: sed 's/{ATTR}//' %s | chad-opt - --chad-differentiate=checkpoint-states=20 | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,BLOCKS
// RUN: sed 's/{ATTR}//' %s | chad-opt - --chad-differentiate=checkpoint-bytes=160 | chad-run - --interpret --entry=main --arg=0.4 --arg=1.9 --arg=100 --count | FileCheck %s --check-prefixes=VALUE,BLOCKS
// RUN: sed 's/{ATTR}//' %s | not chad-opt - '--chad-differentiate=checkpoint-bytes=1 checkpoint-states=1' 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: chad-differentiate: checkpoint-states and checkpoint-bytes are one budget: give one of them

// VALUE: f64 1.8343791408840204
// VALUE-NEXT: f64 -3.0786933625133212e-30
// VALUE-NEXT: f64 0.6457821621780006
// The work comes after the values.
// NONE: 400 multiplications
// ALL: 403 multiplications
// BLOCKS: 503 multiplications
// TWICE: 603 multiplications
// SEVEN: 556 multiplications
// LEAST: 5251 multiplications
func.func @f(%x: f64, %k: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %t = math.sin %s : f64
    %u = arith.mulf %t, %k : f64
    scf.yield %u : f64
  } {ATTR}
  return %r : f64
}
func.func @main(%x: f64, %k: f64, %n: index) -> (f64, f64, f64) {
  %v, %g:2 = chad.value_and_grad @f(%x, %k, %n) : (f64, f64, index) -> (f64, f64, f64)
  return %v, %g#0, %g#1 : f64, f64, f64
}
func.func @g(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %t = math.sin %s : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %f = chad.reduce (%a, %b in %r from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %f : f64
}

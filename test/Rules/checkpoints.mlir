// Loops that keep few of their states: the derivatives are those of the loops without, to the
// last bit, in all kinds of loops, nested, with one and several levels of blocks, with budgets, and
// with binomial schedules.
//
// RUN: %python %S/Inputs/derivatives.py --compiled %s | FileCheck %s
// RUN: %python %S/Inputs/derivatives.py %s --emulated | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^}}[[#]] functions as kernels
// KERNELS-NEXT: {{^}}[[#]] functions, 0 wrong
// CHECK: {{^}}[[#]] functions, 0 wrong
//
// RUN: chad-opt %s --chad-reverse=function=steps | FileCheck %s --check-prefix=IR
// IR-LABEL: func @steps.reverse
// The states at the begins of blocks alone are collected.
// IR: chad.fold {{.*}} with ({{.*}}) collect (tensor<?xf64>)
// IR:   chad.fold
// IR: chad.lfun.lambda
// IR:   chad.fold right
// IR:     chad.fold {{.*}} collect
// IR:     chad.fold right

func.func @steps(%x: f64, %k: f64, %n: index) -> f64 { // i = 11
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint}
  return %r : f64
}
func.func @levels(%x: f64, %k: f64, %n: index) -> f64 { // i = 29
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    scf.yield %t : f64
  } {chad.checkpoint = 3 : i64}
  return %r : f64
}
func.func @again(%x: f64, %k: f64, %n: index) -> f64 { // i = 7
  %g:2 = chad.grad @steps(%x, %k, %n) : (f64, f64, index) -> (f64, f64)
  %r = arith.mulf %g#0, %g#1 : f64
  return %r : f64
}
func.func @none(%x: f64, %n: index) -> f64 { // i = 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {chad.checkpoint}
  return %r : f64
}
// Arrays in and out, in both directions, and a state that is an array.
func.func @left(%xs: tensor<?x2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<?x2xf64>) { // ? = 7
  %s, %all = chad.fold (%x in %xs : tensor<?x2xf64>) with (%s = %y : tensor<2xf64>)
      collect (tensor<?x2xf64>) {
    %p = arith.mulf %x, %s : tensor<2xf64>
    %t = math.sin %p : tensor<2xf64>
    chad.yield %t, %p : tensor<2xf64>, tensor<2xf64>
  } {chad.checkpoint}
  return %s, %all : tensor<2xf64>, tensor<?x2xf64>
}
func.func @right(%xs: tensor<8xf64>, %y: f64) -> (f64, tensor<8xf64>) {
  %s, %all = chad.fold right (%x in %xs : tensor<8xf64>) with (%s = %y : f64)
      collect (tensor<8xf64>) {
    %p = arith.mulf %x, %s : f64
    %t = math.sin %p : f64
    chad.yield %t, %p : f64, f64
  } {chad.checkpoint = 2 : i64}
  return %s, %all : f64, tensor<8xf64>
}
func.func @while(%x: f64, %k: f64) -> f64 {
  %small = arith.constant 30.0 : f64
  %r = scf.while (%s = %x) : (f64) -> f64 {
    %a = math.absf %s : f64
    %c = arith.cmpf olt, %a, %small : f64
    scf.condition(%c) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.exp %k : f64
    %p = arith.mulf %t, %t : f64
    %q = arith.mulf %p, %s : f64
    %one = arith.constant 2.5 : f64
    %u = arith.addf %q, %one : f64
    scf.yield %u : f64
  } attributes {chad.checkpoint}
  return %r : f64
}
func.func @nested(%x: f64, %k: f64, %n: index) -> f64 { // i = 6
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = scf.for %j = %c0 to %i step %c1 iter_args(%v = %s) -> f64 {
      %p = arith.mulf %v, %k : f64
      %t = math.cos %p : f64
      scf.yield %t : f64
    } {chad.checkpoint}
    %w = arith.addf %u, %x : f64
    scf.yield %w : f64
  } {chad.checkpoint}
  return %r : f64
}
func.func @budget(%x: f64, %k: f64, %n: index) -> f64 { // i = 29
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {states = 12 : i64}}
  return %r : f64
}
func.func @bytes(%x: f64, %k: f64, %n: index) -> f64 { // i = 29
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {bytes = 96 : i64, levels = 3 : i64}}
  return %r : f64
}
func.func @least(%x: f64, %k: f64, %n: index) -> f64 { // i = 9
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {states = 6 : i64}}
  return %r : f64
}
func.func @plenty(%x: f64, %k: f64, %n: index) -> f64 { // i = 5
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {states = 100 : i64}}
  return %r : f64
}
func.func @empty(%x: f64, %k: f64, %n: index) -> f64 { // i = 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {states = 4 : i64}}
  return %r : f64
}
func.func @binomial(%x: f64, %k: f64, %n: index) -> f64 { // i = 23
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {binomial, states = 3 : i64}}
  return %r : f64
}
func.func @binomial_single(%x: f64, %k: f64, %n: index) -> f64 { // i = 9
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {binomial, states = 1 : i64}}
  return %r : f64
}
func.func @binomial_plenty(%x: f64, %k: f64, %n: index) -> f64 { // i = 5
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {binomial, bytes = 8000 : i64}}
  return %r : f64
}
func.func @binomial_one(%x: f64, %k: f64, %n: index) -> f64 { // i = 1
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {binomial, states = 2 : i64}}
  return %r : f64
}
func.func @binomial_empty(%x: f64, %k: f64, %n: index) -> f64 { // i = 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.mulf %s, %k : f64
    %t = math.sin %p : f64
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %u = arith.addf %t, %f : f64
    scf.yield %u : f64
  } {chad.checkpoint = {binomial, states = 2 : i64}}
  return %r : f64
}
func.func @left_budget(%xs: tensor<?x2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<?x2xf64>) { // ? = 7
  %s, %all = chad.fold (%x in %xs : tensor<?x2xf64>) with (%s = %y : tensor<2xf64>)
      collect (tensor<?x2xf64>) {
    %p = arith.mulf %x, %s : tensor<2xf64>
    %t = math.sin %p : tensor<2xf64>
    chad.yield %t, %p : tensor<2xf64>, tensor<2xf64>
  } {chad.checkpoint = {states = 6 : i64}}
  return %s, %all : tensor<2xf64>, tensor<?x2xf64>
}
func.func @right_budget(%xs: tensor<8xf64>, %y: f64) -> (f64, tensor<8xf64>) {
  %s, %all = chad.fold right (%x in %xs : tensor<8xf64>) with (%s = %y : f64)
      collect (tensor<8xf64>) {
    %p = arith.mulf %x, %s : f64
    %t = math.sin %p : f64
    chad.yield %t, %p : f64, f64
  } {chad.checkpoint = {states = 6 : i64}}
  return %s, %all : f64, tensor<8xf64>
}
// A branch, a loop and an array in each step, of which nothing but the state is kept.
func.func @nested_budget(%x: f64, %k: f64, %n: index) -> f64 { // i = 9
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = scf.for %j = %c0 to %i step %c1 iter_args(%v = %s) -> f64 {
      %p = arith.mulf %v, %k : f64
      %t = math.cos %p : f64
      scf.yield %t : f64
    }
    %c = arith.cmpf olt, %u, %k : f64
    %b = scf.if %c -> f64 {
      %e = math.exp %u : f64
      %q = arith.mulf %e, %k : f64
      scf.yield %q : f64
    } else {
      scf.yield %u : f64
    }
    %w = arith.addf %b, %x : f64
    scf.yield %w : f64
  } {chad.checkpoint = {states = 6 : i64}}
  return %r : f64
}
func.func @while_budget(%x: f64, %k: f64) -> f64 {
  %small = arith.constant 30.0 : f64
  %r = scf.while (%s = %x) : (f64) -> f64 {
    %a = math.absf %s : f64
    %c = arith.cmpf olt, %a, %small : f64
    scf.condition(%c) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.exp %k : f64
    %q = arith.mulf %t, %s : f64
    %one = arith.constant 2.5 : f64
    %u = arith.addf %q, %one : f64
    scf.yield %u : f64
  } attributes {chad.checkpoint = {states = 6 : i64}}
  return %r : f64
}
func.func @again_budget(%x: f64, %k: f64, %n: index) -> f64 { // i = 7
  %g:2 = chad.grad @budget(%x, %k, %n) : (f64, f64, index) -> (f64, f64)
  %r = arith.mulf %g#0, %g#1 : f64
  return %r : f64
}
func.func @left_binomial(%xs: tensor<?x2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<?x2xf64>) { // ? = 7
  %s, %all = chad.fold (%x in %xs : tensor<?x2xf64>) with (%s = %y : tensor<2xf64>)
      collect (tensor<?x2xf64>) {
    %p = arith.mulf %x, %s : tensor<2xf64>
    %t = math.sin %p : tensor<2xf64>
    chad.yield %t, %p : tensor<2xf64>, tensor<2xf64>
  } {chad.checkpoint = {binomial, states = 2 : i64}}
  return %s, %all : tensor<2xf64>, tensor<?x2xf64>
}
func.func @right_binomial(%xs: tensor<8xf64>, %y: f64) -> (f64, tensor<8xf64>) {
  %s, %all = chad.fold right (%x in %xs : tensor<8xf64>) with (%s = %y : f64)
      collect (tensor<8xf64>) {
    %p = arith.mulf %x, %s : f64
    %t = math.sin %p : f64
    chad.yield %t, %p : f64, f64
  } {chad.checkpoint = {binomial, states = 2 : i64}}
  return %s, %all : f64, tensor<8xf64>
}
// A branch, a loop and an array in each step, of which nothing but the state is kept.
func.func @nested_binomial(%x: f64, %k: f64, %n: index) -> f64 { // i = 6
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = scf.for %j = %c0 to %i step %c1 iter_args(%v = %s) -> f64 {
      %p = arith.mulf %v, %k : f64
      %t = math.cos %p : f64
      scf.yield %t : f64
    }
    %c = arith.cmpf olt, %u, %k : f64
    %b = scf.if %c -> f64 {
      %e = math.exp %u : f64
      %q = arith.mulf %e, %k : f64
      scf.yield %q : f64
    } else {
      scf.yield %u : f64
    }
    %w = arith.addf %b, %x : f64
    scf.yield %w : f64
  } {chad.checkpoint = {binomial, states = 2 : i64}}
  return %r : f64
}
func.func @while_binomial(%x: f64, %k: f64) -> f64 {
  %small = arith.constant 30.0 : f64
  %r = scf.while (%s = %x) : (f64) -> f64 {
    %a = math.absf %s : f64
    %c = arith.cmpf olt, %a, %small : f64
    scf.condition(%c) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.exp %k : f64
    %q = arith.mulf %t, %s : f64
    %one = arith.constant 2.5 : f64
    %u = arith.addf %q, %one : f64
    scf.yield %u : f64
  } attributes {chad.checkpoint = {binomial, states = 2 : i64}}
  return %r : f64
}
func.func @again_binomial(%x: f64, %k: f64, %n: index) -> f64 { // i = 7
  %g:2 = chad.grad @binomial(%x, %k, %n) : (f64, f64, index) -> (f64, f64)
  %r = arith.mulf %g#0, %g#1 : f64
  return %r : f64
}

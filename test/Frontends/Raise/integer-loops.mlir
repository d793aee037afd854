// Loops whose index is an integer of few bits, or is compared without a sign, are loops over indices. They end at
// the greatest number of their type.
//
// RUN: chad-opt %s --chad-raise --canonicalize | FileCheck %s --check-prefix=IR
//
// DEFINE: %{entry} = bytes
// DEFINE: %{args} = --arg=0.75 --arg=-128 --arg=127 --arg=100
// DEFINE: %{run} = chad-run %s --entry=%{entry} %{args}
// DEFINE: %{check} = %{run} > %t.compiled && %{run} --interpret > %t.interpreted && \
// DEFINE:   diff %t.compiled %t.interpreted && %{run} --grad-check >> %t.compiled
//
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=BYTES,CHECK
// BYTES: f64 193536
// REDEFINE: %{args} = --arg=0.75 --arg=5 --arg=-5 --arg=1
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=NONE,CHECK
// NONE: f64 0.75
// REDEFINE: %{entry} = unsigned_bytes
// REDEFINE: %{args} = --arg=0.75 --arg=100 --arg=-1 --arg=100
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=UNSIGNED,CHECK
// UNSIGNED: f64 15000
// REDEFINE: %{entry} = unsigned_words
// REDEFINE: %{args} = --arg=0.75 --arg=-6 --arg=-1 --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=WORDS,CHECK
// WORDS: f64 -36
// REDEFINE: %{args} = --arg=0.75 --arg=-1 --arg=6 --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=NONE,CHECK
// REDEFINE: %{entry} = unsigned_indices
// REDEFINE: %{args} = --arg=0.75 --arg=-6 --arg=-1 --arg=2
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=WORDS,CHECK
// REDEFINE: %{entry} = constant_bounds
// REDEFINE: %{args} = --arg=0.75
// RUN: %{check} && FileCheck %s --input-file=%t.compiled --check-prefixes=BYTES,CHECK
//
// CHECK: {{^}}gradient check: 1 of 1 entries

// IR-LABEL: func.func @bytes(
// IR: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %arg0) -> (f64) {
func.func @bytes(%x: f64, %l: i8, %u: i8, %s: i8) -> f64 {
  %r = scf.for %i = %l to %u step %s iter_args(%a = %x) -> f64 : i8 {
    %f = arith.sitofp %i : i8 to f64
    %p = arith.mulf %f, %a : f64
    scf.yield %p : f64
  }
  return %r : f64
}

// IR-LABEL: func.func @unsigned_bytes(
// IR: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %arg0) -> (f64) {
func.func @unsigned_bytes(%x: f64, %l: i8, %u: i8, %s: i8) -> f64 {
  %r = scf.for unsigned %i = %l to %u step %s iter_args(%a = %x) -> f64 : i8 {
    %f = arith.uitofp %i : i8 to f64
    %p = arith.mulf %f, %a : f64
    scf.yield %p : f64
  }
  return %r : f64
}

// IR-LABEL: func.func @unsigned_words(
// IR: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 iter_args(%{{.*}} = %arg0) -> (f64) {
func.func @unsigned_words(%x: f64, %l: i64, %u: i64, %s: i64) -> f64 {
  %r = scf.for unsigned %i = %l to %u step %s iter_args(%a = %x) -> f64 : i64 {
    %f = arith.sitofp %i : i64 to f64
    %p = arith.mulf %f, %a : f64
    scf.yield %p : f64
  }
  return %r : f64
}

// IR-LABEL: func.func @unsigned_indices(
// IR: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 iter_args(%{{.*}} = %arg0) -> (f64) {
func.func @unsigned_indices(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %r = scf.for unsigned %i = %l to %u step %s iter_args(%a = %x) -> f64 {
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %p = arith.mulf %f, %a : f64
    scf.yield %p : f64
  }
  return %r : f64
}

func.func @constant_bounds(%x: f64) -> f64 {
  %l = arith.constant -128 : i8
  %u = arith.constant 127 : i8
  %s = arith.constant 100 : i8
  %r = scf.for %i = %l to %u step %s iter_args(%a = %x) -> f64 : i8 {
    %f = arith.sitofp %i : i8 to f64
    %p = arith.mulf %f, %a : f64
    scf.yield %p : f64
  }
  return %r : f64
}

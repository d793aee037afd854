// A loop with checkpoints over numbers, in a map: its steps are steps of 256 elements of the map at once. All schedules
// have the same bits, for elements that fill blocks and for the rest.

// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// CHECK-DAG: func.func private @sum.step(%{{.*}}: index, %{{.*}}: tensor<256xf64>, %{{.*}}: f64, %{{.*}}: tensor<256xf64>) -> tensor<256xf64>
// CHECK-DAG: func.func private @sum.step_0(%{{.*}}: index, %{{.*}}: tensor<?xf64>, %{{.*}}: f64, %{{.*}}: tensor<?xf64>) -> tensor<?xf64>
// CHECK-DAG: func.func private @sum.step.back(%{{.*}}: index, %{{.*}}: tensor<256xf64>,
// Loops of which a map has two, or whose number of steps depends on the element, stay.
// CHECK-DAG: func.func private @others.step(%{{.*}}: index, %{{.*}}: f64, %{{.*}}: f64) -> f64
// CHECK-DAG: func.func private @others.step_7(%{{.*}}: index, %{{.*}}: f64, %{{.*}}: f64) -> f64
// CHECK-DAG: func.func private @others.step_8(%{{.*}}: index, %{{.*}}: f64, %{{.*}}: f64) -> f64

// RUN: chad-run %s --entry=gradient --arg=3 --arg=50 --arg=0.3 > %t.few
// RUN: chad-run %s --entry=gradient --arg=256 --arg=50 --arg=0.3 > %t.block
// RUN: chad-run %s --entry=gradient --arg=600 --arg=50 --arg=0.3 > %t.many
// RUN: sed 's/{chad.checkpoint}/{chad.checkpoint = {states = 20}}/' %s > %t.states.mlir
// RUN: chad-run %t.states.mlir --entry=gradient --arg=3 --arg=50 --arg=0.3 | diff %t.few -
// RUN: chad-run %t.states.mlir --entry=gradient --arg=600 --arg=50 --arg=0.3 | diff %t.many -
// RUN: sed 's/{chad.checkpoint}/{chad.checkpoint = {states = 4, binomial}}/' %s > %t.binomial.mlir
// RUN: chad-run %t.binomial.mlir --entry=gradient --arg=256 --arg=50 --arg=0.3 | diff %t.block -
// RUN: chad-run %t.binomial.mlir --entry=gradient --arg=600 --arg=50 --arg=0.3 | diff %t.many -
// RUN: sed 's/{chad.checkpoint}/{chad.checkpoint = 3 : i64}/' %s > %t.levels.mlir
// RUN: chad-run %t.levels.mlir --entry=gradient --arg=600 --arg=50 --arg=0.3 | diff %t.many -

// A budget of bytes is one for each element.
// RUN: sed 's/{chad.checkpoint}/{chad.checkpoint = {bytes = 200}}/' %s > %t.bytes.mlir
// RUN: %python %S/Inputs/close.py %t.many chad-run %t.bytes.mlir --entry=gradient --arg=600 --arg=50 --arg=0.3

// The numbers are those without the attribute.
// RUN: sed 's/{chad.checkpoint}//' %s > %t.none.mlir
// RUN: %python %S/Inputs/close.py %t.many chad-run %t.none.mlir --entry=gradient --arg=600 --arg=50 --arg=0.3
// RUN: %python %S/Inputs/close.py %t.few chad-run %t.none.mlir --entry=gradient --arg=3 --arg=50 --arg=0.3
// RUN: %python %S/Inputs/close.py %t.few chad-run %s --entry=gradient --arg=3 --arg=50 --arg=0.3 --interpret --tolerance=1e-6
// On a GPU each element has a thread, and its loop stays by itself.
// RUN: %python %S/Inputs/close.py %t.many chad-run %s --entry=gradient --arg=600 --arg=50 --arg=0.3 --target=cuda-emulated
// RUN: chad-run %s --entry=gradient --arg=0 --arg=50 --arg=0.3 | FileCheck %s --check-prefix=NONE
// NONE: f64 0
// NONE-NEXT: tensor<0xf64> []
// NONE-NEXT: f64 0
// RUN: chad-run %s --entry=gradient --arg=5 --arg=0 --arg=0.3 | FileCheck %s --check-prefix=STEPS
// STEPS: f64 1.13
// STEPS-NEXT: tensor<5xf64> [1, 1, 1, 1, 1]
// RUN: chad-run %s --entry=second --arg=300 --arg=20 --arg=0.3 > %t.second
// RUN: %python %S/Inputs/close.py %t.second chad-run %t.none.mlir --entry=second --arg=300 --arg=20 --arg=0.3

// Two loops in one map, a loop whose number of steps each element has for itself, and one in a loop.
// RUN: chad-run %s --entry=others_gradient --arg=300 --arg=20 --arg=0.3 > %t.others
// RUN: %python %S/Inputs/close.py %t.others chad-run %t.none.mlir --entry=others_gradient --arg=300 --arg=20 --arg=0.3

func.func private @points(%m: index) -> tensor<?xf64> {
  %xs = chad.build %i < %m -> tensor<?xf64> {
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %s = math.sin %f : f64
    chad.yield %s : f64
  }
  return %xs : tensor<?xf64>
}
func.func private @sum(%xs: tensor<?xf64>, %n: index, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
      %j = arith.index_cast %i : index to i64
      %f = arith.sitofp %j : i64 to f64
      %p = arith.mulf %s, %k : f64
      %q = math.sin %p : f64
      %r = arith.addf %q, %e : f64
      %t = arith.mulf %f, %k : f64
      %u = arith.addf %r, %t : f64
      %h = math.sin %u : f64
      scf.yield %h : f64
    } {chad.checkpoint}
    chad.yield %a : f64
  }
  %r = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %r : f64
}
func.func @gradient(%m: index, %n: index, %k: f64) -> (f64, tensor<?xf64>, f64) {
  %xs = func.call @points(%m) : (index) -> tensor<?xf64>
  %v:3 = chad.value_and_grad @sum(%xs, %n, %k) : (tensor<?xf64>, index, f64) -> (f64, tensor<?xf64>, f64)
  return %v#0, %v#1, %v#2 : f64, tensor<?xf64>, f64
}
func.func @second(%m: index, %n: index, %k: f64) -> (tensor<?xf64>, f64) {
  %xs = func.call @points(%m) : (index) -> tensor<?xf64>
  %v:2 = chad.hvp @sum(%xs, %n, %k) along(%xs, %k) : (tensor<?xf64>, index, f64, tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  return %v#0, %v#1 : tensor<?xf64>, f64
}
func.func private @others(%xs: tensor<?xf64>, %n: index, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %ys = chad.map (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %a = scf.for %j = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
      %p = arith.mulf %s, %k : f64
      %q = math.sin %p : f64
      scf.yield %q : f64
    } {chad.checkpoint}
    %b = scf.for %j = %c0 to %c5 step %c1 iter_args(%s = %a) -> f64 {
      %p = arith.addf %s, %x : f64
      %q = math.sin %p : f64
      scf.yield %q : f64
    } {chad.checkpoint}
    chad.yield %b : f64
  }
  %zs = chad.map (%x in %ys : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %l = arith.remui %i, %n : index
    %a = scf.for %j = %c0 to %l step %c1 iter_args(%s = %x) -> f64 {
      %p = arith.mulf %s, %k : f64
      %q = math.cos %p : f64
      scf.yield %q : f64
    } {chad.checkpoint}
    chad.yield %a : f64
  }
  %w = scf.for %j = %c0 to %n step %c1 iter_args(%v = %zs) -> tensor<?xf64> {
    %u = chad.map (%x in %v : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xf64> {
      %f = arith.index_cast %i : index to i64
      %g = arith.sitofp %f : i64 to f64
      %a = scf.for %l = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
        %p = arith.mulf %s, %k : f64
        %q = arith.addf %p, %g : f64
        %r = math.sin %q : f64
        scf.yield %r : f64
      } {chad.checkpoint}
      chad.yield %a : f64
    }
    scf.yield %u : tensor<?xf64>
  } {chad.checkpoint}
  %r = chad.reduce (%a, %b in %w from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %r : f64
}
func.func @others_gradient(%m: index, %n: index, %k: f64) -> (f64, tensor<?xf64>, f64) {
  %xs = func.call @points(%m) : (index) -> tensor<?xf64>
  %v:3 = chad.value_and_grad @others(%xs, %n, %k) : (tensor<?xf64>, index, f64) -> (f64, tensor<?xf64>, f64)
  return %v#0, %v#1, %v#2 : f64, tensor<?xf64>, f64
}

// RUN: chad-run %s --interpret --entry=loops --arg=5 | FileCheck %s --check-prefix=LOOP
// LOOP: index 10
// LOOP-NEXT: index 6
// LOOP-NEXT: index 8
// LOOP-NEXT: i32 20
func.func @loops(%n: index) -> (index, index, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  %evens = scf.for %i = %c0 to %n step %c2 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  %power = scf.while (%p = %c1) : (index) -> index {
    %go = arith.cmpi slt, %p, %n : index
    scf.condition(%go) %p : index
  } do {
  ^bb0(%p: index):
    %q = arith.muli %p, %c2 : index
    scf.yield %q : index
  }
  %r = scf.execute_region -> i32 {
    %flag = arith.constant 2 : index
    %v = scf.index_switch %flag -> i32
    case 1 {
      %a = arith.constant 10 : i32
      scf.yield %a : i32
    }
    case 2 {
      %a = arith.constant 20 : i32
      scf.yield %a : i32
    }
    default {
      %a = arith.constant 30 : i32
      scf.yield %a : i32
    }
    scf.yield %v : i32
  }
  return %sum, %evens, %power, %r : index, index, index, i32
}

// RUN: chad-run %s --interpret --entry=abs --arg=-2.5 | FileCheck %s --check-prefix=ABS
// ABS: f64 2.5
// ABS-NEXT: f64 2.5
func.func @abs(%x: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf olt, %x, %zero : f64
  %0 = scf.if %c -> f64 {
    %n = arith.negf %x : f64
    scf.yield %n : f64
  } else {
    scf.yield %x : f64
  }
  scf.if %c {
  }
  cf.cond_br %c, ^negative(%x : f64), ^done(%x : f64)
^negative(%y: f64):
  %n = arith.negf %y : f64
  cf.br ^done(%n : f64)
^done(%z: f64):
  return %0, %z : f64, f64
}

// RUN: chad-run %s --interpret --entry=factorial --arg=20 | FileCheck %s --check-prefix=FACTORIAL
// FACTORIAL: i64 2432902008176640000
func.func @factorial(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %end = arith.cmpi sle, %n, %one : i64
  %r = scf.if %end -> i64 {
    scf.yield %one : i64
  } else {
    %m = arith.subi %n, %one : i64
    %f = func.call @factorial(%m) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  }
  return %r : i64
}

// RUN: chad-run %s --interpret --entry=indirect --arg=4 | FileCheck %s --check-prefix=INDIRECT
// INDIRECT: i64 24
// INDIRECT-NEXT: i64 24
// INDIRECT-NEXT: (i64) -> i64 <function>
func.func @indirect(%n: i64) -> (i64, i64, (i64) -> i64) {
  %f = func.constant @factorial : (i64) -> i64
  %0 = func.call_indirect %f(%n) : (i64) -> i64
  %1 = chad.apply %f(%n) : (i64) -> i64
  return %0, %1, %f : i64, i64, (i64) -> i64
}

// RUN: chad-run %s --interpret --entry=parallel --arg=3 --arg=2 | FileCheck %s --check-prefix=PARALLEL
// RUN: chad-run %s --interpret --entry=parallel --arg=0 --arg=2 | FileCheck %s --check-prefix=PARALLEL0
// PARALLEL: index 13
// PARALLEL-NEXT: index 24
// PARALLEL0: index 10
// PARALLEL0-NEXT: index 1
func.func @parallel(%n: index, %m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  // i is 0, 1, 2 and j is 0: 10 + 0 + 1 + 2 and 2 · 3 · 4.
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c2) init (%c10, %c1)
      -> (index, index) {
    %s = arith.addi %i, %j : index
    %t = arith.addi %s, %m : index
    scf.reduce(%s, %t : index, index) {
    ^bb0(%a: index, %b: index):
      %u = arith.addi %a, %b : index
      scf.reduce.return %u : index
    }, {
    ^bb0(%a: index, %b: index):
      %k = arith.addi %b, %c1 : index
      %l = arith.subi %k, %c1 : index
      %u = arith.muli %a, %l : index
      scf.reduce.return %u : index
    }
  }
  return %r#0, %r#1 : index, index
}

// One iteration sees what those before it wrote.
// RUN: chad-run %s --interpret --entry=forall --arg=4 | FileCheck %s --check-prefix=FORALL
// RUN: chad-run %s --entry=forall --arg=4 | FileCheck %s --check-prefix=FORALL
// RUN: not chad-run %s --interpret --entry=forall --arg=5 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// FORALL: tensor<4xindex> [1, 2, 3, 4]
// OUTSIDE: control-flow.mlir:[[#@LINE + 12]]:7: error: {{.*}}a slice of size 1 from 4 with stride 1 is out of bounds for extent 4
func.func @forall(%n: index) -> tensor<4xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = tensor.splat %c0 : tensor<4xindex>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %zeros) -> (tensor<4xindex>) {
    %before = arith.subi %i, %c1 : index
    %at = arith.maxsi %before, %c0 : index
    %v = tensor.extract_slice %o[%at] [1] [1] : tensor<4xindex> to tensor<1xindex>
    %one = tensor.splat %c1 : tensor<1xindex>
    %s = arith.addi %v, %one : tensor<1xindex>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xindex> into tensor<4xindex>
    }
  }
  return %r : tensor<4xindex>
}

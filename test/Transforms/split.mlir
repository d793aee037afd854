// A function becomes two: one for everything that does not depend on the late arguments, and one for
// the rest.

// RUN: chad-opt %s --chad-split="function=f late=1,4" | FileCheck %s
// RUN: chad-opt %s --chad-split="function=f late=1,4" --remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: chad-opt %s --chad-split="function=f late=1,4 max-flops-per-byte=1000" | FileCheck %s --check-prefix=AGAIN
// RUN: chad-opt %s --chad-split="function=f late=1,4 fwd=first bwd=second keep" | FileCheck %s --check-prefix=NAMES
// RUN: chad-opt %s --chad-split="function=checked late=1" | FileCheck %s --check-prefix=CHECKED
// RUN: chad-opt %s --chad-split="function=called late=0" | FileCheck %s --check-prefix=CALLED
// RUN: not chad-opt %s --chad-split 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not chad-opt %s --chad-split="function=nobody" 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not chad-opt %s --chad-split="function=outside" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not chad-opt %s --chad-split="function=blocks" 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not chad-opt %s --chad-split="function=f late=5" 2>&1 | FileCheck %s --check-prefix=POSITION
// RUN: not chad-opt %s --chad-split="function=f late=1 bwd=f" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not chad-opt %s --chad-split="function=f late=1 fwd=one bwd=one" 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not chad-opt %s --chad-split="function=f late=1 max-flops-per-byte=0" 2>&1 | FileCheck %s --check-prefix=RATE
// RUN: not chad-opt %s --chad-split="function=unkeepable late=1" 2>&1 | FileCheck %s --check-prefix=UNKEEPABLE

// NONE: error: chad-split: no function is named: pass 'function=...'
// NOBODY: error: chad-split: there is no function '@nobody'
// OUTSIDE: error: chad-split: has no body here: there is nothing to split
// BLOCKS: error: chad-split: branches between blocks; run '--lift-cf-to-scf' first
// POSITION: error: chad-split: has no argument #5: it has 5
// TAKEN: error: chad-split: there is a '@f' in the module
// SAME: error: chad-split: 'fwd' and 'bwd' are both 'one'
// RATE: error: chad-split: 'max-flops-per-byte' must be greater than zero
// UNKEEPABLE: error: chad-split: '!chad.lin<f64>' cannot be the result of a function, and what makes it must not be done twice
// UNKEEPABLE: note: it is needed after the late arguments of '@unkeepable' are known

// An exponential is kept, a sum of two is done again; what the second function alone needs is in it.
// CHECK-LABEL: func.func @f.fwd
// CHECK-SAME: (%[[X:[^:]*]]: tensor<?xf64>, %[[K:[^:]*]]: f64, %[[N:[^:]*]]: index {chad.name = "n"})
// CHECK-SAME: -> (tensor<?xf64>, tensor<?xf64> {chad.name = "kept0"})
// CHECK: %[[E:.*]] = chad.map
// CHECK: math.exp
// CHECK: %[[Y:.*]] = chad.map (%{{.*}} in %[[E]]
// CHECK: math.sin
// CHECK-NOT: chad.map
// CHECK: return %[[Y]], %[[E]]

// CHECK-LABEL: func.func @f.bwd
// CHECK-SAME: (%[[X:[^:]*]]: tensor<?xf64>, %[[K:[^:]*]]: f64, %[[N:[^:]*]]: index {chad.name = "n"}, %[[Y:[^:]*]]: tensor<?xf64>, %[[E:[^:]*]]: tensor<?xf64> {chad.name = "kept0"}, %[[DY:[^:]*]]: tensor<?xf64> {chad.name = "dy"}, %[[S:[^:]*]]: f64)
// CHECK: %[[SUM:.*]] = chad.map (%{{.*}} in %[[X]]
// CHECK: arith.addf
// CHECK: %[[Z:.*]] = chad.map (%{{.*}} in %[[E]] : tensor<?xf64>, %{{.*}} in %[[SUM]] : tensor<?xf64>, %{{.*}} in %[[DY]]
// CHECK: return %[[Z]]
// CHECK-NOT: func.func @f(

// REMARK: remark: [Passed] split | Category:chad-split | Remark="'@f.fwd' keeps 1 array and 0 numbers for '@f.bwd', which does 1 early operation again"
// REMARK: remark: [Passed] kept | Category:chad-split | Remark="tensor<?xf64> is kept, 8 * d0 bytes: 'chad.map' again would cost about 736 operations, where extents that are not known are 64"

// AGAIN-LABEL: func.func @f.fwd
// AGAIN-SAME: -> tensor<?xf64> {
// AGAIN-LABEL: func.func @f.bwd
// AGAIN: math.exp

// NAMES: func.func @f(
// NAMES: func.func @first(
// NAMES: func.func @second(
func.func @f(%x: tensor<?xf64>, %dy: tensor<?xf64> {chad.name = "dy"}, %k: f64, %n: index {chad.name = "n"}, %s: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %e = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %r = math.exp %a : f64
    chad.yield %r : f64
  }
  %y = chad.map (%a in %e : tensor<?xf64>) -> tensor<?xf64> {
    %r = math.sin %a : f64
    chad.yield %r : f64
  }
  %sum = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %r = arith.addf %a, %k : f64
    chad.yield %r : f64
  }
  %z = chad.map (%a in %e : tensor<?xf64>, %b in %sum : tensor<?xf64>, %d in %dy : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %d : f64
    %q = arith.mulf %p, %s : f64
    %r = arith.mulf %b, %q : f64
    chad.yield %r : f64
  }
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// What has an effect is done once; what a comparison reads is kept.
// CHECKED-LABEL: func.func @checked.fwd
// CHECKED: cf.assert
// CHECKED: arith.mulf
// CHECKED: return %{{.*}} : f64
// CHECKED-LABEL: func.func @checked.bwd
// CHECKED-NOT: cf.assert
// CHECKED: arith.cmpf
// CHECKED-NOT: arith.mulf
// CHECKED: return
func.func @checked(%x: f64, %d: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  cf.assert %p, "x must be positive"
  %q = arith.mulf %x, %x : f64
  %c = arith.cmpf ogt, %q, %d : f64
  %r = arith.select %c, %d, %zero : f64
  return %r : f64
}

// A call may be done again; a function that is called stays.
// CALLED: func.func @called(
// CALLED: func.func @called.fwd(
// CALLED: func.func @called.bwd(
// CALLED: func.func @caller(
func.func @called(%d: f64, %x: f64) -> f64 {
  %y = func.call @square(%x) : (f64) -> f64
  %r = arith.mulf %y, %d : f64
  return %r : f64
}
func.func @caller(%x: f64) -> f64 {
  %y = func.call @called(%x, %x) : (f64, f64) -> f64
  return %y : f64
}
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

func.func private @outside(f64) -> f64
func.func private @effect(!chad.lin<f64>) -> !chad.lin<f64>
func.func @unkeepable(%x: !chad.lin<f64>, %d: f64) -> !chad.lin<f64> {
  %m = func.call @effect(%x) : (!chad.lin<f64>) -> !chad.lin<f64>
  %r = chad.scale %d, %m : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}
func.func @blocks(%c: i1, %x: f64) -> f64 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : f64
^bb2:
  %y = math.sin %x : f64
  return %y : f64
}

// A choice of results that are known early and others is two choices, also where it is in another one.
// RUN: chad-opt %s --chad-split="function=chosen late=3" | FileCheck %s --check-prefix=CHOSEN
// CHOSEN-LABEL: func.func @chosen.fwd
// CHOSEN-SAME: -> f64 {
// CHOSEN: %[[Y:.*]] = scf.if
// CHOSEN: scf.if
// CHOSEN: math.sin
// CHOSEN-NOT: arith.mulf
// CHOSEN: return %[[Y]] : f64
// CHOSEN-LABEL: func.func @chosen.bwd
// CHOSEN-NOT: math.sin
// CHOSEN: %[[Z:.*]] = scf.if
// CHOSEN: scf.if
// CHOSEN: math.cos
// CHOSEN: return %[[Z]] : f64
func.func @chosen(%p: i1, %q: i1, %x: f64, %dy: f64) -> (f64, f64) {
  %r:2 = scf.if %p -> (f64, f64) {
    %s:2 = scf.if %q -> (f64, f64) {
      %y = math.sin %x : f64
      %c = math.cos %x : f64
      %dx = arith.mulf %c, %dy : f64
      scf.yield %y, %dx : f64, f64
    } else {
      scf.yield %x, %dy : f64, f64
    }
    scf.yield %s#0, %s#1 : f64, f64
  } else {
    %y = arith.addf %x, %x : f64
    %dx = arith.addf %dy, %dy : f64
    scf.yield %y, %dx : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

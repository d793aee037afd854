// RUN: chad-opt %s --chad-verify-linear | FileCheck %s

// CHECK-LABEL: func @identity
func.func @identity(%c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  return %c : !chad.ctx<[f64]>
}

// CHECK-LABEL: func @call
func.func @call(%c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  %d = func.call @identity(%c) : (!chad.ctx<[f64]>) -> !chad.ctx<[f64]>
  return %d : !chad.ctx<[f64]>
}

// One branch runs: a use in each is one use.
// CHECK-LABEL: func @branches
func.func @branches(%b: i1, %i: index, %s: !chad.sum<(), (f64)>, %c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  %d = scf.if %b -> !chad.ctx<[f64]> {
    %x = func.call @identity(%c) : (!chad.ctx<[f64]>) -> !chad.ctx<[f64]>
    scf.yield %x : !chad.ctx<[f64]>
  } else {
    %x = scf.if %b -> !chad.ctx<[f64]> {
      scf.yield %c : !chad.ctx<[f64]>
    } else {
      scf.yield %c : !chad.ctx<[f64]>
    }
    scf.yield %x : !chad.ctx<[f64]>
  }
  %e = chad.case %s : !chad.sum<(), (f64)> -> !chad.ctx<[f64]>
  () {
    chad.yield %d : !chad.ctx<[f64]>
  }
  (%x : f64) {
    chad.yield %d : !chad.ctx<[f64]>
  }
  %f = scf.index_switch %i -> !chad.ctx<[f64]>
  case 0 {
    scf.yield %e : !chad.ctx<[f64]>
  }
  default {
    scf.yield %e : !chad.ctx<[f64]>
  }
  return %f : !chad.ctx<[f64]>
}

// CHECK-LABEL: func @loop
func.func @loop(%n: index, %c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> !chad.ctx<[f64]> {
    %y = func.call @identity(%x) : (!chad.ctx<[f64]>) -> !chad.ctx<[f64]>
    scf.yield %y : !chad.ctx<[f64]>
  }
  return %d : !chad.ctx<[f64]>
}

// CHECK-LABEL: func @blocks
func.func @blocks(%b: i1, %c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  cf.br ^next(%c : !chad.ctx<[f64]>)
^next(%d: !chad.ctx<[f64]>):
  return %d : !chad.ctx<[f64]>
}

// Linear functions of any kind that conditions and loops choose: compiled programs apply them as
// the interpreter does.
// RUN: chad-run %s --entry=branch --arg=3 --arg=1 --arg=2 | FileCheck %s --check-prefix=BRANCH
// RUN: chad-run %s --entry=branch --arg=3 --arg=1 --arg=2 --interpret | FileCheck %s --check-prefix=BRANCH
// RUN: chad-run %s --entry=operators --arg=3 --arg=1 --arg=2 | FileCheck %s --check-prefix=OPERATORS
// RUN: chad-run %s --entry=operators --arg=3 --arg=1 --arg=2 --interpret | FileCheck %s --check-prefix=OPERATORS
// RUN: chad-run %s --entry=loop --arg=[1,5,2] --arg=1 --arg=3 | FileCheck %s --check-prefix=LOOP
// RUN: chad-run %s --entry=loop --arg=[1,5,2] --arg=1 --arg=3 --interpret | FileCheck %s --check-prefix=LOOP
// RUN: chad-run %s --entry=switch --arg=3 --arg=1 --arg=1 | FileCheck %s --check-prefix=SWITCH
// RUN: chad-run %s --entry=switch --arg=3 --arg=1 --arg=1 --interpret | FileCheck %s --check-prefix=SWITCH
// RUN: chad-run %s --entry=linearized --arg=3 --arg=0 --arg=1 | FileCheck %s --check-prefix=LINEARIZED
// RUN: chad-run %s --entry=linearized --arg=3 --arg=0 --arg=1 --interpret | FileCheck %s --check-prefix=LINEARIZED

!lf = !chad.lfun<(lin<f64>) -> (lin<f64>)>

// BRANCH: !chad.lin<f64> 3{{$}}
func.func @branch(%x: f64, %v: !chad.lin<f64>, %k: f64) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %d = chad.lfun.scale %x : f64, !lf
  %p = arith.cmpf ogt, %x, %k : f64
  %c = scf.if %p -> !lf { scf.yield %d : !lf } else { scf.yield %id : !lf }
  %t = chad.lfun.transpose %c : !lf
  %r = chad.lfun.apply %t(%v) : !lf
  return %r : !chad.lin<f64>
}

// (x² + x) · v
// OPERATORS: !chad.lin<f64> 12{{$}}
func.func @operators(%x: f64, %v: !chad.lin<f64>, %k: f64) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %d = chad.lfun.scale %x : f64, !lf
  %p = arith.cmpf ogt, %x, %k : f64
  %c = scf.if %p -> !lf { scf.yield %d : !lf } else { scf.yield %id : !lf }
  %e = chad.lfun.compose %c, %c : !lf, !lf
  %f = chad.lfun.add %e, %d : !lf, !lf
  %t = chad.lfun.transpose %f : !lf
  %r = chad.lfun.apply %t(%v) : !lf
  return %r : !chad.lin<f64>
}

// The last scaling by an element greater than k.
// LOOP: !chad.lin<f64> 5{{$}}
func.func @loop(%xs: tensor<?xf64>, %v: !chad.lin<f64>, %k: f64) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %m = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %id : !lf) {
    %d = chad.lfun.scale %x : f64, !lf
    %p = arith.cmpf ogt, %x, %k : f64
    %c = scf.if %p -> !lf { scf.yield %d : !lf } else { scf.yield %a : !lf }
    chad.yield %c : !lf
  }
  %r = chad.lfun.apply %m(%v) : !lf
  return %r : !chad.lin<f64>
}

// SWITCH: !chad.lin<f64> 4{{$}}
func.func @switch(%x: f64, %v: !chad.lin<f64>, %i: index) -> !chad.lin<f64> {
  %m = scf.index_switch %i -> !lf
  case 0 {
    %id = chad.lfun.id : !lf
    scf.yield %id : !lf
  }
  case 1 {
    %id = chad.lfun.id : !lf
    %s = chad.lfun.scale %x : f64, !lf
    %a = chad.lfun.add %s, %id : !lf, !lf
    scf.yield %a : !lf
  }
  default {
    %z = chad.lfun.zero : !lf
    scf.yield %z : !lf
  }
  %t = chad.lfun.transpose %m : !lf
  %r = chad.lfun.apply %t(%v) : !lf
  return %r : !chad.lin<f64>
}

func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
// LINEARIZED: !chad.lin<f64> 6{{$}}
func.func @linearized(%x: f64, %p: i1, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %m = scf.if %p -> !lf {
    %a, %b = chad.linearize @cube(%x) : (f64) -> (f64, !lf)
    scf.yield %b : !lf
  } else {
    %a, %b = chad.linearize @square(%x) : (f64) -> (f64, !lf)
    scf.yield %b : !lf
  }
  %t = chad.lfun.transpose %m : !lf
  %r = chad.lfun.apply %t(%v) : !lf
  return %r : !chad.lin<f64>
}

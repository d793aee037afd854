// Linear functions that are results of loops, branches or boxes are transposed: each is paired with
// its transpose. Compiled, with threads, and as the interpreter transposes them.
//
// RUN: chad-run %s --entry=composed --arg=[1,2,3] --arg=1 | FileCheck %s --check-prefix=COMPOSED
// RUN: chad-run %s --entry=composed --arg=[1,2,3] --arg=1 --interpret | FileCheck %s --check-prefix=COMPOSED
// RUN: chad-run %s --entry=arrays --arg=[1,2,3] --arg=[1,4] --arg=[1,1] | FileCheck %s --check-prefix=ARRAYS
// RUN: chad-run %s --entry=arrays --arg=[1,2,3] --arg=[1,4] --arg=[1,1] --threads=2 | FileCheck %s --check-prefix=ARRAYS
// RUN: chad-run %s --entry=arrays --arg=[1,2,3] --arg=[1,4] --arg=[1,1] --interpret | FileCheck %s --check-prefix=ARRAYS
// RUN: chad-run %s --entry=arrays --arg=[] --arg=[1,4] --arg=[1,1] | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --entry=whiled --arg=3 --arg=3 --arg=1 | FileCheck %s --check-prefix=WHILED
// RUN: chad-run %s --entry=whiled --arg=3 --arg=3 --arg=1 --interpret | FileCheck %s --check-prefix=WHILED
// RUN: chad-run %s --entry=forked --arg=[2,3] --arg=1 --arg=10 | FileCheck %s --check-prefix=FORKED
// RUN: chad-run %s --entry=forked --arg=[2,3] --arg=1 --arg=10 --interpret | FileCheck %s --check-prefix=FORKED
// RUN: chad-run %s --entry=boxed --arg=true --arg=3 --arg=1 | FileCheck %s --check-prefix=BOXED
// RUN: chad-run %s --entry=boxed --arg=true --arg=3 --arg=1 --interpret | FileCheck %s --check-prefix=BOXED
// RUN: chad-run %s --entry=gradient --arg=[0.5,0.7,-0.3] --arg=1.3 --grad-check | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=gradient --arg=[0.5,0.7,-0.3] --arg=1.3 --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=again --arg=[0.5,0.7] --arg=1.3 --grad-check | FileCheck %s --check-prefix=AGAIN
//
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// CHECK-NOT: lfun

!lf = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
// COMPOSED: !chad.lin<f64> 48{{$}}
func.func @composed(%xs: tensor<?xf64>, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %m = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %id : !lf) {
    %s, %d = chad.linearize @square(%x) : (f64) -> (f64, !lf)
    %c = chad.lfun.compose %d, %a : !lf, !lf
    chad.yield %c : !lf
  }
  %t = chad.lfun.transpose %m : !lf
  %r = chad.lfun.apply %t(%v) : !lf
  return %r : !chad.lin<f64>
}

!lg = !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
!lt = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
func.func private @spread(%x: f64, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %m = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %y, %x : f64
    %q = arith.mulf %p, %x : f64
    chad.yield %q : f64
  }
  return %m : tensor<?xf64>
}
// 2 · (1 + 1 + 2 + 3) · (1 + 4)
// ARRAYS: !chad.lin<f64> 70{{$}}
// EMPTY: !chad.lin<f64> 10{{$}}
func.func @arrays(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %v: !chad.lin<tensor<?xf64>>)
    -> !chad.lin<f64> {
  %one = arith.constant 1.0 : f64
  %s0, %d0 = chad.linearize @spread(%one, %ys) wrt [0] : (f64, tensor<?xf64>) -> (tensor<?xf64>, !lg)
  %m = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %d0 : !lg) {
    %s, %d = chad.linearize @spread(%x, %ys) wrt [0] : (f64, tensor<?xf64>) -> (tensor<?xf64>, !lg)
    %c = chad.lfun.add %d, %a : !lg, !lg
    chad.yield %c : !lg
  }
  %t = chad.lfun.transpose %m : !lg
  %r = chad.lfun.apply %t(%v) : !lt
  return %r : !chad.lin<f64>
}

// Transposed in each iteration.
// WHILED: !chad.lin<f64> 216{{$}}
func.func @whiled(%n: index, %x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i, %m = scf.while (%i = %c0, %m = %id) : (index, !lf) -> (index, !lf) {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i, %m : index, !lf
  } do {
  ^bb0(%i: index, %m: !lf):
    %s, %d = chad.linearize @square(%x) : (f64) -> (f64, !lf)
    %c = chad.lfun.compose %d, %m : !lf, !lf
    %t = chad.lfun.transpose %c : !lf
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %t : index, !lf
  }
  %r = chad.lfun.apply %m(%v) : !lf
  return %r : !chad.lin<f64>
}

// (v, w) ↦ Σ of products: forks become joins.
!fork = !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
!join = !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
// FORKED: !chad.lin<f64> 26{{$}}
func.func @forked(%xs: tensor<?xf64>, %v: !chad.lin<f64>, %w: !chad.lin<f64>) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %m = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %id : !lf) {
    %d = chad.lfun.scale %x : f64, !lf
    %c = chad.lfun.compose %d, %a : !lf, !lf
    chad.yield %c : !lf
  }
  %c0 = arith.constant 0 : index
  %x0 = tensor.extract %xs[%c0] : tensor<?xf64>
  %s = chad.lfun.scale %x0 : f64, !lf
  %f = chad.lfun.fork %m, %s : !lf, !lf
  %t = chad.lfun.transpose %f : !fork
  %r = chad.lfun.apply %t(%v, %w) : !join
  return %r : !chad.lin<f64>
}

chad.record @kept (!lf)
// BOXED: !chad.lin<f64> 3{{$}}
func.func @boxed(%p: i1, %x: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %s = chad.lfun.scale %x : f64, !lf
  %b0 = chad.box(%id) : (!lf) -> !chad.box<@kept>
  %b1 = chad.box(%s) : (!lf) -> !chad.box<@kept>
  %b = arith.select %p, %b1, %b0 : !chad.box<@kept>
  %m = chad.open %b : !chad.box<@kept> -> !lf
  %t = chad.lfun.transpose %m : !lf
  %r = chad.lfun.apply %t(%v) : !lf
  return %r : !chad.lin<f64>
}

// A derivative that is computed by such a transpose, differentiated again.
func.func private @sine(%x: f64, %k: f64) -> f64 {
  %p = arith.mulf %x, %k : f64
  %y = math.sin %p : f64
  return %y : f64
}
// CHECKED: gradient check: 4 of 4 entries
func.func @gradient(%xs: tensor<?xf64>, %z: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %id = chad.lfun.id : !lf
  %y, %m = chad.fold (%x in %xs : tensor<?xf64>) with (%u = %z : f64, %a = %id : !lf) {
    %s, %d = chad.linearize @sine(%u, %x) wrt [0] : (f64, f64) -> (f64, !lf)
    %c = chad.lfun.compose %d, %a : !lf, !lf
    chad.yield %s, %c : f64, !lf
  }
  %t = chad.lfun.transpose %m : !lf
  %v = chad.to_linear %one : f64
  %r = chad.lfun.apply %t(%v) : !lf
  %g = chad.from_linear %r : !chad.lin<f64>
  return %g : f64
}
// AGAIN: gradient check: 3 of 3 entries
func.func @again(%xs: tensor<?xf64>, %z: f64) -> f64 {
  %g = chad.grad @gradient(%xs, %z) wrt [1] : (tensor<?xf64>, f64) -> f64
  return %g : f64
}

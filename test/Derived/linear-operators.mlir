// Linear functions without variables: operators for maps, builds, sums, folds and branches, their
// transposes by algebra, and loops of linear functions as values.

// RUN: %python %S/../Rules/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

// A loop of linear functions, its transpose, and both of no element.
// DEFINE: %{loop} = chad-run %s --entry=loop --arg='[2, 3, 5]' --arg='[1, 10, 100]' --arg=7 --arg=1
// RUN: %{loop} | FileCheck %s --check-prefix=LOOP
// RUN: %{loop} --interpret | FileCheck %s --check-prefix=LOOP
// RUN: %{loop} --threads=2 --grad-check | FileCheck %s --check-prefix=GRADIENT
// LOOP: f64 375
// LOOP-NEXT: f64 30
// LOOP-NEXT: tensor<3xf64> [15, 5, 1]
// GRADIENT: gradient check: {{.*}} of {{.*}} entries
// RUN: chad-run %s --entry=loop --arg='[]' --arg='[]' --arg=7 --arg=1 | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %s --entry=loop --arg='[]' --arg='[]' --arg=7 --arg=1 --interpret | FileCheck %s --check-prefix=EMPTY
// EMPTY: f64 7
// EMPTY-NEXT: f64 1
// EMPTY-NEXT: tensor<0xf64> []

// Shared, carried and summed values at once, from both sides.
// DEFINE: %{full} = chad-run %s --entry=full --arg='[2, 3]' --arg='[1, 10]' --arg=7 --arg=1 --arg='[4, 6]'
// RUN: %{full} | FileCheck %s --check-prefix=FULL
// RUN: %{full} --interpret | FileCheck %s --check-prefix=FULL
// RUN: %{full} --target=cuda-emulated | FileCheck %s --check-prefix=FULL
// FULL: f64 [[SUM:.*]]
// FULL-NEXT: f64 [[LAST:.*]]
// FULL-NEXT: tensor<2xf64> [[EACH:.*]]
// FULL-NEXT: f64 0
// FULL-NOT: f64

// The form, and its transpose.
// RUN: chad-opt %S/Inputs/jacobians.mlir --chad-to-operators --canonicalize | FileCheck %s --check-prefix=FORM
// RUN: chad-opt %S/Inputs/jacobians.mlir --chad-to-operators --canonicalize --chad-verify-linear > /dev/null
// FORM-LABEL: func.func @map
// FORM: %[[D:.*]] = chad.build
// FORM: chad.lfun.diagonal %[[D]]
// FORM-NOT: chad.lfun.{{fold|lambda}}
// FORM-LABEL: func.func @sum
// FORM: chad.lfun.fold {{.*}} summed 1
// FORM-NEXT: chad.lfun.id
// FORM-LABEL: func.func @product
// FORM: chad.fold {{.*}} collect
// FORM: chad.lfun.fold %{{.*}} < %{{.*}} carried 1
// FORM-NOT: chad.lfun.lambda
// FORM-LABEL: func.func @branch
// FORM: scf.if {{.*}} -> (!chad.lfun<
// FORM: chad.lfun.scale
// FORM: } else {
// FORM: chad.lfun.scale
// FORM-NOT: chad.lfun.lambda
// FORM-LABEL: func.func @branch_transposed
// FORM: scf.if
// FORM-NOT: chad.lfun.transpose
// FORM-LABEL: func.func @built
// FORM: chad.lfun.fold {{.*}} shared 1
// FORM-LABEL: func.func @product_transposed
// FORM: chad.lfun.fold right %{{.*}} < %{{.*}} carried 1
// FORM-NOT: chad.lfun.transpose
// FORM: return
// FORM-LABEL: func.func @gathered
// FORM-DAG: chad.lfun.gather
// FORM-DAG: chad.lfun.diagonal
// FORM-NOT: chad.lfun.{{fold|lambda}}
// FORM-LABEL: func.func @scattered
// FORM: chad.lfun.gather transposed
// FORM-NOT: chad.lfun.lambda
// FORM-LABEL: func.func @sliced
// FORM: chad.lfun.slice [
// FORM: chad.lfun.slice transposed [0]
// FORM-NOT: chad.lfun.lambda
// FORM-LABEL: func.func @put
// FORM: chad.lfun.lambda
// FORM-LABEL: func.func @rows
// FORM: chad.lfun.diagonal
// FORM-NOT: chad.lfun.{{fold|lambda|scale}}

// It is the same linear function.
// RUN: chad-opt %S/Inputs/jacobians.mlir --chad-to-operators --canonicalize > %t.mlir
// RUN: %python %S/Inputs/compare.py %S/Inputs/jacobians.mlir %t.mlir | FileCheck %s --check-prefix=SAME
// SAME: {{^}}[[#]] linear functions, 0 differ

!s = !chad.lfun<(lin<f64>) -> (lin<f64>)>
!step = !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
!loop = !chad.lfun<(lin<f64>, lin<tensor<?xf64>>) -> (lin<f64>)>
!back = !chad.lfun<(lin<f64>) -> (lin<f64>, lin<tensor<?xf64>>)>
func.func @loop(%ks: tensor<?xf64>, %bs: tensor<?xf64>, %c: f64, %d: f64) -> (f64, f64, tensor<?xf64>) { // ? = 3 ? = 3
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ks, %c0 : tensor<?xf64>
  %m = chad.lfun.fold %i < %n carried 1 domain(%n) -> !loop {
    %k = tensor.extract %ks[%i] : tensor<?xf64>
    %s = chad.lfun.scale %k : f64, !s
    %one = chad.lfun.id : !s
    %step = chad.lfun.join %s, %one : !s, !s
    chad.yield %step : !step
  }
  %t = chad.lfun.transpose %m : !loop
  %cl = chad.to_linear %c : f64
  %bl = chad.to_linear %bs : tensor<?xf64>
  %dl = chad.to_linear %d : f64
  %p = chad.lfun.apply %m(%cl, %bl) : !loop
  %q:2 = chad.lfun.apply %t(%dl) : !back
  %r = chad.from_linear %p : !chad.lin<f64>
  %s0 = chad.from_linear %q#0 : !chad.lin<f64>
  %s1 = chad.from_linear %q#1 : !chad.lin<tensor<?xf64>>
  return %r, %s0, %s1 : f64, f64, tensor<?xf64>
}

// (x, c, b) ↦ (Σ k·x + c, c', c·b...), and <mᵀ•t, v> - <t, m•v>.
!e = !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>
!whole = !chad.lfun<(lin<f64>, lin<f64>, lin<tensor<?xf64>>) -> (lin<f64>, lin<f64>, lin<tensor<?xf64>>)>
func.func @full(%ks: tensor<?xf64>, %bs: tensor<?xf64>, %x: f64, %c: f64, %ws: tensor<?xf64>)
    -> (f64, f64, tensor<?xf64>, f64) { // ? = 2 ? = 2 ? = 2
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ks, %c0 : tensor<?xf64>
  %m = chad.lfun.fold right %i < %n shared 1 carried 1 summed 1 domain(%n) codomain(%n) -> !whole {
    %k = tensor.extract %ks[%i] : tensor<?xf64>
    %l = chad.lfun.lambda (%u : !chad.lin<f64>, %v : !chad.lin<f64>, %w : !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>) {
      %a = chad.scale %k, %u : f64, !chad.lin<f64>
      %b = chad.add %a, %v : !chad.lin<f64>
      %d = chad.add %v, %w : !chad.lin<f64>
      %e = chad.scale %k, %d : f64, !chad.lin<f64>
      %f = chad.add %e, %u : !chad.lin<f64>
      chad.yield %b, %e, %f : !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
    }
    chad.yield %l : !e
  }
  %t = chad.lfun.transpose %m : !whole
  %xl = chad.to_linear %x : f64
  %cl = chad.to_linear %c : f64
  %bl = chad.to_linear %bs : tensor<?xf64>
  %wl = chad.to_linear %ws : tensor<?xf64>
  %p:3 = chad.lfun.apply %m(%xl, %cl, %bl) : !whole
  %q:3 = chad.lfun.apply %t(%cl, %xl, %wl) : !whole
  %p0 = chad.from_linear %p#0 : !chad.lin<f64>
  %p1 = chad.from_linear %p#1 : !chad.lin<f64>
  %p2 = chad.from_linear %p#2 : !chad.lin<tensor<?xf64>>
  %q0 = chad.from_linear %q#0 : !chad.lin<f64>
  %q1 = chad.from_linear %q#1 : !chad.lin<f64>
  %q2 = chad.from_linear %q#2 : !chad.lin<tensor<?xf64>>
  %a0 = arith.mulf %p0, %c : f64
  %a1 = arith.mulf %p1, %x : f64
  %b0 = arith.mulf %q0, %x : f64
  %b1 = arith.mulf %q1, %c : f64
  %ts = chad.map (%u in %p2 : tensor<?xf64>, %v in %ws : tensor<?xf64>, %y in %q2 : tensor<?xf64>, %z in %bs : tensor<?xf64>) -> tensor<?xf64> {
    %g = arith.mulf %u, %v : f64
    %h = arith.mulf %y, %z : f64
    %o = arith.subf %g, %h : f64
    chad.yield %o : f64
  }
  %sum = chad.reduce (%u, %v in %ts from %zero : tensor<?xf64>) {
    %g = arith.addf %u, %v : f64
    chad.yield %g : f64
  }
  %d0 = arith.subf %a0, %b0 : f64
  %d1 = arith.subf %a1, %b1 : f64
  %d2 = arith.addf %d0, %d1 : f64
  %d = arith.addf %d2, %sum : f64
  return %p0, %p1, %p2, %d : f64, f64, tensor<?xf64>, f64
}

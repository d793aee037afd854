// Linear functions and copowers that a loop composes.
// RUN: chad-run %s --entry=composed --arg='[1, 2, 3]' --arg=1 | FileCheck %s --check-prefix=COMPOSED
// RUN: chad-run %s --entry=composed --arg='[1, 2, 3]' --arg=1 --interpret | FileCheck %s --check-prefix=COMPOSED
// COMPOSED: !chad.lin<f64> 48
// RUN: chad-run %s --entry=copowers --arg=2 --arg='[1, 2, 3]' --arg='[1, 1]' --arg=true | FileCheck %s --check-prefix=COPOWERS
// RUN: chad-run %s --entry=copowers --arg=2 --arg='[1, 2, 3]' --arg='[1, 1]' --arg=true --interpret | FileCheck %s --check-prefix=COPOWERS
// COPOWERS: !chad.lin<tensor<2xf64>> [16, 16]
// RUN: chad-run %s --entry=copowers --arg=2 --arg='[]' --arg='[1, 1]' --arg=false | FileCheck %s --check-prefix=NONE
// NONE: !chad.lin<tensor<2xf64>> [0, 0]
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// CHECK-DAG: chad.record @copower (!chad.box<@copower>, !chad.box<@copower>, !chad.box<@copower.pair>)
// CHECK-DAG: chad.record @copower.pair (f64, tensor<?xf64>)

!lf = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @composed(%xs: tensor<?xf64>, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %id = chad.lfun.id : !lf
  %m = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %id : !lf) {
    %s, %d = chad.linearize @square(%x) : (f64) -> (f64, !lf)
    %c = chad.lfun.compose %d, %a : !lf, !lf
    chad.yield %c : !lf
  }
  %r = chad.lfun.apply %m(%v) : !lf
  return %r : !chad.lin<f64>
}

!c = !chad.copower<(f64), (lin<tensor<?xf64>>)>
// Σ (x + k)·v over all pairs.
func.func @copowers(%k: f64, %xs: tensor<?xf64>, %v: !chad.lin<tensor<?xf64>>, %p: i1)
    -> !chad.lin<tensor<?xf64>> {
  %one = chad.copower.singleton (%k) tensor (%v) : !c
  %zero = chad.zero : !c
  %first = scf.if %p -> !c {
    scf.yield %one : !c
  } else {
    scf.yield %zero : !c
  }
  %all = chad.fold (%x in %xs : tensor<?xf64>) with (%c = %first : !c) {
    %s = chad.copower.singleton (%x) tensor (%v) : !c
    %t = chad.add %c, %s : !c
    chad.yield %t : !c
  }
  %c0 = arith.constant 0 : index
  %w = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  %n = tensor.dim %w, %c0 : tensor<?xf64>
  %r = chad.copower.fold %all : !c (%a : f64, %b : !chad.lin<tensor<?xf64>>) codomain(%n)
      -> !chad.lin<tensor<?xf64>> {
    %f = arith.addf %a, %k : f64
    %e = chad.scale %f, %b : f64, !chad.lin<tensor<?xf64>>
    chad.yield %e : !chad.lin<tensor<?xf64>>
  }
  return %r : !chad.lin<tensor<?xf64>>
}

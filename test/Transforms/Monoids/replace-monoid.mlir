// RUN: chad-opt %s -split-input-file --chad-replace-monoid=monoid=sets --canonicalize | FileCheck %s --check-prefix=SETS
// RUN: chad-opt %s -split-input-file --chad-replace-monoid=monoid=bounds --canonicalize | FileCheck %s --check-prefix=BOUNDS

// k·v + w, with k = 0 or not: v ∪ w, and |k|·v + w, 0 where v is 0.

// SETS-LABEL: func.func @scalars.sets
// SETS-SAME: (%{{.*}}: f64, %[[V:.*]]: i64, %[[W:.*]]: i64) -> i64
// SETS-NEXT: %[[R:.*]] = arith.ori %[[V]], %[[W]] : i64
// SETS-NEXT: return %[[R]] : i64

// BOUNDS-LABEL: func.func @scalars.bounds
// BOUNDS-SAME: (%[[K:.*]]: f64, %[[V:.*]]: f64, %[[W:.*]]: f64) -> f64
// BOUNDS: %[[Z:.*]] = arith.constant 0.000000e+00 : f64
// BOUNDS: %[[A:.*]] = math.absf %[[K]] : f64
// BOUNDS: %[[P:.*]] = arith.mulf %[[A]], %[[V]] : f64
// BOUNDS: %[[C:.*]] = arith.cmpf oeq, %[[V]], %[[Z]] : f64
// BOUNDS: %[[S:.*]] = arith.select %[[C]], %[[Z]], %[[P]] : f64
// BOUNDS: %[[R:.*]] = arith.addf %[[S]], %[[W]] : f64
// BOUNDS: return %[[R]] : f64
func.func @scalars(%k: f64, %v: !chad.lin<f64>, %w: !chad.lin<f64>) -> !chad.lin<f64> {
  %s = chad.scale %k, %v : f64, !chad.lin<f64>
  %r = chad.add %s, %w : !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// -----

// Floats of the representation are carriers, too; subtraction is a sum of bounds.

// SETS-LABEL: func.func @representation.sets
// SETS-SAME: (%[[V:.*]]: tensor<?xi64>, %[[W:.*]]: tensor<?xi64>, %[[I:.*]]: index)
// SETS-DAG: %[[A:.*]] = tensor.extract %[[V]][%[[I]]] : tensor<?xi64>
// SETS-DAG: %[[B:.*]] = tensor.extract %[[W]][%[[I]]] : tensor<?xi64>
// SETS: arith.ori %[[A]], %[[B]] : i64

// BOUNDS-LABEL: func.func @representation.bounds
// BOUNDS: arith.addf
func.func @representation(%v: !chad.lin<tensor<?xf32>>, %w: !chad.lin<tensor<?xf32>>, %i: index) -> !chad.lin<f32> {
  %a = chad.from_linear %v : !chad.lin<tensor<?xf32>>
  %b = chad.from_linear %w : !chad.lin<tensor<?xf32>>
  %x = tensor.extract %a[%i] : tensor<?xf32>
  %y = tensor.extract %b[%i] : tensor<?xf32>
  %n = arith.negf %y : f32
  %d = arith.subf %x, %n : f32
  %r = chad.to_linear %d : f32
  return %r : !chad.lin<f32>
}

// -----

// A sum stays a sum of its monoid; one of zeros begins with the empty set.

// SETS-LABEL: func.func @sum.sets
// SETS: %[[EMPTY:.*]] = arith.constant 0 : i64
// SETS: chad.reduce (%[[A:.*]], %[[B:.*]] in %{{.*}} from %[[EMPTY]] : tensor<?xi64>)
// SETS: arith.ori
// BOUNDS-LABEL: func.func @sum.bounds
// BOUNDS: chad.reduce
// BOUNDS: arith.addf
func.func @sum(%v: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
  %z = chad.zero : !chad.lin<f64>
  %r = chad.reduce (%a, %b in %v from %z : !chad.lin<tensor<?xf64>>) {
    %s = chad.add %a, %b : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %r : !chad.lin<f64>
}

// -----

// Both sides of a choice count in sets, and the branch taken does.

// SETS-LABEL: func.func @choice.sets
// SETS-SAME: (%[[C:.*]]: i1, %[[V:.*]]: i64, %[[W:.*]]: i64)
// SETS: arith.ori %[[V]], %[[W]]
// BOUNDS-LABEL: func.func @choice.bounds
// BOUNDS: arith.select
func.func @choice(%c: i1, %v: !chad.lin<f64>, %w: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = arith.select %c, %v, %w : !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// -----

// A choice between arrays is a branch: their extents may differ. That of each element is none.

// SETS-LABEL: func.func @arrays.sets
// SETS-SAME: (%[[C:.*]]: i1, %[[V:.*]]: tensor<?xi64>, %[[W:.*]]: tensor<?xi64>)
// SETS-NEXT: %[[R:.*]] = arith.select %[[C]], %[[V]], %[[W]] : tensor<?xi64>
// SETS-NEXT: return %[[R]]
// SETS-LABEL: func.func @elements.sets
// SETS: arith.ori
// BOUNDS-LABEL: func.func @arrays.bounds
// BOUNDS-NEXT: arith.select {{.*}} : tensor<?xf64>
// BOUNDS-LABEL: func.func @elements.bounds
// BOUNDS: arith.select {{.*}} : f64
func.func @arrays(%c: i1, %v: !chad.lin<tensor<?xf64>>, %w: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %r = arith.select %c, %v, %w : !chad.lin<tensor<?xf64>>
  return %r : !chad.lin<tensor<?xf64>>
}

func.func @elements(%c: tensor<?xi1>, %v: !chad.lin<tensor<?xf64>>, %w: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %a = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  %b = chad.from_linear %w : !chad.lin<tensor<?xf64>>
  %s = arith.select %c, %a, %b : tensor<?xi1>, tensor<?xf64>
  %r = chad.to_linear %s : tensor<?xf64>
  return %r : !chad.lin<tensor<?xf64>>
}

// -----

// An addition to one element, and to those that indices name.

// SETS-LABEL: func.func @places.sets
// SETS: tensor.extract
// SETS: arith.ori
// SETS: tensor.insert
// SETS: scf.for
// SETS: arith.ori
// SETS: tensor.insert
// BOUNDS-LABEL: func.func @places.bounds
func.func @places(%v: !chad.lin<f64>, %vs: !chad.lin<tensor<?xf64>>, %acc: !chad.lin<tensor<?xf64>>, %i: index,
                  %is: tensor<?xindex>) -> !chad.lin<tensor<?xf64>> {
  %a = chad.accumulate %v into %acc[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %b = chad.scatter_add %vs into %a[%is] : !chad.lin<tensor<?xf64>> into !chad.lin<tensor<?xf64>>, tensor<?xindex>
  return %b : !chad.lin<tensor<?xf64>>
}

// -----

// Calls lead to functions that are read, too.

// SETS-LABEL: func.func @caller.sets
// SETS: call @callee.sets
// BOUNDS-LABEL: func.func @caller.bounds
// BOUNDS: call @callee.bounds
func.func @callee(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = chad.scale %k, %v : f64, !chad.lin<f64>
  return %r : !chad.lin<f64>
}
func.func @caller(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %r = func.call @callee(%k, %v) : (f64, !chad.lin<f64>) -> !chad.lin<f64>
  return %r : !chad.lin<f64>
}

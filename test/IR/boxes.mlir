// RUN: chad-opt %s | chad-opt | FileCheck %s
// RUN: chad-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK: chad.record @list (f64, !chad.box<@list>)
chad.record @list (f64, !chad.box<@list>)
// CHECK: chad.record @mixed (f64, tensor<?xf32>, index)
chad.record @mixed (f64, tensor<?xf32>, index)
// CHECK: chad.record @nothing ()
chad.record @nothing ()

// CHECK-LABEL: func @cons
func.func @cons(%x: f64) -> !chad.box<@list> {
  // CHECK: %[[END:.*]] = chad.empty_box : !chad.box<@list>
  %end = chad.empty_box : !chad.box<@list>
  // CHECK: chad.box(%{{.*}}, %[[END]]) : (f64, !chad.box<@list>) -> !chad.box<@list>
  %r = chad.box(%x, %end) : (f64, !chad.box<@list>) -> !chad.box<@list>
  return %r : !chad.box<@list>
}

// FOLD-LABEL: func @opened
// FOLD-SAME: (%[[X:.*]]: f64, %[[T:.*]]: tensor<?xf32>, %[[N:.*]]: index)
// FOLD-NEXT: return %[[X]], %[[T]], %[[N]]
func.func @opened(%x: f64, %t: tensor<?xf32>, %n: index) -> (f64, tensor<?xf32>, index) {
  %b = chad.box(%x, %t, %n) : (f64, tensor<?xf32>, index) -> !chad.box<@mixed>
  %y, %u, %m = chad.open %b : !chad.box<@mixed> -> f64, tensor<?xf32>, index
  return %y, %u, %m : f64, tensor<?xf32>, index
}

// A tangent holds the tangents of what is differentiable.
// CHECK-LABEL: func @tangents
// FOLD-LABEL: func @tangents
// FOLD-SAME: (%[[X:.*]]: !chad.lin<f64>, %[[T:.*]]: !chad.lin<tensor<?xf32>>, %{{.*}}: index)
// FOLD-NEXT: return %[[X]], %[[T]]
func.func @tangents(%x: !chad.lin<f64>, %t: !chad.lin<tensor<?xf32>>, %n: index)
    -> (!chad.lin<f64>, !chad.lin<tensor<?xf32>>) {
  %b = chad.box(%x, %t) : (!chad.lin<f64>, !chad.lin<tensor<?xf32>>) -> !chad.lin<!chad.box<@mixed>>
  // CHECK: chad.open %{{.*}}[%{{.*}}] : !chad.lin<!chad.box<@mixed>> -> !chad.lin<f64>, !chad.lin<tensor<?xf32>>
  %y, %u = chad.open %b[%n] : !chad.lin<!chad.box<@mixed>> -> !chad.lin<f64>, !chad.lin<tensor<?xf32>>
  return %y, %u : !chad.lin<f64>, !chad.lin<tensor<?xf32>>
}

// FOLD-LABEL: func @known_emptiness
// FOLD-DAG: %[[YES:.*]] = arith.constant true
// FOLD-DAG: %[[NO:.*]] = arith.constant false
// FOLD: return %[[YES]], %[[NO]]
func.func @known_emptiness() -> (i1, i1) {
  %e = chad.empty_box : !chad.box<@nothing>
  %b = chad.box() : () -> !chad.box<@nothing>
  %0 = chad.is_empty_box %e : !chad.box<@nothing>
  %1 = chad.is_empty_box %b : !chad.box<@nothing>
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func @arrays
func.func @arrays(%n: index) -> tensor<?x2x!chad.box<@list>> {
  // CHECK: chad.empty_box(%{{.*}}) : tensor<?x2x!chad.box<@list>>
  %b = chad.empty_box(%n) : tensor<?x2x!chad.box<@list>>
  return %b : tensor<?x2x!chad.box<@list>>
}

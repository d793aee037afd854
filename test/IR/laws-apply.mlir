// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of application, Ellis et al. 2020, Fig. 4.

func.func private @family(index) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>

// (f ∘ g) • x = f • (g • x)
// CHECK-LABEL: func @apply_compose(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.apply %[[G]](%[[X]])
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.apply %[[F]](%[[R0]])
// CHECK-NEXT: return %[[R1]]
func.func @apply_compose(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %x: !chad.lin<f64>) -> !chad.lin<f64> {
  %p = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %p(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// (f + g) • x = f • x + g • x
// CHECK-LABEL: func @apply_add(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.apply %[[F]](%[[X]])
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.apply %[[G]](%[[X]])
// CHECK-NEXT: %[[R2:.*]] = chad.add %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @apply_add(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %x: !chad.lin<f64>) -> !chad.lin<f64> {
  %p = chad.lfun.add %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %p(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// (f × g) • x = (f • x, g • x)
// CHECK-LABEL: func @apply_fork(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.apply %[[F]](%[[X]])
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.apply %[[G]](%[[X]])
// CHECK-NEXT: return %[[R0]], %[[R1]]
func.func @apply_fork(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %x: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %p = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r:2 = chad.lfun.apply %p(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r#0, %r#1 : !chad.lin<f64>, !chad.lin<f64>
}

// (f ⋈ g) • (x, y) = f • x + g • y
// CHECK-LABEL: func @apply_join(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[X:[^:]*]]:{{.*}}%[[Y:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.apply %[[F]](%[[X]])
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.apply %[[G]](%[[Y]])
// CHECK-NEXT: %[[R2:.*]] = chad.add %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @apply_join(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %x: !chad.lin<f64>, %y: !chad.lin<f64>) -> !chad.lin<f64> {
  %p = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %p(%x, %y) : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// 0 • x = 0
// CHECK-LABEL: func @apply_zero(
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.zero
// CHECK-NEXT: return %[[R0]]
func.func @apply_zero(%x: !chad.lin<f64>) -> !chad.lin<f64> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %z(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// 1 • x = x
// CHECK-LABEL: func @apply_identity(
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK-NEXT: return %[[X]]
func.func @apply_identity(%x: !chad.lin<f64>) -> !chad.lin<f64> {
  %i = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %i(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// S(a) • x = a · x
// CHECK-LABEL: func @apply_scale(
// CHECK-SAME: %[[A:[^:]*]]:{{.*}}%[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.scale %[[A]], %[[X]]
// CHECK-NEXT: return %[[R0]]
func.func @apply_scale(%a: f64, %x: !chad.lin<f64>) -> !chad.lin<f64> {
  %s = chad.lfun.scale %a : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %s(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// π₁ • (x, y) = y
// CHECK-LABEL: func @apply_project(
// CHECK-SAME: %[[X:[^:]*]]:{{.*}}%[[Y:[^:]*]]:
// CHECK-NEXT: return %[[Y]]
func.func @apply_project(%x: !chad.lin<f64>, %y: !chad.lin<f64>) -> !chad.lin<f64> {
  %p = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %p(%x, %y) : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// ι₁ • x = (0, x)
// CHECK-LABEL: func @apply_inject(
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.zero
// CHECK-NEXT: return %[[R0]], %[[X]]
func.func @apply_inject(%x: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
  %p = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  %r:2 = chad.lfun.apply %p(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r#0, %r#1 : !chad.lin<f64>, !chad.lin<f64>
}

// (λv. a·v + b·v) • x = a·x + b·x
// CHECK-LABEL: func @apply_lambda(
// CHECK-SAME: %[[A:[^:]*]]:{{.*}}%[[B:[^:]*]]:{{.*}}%[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.scale %[[A]], %[[X]]
// CHECK-NEXT: %[[R1:.*]] = chad.scale %[[B]], %[[X]]
// CHECK-NEXT: %[[R2:.*]] = chad.add %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @apply_lambda(%a: f64, %b: f64, %x: !chad.lin<f64>) -> !chad.lin<f64> {
  %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    %p = chad.scale %a, %v : f64, !chad.lin<f64>
    %q = chad.scale %b, %v : f64, !chad.lin<f64>
    %s = chad.add %p, %q : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %r = chad.lfun.apply %m(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// V(v) • x = build(n, i. v[i] • x)
// CHECK-LABEL: func @apply_vfork(
// CHECK-SAME: %[[X:[^:]*]]:{{.*}}%[[N:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.build %[[I2:.*]] < %[[N]] -> !chad.lin<tensor<?xf64>> {
// CHECK-NEXT: %[[R1:.*]] = func.call @family(%[[I2]])
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.apply %[[R1]](%[[X]])
// CHECK-NEXT: chad.yield %[[R2]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R0]]
func.func @apply_vfork(%x: !chad.lin<f64>, %n: index) -> !chad.lin<tensor<?xf64>> {
  %v = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
    %q = func.call @family(%i) : (index) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %q : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  %r = chad.lfun.apply %v(%x) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  return %r : !chad.lin<tensor<?xf64>>
}

// H(v) • xs = Σᵢ v[i] • xs[i]
// CHECK-LABEL: func @apply_vjoin(
// CHECK-SAME: %[[X:[^:]*]]:{{.*}}%[[N:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.zero(%[[N]])
// CHECK-NEXT: %[[R1:.*]] = chad.accumulate %[[X]] into %[[R0]][%[[N]]]
// CHECK-NEXT: %[[R2:.*]] = chad.zero
// CHECK-NEXT: %[[R3:.*]] = chad.build %[[I2:.*]] < %[[N]] -> tensor<?xindex> {
// CHECK-NEXT: chad.yield %[[I2]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[R4:.*]] = chad.map (%[[I2]] in %[[R3]] : tensor<?xindex>, %[[I3:.*]] in %[[R1]] : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
// CHECK-NEXT: %[[R6:.*]] = func.call @family(%[[I2]])
// CHECK-NEXT: %[[R7:.*]] = chad.lfun.apply %[[R6]](%[[I3]])
// CHECK-NEXT: chad.yield %[[R7]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[R5:.*]] = chad.reduce (%[[I2]], %[[I3]] in %[[R4]] from %[[R2]] : !chad.lin<tensor<?xf64>>) {
// CHECK-NEXT: %[[R6]] = chad.add %[[I2]], %[[I3]]
// CHECK-NEXT: chad.yield %[[R6]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R5]]
func.func @apply_vjoin(%x: !chad.lin<f64>, %n: index) -> !chad.lin<f64> {
  %zero = chad.zero(%n) : !chad.lin<tensor<?xf64>>
  %xs = chad.accumulate %x into %zero[%n] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  %v = chad.lfun.vjoin %i < %n -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
    %q = func.call @family(%i) : (index) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %q : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  %r = chad.lfun.apply %v(%xs) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// f • 0 = 0
// CHECK-LABEL: func @apply_to_zero(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.zero
// CHECK-NEXT: return %[[R0]]
func.func @apply_to_zero(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lin<f64> {
  %z = chad.zero : !chad.lin<f64>
  %r = chad.lfun.apply %f(%z) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

// λv. f • v = f
// CHECK-LABEL: func @lambda_eta(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: return %[[F]]
func.func @lambda_eta(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %r = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    %p = chad.lfun.apply %f(%v) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %p : !chad.lin<f64>
  }
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// what has several uses is not copied
// CHECK-LABEL: func @shared_composition(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[X:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.compose %[[F]], %[[G]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.apply %[[R0]](%[[X]])
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.apply %[[R0]](%[[R1]])
// CHECK-NEXT: return %[[R2]]
func.func @shared_composition(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %x: !chad.lin<f64>) -> !chad.lin<f64> {
  %p = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.apply %p(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.apply %p(%q) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lin<f64>
}

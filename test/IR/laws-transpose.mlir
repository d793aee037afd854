// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of transposition, Ellis et al. 2020, Fig. 5.

func.func private @family(index) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>

// fᵀᵀ = f
// CHECK-LABEL: func @transpose_transpose(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: return %[[F]]
func.func @transpose_transpose(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %t = chad.lfun.transpose %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %t : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f ∘ g)ᵀ = gᵀ ∘ fᵀ
// CHECK-LABEL: func @transpose_compose(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.transpose %[[G]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.transpose %[[F]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.compose %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @transpose_compose(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %p : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f × g)ᵀ = fᵀ ⋈ gᵀ
// CHECK-LABEL: func @transpose_fork(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.transpose %[[G]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.transpose %[[F]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.join %[[R1]], %[[R0]]
// CHECK-NEXT: return %[[R2]]
func.func @transpose_fork(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %p : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
}

// (f ⋈ g)ᵀ = fᵀ × gᵀ
// CHECK-LABEL: func @transpose_join(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.transpose %[[G]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.transpose %[[F]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.fork %[[R1]], %[[R0]]
// CHECK-NEXT: return %[[R2]]
func.func @transpose_join(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)> {
  %p = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %p : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
}

// (f + g)ᵀ = fᵀ + gᵀ
// CHECK-LABEL: func @transpose_add(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.transpose %[[G]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.transpose %[[F]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.add %[[R1]], %[[R0]]
// CHECK-NEXT: return %[[R2]]
func.func @transpose_add(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.add %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %p : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// 1ᵀ = 1
// CHECK-LABEL: func @transpose_identity(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.id
// CHECK-NEXT: return %[[R0]]
func.func @transpose_identity() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %i = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %i : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// S(a)ᵀ = S(a)
// CHECK-LABEL: func @transpose_scale(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.scale %[[A]]
// CHECK-NEXT: return %[[R0]]
func.func @transpose_scale(%a: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %s = chad.lfun.scale %a : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// 0ᵀ = 0, with the sizes exchanged
// CHECK-LABEL: func @transpose_zero(
// CHECK-SAME: %[[N:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero domain(%[[N]])
// CHECK-NEXT: return %[[R0]]
func.func @transpose_zero(%n: index) -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
  %z = chad.lfun.zero codomain(%n) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  %r = chad.lfun.transpose %z : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  return %r : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
}

// πᵀ = ι
// CHECK-LABEL: func @transpose_project(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.inject [1]
// CHECK-NEXT: return %[[R0]]
func.func @transpose_project() -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)> {
  %p = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.transpose %p : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
}

// ιᵀ = π
// CHECK-LABEL: func @transpose_inject(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.project [1]
// CHECK-NEXT: return %[[R0]]
func.func @transpose_inject() -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  %r = chad.lfun.transpose %p : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
}

// V(v)ᵀ = H(map ᵀ v)
// CHECK-LABEL: func @transpose_vfork(
// CHECK-SAME: %[[N:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.vjoin %[[I1:.*]] < %[[N]] -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
// CHECK-NEXT: %[[R1:.*]] = func.call @family(%[[I1]])
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.transpose %[[R1]]
// CHECK-NEXT: chad.yield %[[R2]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R0]]
func.func @transpose_vfork(%n: index) -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
  %v = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
    %q = func.call @family(%i) : (index) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %q : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  %r = chad.lfun.transpose %v : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  return %r : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
}

// H(v)ᵀ = V(map ᵀ v)
// CHECK-LABEL: func @transpose_vjoin(
// CHECK-SAME: %[[N:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.vfork %[[I1:.*]] < %[[N]] -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
// CHECK-NEXT: %[[R1:.*]] = func.call @family(%[[I1]])
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.transpose %[[R1]]
// CHECK-NEXT: chad.yield %[[R2]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R0]]
func.func @transpose_vjoin(%n: index) -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
  %v = chad.lfun.vjoin %i < %n -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
    %q = func.call @family(%i) : (index) -> !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %q : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  %r = chad.lfun.transpose %v : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
}

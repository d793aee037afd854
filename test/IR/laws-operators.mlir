// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of the operators on linear functions; each function is named after its law.

// 0 ∘ f = 0
// CHECK-LABEL: func @compose_zero_left(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @compose_zero_left(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %z, %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// f ∘ 0 = 0
// CHECK-LABEL: func @compose_zero_right(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @compose_zero_right(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %f, %z : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// 1 ∘ f = f
// CHECK-LABEL: func @compose_identity_left(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: return %[[F]]
func.func @compose_identity_left(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %i = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %i, %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// f ∘ 1 = f
// CHECK-LABEL: func @compose_identity_right(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: return %[[F]]
func.func @compose_identity_right(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %i = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %f, %i : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// a composition of one
// CHECK-LABEL: func @compose_single(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: return %[[F]]
func.func @compose_single(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %r = chad.lfun.compose %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f ∘ g) ∘ (h ∘ k) = f ∘ g ∘ h ∘ k
// CHECK-LABEL: func @compose_associativity(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:{{.*}}%[[K:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.compose %[[F]], %[[G]], %[[H]], %[[K]]
// CHECK-NEXT: return %[[R0]]
func.func @compose_associativity(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %k: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.compose %h, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %p, %q : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// f ∘ S(a) ∘ S(b) ∘ g = f ∘ S(a·b) ∘ g
// CHECK-LABEL: func @compose_scale(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[A:[^:]*]]:{{.*}}%[[B:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.scale %[[R0]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.compose %[[F]], %[[R1]], %[[G]]
// CHECK-NEXT: return %[[R2]]
func.func @compose_scale(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %a: f64, %b: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %s = chad.lfun.scale %a : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %t = chad.lfun.scale %b : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %f, %s, %t, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f ⋈ g) ∘ (h × k) = f ∘ h + g ∘ k
// CHECK-LABEL: func @compose_join_fork(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:{{.*}}%[[K:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.compose %[[F]], %[[H]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.compose %[[G]], %[[K]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.add %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @compose_join_fork(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %k: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %j = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %p = chad.lfun.fork %h, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %j, %p : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f × g) ∘ h = (f ∘ h) × (g ∘ h)
// CHECK-LABEL: func @compose_fork(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.compose %[[F]], %[[H]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.compose %[[G]], %[[H]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.fork %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @compose_fork(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)> {
  %p = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %p, %h : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
}

// h ∘ (f ⋈ g) = (h ∘ f) ⋈ (h ∘ g)
// CHECK-LABEL: func @compose_join(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.compose %[[H]], %[[F]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.compose %[[H]], %[[G]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.join %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @compose_join(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %h, %p : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
}

// (f × g) ∘ (h ⋈ k): a matrix of four, as a fork of joins
// CHECK-LABEL: func @compose_fork_join(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:{{.*}}%[[K:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.compose %[[F]], %[[H]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.compose %[[F]], %[[K]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.join %[[R0]], %[[R1]]
// CHECK-NEXT: %[[R3:.*]] = chad.lfun.compose %[[G]], %[[H]]
// CHECK-NEXT: %[[R4:.*]] = chad.lfun.compose %[[G]], %[[K]]
// CHECK-NEXT: %[[R5:.*]] = chad.lfun.join %[[R3]], %[[R4]]
// CHECK-NEXT: %[[R6:.*]] = chad.lfun.fork %[[R2]], %[[R5]]
// CHECK-NEXT: return %[[R6]]
func.func @compose_fork_join(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %k: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)> {
  %p = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.join %h, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %p, %q : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
}

// f + 0 = f
// CHECK-LABEL: func @add_zero(
// CHECK-SAME: %[[F:[^:]*]]:
// CHECK-NEXT: return %[[F]]
func.func @add_zero(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.add %f, %z : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// 0 + 0 = 0
// CHECK-LABEL: func @add_zeros(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @add_zeros() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.add %z, %z : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// S(a) + f + S(b) = S(a + b) + f
// CHECK-LABEL: func @add_scale(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[A:[^:]*]]:{{.*}}%[[B:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.scale %[[R0]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.add %[[R1]], %[[F]]
// CHECK-NEXT: return %[[R2]]
func.func @add_scale(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %a: f64, %b: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %s = chad.lfun.scale %a : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %t = chad.lfun.scale %b : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.add %s, %f, %t : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f + g) + (h + k) = f + g + h + k
// CHECK-LABEL: func @add_associativity(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:{{.*}}%[[K:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.add %[[F]], %[[G]], %[[H]], %[[K]]
// CHECK-NEXT: return %[[R0]]
func.func @add_associativity(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %k: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.add %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.add %h, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.add %p, %q : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// (f × g) × h = f × g × h
// CHECK-LABEL: func @fork_associativity(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.fork %[[F]], %[[G]], %[[H]]
// CHECK-NEXT: return %[[R0]]
func.func @fork_associativity(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)> {
  %p = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.fork %p, %h : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>
}

// f ⋈ (g ⋈ h) = f ⋈ g ⋈ h
// CHECK-LABEL: func @join_associativity(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.join %[[F]], %[[G]], %[[H]]
// CHECK-NEXT: return %[[R0]]
func.func @join_associativity(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.join %g, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.join %f, %p : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>)>
}

// 0 × 0 = 0
// CHECK-LABEL: func @fork_zero(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @fork_zero() -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.fork %z, %z : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
}

// 0 ⋈ 0 = 0
// CHECK-LABEL: func @join_zero(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @join_zero() -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)> {
  %z = chad.lfun.zero : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.join %z, %z : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
}

// (f × g) ⋈ (h × k) = (f ⋈ h) × (g ⋈ k)
// CHECK-LABEL: func @join_forks(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:{{.*}}%[[K:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.join %[[F]], %[[H]]
// CHECK-NEXT: %[[R1:.*]] = chad.lfun.join %[[G]], %[[K]]
// CHECK-NEXT: %[[R2:.*]] = chad.lfun.fork %[[R0]], %[[R1]]
// CHECK-NEXT: return %[[R2]]
func.func @join_forks(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %k: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)> {
  %p = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.fork %h, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.join %p, %q : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
}

// S(1) = 1
// CHECK-LABEL: func @scale_constant_one(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.id
// CHECK-NEXT: return %[[R0]]
func.func @scale_constant_one() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %c = arith.constant 1.0 : f64
  %r = chad.lfun.scale %c : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// S(0) = 0
// CHECK-LABEL: func @scale_constant_zero(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @scale_constant_zero() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %c = arith.constant 0.0 : f64
  %r = chad.lfun.scale %c : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// π₁ ∘ (f × g × h) = g
// CHECK-LABEL: func @project_fork(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:
// CHECK-NEXT: return %[[G]]
func.func @project_fork(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.fork %f, %g, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %q, %p : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// π₀₂ ∘ (f × g × h) = f × h
// CHECK-LABEL: func @project_fork_two(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:{{.*}}%[[H:[^:]*]]:
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.fork %[[F]], %[[H]]
// CHECK-NEXT: return %[[R0]]
func.func @project_fork_two(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %h: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)> {
  %p = chad.lfun.fork %f, %g, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.project [0, 2] : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
  %r = chad.lfun.compose %q, %p : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
}

// (f ⋈ g) ∘ ι₁ = g
// CHECK-LABEL: func @join_inject(
// CHECK-SAME: %[[F:[^:]*]]:{{.*}}%[[G:[^:]*]]:
// CHECK-NEXT: return %[[G]]
func.func @join_inject(%f: !chad.lfun<(lin<f64>) -> (lin<f64>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %q = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  %r = chad.lfun.compose %p, %q : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// π₁ ∘ π₀₂ = π₂
// CHECK-LABEL: func @project_project(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.project [2]
// CHECK-NEXT: return %[[R0]]
func.func @project_project() -> !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.project [0, 2] : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
  %q = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %q, %p : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>, lin<f64>) -> (lin<f64>)>
}

// ι₀₂ ∘ ι₁ = ι₂
// CHECK-LABEL: func @inject_inject(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.inject [2]
// CHECK-NEXT: return %[[R0]]
func.func @inject_inject() -> !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)> {
  %p = chad.lfun.inject [0, 2] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>
  %q = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  %r = chad.lfun.compose %p, %q : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>, lin<f64>)>
}

// π₁ ∘ ι₁ = 1
// CHECK-LABEL: func @project_inject_same(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.id
// CHECK-NEXT: return %[[R0]]
func.func @project_inject_same() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  %q = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %q, %p : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// π₀ ∘ ι₁ = 0
// CHECK-LABEL: func @project_inject_other(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.zero
// CHECK-NEXT: return %[[R0]]
func.func @project_inject_other() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %p = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  %q = chad.lfun.project [0] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  %r = chad.lfun.compose %q, %p : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}

// π₀₁ = 1
// CHECK-LABEL: func @project_all(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.id
// CHECK-NEXT: return %[[R0]]
func.func @project_all() -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)> {
  %r = chad.lfun.project [0, 1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
}

// ι₀₁ = 1
// CHECK-LABEL: func @inject_all(
// CHECK-NEXT: %[[R0:.*]] = chad.lfun.id
// CHECK-NEXT: return %[[R0]]
func.func @inject_all() -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)> {
  %r = chad.lfun.inject [0, 1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
  return %r : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
}

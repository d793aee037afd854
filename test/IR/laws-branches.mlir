// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of branches, Huot & Shaikhha 2022, Fig. 12: if b then e else e = e.

// CHECK-LABEL: func @equal_branches
// CHECK-SAME: %[[C:[^:]*]]: i1, %[[X:[^:]*]]: f64
// CHECK-NEXT: %[[D:.*]] = chad.stop_gradient %[[X]]
// CHECK-NEXT: %[[S:.*]] = math.sin %[[D]]
// CHECK-NEXT: return %[[S]], %[[X]]
func.func @equal_branches(%c: i1, %x: f64) -> (f64, f64) {
  %r:2 = scf.if %c -> (f64, f64) {
    %d = chad.stop_gradient %x : f64
    %a = math.sin %d : f64
    scf.yield %a, %x : f64, f64
  } else {
    %d = chad.stop_gradient %x : f64
    %a = math.sin %d : f64
    scf.yield %a, %x : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

// Branches of branches, once those are one, and loops. What is done is done once.
// CHECK-LABEL: func @equal_effects
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK: call @effect
// CHECK-NOT: scf.if
// CHECK: return
func.func private @effect(index)
func.func @equal_effects(%b: i1, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %b {
    scf.if %c {
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %n) -> index {
        %t = arith.muli %s, %i : index
        scf.yield %t : index
      }
      func.call @effect(%r) : (index) -> ()
    } else {
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %n) -> index {
        %t = arith.muli %s, %i : index
        scf.yield %t : index
      }
      func.call @effect(%r) : (index) -> ()
    }
  } else {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %n) -> index {
      %t = arith.muli %s, %i : index
      scf.yield %t : index
    }
    func.call @effect(%r) : (index) -> ()
  }
  return
}

// Other operands, other flags, other callees.
// CHECK-LABEL: func @other_operands
// CHECK: scf.if
func.func @other_operands(%c: i1, %x: f64, %y: f64) -> f64 {
  %r = scf.if %c -> f64 {
    %a = math.sin %x : f64
    scf.yield %a : f64
  } else {
    %a = math.sin %y : f64
    scf.yield %a : f64
  }
  return %r : f64
}

// CHECK-LABEL: func @other_flags
// CHECK: scf.if
func.func @other_flags(%c: i1, %x: f64) -> f64 {
  %r = scf.if %c -> f64 {
    %a = math.sin %x : f64
    scf.yield %a : f64
  } else {
    %a = math.sin %x fastmath<nnan> : f64
    scf.yield %a : f64
  }
  return %r : f64
}

// CHECK-LABEL: func @other_callee
// CHECK: scf.if
func.func private @other_effect(index)
func.func @other_callee(%c: i1, %n: index) {
  scf.if %c {
    func.call @effect(%n) : (index) -> ()
  } else {
    func.call @other_effect(%n) : (index) -> ()
  }
  return
}

// (if p then a else b, if p then c else d) = if p then (a, c) else (b, d): what stands between and is
// needed by the second goes before the first.
// CHECK-LABEL: func @merge_branches
// CHECK-SAME: %[[C:[^:]*]]: i1, %[[X:[^:]*]]: f64
// CHECK-NEXT: %[[E:.*]] = math.exp %[[X]]
// CHECK-NEXT: %[[R:.*]]:2 = scf.if %[[C]] -> (f64, f64) {
// CHECK-NEXT:   %[[A:.*]] = math.sin %[[X]]
// CHECK-NEXT:   %[[B:.*]] = arith.mulf %[[A]], %[[E]]
// CHECK-NEXT:   scf.yield %[[A]], %[[B]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[X]], %[[E]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[R]]#0, %[[X]]
// CHECK-NEXT: return %[[P]], %[[R]]#1
func.func @merge_branches(%c: i1, %x: f64) -> (f64, f64) {
  %a = scf.if %c -> f64 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    scf.yield %x : f64
  }
  %p = arith.mulf %a, %x : f64
  %e = math.exp %x : f64
  %b = scf.if %c -> f64 {
    %q = arith.mulf %a, %e : f64
    scf.yield %q : f64
  } else {
    scf.yield %e : f64
  }
  return %p, %b : f64, f64
}

// The same for a switch.
// CHECK-LABEL: func @merge_switches
// CHECK: scf.index_switch
// CHECK: case 1
// CHECK: scf.yield %{{.*}}, %{{.*}} : f64, f64
// CHECK: default
// CHECK: scf.yield %{{.*}}, %{{.*}} : f64, f64
// CHECK-NOT: scf.index_switch
// CHECK: return
func.func @merge_switches(%i: index, %x: f64) -> (f64, f64) {
  %a = scf.index_switch %i -> f64
  case 1 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  }
  default {
    scf.yield %x : f64
  }
  %p = arith.mulf %a, %x : f64
  %b = scf.index_switch %i -> f64
  case 1 {
    %s = math.cos %x : f64
    scf.yield %s : f64
  }
  default {
    %s = math.exp %x : f64
    scf.yield %s : f64
  }
  return %p, %b : f64, f64
}

// What the second needs follows from the first: they stay two. So do switches of other cases, and
// branches with effects.
// CHECK-LABEL: func @two_branches
// CHECK-COUNT-2: scf.if
// CHECK-COUNT-2: scf.index_switch
// CHECK-COUNT-2: scf.if
// CHECK: return
func.func @two_branches(%c: i1, %d: i1, %i: index, %x: f64) -> (f64, f64, f64, index, index) {
  %a = scf.if %c -> f64 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    scf.yield %x : f64
  }
  %p = math.exp %a : f64
  %b = scf.if %c -> f64 {
    %q = math.cos %p : f64
    scf.yield %q : f64
  } else {
    scf.yield %p : f64
  }
  %s1 = scf.index_switch %i -> f64
  case 1 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  }
  default {
    scf.yield %x : f64
  }
  %s2 = scf.index_switch %i -> f64
  case 2 {
    %s = math.sin %b : f64
    scf.yield %s : f64
  }
  default {
    scf.yield %b : f64
  }
  %e1 = scf.if %d -> index {
    func.call @effect(%i) : (index) -> ()
    scf.yield %i : index
  } else {
    %one = arith.constant 1 : index
    scf.yield %one : index
  }
  func.call @effect(%e1) : (index) -> ()
  %e2 = scf.if %d -> index {
    func.call @effect(%i) : (index) -> ()
    %two = arith.constant 2 : index
    scf.yield %two : index
  } else {
    scf.yield %i : index
  }
  return %b, %s1, %s2, %e1, %e2 : f64, f64, f64, index, index
}

// Results that are the same in each branch are one.
// CHECK-LABEL: func @equal_results
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (f64) {
// CHECK: return %[[R]], %[[R]]
func.func @equal_results(%c: i1, %x: f64, %y: f64) -> (f64, f64) {
  %r:2 = scf.if %c -> (f64, f64) {
    %s = math.sin %x : f64
    scf.yield %s, %s : f64, f64
  } else {
    %s = math.cos %y : f64
    scf.yield %s, %s : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

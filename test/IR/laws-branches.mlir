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

// RUN: chad-opt %s --cse --chad-verify-linear --canonicalize --loop-invariant-code-motion --cse --chad-verify-linear | FileCheck %s

// Removing dead code never leaves a context unused.
// CHECK-LABEL: func @dead
// CHECK: chad.unf.leave
func.func @dead(%c: !chad.ctx<[f64]>) {
  %d = chad.unf.var %c[0] : !chad.ctx<[f64]>
  %x:2 = chad.unf.leave %d : !chad.ctx<[f64, f64]>
  return
}

// A context that is made and left in one place goes as a whole.
// CHECK-LABEL: func @made
// CHECK-NEXT: return
func.func @made(%a: f64) {
  %c = chad.unf.enter (%a) : !chad.ctx<[f64]>
  %x = chad.unf.leave %c : !chad.ctx<[f64]>
  return
}

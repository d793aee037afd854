// RUN: chad-opt %s -canonicalize | FileCheck %s --check-prefix=CANON
// RUN: chad-opt %s -canonicalize="disable-patterns=unf-leave-of-enter" | FileCheck %s --check-prefix=KEEP
// RUN: chad-opt %s -cse -canonicalize -chad-verify-linear | FileCheck %s --check-prefix=CSE
// RUN: chad-opt %s -canonicalize -loop-invariant-code-motion -chad-verify-linear | FileCheck %s --check-prefix=LICM

// CANON-LABEL: func @leave_of_enter
// CANON-SAME: (%[[X:.*]]: f64, %[[N:.*]]: index)
// CANON-NEXT: return %[[N]], %[[X]]
// KEEP-LABEL: func @leave_of_enter
// KEEP: chad.unf.enter
// KEEP: chad.unf.leave
func.func @leave_of_enter(%x: f64, %n: index) -> (index, f64) {
  %c = chad.unf.enter (%x, %n) : !chad.ctx<[f64, index]>
  %r:2 = chad.unf.leave %c : !chad.ctx<[f64, index]>
  return %r#1, %r#0 : index, f64
}

// What nobody uses goes, with the context that was made for it.
// CANON-LABEL: func @unused
// CANON-NEXT: return
func.func @unused(%x: f64) {
  %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
  %d = chad.unf.op (%a : f64) of %c : !chad.ctx<[f64]> -> f64 {
    chad.yield %a : f64
  }
  return
}

// Two equal contexts stay two: each is used once.
// CSE-LABEL: func @twice
// CSE: %[[C:.*]] = chad.unf.enter
// CSE: %[[D:.*]] = chad.unf.enter
// CSE: return %[[C]], %[[D]]
func.func @twice(%x: f64) -> (!chad.ctx<[f64]>, !chad.ctx<[f64]>) {
  %c = chad.unf.enter (%x) : !chad.ctx<[f64]>
  %d = chad.unf.enter (%x) : !chad.ctx<[f64]>
  return %c, %d : !chad.ctx<[f64]>, !chad.ctx<[f64]>
}

// A context is made anew in each iteration, but the body of a map is free to
// give up what does not depend on the element.
// LICM-LABEL: func @loop
// LICM: chad.map
// LICM: chad.unf.enter
// LICM: math.exp
// LICM-NEXT: chad.unf.map
// LICM-NOT: math.exp
// LICM: chad.yield
func.func @loop(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %c = chad.unf.enter (%xs) : !chad.ctx<[tensor<?xf64>]>
    %l = arith.addf %x, %k : f64
    %d = chad.unf.map (%y : f64) of %c : !chad.ctx<[tensor<?xf64>]> -> f64 {
      %e = math.exp %l : f64
      %s = arith.mulf %e, %y : f64
      chad.yield %s : f64
    }
    %ys, %zs = chad.unf.leave %d : !chad.ctx<[tensor<?xf64>, tensor<?xf64>]>
    %i = arith.constant 0 : index
    %z = tensor.extract %zs[%i] : tensor<?xf64>
    chad.yield %z : f64
  }
  return %r : tensor<?xf64>
}

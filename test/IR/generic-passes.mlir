// RUN: chad-opt %s -cse | FileCheck %s --check-prefix=CSE
// RUN: chad-opt %s -loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: chad-opt %s -sccp -canonicalize | FileCheck %s --check-prefix=SCCP
// RUN: chad-opt %s -inline | FileCheck %s --check-prefix=INLINE
// RUN: chad-opt %s -resolve-shaped-type-result-dims -canonicalize -cse | FileCheck %s --check-prefix=DIM
// RUN: chad-opt %s -symbol-dce -remove-dead-values -int-range-optimizations -control-flow-sink -strip-debuginfo -o %t

// Two equal maps are one; so are two equal requests.
// CSE-LABEL: func @cse
// CSE-COUNT-1: chad.map
// CSE-NOT: chad.map
// CSE-COUNT-1: chad.grad
// CSE-NOT: chad.grad
// CSE: chad.gather
// CSE-NOT: chad.gather
// CSE: return
func.func @cse(%xs: tensor<?xf64>, %is: tensor<?xindex>, %k: f64) -> (tensor<?xf64>, tensor<?xf64>, f64, f64, tensor<?xf64>, tensor<?xf64>) {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %k : f64
    chad.yield %p : f64
  }
  %1 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %k : f64
    chad.yield %p : f64
  }
  %2 = chad.grad @callee(%k) : (f64) -> f64
  %3 = chad.grad @callee(%k) : (f64) -> f64
  %4 = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %5 = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf64>, tensor<?xf64>, f64, f64, tensor<?xf64>, tensor<?xf64>
}

// What does not depend on the iteration leaves every combinator; a gather, which
// is undefined outside of the array, and a request stay.
// LICM-LABEL: func @licm
// LICM: math.exp
// LICM: chad.reduce
// LICM: chad.map
// LICM-NOT: math.exp
// LICM-NOT: chad.reduce
// LICM: chad.gather
// LICM: chad.grad
// LICM: chad.yield
func.func @licm(%xs: tensor<?xf64>, %is: tensor<?xindex>, %k: f64, %zero: f64) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %k : f64
    %s = chad.reduce (%a, %y in %xs from %zero : tensor<?xf64>) {
      %r = arith.addf %a, %y : f64
      chad.yield %r : f64
    }
    %g = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
    %c0 = arith.constant 0 : index
    %g0 = tensor.extract %g[%c0] : tensor<?xf64>
    %d = chad.grad @callee(%k) : (f64) -> f64
    %p = arith.mulf %x, %e : f64
    %q = arith.mulf %p, %s : f64
    %t = arith.mulf %q, %g0 : f64
    %u = arith.mulf %t, %d : f64
    chad.yield %u : f64
  }
  return %0 : tensor<?xf64>
}

// Every combinator is a loop to LICM.
// LICM-LABEL: func @licm_all
// LICM-COUNT-5: math.exp
// LICM: chad.build
// LICM-NOT: math.exp
// LICM: return
func.func @licm_all(%xs: tensor<?xf64>, %is: tensor<?xindex>, %n: index, %k: f64) {
  %0 = chad.build %i < %n -> tensor<?xf64> {
    %e = math.exp %k : f64
    chad.yield %e : f64
  }
  %1 = chad.reduce (%a, %x in %xs from %k : tensor<?xf64>) {
    %e = math.exp2 %k : f64
    %f = math.exp %k : f64
    chad.yield %f : f64
  }
  %2 = chad.scan left inclusive (%a, %x in %xs from %k : tensor<?xf64>) {
    %e = math.exp %k : f64
    chad.yield %e : f64
  }
  %3 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64) {
    %e = math.exp %k : f64
    chad.yield %e : f64
  }
  %4 = chad.hist %is : tensor<?xindex> bins %n (%a, %x in %xs from %k : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %k : f64
    chad.yield %e : f64
  }
  return
}

// Constants flow through a fold's state, and not through the elements of others.
// SCCP-LABEL: func @sccp_fold
// SCCP: %[[C:.*]] = arith.constant 2.000000e+00
// SCCP: return %[[C]]
func.func @sccp_fold(%xs: tensor<?xf64>) -> f64 {
  %c = arith.constant 2.0 : f64
  %0 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %c : f64) {
    chad.yield %s : f64
  }
  return %0 : f64
}

// SCCP-LABEL: func @sccp_fold_changes
// SCCP: %[[R:.*]] = chad.fold
// SCCP: return %[[R]]
func.func @sccp_fold_changes(%xs: tensor<?xf64>) -> f64 {
  %c = arith.constant 2.0 : f64
  %d = arith.constant 3.0 : f64
  %0 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %c : f64) {
    %t = arith.mulf %s, %d : f64
    chad.yield %t : f64
  }
  return %0 : f64
}

// SCCP-LABEL: func @sccp_reduce
// SCCP: %[[R:.*]] = chad.reduce
// SCCP: return %[[R]]
func.func @sccp_reduce(%xs: tensor<?xf64>) -> f64 {
  %c = arith.constant 1.0 : f64
  %d = arith.constant 3.0 : f64
  %0 = chad.reduce (%a, %x in %xs from %c : tensor<?xf64>) {
    chad.yield %d : f64
  }
  return %0 : f64
}

// SCCP-LABEL: func @sccp_case
// SCCP: %[[C:.*]] = arith.constant 2.000000e+00
// SCCP: return %[[C]]
func.func @sccp_case(%s: !chad.sum<(), (f64)>) -> f64 {
  %c = arith.constant 2.0 : f64
  %0 = chad.case %s : !chad.sum<(), (f64)> -> f64
  () {
    chad.yield %c : f64
  }
  (%x : f64) {
    chad.yield %c : f64
  }
  return %0 : f64
}

func.func @callee(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

// Calls in a body are inlined, and so are functions that hold combinators.
// INLINE-LABEL: func @inline
// INLINE: chad.map
// INLINE-NEXT: arith.mulf
// INLINE-NEXT: chad.yield
func.func @inline(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = func.call @callee(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  return %0 : tensor<?xf64>
}
// The two maps are fused once they meet.
// INLINE-LABEL: func @inline_twice
// INLINE: chad.map
// INLINE-NEXT: arith.mulf
// INLINE-NEXT: arith.mulf
// INLINE-NEXT: chad.yield
func.func @inline_twice(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0 = func.call @inline(%xs) : (tensor<?xf64>) -> tensor<?xf64>
  %1 = func.call @inline(%0) : (tensor<?xf64>) -> tensor<?xf64>
  return %1 : tensor<?xf64>
}

// DIM-LABEL: func @dims
// DIM-SAME: (%[[XS:[^:]*]]: tensor<?xf64>, %[[M:[^:]*]]: tensor<?x?xf64>, %[[IS:[^:]*]]: tensor<?xindex>, %[[N:[^:]*]]: index
// DIM-DAG: %[[C0:.*]] = arith.constant 0
// DIM-DAG: %[[C1:.*]] = arith.constant 1
// DIM-DAG: %[[X:.*]] = tensor.dim %[[XS]], %[[C0]]
// DIM-DAG: %[[M1:.*]] = tensor.dim %[[M]], %[[C1]]
// DIM-DAG: %[[I:.*]] = tensor.dim %[[IS]], %[[C0]]
// DIM: return %[[X]], %[[M1]], %[[N]], %[[X]], %[[X]], %[[X]], %[[N]], %[[I]], %[[X]]
func.func @dims(%xs: tensor<?xf64>, %m: tensor<?x?xf64>, %is: tensor<?xindex>, %n: index, %k: f64)
    -> (index, index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // The leading extent of a map is its array's; inner extents come from the body.
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  %d0 = tensor.dim %0, %c0 : tensor<?xf64>
  %1 = chad.map (%r in %m : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %q = chad.map (%x in %r : tensor<?xf64>) -> tensor<?xf64> {
      chad.yield %x : f64
    }
    chad.yield %q : tensor<?xf64>
  }
  %d1 = tensor.dim %1, %c1 : tensor<?x?xf64>
  %2 = chad.build %i < %n -> tensor<?x?xf64> {
    chad.yield %xs : tensor<?xf64>
  }
  %d2 = tensor.dim %2, %c0 : tensor<?x?xf64>
  %d3 = tensor.dim %2, %c1 : tensor<?x?xf64>
  %3 = chad.scan left inclusive (%a, %x in %xs from %k : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  %d4 = tensor.dim %3, %c0 : tensor<?xf64>
  %4:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64) collect (tensor<?xf64>) {
    chad.yield %s, %x : f64, f64
  }
  %d5 = tensor.dim %4#1, %c0 : tensor<?xf64>
  %5 = chad.hist %is : tensor<?xindex> bins %n (%a, %x in %xs from %k : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  %d6 = tensor.dim %5, %c0 : tensor<?xf64>
  %6 = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %d7 = tensor.dim %6, %c0 : tensor<?xf64>
  %7 = chad.accumulate %k into %xs[%n] : f64 into tensor<?xf64>
  %d8 = tensor.dim %7, %c0 : tensor<?xf64>
  return %d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7, %d8 : index, index, index, index, index, index, index, index, index
}

// An inner extent that depends on the iteration cannot be computed before it.
// DIM-LABEL: func @dim_unknown
// DIM: %[[B:.*]] = chad.build
// DIM: tensor.dim %[[B]]
func.func @dim_unknown(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = chad.build %i < %n -> tensor<?x?xf64> {
    %e = tensor.empty(%i) : tensor<?xf64>
    chad.yield %e : tensor<?xf64>
  }
  %d = tensor.dim %0, %c1 : tensor<?x?xf64>
  return %d : index
}

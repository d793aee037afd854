// RUN: chad-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Laws of the components of reductions and of the states of folds.

// What nothing uses goes, with what feeds it; here the second component, but not
// the third, which the first one reads.
// CHECK-LABEL: func @reduce_unused_results
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[IS:.*]]: tensor<?xindex>, %[[K:.*]]: f64, %[[N:.*]]: index
// CHECK: %[[R:.*]]:2 = chad.reduce (%[[A:.*]], %[[X:.*]] in %[[XS]] from %[[K]] : tensor<?xf64>, %[[B:.*]], %[[I:.*]] in %[[IS]] from %[[N]] : tensor<?xindex>) {
// CHECK-NOT: math.exp
// CHECK: arith.select
// CHECK: return %[[R]]#0
func.func @reduce_unused_results(%xs: tensor<?xf64>, %is: tensor<?xindex>, %k: f64, %n: index) -> f64 {
  %0:3 = chad.reduce (%a, %x in %xs from %k : tensor<?xf64>, %c, %y in %xs from %k : tensor<?xf64>,
                      %b, %i in %is from %n : tensor<?xindex>) {
    %e = math.exp %c : f64
    %f = arith.mulf %e, %y : f64
    %less = arith.cmpi ult, %b, %i : index
    %s = arith.select %less, %a, %x : f64
    %j = arith.select %less, %b, %i : index
    chad.yield %s, %f, %j : f64, f64, index
  }
  return %0#0 : f64
}

// CHECK-LABEL: func @scan_unused_results
// CHECK: chad.scan right exclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf64>) {
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: chad.yield
func.func @scan_unused_results(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %0:2 = chad.scan right exclusive (%a, %x in %xs from %k : tensor<?xf64>, %b, %y in %xs from %k : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    %p = arith.mulf %b, %y : f64
    chad.yield %s, %p : f64, f64
  }
  return %0#1 : tensor<?xf64>
}

// A component that only a loop inside shares with another is not computed.
// CHECK-LABEL: func @scan_unused_in_loops
// CHECK: chad.scan left inclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?x2xf64>) {
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<2xf64>, %{{.*}} in %{{.*}} : tensor<2xf64>) -> tensor<2xf64> {
// CHECK-NEXT: arith.addf
// CHECK-NEXT: chad.yield %{{.*}} : f64
// CHECK-NOT: arith.mulf
func.func @scan_unused_in_loops(%xs: tensor<?x2xf64>, %ys: tensor<?x2xf64>, %u: tensor<2xf64>) -> tensor<?x2xf64> {
  %s:2 = chad.scan left inclusive (%a, %x in %xs from %u : tensor<?x2xf64>, %b, %y in %ys from %u : tensor<?x2xf64>) {
    %t:2 = chad.map (%c in %a : tensor<2xf64>, %z in %x : tensor<2xf64>, %d in %b : tensor<2xf64>, %w in %y : tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
      %p = arith.addf %c, %z : f64
      %q = arith.mulf %d, %w : f64
      chad.yield %p, %q : f64, f64
    }
    chad.yield %t#0, %t#1 : tensor<2xf64>, tensor<2xf64>
  }
  return %s#0 : tensor<?x2xf64>
}

// CHECK-LABEL: func @hist_unused_results
// CHECK: chad.hist %{{.*}} : tensor<?xindex> bins %{{.*}} (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: arith.addf
func.func @hist_unused_results(%is: tensor<?xindex>, %xs: tensor<?xf64>, %k: f64, %n: index) -> tensor<?xf64> {
  %0:2 = chad.hist %is : tensor<?xindex> bins %n (%a, %x in %xs from %k : tensor<?xf64>, %b, %y in %xs from %k : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    %p = arith.mulf %b, %y : f64
    chad.yield %s, %p : f64, f64
  }
  return %0#0 : tensor<?xf64>
}

// A state that feeds itself alone dies; one that feeds what is collected stays.
// CHECK-LABEL: func @fold_unused_results
// CHECK: %[[F:.*]]:2 = chad.fold (%[[X:.*]] in %{{.*}} : tensor<?xf64>) with (%[[S:.*]] = %{{.*}} : f64) collect (tensor<?xf64>) {
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[X]]
// CHECK-NEXT: %[[E:.*]] = chad.map
// CHECK: %[[L:.*]] = math.exp %[[S]]
// CHECK-NEXT: chad.yield %[[T]], %[[L]]
// CHECK: return %[[F]]#1
func.func @fold_unused_results(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %0:4 = chad.fold (%x in %xs : tensor<?xf64>) with (%dead = %k : f64, %s = %k : f64) collect (tensor<?xf64>, tensor<?xf64>) {
    %d = arith.mulf %dead, %s : f64
    %t = arith.addf %s, %x : f64
    %e = chad.map (%y in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %q = func.call @effect(%y) : (f64) -> f64
      chad.yield %q : f64
    }
    %l = math.exp %s : f64
    chad.yield %d, %t, %d, %l : f64, f64, f64, f64
  }
  return %0#3 : tensor<?xf64>
}
func.func private @effect(f64) -> f64

// A state that stays what it was is a value from outside.
// CHECK-LABEL: func @fold_invariant_states
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[K:.*]]: f64
// CHECK: %[[F:.*]] = chad.fold (%[[X:.*]] in %[[XS]] : tensor<?xf64>) with (%[[S:.*]] = %[[K]] : f64) {
// CHECK-NEXT: math.fma %[[X]], %[[K]], %[[S]]
// CHECK: return %[[K]], %[[F]]
func.func @fold_invariant_states(%xs: tensor<?xf64>, %k: f64) -> (f64, f64) {
  %0:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%same = %k : f64, %s = %k : f64) {
    %t = math.fma %x, %same, %s : f64
    chad.yield %same, %t : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}

// A fold without states is a map.
// CHECK-LABEL: func @fold_no_states
// CHECK: chad.map (%[[X:.*]] in %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: math.exp %[[X]]
func.func @fold_no_states(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.fold right (%x in %xs : tensor<?xf64>) with () collect (tensor<?xf64>) {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  return %0 : tensor<?xf64>
}

// A state of linear numbers that starts at zero, and of which each iteration makes nothing but multiples and sums of such states,
// is zero; the other state and the other elements are not.
// CHECK-LABEL: func @zero_states
// CHECK-SAME: %[[AS:.*]]: tensor<?xf64>, %[[XS:.*]]: !chad.lin<tensor<?xf64>>
// CHECK: chad.fold right (%[[A:.*]] in %[[AS]] : tensor<?xf64>, %[[X:.*]] in %[[XS]] : !chad.lin<tensor<?xf64>>) with (%[[S:.*]] = %{{.*}} : !chad.lin<f64>) collect (!chad.lin<tensor<?xf64>>) {
// CHECK-NEXT: %[[T:.*]] = chad.add
// CHECK-NEXT: %[[U:.*]] = chad.scale %[[A]], %[[T]]
// CHECK-NEXT: chad.yield %[[U]], %[[T]]
func.func @zero_states(%as: tensor<?xf64>, %xs: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %zero = chad.zero : !chad.lin<f64>
  %0:4 = chad.fold right (%a in %as : tensor<?xf64>, %x in %xs : !chad.lin<tensor<?xf64>>)
      with (%s = %zero : !chad.lin<f64>, %t = %zero : !chad.lin<f64>, %u = %zero : !chad.lin<f64>)
      collect (!chad.lin<tensor<?xf64>>) {
    %both = chad.add %t, %u : !chad.lin<f64>
    %t1 = chad.scale %a, %both : f64, !chad.lin<f64>
    %u1 = chad.scale %a, %t : f64, !chad.lin<f64>
    %v = chad.add %s, %x : !chad.lin<f64>
    %w = chad.add %v, %t : !chad.lin<f64>
    %s1 = chad.scale %a, %v : f64, !chad.lin<f64>
    chad.yield %s1, %t1, %u1, %w : !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
  }
  return %0#3 : !chad.lin<tensor<?xf64>>
}

// A state that starts at zero and to which an element is added is kept, and so is one that adds it.
// CHECK-LABEL: func @no_zero_states
// CHECK: with (%{{.*}} = %{{.*}} : !chad.lin<f64>, %{{.*}} = %{{.*}} : !chad.lin<f64>)
func.func @no_zero_states(%as: tensor<?xf64>, %xs: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
  %zero = chad.zero : !chad.lin<f64>
  %0:2 = chad.fold (%a in %as : tensor<?xf64>, %x in %xs : !chad.lin<tensor<?xf64>>)
      with (%s = %zero : !chad.lin<f64>, %t = %zero : !chad.lin<f64>) {
    %s1 = chad.scale %a, %t : f64, !chad.lin<f64>
    %t1 = chad.add %t, %x : !chad.lin<f64>
    chad.yield %s1, %t1 : !chad.lin<f64>, !chad.lin<f64>
  }
  return %0#0 : !chad.lin<f64>
}

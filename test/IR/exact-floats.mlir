// Where floats are exact, no law multiplies factors first or begins a sum at zero.

// RUN: chad-opt %s --canonicalize | FileCheck %s

module attributes {chad.exact_floats} {
  // CHECK-LABEL: func.func @factors(
  // CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[V:.*]]: !chad.lin<f64>)
  func.func @factors(%a: f64, %b: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
    // CHECK: %[[P:.*]] = chad.scale %[[B]], %[[V]]
    // CHECK: chad.scale %[[A]], %[[P]]
    %p = chad.scale %b, %v : f64, !chad.lin<f64>
    %q = chad.scale %a, %p : f64, !chad.lin<f64>
    return %q : !chad.lin<f64>
  }
  // CHECK-LABEL: func.func @sum(
  // CHECK-SAME: %[[S:.*]]: !chad.lin<f64>, %[[VS:.*]]: !chad.lin<tensor<?xf64>>)
  func.func @sum(%s: !chad.lin<f64>, %vs: !chad.lin<tensor<?xf64>>) -> !chad.lin<f64> {
    // CHECK: %[[R:.*]] = chad.fold ({{.*}} in %[[VS]] : !chad.lin<tensor<?xf64>>) with ({{.*}} = %[[S]] : !chad.lin<f64>)
    // CHECK: return %[[R]]
    %r = chad.fold (%v in %vs : !chad.lin<tensor<?xf64>>) with (%t = %s : !chad.lin<f64>) {
      %u = chad.add %t, %v : !chad.lin<f64>
      chad.yield %u : !chad.lin<f64>
    }
    return %r : !chad.lin<f64>
  }
}

// Passes leave ops of dialects that are not registered as they are.
//
// DEFINE: %{opt} = chad-opt %s --allow-unregistered-dialect
// RUN: %{opt} --chad-lower-control-flow | FileCheck %s
// RUN: %{opt} --chad-limit-inlining | FileCheck %s
// RUN: not %{opt} --chad-simplify 2>&1 | FileCheck %s --check-prefix=SYMBOLS
// RUN: %{opt} --chad-scalarize --chad-erase-linear | FileCheck %s

// CHECK-LABEL: func.func @value(
// CHECK: "unknown.value"(%arg0) : (f64) -> f64
func.func @value(%x: f64) -> f64 {
  %y = "unknown.value"(%x) : (f64) -> f64
  return %y : f64
}

// An op with one region may be a table of symbols.
// CHECK-LABEL: func.func @region(
// SYMBOLS: [[# @LINE + 2]]:1: error: operation contains potentially unknown symbol table
// CHECK: "unknown.region"() ({
func.func @region(%x: f64) -> f64 {
  %y = "unknown.region"() ({
    "unknown.end"(%x) : (f64) -> ()
  }) : () -> f64
  return %y : f64
}

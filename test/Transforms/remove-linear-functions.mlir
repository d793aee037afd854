// Linear functions that a condition or a loop chooses are sums of what they captured.
//
// RUN: chad-opt %s --chad-to-first-order | FileCheck %s
// RUN: chad-run %s --entry=linearized --arg=2.0 --arg=true --arg=3.0 | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=linearized --arg=2.0 --arg=true --arg=3.0 --interpret | FileCheck %s --check-prefix=VALUE

// VALUE: f64 8
// VALUE: f64 {{36|36\.000.*|35\.999.*}}
// CHECK-NOT: {{lfun|lin<|sum<|chad.case}}
!map = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = arith.mulf %s, %x : f64
  return %c : f64
}
func.func private @twice(%x: f64) -> f64 {
  %s = arith.addf %x, %x : f64
  return %s : f64
}
// CHECK-LABEL: func @linearized
// CHECK: scf.if
func.func @linearized(%x: f64, %b: i1, %dx: f64) -> (f64, f64) {
  %y, %m = scf.if %b -> (f64, !map) {
    %v, %l = chad.linearize @cube(%x) : (f64) -> (f64, !map)
    scf.yield %v, %l : f64, !map
  } else {
    %v, %l = chad.linearize @twice(%x) : (f64) -> (f64, !map)
    scf.yield %v, %l : f64, !map
  }
  %v = chad.to_linear %dx : f64
  %w = chad.lfun.apply %m(%v) : !map
  %dy = chad.from_linear %w : !chad.lin<f64>
  return %y, %dy : f64, f64
}
// CHECK-LABEL: func @leaves
func.func @leaves(%k: f64, %b: i1, %dx: f64) -> f64 {
  %id = chad.lfun.id : !map
  %m = scf.if %b -> !map {
    %s = chad.lfun.scale %k : f64, !map
    scf.yield %s : !map
  } else {
    scf.yield %id : !map
  }
  %v = chad.to_linear %dx : f64
  %w = chad.lfun.apply %m(%v) : !map
  %dy = chad.from_linear %w : !chad.lin<f64>
  return %dy : f64
}

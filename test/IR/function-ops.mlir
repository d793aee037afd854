// RUN: chad-opt %s | FileCheck %s
// RUN: chad-opt %s --mlir-print-op-generic | chad-opt | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s

// CHECK-LABEL: func @functions
func.func @functions(%k: f64, %s: !chad.sum<(), (f64, index)>) {
  // CHECK: %[[F:.*]] = chad.lambda (%[[X:.*]]: f64) -> f64 {
  // CHECK-NEXT: arith.mulf %[[X]], %{{.*}}
  %f = chad.lambda (%x : f64) -> f64 {
    %y = arith.mulf %x, %k : f64
    chad.yield %y : f64
  }
  // CHECK: chad.apply %[[F]](%{{.*}}) : (f64) -> f64
  %r = chad.apply %f(%k) : (f64) -> f64
  // CHECK: chad.lambda (%{{.*}}: f64) -> ((f64) -> f64) {
  %curried = chad.lambda (%x : f64) -> ((f64) -> f64) {
    %g = chad.lambda (%y : f64) -> f64 {
      %z = arith.addf %x, %y : f64
      chad.yield %z : f64
    }
    chad.yield %g : (f64) -> f64
  }
  // CHECK: chad.inj 0() : () -> !chad.sum<(), (f64)>
  %none = chad.inj 0() : () -> !chad.sum<(), (f64)>
  // CHECK: chad.inj 1(%{{.*}}) : (f64) -> !chad.sum<(), (f64)>
  %some = chad.inj 1(%k) : (f64) -> !chad.sum<(), (f64)>
  // CHECK: chad.case %{{.*}} : !chad.sum<(), (f64, index)> -> (f64, i1)
  // CHECK-NEXT: () {
  // CHECK: (%{{.*}}: f64, %{{.*}}: index) {
  %c:2 = chad.case %s : !chad.sum<(), (f64, index)> -> (f64, i1)
  () {
    %false = arith.constant false
    chad.yield %k, %false : f64, i1
  }
  (%x : f64, %i : index) {
    %true = arith.constant true
    chad.yield %x, %true : f64, i1
  }
  return
}

// REQUIRES: stock-mlir-opt

// The stock mlir-opt knows neither the dialect nor its passes; with the plugin
// it knows both.

// RUN: not %mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %mlir-opt --load-dialect-plugin=%chad_plugin %s --verify-roundtrip --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: not %mlir-opt --load-dialect-plugin=%chad_plugin --load-pass-plugin=%chad_plugin %s \
// RUN:   --pass-pipeline='builtin.module(chad-verify-linear)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VERIFY

// WITHOUT: error: {{.*}}chad

// CHECK-LABEL: func.func @dot(
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>, %[[YS:.*]]: tensor<?xf64>, %[[ZERO:.*]]: f64)
// CHECK: %[[PRODUCTS:.*]] = chad.map (%{{.*}} in %[[XS]] : {{.*}}, %{{.*}} in %[[YS]] :
// CHECK: chad.reduce ({{.*}} in %[[PRODUCTS]] from %[[ZERO]] : tensor<?xf64>)
// CHECK-NOT: chad.map
// CHECK: return
func.func @dot(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %zero: f64) -> f64 {
  %products = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %dead = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  %sum = chad.reduce (%a, %p in %products from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %p : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// VERIFY: error: the context that is argument #0 of 'func.func' is never used
func.func @drop(%c: !chad.ctx<[f64]>) {
  return
}

// Flags of arithmetic on floats.

// RUN: chad-opt %s --chad-relax-floats | FileCheck %s
// RUN: chad-opt %s --chad-relax-floats="contract=false reassociate-sums=false" | FileCheck %s --check-prefix=STRICT

// Only sums may be reordered; flags that are there stay.
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<nnan,contract>
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<contract>
// STRICT: arith.mulf %{{.*}}, %{{.*}} fastmath<nnan> : f64
// STRICT-COUNT-2: arith.addf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f64
func.func @f(%xs: tensor<?xf64>, %a: f64) -> (f64, f64) {
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %a : f64, %t = %a : f64) {
    %p = arith.mulf %x, %t fastmath<nnan> : f64
    %s1 = arith.addf %s, %x : f64
    %t1 = arith.addf %p, %x : f64
    chad.yield %s1, %t1 : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

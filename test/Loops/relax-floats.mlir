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

// A double times a constant, unless its double is none.
// CHECK-LABEL: @twice
// CHECK-SAME: %[[X:[a-z0-9]+]]: f64, %[[V:[a-z0-9]+]]: vector<8xf32>
// CHECK: %[[C:[a-z0-9_-]+]] = arith.constant -1.000000e+00 : f64
// CHECK: arith.mulf %[[X]], %[[C]] fastmath<contract> : f64
// CHECK: %[[D:[a-z0-9_-]+]] = arith.constant dense<3.000000e+00> : vector<8xf32>
// CHECK: arith.mulf %[[D]], %[[V]] fastmath<contract> : vector<8xf32>
// CHECK: %[[S:[0-9]+]] = arith.addf %[[X]], %[[X]]
// CHECK: arith.mulf %[[S]], %{{.*}} : f64
func.func @twice(%x: f64, %v: vector<8xf32>) -> (f64, vector<8xf32>, f64) {
  %half = arith.constant -0.5 : f64
  %y = arith.addf %x, %x : f64
  %z = arith.mulf %y, %half : f64
  %more = arith.constant dense<1.5> : vector<8xf32>
  %w = arith.addf %v, %v : vector<8xf32>
  %u = arith.mulf %more, %w : vector<8xf32>
  %large = arith.constant 1.0e308 : f64
  %t = arith.addf %x, %x : f64
  %s = arith.mulf %t, %large : f64
  return %z, %u, %s : f64, vector<8xf32>, f64
}

// Negations cancel in products and quotients, whatever is between them. One that remains comes
// last; one that has several uses stays where it is.
// CHECK-LABEL: @negations
// CHECK-SAME: %[[X:[a-z0-9]+]]: f64, %[[Y:[a-z0-9]+]]: f64, %[[V:[a-z0-9]+]]: vector<8xf32>
// CHECK: %[[P:[0-9]+]] = arith.mulf %[[X]], %[[X]]
// CHECK: %[[Q:[0-9]+]] = arith.divf %[[P]], %[[Y]]
// CHECK: %[[R:[0-9]+]] = arith.mulf %[[Q]], %[[Y]]
// CHECK: %[[S:[0-9]+]] = arith.mulf %[[V]], %[[V]]
// CHECK: %[[T:[0-9]+]] = arith.negf %[[S]]
// CHECK: %[[U:[0-9]+]] = arith.negf %[[Y]]
// CHECK: %[[A:[0-9]+]] = arith.mulf %[[X]], %[[U]]
// CHECK: %[[B:[0-9]+]] = arith.divf %[[U]], %[[X]]
// CHECK: return %[[R]], %[[T]], %[[A]], %[[B]]
func.func @negations(%x: f64, %y: f64, %v: vector<8xf32>) -> (f64, vector<8xf32>, f64, f64) {
  %minus_one = arith.constant -1.0 : f64
  %minus_ones = arith.constant dense<-1.0> : vector<8xf32>
  %n = arith.negf %x : f64
  %p = arith.mulf %n, %x : f64
  %q = arith.divf %p, %y : f64
  %m = arith.mulf %y, %minus_one : f64
  %r = arith.mulf %q, %m : f64
  %w = arith.mulf %minus_ones, %v : vector<8xf32>
  %s = arith.mulf %v, %w : vector<8xf32>
  %k = arith.negf %y : f64
  %a = arith.mulf %x, %k : f64
  %b = arith.divf %k, %x : f64
  return %r, %s, %a, %b : f64, vector<8xf32>, f64, f64
}

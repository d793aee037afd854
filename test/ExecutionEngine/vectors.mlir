// Functions of vectors, of any length, are compiled: by the C library's vector functions,
// inline, or element by element.

// RUN: chad-run %s --entry=lanes --arg='[0.5, 1]' | FileCheck %s --check-prefix=LANES
// RUN: chad-run %s --entry=lanes --arg='[0.5, 1]' --vector-math=false | FileCheck %s --check-prefix=LANES
// RUN: chad-run %s --entry=lanes --arg='[0.5, 1]' --host-features=false | FileCheck %s --check-prefix=LANES
// LANES: tensor<2xf64> [0.8102751373563{{[0-9]+}}, 0.7333114255659{{[0-9]+}}]
// LANES-NEXT: tensor<2xf64> [0.7748859894730{{[0-9]+}}, 0.9234226700115{{[0-9]+}}]
// LANES-NEXT: tensor<2xf64> [-0.20894243387925{{[0-9]+}}, 0.167771112405431{{[0-9]+}}]
func.func @lanes(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %r:3 = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %v = vector.broadcast %x : f64 to vector<8xf64>
    %a = math.atan %v : vector<8xf64>
    %b = math.atan2 %a, %v : vector<8xf64>
    %c = math.tan %b : vector<8xf64>
    %d = math.erf %c : vector<8xf64>
    %0 = vector.extract %d[7] : f64 from vector<8xf64>
    %w = vector.broadcast %x : f64 to vector<5xf64>
    %e = math.powf %w, %w : vector<5xf64>
    %f = math.erf %e : vector<5xf64>
    %g = math.expm1 %f : vector<5xf64>
    %h = math.atan %g : vector<5xf64>
    %1 = vector.extract %h[4] : f64 from vector<5xf64>
    %u = vector.broadcast %x : f64 to vector<3xf64>
    %s = math.sin %u : vector<3xf64>
    %k = math.cos %u : vector<3xf64>
    %p = arith.mulf %s, %s : vector<3xf64>
    %q = arith.mulf %u, %k : vector<3xf64>
    %t = arith.subf %p, %q : vector<3xf64>
    %2 = vector.extract %t[2] : f64 from vector<3xf64>
    chad.yield %0, %1, %2 : f64, f64, f64
  }
  return %r#0, %r#1, %r#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// RUN: chad-opt %s | chad-opt | FileCheck %s
// RUN: chad-opt %s --mlir-print-op-generic | chad-opt | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s

// CHECK-LABEL: func @combinators
func.func @combinators(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %m: tensor<4x?xf32>, %is: tensor<?xindex>, %n: index, %z: f64) {
  // CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?xf64>, %{{.*}} in %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
  %0 = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  // CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4xindex>) {
  %1:2 = chad.map (%r in %m : tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4xindex>) {
    chad.yield %r, %n : tensor<?xf32>, index
  }
  // CHECK: chad.build %{{.*}} < %{{.*}} -> tensor<?xindex> {
  %2 = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  // CHECK: chad.reduce (%[[A:.*]], %[[X:.*]] in %{{.*}} from %{{.*}} : tensor<?xf64>) {
  // CHECK-NEXT: arith.addf %[[A]], %[[X]]
  %3 = chad.reduce (%a, %x in %xs from %z : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  // CHECK: chad.scan right exclusive (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf64>) {
  %4 = chad.scan right exclusive (%a, %x in %xs from %z : tensor<?xf64>) {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  // CHECK: chad.fold right (%{{.*}} in %{{.*}} : tensor<?xf64>) with (%{{.*}} = %{{.*}} : f64) collect (tensor<?xf64>) {
  %5:2 = chad.fold right (%x in %xs : tensor<?xf64>) with (%s = %z : f64) collect (tensor<?xf64>) {
    %p = arith.addf %s, %x : f64
    chad.yield %p, %s : f64, f64
  }
  // CHECK: chad.hist %{{.*}} : tensor<?xindex> bins %{{.*}} (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
  %6 = chad.hist %is : tensor<?xindex> bins %n (%a, %x in %xs from %z : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.addf %a, %x : f64
    chad.yield %p : f64
  }
  // CHECK: chad.gather %{{.*}}[%{{.*}}] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %7 = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  // CHECK: chad.scatter_add %{{.*}} into %{{.*}}[%{{.*}}] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  %8 = chad.scatter_add %7 into %xs[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  // CHECK: chad.accumulate %{{.*}} into %{{.*}}[%{{.*}}] : f64 into tensor<?xf64>
  %9 = chad.accumulate %z into %xs[%n] : f64 into tensor<?xf64>
  return
}

// CHECK-LABEL: func @linear
func.func @linear(%n: index, %k: f64, %x: f64, %v: !chad.lin<f64>, %c: !chad.copower<(f64), (lin<f64>)>) {
  // CHECK: chad.zero(%{{.*}}) : !chad.lin<tensor<?x3xf64>>
  %0 = chad.zero(%n) : !chad.lin<tensor<?x3xf64>>
  // CHECK: chad.zero : !chad.lin<index>
  %1 = chad.zero : !chad.lin<index>
  // CHECK: chad.add %{{.*}}, %{{.*}} : !chad.lin<f64>
  %2 = chad.add %v, %v : !chad.lin<f64>
  // CHECK: chad.scale %{{.*}}, %{{.*}} : f64, !chad.lin<tensor<?x3xf64>>
  %3 = chad.scale %k, %0 : f64, !chad.lin<tensor<?x3xf64>>
  // CHECK: chad.scale zero_absorbing %{{.*}}, %{{.*}} : f64, !chad.lin<tensor<?x3xf64>>
  %absorbing = chad.scale zero_absorbing %k, %0 : f64, !chad.lin<tensor<?x3xf64>>
  // CHECK: chad.scale zero_absorbing both %{{.*}}, %{{.*}} : f64, !chad.lin<tensor<?x3xf64>>
  %both = chad.scale zero_absorbing both %k, %0 : f64, !chad.lin<tensor<?x3xf64>>
  // CHECK: chad.to_linear %{{.*}} : f64
  %4 = chad.to_linear %x : f64
  // CHECK: chad.from_linear %{{.*}} : !chad.lin<f64>
  %5 = chad.from_linear %v : !chad.lin<f64>
  // CHECK: chad.copower.singleton(%{{.*}}) tensor(%{{.*}}) : !chad.copower<(f64), (lin<f64>)>
  %6 = chad.copower.singleton (%x) tensor (%v) : !chad.copower<(f64), (lin<f64>)>
  // CHECK: chad.copower.fold %{{.*}} : !chad.copower<(f64), (lin<f64>)> (%{{.*}}: f64, %{{.*}}: !chad.lin<f64>) -> !chad.lin<f64> {
  %7 = chad.copower.fold %c : !chad.copower<(f64), (lin<f64>)> (%a : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale %a, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return
}

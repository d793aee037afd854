// RUN: chad-opt %s | FileCheck %s
// RUN: chad-opt %s --mlir-print-op-generic | chad-opt | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s

// CHECK-LABEL: func @leaves
func.func @leaves(%n: index, %k: f64) {
  // CHECK: chad.lfun.lambda (%[[V:.*]]: !chad.lin<f64>) -> !chad.lin<f64> {
  // CHECK-NEXT: chad.scale %{{.*}}, %[[V]] : f64, !chad.lin<f64>
  %lambda = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    %w = chad.scale %k, %v : f64, !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  // CHECK: chad.lfun.lambda (%{{.*}}: !chad.lin<tensor<?xf64>>, %{{.*}}: !chad.lin<f32>) domain(%{{.*}}) -> (!chad.lin<f32>, !chad.lin<tensor<?xf64>>) {
  %swap = chad.lfun.lambda (%v : !chad.lin<tensor<?xf64>>, %w : !chad.lin<f32>) domain(%n) -> (!chad.lin<f32>, !chad.lin<tensor<?xf64>>) {
    chad.yield %w, %v : !chad.lin<f32>, !chad.lin<tensor<?xf64>>
  }
  // No argument, no output: the one map between empty products.
  // CHECK: chad.lfun.lambda () {
  %unit = chad.lfun.lambda () {
    chad.yield
  }
  // CHECK: chad.lfun.zero codomain(%{{.*}}) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  %zero = chad.lfun.zero codomain(%n) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
  // CHECK: chad.lfun.zero domain(%{{.*}}) codomain(%{{.*}}, %{{.*}}) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?x?xf64>>)>
  %zero2 = chad.lfun.zero domain(%n) codomain(%n, %n) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?x?xf64>>)>
  // CHECK: chad.lfun.id : !chad.lfun<(lin<f64>, lin<index>) -> (lin<f64>, lin<index>)>
  %id = chad.lfun.id : !chad.lfun<(lin<f64>, lin<index>) -> (lin<f64>, lin<index>)>
  // CHECK: chad.lfun.scale %{{.*}} domain(%{{.*}}) : f64, !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  %scale = chad.lfun.scale %k domain(%n) : f64, !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  // CHECK: chad.lfun.project [0, 2] : !chad.lfun<(lin<f64>, lin<f32>, lin<f64>) -> (lin<f64>, lin<f64>)>
  %project = chad.lfun.project [0, 2] : !chad.lfun<(lin<f64>, lin<f32>, lin<f64>) -> (lin<f64>, lin<f64>)>
  // CHECK: chad.lfun.inject [1] codomain(%{{.*}}) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>, lin<f64>)>
  %inject = chad.lfun.inject [1] codomain(%n) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>, lin<f64>)>
  return
}

// The types of the operators' results follow from their operands.
// CHECK-LABEL: func @operators
func.func @operators(%f: !chad.lfun<(lin<f64>) -> (lin<f32>)>, %g: !chad.lfun<(lin<f64>) -> (lin<f64>)>,
                     %n: index, %ks: tensor<?xf64>, %v: !chad.lin<f64>)
    -> (!chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>,
        !chad.lfun<(lin<f64>) -> (lin<f32>, lin<f64>)>, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>,
        !chad.lfun<(lin<f32>) -> (lin<f64>)>, !chad.lin<f32>) {
  // CHECK: chad.lfun.add %{{.*}}, %{{.*}} : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>
  %0 = chad.lfun.add %f, %f : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>
  // CHECK: chad.lfun.compose %{{.*}}, %{{.*}} : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %1 = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  // CHECK: chad.lfun.fork %{{.*}}, %{{.*}} :
  %2 = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  // CHECK: chad.lfun.join %{{.*}}, %{{.*}} :
  %3 = chad.lfun.join %g, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
  // CHECK: chad.lfun.transpose %{{.*}} : !chad.lfun<(lin<f64>) -> (lin<f32>)>
  %4 = chad.lfun.transpose %f : !chad.lfun<(lin<f64>) -> (lin<f32>)>
  // CHECK: chad.lfun.apply %{{.*}}(%{{.*}}) : !chad.lfun<(lin<f64>) -> (lin<f32>)>
  %5 = chad.lfun.apply %f(%v) : !chad.lfun<(lin<f64>) -> (lin<f32>)>
  // CHECK: chad.lfun.vfork %{{.*}} < %{{.*}} -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
  %6 = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
    %k = tensor.extract %ks[%i] : tensor<?xf64>
    %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  }
  // CHECK: chad.lfun.vjoin %{{.*}} < %{{.*}} codomain(%{{.*}}) -> !chad.lfun<(lin<tensor<?x?xf64>>) -> (lin<tensor<?xf64>>)> {
  %7 = chad.lfun.vjoin %i < %n codomain(%n) -> !chad.lfun<(lin<tensor<?x?xf64>>) -> (lin<tensor<?xf64>>)> {
    %s = chad.lfun.id domain(%n) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
    chad.yield %s : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  }
  return %0, %1, %2, %3, %4, %5 : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>,
        !chad.lfun<(lin<f64>) -> (lin<f32>, lin<f64>)>, !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>,
        !chad.lfun<(lin<f32>) -> (lin<f64>)>, !chad.lin<f32>
}

// Elements of linear arrays are those of tensors after chad-erase-linear only: loops on them are left alone.

// RUN: chad-opt %s --chad-choose-schedule=everywhere --chad-parallelize-loops --chad-unroll-loops --chad-vectorize-lanes | FileCheck %s

// CHECK-LABEL: func @scaled
// CHECK-NEXT: chad.map
// CHECK-SAME: !chad.lin<tensor<?xf64>>
// CHECK-NEXT:   chad.scale
func.func @scaled(%ks: tensor<?xf64>, %z: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %0 = chad.map (%k in %ks : tensor<?xf64>, %b in %z : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.scale %k, %b : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  return %0 : !chad.lin<tensor<?xf64>>
}

// RUN: chad-opt %s --chad-choose-residuals | FileCheck %s

chad.record @pair (f64)

// A box is kept: it cannot be made again in another loop.
// CHECK-LABEL: func.func @boxes
// CHECK: %[[BOXES:.*]] = chad.map
// CHECK: chad.box
// CHECK: chad.fold (%{{.*}} in %[[BOXES]] : tensor<?x!chad.box<@pair>>)
// CHECK-NEXT: chad.open
func.func @boxes(%xs: tensor<?xf64>, %k: f64) -> f64 {
  %boxes = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!chad.box<@pair>> {
    %b = chad.box(%x) : (f64) -> !chad.box<@pair>
    chad.yield %b : !chad.box<@pair>
  }
  %r = chad.fold (%b in %boxes : tensor<?x!chad.box<@pair>>) with (%s = %k : f64) {
    %x = chad.open %b : !chad.box<@pair> -> f64
    %t = arith.mulf %s, %x : f64
    chad.yield %t : f64
  }
  return %r : f64
}

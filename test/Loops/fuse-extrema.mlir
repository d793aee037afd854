// RUN: chad-opt %s --chad-distribute-kernels | FileCheck %s

// Where a thread computes the elements of which it looks for the least, and its place, one loop does both. Where the
// threads of a block share an iteration, the loops remain.

// CHECK-LABEL: func.func @nearest
// CHECK: chad.map (%[[X:.*]] in %{{.*}} : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xindex>) {
// CHECK: %[[M:.*]]:2 = chad.fold (%[[OTHER:.*]] in %{{.*}} : tensor<?x?xf64>, %[[I:.*]] in %{{.*}} : tensor<?xindex>) with (%[[BEST:.*]] = %{{.*}} : f64, %[[PLACE:.*]] = %{{.*}} : index) {
// CHECK:   %[[D:.*]] = chad.fold
// CHECK:   %[[NEXT:.*]] = arith.minimumf %[[BEST]], %[[D]]
// CHECK:   %[[NONE:.*]] = arith.cmpi eq, %[[PLACE]]
// CHECK:   %[[BETTER:.*]] = arith.cmpf olt, %[[D]], %[[BEST]]
// CHECK:   %[[EQUAL:.*]] = arith.cmpf oeq, %[[D]], %[[BEST]]
// CHECK:   %[[NAN:.*]] = arith.cmpf uno, %[[D]], %[[D]]
// CHECK:   %[[NUMBER:.*]] = arith.cmpf ord, %[[BEST]], %[[BEST]]
// CHECK:   %[[TAKES:.*]] = arith.ori %[[BETTER]]
// CHECK:   %[[NOW:.*]] = arith.select %[[TAKES]], %[[I]], %[[PLACE]]
// CHECK:   chad.yield %[[NEXT]], %[[NOW]]
// CHECK: chad.yield %[[M]]#0, %[[M]]#1
// CHECK: } else {
// CHECK-NOT: arith.cmpf olt
func.func @nearest(%xs: tensor<?x?xf64>, %ys: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xindex>) {
  %none = arith.constant -1 : index
  %high = arith.constant 0x7FF0000000000000 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ys, %c0 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %ms, %js = chad.map (%row in %xs : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xindex>) {
    %all = chad.map (%other in %ys : tensor<?x?xf64>) -> tensor<?xf64> {
      %p = chad.fold (%x in %row : tensor<?xf64>, %y in %other : tensor<?xf64>) with (%s = %zero : f64) {
        %q = arith.subf %x, %y : f64
        %r = arith.addf %s, %q : f64
        chad.yield %r : f64
      }
      chad.yield %p : f64
    }
    %m = chad.reduce (%a, %b in %all from %high : tensor<?xf64>) {
      %c = arith.minimumf %a, %b : f64
      chad.yield %c : f64
    }
    %places = chad.map (%x in %all : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xindex> {
      %e = arith.cmpf oeq, %x, %m : f64
      %u = arith.cmpf uno, %x, %x : f64
      %o = arith.ori %e, %u : i1
      %k = arith.select %o, %i, %none : index
      chad.yield %k : index
    }
    %j = chad.reduce (%a, %b in %places from %none : tensor<?xindex>) {
      %c = arith.minui %a, %b : index
      chad.yield %c : index
    }
    chad.yield %m, %j : f64, index
  }
  return %ms, %js : tensor<?xf64>, tensor<?xindex>
}

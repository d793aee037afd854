// RUN: chad-opt %s --chad-find-extrema | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order --chad-find-extrema | FileCheck %s --check-prefix=DERIVED
// RUN: chad-opt %s --chad-to-first-order | chad-run - --interpret --entry=gradients | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=gradients | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=gradients --vectorize-everywhere --threads=2 --thread-grain=1 | FileCheck %s --check-prefix=VALUE

// Any condition that makes the same decisions is recognized.
// CHECK-LABEL: func @least
// CHECK-SAME: %[[XS:.*]]: tensor<?xf32>, %[[U:.*]]: f32, %[[IS:.*]]: index
// CHECK: %[[IOTA:.*]] = chad.build
// CHECK: %[[M:.*]] = chad.reduce (%{{.*}}, %{{.*}} in %[[XS]] from %[[U]] : tensor<?xf32>) {
// CHECK: arith.minimumf
// CHECK: %[[PLACES:.*]] = chad.map (%[[X:.*]] in %[[XS]] : tensor<?xf32>, %[[I:.*]] in %[[IOTA]] : tensor<?xindex>)
// CHECK-NEXT: %[[HERE:.*]] = arith.cmpf oeq, %[[X]], %[[M]]
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK-NEXT: %[[ANY:.*]] = arith.ori %[[HERE]], %[[NAN]]
// CHECK-NEXT: arith.select %[[ANY]], %[[I]], %{{.*}} : index
// CHECK: %[[AT:.*]] = chad.reduce (%{{.*}}, %{{.*}} in %[[PLACES]] from %{{.*}} : tensor<?xindex>) {
// CHECK: arith.minui
// CHECK: return %[[M]], %[[AT]]
func.func @least(%xs: tensor<?xf32>, %u: f32, %n: index) -> (f32, index) {
  %none = arith.constant -1 : index
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %m, %at = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %isLess = arith.cmpf ult, %x, %a : f32
    %wasNumber = arith.cmpf ord, %a, %a : f32
    %isBetter = arith.andi %isLess, %wasNumber : i1
    %isEqual = arith.cmpf oeq, %a, %x : f32
    %isUnit = arith.cmpi eq, %i, %none : index
    %isFirst = arith.andi %isEqual, %isUnit : i1
    %takes = arith.ori %isBetter, %isFirst : i1
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  return %m, %at : f32, index
}

// Of equals the last, and a NaN is passed over.
// CHECK-LABEL: func @last
// CHECK: chad.reduce (%{{.*}}, %{{.*}} in %{{.*}} from %{{.*}} : tensor<?xf32>, %{{.*}}, %{{.*}} in
// CHECK-NOT: chad.reduce
func.func @last(%xs: tensor<?xf32>, %u: f32, %n: index) -> (f32, index) {
  %none = arith.constant -1 : index
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %m, %at = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %takes = arith.cmpf ole, %x, %a : f32
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  return %m, %at : f32, index
}

// Numbers in other places than 0, 1, 2, ...
// CHECK-LABEL: func @numbered
// CHECK-NOT: arith.minui
func.func @numbered(%xs: tensor<?xf32>, %u: f32, %is: tensor<?xindex>) -> (f32, index) {
  %none = arith.constant -1 : index
  %m, %at = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %isLess = arith.cmpf ult, %x, %a : f32
    %wasNumber = arith.cmpf ord, %a, %a : f32
    %isBetter = arith.andi %isLess, %wasNumber : i1
    %isEqual = arith.cmpf oeq, %a, %x : f32
    %isUnit = arith.cmpi eq, %i, %none : index
    %isFirst = arith.andi %isEqual, %isUnit : i1
    %takes = arith.ori %isBetter, %isFirst : i1
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  return %m, %at : f32, index
}

// The same condition by other ops: not different from none, and alternatives.
// CHECK-LABEL: func @alternatives
// CHECK: arith.minimumf
// CHECK: arith.minui
func.func @alternatives(%xs: tensor<?xf32>, %u: f32, %n: index) -> (f32, index) {
  %none = arith.constant -1 : index
  %true = arith.constant true
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %m, %at = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %isLess = arith.cmpf ult, %x, %a : f32
    %wasNan = arith.cmpf uno, %a, %a : f32
    %wasNumber = arith.xori %wasNan, %true : i1
    %isBetter = arith.andi %isLess, %wasNumber : i1
    %isEqual = arith.cmpf oeq, %a, %x : f32
    %isElement = arith.cmpi ne, %i, %none : index
    %isUnit = arith.xori %true, %isElement : i1
    %isFirst = arith.andi %isEqual, %isUnit : i1
    %takes = arith.ori %isFirst, %isBetter : i1
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  return %m, %at : f32, index
}

// A condition of something else: a number from outside, an argument, another comparison, another
// op; values that are chosen otherwise.
// CHECK-LABEL: func @others
// CHECK-COUNT-6: chad.reduce (%{{.*}}, %{{.*}} in %{{.*}} : tensor<?xf32>, %{{.*}}, %{{.*}} in
func.func @others(%xs: tensor<?xf32>, %u: f32, %b: i1, %n: index)
    -> (f32, index, f32, index, f32, index, f32, index, f32, index, f32, index) {
  %none = arith.constant -1 : index
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r0:2 = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %takes = arith.cmpf olt, %x, %u : f32
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  %r1:2 = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %v = arith.select %b, %x, %a : f32
    %k = arith.select %b, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  %r2:2 = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %takes = arith.cmpi ult, %j, %i : index
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  %r3:2 = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %isLess = arith.cmpf olt, %x, %a : f32
    %takes = arith.select %b, %isLess, %b : i1
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  %r4:2 = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %takes = arith.cmpf olt, %x, %a : f32
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %i, %j : index
    chad.yield %v, %k : f32, index
  }
  %r5:2 = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %v = arith.minimumf %a, %x : f32
    %k = arith.minui %i, %j : index
    chad.yield %v, %k : f32, index
  }
  return %r0#0, %r0#1, %r1#0, %r1#1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r4#1, %r5#0, %r5#1
      : f32, index, f32, index, f32, index, f32, index, f32, index, f32, index
}

// What is asserted on the way stays.
// CHECK-LABEL: func @asserts
// CHECK: cf.assert
// CHECK-NOT: arith.minui
func.func @asserts(%xs: tensor<?xf32>, %n: index) -> (f32, index) {
  %none = arith.constant -1 : index
  %u = arith.constant 0x7F800000 : f32
  %c0 = arith.constant 0 : index
  %m0 = tensor.dim %xs, %c0 : tensor<?xf32>
  %is = chad.build %i < %m0 -> tensor<?xindex> {
    chad.yield %i : index
  }
  %m, %at = chad.reduce (%a, %x in %xs from %u : tensor<?xf32>, %i, %j in %is from %none : tensor<?xindex>) {
    %ok = arith.cmpi ult, %j, %n : index
    cf.assert %ok, "too many"
    %isLess = arith.cmpf ult, %x, %a : f32
    %wasNumber = arith.cmpf ord, %a, %a : f32
    %isBetter = arith.andi %isLess, %wasNumber : i1
    %isEqual = arith.cmpf oeq, %a, %x : f32
    %isUnit = arith.cmpi eq, %i, %none : index
    %isFirst = arith.andi %isEqual, %isUnit : i1
    %takes = arith.ori %isBetter, %isFirst : i1
    %v = arith.select %takes, %x, %a : f32
    %k = arith.select %takes, %j, %i : index
    chad.yield %v, %k : f32, index
  }
  return %m, %at : f32, index
}

// What the rules for extrema make is of that form, all four of them.
// DERIVED-LABEL: func @gradients
// DERIVED-COUNT-4: arith.minui
func.func private @maximum(%xs: tensor<?xf64>) -> f64 {
  %low = arith.constant 0xFFF0000000000000 : f64
  %m = chad.reduce (%a, %b in %xs from %low : tensor<?xf64>) {
    %c = arith.maximumf %a, %b : f64
    chad.yield %c : f64
  }
  return %m : f64
}
func.func private @minimum(%xs: tensor<?xf64>) -> f64 {
  %high = arith.constant 0x7FF0000000000000 : f64
  %m = chad.reduce (%a, %b in %xs from %high : tensor<?xf64>) {
    %c = arith.minimumf %a, %b : f64
    chad.yield %c : f64
  }
  return %m : f64
}
func.func private @maximum_number(%xs: tensor<?xf64>) -> f64 {
  %low = arith.constant 0xFFF0000000000000 : f64
  %m = chad.reduce (%a, %b in %xs from %low : tensor<?xf64>) {
    %c = arith.maxnumf %a, %b : f64
    chad.yield %c : f64
  }
  return %m : f64
}
func.func private @minimum_number(%xs: tensor<?xf64>) -> f64 {
  %high = arith.constant 0x7FF0000000000000 : f64
  %m = chad.reduce (%a, %b in %xs from %high : tensor<?xf64>) {
    %c = arith.minnumf %a, %b : f64
    chad.yield %c : f64
  }
  return %m : f64
}

// The sum of the four gradients with weights 1, 10, 100, 1000: of equals the first; a NaN, where
// extrema prefer that; an infinity that is the unit; the unit is no element.
// VALUE: tensor<5x5xf64> {{\[\[}}1010, 101, 0, 0, 0], [1010, 0, 101, 0, 0], [0, 1000, 11, 100, 0], [11, 0, 0, 0, 0], [1111, 0, 0, 0, 0]]
func.func @gradients() -> tensor<5x5xf64> {
  %rows = arith.constant dense<[[1.0, 3.0, 3.0, 2.0, 1.0], [-1.0, 0.0, 0x7FF0000000000000, 5.0, -1.0],
                                [0.0, -8.0, 0x7FF8000000000000, 9.0, 0x7FF8000000000000],
                                [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000],
                                [2.0, 2.0, 2.0, 2.0, 2.0]]> : tensor<5x5xf64>
  %g = chad.map (%x in %rows : tensor<5x5xf64>) -> tensor<5x5xf64> {
    %r = func.call @gradient(%x) : (tensor<5xf64>) -> tensor<5xf64>
    chad.yield %r : tensor<5xf64>
  }
  return %g : tensor<5x5xf64>
}
func.func private @gradient(%x: tensor<5xf64>) -> tensor<5xf64> {
  %ten = arith.constant 10.0 : f64
  %hundred = arith.constant 100.0 : f64
  %thousand = arith.constant 1000.0 : f64
  %xs = tensor.cast %x : tensor<5xf64> to tensor<?xf64>
  %v0, %g0 = chad.value_and_grad @maximum(%xs) wrt [0] of [0] : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  %v1, %g1 = chad.value_and_grad @minimum(%xs) wrt [0] of [0] : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  %v2, %g2 = chad.value_and_grad @maximum_number(%xs) wrt [0] of [0] : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  %v3, %g3 = chad.value_and_grad @minimum_number(%xs) wrt [0] of [0] : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  %sum = chad.map (%a in %g0 : tensor<?xf64>, %b in %g1 : tensor<?xf64>, %c in %g2 : tensor<?xf64>,
                   %d in %g3 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %b, %ten : f64
    %q = arith.mulf %c, %hundred : f64
    %r = arith.mulf %d, %thousand : f64
    %s = arith.addf %a, %p : f64
    %t = arith.addf %s, %q : f64
    %u = arith.addf %t, %r : f64
    chad.yield %u : f64
  }
  %y = tensor.cast %sum : tensor<?xf64> to tensor<5xf64>
  return %y : tensor<5xf64>
}

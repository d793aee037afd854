// A division by what does not change in a loop becomes products with the inverse in two numbers.

// RUN: chad-opt %s --chad-divide-by-invariants --canonicalize --cse | FileCheck %s
// RUN: chad-opt %s --chad-to-cpu=fma=false | FileCheck %s --check-prefix=EXACT
// RUN: chad-opt %s --chad-to-cpu=exact-floats | FileCheck %s --check-prefix=EXACT

// The inverse is computed before the outermost loop in which the divisor does not change, once.
// CHECK-LABEL: @rows
// CHECK-SAME: (%{{.*}}: memref<?x?xf64>, %[[S:[a-z0-9]+]]: f64, %{{.*}}: index)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-DAG: %[[BELOW:.*]] = arith.constant 0.99999999999999988 : f64
// CHECK-DAG: %[[LEAST:.*]] = arith.constant 7.7037197775489434E-34 : f64
// CHECK: math.absf %[[S]]
// CHECK: %[[SCALE:.*]] = arith.select
// CHECK: %[[SCALE:.*]] = arith.select
// CHECK: %[[Y:.*]] = arith.mulf %[[S]], %[[SCALE]]
// CHECK: %[[R:.*]] = arith.divf %[[ONE]], %[[Y]]
// CHECK: %[[NEG:.*]] = arith.negf %[[Y]]
// CHECK: %[[DOWN:.*]] = arith.mulf %[[R]], %[[BELOW]]
// CHECK: %[[E:.*]] = math.fma %[[NEG]], %[[R]], %[[ONE]]
// CHECK: %[[IS:.*]] = arith.cmpf olt, %[[E]], %[[ZERO]]
// CHECK: %[[H:.*]] = arith.select %[[IS]], %[[DOWN]], %[[R]]
// CHECK: %[[REST:.*]] = math.fma %[[NEG]], %[[H]], %[[ONE]]
// CHECK: %[[MORE:.*]] = arith.cmpf ogt, %[[REST]], %[[LEAST]]
// CHECK: %[[LOW:.*]] = arith.select %[[MORE]], %[[REST]], %[[LEAST]]
// CHECK: %[[L:.*]] = arith.mulf %[[H]], %[[LOW]]
// CHECK-NOT: divf
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     %[[X:.*]] = memref.load
// CHECK:     %[[SX:.*]] = arith.mulf %[[X]], %[[SCALE]]
// CHECK:     %[[XL:.*]] = arith.mulf %[[SX]], %[[L]]
// CHECK:     %[[Q:.*]] = math.fma %[[SX]], %[[H]], %[[XL]]
// CHECK:     %[[SQ:.*]] = arith.mulf %[[Q]], %[[SCALE]]
// CHECK:     %[[QL:.*]] = arith.mulf %[[SQ]], %[[L]]
// CHECK:     math.fma %[[SQ]], %[[H]], %[[QL]]
// EXACT-LABEL: @rows
// EXACT-COUNT-2: llvm.fdiv
func.func @rows(%xs: memref<?x?xf64>, %s: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %xs[%i, %j] : memref<?x?xf64>
      %q = arith.divf %x, %s : f64
      %r = arith.divf %q, %s : f64
      memref.store %r, %xs[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// Rows are divided by numbers of their own: the inverse is computed for each row. Vectors are divided alike.
// CHECK-LABEL: @own
// CHECK: scf.for
// CHECK:   memref.load %{{.*}} : memref<?xvector<8xf32>>
// CHECK:   arith.divf %{{.*}} : vector<8xf32>
// CHECK:   scf.for
// CHECK-NOT: divf
// CHECK:     math.fma %{{.*}} : vector<8xf32>
func.func @own(%xs: memref<?x?xvector<8xf32>>, %ys: memref<?xvector<8xf32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %ys[%i] : memref<?xvector<8xf32>>
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %xs[%i, %j] : memref<?x?xvector<8xf32>>
      %q = arith.divf %x, %y : vector<8xf32>
      memref.store %q, %xs[%i, %j] : memref<?x?xvector<8xf32>>
    }
  }
  return
}

// What stays: a divisor that changes, one with an exact inverse, one of few numbers, one without a
// loop, and floats of 16 bits, which are divided as f32.
// CHECK-LABEL: @stay
// CHECK-NOT: math.fma
// CHECK: return
func.func @stay(%xs: memref<?xf64>, %hs: memref<?xf16>, %s: f64, %h: f16, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %four = arith.constant 4.0 : f64
  %fours = arith.constant dense<4.0> : vector<2xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %xs[%i] : memref<?xf64>
    %p = arith.divf %s, %x : f64
    %q = arith.divf %p, %four : f64
    %v = vector.broadcast %q : f64 to vector<2xf64>
    %w = arith.divf %v, %fours : vector<2xf64>
    %r = vector.extract %w[0] : f64 from vector<2xf64>
    memref.store %r, %xs[%i] : memref<?xf64>
    %y = memref.load %hs[%i] : memref<?xf16>
    %z = arith.divf %y, %h : f16
    memref.store %z, %hs[%i] : memref<?xf16>
  }
  scf.for %i = %c0 to %c7 step %c1 {
    %x = memref.load %xs[%i] : memref<?xf64>
    %q = arith.divf %x, %s : f64
    memref.store %q, %xs[%i] : memref<?xf64>
  }
  %all = arith.divf %four, %s : f64
  return %all : f64
}

// Few numbers in each of some rows are many.
// CHECK-LABEL: @many
// CHECK: math.fma
func.func @many(%xs: memref<3x3xf64>, %s: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %x = memref.load %xs[%i, %j] : memref<3x3xf64>
      %q = arith.divf %x, %s : f64
      memref.store %q, %xs[%i, %j] : memref<3x3xf64>
    }
  }
  return
}

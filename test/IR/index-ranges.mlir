// Comparisons of indices that hold, or do not, in every run, and reads of an array at positions that an insertion leaves as they
// were.

// RUN: chad-opt %s --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order --chad-optimize-arrays=check-bounds | FileCheck %s --check-prefix=CHECKED

// The index of a loop is less than its extent, and so is one of a smaller loop plus what it lacks.
// CHECK-LABEL: func.func @window
// CHECK-NOT: cmpi
// CHECK: return
// CHECKED-LABEL: func.func @window
// CHECKED-NOT: assert
// CHECKED: return
func.func @window(%x: tensor<10xf64>) -> tensor<8xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 8 : index
  %m = arith.constant 3 : index
  %most = arith.constant 10 : index
  %r = chad.build %i < %n -> tensor<8xf64> {
    %s = chad.build %j < %m -> tensor<3xf64> {
      %k = arith.addi %i, %j : index
      %e = tensor.extract %x[%k] : tensor<10xf64>
      %c = arith.cmpi ult, %k, %most : index
      %t = arith.select %c, %e, %zero : f64
      chad.yield %t : f64
    }
    %t = chad.reduce (%a, %b in %s from %zero : tensor<3xf64>) {
      %u = arith.addf %a, %b : f64
      chad.yield %u : f64
    }
    chad.yield %t : f64
  }
  return %r : tensor<8xf64>
}

// Extents that are not known, but equal.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: cmpi
// CHECK: chad.yield %true, %false :
// CHECK: return %{{.+}}, %[[R:.+]]#0, %[[R]]#1, %[[R]]#1
// CHECKED-LABEL: func.func @dynamic
// CHECKED-NOT: assert
// CHECKED: return
func.func @dynamic(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r:4 = chad.build %i < %n -> (tensor<?xf64>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %a = arith.cmpi ult, %i, %n : index
    %b = arith.cmpi eq, %i, %n : index
    %c = arith.cmpi sle, %n, %i : index
    chad.yield %e, %a, %b, %c : f64, i1, i1, i1
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<?xf64>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}

// What may be outside is compared: the last window, an index that is an argument, and one that wraps around.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-3: cmpi
// CHECKED-LABEL: func.func @unknown
// CHECKED: assert
func.func @unknown(%x: tensor<9xf64>, %k: index) -> (tensor<8xf64>, tensor<8xi1>, tensor<8xi1>, i1) {
  %n = arith.constant 8 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %nine = arith.constant 9 : index
  %r:3 = chad.build %i < %n -> (tensor<8xf64>, tensor<8xi1>, tensor<8xi1>) {
    %p = arith.addi %i, %two : index
    %e = tensor.extract %x[%p] : tensor<9xf64>
    %a = arith.cmpi ult, %p, %nine : index
    %q = arith.subi %i, %three : index
    %b = arith.cmpi ult, %q, %nine : index
    chad.yield %e, %a, %b : f64, i1, i1
  }
  %c = arith.cmpi ult, %k, %nine : index
  return %r#0, %r#1, %r#2, %c : tensor<8xf64>, tensor<8xi1>, tensor<8xi1>, i1
}

// A loop without iterations has no index.
// CHECK-LABEL: func.func @never
// CHECK: return
func.func @never(%x: tensor<0xf64>) -> tensor<0xi1> {
  %n = arith.constant 0 : index
  %r = chad.build %i < %n -> tensor<0xi1> {
    %a = arith.cmpi ult, %i, %n : index
    chad.yield %a : i1
  }
  return %r : tensor<0xi1>
}

// The second read is one of %x, and stands before the insertion: after it, %x would have to be kept beside the new array.
// CHECK-LABEL: func.func @reads
// CHECK: tensor.extract %[[X:.+]][%[[I:.+]], %c0
// CHECK: tensor.extract %[[X]][%[[I]], %c1
// CHECK: tensor.insert
// CHECK: tensor.insert
func.func @reads(%x: tensor<?x2xf64>, %i: index, %v: f64) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%i, %c0] : tensor<?x2xf64>
  %b = arith.addf %a, %v : f64
  %y = tensor.insert %b into %x[%i, %c0] : tensor<?x2xf64>
  %c = tensor.extract %y[%i, %c1] : tensor<?x2xf64>
  %d = arith.mulf %c, %b : f64
  %z = tensor.insert %d into %y[%i, %c1] : tensor<?x2xf64>
  return %z : tensor<?x2xf64>
}

// The bounds of a loop that compares them as unsigned numbers say nothing about signed ones.
// CHECK-LABEL: func.func @bounds
// CHECK: scf.for unsigned
// CHECK: cmpi
// CHECK: scf.for %
// CHECK-NOT: cmpi
// CHECK: return
func.func @bounds(%k: index, %x: memref<8xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %n = arith.minsi %k, %c8 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    %a = arith.cmpi slt, %i, %c9 : index
    memref.store %a, %x[%i] : memref<8xi1>
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.cmpi slt, %i, %c9 : index
    memref.store %a, %x[%i] : memref<8xi1>
  }
  return
}

// The largest of the positions that a loop keeps, row by row, is one of them.
// CHECK-LABEL: func.func @largest
// CHECK-NOT: cmpi
// CHECK: return %true
// CHECKED-LABEL: func.func @largest
// CHECKED: return
func.func @largest(%xs: tensor<5xf64>) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  %m = arith.constant 5 : index
  %positions = chad.build %i < %m -> tensor<5x8xindex> {
    %row = chad.build %j < %n -> tensor<8xindex> {
      %k = arith.addi %j, %c1 : index
      %p = arith.remui %k, %n : index
      chad.yield %p : index
    }
    chad.yield %row : tensor<8xindex>
  }
  %each = chad.map (%x in %xs : tensor<5xf64>, %row in %positions : tensor<5x8xindex>) -> tensor<5xindex> {
    %most = chad.reduce (%a, %b in %row from %c0 : tensor<8xindex>) {
      %c = arith.maxui %a, %b : index
      chad.yield %c : index
    }
    chad.yield %most : index
  }
  %most = chad.reduce (%a, %b in %each from %c0 : tensor<5xindex>) {
    %c = arith.maxui %a, %b : index
    chad.yield %c : index
  }
  %holds = arith.cmpi ult, %most, %n : index
  return %holds : i1
}

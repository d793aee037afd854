// Recurrences whose states other loops read, as arrays, as a whole, before and after each other.

// RUN: chad-run %s --interpret --arg='[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]' > %t.expected
// RUN: chad-run %s --arg='[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]' | diff %t.expected -
// RUN: chad-opt %s --chad-vectorize-scans=vector-bits=256 | chad-run - --arg='[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]' | diff %t.expected -
// RUN: chad-opt %s --chad-vectorize-scans=vector-bits=256 --convert-chad-to-scf | chad-run - --arg='[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]' | diff %t.expected -
// RUN: chad-opt %s --chad-vectorize-scans=vector-bits=256 | FileCheck %s

// The first is done together with the map that reads it.
// CHECK-LABEL: @f
// CHECK: chad.fold
// CHECK-NOT: chad.map
// CHECK: {chad.schedule = #chad.schedule<lanes = 4>}
// CHECK-COUNT-4: chad.map
// CHECK-NOT: chad.map
// CHECK: return
func.func @f(%xs: tensor<?xf64>) -> (tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %c0 = arith.constant 0 : index
  // One map; the last state is read after it.
  %last, %states = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %h = arith.mulf %s, %half : f64
    %n = arith.addf %h, %x : f64
    chad.yield %n, %n : f64, f64
  }
  %0 = chad.map (%s in %states : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %s, %x : f64
    chad.yield %p : f64
  }
  %1 = arith.negf %last : f64
  // A map that needs the last state.
  %last2, %states2 = chad.fold right (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %h = arith.mulf %s, %half : f64
    %n = arith.addf %h, %x : f64
    chad.yield %n, %s : f64, f64
  }
  %2 = chad.map (%s in %states2 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.subf %s, %last2 : f64
    chad.yield %p : f64
  }
  // Two maps.
  %last3, %states3 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %half : f64) collect (tensor<?xf64>) {
    %h = arith.mulf %s, %half : f64
    %n = arith.subf %x, %h : f64
    chad.yield %n, %n : f64, f64
  }
  %3 = chad.map (%s in %states3 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.negf %s : f64
    chad.yield %p : f64
  }
  %4 = chad.map (%s in %states3 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.addf %s, %s : f64
    chad.yield %p : f64
  }
  // A number read by index; a last state that is read before the map.
  %last5, %states5 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %half : f64) collect (tensor<?xf64>) {
    %h = arith.mulf %s, %half : f64
    %n = arith.subf %h, %x : f64
    chad.yield %n, %n : f64, f64
  }
  %5 = tensor.extract %states5[%c0] : tensor<?xf64>
  %last6, %states6 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %5 : f64) collect (tensor<?xf64>) {
    %h = arith.mulf %s, %half : f64
    %n = arith.addf %x, %h : f64
    chad.yield %n, %n : f64, f64
  }
  %before = arith.addf %last6, %last5 : f64
  %6 = chad.map (%s in %states6 : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %s, %before : f64
    chad.yield %p : f64
  }
  // The next recurrence reads what the last one made.
  %last7, %states7 = chad.fold (%x in %6 : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %h = arith.mulf %s, %half : f64
    %n = arith.addf %x, %h : f64
    chad.yield %n, %n : f64, f64
  }
  return %0, %1, %2, %3, %4, %5, %6, %states7 : tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>
}

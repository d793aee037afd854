// An array of records that loops make and open becomes an array for each field.

// RUN: chad-opt %s --chad-lower-boxes --chad-split-records --canonicalize --split-input-file | FileCheck %s

// Numbers, arrays, and what all records share. A fold reads the records from the last to the first, twice.

// CHECK-LABEL: func.func @fields(
// CHECK-SAME: %[[XS:.*]]: tensor<?x?xf64>, %[[K:.*]]: tensor<?xf64>
// CHECK-NOT: chad.arena
// CHECK: %[[KEPT:.*]]:3 = chad.fold (%[[X:.*]] in %[[XS]] : tensor<?x?xf64>) with (%{{.*}} = %{{.*}} : f64) collect (tensor<?xf64>, tensor<?x?xf64>)
// CHECK: chad.fold right (%[[A:.*]] in %[[KEPT]]#1 : tensor<?xf64>, %[[B:.*]] in %[[KEPT]]#2 : tensor<?x?xf64>{{.*}})
// CHECK-NOT: chad.arena
// CHECK: chad.map (%{{.*}} in %[[K]] : tensor<?xf64>
chad.record @kept (f64, tensor<?xf64>, tensor<?xf64>)
func.func @fields(%xs: tensor<?x?xf64>, %k: tensor<?xf64>) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %sum, %records = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zero : f64) collect (tensor<?x!chad.box<@kept>>) {
    %t = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
      %u = arith.addf %a, %b : f64
      chad.yield %u : f64
    }
    %e = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.mulf %a, %t : f64
      chad.yield %u : f64
    }
    %r = chad.box(%t, %e, %k) : (f64, tensor<?xf64>, tensor<?xf64>) -> !chad.box<@kept>
    %n = arith.addf %s, %t : f64
    chad.yield %n, %r : f64, !chad.box<@kept>
  }
  %last = chad.fold right (%r in %records : tensor<?x!chad.box<@kept>>, %again in %records : tensor<?x!chad.box<@kept>>) with (%s = %zero : f64) {
    %t, %e, %l = chad.open %r : !chad.box<@kept> -> f64, tensor<?xf64>, tensor<?xf64>
    %t2, %e2, %l2 = chad.open %again : !chad.box<@kept> -> f64, tensor<?xf64>, tensor<?xf64>
    %p = chad.map (%a in %l : tensor<?xf64>, %b in %e : tensor<?xf64>, %c in %e2 : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %a, %b : f64
      %v = arith.addf %q, %c : f64
      %w = arith.mulf %v, %t2 : f64
      chad.yield %w : f64
    }
    %u = chad.reduce (%a, %b in %p from %zero : tensor<?xf64>) {
      %v = arith.addf %a, %b : f64
      chad.yield %v : f64
    }
    %h = arith.mulf %s, %t : f64
    %n = arith.addf %h, %u : f64
    chad.yield %n : f64
  }
  return %sum, %last : f64, f64
}

// -----

// The extents of arrays in the records may differ: the records stay.

// CHECK-LABEL: func.func @ragged(
// CHECK: chad.arena.put
// CHECK: chad.arena.get
chad.record @row (tensor<?xindex>)
func.func @ragged(%ns: tensor<?xindex>) -> tensor<?xindex> {
  %zero = arith.constant 0 : index
  %records = chad.map (%n in %ns : tensor<?xindex>) -> tensor<?x!chad.box<@row>> {
    %e = chad.build %i < %n -> tensor<?xindex> {
      chad.yield %i : index
    }
    %r = chad.box(%e) : (tensor<?xindex>) -> !chad.box<@row>
    chad.yield %r : !chad.box<@row>
  }
  %sums = chad.map (%r in %records : tensor<?x!chad.box<@row>>) -> tensor<?xindex> {
    %e = chad.open %r : !chad.box<@row> -> tensor<?xindex>
    %s = chad.reduce (%a, %b in %e from %zero : tensor<?xindex>) {
      %t = arith.addi %a, %b : index
      chad.yield %t : index
    }
    chad.yield %s : index
  }
  return %sums : tensor<?xindex>
}

// -----

// A record is also returned: the records stay.

// CHECK-LABEL: func.func private @first(
// CHECK: chad.arena.put
// CHECK: chad.arena.get
chad.record @pair (f64, f64)
func.func private @first(%xs: tensor<?xf64>) -> (f64, !chad.box<@pair>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %records = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x!chad.box<@pair>> {
    %r = chad.box(%x, %x) : (f64, f64) -> !chad.box<@pair>
    chad.yield %r : !chad.box<@pair>
  }
  %sum = chad.fold (%r in %records : tensor<?x!chad.box<@pair>>) with (%s = %zero : f64) {
    %a, %b = chad.open %r : !chad.box<@pair> -> f64, f64
    %p = arith.mulf %a, %b : f64
    %n = arith.addf %s, %p : f64
    chad.yield %n : f64
  }
  %r = tensor.extract %records[%c0] : tensor<?x!chad.box<@pair>>
  return %sum, %r : f64, !chad.box<@pair>
}

// An array that a body yields several times is made once for each time.

// RUN: chad-opt %s --split-input-file --chad-duplicate-results | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-optimize-arrays --chad-schedule-loops --chad-bufferize | FileCheck %s --check-prefix=BUFFER

// The state and the row that collects it: the one in the place of the last state, the other in
// the array around. No step allocates or copies.
// CHECK-LABEL: @state
// CHECK: %[[M:.*]]:2 = chad.map
// CHECK: chad.yield %[[E:[0-9]+]], %[[E]] : f64, f64
// CHECK: chad.yield %[[M]]#0, %[[M]]#1 : tensor<?xf64>, tensor<?xf64>
// BUFFER-LABEL: func.func @state
// BUFFER: scf.for
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: math.exp
// BUFFER-NOT: memref.alloc(
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @state(%xs: tensor<?x?xf64>, %s0: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %last, %all = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %s0 : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %t = chad.map (%a in %s : tensor<?xf64>, %b in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      %e = math.exp %p : f64
      chad.yield %e : f64
    }
    chad.yield %t, %t : tensor<?xf64>, tensor<?xf64>
  }
  return %last, %all : tensor<?xf64>, tensor<?x?xf64>
}

// -----

// Rows of rows; what is not an array of a loop stays as it is.
// CHECK-LABEL: @rows
// CHECK: chad.map
// CHECK: %[[R:.*]]:3 = chad.map
// CHECK: %[[I:.*]]:3 = chad.map
// CHECK: chad.yield %[[E:[0-9]+]], %[[E]], %[[E]] : f64, f64, f64
// CHECK: chad.yield %[[I]]#0, %[[I]]#1, %[[I]]#2
// CHECK: chad.yield %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[X:[a-z0-9]+]], %[[X]]
// BUFFER-LABEL: func.func @rows
func.func @rows(%xs: tensor<?x?x?xf64>)
    -> (tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>) {
  %r:5 = chad.map (%x in %xs : tensor<?x?x?xf64>)
      -> (tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>) {
    %m = chad.map (%y in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %n = chad.map (%a in %y : tensor<?xf64>) -> tensor<?xf64> {
        %e = math.exp %a : f64
        chad.yield %e : f64
      }
      chad.yield %n : tensor<?xf64>
    }
    chad.yield %m, %m, %m, %x, %x
        : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4
      : tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>
}

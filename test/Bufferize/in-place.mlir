// Programs that accumulate update one buffer: no iteration allocates or copies.

// RUN: chad-opt %s --chad-optimize-arrays --chad-schedule-loops --chad-bufferize --split-input-file | FileCheck %s

// The cotangent of an indexed read: one copy of the start, then stores.
// CHECK-LABEL: @accumulate
// CHECK-COUNT-1: memref.alloc
// CHECK: memref.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: memref.store
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @accumulate(%is: tensor<?xindex>, %vs: tensor<?xf64>, %acc: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.fold (%i in %is : tensor<?xindex>, %v in %vs : tensor<?xf64>)
      with (%a = %acc : tensor<?xf64>) {
    %b = chad.accumulate %v into %a[%i] : f64 into tensor<?xf64>
    chad.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// Accumulators of two kinds through two levels of loops, and collected rows.
// CHECK-LABEL: @nested
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: memref.store
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @nested(%m: tensor<?x?xf64>, %w: tensor<?xf64>)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %k = tensor.dim %w, %c0 : tensor<?xf64>
  %zeros = tensor.splat %zero[%k] : tensor<?xf64>
  %js = chad.build %j < %k -> tensor<?xindex> {
    chad.yield %j : index
  }
  %s, %acc, %rows = chad.fold (%row in %m : tensor<?x?xf64>)
      with (%s0 = %zero : f64, %a0 = %zeros : tensor<?xf64>) collect (tensor<?x?xf64>) {
    %s1, %a1, %ds = chad.fold (%x in %row : tensor<?xf64>, %j in %js : tensor<?xindex>)
        with (%s2 = %s0 : f64, %a2 = %a0 : tensor<?xf64>) collect (tensor<?xf64>) {
      %y = tensor.extract %w[%j] : tensor<?xf64>
      %p = arith.mulf %x, %y : f64
      %s3 = arith.addf %s2, %p : f64
      %a3 = chad.accumulate %x into %a2[%j] : f64 into tensor<?xf64>
      chad.yield %s3, %a3, %y : f64, tensor<?xf64>, f64
    }
    chad.yield %s1, %a1, %ds : f64, tensor<?xf64>, tensor<?xf64>
  }
  return %s, %acc, %rows : f64, tensor<?xf64>, tensor<?x?xf64>
}

// -----

// A whole tensor added to an accumulator in each iteration.
// CHECK-LABEL: @rows
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: memref.store
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @rows(%m: tensor<?x4xf64>) -> tensor<4xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %r = chad.fold (%row in %m : tensor<?x4xf64>) with (%a = %zeros : tensor<4xf64>) {
    %b = arith.addf %a, %row : tensor<4xf64>
    chad.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// -----

// A map takes the place of the state that it reads, row by row; producers that are
// also collected are fused with it.
// CHECK-LABEL: @state
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @state(%m: tensor<?x?x?xf64>, %start: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %r, %all = chad.fold (%x in %m : tensor<?x?x?xf64>) with (%s = %start : tensor<?x?xf64>)
      collect (tensor<?x?x?xf64>) {
    %e = math.exp %x : tensor<?x?xf64>
    %t = arith.addf %s, %e : tensor<?x?xf64>
    chad.yield %t, %e : tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %r, %all : tensor<?x?xf64>, tensor<?x?x?xf64>
}

// -----

// What feeds a reduction is never an array.
// CHECK-LABEL: @dot
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @dot(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ps = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %s = chad.reduce (%a, %p in %ps from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %p : f64
    chad.yield %t : f64
  }
  return %s : f64
}

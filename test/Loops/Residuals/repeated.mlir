// A value that a loop repeats in each iteration is kept once, not once for each iteration.

// RUN: chad-opt %s --split-input-file --canonicalize --chad-choose-residuals=max-flops-per-byte=1e-6 --canonicalize | FileCheck %s

// What is repeated is computed in the loop: it is kept, but once.
// CHECK-LABEL: @computed
// CHECK-NOT: collect ({{.*}}tensor<?x?x?xf64>
// CHECK: chad.fold {{.*}} collect (tensor<?x?xf64>)
// CHECK: return
func.func @computed(%xs: tensor<?x?xf64>, %ys: tensor<?x?x?xf64>, %n: index, %z: f64) -> (f64, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %last, %kept = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %z : f64) collect (tensor<?x?x?xf64>) {
    %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %q = math.exp %e : f64
      chad.yield %q : f64
    }
    %e0 = tensor.extract %y[%c0] : tensor<?xf64>
    %t = arith.mulf %s, %e0 : f64
    %rows = chad.build %i < %n -> tensor<?x?xf64> {
      chad.yield %y : tensor<?xf64>
    }
    chad.yield %t, %rows : f64, tensor<?x?xf64>
  }
  %zs = chad.map (%rows in %kept : tensor<?x?x?xf64>, %y in %ys : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
    %z1 = chad.map (%r in %rows : tensor<?x?xf64>, %s in %y : tensor<?x?xf64>) -> tensor<?xf64> {
      %a = tensor.extract %r[%c0] : tensor<?xf64>
      %b = tensor.extract %s[%c0] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      chad.yield %p : f64
    }
    chad.yield %z1 : tensor<?xf64>
  }
  return %last, %zs : f64, tensor<?x?xf64>
}

// -----

// It is an element of an array that is there: nothing is kept.
// CHECK-LABEL: @there
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK-NOT: collect
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?x?x?xf64>, %{{.*}} in %[[XS]] : tensor<?x?xf64>)
// CHECK: return
func.func @there(%xs: tensor<?x?xf64>, %ys: tensor<?x?x?xf64>, %n: index, %z: f64) -> (f64, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %last, %kept = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %z : f64) collect (tensor<?x?x?xf64>) {
    %e0 = tensor.extract %x[%c0] : tensor<?xf64>
    %t = arith.mulf %s, %e0 : f64
    %rows = chad.build %i < %n -> tensor<?x?xf64> {
      chad.yield %x : tensor<?xf64>
    }
    chad.yield %t, %rows : f64, tensor<?x?xf64>
  }
  %zs = chad.map (%rows in %kept : tensor<?x?x?xf64>, %y in %ys : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
    %z1 = chad.map (%r in %rows : tensor<?x?xf64>, %s in %y : tensor<?x?xf64>) -> tensor<?xf64> {
      %a = tensor.extract %r[%c0] : tensor<?xf64>
      %b = tensor.extract %s[%c0] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      chad.yield %p : f64
    }
    chad.yield %z1 : tensor<?xf64>
  }
  return %last, %zs : f64, tensor<?x?xf64>
}

// -----

// The whole array is wanted.
// CHECK-LABEL: @whole
// CHECK: chad.map {{.*}} -> tensor<?x?x?xf64>
func.func @whole(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?x?xf64> {
  %kept = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
    %rows = chad.build %i < %n -> tensor<?x?xf64> {
      chad.yield %x : tensor<?xf64>
    }
    chad.yield %rows : tensor<?x?xf64>
  }
  return %kept : tensor<?x?x?xf64>
}

// A layer that multiplies, for each position i, a row of x at a position p(i) that the loop computes. The gradient by x adds a
// product of matrices to the rows at p(i): the product leaves the loop, and each row of the gradient reads its own.

// RUN: chad-opt %s --chad-to-first-order --chad-optimize-arrays | FileCheck %s
// RUN: chad-run %s --entry=loss --grad-check --arg=0.3 --arg=-0.7
// RUN: chad-run %s --entry=slope --grad-check --arg=0.3 --arg=-0.7
// RUN: chad-run %s --entry=loss --grad-check --arg=0.3 --arg=-0.7 --check-bounds --threads=2
// RUN: chad-run %s --entry=loss --grad-check --arg=0.3 --arg=-0.7 --exact-floats
// RUN: chad-run %s --entry=by_index --grad-check --arg=0.3 --arg='[3, 0, 3, 2, 2, 2, 15, 15, 15, 1, 0, 9]'
// RUN: chad-run %s --entry=by_index --grad-check --arg=0.3 --arg='[]'

// tanh(W x[max(i - 2, 0)])
func.func private @layer(%x: tensor<32x16xf64>, %w: tensor<16x16xf64>) -> tensor<32x16xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %y = chad.build %i < %c32 -> tensor<32x16xf64> {
    %h = chad.map (%row in %w : tensor<16x16xf64>) -> tensor<16xf64> {
      %before = arith.subi %i, %c2 : index
      %p = arith.maxsi %before, %c0 : index
      %xp = tensor.extract_slice %x[%p, 0] [1, 16] [1, 1] : tensor<32x16xf64> to tensor<16xf64>
      %d = chad.fold (%a in %row : tensor<16xf64>, %b in %xp : tensor<16xf64>) with (%s = %zero : f64) {
        %m = arith.mulf %a, %b : f64
        %n = arith.addf %s, %m : f64
        chad.yield %n : f64
      }
      %t = math.tanh %d : f64
      chad.yield %t : f64
    }
    chad.yield %h : tensor<16xf64>
  }
  return %y : tensor<32x16xf64>
}

// CHECK-LABEL: func.func @gradient
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK: chad.build %[[I:.*]] <
// CHECK-NOT: chad.fold
// CHECK: arith.addi %[[I]], %c2
// CHECK: tensor.extract_slice %[[ROWS]][%{{.*}}, 0] [1, 16] [1, 1]
// CHECK-NOT: chad.fold
// CHECK: return
func.func @gradient(%x: tensor<32x16xf64>, %w: tensor<16x16xf64>, %y: !chad.lin<tensor<32x16xf64>>) -> !chad.lin<tensor<32x16xf64>> {
  %r:2 = chad.vjp @layer(%x, %w) seed(%y) wrt [0]
      : (tensor<32x16xf64>, tensor<16x16xf64>, !chad.lin<tensor<32x16xf64>>)
      -> (tensor<32x16xf64>, !chad.lin<tensor<32x16xf64>>)
  return %r#1 : !chad.lin<tensor<32x16xf64>>
}

func.func private @wave(%a: f64, %n: index, %m: index) -> tensor<?x?xf64> {
  %w = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %m -> tensor<?xf64> {
      %c3 = arith.constant 3 : index
      %i3 = arith.muli %i, %c3 : index
      %k = arith.addi %i3, %j : index
      %ki = arith.index_cast %k : index to i64
      %kf = arith.sitofp %ki : i64 to f64
      %p = arith.mulf %kf, %a : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  return %w : tensor<?x?xf64>
}

func.func private @squares(%y: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum = chad.fold (%row in %y : tensor<?x?xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%e in %row : tensor<?xf64>) with (%u = %s : f64) {
      %q = arith.mulf %e, %e : f64
      %v = arith.addf %u, %q : f64
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %sum : f64
}

func.func @loss(%a: f64, %b: f64) -> f64 {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %xd = call @wave(%a, %c32, %c16) : (f64, index, index) -> tensor<?x?xf64>
  %wd = call @wave(%b, %c16, %c16) : (f64, index, index) -> tensor<?x?xf64>
  %x = tensor.cast %xd : tensor<?x?xf64> to tensor<32x16xf64>
  %w = tensor.cast %wd : tensor<?x?xf64> to tensor<16x16xf64>
  %h = call @layer(%x, %w) : (tensor<32x16xf64>, tensor<16x16xf64>) -> tensor<32x16xf64>
  %y = call @layer(%h, %w) : (tensor<32x16xf64>, tensor<16x16xf64>) -> tensor<32x16xf64>
  %yd = tensor.cast %y : tensor<32x16xf64> to tensor<?x?xf64>
  %s = call @squares(%yd) : (tensor<?x?xf64>) -> f64
  return %s : f64
}

func.func @slope(%a: f64, %b: f64) -> f64 {
  %g:2 = chad.grad @loss(%a, %b) wrt [0, 1] : (f64, f64) -> (f64, f64)
  %s = arith.mulf %g#0, %g#1 : f64
  return %s : f64
}

// The positions are data, the extents are not known, and the inner loop runs for no row of an empty table.
func.func @by_index(%a: f64, %at: tensor<?xindex>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = tensor.dim %at, %c0 : tensor<?xindex>
  %x = call @wave(%a, %c16, %c16) : (f64, index, index) -> tensor<?x?xf64>
  %w = call @wave(%a, %n, %c16) : (f64, index, index) -> tensor<?x?xf64>
  %y = chad.map (%i in %at : tensor<?xindex>) -> tensor<?x?xf64> {
    %d0 = tensor.dim %x, %c0 : tensor<?x?xf64>
    %xp = tensor.extract_slice %x[%i, 0] [1, %d0] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %h = chad.map (%row in %w : tensor<?x?xf64>) -> tensor<?xf64> {
      %d = chad.fold (%p in %row : tensor<?xf64>, %q in %xp : tensor<?xf64>) with (%s = %zero : f64) {
        %m = arith.mulf %p, %q : f64
        %t = arith.addf %s, %m : f64
        chad.yield %t : f64
      }
      %e = math.tanh %d : f64
      chad.yield %e : f64
    }
    chad.yield %h : tensor<?xf64>
  }
  %s = call @squares(%y) : (tensor<?x?xf64>) -> f64
  return %s : f64
}

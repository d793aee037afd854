// Products whose factors the bodies of inner loops make, that stand in inner maps and builds, that read and update arrays at
// fixed positions, and of which several are added to one state.

// RUN: chad-opt %s --chad-to-first-order --chad-optimize-arrays | FileCheck %s
// RUN: chad-run %s --entry=loss --grad-check --arg=0.3 --arg=-0.7
// RUN: chad-run %s --entry=slope --grad-check --arg=0.3 --arg=-0.7
// RUN: chad-run %s --entry=loss --grad-check --arg=0.3 --arg=-0.7 --check-bounds --threads=2
// RUN: chad-run %s --entry=loss --arg=0.3 --arg=-0.7 --interpret | FileCheck %s --check-prefix=LOSS
// RUN: chad-run %s --entry=loss --arg=0.3 --arg=-0.7 | FileCheck %s --check-prefix=LOSS

// Σₕ V[e, d, h] tanh(Σⱼ W[e, h, j] x[t, j]), where the inner map over e makes the second factor.
// CHECK-LABEL: func.func @experts
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "parallel", "reduction"]
// CHECK: math.tanh
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "parallel", "reduction"]
// CHECK-NOT: chad.fold
// CHECK: return
func.func @experts(%x: tensor<32x16xf64>, %w: tensor<8x16x16xf64>, %v: tensor<8x16x16xf64>) -> tensor<32x8x16xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%t in %x : tensor<32x16xf64>) -> tensor<32x8x16xf64> {
    %e = chad.map (%a in %w : tensor<8x16x16xf64>, %b in %v : tensor<8x16x16xf64>) -> tensor<8x16xf64> {
      %h = chad.map (%row in %a : tensor<16x16xf64>) -> tensor<16xf64> {
        %d = chad.fold (%p in %row : tensor<16xf64>, %q in %t : tensor<16xf64>) with (%s = %zero : f64) {
          %m = arith.mulf %p, %q : f64
          %n = arith.addf %s, %m : f64
          chad.yield %n : f64
        }
        %y = math.tanh %d : f64
        chad.yield %y : f64
      }
      %o = chad.map (%row in %b : tensor<16x16xf64>) -> tensor<16xf64> {
        %d = chad.fold (%p in %row : tensor<16xf64>, %q in %h : tensor<16xf64>) with (%s = %zero : f64) {
          %m = arith.mulf %p, %q : f64
          %n = arith.addf %s, %m : f64
          chad.yield %n : f64
        }
        chad.yield %d : f64
      }
      chad.yield %o : tensor<16xf64>
    }
    chad.yield %e : tensor<8x16xf64>
  }
  return %r : tensor<32x8x16xf64>
}

// A row of each factor at the index of a build, and an op after the product in the inner build.
// CHECK-LABEL: func.func @rows
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK: arith.select
// CHECK-NOT: chad.fold
// CHECK: return
func.func @rows(%q: tensor<32x16xf64>, %k: tensor<24x16xf64>) -> tensor<32x24xf64> {
  %zero = arith.constant 0.0 : f64
  %m = arith.constant 32 : index
  %n = arith.constant 24 : index
  %r = chad.build %i < %m -> tensor<32x24xf64> {
    %s = chad.build %j < %n -> tensor<24xf64> {
      %a = tensor.extract_slice %q[%i, 0] [1, 16] [1, 1] : tensor<32x16xf64> to tensor<16xf64>
      %b = tensor.extract_slice %k[%j, 0] [1, 16] [1, 1] : tensor<24x16xf64> to tensor<16xf64>
      %p = chad.map (%u in %a : tensor<16xf64>, %v in %b : tensor<16xf64>) -> tensor<16xf64> {
        %w = arith.mulf %u, %v : f64
        chad.yield %w : f64
      }
      %d = chad.reduce (%u, %v in %p from %zero : tensor<16xf64>) {
        %w = arith.addf %u, %v : f64
        chad.yield %w : f64
      }
      %c = arith.cmpi ule, %j, %i : index
      %t = arith.select %c, %d, %zero : f64
      chad.yield %t : f64
    }
    chad.yield %s : tensor<24xf64>
  }
  return %r : tensor<32x24xf64>
}

// tanh(W[:, 0] x[max(i - 1, 0)] + W[:, 1] x[i]): fixed positions of W, and rows at indices that are no loop's. The derivative adds
// two products to one state, each at its fixed position.
func.func private @taps(%x: tensor<40x16xf64>, %w: tensor<16x2x16xf64>) -> tensor<40x16xf64> {
  %zero = arith.constant 0.0 : f64
  %zeroth = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 40 : index
  %r = chad.build %i < %n -> tensor<40x16xf64> {
    %less = arith.subi %i, %one : index
    %before = arith.maxsi %less, %zeroth : index
    %y = chad.map (%v in %w : tensor<16x2x16xf64>) -> tensor<16xf64> {
      %a = tensor.extract_slice %v[0, 0] [1, 16] [1, 1] : tensor<2x16xf64> to tensor<16xf64>
      %b = tensor.extract_slice %v[1, 0] [1, 16] [1, 1] : tensor<2x16xf64> to tensor<16xf64>
      %p = tensor.extract_slice %x[%before, 0] [1, 16] [1, 1] : tensor<40x16xf64> to tensor<16xf64>
      %q = tensor.extract_slice %x[%i, 0] [1, 16] [1, 1] : tensor<40x16xf64> to tensor<16xf64>
      %c = chad.fold (%e in %a : tensor<16xf64>, %f in %p : tensor<16xf64>) with (%s = %zero : f64) {
        %m = arith.mulf %e, %f : f64
        %t = arith.addf %s, %m : f64
        chad.yield %t : f64
      }
      %d = chad.fold (%e in %b : tensor<16xf64>, %f in %q : tensor<16xf64>) with (%s = %c : f64) {
        %m = arith.mulf %e, %f : f64
        %t = arith.addf %s, %m : f64
        chad.yield %t : f64
      }
      %h = math.tanh %d : f64
      chad.yield %h : f64
    }
    chad.yield %y : tensor<16xf64>
  }
  return %r : tensor<40x16xf64>
}

// Two products for the value, two for the derivative by W, and one for that by x: the rows at max(i - 1, 0) may coincide.
// CHECK-LABEL: func.func @derivative
// CHECK-COUNT-2: linalg.generic
// CHECK: math.tanh
// CHECK: linalg.generic
// CHECK: tensor.insert_slice {{.+}}[0, 1, 0] [16, 1, 16] [1, 1, 1]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice {{.+}}[0, 0, 0] [16, 1, 16] [1, 1, 1]
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @derivative(%x: tensor<40x16xf64>, %w: tensor<16x2x16xf64>, %l: !chad.lin<tensor<40x16xf64>>)
    -> (!chad.lin<tensor<40x16xf64>>, !chad.lin<tensor<16x2x16xf64>>) {
  %v, %dx, %dw = chad.vjp @taps(%x, %w) seed(%l) wrt [0, 1]
      : (tensor<40x16xf64>, tensor<16x2x16xf64>, !chad.lin<tensor<40x16xf64>>)
      -> (tensor<40x16xf64>, !chad.lin<tensor<40x16xf64>>, !chad.lin<tensor<16x2x16xf64>>)
  return %dx, %dw : !chad.lin<tensor<40x16xf64>>, !chad.lin<tensor<16x2x16xf64>>
}

// All of them, of sines, by two numbers.
// LOSS: f64 19640.67338667
func.func private @wave(%p: f64, %i: index, %j: index, %k: index) -> f64 {
  %seven = arith.constant 7 : index
  %three = arith.constant 3 : index
  %a = arith.muli %i, %seven : index
  %b = arith.muli %j, %three : index
  %c = arith.addi %a, %b : index
  %d = arith.addi %c, %k : index
  %e = arith.index_cast %d : index to i64
  %f = arith.sitofp %e : i64 to f64
  %g = arith.addf %f, %p : f64
  %h = math.sin %g : f64
  return %h : f64
}
func.func private @waves(%p: f64, %l: index, %m: index, %n: index) -> tensor<?x?x?xf64> {
  %r = chad.build %i < %l -> tensor<?x?x?xf64> {
    %s = chad.build %j < %m -> tensor<?x?xf64> {
      %t = chad.build %k < %n -> tensor<?xf64> {
        %h = func.call @wave(%p, %i, %j, %k) : (f64, index, index, index) -> f64
        chad.yield %h : f64
      }
      chad.yield %t : tensor<?xf64>
    }
    chad.yield %s : tensor<?x?xf64>
  }
  return %r : tensor<?x?x?xf64>
}
func.func private @rest(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zero : f64) {
    %q = arith.mulf %e, %e : f64
    %t = arith.addf %s, %q : f64
    chad.yield %t : f64
  }
  return %r : f64
}
func.func @loss(%p: f64, %q: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %x0 = func.call @waves(%p, %c1, %c32, %c16) : (f64, index, index, index) -> tensor<?x?x?xf64>
  %w0 = func.call @waves(%q, %c8, %c16, %c16) : (f64, index, index, index) -> tensor<?x?x?xf64>
  %k0 = func.call @waves(%q, %c1, %c24, %c16) : (f64, index, index, index) -> tensor<?x?x?xf64>
  %y0 = func.call @waves(%p, %c1, %c40, %c16) : (f64, index, index, index) -> tensor<?x?x?xf64>
  %t0 = func.call @waves(%q, %c16, %c2, %c16) : (f64, index, index, index) -> tensor<?x?x?xf64>
  %x1 = tensor.cast %x0 : tensor<?x?x?xf64> to tensor<1x32x16xf64>
  %x = tensor.collapse_shape %x1 [[0, 1], [2]] : tensor<1x32x16xf64> into tensor<32x16xf64>
  %w = tensor.cast %w0 : tensor<?x?x?xf64> to tensor<8x16x16xf64>
  %k1 = tensor.cast %k0 : tensor<?x?x?xf64> to tensor<1x24x16xf64>
  %k = tensor.collapse_shape %k1 [[0, 1], [2]] : tensor<1x24x16xf64> into tensor<24x16xf64>
  %y1 = tensor.cast %y0 : tensor<?x?x?xf64> to tensor<1x40x16xf64>
  %y = tensor.collapse_shape %y1 [[0, 1], [2]] : tensor<1x40x16xf64> into tensor<40x16xf64>
  %t = tensor.cast %t0 : tensor<?x?x?xf64> to tensor<16x2x16xf64>
  %a = func.call @experts(%x, %w, %w) : (tensor<32x16xf64>, tensor<8x16x16xf64>, tensor<8x16x16xf64>) -> tensor<32x8x16xf64>
  %b = func.call @rows(%x, %k) : (tensor<32x16xf64>, tensor<24x16xf64>) -> tensor<32x24xf64>
  %c = func.call @taps(%y, %t) : (tensor<40x16xf64>, tensor<16x2x16xf64>) -> tensor<40x16xf64>
  %a1 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<32x8x16xf64> into tensor<4096xf64>
  %b1 = tensor.collapse_shape %b [[0, 1]] : tensor<32x24xf64> into tensor<768xf64>
  %c0 = tensor.collapse_shape %c [[0, 1]] : tensor<40x16xf64> into tensor<640xf64>
  %a2 = tensor.cast %a1 : tensor<4096xf64> to tensor<?xf64>
  %b2 = tensor.cast %b1 : tensor<768xf64> to tensor<?xf64>
  %d2 = tensor.cast %c0 : tensor<640xf64> to tensor<?xf64>
  %l = func.call @rest(%a2) : (tensor<?xf64>) -> f64
  %m = func.call @rest(%b2) : (tensor<?xf64>) -> f64
  %n = func.call @rest(%d2) : (tensor<?xf64>) -> f64
  %o = arith.addf %l, %m : f64
  %r = arith.addf %o, %n : f64
  return %r : f64
}
func.func @slope(%p: f64, %q: f64) -> f64 {
  %a, %b = chad.grad @loss(%p, %q) : (f64, f64) -> (f64, f64)
  %r = arith.subf %a, %b : f64
  return %r : f64
}

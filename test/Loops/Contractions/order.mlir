// RUN: chad-opt %s --chad-raise-contractions | FileCheck %s

// Values that ops after a product read from ops before it are kept in the order in which they are
// read, so that a program is compiled to the same code each time.

// CHECK-LABEL: @kept(
// CHECK: %{{.*}}:5 = chad.map
// CHECK: %[[A:.*]] = math.sin
// CHECK: %[[B:.*]] = math.cos
// CHECK: %[[C:.*]] = math.exp
// CHECK: %[[D:.*]] = math.tanh
// CHECK: %[[E:.*]] = math.log
// CHECK: chad.yield %[[C]], %[[A]], %[[E]], %[[B]], %[[D]]
func.func @kept(%w: tensor<64x64xf64>, %xs: tensor<32x64xf64>, %s: tensor<32xf64>)
    -> tensor<32x64xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%x in %xs : tensor<32x64xf64>, %v in %s : tensor<32xf64>) -> tensor<32x64xf64> {
    %a = math.sin %v : f64
    %b = math.cos %v : f64
    %c = math.exp %v : f64
    %d = math.tanh %v : f64
    %e = math.log %v : f64
    %y = chad.map (%row in %w : tensor<64x64xf64>) -> tensor<64xf64> {
      %terms = chad.map (%p in %row : tensor<64xf64>, %q in %x : tensor<64xf64>) -> tensor<64xf64> {
        %pq = arith.mulf %p, %q : f64
        chad.yield %pq : f64
      }
      %sum = chad.reduce (%l, %t in %terms from %zero : tensor<64xf64>) {
        %lt = arith.addf %l, %t : f64
        chad.yield %lt : f64
      }
      chad.yield %sum : f64
    }
    %y1 = chad.map (%z in %y : tensor<64xf64>) -> tensor<64xf64> {
      %t = arith.addf %z, %c : f64
      chad.yield %t : f64
    }
    %y2 = chad.map (%z in %y1 : tensor<64xf64>) -> tensor<64xf64> {
      %t = arith.addf %z, %a : f64
      chad.yield %t : f64
    }
    %y3 = chad.map (%z in %y2 : tensor<64xf64>) -> tensor<64xf64> {
      %t = arith.addf %z, %e : f64
      chad.yield %t : f64
    }
    %y4 = chad.map (%z in %y3 : tensor<64xf64>) -> tensor<64xf64> {
      %t = arith.addf %z, %b : f64
      chad.yield %t : f64
    }
    %y5 = chad.map (%z in %y4 : tensor<64xf64>) -> tensor<64xf64> {
      %t = arith.addf %z, %d : f64
      chad.yield %t : f64
    }
    chad.yield %y5 : tensor<64xf64>
  }
  return %r : tensor<32x64xf64>
}

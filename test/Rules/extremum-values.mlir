// The cotangents of extrema of computed arrays, which are zero but for one index: values, the
// derivative by differences, and the first of equal elements beside infinities and NaN.

// RUN: chad-run %s --entry=nearest --grad-check --arg='[[1,2],[-3,0.5],[0.25,4]]' --arg='[[0,1],[5,-2],[0.5,3],[-2,-2]]' --arg='[0.5,2,1.5]' | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s --entry=second --grad-check --arg='[[1,2],[-3,0.5],[0.25,4]]' --arg='[[0,1],[5,-2],[0.5,3],[-2,-2]]' --arg='[0.5,2,1.5]' | FileCheck %s --check-prefix=CHECKED
// RUN: chad-run %s | FileCheck %s
// RUN: chad-opt %s --chad-to-first-order | chad-run - --interpret | FileCheck %s

// CHECKED: gradient check: 17 of 17 entries

// sum_i min_k w_k sum_d (x_id - c_kd)^2
func.func @nearest(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>, %weights: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %distances = chad.map (%point in %points : tensor<?x?xf64>) -> tensor<?xf64> {
    %all = chad.map (%centre in %centres : tensor<?x?xf64>, %w in %weights : tensor<?xf64>) -> tensor<?xf64> {
      %squares = chad.map (%x in %point : tensor<?xf64>, %c in %centre : tensor<?xf64>) -> tensor<?xf64> {
        %d = arith.subf %x, %c : f64
        %q = arith.mulf %d, %d : f64
        chad.yield %q : f64
      }
      %distance = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      %weighted = arith.mulf %w, %distance : f64
      chad.yield %weighted : f64
    }
    %nearest = chad.reduce (%a, %b in %all from %inf : tensor<?xf64>) {
      %m = arith.minimumf %a, %b : f64
      chad.yield %m : f64
    }
    chad.yield %nearest : f64
  }
  %total = chad.reduce (%a, %b in %distances from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %total : f64
}

// A function of the derivative.
func.func @second(%c: tensor<?x?xf64>, %x: tensor<?x?xf64>, %w: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %g:3 = chad.grad @nearest(%c, %x, %w)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>)
  %s = chad.fold (%r in %g#0 : tensor<?x?xf64>, %v in %g#2 : tensor<?xf64>) with (%a = %zero : f64) {
    %t = chad.fold (%e in %r : tensor<?xf64>) with (%b = %a : f64) {
      %q = math.sin %e : f64
      %u = arith.addf %b, %q : f64
      chad.yield %u : f64
    }
    %z = math.cos %v : f64
    %y = arith.addf %t, %z : f64
    chad.yield %y : f64
  }
  %p = chad.fold (%r in %g#1 : tensor<?x?xf64>) with (%a = %s : f64) {
    %t = chad.fold (%e in %r : tensor<?xf64>) with (%b = %a : f64) {
      %q = math.sin %e : f64
      %u = arith.mulf %b, %q : f64
      chad.yield %u : f64
    }
    chad.yield %t : f64
  }
  return %p : f64
}

// The second and the third centre are equally near; the first one is at an infinite distance.
// CHECK: tensor<3x1xf64> {{\[\[}}0], [-2], [0]]
// CHECK-NEXT: tensor<1x1xf64> {{\[\[}}2]]
// CHECK-NEXT: tensor<3xf64> [0, 1, 0]
// No element: the unit has the cotangent, and all others are zero.
// CHECK-NEXT: tensor<0x1xf64> []
// CHECK-NEXT: tensor<1x1xf64> {{\[\[}}0]]
func.func @main() -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c = arith.constant dense<[[0x7FF0000000000000], [1.0], [1.0]]> : tensor<3x1xf64>
  %x = arith.constant dense<[[2.0]]> : tensor<1x1xf64>
  %w = arith.constant dense<[1.0, 1.0, 1.0]> : tensor<3xf64>
  %cs = tensor.cast %c : tensor<3x1xf64> to tensor<?x?xf64>
  %xs = tensor.cast %x : tensor<1x1xf64> to tensor<?x?xf64>
  %ws = tensor.cast %w : tensor<3xf64> to tensor<?xf64>
  %g:3 = chad.grad @nearest(%cs, %xs, %ws)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>)
  %c0 = tensor.empty() : tensor<0x1xf64>
  %w0 = tensor.empty() : tensor<0xf64>
  %cs0 = tensor.cast %c0 : tensor<0x1xf64> to tensor<?x?xf64>
  %ws0 = tensor.cast %w0 : tensor<0xf64> to tensor<?xf64>
  %h:3 = chad.grad @nearest(%cs0, %xs, %ws0)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>)
  return %g#0, %g#1, %g#2, %h#0, %h#1 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

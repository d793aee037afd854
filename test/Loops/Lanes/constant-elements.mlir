// Arrays that iterations make of elements of a constant: with an iteration in each lane they are
// constant vectors, of which no attribute can be made.

// RUN: chad-run %s --entry=twice --arg='[1, 2]' | FileCheck %s --check-prefix=TWICE
// RUN: chad-run %s --entry=opposite --arg='[1, 2]' | FileCheck %s --check-prefix=OPPOSITE
// RUN: chad-run %s --entry=rows --arg='[1, 2]' | FileCheck %s --check-prefix=ROWS
// RUN: chad-run %s --entry=rows --arg='[1, 2]' --interpret | FileCheck %s --check-prefix=ROWS
// RUN: sed s/f64/f32/g %s | chad-run - --entry=twice --arg='[1, 2]' --threads=2 | FileCheck %s --check-prefix=TWICE

// TWICE: [9, 18, 27, 36]
func.func @twice(%x: tensor<?xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %r = chad.map (%e in %table : tensor<4xf64>) -> tensor<4xf64> {
    %n = arith.addf %e, %e : f64
    %pair = tensor.from_elements %e, %n : tensor<2xf64>
    %s = chad.fold (%v in %pair : tensor<2xf64>) with (%a = %zero : f64) {
      %t = chad.fold (%u in %x : tensor<?xf64>) with (%b = %a : f64) {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %b, %p : f64
        chad.yield %q : f64
      }
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<4xf64>
}

// OPPOSITE: [0, 0, 0, 0]
func.func @opposite(%x: tensor<?xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %r = chad.map (%e in %table : tensor<4xf64>) -> tensor<4xf64> {
    %n = arith.negf %e : f64
    %pair = tensor.from_elements %e, %n : tensor<2xf64>
    %s = chad.fold (%v in %pair : tensor<2xf64>) with (%a = %zero : f64) {
      %t = chad.fold (%u in %x : tensor<?xf64>) with (%b = %a : f64) {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %b, %p : f64
        chad.yield %q : f64
      }
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<4xf64>
}

// ROWS: {{\[\[3, 6, 3, 6\], \[6, 12, 6, 12\], \[9, 18, 9, 18\]\]}}
func.func @rows(%x: tensor<?xf64>) -> tensor<3x4xf64> {
  %zero = arith.constant 0.0 : f64
  %table = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %r = chad.map (%e in %table : tensor<3xf64>) -> tensor<3x4xf64> {
    %n = arith.addf %e, %e : f64
    %pair = tensor.from_elements %e, %n, %e, %n : tensor<2x2xf64>
    %flat = tensor.collapse_shape %pair [[0, 1]] : tensor<2x2xf64> into tensor<4xf64>
    %s = chad.map (%v in %flat : tensor<4xf64>) -> tensor<4xf64> {
      %t = chad.fold (%u in %x : tensor<?xf64>) with (%b = %zero : f64) {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %b, %p : f64
        chad.yield %q : f64
      }
      chad.yield %t : f64
    }
    chad.yield %s : tensor<4xf64>
  }
  return %r : tensor<3x4xf64>
}

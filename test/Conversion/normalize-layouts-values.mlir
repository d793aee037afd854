// Convolutions whose channels are not innermost, compiled, against the interpreter and differences.

// RUN: chad-run %s --entry=strided --arg=8 --arg=0.25 > %t.compiled
// RUN: chad-run %s --entry=strided --arg=8 --arg=0.25 --interpret > %t.interpreted
// RUN: diff %t.compiled %t.interpreted
// RUN: chad-run %s --entry=strided --arg=8 --arg=0.25 --wrt=1 --grad-check
// RUN: chad-opt %s --chad-normalize-layouts | chad-run - --entry=strided --arg=8 --arg=0.25 --interpret | diff %t.compiled -
// RUN: chad-opt %s --chad-normalize-layouts | FileCheck %s
// RUN: chad-run %s --entry=by_both --arg=0.2 --arg=0.7 --grad-check
// RUN: chad-run %s --entry=by_both --arg=0.2 --arg=0.7 --grad-check --threads=2
// RUN: chad-run %s --entry=slopes --arg=0.2 --arg=0.7 --grad-check

// An array of as many elements as its type says, which are multiples of eighths around `shift`.
func.func private @image(%n: index, %shift: f64) -> tensor<?x4x11x9xf64> {
  %r = tensor.generate %n {
  ^bb0(%b: index, %c: index, %y: index, %x: index):
    %c7 = arith.constant 7 : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %0 = arith.muli %y, %c3 : index
    %1 = arith.muli %x, %c5 : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.addi %2, %c : index
    %4 = arith.addi %3, %b : index
    %5 = arith.remui %4, %c7 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.sitofp %6 : i64 to f64
    %eighth = arith.constant 0.125 : f64
    %8 = arith.mulf %7, %eighth : f64
    %9 = arith.addf %8, %shift : f64
    tensor.yield %9 : f64
  } : tensor<?x4x11x9xf64>
  return %r : tensor<?x4x11x9xf64>
}

func.func private @kernel(%shift: f64) -> tensor<8x4x3x2xf64> {
  %r = tensor.generate {
  ^bb0(%f: index, %c: index, %y: index, %x: index):
    %c5 = arith.constant 5 : index
    %c3 = arith.constant 3 : index
    %0 = arith.muli %f, %c3 : index
    %1 = arith.addi %0, %c : index
    %2 = arith.addi %1, %y : index
    %3 = arith.addi %2, %x : index
    %4 = arith.remui %3, %c5 : index
    %5 = arith.index_cast %4 : index to i64
    %6 = arith.sitofp %5 : i64 to f64
    %quarter = arith.constant 0.25 : f64
    %7 = arith.mulf %6, %quarter : f64
    %8 = arith.subf %7, %shift : f64
    tensor.yield %8 : f64
  } : tensor<8x4x3x2xf64>
  return %r : tensor<8x4x3x2xf64>
}

// CHECK-LABEL: @strided
// CHECK: linalg.transpose
// CHECK: linalg.transpose
// CHECK: linalg.generic
// CHECK: linalg.transpose
func.func @strided(%n: index, %shift: f64) -> f64 {
  %x = func.call @image(%n, %shift) : (index, f64) -> tensor<?x4x11x9xf64>
  %k = func.call @kernel(%shift) : (f64) -> tensor<8x4x3x2xf64>
  %one = arith.constant 1.0 : f64
  %e = tensor.empty(%n) : tensor<?x8x4x4xf64>
  %start = linalg.fill ins(%one : f64) outs(%e : tensor<?x8x4x4xf64>) -> tensor<?x8x4x4xf64>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<?x4x11x9xf64>, tensor<8x4x3x2xf64>)
      outs(%start : tensor<?x8x4x4xf64>) -> tensor<?x8x4x4xf64>
  %zero = arith.constant 0.0 : f64
  %e0 = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%y : tensor<?x8x4x4xf64>) outs(%z : tensor<f64>)
      dimensions = [0, 1, 2, 3]
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}

// Groups, of which each has its own kernel, and channels between spatial dimensions.
#window = affine_map<(b, g, y, f, r, c) -> (g, b, c, y + r * 2)>
#weights = affine_map<(b, g, y, f, r, c) -> (f, r, g, c)>
#made = affine_map<(b, g, y, f, r, c) -> (b, f, g, y)>
func.func private @grouped(%x: tensor<2x3x5x17xf64>, %k: tensor<6x4x2x5xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %start = tensor.splat %zero : tensor<3x6x2x11xf64>
  %y = linalg.generic {indexing_maps = [#window, #weights, #made], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<2x3x5x17xf64>, tensor<6x4x2x5xf64>) outs(%start : tensor<3x6x2x11xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x6x2x11xf64>
  %q = math.tanh %y : tensor<3x6x2x11xf64>
  %e0 = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<3x6x2x11xf64>) outs(%z : tensor<f64>)
      dimensions = [0, 1, 2, 3]
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}

func.func @by_both(%a: f64, %b: f64) -> f64 {
  %x = tensor.generate {
  ^bb0(%g: index, %i: index, %c: index, %y: index):
    %0 = arith.addi %g, %i : index
    %1 = arith.muli %y, %c : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.index_cast %2 : index to i64
    %4 = arith.sitofp %3 : i64 to f64
    %5 = arith.mulf %4, %a : f64
    %6 = math.sin %5 : f64
    tensor.yield %6 : f64
  } : tensor<2x3x5x17xf64>
  %k = tensor.generate {
  ^bb0(%f: index, %i: index, %g: index, %c: index):
    %0 = arith.muli %f, %i : index
    %1 = arith.addi %g, %c : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.index_cast %2 : index to i64
    %4 = arith.sitofp %3 : i64 to f64
    %5 = arith.mulf %4, %b : f64
    %6 = math.cos %5 : f64
    tensor.yield %6 : f64
  } : tensor<6x4x2x5xf64>
  %r = func.call @grouped(%x, %k) : (tensor<2x3x5x17xf64>, tensor<6x4x2x5xf64>) -> f64
  return %r : f64
}

// A gradient, which is differentiated again.
func.func @slopes(%a: f64, %b: f64) -> f64 {
  %x, %y = chad.grad @by_both(%a, %b) wrt [0, 1] : (f64, f64) -> (f64, f64)
  %r = arith.mulf %x, %y : f64
  return %r : f64
}

// Arrays that are read column by column, compiled, against the interpreter; their extents fill tiles or do not.

// RUN: chad-run %s --entry=sums --arg=0 --arg=8 --arg=3 > %t.compiled
// RUN: chad-run %s --entry=sums --arg=0 --arg=8 --arg=3 --interpret | diff %t.compiled -
// RUN: chad-run %s --entry=sums --arg=1 --arg=32 --arg=3 > %t.compiled
// RUN: chad-run %s --entry=sums --arg=1 --arg=32 --arg=3 --interpret | diff %t.compiled -
// RUN: chad-run %s --entry=sums --arg=8 --arg=23 --arg=3 > %t.compiled
// RUN: chad-run %s --entry=sums --arg=8 --arg=23 --arg=3 --interpret | diff %t.compiled -
// RUN: chad-run %s --entry=sums --arg=17 --arg=1 --arg=3 > %t.compiled
// RUN: chad-run %s --entry=sums --arg=17 --arg=1 --arg=3 --interpret | diff %t.compiled -
// RUN: chad-run %s --entry=sums --arg=17 --arg=40 --arg=3 > %t.compiled
// RUN: chad-run %s --entry=sums --arg=17 --arg=40 --arg=3 --interpret | diff %t.compiled -
// RUN: chad-run %s --entry=sums --arg=17 --arg=40 --arg=3 --threads=2 --thread-grain=1 | diff %t.compiled -
// RUN: chad-run %s --entry=sums --arg=24 --arg=24 --arg=3 > %t.compiled
// RUN: chad-run %s --entry=sums --arg=24 --arg=24 --arg=3 --interpret | diff %t.compiled -
// RUN: chad-run %s --entry=weighted --arg=21 --arg=0.5 --wrt=1 --grad-check
// RUN: chad-opt %s --chad-to-first-order --chad-optimize-arrays --chad-schedule-loops --chad-bufferize | FileCheck %s

// CHECK-LABEL: func.func @sums
// CHECK: step %c8

// Small integers as floats, so that sums are exact in any order.
func.func private @numbers(%n: index, %m: index, %b: index) -> tensor<?x?x?xf64> {
  %r = tensor.generate %m, %b, %n {
  ^bb0(%i: index, %j: index, %k: index):
    %c31 = arith.constant 31 : index
    %c7 = arith.constant 7 : index
    %c5 = arith.constant 5 : index
    %0 = arith.muli %i, %c7 : index
    %1 = arith.muli %j, %c5 : index
    %2 = arith.muli %k, %k : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.remui %4, %c31 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.sitofp %6 : i64 to f64
    tensor.yield %7 : f64
  } : tensor<?x?x?xf64>
  return %r : tensor<?x?x?xf64>
}

// The array with its dimensions in the opposite order, plus twice another one, their sum, and the greatest element.
func.func @sums(%n: index, %m: index, %b: index) -> (f64, f64, tensor<?x?x?xf64>) {
  %x = func.call @numbers(%n, %m, %b) : (index, index, index) -> tensor<?x?x?xf64>
  %y = func.call @numbers(%m, %n, %b) : (index, index, index) -> tensor<?x?x?xf64>
  %e = tensor.empty(%n, %b, %m) : tensor<?x?x?xf64>
  %t = linalg.transpose ins(%x : tensor<?x?x?xf64>) outs(%e : tensor<?x?x?xf64>) permutation = [2, 1, 0]
  %y2 = arith.addf %y, %y : tensor<?x?x?xf64>
  %z = arith.addf %t, %y2 : tensor<?x?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e0 = tensor.empty() : tensor<f64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%z : tensor<?x?x?xf64>) outs(%z0 : tensor<f64>) dimensions = [0, 1, 2]
  %g = linalg.reduce {arith.maximumf} ins(%z : tensor<?x?x?xf64>) outs(%z0 : tensor<f64>) dimensions = [0, 1, 2]
  %r0 = tensor.extract %s[] : tensor<f64>
  %r1 = tensor.extract %g[] : tensor<f64>
  return %r0, %r1, %z : f64, f64, tensor<?x?x?xf64>
}

func.func @weighted(%n: index, %a: f64) -> f64 {
  %c2 = arith.constant 2 : index
  %x = func.call @numbers(%n, %n, %c2) : (index, index, index) -> tensor<?x?x?xf64>
  %as = tensor.splat %a[%n, %c2, %n] : tensor<?x?x?xf64>
  %ax = arith.mulf %as, %x : tensor<?x?x?xf64>
  %w = math.sin %ax : tensor<?x?x?xf64>
  %e = tensor.empty(%n, %c2, %n) : tensor<?x?x?xf64>
  %t = linalg.transpose ins(%w : tensor<?x?x?xf64>) outs(%e : tensor<?x?x?xf64>) permutation = [2, 1, 0]
  %p = arith.mulf %t, %w : tensor<?x?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e0 = tensor.empty() : tensor<f64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%p : tensor<?x?x?xf64>) outs(%z0 : tensor<f64>) dimensions = [0, 1, 2]
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}

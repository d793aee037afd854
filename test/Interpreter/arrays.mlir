// The array combinators: several arrays and results, nesting, outer values,
// tensor elements, and extents 0 and 1.

// RUN: chad-run %s --interpret --entry=maps --arg='[1, 2, 3]' --arg='[[1, 2], [3, 4], [5, 6]]' --arg=10 | FileCheck %s --check-prefix=MAP
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=maps --arg='[1, 2, 3]' --arg='[[1, 2], [3, 4], [5, 6]]' --arg=10 | FileCheck %s --check-prefix=MAP
// RUN: chad-run %s --interpret --entry=maps --arg='[4]' --arg='[[1, 2]]' --arg=10 | FileCheck %s --check-prefix=MAP1
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=maps --arg='[4]' --arg='[[1, 2]]' --arg=10 | FileCheck %s --check-prefix=MAP1
// RUN: chad-run %s --interpret --entry=maps --arg='[]' --arg='[]' --arg=10 | FileCheck %s --check-prefix=MAP0
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=maps --arg='[]' --arg='[]' --arg=10 | FileCheck %s --check-prefix=MAP0
// MAP: tensor<3xf64> [11, 22, 33]
// MAP-NEXT: tensor<3x2xf64> {{\[\[}}1, 2], [6, 8], [15, 18]]
// MAP-NEXT: tensor<3xindex> [2, 2, 2]
// MAP1: tensor<1xf64> [44]
// MAP1-NEXT: tensor<1x2xf64> {{\[\[}}4, 8]]
// MAP1-NEXT: tensor<1xindex> [2]
// MAP0: tensor<0xf64> []
// MAP0-NEXT: tensor<0x0xf64> []
// MAP0-NEXT: tensor<0xindex> []
func.func @maps(%xs: tensor<?xf64>, %m: tensor<?x?xf64>, %k: f64)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %sums, %rows, %sizes = chad.map (%x in %xs : tensor<?xf64>, %row in %m : tensor<?x?xf64>)
      -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xindex>) {
    %scaled = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %e : f64
      chad.yield %p : f64
    }
    %t = arith.mulf %k, %x : f64
    %s = arith.addf %t, %x : f64
    %n = tensor.dim %row, %c0 : tensor<?xf64>
    chad.yield %s, %scaled, %n : f64, tensor<?xf64>, index
  }
  return %sums, %rows, %sizes : tensor<?xf64>, tensor<?x?xf64>, tensor<?xindex>
}

// RUN: chad-run %s --interpret --entry=builds --arg=3 --arg=2 | FileCheck %s --check-prefix=BUILD
// RUN: chad-run %s --interpret --entry=builds --arg=0 --arg=2 | FileCheck %s --check-prefix=BUILD0
// BUILD: tensor<3x2xindex> {{\[\[}}0, 1], [10, 11], [20, 21]]
// BUILD-NEXT: tensor<3xindex> [0, 1, 4]
// BUILD0: tensor<0x2xindex> []
// BUILD0-NEXT: tensor<0xindex> []
func.func @builds(%n: index, %m: index) -> (tensor<?x2xindex>, tensor<?xindex>) {
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %0, %1 = chad.build %i < %n -> (tensor<?x2xindex>, tensor<?xindex>) {
    %row = chad.build %j < %c2 -> tensor<2xindex> {
      %t = arith.muli %i, %c10 : index
      %s = arith.addi %t, %j : index
      chad.yield %s : index
    }
    %q = arith.muli %i, %i : index
    chad.yield %row, %q : tensor<2xindex>, index
  }
  return %0, %1 : tensor<?x2xindex>, tensor<?xindex>
}

// A largest element with its index: two accumulators; and rows added up.
// RUN: chad-run %s --interpret --entry=reduces --arg='[3, 7, 5]' --arg='[[1, 2], [3, 4]]' | FileCheck %s --check-prefix=REDUCE
// RUN: chad-run %s --interpret --entry=reduces --arg='[]' --arg='[]' | FileCheck %s --check-prefix=REDUCE0
// REDUCE: f64 7
// REDUCE-NEXT: index 1
// REDUCE-NEXT: tensor<2xf64> [4, 6]
// REDUCE0: f64 -inf
// REDUCE0-NEXT: index -1
// REDUCE0-NEXT: tensor<2xf64> [0, 0]
func.func @reduces(%xs: tensor<?xf64>, %m: tensor<?x2xf64>) -> (f64, index, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : index
  %least = arith.constant 0xFFF0000000000000 : f64
  %zeros = arith.constant dense<0.0> : tensor<2xf64>
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %max, %at = chad.reduce (%a, %x in %xs from %least : tensor<?xf64>,
                           %p, %i in %is from %none : tensor<?xindex>) {
    %c = arith.cmpf oge, %a, %x : f64
    %v = arith.select %c, %a, %x : f64
    %w = arith.select %c, %p, %i : index
    chad.yield %v, %w : f64, index
  }
  %sum = chad.reduce (%a, %row in %m from %zeros : tensor<?x2xf64>) {
    %s = arith.addf %a, %row : tensor<2xf64>
    chad.yield %s : tensor<2xf64>
  }
  return %max, %at, %sum : f64, index, tensor<2xf64>
}

// Strings of digits: concatenation does not commute, so the order shows. A pair
// (value, 10^length) is a string; its unit is (0, 1).
// RUN: chad-run %s --interpret --entry=scans --arg='[1, 2, 3]' | FileCheck %s --check-prefix=SCAN
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=scans --arg='[1, 2, 3]' | FileCheck %s --check-prefix=SCAN
// RUN: chad-run %s --interpret --entry=scans --arg='[7]' | FileCheck %s --check-prefix=SCAN1
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=scans --arg='[7]' | FileCheck %s --check-prefix=SCAN1
// RUN: chad-run %s --interpret --entry=scans --arg='[]' | FileCheck %s --check-prefix=SCAN0
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=scans --arg='[]' | FileCheck %s --check-prefix=SCAN0
// SCAN: tensor<3xi32> [1, 12, 123]
// SCAN-NEXT: tensor<3xi32> [0, 1, 12]
// SCAN-NEXT: tensor<3xi32> [123, 23, 3]
// SCAN-NEXT: tensor<3xi32> [23, 3, 0]
// SCAN-NEXT: i32 123
// SCAN1: tensor<1xi32> [7]
// SCAN1-NEXT: tensor<1xi32> [0]
// SCAN1-NEXT: tensor<1xi32> [7]
// SCAN1-NEXT: tensor<1xi32> [0]
// SCAN1-NEXT: i32 7
// SCAN0: tensor<0xi32> []
// SCAN0: i32 0
func.func @scans(%xs: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %tens = chad.map (%x in %xs : tensor<?xi32>) -> tensor<?xi32> {
    %ten = arith.constant 10 : i32
    chad.yield %ten : i32
  }
  %0, %w0 = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xi32>,
                                      %p, %q in %tens from %one : tensor<?xi32>) {
    %v, %w = func.call @append(%a, %p, %x, %q) : (i32, i32, i32, i32) -> (i32, i32)
    chad.yield %v, %w : i32, i32
  }
  %1, %w1 = chad.scan left exclusive (%a, %x in %xs from %zero : tensor<?xi32>,
                                      %p, %q in %tens from %one : tensor<?xi32>) {
    %v, %w = func.call @append(%a, %p, %x, %q) : (i32, i32, i32, i32) -> (i32, i32)
    chad.yield %v, %w : i32, i32
  }
  %2, %w2 = chad.scan right inclusive (%a, %x in %xs from %zero : tensor<?xi32>,
                                       %p, %q in %tens from %one : tensor<?xi32>) {
    %v, %w = func.call @append(%a, %p, %x, %q) : (i32, i32, i32, i32) -> (i32, i32)
    chad.yield %v, %w : i32, i32
  }
  %3, %w3 = chad.scan right exclusive (%a, %x in %xs from %zero : tensor<?xi32>,
                                       %p, %q in %tens from %one : tensor<?xi32>) {
    %v, %w = func.call @append(%a, %p, %x, %q) : (i32, i32, i32, i32) -> (i32, i32)
    chad.yield %v, %w : i32, i32
  }
  %4, %w4 = chad.reduce (%a, %x in %xs from %zero : tensor<?xi32>,
                         %p, %q in %tens from %one : tensor<?xi32>) {
    %v, %w = func.call @append(%a, %p, %x, %q) : (i32, i32, i32, i32) -> (i32, i32)
    chad.yield %v, %w : i32, i32
  }
  return %0, %1, %2, %3, %4 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, i32
}
func.func private @append(%a: i32, %p: i32, %x: i32, %q: i32) -> (i32, i32) {
  %t = arith.muli %a, %q : i32
  %v = arith.addi %t, %x : i32
  %w = arith.muli %p, %q : i32
  return %v, %w : i32, i32
}

// RUN: chad-run %s --interpret --entry=folds --arg='[1, 2, 3]' --arg=100 | FileCheck %s --check-prefix=FOLD
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=folds --arg='[1, 2, 3]' --arg=100 | FileCheck %s --check-prefix=FOLD
// RUN: chad-run %s --interpret --entry=folds --arg='[]' --arg=100 | FileCheck %s --check-prefix=FOLD0
// RUN: chad-opt %s --canonicalize --cse | chad-run - --interpret --entry=folds --arg='[]' --arg=100 | FileCheck %s --check-prefix=FOLD0
// FOLD: f64 16.75
// FOLD-NEXT: tensor<3xf64> [51, 27.5, 16.75]
// FOLD-NEXT: f64 15.25
// FOLD-NEXT: tensor<3xf64> [28.5, 53, 100]
// FOLD0: f64 100
// FOLD0-NEXT: tensor<0xf64> []
// FOLD0-NEXT: f64 100
// FOLD0-NEXT: tensor<0xf64> []
func.func @folds(%xs: tensor<?xf64>, %s0: f64) -> (f64, tensor<?xf64>, f64, tensor<?xf64>) {
  %half = arith.constant 0.5 : f64
  %0, %1 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64) collect (tensor<?xf64>) {
    %d = arith.mulf %s, %half : f64
    %t = arith.addf %d, %x : f64
    chad.yield %t, %t : f64, f64
  }
  %2, %3 = chad.fold right (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64)
      collect (tensor<?xf64>) {
    %d = arith.mulf %s, %half : f64
    %t = arith.addf %d, %x : f64
    chad.yield %t, %s : f64, f64
  }
  return %0, %1, %2, %3 : f64, tensor<?xf64>, f64, tensor<?xf64>
}

// Elements out of range fall in no bin; an empty bin holds the unit.
// RUN: chad-run %s --interpret --entry=hists --arg='[0, 2, 0, -1, 3]' --arg='[1, 2, 4, 8, 16]' --arg=3 | FileCheck %s --check-prefix=HIST
// RUN: chad-run %s --interpret --entry=hists --arg='[]' --arg='[]' --arg=0 | FileCheck %s --check-prefix=HIST0
// HIST: tensor<3xf64> [5, 0, 2]
// HIST0: tensor<0xf64> []
func.func @hists(%bins: tensor<?xi32>, %xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %h = chad.hist %bins : tensor<?xi32> bins %n (%a, %x in %xs from %zero : tensor<?xf64>)
      -> tensor<?xf64> {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %h : tensor<?xf64>
}

// RUN: chad-run %s --interpret --entry=indexing --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[2, 0, 2]' | FileCheck %s --check-prefix=INDEX
// INDEX: tensor<3x2xf64> {{\[\[}}5, 6], [1, 2], [5, 6]]
// INDEX-NEXT: tensor<3x2xf64> {{\[\[}}2, 4], [3, 4], [15, 18]]
// INDEX-NEXT: tensor<3x2xf64> {{\[\[}}1, 2], [3, 14], [5, 6]]
// INDEX-NEXT: tensor<3x2xf64> {{\[\[}}1, 2], [4, 6], [5, 6]]
// INDEX-NEXT: tensor<1x3x2xf64> {{\[\[\[}}5, 6], [1, 2], [5, 6]]]
func.func @indexing(%m: tensor<?x2xf64>, %is: tensor<?xindex>)
    -> (tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>, tensor<1x?x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10.0 : f64
  %0 = chad.gather %m[%is] : tensor<?x2xf64>, tensor<?xindex> -> tensor<?x2xf64>
  %1 = chad.scatter_add %0 into %m[%is] : tensor<?x2xf64> into tensor<?x2xf64>, tensor<?xindex>
  %2 = chad.accumulate %ten into %m[%c1, %c1] : f64 into tensor<?x2xf64>
  %row = tensor.extract_slice %m[%c0, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
  %3 = chad.accumulate %row into %m[%c1] : tensor<2xf64> into tensor<?x2xf64>
  %n = tensor.dim %is, %c0 : tensor<?xindex>
  %square = tensor.expand_shape %is [[0, 1]] output_shape [1, %n]
      : tensor<?xindex> into tensor<1x?xindex>
  %4 = chad.gather %m[%square] : tensor<?x2xf64>, tensor<1x?xindex> -> tensor<1x?x2xf64>
  return %0, %1, %2, %3, %4
      : tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>, tensor<1x?x2xf64>
}

// Sums in f32 round at every step.
// RUN: chad-run %s --interpret --entry=rounded | FileCheck %s --check-prefix=F32
// F32: f32 1.0000001
// F32-NEXT: f32 16777216
func.func @rounded() -> (f32, f32) {
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  %tenth = arith.constant 0.1 : f32
  %one = arith.constant 1.0 : f32
  %big = arith.constant 16777216.0 : f32
  %tenths = tensor.splat %tenth : tensor<10xf32>
  %0 = chad.reduce (%a, %x in %tenths from %zero : tensor<10xf32>) {
    %s = arith.addf %a, %x : f32
    chad.yield %s : f32
  }
  %ones = tensor.splat %one : tensor<10xf32>
  %1 = chad.fold (%x in %ones : tensor<10xf32>) with (%s = %big : f32) {
    %t = arith.addf %s, %x : f32
    chad.yield %t : f32
  }
  return %0, %1 : f32, f32
}

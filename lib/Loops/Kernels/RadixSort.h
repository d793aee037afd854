//===- RadixSort.h - Updates in the order of their bins -----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sorts updates by the digits of their keys, by kernels: a pass of a radix sort. Each thread of a
// block has one digit, and goes through the keys of the block. A first kernel counts the keys of
// each digit and block; the exclusive scan of these counts, digit by digit, is where the keys of a
// digit and block begin; a second kernel moves them there, in order. So a pass is stable, and its
// result depends on nothing but the keys.
//
// Source: Satish, Harris & Garland, "Designing efficient sorting algorithms for manycore GPUs",
// 2009, §4.

#ifndef CHAD_LIB_LOOPS_KERNELS_RADIXSORT_H
#define CHAD_LIB_LOOPS_KERNELS_RADIXSORT_H

#include "Workers.h"

namespace chad::detail {

class RadixSort {
public:
  /// Sorts arrays of `extent` elements, at the insertion point of the rewriter.
  RadixSort(mlir::RewriterBase &rewriter, mlir::Location loc, const Machine &machine,
            mlir::Value extent);

  /// Arrays in the order of their keys' digits.
  struct Sorted {
    mlir::Value keys;
    llvm::SmallVector<mlir::Value> values;
    /// The positions at which the keys of each digit and block begin.
    mlir::Value starts;
  };
  /// Sorts keys, and values that go with them. `digitOf` makes the code that computes the digit of
  /// a key, which is less than the number of threads of a block.
  Sorted sort(mlir::Value keys, mlir::ValueRange values,
              llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value key)> digitOf);
  /// The position of the first key whose digit is `digit`, or more than that.
  mlir::Value getStart(mlir::OpBuilder &builder, const Sorted &sorted, mlir::Value digit);

private:
  using DigitOf = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value key)>;
  mlir::Value countDigits(mlir::Value keys, DigitOf digitOf);
  mlir::Value scanCounts(mlir::Value counts);
  llvm::SmallVector<mlir::Value> moveToPlace(mlir::Value keys, mlir::ValueRange values,
                                             mlir::Value counts, mlir::Value starts,
                                             DigitOf digitOf);
  /// The keys of a block.
  ElementRange getRange(mlir::Value block);
  /// The number of a thread among those that have its digit, or a smaller one.
  mlir::Value getRank(mlir::Value thread, mlir::Value block);
  mlir::Value index(int64_t value);

  mlir::RewriterBase &rewriter;
  mlir::Location loc;
  const Machine &machine;
  mlir::Value extent, numBlocks, part;
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_RADIXSORT_H

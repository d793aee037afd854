//===- MovingSums.h - Sums to which iterations add side by side -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A moving sum is an array that a loop carries, and to which iteration i adds within
//
//   i + low <= index < i + low + span
//
// in one dimension, as the cotangent of an array that is read by windows. Iterations that are
// `span` apart add to different elements: workers with ranges of iterations can add to one array.

#ifndef CHAD_LIB_LOOPS_THREADS_MOVINGSUMS_H
#define CHAD_LIB_LOOPS_THREADS_MOVINGSUMS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// A moving sum of a loop.
struct MovingSum {
  int64_t dim = 0; ///< The dimension in which it moves.
  /// What no iteration changes: the first index to which iteration 0 adds, and the number of
  /// indices from there to the last one. Of an iteration that adds at several places, these are
  /// the smallest and the largest.
  mlir::Value low, span;
};

/// The moving sum that the loop carries as state number `state`, with its extents computed at the
/// insertion point before the loop; nothing if the state is none.
std::optional<MovingSum> getMovingSum(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                      unsigned state);

/// Whether iterations of the loop only add to elements, or rows, of state number `state`, each to
/// one of its own: at an index i * c + a for a constant c, not 0, and an `a` that no iteration
/// changes.
bool addsApart(ArrayLoopOpInterface loop, unsigned state);

/// Lets a loop carry, as state number `state`, the slice `part` of a moving sum, which starts at
/// `first` in dimension `dim`.
void carryPart(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop, unsigned state,
               mlir::Value part, int64_t dim, mlir::Value first);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_THREADS_MOVINGSUMS_H

//===- Generalize.h - Combinators and accesses as loops ---------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LOOPS_GENERALIZE_H
#define CHAD_LOOPS_GENERALIZE_H

#include "chad/IR/ArrayLoops.h"

namespace chad::detail {

/// How a loop holds the bins of a histogram.
enum class BinStates {
  /// Arrays of bins, to which the elements are added by `chad.accumulate` where the histogram adds.
  Plain,
  /// Such arrays and, where bins are scalars, the number and the value of the last bin. As long as
  /// the next element goes to the same bin, its value need not be read again; elements of one bin
  /// often follow each other.
  WithLast,
};

/// Replaces a combinator, or an access at an array of indices, by the loop that defines it:
///
///     reduce f u A    = fold (a, s. f s a) from u over A
///     scan f u A      = the same, collecting the states after each iteration (inclusive) or before
///     hist f u I A    = fold (i, a, h. h with f h[i] a at i) from u in all bins over I, A
///     gather A I      = map (i. A[i]) I, for each dimension of I
///     scatter_add V I = fold (i, v, acc. acc with v added at i) over I, V, for each dimension of I
///
/// Returns the loop: `op` itself if it is a loop already; null if the indices have rank 0, so that
/// there is no loop.
///
/// Precondition: arrays are tensors, rather than linear.
ArrayLoopOpInterface generalizeToLoop(mlir::RewriterBase &rewriter, mlir::Operation *op,
                                      BinStates bins = BinStates::WithLast);

} // namespace chad::detail

#endif // CHAD_LOOPS_GENERALIZE_H

//===- MoveSums.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums over the iterations of a loop of arrays that loops inside compute, linearly, from arrays of
// the iteration:
//
//   Σᵢ f(aᵢ) = f(Σᵢ aᵢ)
//
// where f does not depend on i. What f reads is a sum of arrays, or, where it adds up products of
// elements of two arrays, a product of matrices, Σᵢ aᵢ bᵢᵀ. f may use a part of this, such as a
// triangle, and add to any elements of its result.

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_MOVESUMS_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_MOVESUMS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Moves the sum of an array over the iterations of `fold` to what the array is a linear function
/// of, if this takes fewer operations or makes a product of matrices; returns whether it has. Where
/// a value must be an array in the body for that, this only makes it one. Adds the loop that is
/// left to `loops`.
bool moveSum(mlir::RewriterBase &rewriter, FoldOp fold,
             llvm::SmallVectorImpl<mlir::Operation *> &loops);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_MOVESUMS_H

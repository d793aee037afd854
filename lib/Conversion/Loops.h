//===- Loops.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_CONVERSION_LOOPS_H
#define CHAD_LIB_CONVERSION_LOOPS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// A fold, or a map if there is no state, without a body. Its results are the states, and arrays
/// of the types `collected`.
mlir::Operation *createLoop(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange arrays,
                            mlir::ValueRange inits, mlir::TypeRange collected, Direction direction);

/// Erases the ops in `root` that `isCandidate` chooses and nothing needs: users before what they
/// use, and what is inside before what is around it.
void eraseDead(mlir::RewriterBase &rewriter, mlir::Operation *root,
               llvm::function_ref<bool(mlir::Operation *)> isCandidate);

/// Whether a loop reads, carries or makes linear arrays: their elements are not those of tensors
/// until `chad-erase-linear` has run.
bool hasLinearArrays(mlir::Operation *loop);

/// Has LLVM leave a loop on scalars as it is written: neither vectorized nor unrolled.
void leaveScalar(mlir::Operation *loop);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_LOOPS_H

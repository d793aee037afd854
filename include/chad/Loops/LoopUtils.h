//===- LoopUtils.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LOOPS_LOOPUTILS_H
#define CHAD_LOOPS_LOOPUTILS_H

#include "chad/IR/ArrayLoops.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Erases the ops in `root` that `isCandidate` chooses and nothing needs: users before what they
/// use, and what is inside before what is around it.
void eraseDead(mlir::RewriterBase &rewriter, mlir::Operation *root,
               llvm::function_ref<bool(mlir::Operation *)> isCandidate);

/// Whether `reader` reads a block argument of its block once, and no op after it, or inside of it,
/// does.
bool isLastUse(mlir::BlockArgument array, mlir::Operation *reader);

/// Has LLVM leave a loop on scalars as it is written: neither vectorized nor unrolled.
void leaveScalar(mlir::Operation *loop);

} // namespace chad::detail

#endif // CHAD_LOOPS_LOOPUTILS_H

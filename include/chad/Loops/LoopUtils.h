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

/// Erases the ops in `root` that `isCandidate` accepts and that have neither uses nor effects: an
/// op after its users, and after the ops in its regions.
void eraseDead(mlir::RewriterBase &rewriter, mlir::Operation *root,
               llvm::function_ref<bool(mlir::Operation *)> isCandidate);

/// Whether the elements of an array are read through one operand of one op. Other ops may read its
/// extents.
bool isReadOnce(mlir::Value array);

/// Whether `reader` reads `array`, an argument of its block, once, and neither an op after `reader`
/// nor one in its regions reads it.
bool isLastUse(mlir::BlockArgument array, mlir::Operation *reader);

/// The bytes of a number or of a vector, or of an element of an array. An index or a reference
/// has 8.
int64_t bytesOf(mlir::Type type);

/// Tells LLVM neither to vectorize nor to unroll a loop on scalars.
void leaveScalar(mlir::Operation *loop);

} // namespace chad::detail

#endif // CHAD_LOOPS_LOOPUTILS_H

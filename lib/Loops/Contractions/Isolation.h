//===- Isolation.h --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_ISOLATION_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_ISOLATION_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Replaces chad.build %i < %n { ... } by a map over the array `0, 1, ..., n - 1`. A result whose
/// elements are the index is that array.
mlir::Operation *convertToMap(mlir::RewriterBase &rewriter, BuildOp build);

/// Moves the computation of a value from the body of a map, a build or a fold to a map before it,
/// so that the values of all iterations are an array in the surrounding loop.
void isolateValue(mlir::RewriterBase &rewriter, mlir::Operation *op, mlir::Value value);

/// Whether an op that makes a value of a fold's body, or one before it, reads a state of the fold.
bool dependsOnState(mlir::Operation *op, mlir::Value value);

/// Whether a value of a loop's body has the same shape in all iterations.
bool hasOneShape(mlir::Value value, mlir::Region &body);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_ISOLATION_H

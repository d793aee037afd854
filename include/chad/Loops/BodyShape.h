//===- BodyShape.h --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The inner extents of arrays whose elements a body makes.

#ifndef CHAD_LOOPS_BODYSHAPE_H
#define CHAD_LOOPS_BODYSHAPE_H

#include "chad/Loops/Elements.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The shape of a result of a combinator that is an array, computed before the op.
/// `extent` is the result's leading extent. Where an inner extent cannot be told
/// from outside, the part of the body that decides on it is copied before the op;
/// combinators that remain in that copy are added to `remaining`. If it needs more of
/// the elements than their shapes it is run on the first one, and the extent is 0 where
/// there is none.
llvm::SmallVector<mlir::OpFoldResult>
computeShape(mlir::RewriterBase &rewriter, mlir::OpResult array, mlir::OpFoldResult extent,
             llvm::SmallVectorImpl<mlir::Operation *> &remaining);

/// Replaces extents of results of array ops by those of operands, so that asking for
/// them does not keep the arrays.
void resolveExtents(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Returns whether `convert-chad-to-scf` lowers the op: a combinator, or an indexed access to an
/// array.
bool isArrayOp(mlir::Operation *op);

} // namespace chad::detail

#endif // CHAD_LOOPS_BODYSHAPE_H

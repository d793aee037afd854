//===- BodyShape.h --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes the inner extents of arrays whose elements the body of a combinator makes.

#ifndef CHAD_LOOPS_BODYSHAPE_H
#define CHAD_LOOPS_BODYSHAPE_H

#include "chad/Loops/Elements.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The shape of a result of a combinator that is an array, computed before the op. `extent` is the
/// result's leading extent. If an inner extent does not follow from values outside of the body, the
/// part of the body that computes it is copied before the op; combinators in the copy are appended
/// to `remaining`. If this part needs more of the elements than their shapes, it is run on the
/// first element, and the extent is 0 if there are no elements.
llvm::SmallVector<mlir::OpFoldResult>
computeShape(mlir::RewriterBase &rewriter, mlir::OpResult array, mlir::OpFoldResult extent,
             llvm::SmallVectorImpl<mlir::Operation *> &remaining);

/// Replaces extents of results of array ops by extents of operands, so that a use of an extent does
/// not keep the array.
void resolveExtents(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Returns whether `convert-chad-to-scf` lowers the op: a combinator, or an indexed access to an
/// array.
bool isArrayOp(mlir::Operation *op);

} // namespace chad::detail

#endif // CHAD_LOOPS_BODYSHAPE_H

//===- AssertExtents.h - Assertions on extents ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_CONVERSION_CHADTOSCF_ASSERTEXTENTS_H
#define CHAD_LIB_CONVERSION_CHADTOSCF_ASSERTEXTENTS_H

#include "chad/IR/Extents.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Asserts, before an op, that two extents are one, unless they are known to be, or one of `outer`,
/// the extents of the loops around those that have the two, is 0: nothing is read then.
void assertEqual(mlir::RewriterBase &rewriter, mlir::Operation *op, Extent a, Extent b,
                 const llvm::Twine &message, llvm::ArrayRef<Extent> outer = {});

/// Asserts, before reshapes, structured ops and casts of states in `root`, what they assume of
/// extents that types do not tell.
void assertExtents(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_CHADTOSCF_ASSERTEXTENTS_H

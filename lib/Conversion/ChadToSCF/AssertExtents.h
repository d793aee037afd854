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

/// Asserts, before an op, that two extents are equal, unless they are known to be. The assertion
/// also holds if one of `outer`, the extents of outer loops, is 0, as nothing is read then.
void assertEqual(mlir::RewriterBase &rewriter, mlir::Operation *op, Extent a, Extent b,
                 const llvm::Twine &message, llvm::ArrayRef<Extent> outer = {});

/// Inserts assertions before reshapes, structured ops and casts of states in `root`: that dynamic
/// extents are as these ops require.
void assertExtents(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_CHADTOSCF_ASSERTEXTENTS_H

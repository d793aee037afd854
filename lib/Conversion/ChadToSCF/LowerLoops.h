//===- LowerLoops.h - Loops over arrays as scf.for ------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_CONVERSION_CHADTOSCF_LOWERLOOPS_H
#define CHAD_LIB_CONVERSION_CHADTOSCF_LOWERLOOPS_H

#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// How loops over arrays become loops over indices.
struct LowerLoopsOptions {
  /// Whether to assert that the arrays of a loop have one extent, unless the types say it.
  bool checkExtents = false;
  /// Whether the next state of a loop gets memory of its own in each iteration. Otherwise it is
  /// copied to memory outside of the loop.
  bool allocateStates = true;
};

/// Replaces the loops in `root`, maps, builds, folds and scans of rows, by `scf.for`, and
/// `chad.accumulate` by additions to elements.
void lowerLoops(mlir::RewriterBase &rewriter, mlir::Operation *root, LowerLoopsOptions options);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_CHADTOSCF_LOWERLOOPS_H

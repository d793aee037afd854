//===- RecomputeMaps.h - Maps that cost less than their results -------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_RECOMPUTEMAPS_H
#define CHAD_LIB_LOOPS_KERNELS_RECOMPUTEMAPS_H

#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Gives each reader of a cheap map a map of its own, which is fused with it, if only loops read
/// the map, an element at a time. So are elements that a fold collects, and that depend on no
/// state: it no longer collects them.
void recomputeMaps(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_RECOMPUTEMAPS_H

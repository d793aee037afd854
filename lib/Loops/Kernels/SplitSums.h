//===- SplitSums.h - Sums at indices apart from loops -------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_SPLITSUMS_H
#define CHAD_LIB_LOOPS_KERNELS_SPLITSUMS_H

#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Splits the folds in `root` whose iterations are independent, except that they add to arrays at
/// indices:
///
///     fold (x, s. s with v(x) added at i(x)) from u over A
///       = scatter_add V into u at I   where I, V = map (x. i(x), v(x)) A
///
/// Iterations of the fold would need a copy of the array for each block, and would follow each
/// other in a block; those of the map need nothing, and the updates have kernels of their own.
void splitSums(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_SPLITSUMS_H

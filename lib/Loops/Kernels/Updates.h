//===- Updates.h - Elements that are updated at indices -----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Divides the updates of `chad.hist` and `chad.scatter_add` among the blocks and threads of a GPU.

#ifndef CHAD_LIB_LOOPS_KERNELS_UPDATES_H
#define CHAD_LIB_LOOPS_KERNELS_UPDATES_H

#include "Workers.h"

namespace chad::detail {

/// Whether `op` is a histogram or a `chad.scatter_add` whose updates `divideUpdates` divides.
bool mayDivideUpdates(mlir::Operation *op);

/// Replaces a histogram or a `chad.scatter_add` by a kernel. Returns the outermost loops that are
/// left to be divided among the blocks of kernels.
///
/// By default each block has a copy of the result, and a range of the updates. In a block, each
/// thread has elements of the copy, a stride of `blockThreads` apart. It goes through the updates
/// of the block in order, and makes those of its elements. So no two threads write to one element,
/// and a result depends on the numbers of blocks and threads, but not on their timing. A second
/// kernel combines the copies, in the order of the blocks.
///
/// Sums of integers, and all sums where results need not be deterministic, have no copies: each
/// thread takes some of the updates, and adds to the result by atomic additions.
llvm::SmallVector<mlir::Operation *> divideUpdates(mlir::RewriterBase &rewriter,
                                                   mlir::Operation *op, const Machine &machine,
                                                   bool checkExtents);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_UPDATES_H

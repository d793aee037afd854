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

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The largest number of scalars in the copies of a sum for all blocks. The copies must be cleared
/// and added up.
inline constexpr int64_t maxCopies = 1 << 26;

/// The units among which the iterations of a loop are divided.
enum class Level {
  Grid,  ///< The blocks of a kernel.
  Block, ///< The threads of a block.
};

/// The limits of a kernel, and whether its results must not depend on timing. Where `maxBlocks` is
/// 0, the GPU is asked how many blocks it runs at once.
struct Machine {
  int64_t maxBlocks, blockThreads;
  bool deterministic;
};

/// The number of blocks, at least one, of a kernel that has use for `needed` ones.
mlir::Value limitBlocks(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value needed,
                        const Machine &machine);

/// The number of blocks for which the time of a loop is shortest, if each block has a copy of a sum
/// of `numSummed` numbers: that of `work` additions, which the blocks divide, and that to add up
/// the copies, which grows with the number of blocks.
mlir::Value balanceCopies(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value work,
                          mlir::Value numSummed);

/// The loop over `numWorkers` blocks, or threads of a block.
mlir::scf::ForallOp createWorkerLoop(mlir::OpBuilder &builder, mlir::Location loc, Level level,
                                     mlir::OpFoldResult numWorkers, mlir::ValueRange outputs);

/// `state` and the sum of its copies. The first dimension of `copies` is the number of the copy.
/// Sets `build` to the loop over the elements of the sum.
mlir::Value createSumOfCopies(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value state,
                              mlir::Value copies, mlir::Value numCopies, mlir::Operation *&build);

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

//===- Workers.h - The blocks and threads of kernels --------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_WORKERS_H
#define CHAD_LIB_LOOPS_KERNELS_WORKERS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The largest number of scalars in the copies of a sum for all blocks. The copies must be cleared
/// and added up.
inline constexpr int64_t maxCopies = 1 << 26;

/// Where a loop is known to have fewer iterations, the threads of a block do not divide them.
inline constexpr int64_t fewestDivided = 16;

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

/// The number of blocks among whose threads `extent` iterations are divided. Kernels of equally
/// many iterations have equally many blocks, which have the same ranges.
mlir::Value countBlocksOfThreads(mlir::RewriterBase &rewriter, mlir::Location loc,
                                 mlir::Value extent, const Machine &machine);

/// The number of iterations in the range of each of these blocks: its threads read adjacent
/// elements.
mlir::Value createPartOfBlock(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value extent,
                              mlir::Value numBlocks);

/// The number of blocks for which the time of a loop is shortest, if each block has a copy of a sum
/// of `numSummed` numbers: that of `work` additions, which the blocks divide, and that to add up
/// the copies, which grows with the number of blocks.
mlir::Value balanceCopies(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value work,
                          mlir::Value numSummed);

/// The loop over `numWorkers` blocks, or threads of a block.
mlir::scf::ForallOp createWorkerLoop(mlir::OpBuilder &builder, mlir::Location loc, Level level,
                                     mlir::OpFoldResult numWorkers, mlir::ValueRange outputs);

/// A range of the elements of an array.
struct ElementRange {
  mlir::Value first, size;
};

/// The elements of a worker, if each one has `part` of `extent` elements, or what is left of them.
ElementRange createWorkerRange(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value worker,
                               mlir::Value part, mlir::Value extent);

/// The slice of an array that has some of its rows, and all of the other dimensions.
struct Rows {
  /// `count` rows from `first` on, `step` apart, of an array of these extents.
  Rows(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::OpFoldResult> extents,
       mlir::OpFoldResult first, mlir::OpFoldResult count, mlir::OpFoldResult step);

  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

/// Lets each worker write values to rows of the outputs of the loop.
void insertRows(mlir::OpBuilder &builder, mlir::scf::ForallOp workers, mlir::ValueRange values,
                llvm::ArrayRef<Rows> rows);

/// Whether `arg` is a state of the loop around, of which `result` is the next value.
bool isNextValueOf(mlir::BlockArgument arg, mlir::OpResult result);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_WORKERS_H

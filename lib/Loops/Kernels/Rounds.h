//===- Rounds.h - Rounds of iterations with updates ----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_ROUNDS_H
#define CHAD_LIB_LOOPS_KERNELS_ROUNDS_H

#include "Workers.h"
#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// Whether all that a fold adds to arrays are elements or rows at indices, each in one branch of
/// the code of an iteration, or whole arrays that are computed from what loops of the iteration
/// find.
bool mayRunInRounds(mlir::RewriterBase &rewriter, FoldOp fold);

/// Whether such a fold adds whole arrays.
bool addsWholeArrays(FoldOp fold);

/// Whether it pays to run the iterations of `fold` in rounds; a condition, computed at the
/// insertion point.
mlir::Value payRounds(mlir::RewriterBase &rewriter, FoldOp fold, mlir::Value extent,
                      int64_t blockThreads);

/// The iterations of a round, and the arrays in the memory of the block that some of their results
/// take.
struct Round {
  mlir::Operation *loop;
  llvm::DenseMap<unsigned, mlir::Value> places;
};

/// Replaces a fold in the code of a block by a loop over rounds. The caller divides the loop of a
/// round among the threads of the block. With `checkExtents` it is asserted that arrays which are
/// read together have one extent.
Round createRounds(mlir::RewriterBase &rewriter, FoldOp fold, int64_t blockThreads,
                   bool checkExtents);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_ROUNDS_H

//===- WorkerLoops.h - Loops over blocks and threads ------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_WORKERLOOPS_H
#define CHAD_LIB_GPU_WORKERLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Whether a loop is over the blocks of a kernel.
bool isBlockLoop(mlir::Operation *op);

/// Whether a loop is over the threads of a block.
bool isThreadLoop(mlir::Operation *op);

/// Creates a kernel with `count` threads, in blocks of `blockThreads`, and continues in the code of
/// one of them. Returns its number.
mlir::Value createThreads(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value count,
                          int64_t blockThreads);

/// The position whose row-major number is `number`, in an array of these extents.
llvm::SmallVector<mlir::Value> delinearize(mlir::RewriterBase &rewriter, mlir::Location loc,
                                           mlir::Value number, mlir::ValueRange extents);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_WORKERLOOPS_H

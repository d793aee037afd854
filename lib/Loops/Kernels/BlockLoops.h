//===- BlockLoops.h - Loops that one block runs as a whole --------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop whose iterations follow each other launches kernels for what is inside, in each iteration
// anew. Where these have little to do, it takes less time to run the loop in a kernel of one block,
// whose threads divide what is inside.

#ifndef CHAD_LIB_LOOPS_KERNELS_BLOCKLOOPS_H
#define CHAD_LIB_LOOPS_KERNELS_BLOCKLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Whether the states of the loops inside of `op` have the same extents in all iterations. A kernel
/// cannot allocate memory for others.
bool keepExtentsInside(mlir::Operation *op);

/// Whether a kernel can run `op`, a loop outside of kernels whose iterations follow each other: its
/// states are scalars, or arrays that keep their extents, and nothing inside needs the host or is a
/// kernel already.
bool mayRunInBlock(mlir::Operation *op);

/// Whether it takes less time to run the loop in one block than on the host: `work` is the most
/// additions for each launch that this makes unnecessary, and ops for which `isKernel` holds are
/// kernels on the host. Null if that is known not to be so, or not known before the loop.
mlir::Value paysInBlock(mlir::RewriterBase &rewriter, mlir::Operation *op, int64_t work,
                        llvm::function_ref<bool(mlir::Operation *)> isKernel);

/// Moves the loop to a kernel of one block, and returns that.
mlir::scf::ForallOp moveToBlock(mlir::RewriterBase &rewriter, mlir::Operation *op);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_BLOCKLOOPS_H

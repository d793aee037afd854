//===- Scratch.h - Memory of kernels ----------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Places the buffers that a kernel allocates for itself.

#ifndef CHAD_LIB_GPU_SCRATCH_H
#define CHAD_LIB_GPU_SCRATCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// A buffer for which there is no place.
struct ScratchProblem {
  mlir::Location loc;
  llvm::StringLiteral text;
  std::optional<mlir::Location> extent; ///< Where the extent comes from that has no bound.
};

/// Finds a place for each buffer that is allocated in `kernel`, a loop over blocks:
///
/// * small ones of a block, in the memory of the block: these are allocations in the workgroup's
///   memory space, at the beginning of the kernel;
/// * small ones of a thread, on its stack;
/// * others, in an array that is allocated before the kernel, of which each block or thread has a
///   part. The extents of these buffers must have a bound that is computable before the kernel.
///   Elements of one number of the buffers of all threads of a block lie side by side, unless more
///   than loads, stores, copies and slices uses a buffer.
///
/// Returns the reason if there is no place: such a bound does not exist, or an iteration hands the
/// buffer on to the next one.
std::optional<ScratchProblem> placeScratch(mlir::RewriterBase &rewriter, mlir::scf::ForallOp kernel,
                                           int64_t blockThreads, int64_t sharedBytes);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_SCRATCH_H

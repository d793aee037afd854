//===- FuseKernels.h - One launch for several kernels -----------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_FUSEKERNELS_H
#define CHAD_LIB_GPU_FUSEKERNELS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Makes one kernel, which is launched once, of two loops over blocks:
///
/// * of one block each, whatever they compute: the block does one after the other, with a barrier
///   between;
/// * of equally many blocks, if neither reads or writes what the other one writes, but for parts of
///   buffers that belong to one block: it accesses no other parts, in both kernels, and waits at a
///   barrier between;
/// * of any numbers of blocks, if neither reads or writes what the other one writes: the blocks of
///   the second one follow those of the first one. A single block is the first one of the other
///   kernel.
///
/// Blocks that compute tiles of products are one kernel with those of tiles of the same shape only.
///
/// Between the two may be ops that have nothing to do with the second one, which moves to the first
/// one: of several, the one that is launched first; or ops that have nothing to do with the first
/// one, which moves to the second one. The arrays in the memory of a block fill at
/// most `sharedBytes`. `kernels` are those of a function, in order, with all arrays placed; the
/// ones that are gone are removed from it.
void fuseKernels(mlir::RewriterBase &rewriter, llvm::SmallVectorImpl<mlir::scf::ForallOp> &kernels,
                 int64_t sharedBytes);

/// The bytes that these arrays take in the memory of a block of `kernel`: those of one type that
/// are not accessed at the same time share their memory.
int64_t countSharedBytes(mlir::scf::ForallOp kernel, llvm::ArrayRef<mlir::memref::AllocOp> arrays);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_FUSEKERNELS_H

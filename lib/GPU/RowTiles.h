//===- RowTiles.h - Rows of threads in the memory of a block -------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_ROWTILES_H
#define CHAD_LIB_GPU_ROWTILES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Lets the threads of a block copy the rows that each of them reads or writes, between arrays and
/// the memory of the block, as far as there is room: `sharedBytes` are all that a block has.
void tileRows(mlir::RewriterBase &rewriter, mlir::gpu::LaunchOp kernel, int64_t blockThreads,
              int64_t sharedBytes);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_ROWTILES_H

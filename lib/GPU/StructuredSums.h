//===- StructuredSums.h - Sums of structured ops in parts -------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_STRUCTUREDSUMS_H
#define CHAD_LIB_GPU_STRUCTUREDSUMS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Adds the elements at `position` of the arrays `parts[0], ..., parts[count - 1]` to `total`, in
/// order.
mlir::Value addParts(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value parts,
                     mlir::Value count, mlir::ValueRange position, mlir::Value total,
                     mlir::arith::FastMathFlagsAttr flags);

/// Whether `op` adds terms to the elements of its results, each of which has all parallel indices:
/// r[i, ...] += Σ_k t[i, k, ...].
bool isStructuredSum(mlir::linalg::LinalgOp op);

/// Replaces such an op, on memory of the device, by kernels: each thread has an element, and
/// a part of the outermost sum. Where there are several parts, a second kernel adds them, in order;
/// how many there are depends on extents only. Sums begin with the elements of the results, or with
/// those of `starts` that are not null.
void createSums(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                llvm::ArrayRef<mlir::Value> starts, int64_t blockThreads);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_STRUCTUREDSUMS_H

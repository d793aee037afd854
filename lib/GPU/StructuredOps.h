//===- StructuredOps.h - Structured ops as loops on a GPU -------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_STRUCTUREDOPS_H
#define CHAD_LIB_GPU_STRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The buffer that a view is part of.
mlir::Value getWhole(mlir::Value buffer);

/// The first op behind `op`, in its block, in which the memory that `alloc` has allocated is
/// accessed or handed on; null if there is none.
mlir::Operation *findNextUse(mlir::Operation *op, mlir::memref::AllocOp alloc);

/// The structured op that has what `fill` has filled as a result, and is the first to need it, so
/// that it can start from the number that the elements are filled with. Null if there is none.
mlir::linalg::LinalgOp findUser(mlir::linalg::FillOp fill);

/// Replaces `op` by loops over the elements of its results, which are parallel unless
/// `isSequential`. Sums of an element are in registers: each element is stored once, and read
/// before only without `start`, the value from which all of its sums begin. Returns false if the
/// op is not of this form.
bool createElementLoops(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op, mlir::Value start,
                        bool isSequential);

/// The number of iterations of each loop of an op on buffers whose indices are those of loops.
/// Those of results come first: arrays that a loop without iterations has collected have other
/// extents.
llvm::SmallVector<mlir::Value> measureLoops(mlir::RewriterBase &rewriter,
                                            mlir::linalg::LinalgOp op);

/// Whether `createElementLoops` takes an op.
bool hasElementLoops(mlir::linalg::LinalgOp op);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_STRUCTUREDOPS_H

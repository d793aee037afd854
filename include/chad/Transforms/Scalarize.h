//===- Scalarize.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces elementwise ops on tensors by maps of scalar ops, so that a derivative rule need only
// know the scalar form of an op.

#ifndef CHAD_TRANSFORMS_SCALARIZE_H
#define CHAD_TRANSFORMS_SCALARIZE_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Whether the op works element by element on ranked tensors of scalars.
bool isTensorElementwise(mlir::Operation *op);

/// Replaces each elementwise op on tensors below `root` for which `filter` holds,
/// if there is one, by a nested `chad.map` of the scalar op. Returns how many.
unsigned scalarizeElementwise(mlir::Operation *root,
                              llvm::function_ref<bool(mlir::Operation *)> filter = nullptr);

/// Replaces `arith.cmpi` and `arith.xori` of tensors with dynamic extents by `chad.map`s. Upstream
/// folds these ops, where both operands are one value, to a constant of the result's type, and no
/// constant has a type with dynamic extents. To be called before anything is folded. Returns how
/// many.
unsigned scalarizeOpenComparisons(mlir::Operation *root);

} // namespace chad

#endif // CHAD_TRANSFORMS_SCALARIZE_H

//===- PairTransposes.h -----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_PAIRTRANSPOSES_H
#define CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_PAIRTRANSPOSES_H

#include "mlir/IR/BuiltinOps.h"

namespace chad::detail {

/// Whether `module` transposes a linear function that is known at run time only.
bool hasUnknownTransposes(mlir::ModuleOp module);

/// Whether `module` has requests for derivatives.
bool hasRequests(mlir::ModuleOp module);

/// Replaces each linear function by the pair of the function and its transpose: `(m, mᵀ)ᵀ = (mᵀ,
/// m)`. `module` must have no requests for derivatives.
mlir::LogicalResult pairTransposes(mlir::ModuleOp module);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_PAIRTRANSPOSES_H

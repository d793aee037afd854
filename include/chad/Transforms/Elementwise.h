//===- Elementwise.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Elementwise computation as nested maps of scalar code.

#ifndef CHAD_TRANSFORMS_ELEMENTWISE_H
#define CHAD_TRANSFORMS_ELEMENTWISE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace chad {

/// Computes scalars from scalars.
using ScalarBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// `zₖ[i, j, ...] = bodyₖ(x₁[i, j, ...], ..., xₙ[i, j, ...])` for tensors of one shape: a
/// `chad.map` for each dimension. A scalar among `operands` stands for a tensor
/// that is the same everywhere.
llvm::SmallVector<mlir::Value> mapElementwise(mlir::OpBuilder &builder, mlir::Location loc,
                                              mlir::ValueRange operands, ScalarBuilder body);

} // namespace chad

#endif // CHAD_TRANSFORMS_ELEMENTWISE_H

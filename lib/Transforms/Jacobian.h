//===- Jacobian.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The interface between the expansion of `chad.jacobian` and that of the other requests.

#ifndef CHAD_LIB_TRANSFORMS_JACOBIAN_H
#define CHAD_LIB_TRANSFORMS_JACOBIAN_H

#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Differentiator.h"

namespace chad::detail {

/// Expands `request`, whose callee is `function`, to code that computes the Jacobian in one mode.
llvm::LogicalResult expandJacobian(JacobianOp request, mlir::func::FuncOp function,
                                   llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<int64_t> of,
                                   Differentiator &differentiator);

/// Expands `request` to a product of the Jacobians of parts of its function, each in its cheaper
/// mode, if the cost model says that this is cheaper than one mode for the whole function.
/// Otherwise, and if the cost is not known, returns false and changes nothing.
llvm::FailureOr<bool> expandAsChain(JacobianOp request, mlir::func::FuncOp function,
                                    llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<int64_t> of,
                                    Differentiator &differentiator);

/// The linear function from values of `inputs` to values of `outputs` whose matrix has the blocks
/// `entries`, ordered by output, then by input: a fork of joins.
mlir::Value makeBlocks(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<mlir::Type> inputs, llvm::ArrayRef<mlir::Type> outputs,
                       mlir::ValueRange entries);

/// The number of floats in the narrowest values that `function` computes its results from. Nothing
/// if the function cannot be cut where they are, or if they are no fewer than its arguments or its
/// results.
std::optional<double> getNarrowestWidth(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> wrt,
                                        llvm::ArrayRef<int64_t> of);

/// Makes the derivative of `function`, at the point of `request`, as the product of two matrices
/// with those values between them. Precondition: there are such values.
llvm::FailureOr<mlir::Value> makeLowRank(LinearizeOp request, mlir::func::FuncOp function,
                                         llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<int64_t> of,
                                         Differentiator &differentiator);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_JACOBIAN_H

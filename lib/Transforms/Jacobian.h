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

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_JACOBIAN_H

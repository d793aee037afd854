//===- Requests.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the expansion of `chad.jacobian` shares with that of the other requests.

#ifndef CHAD_LIB_TRANSFORMS_REQUESTS_H
#define CHAD_LIB_TRANSFORMS_REQUESTS_H

#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Differentiator.h"

namespace chad::detail {

/// Expands `request`, whose callee is `function`: the entries of its Jacobian, by one mode.
llvm::LogicalResult expandJacobian(JacobianOp request, mlir::func::FuncOp function,
                                   llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<int64_t> of,
                                   Differentiator &differentiator);

/// Expands `request` as a product of the Jacobians of parts of its function, each by the mode that
/// is cheaper for it, where that is counted to cost less than one mode for the whole. Returns
/// false, and changes nothing, where it does not, or the cost is not known.
llvm::FailureOr<bool> expandAsChain(JacobianOp request, mlir::func::FuncOp function,
                                    llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<int64_t> of,
                                    Differentiator &differentiator);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_REQUESTS_H

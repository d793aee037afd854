//===- Boundaries.h - Arguments of functions in machine code ----*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_BUFFERIZE_BOUNDARIES_H
#define CHAD_LIB_BUFFERIZE_BOUNDARIES_H

#include "mlir/IR/BuiltinOps.h"

namespace chad::detail {

/// Emits an error at each branch whose arguments are not known, as it has not the interface of
/// branches, if its target takes arrays: MLIR's bufferization would ask it without a check.
llvm::LogicalResult checkBranches(mlir::ModuleOp module);

} // namespace chad::detail

#endif // CHAD_LIB_BUFFERIZE_BOUNDARIES_H

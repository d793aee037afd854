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
#include "mlir/IR/BuiltinTypes.h"

namespace chad::detail {

/// How many arguments one of this type becomes in the LLVM dialect: of an array, two pointers, of
/// which the second is used, an offset, sizes and strides.
inline int64_t countConverted(mlir::Type type) {
  auto array = mlir::dyn_cast<mlir::MemRefType>(type);
  return array ? 3 + 2 * array.getRank() : 1;
}

/// Emits an error at each branch whose arguments are not known, as it has not the interface of
/// branches, if its target takes arrays: MLIR's bufferization would ask it without a check.
llvm::LogicalResult checkBranches(mlir::ModuleOp module);

} // namespace chad::detail

#endif // CHAD_LIB_BUFFERIZE_BOUNDARIES_H

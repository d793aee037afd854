//===- BranchReversal.h -----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_RULES_BRANCHREVERSAL_H
#define CHAD_LIB_RULES_BRANCHREVERSAL_H

#include "chad/Rules/ReverseSweep.h"

namespace chad::detail {

/// The regions of the op that is the reverse code of an op with branches. Each region computes its
/// branch again, then runs the reverse code of the branch. Copies of branching ops inside of the
/// branch return the residuals for their own reverse code; so each op is computed again once, at
/// any depth of nesting. Each region yields the cotangents of all values from outside to which one
/// of the regions adds.
struct BranchAdjoint {
  llvm::SmallVector<std::unique_ptr<mlir::Region>> regions;
  llvm::SmallVector<mlir::Value> entered;
  llvm::SmallVector<mlir::Type> types;

  /// Notes that `results` are the cotangents of the values `entered`.
  void finish(ReverseSweep &sweep, mlir::ValueRange results);
};

/// Makes the reverse code of `branches`, the blocks of `op` of which one runs and yields the
/// results of `op`. `yield` makes the terminator of a block.
llvm::FailureOr<BranchAdjoint> reverseBranches(
    ReverseSweep &sweep, mlir::Operation *op, llvm::ArrayRef<mlir::Block *> branches,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)> yield);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_BRANCHREVERSAL_H

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

/// The regions of the op that reverses a branching one. In each of them the branch
/// is computed again, then run backwards; what is needed of branching ops inside of it they return,
/// so that each op is computed again once, however deep it is nested. Each region yields the
/// cotangents of all values from outside that one of them adds to.
struct BranchAdjoint {
  llvm::SmallVector<std::unique_ptr<mlir::Region>> regions;
  llvm::SmallVector<mlir::Value> entered;
  llvm::SmallVector<mlir::Type> types;

  /// Notes that `results` are the cotangents of the values `entered`.
  void finish(ReverseSweep &sweep, mlir::ValueRange results);
};

/// Reverses `branches`, the blocks of `op` of which one runs and yields its results.
/// `yield` ends a block.
llvm::FailureOr<BranchAdjoint> reverseBranches(
    ReverseSweep &sweep, mlir::Operation *op, llvm::ArrayRef<mlir::Block *> branches,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)> yield);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_BRANCHREVERSAL_H

//===- Checkpoints.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_CHECKPOINTS_H
#define CHAD_RULES_CHECKPOINTS_H

#include "chad/IR/Checkpoint.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad {

/// Divides the iterations of each fold in `root` that has the attribute `chad.checkpoint` into
/// blocks: the fold becomes a loop over the blocks, and in it a loop over the iterations of a
/// block. The inner loop is marked, so that the reverse sweep computes it again instead of keeping
/// its states. A fold with a binomial schedule keeps the attribute, and `reverseLoop` handles it.
/// Returns whether there was a fold that was divided. Fails if a budget is too small for a known
/// number of steps.
llvm::FailureOr<bool> makeCheckpoints(mlir::Operation *root);

/// Gives a budget, a number of states or of bytes of states, to all functions of `module` that have
/// none. The arguments are the values of options `checkpoint-states` and `checkpoint-bytes`, before
/// whose names `prefix` stands. Returns what is wrong with them, or nothing.
std::string addLoopBudget(mlir::ModuleOp module, std::optional<int64_t> states,
                          std::optional<int64_t> bytes, llvm::StringRef prefix = "");

/// How many states a budget allows: at least one.
struct StateBudget {
  mlir::Value states;
  /// The same, if it is known.
  std::optional<int64_t> constant;
  /// What `chad.checkpoint` gives, for all loops among which it is divided: bytes or states.
  mlir::Value total;
  bool isInBytes = false;
  /// What one state of this loop takes of the total; null if it is one. If `constant` is known, so
  /// is `constantScale`.
  mlir::Value scale;
  int64_t constantScale = 1;
};

/// Computes the budget of a loop with these initial states.
StateBudget makeStateBudget(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::ValueRange initialStates, const Checkpoint &checkpoint);

/// Asserts, when the program runs, that the budget allows `needed` states.
void checkBudget(mlir::OpBuilder &builder, mlir::Location loc, const StateBudget &budget,
                 mlir::Value needed);

} // namespace chad

#endif // CHAD_RULES_CHECKPOINTS_H

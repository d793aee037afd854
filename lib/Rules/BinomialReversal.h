//===- BinomialReversal.h ---------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Adjoint loops that find the state of each step again from a stack of kept states.

#ifndef CHAD_LIB_RULES_BINOMIALREVERSAL_H
#define CHAD_LIB_RULES_BINOMIALREVERSAL_H

#include "chad/IR/Checkpoint.h"
#include "chad/Rules/AdjointLoop.h"

namespace chad::detail {

/// What the adjoint loop carries from one iteration to the next to find states again.
struct StateStack {
  /// The array of the elements' positions, which the loop is to read, and its element in the body.
  mlir::Value indices;
  mlir::BlockArgument index;
  /// The initial values of the states of the loop that hold the stack, and these states at the end
  /// of an iteration.
  llvm::SmallVector<mlir::Value> initials, yields;
};

/// Adds code to the begin of `body`, that of the adjoint of `fold`, that finds the states again,
/// and arguments to its block. Replaces the arguments of the body that stand for states, and drops
/// them and their inputs.
StateStack addStateStack(ReverseSweep &sweep, FoldOp fold, const Checkpoint &checkpoint,
                         AdjointBody &body);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_BINOMIALREVERSAL_H

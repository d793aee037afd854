//===- Checkpoint.h ---------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The values that the attribute `chad.checkpoint` of a loop may have:
//
//   chad.checkpoint                            one level of blocks, about 2·√n states
//   chad.checkpoint = l : i64                  l levels
//   chad.checkpoint = {states = s : i64}       a budget of s states; or {bytes = b : i64}
//   chad.checkpoint = {states = s : i64, levels = l : i64}     at most l levels
//   chad.checkpoint = {states = s : i64, binomial}             a binomial schedule
//   chad.checkpoint = {inline}                 with any of these: steps are no functions

#ifndef CHAD_IR_CHECKPOINT_H
#define CHAD_IR_CHECKPOINT_H

#include "mlir/IR/Attributes.h"
#include <optional>
#include <string>

namespace chad {

/// Between passes: marks a loop of which the reverse sweep keeps no values but its states.
inline constexpr llvm::StringLiteral onlyStatesAttr = "chad.only_states";

/// Marks the adjoint of a loop with a binomial schedule, which carries the stack of states.
inline constexpr llvm::StringLiteral stateStackAttr = "chad.state_stack";

/// On a reverse derivative, `(x..., ȳ...) -> (y..., x̄...)`, of a function with checkpoints: the
/// `function`, and of which arguments, `wrt`, and results, `of`, it is.
inline constexpr llvm::StringLiteral gradientAttr = "chad.gradient";

/// On a module: each element of a map has a thread of its own, as on a GPU, so that maps stay
/// around loops with checkpoints.
inline constexpr llvm::StringLiteral elementThreadsAttr = "chad.element_threads";

struct Checkpoint {
  static constexpr int64_t mostLevels = 16;

  /// The number of levels of blocks; nothing if the budget determines it.
  std::optional<int64_t> levels;
  /// How many states, or how many bytes of states, are in memory at a time. At most one is there.
  std::optional<int64_t> states, bytes;

  /// Between passes: among how many loops the budget of a function is divided equally.
  int64_t parts = 1;

  /// Whether the states that are kept are chosen as binomials say, and not by levels of blocks.
  bool isBinomial = false;

  /// Whether each run of a step is code of its own, which is optimized with the code around it.
  /// Otherwise all runs call one function, so that all schedules give the same bits.
  bool isInline = false;

  bool hasBudget() const { return states || bytes; }

  /// Reads an attribute. If it is wrong, the result is empty, and `problem` says why.
  static std::optional<Checkpoint> parse(mlir::Attribute attr, std::string &problem);
};

} // namespace chad

#endif // CHAD_IR_CHECKPOINT_H

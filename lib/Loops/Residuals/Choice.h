//===- Choice.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Chooses the values that are kept, and those that are computed again from them.

#ifndef CHAD_LIB_LOOPS_RESIDUALS_CHOICE_H
#define CHAD_LIB_LOOPS_RESIDUALS_CHOICE_H

#include "Nests.h"
#include "llvm/ADT/MapVector.h"

namespace chad::detail {

/// How a value can be computed again.
struct Origin {
  /// The reason why it cannot be computed again; empty if it can.
  std::string why;
  /// The values that it is computed from: operands, or the array that it is an element of.
  llvm::SmallVector<mlir::Value, 2> from;
  unsigned flops = 0;
};

/// The origin of a value in one of the nest's bodies.
Origin originOf(const Nest &nest, mlir::Value value);

struct Choice {
  /// The values that are kept, in the order of the code. Some arrays of them may exist in any case.
  llvm::SmallVector<mlir::Value> kept;
  /// The values that are computed again, and the number of operations that this takes: 0 if the
  /// reading loop performs them in any case.
  llvm::MapVector<mlir::Value, unsigned> redone;

  bool isKept(mlir::Value value) const { return keptSet.contains(value); }
  llvm::DenseSet<mlir::Value> keptSet;
};

/// The cheapest choice, where to keep one byte less may cost `maxFlopsPerByte` operations.
Choice chooseResiduals(const Nest &nest, double maxFlopsPerByte);

/// Emits remarks at each loop of the nest, and at each value.
void describeChoice(const Nest &nest, const Choice &choice);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_RESIDUALS_CHOICE_H

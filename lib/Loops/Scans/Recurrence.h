//===- Recurrence.h -----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Folds whose states are affine recurrences, s' = a s + b, where a and b depend on elements but
// on no state. Several steps are one: the maps compose, and composition is associative.
//
//   (a₂, b₂) ∘ (a₁, b₁) = (a₂ a₁, a₂ b₁ + b₂)
//
// Source: Blelloch, "Prefix sums and their applications", 1990, §1.4.

#ifndef CHAD_LIB_LOOPS_SCANS_RECURRENCE_H
#define CHAD_LIB_LOOPS_SCANS_RECURRENCE_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"

namespace chad::detail {

/// Whether a body consists of ops on scalars that are as well ops on vectors.
bool isElementwise(mlir::Block &body);

/// Whether all states of a fold are affine recurrences, and some array that it makes depends
/// on them. The body must be elementwise.
bool isRecurrence(FoldOp fold);

/// What a block of a fold's iterations computes.
struct BlockOfSteps {
  /// The states after it, and vectors of what the steps collect.
  llvm::SmallVector<mlir::Value> states, collected;
};

/// Emits as many steps as a vector has lanes, of a fold that `isRecurrence`, from vectors of
/// the elements and the states before.
BlockOfSteps emitSteps(mlir::OpBuilder &builder, FoldOp fold, mlir::ValueRange elements,
                       mlir::ValueRange states);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_SCANS_RECURRENCE_H

//===- Recurrence.h - Recurrences in vectors --------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Folds whose states are affine recurrences, s' = a s + b, where a and b depend on elements but on
// no state. Several steps can be computed as one: affine maps compose, and composition is
// associative.
//
//   (a₂, b₂) ∘ (a₁, b₁) = (a₂ a₁, a₂ b₁ + b₂)
//
// Source: Blelloch, "Prefix sums and their applications", 1990, §1.4.

#ifndef CHAD_LOOPS_RECURRENCE_H
#define CHAD_LOOPS_RECURRENCE_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"

namespace chad::detail {

/// Whether a vector can hold the values of several iterations: the arrays that the op reads and
/// makes have scalar elements, of types that are the same in memory and in registers, and each op
/// of its body on scalars exists on vectors, too.
bool isElementwise(mlir::Operation *combinator);

/// Whether blocks of iterations of a fold may run at once, each in a vector: it is elementwise, all
/// of its states are affine recurrences, and some array that it makes depends on them.
bool mayRunInBlocks(FoldOp fold);

/// Whether a fold is elementwise, and the next value of each state is an affine map of its value
/// before, with coefficients that do not depend on any state.
bool hasAffineSteps(FoldOp fold);

/// The map `s -> scale s + offset`. A null `scale` is 1, a null `offset` 0.
struct AffineStep {
  mlir::Value scale, offset;
};

/// Emits what one step of a fold with affine steps makes of each of its states, at scalar
/// `elements`.
llvm::SmallVector<AffineStep> createAffineSteps(mlir::OpBuilder &builder, FoldOp fold,
                                                mlir::ValueRange elements);

/// The number of iterations of a block of `loop`, by its schedule; 0 if it has no schedule, or may
/// not run in blocks.
int64_t getBlockSize(mlir::Operation *loop);

/// Makes the loop that runs iterations 0 to `whole` - 1 of `fold` in blocks of `lanes` iterations;
/// fewer than `lanes` iterations are left after them. The collected arrays at these positions are
/// written to `outputs`. Returns the states and the outputs after the loop.
llvm::SmallVector<mlir::Value> createLoopOfBlocks(mlir::OpBuilder &builder, FoldOp fold,
                                                  int64_t lanes, mlir::Value whole,
                                                  mlir::Value extent, mlir::ValueRange outputs,
                                                  llvm::ArrayRef<unsigned> numbers);

} // namespace chad::detail

#endif // CHAD_LOOPS_RECURRENCE_H

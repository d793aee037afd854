//===- Recurrence.h - Recurrences in vectors --------------------*- C++ -*-===//
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

#ifndef CHAD_LOOPS_RECURRENCE_H
#define CHAD_LOOPS_RECURRENCE_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"

namespace chad::detail {

/// Whether the arrays that an op reads and makes are of scalars, in memory as they are in
/// registers, and its body of ops on scalars that are as well ops on vectors.
bool isElementwise(mlir::Operation *combinator);

/// Whether blocks of iterations of a fold may run at once, each in a vector: it is elementwise, all
/// of its states are affine recurrences, and some array that it makes depends on them.
bool mayRunInBlocks(FoldOp fold);

/// How many iterations of `loop` a block has, by its schedule; 0 if it has none, or may not run in
/// blocks.
int64_t getBlockSize(mlir::Operation *loop);

/// Runs the iterations of `fold` before number `whole`, from which on less than `lanes` are left,
/// in blocks of so many. `outputs` take the collected arrays of these numbers; what is read of them
/// is what they were. Returns the states and the outputs after that.
llvm::SmallVector<mlir::Value> createLoopOfBlocks(mlir::OpBuilder &builder, FoldOp fold,
                                                  int64_t lanes, mlir::Value whole,
                                                  mlir::Value extent, mlir::ValueRange outputs,
                                                  llvm::ArrayRef<unsigned> numbers);

} // namespace chad::detail

#endif // CHAD_LOOPS_RECURRENCE_H

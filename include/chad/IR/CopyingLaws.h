//===- CopyingLaws.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws that copy code in order to remove function values.
//
// Canonicalization inlines a function value with several uses only if it is small. These laws
// inline it always, as long as a budget lasts. They are for passes after which no function values
// may be left.

#ifndef CHAD_IR_COPYINGLAWS_H
#define CHAD_IR_COPYINGLAWS_H

#include "mlir/IR/PatternMatch.h"

namespace chad {

/// The number of ops that copies may still add.
struct CopyBudget {
  int64_t remaining;

  /// Takes the number of ops in `op`, itself included, from the budget. Returns false, and takes
  /// nothing, if the budget is too small.
  bool pay(mlir::Operation *op);
};

/// Adds the laws of application of `chad.lambda`, of linear functions and of
/// folds of copowers, with copies on `budget`, which outlives the patterns.
void populateCopyingLaws(mlir::RewritePatternSet &patterns, CopyBudget &budget);

} // namespace chad

#endif // CHAD_IR_COPYINGLAWS_H

//===- CopyingLaws.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws that copy code so that functions disappear.
//
// Canonicalization applies a function with several uses in place only where it
// is small. These laws do so always, within a budget: for passes after which no
// function values are to be left.

#ifndef CHAD_IR_COPYINGLAWS_H
#define CHAD_IR_COPYINGLAWS_H

#include "mlir/IR/PatternMatch.h"

namespace chad {

/// How many ops may still be added by copies.
struct CopyBudget {
  int64_t remaining;

  /// Pays for a copy of `op` and all ops in it, or tells that it costs too much.
  bool pay(mlir::Operation *op);
};

/// Adds the laws of application of `chad.lambda`, of linear functions and of
/// folds of copowers, with copies on `budget`, which outlives the patterns.
void populateCopyingLaws(mlir::RewritePatternSet &patterns, CopyBudget &budget);

} // namespace chad

#endif // CHAD_IR_COPYINGLAWS_H

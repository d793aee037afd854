//===- Recompute.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which values of a loop's body the reverse sweep computes again, and which it
// has the loop return.

#ifndef CHAD_LIB_RULES_RECOMPUTE_H
#define CHAD_LIB_RULES_RECOMPUTE_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"

namespace chad::detail {

/// Finds the values of `body` that a few cheap ops compute from its arguments other
/// than `states` and from what is outside.
class RecomputePlan {
public:
  RecomputePlan(mlir::Block &body, mlir::ValueRange states);

  /// Whether `value`, a result of an op of the body, is to be computed again.
  bool isRecomputed(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Value, unsigned> costs;
};

/// Whether no value in `region` may be an array whose shape differs from one run of
/// the region to the next. Only then do the values of all runs make an array.
bool isRectangular(mlir::Region &region);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_RECOMPUTE_H

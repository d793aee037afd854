//===- Recompute.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decides which values of a loop's body the reverse sweep computes again, and which are residuals.

#ifndef CHAD_LIB_RULES_RECOMPUTE_H
#define CHAD_LIB_RULES_RECOMPUTE_H

#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace chad::detail {

/// Adds the values from outside that the ops of `region` use. The region may be in a region that no
/// op holds.
void getUsedFromOutside(mlir::Region &region, llvm::SetVector<mlir::Value> &values);

/// Finds the values of `body` that a few cheap ops compute from values from outside and from its
/// arguments, without `states`.
class RecomputePlan {
public:
  RecomputePlan(mlir::Block &body, mlir::ValueRange states);

  /// Whether `value`, a result of an op of the body, is to be computed again.
  bool isRecomputed(mlir::Value value) const { return costs.contains(value); }

private:
  llvm::DenseMap<mlir::Value, unsigned> costs;
};

} // namespace chad::detail

#endif // CHAD_LIB_RULES_RECOMPUTE_H

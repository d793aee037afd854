//===- RowFolds.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sequential loops whose states are rows, where each element of a row is computed by itself.

#ifndef CHAD_LIB_LOOPS_LANES_ROWFOLDS_H
#define CHAD_LIB_LOOPS_LANES_ROWFOLDS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The map that computes the next states and the collected rows of a fold, each element from the
/// elements at the same position of other rows; null if there is none.
MapOp getRowMap(FoldOp fold);

/// Runs all iterations for one vector of `numLanes` elements after the other, or for two at once if
/// `canPair`, so that states stay in registers.
void runRowsInLanes(mlir::RewriterBase &rewriter, FoldOp fold, unsigned numLanes, bool canPair);

/// The state of the surrounding fold that a loop reads and whose next value is the loop's result,
/// where an op that collects the state stores it before. Null if there is none.
mlir::Value getReplacedState(ArrayLoopOpInterface loop, mlir::OpResult result);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_ROWFOLDS_H

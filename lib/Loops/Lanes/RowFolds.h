//===- RowFolds.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sequential loops whose states are rows that are computed element by element.

#ifndef CHAD_LIB_LOOPS_LANES_ROWFOLDS_H
#define CHAD_LIB_LOOPS_LANES_ROWFOLDS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The map that makes the next states of a fold and all that it collects, if each element
/// follows from the elements at the same place in other rows; null otherwise.
MapOp getRowMap(FoldOp fold);

/// Has vectors of `numLanes` elements go through all iterations, one after the other, or two side
/// by side if `canPair`: states are in registers.
void runRowsInLanes(mlir::RewriterBase &rewriter, FoldOp fold, unsigned numLanes, bool canPair);

/// The state of the fold around that a loop reads, and whose next value is its result; what
/// collects the state stores it before. Null if there is none.
mlir::Value getReplacedState(ArrayLoopOpInterface loop, mlir::OpResult result);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_ROWFOLDS_H

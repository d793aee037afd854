//===- Sums.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the states of loops that are sums: iterations only add to them.

#ifndef CHAD_LIB_LOOPS_SUMS_H
#define CHAD_LIB_LOOPS_SUMS_H

#include "chad/Analysis/Reductions.h"
#include "chad/Loops/Elements.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The arrays of which a map or a fold reads an element in each iteration; empty for other ops.
inline mlir::ValueRange arraysOf(mlir::Operation *loop) {
  ArrayLoopOpInterface reader = getLoopOverArrays(loop);
  return reader ? mlir::ValueRange(reader.getArrays()) : mlir::ValueRange();
}

/// The number of states of a fold; 0 for other ops.
inline unsigned numStatesOf(mlir::Operation *loop) {
  auto fold = mlir::dyn_cast<ArrayLoopOpInterface>(loop);
  return fold ? fold.getNumStates() : 0;
}

/// Whether the iterations of a map, a build or a fold are independent except for additions to sums
/// of floats; with `general`, also to slices of arrays of floats.
bool isParallelLoop(mlir::Operation *loop, bool general = false);

/// Whether result `number` of a reduction is a sum from zero.
bool isSumReduction(ReduceOp reduce, unsigned number);

/// Whether `value` is a zero, or an array of zeros, by the op that makes it.
bool isZeros(mlir::Value value);

/// -0.0 in all elements of a type of floats: what can be added to any sum, and leaves it.
mlir::TypedAttr getNeutralAttr(mlir::Type type);

/// -0.0, or an array of it of the type `type`, with the extents of `like` from dimension `first`
/// on.
mlir::Value createNeutral(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                          mlir::Value like, int64_t first = 0);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_SUMS_H

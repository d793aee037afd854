//===- Sums.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which states of loops are sums: iterations only add to them.

#ifndef CHAD_LIB_LOOPS_SUMS_H
#define CHAD_LIB_LOOPS_SUMS_H

#include "chad/Analysis/Reductions.h"
#include "chad/Loops/Elements.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The arrays of which a map or fold reads an element in each iteration; none of other ops.
inline mlir::ValueRange arraysOf(mlir::Operation *loop) {
  ArrayLoopOpInterface reader = getLoopOverArrays(loop);
  return reader ? mlir::ValueRange(reader.getArrays()) : mlir::ValueRange();
}

/// How many states a fold carries; none for other ops.
inline unsigned numStatesOf(mlir::Operation *loop) {
  auto fold = mlir::dyn_cast<ArrayLoopOpInterface>(loop);
  return fold ? fold.getNumStates() : 0;
}

/// Whether the iterations of a map, build or fold are independent but for what they add to sums
/// of floats; with `general`, also to parts of arrays of them.
bool isParallelLoop(mlir::Operation *loop, bool general = false);

/// Whether result `number` of a reduction is a sum from zero.
bool isSumReduction(ReduceOp reduce, unsigned number);

/// Whether `value` is a zero, or an array of zeros, as the op says that makes it.
bool isZeros(mlir::Value value);

/// -0.0 in all elements of a type of floats: what can be added to any sum, and leaves it.
mlir::TypedAttr getNeutralAttr(mlir::Type type);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_SUMS_H

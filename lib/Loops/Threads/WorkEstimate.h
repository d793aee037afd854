//===- WorkEstimate.h -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes code before a loop that estimates the work of the loop.

#ifndef CHAD_LIB_LOOPS_THREADS_WORKESTIMATE_H
#define CHAD_LIB_LOOPS_THREADS_WORKESTIMATE_H

#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"

namespace chad::detail {

class WorkEstimate {
public:
  /// Code is inserted at the insertion point of `builder`, which must be directly before `loop`.
  WorkEstimate(mlir::OpBuilder &builder, mlir::Operation *loop)
      : builder(builder), loop(loop), loc(loop->getLoc()) {}

  /// The number of threads, at most `most`, among which it pays to divide the iterations of `op`,
  /// the loop or one inside of it. Each thread has at least `grain` operations, and copies of
  /// `numSummed` sums.
  mlir::Value getThreads(mlir::Operation *op, mlir::Value extent, mlir::Value numSummed,
                         mlir::Value most, unsigned grain);
  /// The cost of all iterations of `op`, the loop or one inside of it, in additions.
  mlir::Value getWork(mlir::Operation *op) { return workOf(op); }
  /// How often ops for which `isCounted` holds run in all iterations of `op`, the loop or one
  /// inside of it. What is inside of such an op is not counted.
  mlir::Value countRuns(mlir::Operation *op, llvm::function_ref<bool(mlir::Operation *)> isCounted);
  /// The number of elements of a value from outside of the loop.
  mlir::Value getSize(mlir::Value value);
  /// The number of iterations of a combinator.
  mlir::Value getExtent(CombinatorOpInterface combinator);
  /// Whether the estimate contains a guess, since a value is only known in the loop.
  bool isGuess() const { return hasGuessed; }

private:
  /// The cost of all iterations, in additions.
  mlir::Value workOf(mlir::Operation *op);
  mlir::Value workOf(mlir::Region &region);
  /// The number of iterations of a loop; null if `op` is none, or it is not known.
  mlir::Value iterationsOf(mlir::Operation *op);
  /// The value of an extent of the body before the loop; a guess if it is not known there.
  mlir::Value outside(Extent extent);
  /// The same, in the mean over all iterations: half of the iterations of a loop for the number of
  /// one of them, as in loops over triangles.
  mlir::Value meanOutside(Extent extent);
  mlir::Value meanExtent(CombinatorOpInterface combinator);
  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value multiply(mlir::Value lhs, mlir::Value rhs);

  mlir::OpBuilder &builder;
  mlir::Operation *loop;
  mlir::Location loc;
  bool hasGuessed = false;
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_THREADS_WORKESTIMATE_H

//===- WholeSums.h - Sums of arrays without indices ------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_WHOLESUMS_H
#define CHAD_LIB_LOOPS_KERNELS_WHOLESUMS_H

#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

namespace chad::detail {

/// An array that each iteration of a fold adds to a state, all elements of it: a loop in the body
/// computes an element from numbers of the iteration and from elements of arrays.
struct WholeSum {
  ArrayLoopOpInterface loop; ///< The loop, which reads the state.
  unsigned result;           ///< The number of its result that is the next state.
  mlir::arith::AddFOp add;   ///< What adds to an element of the state.
  mlir::Value addend;
  llvm::SmallVector<mlir::Operation *> ops; ///< Those that compute the addend, in order.
};

/// How the iterations of `fold` add to state `number`; nothing if they do something else with it.
std::optional<WholeSum> getWholeSum(FoldOp fold, unsigned number);

/// The sums of arrays in a fold whose iterations run in rounds.
class WholeSums {
public:
  /// `numbers` of the states are these sums.
  WholeSums(mlir::RewriterBase &rewriter, FoldOp fold, int64_t blockThreads,
            llvm::ArrayRef<WholeSum> sums);

  /// The numbers of an iteration from which addends are computed.
  mlir::ValueRange getNumbers() const { return numbers.getArrayRef(); }
  /// The number of elements of sum `number`, computed at the insertion point outside of the fold.
  mlir::Value createLength(unsigned number);
  /// Asserts that the loops that add up read arrays of one extent, if there are iterations.
  void assertExtents(mlir::Value numIterations, mlir::ValueRange starts);
  /// Whether `op` is a loop that makes one of the sums.
  bool isLoop(mlir::Operation *op) const;
  /// Whether the code of an iteration without sums has this loop.
  bool keepsLoop(mlir::Operation *op) const;
  /// Clones such a loop into the code of an iteration, without sums.
  void cloneLoop(mlir::Operation *op, mlir::IRMapping &mapping);
  /// For each sum, zeros for the threads.
  llvm::SmallVector<mlir::Value> createParts();
  /// The parts of threads with what the `count` iterations from `start` on add; `collected` are
  /// the numbers of these iterations. A sum has at most as many elements as the block has threads.
  llvm::SmallVector<mlir::Value> addRound(mlir::ValueRange parts, mlir::Value start,
                                          mlir::Value count, mlir::ValueRange collected);
  /// The sums: what there was before, and the parts.
  llvm::SmallVector<mlir::Value> addParts(mlir::ValueRange starts, mlir::ValueRange parts);

private:
  mlir::Value index(int64_t value);
  /// The array of the fold, or outside of it, from which the length of a sum is known.
  mlir::Value getKey(unsigned number) const;
  /// The extent of an array that a loop reads, if that is no state.
  mlir::Value createExtent(mlir::Value array);
  /// Element `j` of what the loop of a sum reads in iteration `i` of the fold.
  mlir::Value readElement(mlir::Value array, mlir::Value i, mlir::Value j);

  mlir::RewriterBase &rewriter;
  FoldOp fold;
  ArrayLoopOpInterface outer;
  mlir::Location loc;
  int64_t blockThreads;
  llvm::SmallVector<WholeSum> sums;
  llvm::SmallSetVector<mlir::Value, 4> numbers;
  /// Sums of one length.
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_WHOLESUMS_H

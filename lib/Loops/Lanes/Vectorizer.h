//===- Vectorizer.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The loops over blocks of lanes that take the place of one loop.

#ifndef CHAD_LIB_LOOPS_LANES_VECTORIZER_H
#define CHAD_LIB_LOOPS_LANES_VECTORIZER_H

#include "Windows.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

class Vectorizer {
public:
  /// `plain`, if there is one, is a copy of the loop that runs the iterations behind the last whole
  /// block: in the blocks, neighbouring iterations are in neighbouring lanes.
  Vectorizer(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop, const Variation &variation,
             unsigned width, unsigned sumWidth, ArrayLoopOpInterface plain = {})
      : rewriter(rewriter), loop(loop), variation(variation), width(width), loc(loop->getLoc()),
        numStates(loop.getNumStates()), windows(loop, variation),
        shared(plain ? windows.findShared() : llvm::DenseSet<mlir::Value>()),
        sums(loop, variation, shared), sumWidth(sums.canShare() ? sumWidth : width), plain(plain) {}

  void run(bool isFlat);

private:
  /// Of vectors side by side: the whole ones, and one with the rest.
  llvm::SmallVector<mlir::Value> writeFlat(mlir::Value numFull, mlir::Value rest,
                                           llvm::ArrayRef<mlir::Value> outputs);
  llvm::SmallVector<mlir::Value> writeFlatBlock(mlir::Value first, mlir::Value rest,
                                                mlir::ValueRange carried,
                                                llvm::ArrayRef<mlir::Value> outputs);
  /// Blocks of iterations that start from these states and arrays.
  llvm::SmallVector<mlir::Value> writeBlocks(mlir::Value numBlocks, mlir::ValueRange states,
                                             llvm::ArrayRef<mlir::Value> outputs);
  /// The blocks that are whole, and the iterations behind them.
  llvm::SmallVector<mlir::Value> writeWholeBlocks(llvm::ArrayRef<mlir::Value> outputs);
  /// The iterations from number `begin` on, by `plain`; what becomes of the states, and of arrays.
  llvm::SmallVector<mlir::Value> writeRest(mlir::Value begin, llvm::ArrayRef<mlir::Value> outputs);
  mlir::Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  /// What the loop fills; in flat loops this may be an array that it reads.
  llvm::SmallVector<mlir::Value> createOutputs(bool isFlat);
  /// One block of iterations from `first` on; the next states and arrays.
  llvm::SmallVector<mlir::Value> writeBlock(mlir::Value first, mlir::ValueRange carried);
  /// Which lanes of the block from `first` on there are iterations for, in parts as wide as sums.
  llvm::SmallVector<mlir::Value> createMasks(mlir::Value first);
  /// The elements of short rows, one row for each lane.
  llvm::SmallVector<mlir::Value> readRows(mlir::Value array, llvm::ArrayRef<mlir::Value> positions,
                                          unsigned width);
  /// Puts up to eight elements side by side into the row of each lane, from `first` on; not what
  /// is behind the row's end.
  mlir::Value storeRows(llvm::ArrayRef<mlir::Value> elements, mlir::Value array,
                        llvm::ArrayRef<mlir::Value> positions, mlir::ValueRange first,
                        bool isWhole);
  /// Puts a row of each lane into an array, eight elements at a time in a loop.
  mlir::Value storeLongRows(mlir::Value lanes, mlir::Value array,
                            llvm::ArrayRef<mlir::Value> positions);
  /// Puts a row, or an element, of each lane into an array.
  mlir::Value store(mlir::Value lanes, mlir::Value array, llvm::ArrayRef<mlir::Value> positions);
  /// `state` and the lanes of `sums`, or those that `isUsed` names.
  mlir::Value addLanes(mlir::Value state, mlir::Value sums, mlir::Value isUsed);
  /// Where sums that start with `state`, and are `arg` in the body, start for lanes.
  mlir::Value createZeros(LaneBody &lanes, mlir::Value state, mlir::Value arg);

  mlir::RewriterBase &rewriter;
  ArrayLoopOpInterface loop;
  const Variation &variation;
  unsigned width;
  mlir::Location loc;
  unsigned numStates;
  Windows windows;
  llvm::DenseSet<mlir::Value> shared; ///< The sums that all lanes add to.
  LaneSums sums;
  unsigned sumWidth;
  ArrayLoopOpInterface plain;
  mlir::Value extent, last; ///< How many iterations there are, and the number of the last.
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_VECTORIZER_H

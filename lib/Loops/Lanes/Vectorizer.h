//===- Vectorizer.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes the loops over blocks of lanes that replace one loop.

#ifndef CHAD_LIB_LOOPS_LANES_VECTORIZER_H
#define CHAD_LIB_LOOPS_LANES_VECTORIZER_H

#include "Windows.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Squares before `whole` are inside of the rows. The end of the rows cuts that from there to
/// `cut`, if these differ. Elements from `cut` on are read and stored one by one.
struct SquareBounds {
  mlir::Value whole, cut;
};

class Vectorizer {
public:
  /// `plain`, if it is not null, is a copy of the loop that runs the iterations after the last
  /// whole block. Then successive iterations are in adjacent lanes of a block.
  Vectorizer(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop, const Variation &variation,
             unsigned width, unsigned sumWidth, bool hasMaskedStores,
             ArrayLoopOpInterface plain = {})
      : rewriter(rewriter), loop(loop), variation(variation), width(width), loc(loop->getLoc()),
        numStates(loop.getNumStates()), windows(loop, variation),
        shared(plain ? windows.findShared() : llvm::DenseSet<mlir::Value>()),
        sums(loop, variation, shared), sumWidth(sums.canShare() ? sumWidth : width),
        hasMaskedStores(hasMaskedStores), plain(plain) {}

  /// Makes the position in the arrays of a lane of the block.
  using PositionOf = llvm::function_ref<mlir::Value(mlir::Value lane)>;

  void run(bool isFlat);

private:
  /// Makes the loop over whole vectors of adjacent elements, and the code for the elements that are
  /// left.
  llvm::SmallVector<mlir::Value> writeFlat(mlir::Value numFull, mlir::Value rest,
                                           llvm::ArrayRef<mlir::Value> outputs);
  llvm::SmallVector<mlir::Value> writeFlatBlock(mlir::Value first, mlir::Value rest,
                                                mlir::ValueRange carried,
                                                llvm::ArrayRef<mlir::Value> outputs);
  /// Makes the loop over blocks of iterations, from these states and arrays.
  llvm::SmallVector<mlir::Value> writeBlocks(mlir::Value numBlocks, mlir::ValueRange states,
                                             llvm::ArrayRef<mlir::Value> outputs);
  /// Makes the loop over whole blocks, and the loop over the iterations after them.
  llvm::SmallVector<mlir::Value> writeWholeBlocks(llvm::ArrayRef<mlir::Value> outputs);
  /// Makes the loop over the iterations from number `begin` on, by `plain`. Returns the states and
  /// arrays after it.
  llvm::SmallVector<mlir::Value> writeRest(mlir::Value begin, llvm::ArrayRef<mlir::Value> outputs);
  mlir::Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  /// The arrays that the loop fills. In a flat loop this may be an array that it reads.
  llvm::SmallVector<mlir::Value> createOutputs(bool isFlat);
  /// Makes the code of one block of iterations from `first` on. Returns the next states and arrays.
  llvm::SmallVector<mlir::Value> writeBlock(mlir::Value first, mlir::ValueRange carried);
  /// Masks of the lanes of the block from `first` on that belong to iterations, in vectors as wide
  /// as sums.
  llvm::SmallVector<mlir::Value> createMasks(mlir::Value first);
  /// Rows of lanes are read and stored by squares of elements, which are transposed.
  bool hasSquares() const { return width % 4 == 0; }
  unsigned getSide() const { return width % 8 == 0 ? 8 : 4; }
  /// Elements of rows from `first` on, as many as a square has. Unless it is whole, rows may end
  /// before.
  struct Square {
    mlir::Value first;
    bool isWhole;
  };
  /// Divides rows of `size` elements into squares.
  SquareBounds createSquareBounds(mlir::Value size, bool canCut);
  /// The columns of a square of the rows at `positions`.
  llvm::SmallVector<mlir::Value> readSquare(mlir::Value array,
                                            llvm::ArrayRef<mlir::Value> positions, Square square);
  /// Whether registers hold the columns of a square of the rows of all lanes.
  bool fitRegisters() const { return width <= 2 * getSide(); }
  /// These columns, where they do: of one or two groups of as many lanes as a square has rows.
  llvm::SmallVector<mlir::Value> readSquares(mlir::Value array, PositionOf positionOf,
                                             Square square);
  /// An array of the first `extent` columns of squares of the rows of all lanes, where registers
  /// do not hold them. It is made by a loop over groups of lanes.
  mlir::Value readColumns(mlir::Value array, PositionOf positionOf, llvm::ArrayRef<Square> squares,
                          int64_t extent);
  /// Column `i` of such an array.
  mlir::Value readColumn(mlir::Value columns, mlir::Value i);
  /// The elements of short rows, one row for each lane.
  llvm::SmallVector<mlir::Value> readRows(mlir::Value array, PositionOf positionOf);
  /// The same as an array of vectors, by a loop over squares.
  mlir::Value readLongRows(mlir::Value array, PositionOf positionOf);
  /// Stores columns, no more than a square has, to the rows at `positions`, from `first` on, but
  /// none beyond the ends of the rows.
  mlir::Value storeSquare(llvm::ArrayRef<mlir::Value> elements, mlir::Value array,
                          llvm::ArrayRef<mlir::Value> positions, mlir::ValueRange first,
                          bool isWhole);
  /// The same for the rows of all lanes.
  mlir::Value storeRows(llvm::ArrayRef<mlir::Value> elements, mlir::Value array,
                        llvm::ArrayRef<mlir::Value> positions, PositionOf positionOf,
                        mlir::ValueRange first, bool isWhole);
  /// Stores a row of each lane to an array, by a loop over squares.
  mlir::Value storeLongRows(mlir::Value lanes, mlir::Value array,
                            llvm::ArrayRef<mlir::Value> positions, PositionOf positionOf);
  /// Stores a row, or an element, of each lane to an array.
  mlir::Value store(mlir::Value lanes, mlir::Value array, llvm::ArrayRef<mlir::Value> positions,
                    PositionOf positionOf);
  /// `state` plus the lanes of `sums`, or plus those for which `isUsed` holds.
  mlir::Value addLanes(mlir::Value state, mlir::Value sums, mlir::Value isUsed);

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
  bool hasMaskedStores;
  ArrayLoopOpInterface plain;
  mlir::Value extent, last; ///< How many iterations there are, and the number of the last.
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_VECTORIZER_H

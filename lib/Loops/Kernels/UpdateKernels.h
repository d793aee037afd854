//===- UpdateKernels.h - Kernels that update elements at indices --------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ways to divide the updates of a histogram or of a `chad.scatter_add` among blocks and
// threads.

#ifndef CHAD_LIB_LOOPS_KERNELS_UPDATEKERNELS_H
#define CHAD_LIB_LOOPS_KERNELS_UPDATEKERNELS_H

#include "Workers.h"
#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// What all ways have in common. Code is made at the insertion point of the rewriter.
class UpdateKernels {
public:
  /// `op` has `extent` updates.
  UpdateKernels(mlir::RewriterBase &rewriter, mlir::Operation *op, const Machine &machine,
                mlir::Value extent);
  virtual ~UpdateKernels();

protected:
  /// Makes the code of one update, of the elements at `bin`.
  virtual llvm::SmallVector<mlir::Value> update(mlir::Value number, mlir::Value bin,
                                                mlir::ValueRange states);
  /// Makes the loop over updates of a thread, from number `from` on, `step` apart. Those that
  /// `place` gives a position in `states` are made there.
  llvm::SmallVector<mlir::Value> createUpdates(
      mlir::Value from, mlir::Value count, mlir::Value step, mlir::ValueRange states,
      llvm::function_ref<std::pair<mlir::Value, mlir::Value>(mlir::OpBuilder &, mlir::Value bin)>
          place);
  /// Makes the loop over the threads of a block, which make the updates of a range. `copies` are
  /// the arrays that they update, of which `sizes` are the extents; the first element is that of
  /// bin `base`. Each thread has some elements.
  llvm::SmallVector<mlir::Value>
  updateInThreads(mlir::ValueRange copies,
                  llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> sizes, mlir::Value base,
                  ElementRange range);

  mlir::Value index(int64_t value);
  /// The extents of a result.
  llvm::SmallVector<mlir::OpFoldResult> sizesOf(unsigned number);
  /// The number of bins.
  mlir::Value getNumBins();
  /// The initial content of a copy of a result.
  mlir::Value unitOf(unsigned number);

  mlir::RewriterBase &rewriter;
  mlir::Operation *op;
  mlir::Location loc;
  const Machine &machine;
  /// The op: one of them is null.
  HistOp hist;
  ScatterAddOp scatter;
  /// The bins of the updates, their number, and what they add.
  mlir::Value indices, extent;
  llvm::SmallVector<mlir::Value> arrays;
};

/// Each thread takes some of the updates, and adds to the one result by atomic additions.
class AtomicUpdates : public UpdateKernels {
public:
  using UpdateKernels::UpdateKernels;

  /// Whether `op` sums numbers of types that GPUs have atomic additions of.
  static bool isSum(mlir::Operation *op);
  /// Whether `op` sums integers: sums that are the same in any order.
  static bool isSumOfIntegers(mlir::Operation *op);

  llvm::SmallVector<mlir::Value> run();

private:
  llvm::SmallVector<mlir::Value> update(mlir::Value number, mlir::Value bin,
                                        mlir::ValueRange states) override;
  /// The array `state` with `element` added at `bin`.
  mlir::Value add(mlir::Value element, mlir::Value state, mlir::Value bin);
};

/// Each block has a range of the updates and a copy of the result, and each thread elements of the
/// copy. The copies are combined in the order of the blocks.
class CopiedUpdates : public UpdateKernels {
public:
  using UpdateKernels::UpdateKernels;

  /// The loops that are left to be divided are added to `left`.
  llvm::SmallVector<mlir::Value> run(llvm::SmallVectorImpl<mlir::Operation *> &left);

private:
  /// The number of blocks that have copies.
  mlir::Value chooseBlocks();
  /// Makes the kernel that updates the copies, in two versions where the program has to choose.
  llvm::SmallVector<mlir::Value> createCopies(mlir::Value numBlocks);
  /// Makes the kernel. With `ownCells`, not 0, a block updates an array of so many elements in its
  /// own memory first.
  llvm::SmallVector<mlir::Value> updateCopies(mlir::Value numBlocks, int64_t ownCells);
  /// Combines the copies. Sets `loop` to the loop that does so.
  llvm::SmallVector<mlir::Value> combine(mlir::ValueRange copies, mlir::Value numBlocks,
                                         mlir::Operation *&loop);
};

/// The updates are sorted by their bins: there are no copies.
class SortedUpdates : public UpdateKernels {
public:
  using UpdateKernels::UpdateKernels;

  /// Whether it takes less time to sort the updates than to combine copies of the result; null if
  /// it never does.
  mlir::Value pays();
  /// The loops that are left to be divided are added to `left`.
  llvm::SmallVector<mlir::Value> run(llvm::SmallVectorImpl<mlir::Operation *> &left);

private:
  /// A sum of rows, each of which adds up its own updates.
  mlir::Value sumRows(llvm::SmallVectorImpl<mlir::Operation *> &left);
  /// The results by parts: each block has the elements between its first and its last update.
  llvm::SmallVector<mlir::Value> combineParts(llvm::SmallVectorImpl<mlir::Operation *> &left);
  /// Makes the kernel that updates these parts. `bucketOf` makes the code that computes the bucket
  /// of a bin; each bucket has `width` bins.
  llvm::SmallVector<mlir::Value>
  updateParts(mlir::Value numBlocks, mlir::Value width,
              llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value bin)> bucketOf);
  /// The least number of bits that all positions in `count` elements have.
  mlir::Value countBits(mlir::Value count);
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_UPDATEKERNELS_H

//===- Scans.h - States that follow each other, by kernels --------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds all states of a loop whose steps can be combined before the state is known:
//
//   s[i+1] = f(x[i])(s[i])      y[i] = g(x[i], s[i])
//
// where the maps f(x) have a form, the part, that is closed under composition. For a scan with an
// associative op a part is an element: f(x)(s) = s ⊕ x. For an affine recurrence it is a pair of a
// factor and an addend.
//
// The elements are divided into one range for each block, and those of a block into one for each
// thread. The first kernel composes the parts of each range. In the last one each block finds the
// state before its range from the parts of the ranges before, composes the parts of each thread
// again, finds the states before these, and takes the steps of the loop from there. So elements are
// read twice, and results are written once. A loop that collects nothing has a last kernel of one
// block.
//
// In a block, the threads compose their parts in a tree, and the states go down the same tree:
//
//   state of the second half = (part of the first half)(state of the first half)
//
// No other parts are made than those of the tree. An infinity or a NaN in any of them is one in the
// part of the whole.
//
// Source: Blelloch, "Prefix sums and their applications", 1990, §1.2 and §1.4.

#ifndef CHAD_LIB_LOOPS_KERNELS_SCANS_H
#define CHAD_LIB_LOOPS_KERNELS_SCANS_H

#include "Workers.h"
#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// The steps of a loop, as above.
class ScanSteps {
public:
  ScanSteps(Direction direction, mlir::ValueRange arrays, mlir::ValueRange starts)
      : direction(direction), starts(starts), arrays(arrays), areCombined(arrays.size(), true) {}
  virtual ~ScanSteps();

  /// The part that leaves each state as it is.
  virtual llvm::SmallVector<mlir::Value> createNeutral(mlir::OpBuilder &builder) = 0;
  /// `part`, followed by the step of the elements.
  virtual llvm::SmallVector<mlir::Value> extend(mlir::OpBuilder &builder, mlir::ValueRange part,
                                                mlir::ValueRange elements) = 0;
  /// The part `first`, followed by the part `second`.
  virtual llvm::SmallVector<mlir::Value> compose(mlir::OpBuilder &builder, mlir::ValueRange first,
                                                 mlir::ValueRange second) = 0;
  /// The states after a part.
  virtual llvm::SmallVector<mlir::Value> apply(mlir::OpBuilder &builder, mlir::ValueRange part,
                                               mlir::ValueRange states) = 0;
  /// The states after a step, and what the loop collects in it.
  virtual llvm::SmallVector<mlir::Value> step(mlir::OpBuilder &builder, mlir::ValueRange elements,
                                              mlir::ValueRange states) = 0;
  /// The types of what the loop collects in each step.
  virtual llvm::SmallVector<mlir::Type> getCollected() = 0;
  /// The array whose memory the collected array of this number takes over; null if there is none.
  /// Only this loop reads it, the element that it overwrites.
  virtual mlir::Value getReused(unsigned number) { return {}; }

  const Direction direction;
  const llvm::SmallVector<mlir::Value> starts;
  llvm::SmallVector<mlir::Value> arrays;
  /// For each array, whether parts depend on its elements: others need not be there yet when parts
  /// are made.
  llvm::SmallVector<bool> areCombined;
};

/// Makes the kernels, at the insertion point of the rewriter.
class ScanKernels {
public:
  ScanKernels(mlir::RewriterBase &rewriter, mlir::Location loc, const Machine &machine,
              ScanSteps &steps, mlir::Value extent);

  /// Makes the first kernel.
  void createParts();
  /// Makes the last kernel of a loop that collects nothing.
  void createStates();
  /// Makes the last kernel. Returns the collected arrays, of dynamic extent. Only if it is
  /// `checked` may the following be asked; it then makes no parts but those that are checked.
  llvm::SmallVector<mlir::Value> createCollected(bool checked);
  /// Whether all numbers in the parts are finite. The host reads it.
  mlir::Value areFinite();
  /// The states after the last step. The host reads them.
  llvm::SmallVector<mlir::Value> createLastStates();

private:
  mlir::RewriterBase &rewriter;
  mlir::Location loc;
  const Machine &machine;
  ScanSteps &steps;
  mlir::Value extent, numBlocks;
  /// The part of each range; the states after all, and a number that is zero if all parts are
  /// finite, as arrays of which each block has written an element.
  llvm::SmallVector<mlir::Value> parts, last;
  mlir::Value difference;
};

/// Whether `divideScan` divides a scan.
bool mayDivideScan(ScanOp scan);

/// Makes the kernels of a scan, before it. Returns its results, of dynamic extent.
llvm::SmallVector<mlir::Value> createScanKernels(mlir::RewriterBase &rewriter, ScanOp scan,
                                                 const Machine &machine);

/// Replaces a scan by kernels, together with a map that reads its results, if there is one: the
/// steps compute what the map makes, and results that only the map reads are not stored. Returns
/// the map, which is erased, or null.
mlir::Operation *divideScan(mlir::RewriterBase &rewriter, ScanOp scan, const Machine &machine,
                            bool checkExtents);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_SCANS_H

//===- Windows.h - Parts of arrays that move with the iteration -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A window is a slice of an array whose offset in the last dimension increases by 1 in each
// iteration. Elements j of the windows of successive iterations are adjacent in memory:
//
//   x[p : p + w][j] = x[p + j]
//
// so that one load reads them for all lanes of a vector, which are successive iterations. Additions
// to element j of the windows are one vector operation, too: for one j no two lanes add to the same
// element.

#ifndef CHAD_LIB_LOOPS_LANES_WINDOWS_H
#define CHAD_LIB_LOOPS_LANES_WINDOWS_H

#include "LaneBody.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The windows of one loop.
class Windows {
public:
  Windows(ArrayLoopOpInterface loop, const Variation &variation)
      : loop(loop), variation(variation) {}

  /// Whether an index increases by 1 in each iteration.
  bool isConsecutive(mlir::Value index) const;
  /// Whether the last of these indices is consecutive, and the others do not vary.
  bool areConsecutive(llvm::ArrayRef<mlir::OpFoldResult> indices) const;

  /// Whether an op takes a window from which only elements are read.
  bool isRead(mlir::tensor::ExtractSliceOp slice) const;
  /// Whether an op inserts a window to which a loop has added element by element.
  bool isUpdate(mlir::tensor::InsertSliceOp slice) const;
  /// Whether an op takes a window for such an update.
  bool isUpdated(mlir::tensor::ExtractSliceOp slice) const;

  /// Whether there is a window.
  bool exist() const;
  /// Whether there is a window to which the loop adds.
  bool haveUpdates() const;
  /// Whether all slices of states to which the loop adds are windows.
  bool areAllUpdates() const;

  /// The states to which only `chad.accumulate` adds, at consecutive indices, so that all lanes can
  /// share one array; and the values of these states within the body.
  llvm::DenseSet<mlir::Value> findShared() const;

private:
  bool isWindow(mlir::tensor::ExtractSliceOp slice) const;

  mutable ArrayLoopOpInterface loop;
  const Variation &variation;
};

/// Lets the loops in the body of `loop` read the elements of windows from the array itself, and add
/// to them there.
void forwardWindows(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                    const Variation &variation);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_WINDOWS_H

//===- Windows.h - Parts of arrays that move with the iteration -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A window is a slice of an array whose offset in the last dimension is that of the iteration
// before plus 1. Element j of the windows of neighbouring iterations lies side by side:
//
//   x[p : p + w][j] = x[p + j]
//
// so that the lanes of a vector, which are neighbouring iterations, are read at once. What is added
// to element j of a window is added at once, too: within one j, no two lanes add to one element.

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

  /// Whether an index is that of the iteration before plus 1.
  bool isConsecutive(mlir::Value index) const;
  /// Whether the last of these indices is consecutive, and the others do not vary.
  bool areConsecutive(llvm::ArrayRef<mlir::OpFoldResult> indices) const;

  /// Whether an op takes a window of which only elements are read.
  bool isRead(mlir::tensor::ExtractSliceOp slice) const;
  /// Whether an op puts a window back to which its loop has added, element by element.
  bool isUpdate(mlir::tensor::InsertSliceOp slice) const;
  /// Whether an op takes a window for such an update.
  bool isUpdated(mlir::tensor::ExtractSliceOp slice) const;

  /// Whether some slice is a window.
  bool exist() const;
  /// Whether some slice is a window that is added to.
  bool haveUpdates() const;
  /// Whether the loop adds to parts of its states only by windows.
  bool areAllUpdates() const;

  /// The states that are arrays to which only `chad.accumulate` adds, at consecutive indices: all
  /// lanes can share them. With them, what they are within the body.
  llvm::DenseSet<mlir::Value> findShared() const;

private:
  bool isWindow(mlir::tensor::ExtractSliceOp slice) const;

  mutable ArrayLoopOpInterface loop;
  const Variation &variation;
};

/// Has the loops in the body of `loop` read and add to the elements of windows where they are.
void forwardWindows(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                    const Variation &variation);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_WINDOWS_H

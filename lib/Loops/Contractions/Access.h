//===- Access.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which element of which array a value is: `array[i₁, i₂, ...]`, where each index is one that runs.

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_ACCESS_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_ACCESS_H

#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// An index that runs: that of the loop `loop`, or, without a loop, that of dimension `dim` of a
/// result.
struct Symbol {
  mlir::Operation *loop = nullptr;
  int64_t dim = -1;

  bool operator==(const Symbol &other) const { return loop == other.loop && dim == other.dim; }
};
using Symbols = llvm::SmallVector<Symbol, 4>;

/// The element of `array` at `indices`.
struct Access {
  mlir::Value array;
  Symbols indices;
  /// Loops, outermost first, that are to read an element of `array`, and of what that is, before
  /// `indices` say which element of the rest: none where the array is known at the access.
  llvm::SmallVector<mlir::Operation *, 2> through;
};

/// The `chad.build` whose index `index` is, or that makes the array `0, 1, ...` of which it is an
/// element that a loop reads; null if there is none.
BuildOp getCounter(mlir::BlockArgument index);

/// Follows an element of an array that is used inside of the loop `around` to where it was made:
/// elements of loops' arrays are those of the whole arrays; what loops store is what they compute
/// in the iteration at that index. Copies, transposed and repeated ones, are so read where the
/// original stands. The last array on the way that can be read is the answer: one that is known
/// before `around`, or made in its body, or an element of which each iteration of a loop around it
/// can read. `dimensions` of it that only some of its elements would be read of end the way.
Access findOrigin(mlir::Operation *around, mlir::Value array, Symbols indices);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_ACCESS_H

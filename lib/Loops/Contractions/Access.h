//===- Access.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the array and the indices whose element a value is: `array[i₁, i₂, ...]`, where each index
// runs over a range.

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_ACCESS_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_ACCESS_H

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace chad::detail {

/// An index that runs over a range: the index of the loop `loop`, or, without a loop, that of
/// dimension `dim` of a result. Or a position that is the same in all iterations: `fixed`.
struct Symbol {
  mlir::Operation *loop = nullptr;
  int64_t dim = -1;
  mlir::OpFoldResult fixed = {};

  bool operator==(const Symbol &other) const {
    return loop == other.loop && dim == other.dim && fixed == other.fixed;
  }
};
using Symbols = llvm::SmallVector<Symbol, 4>;

/// A state of a fold.
struct State {
  FoldOp fold;
  unsigned number;
};

/// The element of `array` at `indices`.
struct Access {
  mlir::Value array;
  Symbols indices;
  /// Loops, outermost first, each of which reads an element of `array`, and then an element of this
  /// element; `indices` are those of the remaining dimensions. Empty if the array is known at the
  /// access.
  llvm::SmallVector<mlir::Operation *, 2> through;
};

/// The `chad.build` whose index `index` is, or that makes the array `0, 1, ...` of which it is an
/// element that a loop reads; null if there is none.
BuildOp getCounter(mlir::BlockArgument index);

/// If a slice is that of an array at given indices: for each dimension of the array its index, or
/// null for those that are taken as a whole. Empty for all other slices.
llvm::SmallVector<mlir::OpFoldResult> getSliceIndices(mlir::tensor::ExtractSliceOp slice);

/// `index` as a position, if it is a constant or known before `around`.
std::optional<Symbol> getFixed(mlir::OpFoldResult index, mlir::Operation *around);

/// Follows an element of an array that is used inside of the loop `around` back to the arrays that
/// it comes from. An element that a loop reads is an element of the whole array; an element of an
/// array that a loop made is the value that it computed in the iteration with this index. So
/// elements of copies, also transposed or repeated ones, can be read from the original. Returns the
/// array itself, and after it the arrays on this way that can be read: those that are known before
/// `around` or made in its body, or of which each iteration of a surrounding loop can read an
/// element. The search ends at an array of which only a part of a dimension would be read.
llvm::SmallVector<Access> findOrigins(mlir::Operation *around, mlir::Value array, Symbols indices);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_ACCESS_H

//===- ElementReader.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes code for one element of an array that pads, slices and insertions make from other arrays.
//
//   slice(a, at o)[i]        = a[o + i]
//   pad(a, low l, with z)[i] = if l <= i < l + n then a[i - l] else z
//   insert(a, at o, b)[i]    = if o <= i < o + n then a[i - o] else b[i]
//   map(f, a)[i]             = f(a[i])
//
// These laws hold exactly, for all elements: no product by zero is removed, and no sum is
// reordered.

#ifndef CHAD_LIB_LOOPS_MOVES_ELEMENTREADER_H
#define CHAD_LIB_LOOPS_MOVES_ELEMENTREADER_H

#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include <deque>
#include <map>

namespace chad::detail {

/// Creates that code at the insertion point of `rewriter`.
class ElementReader {
public:
  /// Elements that loops without states compute, at a cost of at most `maxCost`, are computed where
  /// they are read.
  ElementReader(mlir::RewriterBase &rewriter, unsigned maxCost)
      : rewriter(rewriter), maxCost(maxCost) {}

  /// Records that the index `value` is less than `extent`.
  void addBound(mlir::Value value, Extent extent) { bounds[value].push_back(extent); }

  /// The element of `tensor` at `position`, which must be in bounds; null if there is no short code
  /// for it. Ops that were made before the failure are left to the caller.
  mlir::Value read(mlir::Value tensor, mlir::ValueRange position);

  /// An extent plus `plus`, as a value; null if it is not available.
  mlir::Value createExtent(Extent extent, int64_t plus = 0);

private:
  /// An index: a value, or nothing, plus a number.
  struct Index {
    mlir::Value base;
    int64_t plus;
    bool operator<(const Index &other) const {
      return std::make_pair(base.getAsOpaquePointer(), plus) <
             std::make_pair(other.base.getAsOpaquePointer(), other.plus);
    }
  };
  using Position = llvm::SmallVector<Index>;

  /// An iteration of a loop elsewhere, for which a value is computed here.
  struct Iteration {
    mlir::Operation *loop;
    Index index;
    const Iteration *around;
  };
  using Key = std::tuple<void *, const Iteration *, std::vector<Index>>;

  mlir::Value element(mlir::Value tensor, Position at, const Iteration *in);
  mlir::Value createElement(mlir::Value tensor, const Position &at, const Iteration *in);
  mlir::Value elementOfSlice(mlir::tensor::ExtractSliceOp op, const Position &at,
                             const Iteration *in);
  mlir::Value elementOfPad(mlir::tensor::PadOp op, const Position &at, const Iteration *in);
  mlir::Value elementOfInsert(mlir::tensor::InsertSliceOp op, const Position &at,
                              const Iteration *in);
  mlir::Value elementOfLoop(mlir::OpResult result, const Position &at, const Iteration *in);
  /// Reads an element of an array from memory.
  mlir::Value load(mlir::Value tensor, const Position &at);
  mlir::Value scalar(mlir::Value value, const Iteration *in);
  mlir::Value createScalar(mlir::Value value, const Iteration *in);

  /// Enters the slice from `from` on with `size` elements, of a dimension of extent `whole`: adds
  /// the condition that the index is in the slice, unless it is known to hold, and sets the index
  /// in the slice.
  bool enterPart(Index index, mlir::OpFoldResult from, Extent size, Extent whole,
                 const Iteration *in, llvm::SmallVectorImpl<mlir::Value> &conditions,
                 Index &inside);
  mlir::Value choose(llvm::ArrayRef<mlir::Value> conditions,
                     llvm::function_ref<mlir::Value()> inside, mlir::Value outside);

  std::optional<Index> indexOf(mlir::OpFoldResult value, const Iteration *in);
  mlir::Value createIndexValue(Index index);
  std::optional<Index> add(Index a, Index b, int64_t sign);
  /// Whether a value of the function can be used at the insertion point.
  bool isVisible(mlir::Value value) const;
  bool isBelow(Index index, Extent extent) const;
  bool isNotNegative(Index index) const;

  /// Whether an element of this result, of a loop without states, costs at most `maxCost`.
  bool isCheap(mlir::Value result) const;

  mlir::RewriterBase &rewriter;
  unsigned maxCost;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Extent, 2>> bounds;
  std::deque<Iteration> iterations;
  std::map<Key, mlir::Value> known;
  mlir::Location loc = rewriter.getUnknownLoc();
  unsigned depth = 0, created = 0;
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_MOVES_ELEMENTREADER_H

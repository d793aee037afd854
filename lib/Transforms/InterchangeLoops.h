//===- InterchangeLoops.h -----------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the interchanges of loops over arrays share.

#ifndef CHAD_LIB_TRANSFORMS_INTERCHANGELOOPS_H
#define CHAD_LIB_TRANSFORMS_INTERCHANGELOOPS_H

#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace chad::detail {

/// For each function that was examined before, whether it has no effects.
using PureFunctions = llvm::DenseMap<mlir::Operation *, bool>;

/// Whether an op, with all in it and all that it calls, does no more than compute its results.
bool isPureWithCalls(mlir::Operation *root, PureFunctions &known);

/// Whether values of a type are elements or rows of arrays: scalars and tensors of them.
bool isArrayElement(mlir::Type type);

/// The array of `extent` elements of a type.
mlir::Type arrayOf(int64_t extent, mlir::Type element);

mlir::Value castTo(mlir::OpBuilder &builder, mlir::Value value, mlir::Type type);

/// Emits a remark that `loop` has changed places with another one.
void remarkInterchanged(mlir::Operation *loop, llvm::StringRef what);

/// The body of a loop that is divided at one of its ops, the pivot: the ops before it and those
/// after it become loops of their own, with arrays of the values that go from one to the other.
class DividedBody {
public:
  DividedBody(ArrayLoopOpInterface loop, mlir::Operation *pivot) : loop(loop), pivot(pivot) {}

  /// Moves what is the same in all iterations out of the loop.
  void hoist();

  /// Finds what of the body each part needs; `yielded` are the values that the ops after the pivot
  /// compute. Returns whether all values between the parts can be the elements of arrays.
  bool collect(mlir::ValueRange yielded, const ShapeVariation &variation);

  bool isInside(mlir::Value value) const {
    return loop->getRegion(0).isAncestor(value.getParentRegion());
  }

  /// Makes the map before the pivot: of `wanted` values, captures and crossing values.
  void createBefore(mlir::RewriterBase &rewriter, mlir::ValueRange wanted);

  /// Makes the map after the pivot, which collects `yielded`.
  llvm::SmallVector<mlir::Value> createAfter(mlir::RewriterBase &rewriter,
                                             mlir::ValueRange yielded);

  /// The array with the `value` of each iteration of the loop.
  mlir::Value seriesOf(mlir::Value value) const { return series.lookup(value); }
  void setSeries(mlir::Value value, mlir::Value array) { series.map(value, array); }

  /// The values of the body that the regions of the pivot read.
  mlir::ArrayRef<mlir::Value> getCaptures() const { return captures.getArrayRef(); }

private:
  ArrayLoopOpInterface loop;
  mlir::Operation *pivot;
  /// `captures`, and the values of the body, or of the pivot, that ops after the pivot read.
  llvm::SetVector<mlir::Value> captures, crossing;
  /// The ops after the pivot, in order.
  llvm::SetVector<mlir::Operation *> after;
  mlir::IRMapping series;
};

/// Replaces a map around a fold by a fold around a map where the fold multiplies by a matrix that
/// is the same in all iterations of the map, so that the products of all iterations are one product
/// of matrices.
bool interchangeMap(mlir::RewriterBase &rewriter, MapOp map, ShapeVariation::Functions &shapes,
                    PureFunctions &pure);

/// Where `fold` carries numbers, and a map is around it, divides the map into blocks of elements,
/// and puts the fold around the map over each block, so that a step is one of all elements of the
/// block. Returns the folds that replace it; itself if it stays.
llvm::SmallVector<FoldOp> interchangeBlocks(FoldOp fold);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_INTERCHANGELOOPS_H

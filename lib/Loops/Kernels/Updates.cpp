//===- Updates.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"
#include "UpdateKernels.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::mayDivideUpdates(Operation *op) {
  if (!isa<HistOp, ScatterAddOp>(op) || hasLinearArrays(op) || !isMemoryEffectFree(op))
    return false;
  // No slice can be inserted into an array that is known to be empty.
  for (Type type : op->getResultTypes())
    if (llvm::is_contained(cast<RankedTensorType>(type).getShape(), 0))
      return false;
  if (auto scatter = dyn_cast<ScatterAddOp>(op))
    return scatter.getIndices().getType().getRank() == 1 && !getIota(scatter.getIndices()) &&
           isa<FloatType>(getElementTypeOrSelf(scatter.getType()));
  auto hist = cast<HistOp>(op);
  return !getIota(hist.getIndices()) && !isConstantIntValue(hist.getBins(), 0) &&
         llvm::none_of(hist.getUnits().getTypes(), llvm::IsaPred<ShapedType>);
}

/// The values, cast to the types of the results of `op`.
static SmallVector<Value> castTo(OpBuilder &builder, Operation *op, ArrayRef<Value> values) {
  SmallVector<Value> cast;
  for (auto [value, result] : llvm::zip_equal(values, op->getResults()))
    cast.push_back(
        value.getType() == result.getType()
            ? value
            : tensor::CastOp::create(builder, op->getLoc(), result.getType(), value).getResult());
  return cast;
}

/// The results of the updates, without copies where they are sorted. The loops that are left to be
/// divided are added to `left`.
static SmallVector<Value> updateInOrder(RewriterBase &rewriter, Operation *op,
                                        const Machine &machine, Value extent,
                                        SmallVectorImpl<Operation *> &left) {
  Location loc = op->getLoc();
  CopiedUpdates copied(rewriter, op, machine, extent);
  SortedUpdates sorted(rewriter, op, machine, extent);
  remarkDone(op, {"chad-distribute-kernels", "owned-updates"},
             "updates divided among the blocks of a kernel, which have copies; each thread of a "
             "block makes those of its own elements, in order");
  Value isSorted = sorted.pays();
  if (!isSorted)
    return castTo(rewriter, op, copied.run(left));
  remarkDone(op, {"chad-distribute-kernels", "sorted-updates"},
             "has a version for many updates of many elements, which sorts the updates: there "
             "are no copies");
  if (isConstantIntValue(isSorted, 1))
    return castTo(rewriter, op, sorted.run(left));
  auto versions =
      scf::IfOp::create(rewriter, loc, op->getResultTypes(), isSorted, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(versions.thenBlock());
  scf::YieldOp::create(rewriter, loc, castTo(rewriter, op, sorted.run(left)));
  rewriter.setInsertionPointToStart(versions.elseBlock());
  scf::YieldOp::create(rewriter, loc, castTo(rewriter, op, copied.run(left)));
  rewriter.setInsertionPointAfter(versions);
  return SmallVector<Value>(versions.getResults());
}

SmallVector<Operation *> chad::detail::divideUpdates(RewriterBase &rewriter, Operation *op,
                                                     const Machine &machine, bool checkExtents) {
  Location loc = op->getLoc();
  auto hist = dyn_cast<HistOp>(op);
  Value indices = hist ? Value(hist.getIndices()) : cast<ScatterAddOp>(op).getIndices();
  rewriter.setInsertionPoint(op);
  Value extent =
      getValueOrCreateConstantIndexOp(rewriter, loc, getArraySize(rewriter, loc, indices));
  if (checkExtents) {
    SmallVector<Value> all = {indices};
    if (hist)
      llvm::append_range(all, hist.getArrays());
    else
      all.push_back(cast<ScatterAddOp>(op).getValues());
    assertOneExtent(rewriter, op, all);
  }
  SmallVector<Operation *> left;
  SmallVector<Value> results;
  bool areIntegers = AtomicUpdates::isSumOfIntegers(op);
  if (areIntegers || (!machine.deterministic && AtomicUpdates::isSum(op))) {
    remarkDone(
        op, {"chad-distribute-kernels", "atomic-updates"},
        areIntegers
            ? "updates divided among the threads of a kernel, which add integers by atomic "
              "additions"
            : "updates divided among the threads of a kernel, which add by atomic additions: "
              "their order, and so the rounding, depends on timing");
    results = castTo(rewriter, op, AtomicUpdates(rewriter, op, machine, extent).run());
  } else {
    results = updateInOrder(rewriter, op, machine, extent, left);
  }
  rewriter.replaceOp(op, results);
  return left;
}

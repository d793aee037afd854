//===- BlockLoops.cpp - Loops that one block runs as a whole --------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockLoops.h"
#include "../Threads/Distribution.h"
#include "Workers.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Whether all arrays of `before` have the extents of those of `after`.
static bool haveEqualExtents(ValueRange before, ValueRange after) {
  return llvm::all_of(llvm::zip_equal(before, after), [](auto pair) {
    auto [a, b] = pair;
    return !isArray(a) || haveEqualShapes(a, b);
  });
}

/// Whether the arrays of a loop are states that keep their extents, and the condition hands them on
/// as they are.
static bool keepsExtents(scf::WhileOp loop) {
  ValueRange handedOn = loop.getConditionOp().getArgs();
  if (!llvm::all_of(handedOn, [&](Value value) {
        return !isArray(value) || llvm::is_contained(loop.getBeforeArguments(), value);
      }))
    return false;
  for (auto [before, next] :
       llvm::zip_equal(loop.getBeforeArguments(), loop.getYieldOp().getOperands())) {
    Value state = before;
    if (!isArray(state))
      continue;
    auto place = llvm::find(handedOn, state);
    if (place == handedOn.end() ||
        !haveEqualShapes(loop.getAfterArguments()[place - handedOn.begin()], next))
      return false;
  }
  return true;
}

/// Whether the states of a loop have the same extents in all iterations.
static bool keepsOwnExtents(Operation *op) {
  if (auto loop = dyn_cast<CombinatorOpInterface>(op);
      loop && isa<FoldOp, ReduceOp, ScanOp, HistOp>(op))
    return haveEqualExtents(loop.getStateArgs(), loop.getYieldedStates());
  if (auto counted = dyn_cast<scf::ForOp>(op))
    return haveEqualExtents(counted.getRegionIterArgs(), counted.getYieldedValues());
  auto uncounted = dyn_cast<scf::WhileOp>(op);
  return !uncounted || keepsExtents(uncounted);
}

bool chad::detail::keepExtentsInside(Operation *op) {
  return !op->walk([&](Operation *inner) {
              return inner == op || keepsOwnExtents(inner) ? WalkResult::advance()
                                                           : WalkResult::interrupt();
            }).wasInterrupted();
}

/// The values from which the states of a loop begin.
static MutableOperandRange getStarts(Operation *op) {
  if (auto counted = dyn_cast<scf::ForOp>(op))
    return counted.getInitArgsMutable();
  if (auto uncounted = dyn_cast<scf::WhileOp>(op))
    return uncounted.getInitsMutable();
  auto loop = cast<CombinatorOpInterface>(op);
  return MutableOperandRange(op, loop.getArrays().size(), loop.getInitialStates().size());
}

/// Whether an array is known to have no elements.
static bool isKnownEmpty(Value array) {
  auto type = dyn_cast<RankedTensorType>(array.getType());
  return type && llvm::any_of(llvm::seq(type.getRank()),
                              [&](int64_t dim) { return isKnownZero(Extent::of(array, dim)); });
}

bool chad::detail::mayRunInBlock(Operation *op) {
  if (!isa<FoldOp, ScanOp, scf::ForOp, scf::WhileOp>(op) || findHostOp(op) ||
      !keepsOwnExtents(op) || !keepExtentsInside(op))
    return false;
  return op->getNumResults() != 0 && llvm::none_of(op->getResults(), isKnownEmpty) &&
         !op->walk([](scf::ForallOp) { return WalkResult::interrupt(); }).wasInterrupted() &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           return type.isIntOrIndexOrFloat() || isa<RankedTensorType>(type);
         });
}

Value chad::detail::paysInBlock(RewriterBase &rewriter, Operation *op, int64_t work,
                                function_ref<bool(Operation *)> isKernel) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  WorkEstimate estimate(rewriter, op);
  Value launches = estimate.countRuns(op, isKernel);
  if (isConstantIntValue(launches, 0))
    return {};
  Value most =
      rewriter.createOrFold<arith::MulIOp>(loc, launches, createIndex(rewriter, loc, work));
  Value pays = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ule,
                                                    estimate.getWork(op), most);
  return estimate.isGuess() || isConstantIntValue(pays, 0) ? Value() : pays;
}

/// The array to which a block writes a result of the loop: the memory of the state whose last value
/// it is, if it is one.
static Value createOutput(RewriterBase &rewriter, Operation *op, OpResult result) {
  Location loc = op->getLoc();
  unsigned number = result.getResultNumber();
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type)
    return tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{1}, result.getType());
  MutableOperandRange starts = getStarts(op);
  if (auto uncounted = dyn_cast<scf::WhileOp>(op)) {
    Value handedOn = uncounted.getConditionOp().getArgs()[number];
    return starts[cast<BlockArgument>(handedOn).getArgNumber()].get();
  }
  if (!isa<ScanOp>(op) && number < starts.size())
    return starts[number].get();
  auto loop = cast<CombinatorOpInterface>(op);
  SmallVector<OpFoldResult> shape;
  Value first = loop.getArrays().front();
  OpFoldResult extent = tensor::getMixedSize(rewriter, loc, first, 0);
  if (isa<ScanOp>(op)) {
    shape = {extent};
    if (Value start = starts[number].get(); isArray(start))
      llvm::append_range(shape, tensor::getMixedSizes(rewriter, loc, start));
  } else {
    SmallVector<Operation *> remaining;
    shape = computeShape(rewriter, result, extent, remaining);
  }
  for (auto [dim, size] : llvm::enumerate(shape))
    size = type.isDynamicDim(dim)
               ? OpFoldResult(getValueOrCreateConstantIndexOp(rewriter, loc, size))
               : rewriter.getIndexAttr(type.getDimSize(dim));
  return tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
}

scf::ForallOp chad::detail::moveToBlock(RewriterBase &rewriter, Operation *op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  SmallVector<Value> outputs = llvm::map_to_vector(
      op->getResults(), [&](OpResult result) { return createOutput(rewriter, op, result); });
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  auto block = createWorkerLoop(rewriter, loc, Level::Grid, one, outputs);
  rewriter.setInsertionPointAfter(block);
  for (auto [result, whole] : llvm::zip_equal(op->getResults(), block.getResults())) {
    Value value = whole;
    if (!isArray(result))
      value = tensor::ExtractOp::create(rewriter, loc, whole, createIndex(rewriter, loc, 0));
    rewriter.replaceAllUsesWith(result, value);
  }
  rewriter.moveOpBefore(op, block.getTerminator());
  // The states of the loop are in the memory of its results.
  llvm::SmallDenseSet<unsigned> taken;
  for (OpOperand &start : getStarts(op))
    for (auto [i, output] : llvm::enumerate(outputs))
      if (isArray(start.get()) && output == start.get() && taken.insert(i).second) {
        Value own = block.getRegionIterArgs()[i];
        rewriter.modifyOpInPlace(op, [&] { start.set(own); });
        break;
      }
  for (auto [result, own] : llvm::zip_equal(op->getResults(), block.getRegionIterArgs())) {
    rewriter.setInsertionPoint(block.getTerminator());
    Value value = result;
    if (!isArray(value))
      value = tensor::InsertOp::create(rewriter, loc, value, own, createIndex(rewriter, loc, 0));
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, own),
                              offsets(sizes.size(), zero), strides(sizes.size(), one);
    rewriter.setInsertionPointToEnd(block.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(rewriter, loc, value, own, offsets, sizes, strides);
  }
  return block;
}

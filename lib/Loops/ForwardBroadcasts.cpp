//===- ForwardBroadcasts.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays whose elements are all the same are not stored.

#include "chad/IR/ArrayLoops.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADFORWARDBROADCASTS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The value that all elements of an array are, which `chad.build %i < %n { yield %value }`
/// makes; null if it is no such array.
static Value getRepeated(Value array) {
  auto build = array.getDefiningOp<BuildOp>();
  if (!build)
    return {};
  Value element = getYieldedElement(array);
  return isDefinedOutside(element, build) ? element : Value();
}

/// Whether an extent that the loop's body uses is known outside of it.
static bool isKnownOutside(Value extent, Operation *loop) {
  if (isDefinedOutside(extent, loop))
    return true;
  Operation *def = extent.getDefiningOp();
  if (!def || !(isa<tensor::DimOp>(def) || def->hasTrait<mlir::OpTrait::ConstantLike>()))
    return false;
  return llvm::all_of(def->getOperands(), [&](Value operand) {
    Operation *constant = operand.getDefiningOp();
    return isDefinedOutside(operand, loop) ||
           (constant && constant->hasTrait<mlir::OpTrait::ConstantLike>());
  });
}

/// That extent, before `user`.
static Value getOutside(RewriterBase &rewriter, Value extent, Operation *loop, Operation *user) {
  if (isDefinedOutside(extent, loop))
    return extent;
  rewriter.setInsertionPoint(user);
  IRMapping mapping;
  for (Value operand : extent.getDefiningOp()->getOperands())
    if (!isDefinedOutside(operand, loop))
      mapping.map(operand, rewriter.clone(*operand.getDefiningOp())->getResult(0));
  return rewriter.clone(*extent.getDefiningOp(), mapping)->getResult(0);
}

/// The loop that makes an element of `array` in each iteration; null where it is made otherwise, or
/// is a state, whose extent does not follow from that of the loop's arrays.
static ArrayLoopOpInterface getMaker(Value array) {
  return getYieldedElement(array) ? getLoopOverArrays(array.getDefiningOp())
                                  : ArrayLoopOpInterface();
}

/// The array of indices with the extent that the arrays of `loop` have, before `user`.
static Value getIndices(RewriterBase &rewriter, ArrayLoopOpInterface loop, Operation *user) {
  Value extent;
  for (Value array : loop.getArrays()) {
    if (getIota(array))
      return array;
    if (!extent) {
      rewriter.setInsertionPoint(loop);
      extent = tensor::DimOp::create(rewriter, loop->getLoc(), array, 0);
    }
  }
  rewriter.setInsertionPoint(user);
  return createIota(rewriter, user->getLoc(), extent);
}

namespace {
struct ForwardBroadcasts : chad::impl::ChadForwardBroadcastsBase<ForwardBroadcasts> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<ArrayLoopOpInterface> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](ArrayLoopOpInterface loop) {
      if (loop.hasArrays())
        loops.push_back(loop);
    });
    for (ArrayLoopOpInterface loop : loops)
      narrow(rewriter, loop);
    for (ArrayLoopOpInterface loop : loops)
      readOnce(rewriter, loop);
    // What nothing reads any more.
    eraseDead(rewriter, getOperation(), llvm::IsaPred<ArrayLoopOpInterface>);
  }

  /// Has later loops repeat what `loop` would store repeated.
  void narrow(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
    Operation *yield = loop.getYield();
    for (OpResult result : loop.getCollected()) {
      Value array = yield->getOperand(result.getResultNumber());
      Value repeated = getRepeated(array);
      if (!repeated || result.use_empty())
        continue;
      Value extent = array.getDefiningOp<BuildOp>().getExtent();
      if (!llvm::all_of(result.getUses(), isReadByElement) || !isKnownOutside(extent, loop))
        continue;
      // An element of an array that is there anyway need not be stored again.
      Value source = result;
      bool isConstant = isDefinedOutside(repeated, loop);
      if (Value there = getArrayOfElement(repeated);
          there && repeated.getParentBlock() == &loop.getBodyBlock())
        source = there;
      for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
        Operation *user = use.getOwner();
        Value outside = getOutside(rewriter, extent, loop, user);
        Block &body = user->getRegion(0).front();
        BlockArgument arg = body.getArgument(use.getOperandNumber());
        rewriter.setInsertionPointToStart(&body);
        // What is the same in all iterations needs no array at all.
        Value row = isConstant ? repeated
                               : Value(body.insertArgument(arg.getArgNumber() + 1,
                                                           repeated.getType(), arg.getLoc()));
        auto again = BuildOp::create(
            rewriter, arg.getLoc(), outside,
            [&](OpBuilder &nested, Location at, ValueRange) { YieldOp::create(nested, at, row); });
        Value copy = again.getResult(0);
        if (copy.getType() != arg.getType())
          copy = tensor::CastOp::create(rewriter, arg.getLoc(), arg.getType(), copy);
        rewriter.replaceAllUsesWith(arg, copy);
        ++numNarrowed;
        if (isConstant) {
          // The loop still runs as often.
          Value indices = getIndices(rewriter, loop, user);
          body.insertArgument(arg.getArgNumber() + 1, rewriter.getIndexType(), arg.getLoc());
          source = indices;
        }
        body.eraseArgument(arg.getArgNumber());
        rewriter.modifyOpInPlace(user, [&] { use.set(source); });
      }
      if (source == result)
        rewriter.modifyOpInPlace(loop, [&] {
          yield->setOperand(result.getResultNumber(), repeated);
          result.setType(getArrayOf(repeated.getType(), getArrayExtent(result.getType())));
        });
    }
  }

  /// Reads the one element of a repeated array instead of the array, and does not read elements
  /// that nothing uses.
  void readOnce(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
    Block &body = loop.getBodyBlock();
    for (unsigned i = loop.getArrays().size(); i-- > 0;) {
      MutableOperandRange arrays = loop.getArraysMutable();
      Value array = arrays[i].get();
      ArrayLoopOpInterface maker = getMaker(array);
      if (body.getArgument(i).use_empty() && maker && arrays.size() == 1) {
        // The loop still runs as often.
        Value indices = getIndices(rewriter, maker, loop);
        body.insertArgument(1, rewriter.getIndexType(), loop->getLoc());
        body.eraseArgument(0);
        rewriter.modifyOpInPlace(loop, [&] { arrays[0].set(indices); });
        continue;
      }
      if (auto cast = array.getDefiningOp<tensor::CastOp>())
        array = cast.getSource();
      Value repeated = getRepeated(array);
      if (arrays.size() < 2)
        continue;
      bool isUnused = body.getArgument(i).use_empty() && array.getDefiningOp();
      if (!isUnused && (!repeated || repeated.getType() != body.getArgument(i).getType()))
        continue;
      if (repeated)
        rewriter.replaceAllUsesWith(body.getArgument(i), repeated);
      body.eraseArgument(i);
      rewriter.modifyOpInPlace(loop, [&] { arrays.erase(i); });
    }
  }
};
} // namespace

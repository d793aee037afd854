//===- SparseSumLaws.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums with arrays whose elements are zero but for a few entries, as the
// transposes of indexed reads in the body of a map leave them.
//
// A + map (x. accumulate v into 0[j]) A = fold (i, x, a. accumulate v into a[i, j]) from A
//
// so that an indexed read in a nest of loops costs a constant, and no array of
// mostly zeros is made or added.

#include "Laws.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The updates of a zero that `value`, in `body`, is made of, the last one first;
/// none where it is not made so, or where something else reads one of them.
static SmallVector<AccumulateOp> updatesOfZero(Value value, Block &body) {
  SmallVector<AccumulateOp> updates;
  while (auto update = value.getDefiningOp<AccumulateOp>()) {
    if (update->getBlock() != &body || !update->hasOneUse())
      return {};
    updates.push_back(update);
    value = update.getAcc();
  }
  if (!value.getDefiningOp<ZeroOp>())
    return {};
  return updates;
}

/// Whether `value`, an operand of a later op of the block, is there before `op`.
static bool isAvailableAt(Value value, Operation *op) {
  Operation *def = value.getDefiningOp();
  return !def || def->getBlock() != op->getBlock() || def->isBeforeInBlock(op);
}

static unsigned numStatesOf(Operation *op) {
  auto fold = dyn_cast<FoldOp>(op);
  return fold ? fold.getInitialStates().size() : 0;
}

static ValueRange arraysOf(Operation *op) {
  if (auto map = dyn_cast<MapOp>(op))
    return map.getArrays();
  if (auto fold = dyn_cast<FoldOp>(op))
    return fold.getArrays();
  return {};
}

namespace {

struct AddSparse : LawFor<AddOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      auto term = dyn_cast<OpResult>(op->getOperand(i));
      if (!term || !term.hasOneUse() || !isa<MapOp, BuildOp, FoldOp>(term.getOwner()))
        continue;
      Operation *producer = term.getOwner();
      unsigned number = term.getResultNumber();
      Value sum = op->getOperand(1 - i);
      if (producer->getBlock() != op->getBlock() || number < numStatesOf(producer) ||
          !isAvailableAt(sum, producer) || !isMemoryEffectFree(producer))
        continue;
      Block &body = producer->getRegion(0).front();
      auto updates = updatesOfZero(body.getTerminator()->getOperand(number), body);
      if (updates.empty())
        continue;
      rewriter.setInsertionPoint(producer);
      Value extent = isa<BuildOp>(producer) ? producer->getOperand(0)
                                            : getExtent(rewriter, op.getLoc(), arraysOf(producer));
      if (!extent)
        continue;
      Value total = accumulate(producer, number, updates, sum, extent, rewriter);
      rewriter.replaceOp(op, total);
      rewriter.eraseOp(producer);
      return success();
    }
    return failure();
  }

  /// Makes the producer a fold that starts with `sum` and does the updates; returns
  /// what they end in, and replaces the other results.
  static Value accumulate(Operation *producer, unsigned number, ArrayRef<AccumulateOp> updates,
                          Value sum, Value extent, PatternRewriter &rewriter) {
    Location loc = producer->getLoc();
    Region &region = producer->getRegion(0);
    Block &body = region.front();
    unsigned numArrays = arraysOf(producer).size(), numStates = numStatesOf(producer);
    SmallVector<Value> operands = llvm::to_vector(arraysOf(producer));
    // A build has an argument for the index already.
    Value index = isa<BuildOp>(producer)
                      ? body.getArgument(0)
                      : body.insertArgument(numArrays, rewriter.getIndexType(), loc);
    operands.push_back(BuildOp::create(rewriter, loc, extent,
                                       [](OpBuilder &builder, Location loc, ValueRange index) {
                                         YieldOp::create(builder, loc, index);
                                       })
                           .getResult(0));
    llvm::append_range(operands, producer->getOperands().take_back(numStates));
    operands.push_back(sum);
    Value total = body.addArgument(sum.getType(), loc);
    for (AccumulateOp update : llvm::reverse(updates)) {
      rewriter.setInsertionPoint(update);
      SmallVector<Value> indices = {index};
      llvm::append_range(indices, update.getIndices());
      total = AccumulateOp::create(rewriter, update.getLoc(), sum.getType(), update.getValue(),
                                   total, indices);
    }
    // The states, the sum among them, come before what is collected.
    Operation *yield = body.getTerminator();
    SmallVector<Value> yielded = llvm::to_vector(yield->getOperands());
    yielded.erase(yielded.begin() + number);
    yielded.insert(yielded.begin() + numStates, total);
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
    for (AccumulateOp update : updates)
      rewriter.eraseOp(update);

    SmallVector<Value> others = llvm::to_vector_of<Value>(producer->getResults());
    others.erase(others.begin() + number);
    SmallVector<Type> types(ValueRange(others).getTypes());
    types.insert(types.begin() + numStates, sum.getType());
    rewriter.setInsertionPoint(producer);
    OperationState state(loc, FoldOp::getOperationName(), operands, types,
                         llvm::to_vector(producer->getDiscardableAttrs()));
    state.addRegion();
    auto &properties = state.getOrAddProperties<FoldOp::Properties>();
    Direction direction =
        isa<FoldOp>(producer) ? cast<FoldOp>(producer).getDirection() : Direction::Left;
    properties.direction = DirectionAttr::get(rewriter.getContext(), direction);
    properties.operandSegmentSizes = {static_cast<int32_t>(operands.size() - numStates - 1),
                                      static_cast<int32_t>(numStates + 1)};
    auto fold = cast<FoldOp>(rewriter.create(state));
    rewriter.inlineRegionBefore(region, fold.getBody(), fold.getBody().end());
    for (auto [i, other] : llvm::enumerate(others))
      rewriter.replaceAllUsesWith(other, fold.getResult(i < numStates ? i : i + 1));
    return fold.getResult(numStates);
  }
};

} // namespace

void chad::detail::addSparseSumLaws(RewritePatternSet &patterns) {
  addLaw<AddSparse>(patterns, "add-sparse");
}

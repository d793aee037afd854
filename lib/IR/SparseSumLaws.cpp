//===- SparseSumLaws.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums with arrays whose elements are arrays of zeros with a few other entries. The transposes of
// indexed reads in the body of a map make such arrays.
//
// A + map (x. accumulate v into 0[j]) A = fold (i, x, a. accumulate v into a[i, j]) from A
//
// so that the transpose of an indexed read in a nest of loops takes constant time, and no array of
// mostly zeros is made or added.

#include "Laws.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The chain of updates that makes `value`, in `body`, from a zero, the last update first. Empty if
/// it is not made so, or if another op reads one of the values between.
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

/// Whether `value`, an operand of a later op of the block, is defined before `op`.
static bool isAvailableAt(Value value, Operation *op) {
  Operation *def = value.getDefiningOp();
  return !def || def->getBlock() != op->getBlock() || def->isBeforeInBlock(op);
}

namespace {

struct AddSparse : LawFor<AddOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      auto term = dyn_cast<OpResult>(op->getOperand(i));
      if (!term || !term.hasOneUse() || !getYieldedElement(term))
        continue;
      auto producer = cast<ArrayLoopOpInterface>(term.getOwner());
      Value sum = op->getOperand(1 - i);
      if (producer->getBlock() != op->getBlock() || !isAvailableAt(sum, producer) ||
          !isMemoryEffectFree(producer))
        continue;
      auto updates = updatesOfZero(getYieldedElement(term), producer.getBodyBlock());
      if (updates.empty())
        continue;
      rewriter.setInsertionPoint(producer);
      Value extent = getExtent(rewriter, producer);
      if (!extent)
        continue;
      Value total = accumulate(producer, term.getResultNumber(), updates, sum, extent, rewriter);
      rewriter.replaceOp(op, total);
      rewriter.eraseOp(producer);
      return success();
    }
    return failure();
  }

  /// Replaces the producer by a fold whose state starts with `sum`, and whose body does the
  /// updates. Returns the final state, and replaces the other results.
  static Value accumulate(ArrayLoopOpInterface producer, unsigned number,
                          ArrayRef<AccumulateOp> updates, Value sum, Value extent,
                          PatternRewriter &rewriter) {
    Location loc = producer.getLoc();
    Block &body = producer.getBodyBlock();
    unsigned numStates = producer.getNumStates();
    SmallVector<Value> arrays(producer.getArrays()), states(producer.getInitialStates());
    // A build has an argument for the index already.
    Value index = producer.getIndexArg();
    if (!index) {
      index = body.insertArgument(arrays.size(), rewriter.getIndexType(), loc);
      arrays.push_back(createIota(rewriter, loc, extent));
    }
    states.push_back(sum);
    Value total = body.addArgument(sum.getType(), loc);
    for (AccumulateOp update : llvm::reverse(updates)) {
      rewriter.setInsertionPoint(update);
      SmallVector<Value> indices = {index};
      llvm::append_range(indices, update.getIndices());
      total = AccumulateOp::create(rewriter, update.getLoc(), sum.getType(), update.getValue(),
                                   total, indices);
    }
    // The states, the sum among them, come before what is collected.
    Operation *yield = producer.getYield();
    SmallVector<Value> yielded = llvm::to_vector(yield->getOperands());
    yielded.erase(yielded.begin() + number);
    yielded.insert(yielded.begin() + numStates, total);
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
    for (AccumulateOp update : updates)
      rewriter.eraseOp(update);

    SmallVector<Value> others = llvm::to_vector_of<Value>(producer->getResults());
    others.erase(others.begin() + number);
    rewriter.setInsertionPoint(producer);
    ArrayLoopOpInterface fold = rebuildLoop(rewriter, producer, arrays, states,
                                            TypeRange(ValueRange(others).drop_front(numStates)));
    for (auto [i, other] : llvm::enumerate(others))
      rewriter.replaceAllUsesWith(other, fold->getResult(i < numStates ? i : i + 1));
    return fold->getResult(numStates);
  }
};

} // namespace

void chad::detail::addSparseSumLaws(RewritePatternSet &patterns) {
  addLaw<AddSparse>(patterns, "add-sparse");
}

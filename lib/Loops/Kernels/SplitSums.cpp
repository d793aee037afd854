//===- SplitSums.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Splits what a fold adds to arrays at indices from the rest of the fold.

#include "SplitSums.h"
#include "../Schedule/Schedule.h"
#include "chad/Analysis/Remarks.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The updates that make the next value of a state, if all that a loop does with it is to add
/// elements at indices; empty otherwise.
static SmallVector<AccumulateOp> getUpdates(Block &body, BlockArgument state, unsigned number) {
  SmallVector<AccumulateOp> updates;
  Value array = state;
  while (array.hasOneUse()) {
    OpOperand &use = *array.use_begin();
    Operation *user = use.getOwner();
    if (user == body.getTerminator())
      return use.getOperandNumber() == number ? updates : SmallVector<AccumulateOp>();
    auto update = dyn_cast<AccumulateOp>(user);
    if (!update || user->getBlock() != &body || &use != &update.getAccMutable() ||
        update.getIndices().size() != 1 || !isa<FloatType>(getElementTypeOrSelf(array.getType())))
      return {};
    updates.push_back(update);
    array = update.getResult();
  }
  return {};
}

static void split(RewriterBase &rewriter, FoldOp fold) {
  Block &body = fold.getBodyBlock();
  auto loop = cast<ArrayLoopOpInterface>(*fold);
  SmallVector<SmallVector<AccumulateOp>> updates;
  SmallVector<Value> inits;
  bool isSplit = false;
  for (auto [number, state] : llvm::enumerate(loop.getStateArgs())) {
    updates.push_back(getUpdates(body, state, number));
    if (updates.back().empty())
      inits.push_back(loop.getInitialStates()[number]);
    isSplit |= !updates.back().empty();
  }
  if (!isSplit)
    return;
  remarkDone(fold, {"chad-distribute-kernels", "split-sums"},
             "what is added to arrays at indices is collected first, and added by kernels of its "
             "own");
  Location loc = fold.getLoc();
  SmallVector<Value> collected(
      fold.getBodyBlock().getTerminator()->getOperands().drop_front(loop.getStateArgs().size()));
  SmallVector<Type> types(loop.getCollected().getTypes());
  llvm::SmallPtrSet<Operation *, 4> removed;
  for (ArrayRef<AccumulateOp> each : updates)
    for (AccumulateOp update : each) {
      removed.insert(update);
      for (Value value : {update.getIndices().front(), update.getValue()}) {
        collected.push_back(value);
        auto type = dyn_cast<RankedTensorType>(value.getType());
        SmallVector<int64_t> shape = {ShapedType::kDynamic};
        if (type)
          llvm::append_range(shape, type.getShape());
        types.push_back(RankedTensorType::get(shape, getElementTypeOrSelf(value.getType())));
      }
    }
  rewriter.setInsertionPoint(fold);
  ArrayLoopOpInterface rest =
      createLoop(rewriter, loc, fold.getArrays(), inits, types, fold.getDirection());
  rest->setDiscardableAttrs(llvm::to_vector(fold->getDiscardableAttrs()));
  createBody(rewriter, rest);
  IRMapping mapping;
  mapping.map(loop.getElementArgs(), rest.getElementArgs());
  unsigned kept = 0;
  for (auto [number, state] : llvm::enumerate(loop.getStateArgs()))
    if (updates[number].empty())
      mapping.map(state, rest.getStateArgs()[kept++]);
  for (Operation &op : body.without_terminator())
    if (!removed.contains(&op))
      rewriter.clone(op, mapping);
  SmallVector<Value> yielded;
  for (auto [number, value] : llvm::enumerate(loop.getYieldedStates()))
    if (updates[number].empty())
      yielded.push_back(mapping.lookupOrDefault(value));
  for (Value value : collected)
    yielded.push_back(mapping.lookupOrDefault(value));
  YieldOp::create(rewriter, loc, yielded);

  rewriter.setInsertionPointAfter(rest);
  SmallVector<Value> results;
  unsigned next = loop.getCollected().size();
  kept = 0;
  for (auto [number, init] : llvm::enumerate(loop.getInitialStates())) {
    if (updates[number].empty()) {
      results.push_back(rest.getFinalStates()[kept++]);
      continue;
    }
    Value sum = init;
    for (size_t i = 0; i < updates[number].size(); ++i) {
      Value positions = rest.getCollected()[next++], values = rest.getCollected()[next++];
      sum = ScatterAddOp::create(rewriter, loc, sum.getType(), values, sum, positions);
    }
    results.push_back(sum);
  }
  llvm::append_range(results, rest.getCollected().take_front(loop.getCollected().size()));
  rewriter.replaceOp(fold, results);
}

void chad::detail::splitSums(RewriterBase &rewriter, Operation *root) {
  SmallVector<FoldOp> folds;
  root->walk<WalkOrder::PreOrder>([&](FoldOp fold) {
    if (!mayRunInThreads(fold))
      return WalkResult::advance();
    folds.push_back(fold);
    return WalkResult::skip();
  });
  for (FoldOp fold : folds) {
    bool isInLoop = false;
    for (Operation *around = fold->getParentOp(); around; around = around->getParentOp())
      isInLoop |= isa<CombinatorOpInterface>(around) && mayRunInThreads(around);
    if (!isInLoop)
      split(rewriter, fold);
  }
}

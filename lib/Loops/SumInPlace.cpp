//===- SumInPlace.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADSUMINPLACE
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The operands a and b if result `number` of this map is `a[i] + b[i]`, and the map uses them for
/// nothing else; it may have other results. Null otherwise.
static std::pair<Value, Value> getSummands(MapOp map, unsigned number) {
  Block &body = map.getBody().front();
  auto add = map.getYieldedElements()[number].getDefiningOp<arith::AddFOp>();
  auto isOwnElement = [&](Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    return arg && arg.getOwner() == &body && arg.hasOneUse();
  };
  if (!add || !add->hasOneUse() || !isOwnElement(add.getLhs()) || !isOwnElement(add.getRhs()))
    return {};
  return {getArrayOfElement(add.getLhs()), getArrayOfElement(add.getRhs())};
}

/// The fold of which `value` is a sum that starts from zero; null if there is none, or if the value
/// has other uses.
static FoldOp getSumFromZero(Value value) {
  auto fold = value.getDefiningOp<FoldOp>();
  if (!fold)
    return {};
  unsigned number = cast<OpResult>(value).getResultNumber();
  bool isOnlyAdded = llvm::count_if(value.getUsers(),
                                    [](Operation *user) { return !isa<tensor::DimOp>(user); }) == 1;
  if (number >= fold.getNumStates() || !isOnlyAdded || !isZeros(fold.getInitialStates()[number]) ||
      getStateKind(fold, number) != StateKind::Sum)
    return {};
  return fold;
}

/// Replaces a chain of additions of single elements to zeros by a small array made from its
/// elements.
static void gatherElements(RewriterBase &rewriter, AccumulateOp last) {
  auto type = dyn_cast<RankedTensorType>(last.getType());
  if (!type || type.getRank() != 1 || !type.hasStaticShape() || type.getDimSize(0) > 64 ||
      !isa<FloatType>(type.getElementType()))
    return;
  SmallVector<AccumulateOp> chain;
  Value acc = last.getResult();
  while (auto next = acc.getDefiningOp<AccumulateOp>()) {
    std::optional<int64_t> index = getConstantIntValue(next.getIndices().front());
    if (!index || *index < 0 || *index >= type.getDimSize(0) ||
        (next != last && !next->hasOneUse()))
      return;
    chain.push_back(next);
    acc = next.getAcc();
  }
  if (!isZeros(acc))
    return;
  rewriter.setInsertionPoint(last);
  SmallVector<Value> elements(type.getDimSize(0));
  for (AccumulateOp each : llvm::reverse(chain)) {
    Value &element = elements[*getConstantIntValue(each.getIndices().front())];
    element = element ? arith::AddFOp::create(rewriter, each.getLoc(), element, each.getValue())
                      : each.getValue();
  }
  for (Value &element : elements)
    if (!element)
      element = arith::ConstantOp::create(rewriter, last.getLoc(),
                                          rewriter.getZeroAttr(type.getElementType()));
  rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(last, type, elements);
  for (AccumulateOp each : llvm::drop_begin(chain))
    rewriter.eraseOp(each);
}

namespace {
struct SumInPlace : chad::impl::ChadSumInPlaceBase<SumInPlace> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<AccumulateOp> ends;
    getOperation()->walk([&](AccumulateOp op) {
      auto continues = [&](Operation *user) {
        auto next = dyn_cast<AccumulateOp>(user);
        return next && next.getAcc() == op.getResult();
      };
      if (!op->hasOneUse() || !continues(*op->user_begin()))
        ends.push_back(op);
    });
    for (AccumulateOp op : ends)
      gatherElements(rewriter, op);
    DominanceInfo dominance(getOperation());
    SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (isa<MapOp, arith::AddFOp>(op))
        sums.push_back(op);
    });
    for (Operation *op : sums) {
      for (OpResult result : op->getResults()) {
        Value a, b;
        if (auto map = dyn_cast<MapOp>(op))
          std::tie(a, b) = getSummands(map, result.getResultNumber());
        else
          a = op->getOperand(0), b = op->getOperand(1);
        if (a && a != b && !threadSum(rewriter, dominance, result, a, b))
          threadSum(rewriter, dominance, result, b, a);
      }
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
    }
  }

  /// Lets the fold that makes `result` start from `start`, if this is allowed.
  bool threadSum(RewriterBase &rewriter, DominanceInfo &dominance, OpResult result, Value start,
                 Value sum) {
    FoldOp fold = getSumFromZero(sum);
    if (!fold || fold->getBlock() != result.getOwner()->getBlock() ||
        start.getType() != sum.getType() || sum.getType() != result.getType() ||
        !dominance.properlyDominates(start, fold))
      return false;
    unsigned number = cast<OpResult>(sum).getResultNumber();
    Value zero = fold.getInitialStates()[number];
    rewriter.modifyOpInPlace(fold, [&] { fold.getInitialStatesMutable()[number].set(start); });
    // The sum has the addends' shape, which is that of zero.
    if (auto splat = zero.getDefiningOp<tensor::SplatOp>(); splat && splat->use_empty())
      rewriter.eraseOp(splat);
    rewriter.replaceAllUsesWith(result, sum);
    ++numThreaded;
    return true;
  }
};
} // namespace

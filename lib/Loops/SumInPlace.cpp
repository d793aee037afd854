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
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

/// The operands a and b if result `number` of this map, or of maps in each other, is `a[i] + b[i]`,
/// and the map uses them for nothing else; it may have other results. Null otherwise.
static std::pair<Value, Value> getSummands(MapOp map, unsigned number) {
  Block &body = map.getBody().front();
  Value element = map.getYieldedElements()[number], a, b;
  if (!element.hasOneUse())
    return {};
  if (auto add = element.getDefiningOp<arith::AddFOp>()) {
    a = add.getLhs();
    b = add.getRhs();
  } else if (auto inner = element.getDefiningOp<MapOp>()) {
    std::tie(a, b) = getSummands(inner, cast<OpResult>(element).getResultNumber());
  }
  auto isOwnElement = [&](Value value) {
    auto arg = dyn_cast_or_null<BlockArgument>(value);
    return arg && arg.getOwner() == &body && arg.hasOneUse();
  };
  if (!isOwnElement(a) || !isOwnElement(b))
    return {};
  return {getArrayOfElement(a), getArrayOfElement(b)};
}

/// Whether `value` is added to an array, and used for nothing else.
static bool isOnlyAdded(Value value) {
  return llvm::count_if(value.getUsers(),
                        [](Operation *user) { return !isa<tensor::DimOp>(user); }) == 1;
}

/// Where a structured op adds to zeros and `value` is the sum: the operand of zeros. Null if there
/// is none, or if the value has other uses.
static OpOperand *getStructuredSumFromZero(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || !isOnlyAdded(value))
    return nullptr;
  unsigned number = cast<OpResult>(value).getResultNumber();
  OpOperand *init = op.getDpsInitOperand(number);
  BlockArgument sum = op.getMatchingBlockArgument(init);
  auto add = op.getBlock()->getTerminator()->getOperand(number).getDefiningOp<arith::AddFOp>();
  bool adds =
      add && add->hasOneUse() && sum.hasOneUse() && (add.getLhs() == sum) != (add.getRhs() == sum);
  return adds && isZeros(init->get()) ? init : nullptr;
}

/// The fold of which `value` is a sum that starts from zero; null if there is none, or if the value
/// has other uses.
static FoldOp getSumFromZero(Value value) {
  auto fold = value.getDefiningOp<FoldOp>();
  if (!fold)
    return {};
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (number >= fold.getNumStates() || !isOnlyAdded(value) ||
      !isZeros(fold.getInitialStates()[number]) ||
      !isSum(fold.getStateArgs()[number], fold.getYieldedStates()[number], /*general=*/true))
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

  /// Lets the op that makes `sum` start from `start`, if this is allowed.
  bool threadSum(RewriterBase &rewriter, DominanceInfo &dominance, OpResult result, Value start,
                 Value sum) {
    Operation *maker = sum.getDefiningOp();
    if (!maker || maker->getBlock() != result.getOwner()->getBlock() ||
        start.getType() != sum.getType() || sum.getType() != result.getType() ||
        !dominance.properlyDominates(start, maker))
      return false;
    OpOperand *from = getStructuredSumFromZero(sum);
    if (FoldOp fold = getSumFromZero(sum))
      from = &fold.getInitialStatesMutable()[cast<OpResult>(sum).getResultNumber()];
    if (!from)
      return false;
    Value zero = from->get();
    rewriter.modifyOpInPlace(maker, [&] { from->set(start); });
    // `start` has the shape of the zeros, as `result` is the sum of both. If nothing else uses the
    // zeros, they are not made.
    if (auto splat = zero.getDefiningOp<tensor::SplatOp>(); splat && splat->use_empty())
      rewriter.eraseOp(splat);
    rewriter.replaceAllUsesWith(result, sum);
    ++numThreaded;
    return true;
  }
};
} // namespace

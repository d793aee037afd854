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

namespace {
/// A term of a sum: an array, and its element where it is added.
struct Term {
  Value array;
  BlockArgument element;
};
} // namespace

/// The terms of result `number` of a map, or of maps in each other, whose elements are sums: those
/// that are elements of arrays which the map uses for nothing else. Sets `isWhole` to whether there
/// are no other terms.
static SmallVector<Term> getTerms(MapOp map, unsigned number, bool &isWhole) {
  SmallVector<Term> terms;
  isWhole = true;
  auto add = [&](Value value, BlockArgument element) {
    auto arg = dyn_cast<BlockArgument>(value);
    if (arg && arg.getOwner() == &map.getBody().front() && arg.hasOneUse())
      terms.push_back({getArrayOfElement(arg), element ? element : arg});
    else
      isWhole = false;
  };
  SmallVector<Value> worklist = {map.getYieldedElements()[number]};
  if (auto inner = worklist.front().getDefiningOp<MapOp>(); inner && worklist.front().hasOneUse()) {
    for (const Term &term :
         getTerms(inner, cast<OpResult>(worklist.front()).getResultNumber(), isWhole))
      add(term.array, term.element);
    return terms;
  }
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    auto sum = value.getDefiningOp<arith::AddFOp>();
    if (sum && value.hasOneUse())
      worklist.append({sum.getRhs(), sum.getLhs()});
    else
      add(value, {});
  }
  return terms;
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
        if (auto map = dyn_cast<MapOp>(op)) {
          threadTerms(rewriter, dominance, map, result);
          continue;
        }
        Value a = op->getOperand(0), b = op->getOperand(1);
        if (a == b)
          continue;
        if (threadSum(rewriter, dominance, op, a, b))
          rewriter.replaceAllUsesWith(result, b);
        else if (threadSum(rewriter, dominance, op, b, a))
          rewriter.replaceAllUsesWith(result, a);
      }
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
    }
  }

  /// Lets one term of a sum start from another one, as long as there are such terms. The map adds
  /// the others.
  void threadTerms(RewriterBase &rewriter, DominanceInfo &dominance, MapOp map, OpResult result) {
    bool isWhole = false;
    SmallVector<Term> terms = getTerms(map, result.getResultNumber(), isWhole);
    auto threadOne = [&] {
      for (auto *start = terms.begin(); start != terms.end(); ++start)
        for (const Term &sum : terms)
          if (start->array != sum.array && start->array.getType() == result.getType() &&
              threadSum(rewriter, dominance, map, start->array, sum.array)) {
            Operation *add = *start->element.user_begin();
            rewriter.replaceOp(add, add->getOperand(add->getOperand(0) == start->element));
            terms.erase(start);
            return true;
          }
      return false;
    };
    bool isChanged = false;
    while (threadOne())
      isChanged = true;
    if (isChanged && isWhole && terms.size() == 1)
      rewriter.replaceAllUsesWith(result, terms.front().array);
  }

  /// Lets the op that makes `sum` start from `start`, to which `user` adds it, if this is allowed.
  bool threadSum(RewriterBase &rewriter, DominanceInfo &dominance, Operation *user, Value start,
                 Value sum) {
    Operation *maker = sum.getDefiningOp();
    if (!maker || maker->getBlock() != user->getBlock() || start.getType() != sum.getType() ||
        !dominance.properlyDominates(start, maker))
      return false;
    OpOperand *from = getStructuredSumFromZero(sum);
    if (FoldOp fold = getSumFromZero(sum))
      from = &fold.getInitialStatesMutable()[cast<OpResult>(sum).getResultNumber()];
    if (!from)
      return false;
    Value zero = from->get();
    rewriter.modifyOpInPlace(maker, [&] { from->set(start); });
    // `start` has the shape of the zeros, as it is added to the sum. If nothing else uses the
    // zeros, they are not made.
    if (auto splat = zero.getDefiningOp<tensor::SplatOp>(); splat && splat->use_empty())
      rewriter.eraseOp(splat);
    ++numThreaded;
    return true;
  }
};
} // namespace

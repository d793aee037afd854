//===- ForwardOneHots.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops over arrays with one element that is not zero, as the derivatives of minima and
// maxima have them. With one(j, v) the zeros with v at index j, and f(0, x) = 0:
//
//   A + map (w, x. f(w, x)) one(j, v) X        = accumulate f(v, X[j]) into A[j]
//   fold (w, x, s. s + f(w, x)) one(j, v) X S  = S + f(v, X[j])
//
// Both hold for the zeros of floats only where f says so: 0 times infinity is no zero.

#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADFORWARDONEHOTS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// In how many steps a zero must follow.
static constexpr unsigned maxSteps = 64;

namespace {
/// Zeros with `value` at `index`, if `condition`, which may be null, holds.
struct OneHot {
  Value condition, index, value;
};
} // namespace

static bool isZeroArray(Value array) {
  if (auto splat = array.getDefiningOp<tensor::SplatOp>())
    return matchPattern(splat.getInput(), m_PosZeroFloat());
  return matchPattern(array, m_PosZeroFloat());
}

static std::optional<OneHot> getOneHot(Value array) {
  if (cast<RankedTensorType>(array.getType()).getRank() != 1)
    return std::nullopt;
  Value condition;
  scf::IfOp branch = array.getDefiningOp<scf::IfOp>();
  if (branch) {
    unsigned number = cast<OpResult>(array).getResultNumber();
    if (!branch.elseBlock() || !isZeroArray(branch.elseYield().getOperand(number)))
      return std::nullopt;
    condition = branch.getCondition();
    array = branch.thenYield().getOperand(number);
  }
  auto update = array.getDefiningOp<AccumulateOp>();
  if (!update || !isZeroArray(update.getAcc()))
    return std::nullopt;
  OneHot found = {condition, update.getIndices().front(), update.getValue()};
  if (branch && (!isDefinedOutside(found.index, branch) || !isDefinedOutside(found.value, branch)))
    return std::nullopt;
  return found;
}

static bool isZeroWith(Value value, Value weight, unsigned &steps) {
  if (value == weight || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *def = value.getDefiningOp();
  if (!def || ++steps > maxSteps)
    return false;
  auto isZero = [&](Value operand) { return isZeroWith(operand, weight, steps); };
  if (auto select = dyn_cast<arith::SelectOp>(def)) {
    auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
    if (compare && isZero(compare.getLhs()) && isZero(compare.getRhs())) {
      if (compare.getPredicate() == arith::CmpFPredicate::OEQ)
        return isZero(select.getTrueValue());
      if (compare.getPredicate() == arith::CmpFPredicate::UNE)
        return isZero(select.getFalseValue());
    }
    return isZero(select.getTrueValue()) && isZero(select.getFalseValue());
  }
  if (isa<arith::MulFOp>(def)) {
    auto isFinite = [](Value factor) {
      FloatAttr constant;
      return matchPattern(factor, m_Constant(&constant)) && constant.getValue().isFinite();
    };
    Value a = def->getOperand(0), b = def->getOperand(1);
    return (isZero(a) && (isZero(b) || isFinite(b))) || (isZero(b) && isFinite(a));
  }
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, tensor::SplatOp>(def))
    return llvm::all_of(def->getOperands(), [&](Value operand) {
      return !isa<FloatType>(getElementTypeOrSelf(operand.getType())) || isZero(operand);
    });
  if (getMapOrBuild(def))
    return isZero(getYieldedElement(value));
  return false;
}

/// Whether a float, or all elements of an array, are zero where `weight` is.
static bool isZeroWith(Value value, Value weight) {
  unsigned steps = 0;
  return isZeroWith(value, weight, steps);
}

/// What a state has added to it in an iteration; null if it changes in another way.
static Value getAddend(Value state, Value next) {
  auto add = next.getDefiningOp<arith::AddFOp>();
  if (!add)
    return {};
  if (add.getLhs() == state)
    return add.getRhs();
  return add.getRhs() == state ? add.getLhs() : Value();
}

namespace {
struct ForwardOneHots : chad::impl::ChadForwardOneHotsBase<ForwardOneHots> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<ArrayLoopOpInterface> loops;
    getOperation()->walk([&](ArrayLoopOpInterface loop) {
      if (loop.hasArrays() && isMemoryEffectFree(loop))
        loops.push_back(loop);
    });
    for (ArrayLoopOpInterface loop : loops)
      if (std::optional<unsigned> number = findOneHot(loop))
        update(rewriter, loop, *number);
  }

  /// The array of the loop that all results depend on and that has one element, if any.
  static std::optional<unsigned> findOneHot(ArrayLoopOpInterface loop) {
    for (auto [number, array] : llvm::enumerate(loop.getArrays()))
      if (isa<FloatType>(getElementTypeOrSelf(array.getType())) && getOneHot(array) &&
          changesOne(loop, loop.getElementArgs()[number]))
        return number;
    return std::nullopt;
  }

  /// Whether an iteration changes no state and makes zeros where `weight` is zero; all that
  /// is made is added to arrays which are there before.
  static bool changesOne(ArrayLoopOpInterface loop, Value weight) {
    for (auto [state, next] : llvm::zip_equal(loop.getStateArgs(), loop.getYieldedStates())) {
      Value addend = getAddend(state, next);
      if (next != state && (!addend || !isZeroWith(addend, weight)))
        return false;
    }
    for (auto [result, next] : llvm::zip_equal(loop.getCollected(), loop.getYieldedElements())) {
      if (result.use_empty())
        continue;
      auto add = result.hasOneUse() ? dyn_cast<arith::AddFOp>(*result.user_begin()) : nullptr;
      if (!add || !isZeroWith(next, weight) || !getOther(add, result))
        return false;
    }
    return true;
  }

  /// What `made`, which has one use, is added to, if it is there before `made` is.
  static Value getOther(arith::AddFOp add, OpResult made) {
    Value other = add.getLhs() == made ? add.getRhs() : add.getLhs();
    Operation *loop = made.getOwner(), *def = other.getDefiningOp();
    bool isBefore = !def || def->getBlock() != loop->getBlock() || def->isBeforeInBlock(loop);
    return isBefore && add->getBlock() == loop->getBlock() ? other : Value();
  }

  void update(RewriterBase &rewriter, ArrayLoopOpInterface loop, unsigned number) {
    Location loc = loop.getLoc();
    OneHot weight = *getOneHot(loop.getArrays()[number]);
    unsigned numStates = loop.getNumStates();
    SmallVector<Value> before(loop.getInitialStates());
    SmallVector<arith::AddFOp> sums;
    for (OpResult result : loop.getCollected())
      if (!result.use_empty()) {
        sums.push_back(cast<arith::AddFOp>(*result.user_begin()));
        before.push_back(getOther(sums.back(), result));
      }
    rewriter.setInsertionPoint(loop);
    if (!weight.condition)
      weight.condition = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
    auto branch = scf::IfOp::create(rewriter, loc, ValueRange(before).getTypes(), weight.condition,
                                    /*withElseRegion=*/true);
    rewriter.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(rewriter, loc, before);
    rewriter.setInsertionPointToEnd(branch.thenBlock());
    IRMapping mapping;
    for (auto [i, array] : llvm::enumerate(loop.getArrays()))
      mapping.map(loop.getElementArgs()[i],
                  i == number ? weight.value : readArray(rewriter, loc, array, weight.index));
    mapping.map(loop.getStateArgs(), loop.getInitialStates());
    SmallVector<Value> after = cloneBody(rewriter, loop.getBodyBlock(), mapping);
    after.truncate(numStates);
    for (auto [sum, start] : llvm::zip_equal(sums, ArrayRef(before).drop_front(numStates))) {
      Value made = sum.getLhs() == start ? sum.getRhs() : sum.getLhs();
      Value row = mapping.lookupOrDefault(getYieldedElement(made));
      after.push_back(
          AccumulateOp::create(rewriter, loc, start.getType(), row, start, weight.index));
    }
    scf::YieldOp::create(rewriter, loc, after);
    ResultRange results = branch.getResults();
    rewriter.replaceAllUsesWith(loop.getFinalStates(), results.take_front(numStates));
    for (auto [sum, result] : llvm::zip_equal(sums, results.drop_front(numStates)))
      rewriter.replaceOp(sum, result);
    rewriter.eraseOp(loop);
    ++numUpdated;
  }
};
} // namespace

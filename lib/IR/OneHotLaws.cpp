//===- OneHotLaws.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops over linear arrays of which one element is not zero (one-hot arrays), which the transposes
// of reads and of extrema make. A linear function of an element is zero where the element is. So
// one iteration suffices. With one(j, v) for `accumulate v into 0[j]`, and f linear in its first
// argument:
//
//   A + map (w, x. f(w, x)) one(j, v) X         = accumulate f(v, X[j]) into A[j]
//   fold (w, x, s. s + f(w, x)) one(j, v) X S   = S + f(v, X[j])

#include "Laws.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// A one-hot array: an element at an index, and zeros elsewhere. If `condition` is not null and
/// does not hold, this element is zero, too.
struct OneHot {
  Value condition, index, element;
};

/// Finds the values of a body that are zero whenever the linear value `weight` is.
class Vanishing {
public:
  explicit Vanishing(Value weight) : weight(weight) {}

  bool vanishes(Value value);

  /// Whether `next` is the sum of `state` and of values that are zero whenever the weight is.
  bool isSum(Value next, Value state);

private:
  bool areZeros(Value tensor);

  Value weight;
  unsigned steps = 0;
};
} // namespace

/// Whether the linear results of `op` are zero where all linear values that it uses are.
static bool isHomogeneous(Operation *op) {
  return isa<ZeroOp, AddOp, ScaleOp, FromLinearOp, ToLinearOp, AccumulateOp, ScatterAddOp, GatherOp,
             MapOp, BuildOp, FoldOp, ReduceOp, ScanOp, HistOp, scf::IfOp, arith::SelectOp>(op);
}

bool Vanishing::vanishes(Value value) {
  constexpr unsigned maxSteps = 256;
  if (value == weight)
    return true;
  if (++steps > maxSteps || !isLinearType(value.getType()))
    return false;
  if (Value array = getArrayOfElement(value))
    return vanishes(array);
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  bool depends = op->walk([&](Operation *inner) {
                     bool isLinear = llvm::any_of(inner->getResultTypes(), isLinearType);
                     if (isLinear && !isHomogeneous(inner))
                       return WalkResult::interrupt();
                     if (auto linear = dyn_cast<ToLinearOp>(inner))
                       if (!areZeros(linear.getValue()))
                         return WalkResult::interrupt();
                     for (Value operand : inner->getOperands())
                       if (isLinearType(operand.getType()) &&
                           (inner == op || isDefinedOutside(operand, op)) && !vanishes(operand))
                         return WalkResult::interrupt();
                     return WalkResult::advance();
                   }).wasInterrupted();
  return !depends;
}

/// Whether all elements of a tensor are representations of linear values that are zero whenever the
/// weight is.
bool Vanishing::areZeros(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto linear = dyn_cast_or_null<FromLinearOp>(op))
    return vanishes(linear.getValue());
  if (isa_and_nonnull<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::CastOp,
                      tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return areZeros(op->getOperand(0));
  return false;
}

bool Vanishing::isSum(Value next, Value state) {
  if (next == state)
    return true;
  if (auto add = next.getDefiningOp<AddOp>())
    return (isSum(add.getLhs(), state) && vanishes(add.getRhs())) ||
           (isSum(add.getRhs(), state) && vanishes(add.getLhs()));
  auto update = next.getDefiningOp<AccumulateOp>();
  return update && vanishes(update.getValue()) && isSum(update.getAcc(), state);
}

static std::optional<OneHot> getOneHot(Value array) {
  scf::IfOp branch = array.getDefiningOp<scf::IfOp>();
  Value condition;
  if (branch) {
    unsigned number = cast<OpResult>(array).getResultNumber();
    if (!branch.elseYield().getOperand(number).getDefiningOp<ZeroOp>())
      return std::nullopt;
    condition = branch.getCondition();
    array = branch.thenYield().getOperand(number);
  }
  auto update = array.getDefiningOp<AccumulateOp>();
  if (!update || !update.getAcc().getDefiningOp<ZeroOp>() || update.getIndices().size() != 1)
    return std::nullopt;
  OneHot found = {condition, update.getIndices().front(), update.getValue()};
  if (branch &&
      (!isDefinedOutside(found.index, branch) || !isDefinedOutside(found.element, branch)))
    return std::nullopt;
  return found;
}

namespace {
/// The ops of a loop's body that given values are computed by.
class Slice {
public:
  Slice(ArrayLoopOpInterface loop, Value weight) : loop(loop), weight(weight) {}

  /// Adds a value, if it depends on no state but `state`, which may be null, and on no linear
  /// element but the weight.
  bool add(Value value, Value state = {});

  /// Clones it, for the element of the arrays at that index.
  void clone(OpBuilder &builder, const OneHot &element, IRMapping &mapping);

private:
  ArrayLoopOpInterface loop;
  Value weight;
  DenseSet<Operation *> ops;
  DenseSet<Value> elements;
};

/// A result of a loop that is a sum, or is added to one.
struct Sum {
  OpResult result;
  Value state; ///< Null of what is collected.
  Value start; ///< What the sum is without the loop.
  AddOp add;   ///< Null of a state.
};
} // namespace

bool Slice::add(Value value, Value state) {
  Block &body = loop.getBodyBlock();
  Slice larger = *this;
  SmallVector<Operation *> worklist;
  auto visit = [&](Value used) {
    if (auto arg = dyn_cast<BlockArgument>(used); arg && arg.getOwner() == &body) {
      if (arg == weight || arg == state)
        return true;
      larger.elements.insert(arg);
      Value array = getArrayOfElement(arg);
      return array && isa<RankedTensorType>(array.getType());
    }
    if (Operation *def = used.getDefiningOp())
      if (Operation *op = body.findAncestorOpInBlock(*def); op && larger.ops.insert(op).second)
        worklist.push_back(op);
    return true;
  };
  bool mayAdd = visit(value);
  while (mayAdd && !worklist.empty())
    worklist.pop_back_val()->walk(
        [&](Operation *op) { mayAdd = mayAdd && llvm::all_of(op->getOperands(), visit); });
  if (mayAdd)
    *this = std::move(larger);
  return mayAdd;
}

void Slice::clone(OpBuilder &builder, const OneHot &element, IRMapping &mapping) {
  mapping.map(weight, element.element);
  for (auto [arg, array] : llvm::zip_equal(loop.getElementArgs(), loop.getArrays()))
    if (elements.contains(arg))
      mapping.map(arg, getIota(array) ? element.index
                                      : readElement(builder, loop.getLoc(), array, element.index));
  for (Operation &op : loop.getBodyBlock())
    if (ops.contains(&op))
      builder.clone(op, mapping);
}

/// The sums that `loop` does not change where `weight` is zero.
static SmallVector<Sum> getSums(ArrayLoopOpInterface loop, Value weight, Slice &slice) {
  SmallVector<Sum> sums;
  for (auto [state, next, start, result] :
       llvm::zip_equal(loop.getStateArgs(), loop.getYieldedStates(), loop.getInitialStates(),
                       loop.getFinalStates()))
    if (!result.use_empty() && next != state && Vanishing(weight).isSum(next, state) &&
        slice.add(next, state))
      sums.push_back({cast<OpResult>(Value(result)), state, start, nullptr});
  for (auto [made, result] : llvm::zip_equal(loop.getYieldedElements(), loop.getCollected())) {
    auto add = result.hasOneUse() ? dyn_cast<AddOp>(*result.user_begin()) : nullptr;
    if (!add || add->getBlock() != loop->getBlock())
      continue;
    Value start = add.getLhs() == result ? add.getRhs() : add.getLhs();
    Operation *def = start.getDefiningOp();
    bool isBefore = !def || def->getBlock() != loop->getBlock() || def->isBeforeInBlock(loop);
    if (isBefore && Vanishing(weight).vanishes(made) && slice.add(made))
      sums.push_back({cast<OpResult>(Value(result)), nullptr, start, add});
  }
  return sums;
}

/// Replaces the sums that a loop over a one-hot array computes by the code of one iteration.
static LogicalResult sumOnce(ArrayLoopOpInterface loop, PatternRewriter &rewriter) {
  if (!isMemoryEffectFree(loop))
    return failure();
  for (Value weight : loop.getElementArgs()) {
    if (!isLinearType(weight.getType()))
      continue;
    std::optional<OneHot> element = getOneHot(getArrayOfElement(weight));
    Slice slice(loop, weight);
    SmallVector<Sum> sums;
    if (element)
      sums = getSums(loop, weight, slice);
    if (sums.empty())
      continue;
    auto compute = [&](OpBuilder &builder) {
      IRMapping mapping;
      for (const Sum &sum : sums)
        if (sum.state)
          mapping.map(sum.state, sum.start);
      slice.clone(builder, *element, mapping);
      return llvm::map_to_vector(sums, [&](const Sum &sum) -> Value {
        Value value =
            mapping.lookupOrDefault(loop.getYield()->getOperand(sum.result.getResultNumber()));
        if (sum.state)
          return value;
        return AccumulateOp::create(builder, loop.getLoc(), sum.start.getType(), value, sum.start,
                                    element->index);
      });
    };
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> totals;
    if (element->condition) {
      auto starts = llvm::map_to_vector(sums, [](const Sum &sum) { return sum.start; });
      auto branch = scf::IfOp::create(
          rewriter, loop.getLoc(), element->condition,
          [&](OpBuilder &builder, Location loc) {
            scf::YieldOp::create(builder, loc, compute(builder));
          },
          [&](OpBuilder &builder, Location loc) { scf::YieldOp::create(builder, loc, starts); });
      totals.assign(branch.result_begin(), branch.result_end());
    } else {
      totals = compute(rewriter);
    }
    for (auto [sum, total] : llvm::zip_equal(sums, totals)) {
      if (sum.add)
        rewriter.replaceOp(sum.add, total);
      else
        rewriter.replaceAllUsesWith(sum.result, total);
    }
    return success();
  }
  return failure();
}

namespace {
struct AddOneHot : LawFor<AddOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands())
      if (getYieldedElement(operand) && operand.hasOneUse())
        if (ArrayLoopOpInterface loop = getLoopOverArrays(operand.getDefiningOp());
            loop && loop->getBlock() == op->getBlock() && succeeded(sumOnce(loop, rewriter)))
          return success();
    return failure();
  }
};

struct FoldOneHot : LawFor<FoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(FoldOp op, PatternRewriter &rewriter) const override {
    return sumOnce(cast<ArrayLoopOpInterface>(*op), rewriter);
  }
};
} // namespace

void chad::detail::addSumOneHotLaws(RewritePatternSet &patterns) {
  addLaw<AddOneHot>(patterns, "add-one-hot", 2);
}

void chad::detail::addFoldOneHotLaws(RewritePatternSet &patterns) {
  addLaw<FoldOneHot>(patterns, "fold-one-hot", 2);
}

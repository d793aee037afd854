//===- ExtentLaws.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the extents of the states of folds.

#include "Laws.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// A formula for an extent at the end of an iteration of a fold.
struct Formula {
  enum Kind { Leaf, StateExtent, Sum, Product, Choice };
  Kind kind = Leaf;
  /// A leaf is an extent from outside, or an index of the body; the extent of a state is that of
  /// the argument. A choice has the condition.
  Extent extent;
  std::vector<Formula> parts;
};

/// Finds formulas for extents.
class Finder {
public:
  explicit Finder(FoldOp fold) : fold(fold), body(&fold.getBody().front()) {}

  std::optional<Formula> find(Extent extent);

  /// The dimensions of states that formulas are about.
  llvm::SetVector<std::pair<unsigned, int64_t>> states;

private:
  std::optional<Formula> findLeaf(Extent extent);
  std::optional<Formula> findParts(Extent extent);
  std::optional<Formula> combine(Formula::Kind kind, ArrayRef<Extent> extents, Extent root);
  bool isVisible(Value value) const {
    return isDefinedOutside(value, fold) || value.getParentBlock() == body;
  }

  FoldOp fold;
  Block *body;
  unsigned remaining = 64;
};

} // namespace

std::optional<Formula> Finder::findLeaf(Extent extent) {
  if (!extent.value || isDefinedOutside(extent.value, fold))
    return Formula{Formula::Leaf, extent, {}};
  auto arg = dyn_cast<BlockArgument>(extent.value);
  unsigned numArrays = fold.getArrays().size();
  if (extent.dim == Extent::isIndex)
    return isVisible(extent.value) ? std::optional(Formula{Formula::Leaf, extent, {}})
                                   : std::nullopt;
  if (!arg || arg.getOwner() != body || arg.getArgNumber() < numArrays)
    return std::nullopt;
  states.insert({arg.getArgNumber() - numArrays, extent.dim});
  return Formula{Formula::StateExtent, extent, {}};
}

std::optional<Formula> Finder::combine(Formula::Kind kind, ArrayRef<Extent> extents, Extent root) {
  Formula formula{kind, root, {}};
  for (Extent extent : extents) {
    std::optional<Formula> part = find(extent);
    if (!part)
      return std::nullopt;
    formula.parts.push_back(std::move(*part));
  }
  return formula;
}

std::optional<Formula> Finder::findParts(Extent extent) {
  Operation *op = extent.value ? extent.value.getDefiningOp() : nullptr;
  int64_t dim = extent.dim;
  if (!op || dim == Extent::isIndex)
    return std::nullopt;
  if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    auto parts = llvm::map_to_vector(concat.getInputs(),
                                     [&](Value input) { return Extent::of(input, dim); });
    return combine(Formula::Sum, parts, extent);
  }
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return combine(Formula::Sum,
                   {Extent::of(pad.getMixedLowPad()[dim]), Extent::of(pad.getSource(), dim),
                    Extent::of(pad.getMixedHighPad()[dim])},
                   extent);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    auto parts = llvm::map_to_vector(collapse.getReassociationIndices()[dim], [&](int64_t each) {
      return Extent::of(collapse.getSrc(), each);
    });
    return combine(Formula::Product, parts, extent);
  }
  auto choose = [&](Value condition, Value a, Value b) -> std::optional<Formula> {
    if (!isVisible(condition))
      return std::nullopt;
    return combine(Formula::Choice, {Extent::of(a, dim), Extent::of(b, dim)},
                   {condition, Extent::isIndex, extent.plus});
  };
  if (auto select = dyn_cast<arith::SelectOp>(op); select && choosesBetweenShapes(select))
    return choose(select.getCondition(), select.getTrueValue(), select.getFalseValue());
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(extent.value).getResultNumber();
    return choose(branch.getCondition(), branch.thenYield().getOperand(number),
                  branch.elseYield().getOperand(number));
  }
  return std::nullopt;
}

std::optional<Formula> Finder::find(Extent extent) {
  if (remaining == 0)
    return std::nullopt;
  --remaining;
  SmallVector<Extent> equal = getEqualExtents(extent);
  // Extents that are the same in all iterations are preferred; an index of the body comes last.
  llvm::stable_sort(equal, [&](const Extent &a, const Extent &b) {
    auto rank = [&](const Extent &each) {
      return !each.value || isDefinedOutside(each.value, fold) ? 0
             : each.dim == Extent::isIndex                     ? 2
                                                               : 1;
    };
    return rank(a) < rank(b);
  });
  for (const Extent &each : equal)
    if (each.dim != Extent::isIndex || !each.value || isVisible(each.value))
      if (std::optional<Formula> formula = findLeaf(each))
        return formula;
  for (const Extent &each : equal)
    if (std::optional<Formula> formula = findParts(each))
      return formula;
  return std::nullopt;
}

namespace {

/// fold (s. f s) with s₀, of which dim is asked = fold (n, s. (dim (f s), f s)) with (dim s₀, s₀):
/// an extent that a fold changes becomes one more state, which is computed from other extents. So
/// no array is computed only for its extent.
struct ExtentStates : LawFor<FoldOp> {
  using LawFor::LawFor;

  using States = llvm::SetVector<std::pair<unsigned, int64_t>>;

  /// Adds the dimensions of a value whose extents are used.
  static void addAsked(Value value, unsigned state, FoldOp fold, States &states) {
    for (Operation *user : value.getUsers())
      if (auto dim = dyn_cast<tensor::DimOp>(user))
        if (std::optional<int64_t> number = getConstantDim(dim))
          if (cast<RankedTensorType>(value.getType()).isDynamicDim(*number) &&
              !states.contains({state, *number}) && !keepsDim(fold, state, *number))
            states.insert({state, *number});
  }

  static Value build(RewriterBase &rewriter, Location loc, const Formula &formula,
                     const DenseMap<std::pair<Value, int64_t>, Value> &extents) {
    auto add = [&](Value value, int64_t plus) -> Value {
      if (plus == 0)
        return value;
      Value more = arith::ConstantIndexOp::create(rewriter, loc, plus);
      return arith::AddIOp::create(rewriter, loc, value, more);
    };
    const Extent &extent = formula.extent;
    SmallVector<Value> parts;
    for (const Formula &part : formula.parts)
      parts.push_back(build(rewriter, loc, part, extents));
    Value value;
    switch (formula.kind) {
    case Formula::Leaf:
      if (!extent.value)
        return arith::ConstantIndexOp::create(rewriter, loc, extent.plus);
      value = extent.value;
      if (extent.dim != Extent::isIndex)
        value = tensor::DimOp::create(rewriter, loc, value, extent.dim);
      break;
    case Formula::StateExtent:
      value = extents.lookup({extent.value, extent.dim});
      break;
    case Formula::Sum:
      for (Value part : parts)
        value = value ? arith::AddIOp::create(rewriter, loc, value, part) : part;
      break;
    case Formula::Product:
      for (Value part : parts)
        value = value ? arith::MulIOp::create(rewriter, loc, value, part) : part;
      break;
    case Formula::Choice:
      value = arith::SelectOp::create(rewriter, loc, extent.value, parts[0], parts[1]);
      break;
    }
    return add(value, extent.plus);
  }

  static void replaceDims(RewriterBase &rewriter, Value array, int64_t number, Value by) {
    for (Operation *user : llvm::make_early_inc_range(array.getUsers()))
      if (auto dim = dyn_cast<tensor::DimOp>(user); dim && getConstantDim(dim) == number)
        rewriter.replaceOp(dim, by);
  }

  LogicalResult matchAndRewrite(FoldOp op, PatternRewriter &rewriter) const override {
    States asked;
    for (auto [number, arg] : llvm::enumerate(op.getStateArgs())) {
      addAsked(arg, number, op, asked);
      addAsked(op->getResult(number), number, op, asked);
    }
    if (asked.empty())
      return failure();
    Finder finder(op);
    finder.states.insert(asked.begin(), asked.end());
    Operation *yield = op.getBody().front().getTerminator();
    SmallVector<Formula> formulas;
    for (size_t i = 0; i < finder.states.size(); ++i) {
      auto [state, dim] = finder.states[i];
      auto formula = finder.find(Extent::of(yield->getOperand(state), dim));
      if (!formula)
        return failure();
      formulas.push_back(std::move(*formula));
    }
    rewrite(op, finder.states, formulas, rewriter);
    return success();
  }

  static void rewrite(FoldOp op, const States &states, ArrayRef<Formula> formulas,
                      PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    unsigned numArrays = op.getArrays().size(), numStates = op.getNumStates();
    SmallVector<Value> initialStates(op.getInitialStates());
    DenseMap<std::pair<Value, int64_t>, Value> extents;
    Block &body = op.getBody().front();
    SmallVector<Value> args;
    for (auto [state, dim] : states) {
      Value init = op.getInitialStates()[state];
      initialStates.push_back(tensor::DimOp::create(rewriter, loc, init, dim));
      args.push_back(body.addArgument(rewriter.getIndexType(), loc));
      extents[{op.getStateArgs()[state], dim}] = args.back();
    }
    Operation *yield = body.getTerminator();
    SmallVector<Value> next;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(yield);
      for (const Formula &formula : formulas)
        next.push_back(build(rewriter, loc, formula, extents));
    }
    rewriter.modifyOpInPlace(yield, [&] { yield->insertOperands(numStates, next); });
    for (auto [entry, arg] : llvm::zip(states, args))
      replaceDims(rewriter, body.getArgument(numArrays + entry.first), entry.second, arg);
    ArrayLoopOpInterface larger =
        rebuildLoop(rewriter, op, op.getArrays(), initialStates, op.getCollected().getTypes());
    for (auto [i, entry] : llvm::enumerate(states))
      replaceDims(rewriter, op->getResult(entry.first), entry.second,
                  larger->getResult(numStates + i));
    SmallVector<Value> results(larger->getResults());
    results.erase(results.begin() + numStates, results.begin() + numStates + states.size());
    rewriter.replaceOp(op, results);
  }
};

} // namespace

void chad::detail::addFoldExtentLaws(RewritePatternSet &patterns) {
  addLaw<ExtentStates>(patterns, "fold-extent-states");
}

//===- ScatterToGather.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes each element of a sum that iterations add to at shifted positions by itself:
//
//   for i < n: for k: t[pₖ(i)] += vₖ(i)    becomes    for j < m: t[j] += Σₖ vₖ(pₖ⁻¹(j))
//
// where pₖ(i) is i + c, between bounds or modulo n. The cotangents of stencils are such sums.
// Source: Hückelheim, Kukreja, Narayanan, Luporini, Gorman & Hovland 2019, "Automatic
// Differentiation for Adjoint Stencil Loops".

#include "Sums.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADSCATTERTOGATHER
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest absolute value of a number in a position.
static constexpr int64_t maxNumber = int64_t(1) << 32;

/// How many iterations may have a position at a bound in place of their own.
static constexpr int64_t maxOutside = 4;

/// How often longer than the loop a dimension of the sum may be: each of its elements is computed.
static constexpr int64_t maxFactor = 2;

namespace {
/// The position i + shift of iteration i: between `low` and `high`, if these are given, and modulo
/// `modulus`, if that is given.
struct Position {
  int64_t shift = 0;
  std::optional<int64_t> low, high;
  Value modulus;
  /// Whether the remainder of a negative number is not negative.
  bool isFloor = false;

  bool isOwn() const { return shift == 0 && !low && !high && !modulus; }
};

/// A value that iterations add at a position. The indices before that position do not change.
struct Term {
  AccumulateOp sum;
  Position position;
};

/// A state of a loop that is such a sum.
class Scatter {
public:
  Scatter(FoldOp loop, unsigned number) : loop(loop), number(number) {}

  bool match();
  /// Returns the loop without the state; null if nothing is left of it.
  FoldOp rewrite(RewriterBase &rewriter);

private:
  using Group = SmallVector<Term *>;

  bool matchChain();
  bool matchTerm(AccumulateOp sum);
  bool matchExtents(Term term);
  bool isInvariant(Value value);
  bool collect(Value value, llvm::SetVector<Operation *> &ops);
  int64_t countOutside(const Position &position);

  IRMapping startIteration(OpBuilder &builder, Value index);
  Value cloneValue(OpBuilder &builder, Value value, IRMapping &mapping);
  void keepCostly(RewriterBase &rewriter);
  Value gather(OpBuilder &builder, Term term, Value index, bool isFirst);
  Value addOutside(OpBuilder &builder, Term term, Value row);
  Value createRow(RewriterBase &rewriter, const Group &group, Value init);
  FoldOp dropState(RewriterBase &rewriter);

  FoldOp loop;
  unsigned number;
  SmallVector<Term> terms;
  /// For each value that is costly: all of them.
  DenseMap<Value, Value> kept;
  Value numIterations;
  /// The constant number of iterations and the constant extent of the sum, or `kDynamic`.
  int64_t trips = ShapedType::kDynamic;
  int64_t extent = ShapedType::kDynamic;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether `value` is the index of an iteration of `loop`, or, without `loop`, of any loop.
static bool isCounter(Value value, Operation *loop) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg)
    return false;
  Operation *owner = arg.getOwner()->getParentOp();
  if (loop && owner != loop)
    return false;
  if (isa<BuildOp>(owner))
    return true;
  ValueRange arrays = arraysOf(owner);
  return arg.getArgNumber() < arrays.size() && getIota(arrays[arg.getArgNumber()]);
}

/// Divides a remainder into dividend and divisor: `remsi` or `remui`, or x - floor(x / m) m.
static std::pair<Value, Value> getRemainder(Operation *op) {
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return {op->getOperand(0), op->getOperand(1)};
  auto difference = dyn_cast<arith::SubIOp>(op);
  auto product = difference ? difference.getRhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  for (unsigned i = 0; product && i < 2; ++i)
    if (auto quotient = product->getOperand(i).getDefiningOp<arith::FloorDivSIOp>();
        quotient && quotient.getLhs() == difference.getLhs() &&
        isEqualConstantIntOrValue(quotient.getRhs(), product->getOperand(1 - i)))
      return {quotient.getLhs(), quotient.getRhs()};
  return {};
}

/// Of `r < 0 ? r + m : r` with a remainder r by m: r. The remainder of a floor division in Python.
static Value getFloorRemainder(Operation *op) {
  auto choice = dyn_cast<arith::SelectOp>(op);
  auto isNegative = choice ? choice.getCondition().getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  Operation *rest = choice ? choice.getFalseValue().getDefiningOp() : nullptr;
  auto sum = choice ? choice.getTrueValue().getDefiningOp<arith::AddIOp>() : arith::AddIOp();
  if (!isNegative || !sum || !isa_and_nonnull<arith::RemSIOp>(rest) ||
      isNegative.getPredicate() != arith::CmpIPredicate::slt ||
      isNegative.getLhs() != rest->getResult(0) || !matchPattern(isNegative.getRhs(), m_Zero()) ||
      sum.getLhs() != rest->getResult(0) ||
      !isEqualConstantIntOrValue(sum.getRhs(), rest->getOperand(1)))
    return nullptr;
  return rest->getResult(0);
}

/// The position that `value` is in the iterations of `loop`, or, without `loop`, in those of any
/// loop.
static std::optional<Position> getPosition(Value value, Operation *loop) {
  Position position;
  bool isInside = false;
  for (unsigned step = 0; step < 8; ++step) {
    if (isCounter(value, loop))
      return position;
    Operation *op = value.getDefiningOp();
    if (!op || !(value.getType().isIndex() || value.getType().isInteger(64)))
      return std::nullopt;
    if (isa<arith::IndexCastOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    if (Value rest = getFloorRemainder(op); rest && !isInside) {
      position.isFloor = true;
      value = rest;
      continue;
    }
    if (auto [dividend, divisor] = getRemainder(op); dividend) {
      if (isInside || position.low || position.high)
        return std::nullopt;
      position.modulus = divisor;
      position.isFloor |= isa<arith::SubIOp>(op);
      isInside = true;
      value = dividend;
      continue;
    }
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MaxSIOp, arith::MinSIOp>(op))
      return std::nullopt;
    std::optional<int64_t> constant = getConstantIntValue(op->getOperand(1));
    if (!constant || std::abs(*constant) > maxNumber)
      return std::nullopt;
    if (isa<arith::AddIOp, arith::SubIOp>(op)) {
      position.shift += isa<arith::AddIOp>(op) ? *constant : -*constant;
      isInside = true;
    } else {
      std::optional<int64_t> &bound = isa<arith::MaxSIOp>(op) ? position.low : position.high;
      if (isInside || bound)
        return std::nullopt;
      bound = *constant;
    }
    value = op->getOperand(0);
  }
  return std::nullopt;
}

bool Scatter::isInvariant(Value value) {
  if (isDefinedOutside(value, loop))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isInvariant(operand); });
}

/// Collects the ops of the body that compute `value`. Fails if these depend on a state, or have
/// effects.
bool Scatter::collect(Value value, llvm::SetVector<Operation *> &ops) {
  if (isDefinedOutside(value, loop))
    return true;
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg.getOwner()->getParentOp() == loop && arg.getArgNumber() < loop.getArrays().size();
  Operation *op = value.getDefiningOp();
  if (ops.contains(op))
    return true;
  if (op->getBlock() != &loop.getBody().front() || !isMemoryEffectFree(op))
    return false;
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value operand : used)
    if (!collect(operand, ops))
      return false;
  ops.insert(op);
  return true;
}

int64_t Scatter::countOutside(const Position &position) {
  int64_t below = position.low ? std::max<int64_t>(*position.low - position.shift, 0) : 0;
  int64_t above =
      position.high ? std::max<int64_t>(trips - 1 - (*position.high - position.shift), 0) : 0;
  return below + above;
}

bool Scatter::matchTerm(AccumulateOp sum) {
  if (sum.getIndices().empty())
    return false;
  for (Value index : sum.getIndices().drop_back())
    if (!isInvariant(index))
      return false;
  std::optional<Position> position = getPosition(sum.getIndices().back(), loop);
  llvm::SetVector<Operation *> ops;
  if (!position || !collect(sum.getValue(), ops))
    return false;
  if (position->modulus &&
      (!isDefinedOutside(position->modulus, loop) || (position->shift < 0 && !position->isFloor)))
    return false;
  terms.push_back({sum, *position});
  return true;
}

bool Scatter::matchChain() {
  Value state = loop.getStateArgs()[number];
  Operation *yield = loop.getBody().front().getTerminator();
  while (state.hasOneUse()) {
    OpOperand &use = *state.use_begin();
    if (use.getOwner() == yield)
      return use.getOperandNumber() == number && !terms.empty();
    auto sum = dyn_cast<AccumulateOp>(use.getOwner());
    if (!sum || sum.getAcc() != state || sum.getValue() == state ||
        sum->getBlock() != yield->getBlock() || !matchTerm(sum))
      return false;
    state = sum.getResult();
  }
  return false;
}

bool Scatter::matchExtents(Term term) {
  Value init = loop.getInitialStates()[number];
  int64_t dim = term.sum.getIndices().size() - 1;
  int64_t size = cast<RankedTensorType>(init.getType()).getDimSize(dim);
  bool isSame = llvm::any_of(loop.getArrays(), [&](Value array) {
    BuildOp iota = getIota(array);
    return areEqual(Extent::of(init, dim),
                    iota ? Extent::of(iota.getExtent()) : Extent::of(array, 0));
  });
  const Position &position = term.position;
  if (position.modulus) {
    Value modulus = position.modulus;
    while (auto cast = modulus.getDefiningOp<arith::IndexCastOp>())
      modulus = cast.getIn();
    std::optional<int64_t> constant = getConstantIntValue(modulus);
    bool isWhole = constant ? *constant == size
                            : modulus.getType().isIndex() &&
                                  areEqual(Extent::of(modulus), Extent::of(init, dim));
    if (!isSame || !isWhole)
      return false;
  }
  bool isStatic = ShapedType::isStatic(trips) && ShapedType::isStatic(size);
  if (position.low || position.high) {
    int64_t low = position.low.value_or(0), high = position.high.value_or(maxNumber);
    if (!isStatic || low < 0 || low > high || countOutside(position) > maxOutside)
      return false;
  }
  return isSame || (isStatic && trips > 0 && size <= maxFactor * trips);
}

bool Scatter::match() {
  auto type = dyn_cast<RankedTensorType>(loop.getInitialStates()[number].getType());
  if (!type || !isa<FloatType>(type.getElementType()) || !matchChain())
    return false;
  trips = getStaticExtent(cast<ArrayLoopOpInterface>(*loop));
  if (trips == 0)
    return false;
  unsigned count = terms.front().sum.getIndices().size();
  bool isShifted = false;
  for (Term &term : terms) {
    // Of different dimensions, none is the one to gather along.
    if (term.sum.getIndices().size() != count || !matchExtents(term))
      return false;
    for (Value index : term.sum.getIndices())
      if (std::optional<Position> position = getPosition(index, /*loop=*/nullptr))
        isShifted |= !position->isOwn();
  }
  // Iterations that each add to an element of their own need no other form.
  return isShifted;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The values that the elements of the arrays have in the iteration `index`.
IRMapping Scatter::startIteration(OpBuilder &builder, Value index) {
  IRMapping mapping;
  for (auto [array, arg] : llvm::zip(loop.getArrays(), loop.getBody().getArguments()))
    if (getIota(array))
      mapping.map(arg, index);
  // Other elements are read where they are used.
  for (auto [value, all] : kept)
    if (!mapping.contains(value))
      mapping.map(value, readElement(builder, loop.getLoc(), all, index));
  return mapping;
}

/// Clones the ops that compute `value` in the iteration of `mapping`, and folds them.
static void cloneFolded(OpBuilder &builder, Operation *op, IRMapping &mapping) {
  SmallVector<Value> folded;
  Operation *clone = builder.clone(*op, mapping);
  clone->walk([&](Operation *inner) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(inner);
    folded.clear();
    if (inner->getNumResults() == 1 && succeeded(builder.tryFold(inner, folded)))
      inner->getResult(0).replaceAllUsesWith(folded.front());
  });
  folded.clear();
  if (clone->getNumResults() == 1 && clone->use_empty()) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(clone);
    if (succeeded(builder.tryFold(clone, folded)))
      mapping.map(op->getResult(0), folded.front());
  }
}

Value Scatter::cloneValue(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (isDefinedOutside(value, loop))
    return value;
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Value counter;
    for (auto [array, element] : llvm::zip(loop.getArrays(), loop.getBody().getArguments()))
      if (getIota(array))
        counter = mapping.lookup(element);
    Value read = readElement(builder, loop.getLoc(), loop.getArrays()[arg.getArgNumber()], counter);
    mapping.map(value, read);
    return read;
  }
  Operation *op = value.getDefiningOp();
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value operand : used)
    cloneValue(builder, operand, mapping);
  cloneFolded(builder, op, mapping);
  return mapping.lookup(value);
}

/// Whether `value` is zero, or an array of which a loop makes all elements zero.
static bool isZero(Value value) {
  if (matchPattern(value, m_AnyZeroFloat()) || isZeros(value))
    return true;
  auto result = dyn_cast<OpResult>(value);
  ArrayLoopOpInterface made = result ? getMapOrBuild(result.getOwner()) : ArrayLoopOpInterface();
  return made &&
         isZero(made.getBody().front().getTerminator()->getOperand(result.getResultNumber()));
}

/// Of a choice between a value and zero: the value.
static Value getChosen(Value value) {
  auto choice = value.getDefiningOp<arith::SelectOp>();
  if (choice && isZero(choice.getFalseValue()))
    return choice.getTrueValue();
  if (choice && isZero(choice.getTrueValue()))
    return choice.getFalseValue();
  return value;
}

/// Computes values that are read several times, and cost more than reading them, before the sum.
void Scatter::keepCostly(RewriterBase &rewriter) {
  llvm::SetVector<Value> costly;
  for (Term term : terms) {
    Value value = getChosen(term.sum.getValue());
    llvm::SetVector<Operation *> ops;
    collect(value, ops);
    unsigned cost = 0;
    for (Operation *op : ops)
      cost += getNestedCost(op);
    if (!ops.empty() && cost > costOfKeeping)
      costly.insert(value);
  }
  if (costly.empty())
    return;
  auto build = BuildOp::create(rewriter, loop.getLoc(), numIterations,
                               [&](OpBuilder &builder, Location loc, ValueRange args) {
                                 IRMapping mapping = startIteration(builder, args.front());
                                 SmallVector<Value> values;
                                 for (Value value : costly)
                                   values.push_back(cloneValue(builder, value, mapping));
                                 YieldOp::create(builder, loc, values);
                               });
  for (auto [value, all] : llvm::zip_equal(costly, build.getResults()))
    kept[value] = all;
}

/// What `term` adds to the element `index`: where no iteration has this position, 0 if it is the
/// first summand, and otherwise -0, which changes no sum.
Value Scatter::gather(OpBuilder &builder, Term term, Value index, bool isFirst) {
  Location loc = term.sum.getLoc();
  const Position &position = term.position;
  Value value = term.sum.getValue();
  auto valueAt = [&](OpBuilder &inner, Value iteration) {
    IRMapping mapping = startIteration(inner, iteration);
    return cloneValue(inner, value, mapping);
  };
  auto number = [&](int64_t value) { return createIndex(builder, loc, value); };
  if (position.modulus) {
    // The iteration is (index - shift) mod n.
    Value back;
    if (ShapedType::isStatic(trips)) {
      int64_t shift = ((-position.shift) % trips + trips) % trips;
      if (shift == 0)
        return valueAt(builder, index);
      back = number(shift);
    } else if (position.shift < 0) {
      back = arith::RemUIOp::create(builder, loc, number(-position.shift), numIterations);
    } else {
      Value rest = arith::RemUIOp::create(builder, loc, number(position.shift), numIterations);
      back = arith::SubIOp::create(builder, loc, numIterations, rest);
    }
    Value sum = arith::AddIOp::create(builder, loc, index, back);
    return valueAt(builder, arith::RemUIOp::create(builder, loc, sum, numIterations));
  }
  // The iterations from `first` to before `end` have their own position, up to `shift`.
  std::optional<int64_t> first = position.shift, end;
  if (ShapedType::isStatic(trips))
    end = trips + position.shift;
  if (position.low)
    first = std::max(*first, *position.low);
  if (position.high)
    end = std::min(*end, *position.high + 1);
  SmallVector<Value> conditions;
  using Predicate = arith::CmpIPredicate;
  if (*first > 0)
    conditions.push_back(
        arith::CmpIOp::create(builder, loc, Predicate::sge, index, number(*first)));
  bool isBounded = end ? ShapedType::isDynamic(extent) || *end < extent : position.shift < 0;
  if (isBounded) {
    Value bound = end ? number(*end)
                      : arith::AddIOp::create(builder, loc, numIterations, number(position.shift));
    conditions.push_back(arith::CmpIOp::create(builder, loc, Predicate::slt, index, bound));
  }
  Value iteration = index;
  if (position.shift != 0)
    iteration = arith::AddIOp::create(builder, loc, index, number(-position.shift));
  if (conditions.empty())
    return valueAt(builder, iteration);
  Value holds = conditions.front();
  for (Value more : ArrayRef(conditions).drop_front())
    holds = arith::AndIOp::create(builder, loc, holds, more);
  if (isa<FloatType>(value.getType())) {
    auto choice = scf::IfOp::create(
        builder, loc, holds,
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, valueAt(inner, iteration));
        },
        [&](OpBuilder &inner, Location) {
          TypedAttr zero =
              isFirst ? builder.getZeroAttr(value.getType()) : getNeutralAttr(value.getType());
          Value none = arith::ConstantOp::create(inner, loc, zero);
          scf::YieldOp::create(inner, loc, none);
        });
    return choice.getResult(0);
  }
  // A row of another iteration is computed where there is none, so that rows need no branches.
  Value zero = number(0), one = number(1);
  Value last = arith::SubIOp::create(builder, loc, numIterations, one);
  iteration = arith::MaxSIOp::create(builder, loc, iteration, zero);
  iteration = arith::MinSIOp::create(builder, loc, iteration, last);
  Value row = valueAt(builder, iteration);
  Value none = createNeutral(builder, loc, row.getType(), row);
  if (isFirst)
    none = arith::NegFOp::create(builder, loc, none);
  return arith::SelectOp::create(builder, loc, holds, row, none);
}

/// Adds to `row` what the iterations add whose position is at a bound.
Value Scatter::addOutside(OpBuilder &builder, Term term, Value row) {
  const Position &position = term.position;
  Location loc = term.sum.getLoc();
  for (int64_t i = 0; countOutside(position) > 0 && i < trips; ++i) {
    int64_t own = i + position.shift;
    bool isBelow = position.low && own < *position.low;
    if (!isBelow && !(position.high && own > *position.high)) {
      // The next one outside is the first above the bound.
      if (!position.high)
        break;
      i = std::max(i, *position.high - position.shift);
      continue;
    }
    IRMapping mapping = startIteration(builder, createIndex(builder, loc, i));
    Value value = cloneValue(builder, term.sum.getValue(), mapping);
    if (isZero(value))
      continue;
    Value at = createIndex(builder, loc, isBelow ? *position.low : *position.high);
    row = addToElement(builder, loc, value, row, at);
  }
  return row;
}

static Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  return arith::AddFOp::create(builder, loc, a, b);
}

/// The sum of all terms of a group, which differ in their last position only, and of `init`, if it
/// is given.
Value Scatter::createRow(RewriterBase &rewriter, const Group &group, Value init) {
  Location loc = loop.getLoc();
  int64_t dim = group.front()->sum.getIndices().size() - 1;
  Value whole = loop.getInitialStates()[number];
  extent = cast<RankedTensorType>(whole.getType()).getDimSize(dim);
  Value size = ShapedType::isStatic(extent) ? createIndex(rewriter, loc, extent)
                                            : createExtent(rewriter, loc, Extent::of(whole, dim));
  auto build =
      BuildOp::create(rewriter, loc, size, [&](OpBuilder &builder, Location, ValueRange args) {
        Value sum = init ? readElement(builder, loc, init, args.front()) : Value();
        for (Term *term : group) {
          Value value = gather(builder, *term, args.front(), /*isFirst=*/!sum);
          sum = sum ? add(builder, loc, sum, value) : value;
        }
        YieldOp::create(builder, loc, sum);
      });
  Value row = build.getResult(0);
  for (Term *term : group)
    row = addOutside(rewriter, *term, row);
  return row;
}

FoldOp Scatter::rewrite(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(loop);
  numIterations = getNumIterations(rewriter, loop);
  keepCostly(rewriter);
  // Groups of terms that are added to one row, which the indices before the last one name.
  SmallVector<std::pair<ValueRange, Group>> groups;
  for (Term &term : terms) {
    ValueRange indices = ValueRange(term.sum.getIndices()).drop_back();
    auto *found =
        llvm::find_if(groups, [&](auto &group) { return llvm::equal(group.first, indices); });
    if (found == groups.end())
      groups.push_back({indices, {&term}});
    else
      found->second.push_back(&term);
  }
  Value sum = loop.getInitialStates()[number];
  for (auto &[indices, group] : groups) {
    if (indices.empty()) {
      sum = createRow(rewriter, group, isZeros(sum) ? Value() : sum);
      break;
    }
    Value row = createRow(rewriter, group, Value());
    IRMapping mapping;
    auto position = llvm::map_to_vector(
        indices, [&](Value index) { return cloneValue(rewriter, index, mapping); });
    sum = AccumulateOp::create(rewriter, loop.getLoc(), row, sum, position);
  }
  rewriter.replaceAllUsesWith(loop.getResult(number), sum);
  return dropState(rewriter);
}

/// Erases the state. Returns the loop with the other states and collected arrays; null if there are
/// none.
FoldOp Scatter::dropState(RewriterBase &rewriter) {
  Operation *yield = loop.getBody().front().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(number); });
  for (Term &term : llvm::reverse(terms))
    rewriter.eraseOp(term.sum);
  if (loop->getNumResults() == 1) {
    rewriter.eraseOp(loop);
    return nullptr;
  }
  SmallVector<Value> states(loop.getInitialStates()), results(loop.getResults());
  states.erase(states.begin() + number);
  results.erase(results.begin() + number);
  rewriter.setInsertionPoint(loop);
  unsigned arg = loop.getStateArgs()[number].getArgNumber();
  ArrayLoopOpInterface rebuilt =
      rebuildLoop(rewriter, cast<ArrayLoopOpInterface>(*loop), loop.getArrays(), states,
                  TypeRange(ValueRange(results).drop_front(states.size())));
  rebuilt.getBody().front().eraseArgument(arg);
  for (auto [old, now] : llvm::zip_equal(results, rebuilt->getResults()))
    rewriter.replaceAllUsesWith(old, now);
  rewriter.eraseOp(loop);
  return cast<FoldOp>(*rebuilt);
}

namespace {
struct ScatterToGather : chad::impl::ChadScatterToGatherBase<ScatterToGather> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<FoldOp> loops;
    bool isChanged = false;
    // Inner loops come first: the rows that they make are what the loops around them add.
    getOperation()->walk([&](FoldOp loop) { loops.push_back(loop); });
    for (FoldOp loop : loops)
      for (unsigned number = 0; loop && number < loop.getNumStates();) {
        Scatter scatter(loop, number);
        if (!scatter.match()) {
          ++number;
          continue;
        }
        loop = scatter.rewrite(rewriter);
        isChanged = true;
        ++numGathered;
      }
    if (!isChanged)
      return;
    // The loops over the elements of rows fuse with those that add the rows.
    OpPassManager fuse(getOperation()->getName());
    buildFusion(fuse);
    if (failed(runPipeline(fuse, getOperation())))
      signalPassFailure();
  }

private:
  static void buildFusion(OpPassManager &pm) {
    pm.addPass(createSoundCanonicalizerPass());
    pm.addPass(createCSEPass());
    pm.addPass(createChadScalarize());
    pm.addPass(createChadFuseLoops());
    pm.addPass(createSoundCanonicalizerPass());
    pm.addPass(createCSEPass());
  }
};
} // namespace

//===- Checkpoints.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops that keep few of their states, and compute the others again. With l levels and a radix q, a
// level-0 block is one step, and a block of level k is a loop over q blocks of level k − 1: it has
// qᵏ steps. A loop of n steps becomes l + 1 loops, the k-th over aₖ blocks of level k, where the aₖ
// are the digits of n,
//
//   n = a_l·q^l + ... + a_1·q + a_0,   aₖ ≤ q.
//
// The reverse sweep keeps the states at the begins of blocks. It runs each block forward again when
// it comes to it, and keeps the states of its q parts meanwhile. When it is in a block of level k,
// a_l + ... + aₖ + k·q states are in memory, and each step has run at most k more times.
//
// With q = ⌈n^(1/(l+1))⌉, at most (l + 1)·q states are kept.
//
// With a budget of s states, the loop chooses q when it runs. If n ≤ s, it keeps all. Otherwise it
// takes the least j ≤ l for which q = ⌊s/(j+1)⌋ has q^(j+1) ≥ n. Then there are no blocks of a
// level above j, and no more than (j + 1)·q ≤ s states are kept. If there is no such j, the budget
// is refused, when the program is compiled or when it runs: the least one is that of the j ≤ l for
// which (j + 1)·⌈n^(1/(j+1))⌉ is least. The reverse code of a step computes all other values of the
// step again, since they would not be within the budget.
//
// Source: Griewank & Walther 2008, §12 (multilevel checkpointing).

#include "chad/Rules/Checkpoints.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <cmath>

using namespace mlir;
using namespace chad;

namespace {
/// Divides the steps of one fold into blocks.
class Blocks {
public:
  /// Without a budget, there is no limit to the states that are kept.
  Blocks(FoldOp fold, int64_t levels, std::optional<StateBudget> budget)
      : fold(fold), levels(levels), budget(budget), builder(fold), loc(fold.getLoc()),
        isLeft(fold.getDirection() == Direction::Left) {}

  /// Replaces the fold.
  void run();

private:
  Value constant(int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); }
  template <typename Op> Value make(Value lhs, Value rhs) {
    return Op::create(builder, loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value select(arith::CmpIPredicate predicate, Value lhs, Value rhs, Value ifTrue, Value ifFalse) {
    Value condition = compare(predicate, lhs, rhs);
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  }
  Value toReal(Value number) {
    Value integer = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number);
    return arith::SIToFPOp::create(builder, loc, builder.getF64Type(), integer);
  }

  /// The radix with `levels` levels of blocks, ⌈n^(1/(levels + 1))⌉. The root may be rounded, so it
  /// is tested whether its integral part is enough.
  Value chooseRadix(Value extent, int64_t levels) {
    Value real = toReal(extent), root;
    if (levels == 1) {
      root = math::SqrtOp::create(builder, loc, real);
    } else {
      Value exponent =
          arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(1.0 / (levels + 1)));
      root = math::PowFOp::create(builder, loc, real, exponent);
    }
    Value down = arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(),
        arith::FPToSIOp::create(builder, loc, builder.getI64Type(), root));
    Value factor = toReal(down), power = factor;
    for (int64_t i = 0; i < levels; ++i)
      power = make<arith::MulFOp>(power, factor);
    Value isEnough = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE, power, real);
    Value radix = arith::SelectOp::create(builder, loc, isEnough, down,
                                          make<arith::AddIOp>(down, constant(1)));
    return make<arith::MaxSIOp>(radix, constant(1));
  }

  /// The radix with a budget, which is checked.
  Value chooseRadixByBudget(Value extent) {
    Value radix, least = extent;
    for (int64_t j = levels; j >= 1; --j) {
      Value own = chooseRadix(extent, j), parts = constant(j + 1);
      Value needed = make<arith::MulIOp>(own, parts);
      least = make<arith::MinSIOp>(least, needed);
      Value share = make<arith::DivSIOp>(budget->states, parts);
      radix = select(arith::CmpIPredicate::sle, needed, budget->states, share, radix ? radix : own);
    }
    checkBudget(builder, loc, *budget, least);
    // If all states fit, there are no blocks, and arrays of the parts of a block are small.
    return select(arith::CmpIPredicate::sle, extent, budget->states, constant(1), radix);
  }

  /// Fills `lengths`: the number of steps of a block of each level. If one block would have all
  /// steps, there is none of its level, and its length is n + 1, so that no number overflows.
  void chooseLengths(Value extent) {
    radix = budget ? chooseRadixByBudget(extent) : chooseRadix(extent, levels);
    Value more = make<arith::AddIOp>(extent, constant(1));
    Value fits = budget ? compare(arith::CmpIPredicate::sle, extent, budget->states) : Value();
    lengths = {constant(1)};
    for (int64_t k = 1; k <= levels; ++k) {
      Value last = lengths.back(), next = make<arith::MulIOp>(last, radix);
      next = select(arith::CmpIPredicate::sge, next, extent, more, next);
      next = select(arith::CmpIPredicate::sgt, last, extent, last, next);
      lengths.push_back(fits ? Value(arith::SelectOp::create(builder, loc, fits, more, next))
                             : next);
    }
  }

  /// `extent` elements of `array`, from `offset` on.
  Value slice(Value array, Value offset, Value extent) {
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes = {extent};
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    offsets[0] = offset;
    for (int64_t i = 1; i < type.getRank(); ++i)
      sizes.push_back(tensor::getMixedSize(builder, loc, array, i));
    auto part = cast<RankedTensorType>(getArrayOf(getArrayElement(type), ShapedType::kDynamic));
    return extractSlice(builder, loc, part, array, offsets, sizes, strides);
  }

  /// The first `level` + 1 dimensions as one, and the others.
  static SmallVector<ReassociationIndices> getGroups(int64_t rank, int64_t level) {
    SmallVector<ReassociationIndices> groups(1);
    for (int64_t i = 0; i <= level; ++i)
      groups.front().push_back(i);
    for (int64_t i = 1; i < rank; ++i)
      groups.push_back({level + i});
    return groups;
  }

  static Type addDims(Type array, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      array = getArrayOf(array, ShapedType::kDynamic);
    return array;
  }

  /// `array` as `count` blocks of a level.
  Value expand(Value array, Value count, int64_t level) {
    if (level == 0)
      return array;
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> sizes = {count};
    sizes.append(level, radix);
    for (int64_t i = 1; i < type.getRank(); ++i)
      sizes.push_back(tensor::getMixedSize(builder, loc, array, i));
    return tensor::ExpandShapeOp::create(builder, loc, addDims(type, level), array,
                                         getGroups(type.getRank(), level), sizes);
  }

  /// The array `first`, `first` + 1, ... of `extent` elements.
  static Value makeIndices(OpBuilder &builder, Location loc, Value first, Value extent) {
    return BuildOp::create(builder, loc, extent,
                           [&](OpBuilder &inner, Location loc, ValueRange index) {
                             Value sum = arith::AddIOp::create(inner, loc, first, index.front());
                             YieldOp::create(inner, loc, sum);
                           })
        .getResult(0);
  }

  /// A loop over `count` blocks of `level`, whose steps begin at `begin`. `arrays` has an array of
  /// blocks for each array of the fold that is not an array of indices. The last loop takes the
  /// body of the fold, whose values ops outside of the program still use; the others copy it.
  ArrayLoopOpInterface makeLoop(OpBuilder &at, int64_t level, Value count, Value begin,
                                ValueRange arrays, ValueRange states, bool isLast = false);

  FoldOp fold;
  int64_t levels;
  std::optional<StateBudget> budget;
  Value radix;
  SmallVector<Value> lengths;
  OpBuilder builder;
  Location loc;
  bool isLeft;
};
} // namespace

ArrayLoopOpInterface Blocks::makeLoop(OpBuilder &at, int64_t level, Value count, Value begin,
                                      ValueRange arrays, ValueRange states, bool isLast) {
  SmallVector<Type> collected;
  for (Value result : fold.getResults().drop_front(fold.getNumStates())) {
    Type flat = getArrayOf(getArrayElement(result.getType()), ShapedType::kDynamic);
    collected.push_back(addDims(flat, level));
  }
  if (level == 0) {
    SmallVector<Value> all;
    for (Value array : fold.getArrays()) {
      bool isIndices = static_cast<bool>(getIota(array));
      all.push_back(isIndices ? makeIndices(at, loc, begin, count) : arrays.front());
      arrays = arrays.drop_front(isIndices ? 0 : 1);
    }
    auto body = std::make_unique<Region>();
    if (isLast) {
      body->takeBody(fold.getBody());
    } else {
      IRMapping mapping;
      fold.getBody().cloneInto(body.get(), mapping);
    }
    ArrayLoopOpInterface loop =
        createLoop(at, loc, all, states, collected, fold.getDirection(), std::move(body));
    if (budget)
      loop->setAttr(onlyStatesAttr, builder.getUnitAttr());
    return loop;
  }
  SmallVector<Value> rows(arrays);
  rows.push_back(createIota(at, loc, count));
  ArrayLoopOpInterface loop = createLoop(at, loc, rows, states, collected, fold.getDirection());
  OpBuilder body(builder.getContext());
  Block *block = createBody(body, loop);
  body.setInsertionPointToEnd(block);
  ValueRange args = block->getArguments();
  Value offset = arith::MulIOp::create(body, loc, args[rows.size() - 1], lengths[level]);
  Value start = arith::AddIOp::create(body, loc, begin, offset);
  ArrayLoopOpInterface inner =
      makeLoop(body, level - 1, radix, start, args.take_front(rows.size() - 1),
               args.drop_front(rows.size()));
  inner->setAttr(recomputeAttr, builder.getUnitAttr());
  YieldOp::create(body, loc, inner->getResults());
  return loop;
}

void Blocks::run() {
  unsigned numStates = fold.getNumStates();
  Value first = fold.getArrays().front();
  BuildOp counted = getIota(first);
  Value extent = counted ? counted.getExtent()
                         : Value(tensor::DimOp::create(builder, loc, first, constant(0)));
  chooseLengths(extent);

  // The steps that fill no block of a level run after its blocks.
  SmallVector<Value> states(fold.getInitialStates());
  SmallVector<SmallVector<Value>> parts(fold.getNumResults() - numStates);
  Value done = constant(0);
  for (int64_t level = levels; level >= 0; --level) {
    Value rest = make<arith::SubIOp>(extent, done);
    Value count = make<arith::DivSIOp>(rest, lengths[level]);
    Value steps = make<arith::MulIOp>(count, lengths[level]);
    Value begin = isLeft ? done : make<arith::SubIOp>(rest, steps);
    SmallVector<Value> arrays;
    for (Value array : fold.getArrays())
      if (!getIota(array))
        arrays.push_back(expand(slice(array, begin, steps), count, level));
    ArrayLoopOpInterface loop =
        makeLoop(builder, level, count, begin, arrays, states, /*isLast=*/level == 0);
    states.assign(loop->result_begin(), loop->result_begin() + numStates);
    for (auto [list, part] : llvm::zip(parts, loop->getResults().drop_front(numStates))) {
      Type element = getArrayElement(fold.getResult(numStates + (&list - parts.data())).getType());
      auto flat = cast<RankedTensorType>(getArrayOf(element, ShapedType::kDynamic));
      list.push_back(level == 0 ? Value(part)
                                : Value(tensor::CollapseShapeOp::create(
                                      builder, loc, flat, part, getGroups(flat.getRank(), level))));
    }
    done = make<arith::AddIOp>(done, steps);
  }

  SmallVector<Value> results(states);
  for (SmallVector<Value> &list : parts) {
    if (!isLeft)
      std::reverse(list.begin(), list.end());
    results.push_back(tensor::ConcatOp::create(builder, loc, 0, list));
  }
  for (auto [old, value] : llvm::zip(fold.getResults(), results)) {
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(builder, loc, old.getType(), value);
    old.replaceAllUsesWith(value);
  }
  fold.erase();
}

/// The budget of one of the loops among which it is divided.
static int64_t getPart(int64_t budget, const Checkpoint &checkpoint) {
  return std::max<int64_t>(1, budget / checkpoint.parts);
}

void chad::checkBudget(OpBuilder &builder, Location loc, const StateBudget &budget, Value needed) {
  if (budget.scale)
    needed = arith::MulIOp::create(builder, loc, needed, budget.scale);
  Value holds =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, needed, budget.total);
  cf::AssertOp::create(
      builder, loc, holds,
      budget.isInBytes
          ? "chad: the budget of 'chad.checkpoint' is too small; bytes needed, and given"
          : "chad: the budget of 'chad.checkpoint' is too small; states needed, and given");
}

StateBudget chad::makeStateBudget(OpBuilder &builder, Location loc, ValueRange initialStates,
                                  const Checkpoint &checkpoint) {
  auto constantOp = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  StateBudget budget;
  budget.isInBytes = checkpoint.bytes.has_value();
  budget.total = constantOp(budget.isInBytes ? *checkpoint.bytes : *checkpoint.states);
  if (!budget.isInBytes) {
    budget.constant = getPart(*checkpoint.states, checkpoint);
    budget.states = constantOp(*budget.constant);
    budget.constantScale = checkpoint.parts;
    if (checkpoint.parts != 1)
      budget.scale = constantOp(checkpoint.parts);
    return budget;
  }
  // The bytes of a state.
  std::optional<int64_t> constant = 0;
  Value sum = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Value state : initialStates) {
    auto shaped = dyn_cast<RankedTensorType>(state.getType());
    Type element = shaped ? shaped.getElementType() : state.getType();
    int64_t bits = 64;
    if (auto complex = dyn_cast<ComplexType>(element))
      bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
    else if (element.isIntOrFloat())
      bits = element.getIntOrFloatBitWidth();
    int64_t known = llvm::divideCeil(bits, 8);
    Value size;
    for (int64_t dim = 0; shaped && dim < shaped.getRank(); ++dim) {
      if (!shaped.isDynamicDim(dim)) {
        known *= shaped.getDimSize(dim);
        continue;
      }
      Value extent = tensor::DimOp::create(builder, loc, state, dim);
      size = size ? Value(arith::MulIOp::create(builder, loc, size, extent)) : extent;
    }
    Value bytes = arith::ConstantIndexOp::create(builder, loc, known);
    if (size) {
      constant.reset();
      bytes = arith::MulIOp::create(builder, loc, size, bytes);
    } else if (constant) {
      *constant += known;
    }
    sum = arith::AddIOp::create(builder, loc, sum, bytes);
  }
  Value one = constantOp(1), bytes = arith::MaxSIOp::create(builder, loc, sum, one);
  Value states = arith::DivSIOp::create(builder, loc,
                                        constantOp(getPart(*checkpoint.bytes, checkpoint)), bytes);
  budget.states = arith::MaxSIOp::create(builder, loc, states, one);
  budget.scale = arith::MulIOp::create(builder, loc, bytes, constantOp(checkpoint.parts));
  if (constant) {
    int64_t known = std::max<int64_t>(1, *constant);
    budget.constant = std::max<int64_t>(1, getPart(*checkpoint.bytes, checkpoint) / known);
    budget.constantScale = known * checkpoint.parts;
  }
  return budget;
}

/// The value of `number`, if it is computed from constants in at most `depth` steps.
static std::optional<int64_t> evaluate(Value number, unsigned depth = 8) {
  if (std::optional<int64_t> known = getConstantIntValue(number))
    return known;
  Operation *op = number.getDefiningOp();
  if (!op || depth == 0 || !isPure(op) || op->getNumRegions() != 0 || op->getNumResults() != 1)
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> known = evaluate(operand, depth - 1);
    if (!known)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(operand.getType(), *known));
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  return getConstantIntValue(results.front());
}

/// The number of steps of a loop, if it is known.
static std::optional<int64_t> findExtent(FoldOp fold) {
  int64_t extent = getStaticExtent(fold);
  if (!ShapedType::isDynamic(extent))
    return extent;
  BuildOp counted = getIota(fold.getArrays().front());
  return counted ? evaluate(counted.getExtent()) : std::nullopt;
}

/// The least number of states that a loop of `extent` steps keeps with `levels` levels of blocks.
static int64_t countStates(int64_t extent, int64_t levels) {
  auto radix = static_cast<int64_t>(
      std::pow(static_cast<double>(extent), 1.0 / static_cast<double>(levels + 1)));
  double power = 1;
  for (int64_t i = 0; i <= levels; ++i)
    power *= static_cast<double>(radix);
  return (levels + 1) * std::max<int64_t>(1, radix + (power < static_cast<double>(extent)));
}

/// The least number of levels, at most `most`, with which a loop of `extent` steps keeps at most
/// `states` states; zero if it can keep all. Nothing if there is none; `least` is then the least
/// number of states for which there is.
static std::optional<int64_t> countLevels(int64_t extent, int64_t states, int64_t most,
                                          int64_t &least) {
  least = std::max<int64_t>(1, extent);
  for (int64_t levels = 0; levels <= most; ++levels) {
    if (levels)
      least = std::min(least, countStates(extent, levels));
    if (least <= states)
      return levels;
  }
  return std::nullopt;
}

/// Emits the error that a budget is too small for a loop, of `extent` steps if that matters, which
/// needs `least` states.
static LogicalResult reportBudget(FoldOp fold, const StateBudget &budget,
                                  const Checkpoint &checkpoint, std::optional<int64_t> extent,
                                  int64_t least) {
  InFlightDiagnostic diag = fold.emitError("chad: the budget of 'chad.checkpoint' is too small");
  if (extent)
    diag << " for " << *extent << " steps";
  diag << ": it must be at least " << least * budget.constantScale
       << (budget.isInBytes ? " bytes" : " states");
  if (checkpoint.parts != 1)
    diag << " for the " << checkpoint.parts << " loops of the function that keep states at a time";
  if (extent)
    diag.attachNote() << "more 'levels' need fewer states, and 'binomial' schedules as few as one";
  return failure();
}

/// Checks that the budget of a binomial schedule allows the one state that it needs.
static LogicalResult checkBinomial(FoldOp fold, const Checkpoint &checkpoint) {
  OpBuilder builder(fold);
  Location loc = fold.getLoc();
  StateBudget budget = makeStateBudget(builder, loc, fold.getInitialStates(), checkpoint);
  if (!budget.constant)
    checkBudget(builder, loc, budget, arith::ConstantIndexOp::create(builder, loc, 1));
  else if (budget.constantScale > (budget.isInBytes ? *checkpoint.bytes : *checkpoint.states))
    return reportBudget(fold, budget, checkpoint, std::nullopt, 1);
  return success();
}

FailureOr<bool> chad::makeCheckpoints(Operation *root) {
  // Three nested loops reach (s/3)³ steps with s states.
  constexpr int64_t levelsOfUnknown = 2, mostChosen = 5;
  bool changed = false;
  // Inner loops come before the loops around them, which are copied with what is in them.
  SmallVector<FoldOp> folds;
  root->walk<WalkOrder::PreOrder>([&](FoldOp fold) {
    if (fold->hasAttr(checkpointAttr))
      folds.push_back(fold);
  });
  while (!folds.empty()) {
    FoldOp fold = folds.pop_back_val();
    std::string problem;
    std::optional<Checkpoint> checkpoint =
        Checkpoint::parse(fold->getAttr(checkpointAttr), problem);
    bool isDivisible = fold.getNumStates() != 0 &&
                       llvm::all_of(fold.getArrays().getTypes(), llvm::IsaPred<RankedTensorType>);
    if (checkpoint && isDivisible && checkpoint->isBinomial) {
      if (failed(checkBinomial(fold, *checkpoint)))
        return failure();
      fold->setAttr(onlyStatesAttr, UnitAttr::get(root->getContext()));
      continue;
    }
    fold->removeAttr(checkpointAttr);
    if (fold->removeAttr(stateStackAttr)) {
      InFlightDiagnostic diag = fold.emitWarning(
          "chad: the reverse derivative of a derivative with a binomial schedule keeps up to 2·√n "
          "stacks of states, of n steps, and so more than the budget");
      diag.attachNote() << "'chad.jvp' of the gradient keeps one stack";
    }
    if (!checkpoint || !isDivisible)
      continue;
    int64_t levels = checkpoint->levels.value_or(levelsOfUnknown);
    std::optional<StateBudget> budget;
    if (checkpoint->hasBudget()) {
      OpBuilder builder(fold);
      budget = makeStateBudget(builder, fold.getLoc(), fold.getInitialStates(), *checkpoint);
      std::optional<int64_t> extent = findExtent(fold);
      if (budget->constant && extent) {
        int64_t least = 0, most = checkpoint->levels.value_or(mostChosen);
        std::optional<int64_t> suffices = countLevels(*extent, *budget->constant, most, least);
        if (!suffices)
          return reportBudget(fold, *budget, *checkpoint, *extent, least);
        levels = *suffices;
      }
      // All states fit, but not all values of all steps.
      if (levels == 0) {
        fold->setAttr(onlyStatesAttr, UnitAttr::get(root->getContext()));
        continue;
      }
    }
    changed = true;
    Blocks(fold, levels, budget).run();
  }
  return changed;
}

std::string chad::addLoopBudget(ModuleOp module, std::optional<int64_t> states,
                                std::optional<int64_t> bytes, StringRef prefix) {
  if (!states && !bytes)
    return "";
  if (states && bytes)
    return (prefix + "checkpoint-states and " + prefix +
            "checkpoint-bytes are one budget: give one of them")
        .str();
  StringRef name = states ? "states" : "bytes";
  int64_t number = states ? *states : *bytes;
  if (number < 1)
    return (prefix + "checkpoint-" + name + " must be at least 1").str();
  Builder builder(module.getContext());
  auto budget =
      builder.getDictionaryAttr(builder.getNamedAttr(name, builder.getI64IntegerAttr(number)));
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal() && !function->hasAttr(checkpointAttr))
      function->setAttr(checkpointAttr, budget);
  return "";
}

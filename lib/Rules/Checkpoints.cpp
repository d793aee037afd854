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
// level above j, and no more than (j + 1)·q ≤ s states are kept. The reverse code of a step
// computes all other values of the step again, since they would not be within the budget.
//
// Source: Griewank & Walther 2008, §12 (multilevel checkpointing).

#include "chad/Rules/Checkpoints.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

namespace {
/// Divides the steps of one fold into blocks.
class Blocks {
public:
  /// `budget` is the number of states that may be kept; null if there is no limit.
  Blocks(FoldOp fold, int64_t levels, Value budget)
      : fold(fold), levels(levels), budget(budget), builder(fold), loc(fold.getLoc()),
        isLeft(fold.getDirection() == Direction::Left) {}

  /// Replaces the fold.
  void run();

private:
  Value constant(int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); }
  template <typename Op> Value make(Value lhs, Value rhs) {
    return Op::create(builder, loc, lhs, rhs);
  }
  Value select(arith::CmpIPredicate predicate, Value lhs, Value rhs, Value ifTrue, Value ifFalse) {
    Value condition = arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  }
  Value toReal(Value number) {
    Value integer = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number);
    return arith::SIToFPOp::create(builder, loc, builder.getF64Type(), integer);
  }

  /// The radix, ⌈n^(1/(l+1))⌉. Any positive radix gives right results; rounding only changes how
  /// many states are kept.
  Value chooseRadix(Value extent) {
    Value real = toReal(extent), root;
    if (levels == 1) {
      root = math::SqrtOp::create(builder, loc, real);
    } else {
      Value exponent =
          arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(1.0 / (levels + 1)));
      root = math::PowFOp::create(builder, loc, real, exponent);
    }
    Value up = math::CeilOp::create(builder, loc, root);
    Value radix =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                   arith::FPToSIOp::create(builder, loc, builder.getI64Type(), up));
    return make<arith::MaxSIOp>(radix, constant(1));
  }

  /// The radix with a budget. If the budget is too small for the number of levels, as few states
  /// are kept as these levels need.
  Value chooseRadixByBudget(Value extent) {
    Value radix = chooseRadix(extent), real = toReal(extent);
    for (int64_t j = levels; j >= 1; --j) {
      Value share = make<arith::DivSIOp>(budget, constant(j + 1));
      Value factor = toReal(share), capacity = factor;
      for (int64_t i = 0; i < j; ++i)
        capacity = make<arith::MulFOp>(capacity, factor);
      Value suffices =
          arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE, capacity, real);
      radix = arith::SelectOp::create(builder, loc, suffices, share, radix);
    }
    // If all states fit, there are no blocks, and arrays of the parts of a block are small.
    radix = select(arith::CmpIPredicate::sle, extent, budget, constant(1), radix);
    return make<arith::MaxSIOp>(radix, constant(1));
  }

  /// Fills `lengths`: the number of steps of a block of each level. If one block would have all
  /// steps, there is none of its level, and its length is n + 1, so that no number overflows.
  void chooseLengths(Value extent) {
    radix = budget ? chooseRadixByBudget(extent) : chooseRadix(extent);
    Value more = make<arith::AddIOp>(extent, constant(1));
    Value fits =
        budget
            ? Value(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, extent, budget))
            : Value();
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
  Value budget, radix;
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

StateBudget chad::makeStateBudget(OpBuilder &builder, Location loc, ValueRange initialStates,
                                  const Checkpoint &checkpoint) {
  if (checkpoint.states)
    return {arith::ConstantIndexOp::create(builder, loc, *checkpoint.states), checkpoint.states};
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
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value limit = arith::ConstantIndexOp::create(builder, loc, *checkpoint.bytes);
  Value states =
      arith::DivSIOp::create(builder, loc, limit, arith::MaxSIOp::create(builder, loc, sum, one));
  if (constant)
    constant = std::max<int64_t>(1, *checkpoint.bytes / std::max<int64_t>(1, *constant));
  return {arith::MaxSIOp::create(builder, loc, states, one), constant};
}

/// The least number of levels with which a loop of `extent` steps keeps at most `states` states.
/// Zero if it can keep all. At most `most`.
static int64_t countLevels(int64_t extent, int64_t states, int64_t most) {
  if (extent <= states)
    return 0;
  for (int64_t levels = 1; levels < most; ++levels) {
    double capacity = 1, share = static_cast<double>(states / (levels + 1));
    for (int64_t i = 0; i <= levels; ++i)
      capacity *= share;
    if (capacity >= static_cast<double>(extent))
      return levels;
  }
  return most;
}

bool chad::makeCheckpoints(Operation *root) {
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
      fold->setAttr(onlyStatesAttr, UnitAttr::get(root->getContext()));
      continue;
    }
    fold->removeAttr(checkpointAttr);
    if (!checkpoint || !isDivisible)
      continue;
    int64_t levels = checkpoint->levels.value_or(levelsOfUnknown);
    Value budget;
    if (checkpoint->hasBudget()) {
      OpBuilder builder(fold);
      auto [states, constant] =
          makeStateBudget(builder, fold.getLoc(), fold.getInitialStates(), *checkpoint);
      budget = states;
      int64_t extent = getStaticExtent(fold);
      if (constant && !ShapedType::isDynamic(extent))
        levels = countLevels(extent, *constant, checkpoint->levels.value_or(mostChosen));
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

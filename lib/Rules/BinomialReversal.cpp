//===- BinomialReversal.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Binomial checkpointing. The adjoint loop carries a stack of states sₚ with their positions p. To
// reverse step i it needs sᵢ. While the position p of the topmost state is less than i, it runs m
// more steps from that state, and pushes the state that it comes to. Then the topmost state is sᵢ,
// which it pops.
//
// Let c states more fit on the stack, and L = i − p + 1 be the number of steps to reverse from
// position p on. If no step is to run more than r times again, at most
//
//   N(c, r) = binomial(c + 1 + r, r),   N(c, r) = N(c, r − 1) + N(c − 1, r)
//
// steps can be reversed. With the least r for which L ≤ N(c, r),
//
//   m = min(N(c, r − 1), L − N(c − 1, r − 1))
//
// gives the least number of steps that run again: r·L − binomial(c + 1 + r, r − 1).
//
// The first run of the loop, which gives its results, also fills the stack as for the last step:
// it runs until step n − 1 is the topmost, and then one more. Where its iterations are in another
// loop or in a branch, the stack would be a residual of each: there the first run keeps none, and
// the adjoint loop begins with the initial state.
//
// The stack has a place more than the budget, for the state of the step to be reversed when the
// stack is full.
//
// Source: Griewank & Walther 2000, §2-3.

#include "BinomialReversal.h"
#include "Recompute.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Slices.h"
#include "chad/Rules/Checkpoints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Emits index arithmetic.
struct Indices {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t number) const {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
  template <typename Op> Value make(Value lhs, Value rhs) const {
    return Op::create(builder, loc, lhs, rhs);
  }
  Value add(Value lhs, Value rhs) const { return make<arith::AddIOp>(lhs, rhs); }
  Value sub(Value lhs, Value rhs) const { return make<arith::SubIOp>(lhs, rhs); }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) const {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
};
} // namespace

/// m of the file comment, where c is at least 1; L − 1 where it is 0.
static Value chooseAdvance(const Indices &at, Value c, Value length) {
  Value one = at.constant(1), most = at.sub(length, one);
  Value isFull = at.compare(arith::CmpIPredicate::slt, c, one);
  // r, N(c, r − 1) and N(c, r).
  Value next = at.add(c, at.constant(2));
  auto loop = scf::WhileOp::create(
      at.builder, at.loc, ValueRange{one, one, next}.getTypes(), ValueRange{one, one, next},
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Indices in{builder, loc};
        Value goes = in.compare(arith::CmpIPredicate::slt, args[2], length);
        scf::ConditionOp::create(builder, loc, goes, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Indices in{builder, loc};
        Value r = in.add(args[0], in.constant(1));
        Value factor = in.add(in.add(c, in.constant(1)), r);
        Value product = in.make<arith::MulIOp>(args[2], factor);
        scf::YieldOp::create(builder, loc,
                             ValueRange{r, args[2], in.make<arith::DivSIOp>(product, r)});
      });
  Value r = loop.getResult(0), before = loop.getResult(1);
  // N(c − 1, r − 1) = N(c, r − 1)·(c + 1)/(c + r)
  Value less =
      at.make<arith::DivSIOp>(at.make<arith::MulIOp>(before, at.add(c, one)), at.add(c, r));
  Value m = at.make<arith::MinSIOp>(before, at.sub(length, less));
  // No rounding or overflow may lead past the step that is to be reversed.
  m = at.make<arith::MaxSIOp>(at.make<arith::MinSIOp>(m, most), one);
  return arith::SelectOp::create(at.builder, at.loc, isFull, most, m);
}

namespace {
/// Runs steps of a loop, with values from outside of it as `primal` gives them.
class Steps {
public:
  Steps(FoldOp fold, function_ref<Value(Value)> primal, bool collects)
      : fold(fold), isLeft(fold.getDirection() == Direction::Left) {
    for (Value array : fold.getArrays())
      arrays.push_back(primal(array));
    for (Value value : getDependencies(fold))
      mapping.map(value, primal(value));
    if (collects)
      for (Value result : fold.getResults().drop_front(fold.getNumStates()))
        collected.push_back(getArrayOf(getArrayElement(result.getType()), ShapedType::kDynamic));
  }

  ArrayRef<Value> getArrays() const { return arrays; }
  ArrayRef<Type> getCollected() const { return collected; }

  /// The position in an array of the first element that `count` steps from step `first` on read.
  Value getBegin(const Indices &at, Value extent, Value first, Value count) const {
    return isLeft ? first : at.sub(at.sub(extent, first), count);
  }

  /// The states after `count` steps, the first of which is number `first` of `extent`, and what the
  /// steps collect.
  SmallVector<Value> run(const Indices &at, Value extent, Value first, Value count,
                         ValueRange states) const {
    Value begin = getBegin(at, extent, first, count);
    SmallVector<Value> parts;
    for (Value array : arrays)
      parts.push_back(slice(at, array, begin, count));
    auto body = std::make_unique<Region>();
    IRMapping values(mapping);
    fold.getBody().cloneInto(body.get(), values);
    body->walk([](Operation *op) { op->removeAttr(checkpointAttr); });
    Operation *yield = body->front().getTerminator();
    if (collected.empty()) {
      unsigned numStates = fold.getNumStates();
      yield->eraseOperands(numStates, yield->getNumOperands() - numStates);
    }
    return createLoop(at.builder, at.loc, parts, states, collected, fold.getDirection(),
                      std::move(body))
        ->getResults();
  }

private:
  static Value slice(const Indices &at, Value array, Value begin, Value count) {
    if (getIota(array))
      return BuildOp::create(at.builder, at.loc, count,
                             [&](OpBuilder &inner, Location loc, ValueRange index) {
                               Value sum = arith::AddIOp::create(inner, loc, begin, index.front());
                               YieldOp::create(inner, loc, sum);
                             })
          .getResult(0);
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), at.builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes = {count};
    SmallVector<OpFoldResult> strides(type.getRank(), at.builder.getIndexAttr(1));
    offsets[0] = begin;
    for (int64_t i = 1; i < type.getRank(); ++i)
      sizes.push_back(tensor::getMixedSize(at.builder, at.loc, array, i));
    auto part = cast<RankedTensorType>(getArrayOf(getArrayElement(type), ShapedType::kDynamic));
    return extractSlice(at.builder, at.loc, part, array, offsets, sizes, strides);
  }

  // Ops have no const methods.
  mutable FoldOp fold;
  bool isLeft;
  SmallVector<Value> arrays;
  SmallVector<Type> collected;
  IRMapping mapping;
};
} // namespace

/// An array of `rows` zeros in the shape of `state`, which is a value or, if it has no unknown
/// extents, a type.
static Value makeRows(const Indices &at, Type element, Value state, Value rows) {
  auto type = cast<RankedTensorType>(getArrayOf(element, ShapedType::kDynamic));
  SmallVector<Value> sizes = {rows};
  if (auto shaped = dyn_cast<RankedTensorType>(element))
    for (int64_t i = 0; i < shaped.getRank(); ++i)
      if (shaped.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(at.builder, at.loc, state, i));
  Type scalar = type.getElementType();
  if (isa<BoxType>(scalar))
    return EmptyBoxOp::create(at.builder, at.loc, type, sizes);
  Value zero = arith::ConstantOp::create(at.builder, at.loc, scalar,
                                         cast<TypedAttr>(at.builder.getZeroAttr(scalar)));
  return tensor::SplatOp::create(at.builder, at.loc, type, zero, sizes);
}

namespace {
/// The stack of a loop, in code outside of the loop or in its adjoint.
struct Stack {
  /// The number of steps, and the greatest number of states below the topmost one.
  Value extent, places;
  /// The index of the topmost state, the positions, an array for each state, and an array for what
  /// the steps collect.
  SmallVector<Value> values;
  unsigned numStates;

  /// Makes a stack with the initial states.
  Stack(const Indices &at, const Steps &steps, ValueRange states, const Checkpoint &checkpoint);

  /// Runs steps, and pushes states, until the topmost state is that of step `step`.
  void advance(const Indices &at, const Steps &steps, Value step);

  SmallVector<Value> readTop(const Indices &at) const {
    SmallVector<Value> states;
    for (Value array : ArrayRef(values).slice(2, numStates))
      states.push_back(readElement(at.builder, at.loc, array, values[0]));
    return states;
  }

  /// Writes into the last arrays what `count` steps from step `first` on collected.
  void collect(const Indices &at, const Steps &steps, Value first, Value count, ValueRange parts);
};
} // namespace

Stack::Stack(const Indices &at, const Steps &steps, ValueRange states, const Checkpoint &checkpoint)
    : numStates(states.size()) {
  Value zero = at.constant(0);
  Value first = steps.getArrays().front();
  BuildOp counted = getIota(first);
  extent =
      counted ? counted.getExtent() : Value(tensor::DimOp::create(at.builder, at.loc, first, zero));
  // More places than steps are of no use.
  places = at.make<arith::MinSIOp>(makeStateBudget(at.builder, at.loc, states, checkpoint).states,
                                   extent);
  Value rows = at.add(places, at.constant(1));
  values = {zero, makeRows(at, at.builder.getIndexType(), {}, rows)};
  for (Value state : states) {
    Value array = makeRows(at, state.getType(), state, rows);
    values.push_back(writeElement(at.builder, at.loc, state, array, zero));
  }
  for (Type array : steps.getCollected())
    values.push_back(makeRows(at, getArrayElement(array), {}, extent));
}

void Stack::collect(const Indices &at, const Steps &steps, Value first, Value count,
                    ValueRange parts) {
  Value begin = steps.getBegin(at, extent, first, count);
  for (auto [array, part] :
       llvm::zip_equal(MutableArrayRef(values).drop_front(2 + numStates), parts)) {
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), at.builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), at.builder.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes = {count};
    for (int64_t extent : type.getShape().drop_front())
      sizes.push_back(at.builder.getIndexAttr(extent));
    offsets[0] = begin;
    array = tensor::InsertSliceOp::create(at.builder, at.loc, part, array, offsets, sizes, strides);
  }
}

void Stack::advance(const Indices &at, const Steps &steps, Value step) {
  auto loop = scf::WhileOp::create(
      at.builder, at.loc, ValueRange(values).getTypes(), values,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Indices in{builder, loc};
        Value position = readElement(builder, loc, args[1], args[0]);
        Value goes = in.compare(arith::CmpIPredicate::slt, position, step);
        scf::ConditionOp::create(builder, loc, goes, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Indices in{builder, loc};
        Stack stack(*this);
        stack.values.assign(args.begin(), args.end());
        Value top = args[0], position = readElement(builder, loc, args[1], top);
        Value one = in.constant(1);
        Value left = in.sub(in.sub(places, one), top);
        Value count = chooseAdvance(in, left, in.add(in.sub(step, position), one));
        SmallVector<Value> from = stack.readTop(in);
        SmallVector<Value> to = steps.run(in, extent, position, count, from);
        Value next = in.add(top, one);
        stack.values[0] = next;
        stack.values[1] = writeElement(builder, loc, in.add(position, count), args[1], next);
        for (unsigned i = 0; i < numStates; ++i)
          stack.values[2 + i] = writeElement(builder, loc, to[i], args[2 + i], next);
        stack.collect(in, steps, position, count, ArrayRef(to).drop_front(numStates));
        scf::YieldOp::create(builder, loc, stack.values);
      });
  values.assign(loop->result_begin(), loop->result_end());
}

/// Makes the loop that runs in place of `fold` and keeps the states of the stack for the last step.
/// Returns this stack; nothing if it would be a residual of an iteration or a branch around it, or
/// if the shape of what the loop collects is not known before it runs.
static std::optional<Stack> runFirst(ReverseSweep &sweep, FoldOp fold,
                                     const Checkpoint &checkpoint) {
  auto isUnknown = [](Value result) {
    auto shaped = dyn_cast<RankedTensorType>(getArrayElement(result.getType()));
    return shaped && !shaped.hasStaticShape();
  };
  unsigned numStates = fold.getNumStates();
  if (sweep.getScope().ownerOf(fold->getParentRegion()) ||
      llvm::any_of(fold.getResults().drop_front(numStates), isUnknown))
    return std::nullopt;
  OpBuilder builder(fold);
  Indices at{builder, fold.getLoc()};
  Steps steps(fold, [](Value value) { return value; }, /*collects=*/true);
  Stack stack(at, steps, fold.getInitialStates(), checkpoint);
  Value zero = at.constant(0), one = at.constant(1);
  Value last = at.make<arith::MaxSIOp>(at.sub(stack.extent, one), zero);
  stack.advance(at, steps, last);
  Value count = at.make<arith::MinSIOp>(stack.extent, one);
  SmallVector<Value> results = steps.run(at, stack.extent, last, count, stack.readTop(at));
  stack.collect(at, steps, last, count, ArrayRef(results).drop_front(numStates));
  results.truncate(numStates);
  llvm::append_range(results, ArrayRef(stack.values).drop_front(2 + numStates));
  stack.values.truncate(2 + numStates);
  for (auto [value, old] : llvm::zip_equal(results, fold.getResults()))
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(builder, at.loc, old.getType(), value);
  sweep.replaceAtEnd(fold, std::move(results));
  return stack;
}

StateStack chad::detail::addStateStack(ReverseSweep &sweep, FoldOp fold,
                                       const Checkpoint &checkpoint, AdjointBody &body) {
  Location loc = fold.getLoc();
  Steps steps(fold, [&](Value value) { return sweep.primal(value); }, /*collects=*/false);
  Indices outside{sweep.builder, loc};
  std::optional<Stack> start = runFirst(sweep, fold, checkpoint);
  if (!start) {
    SmallVector<Value> states;
    for (Value state : fold.getInitialStates())
      states.push_back(sweep.primal(state));
    start.emplace(outside, steps, states, checkpoint);
  }
  StateStack result;
  result.indices = createIota(sweep.builder, loc, start->extent);
  result.initials = start->values;

  Block &block = body.getBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  Indices at{builder, loc};
  unsigned numInputs = body.inputs.size();
  Stack stack(*start);
  for (Value &value : stack.values)
    value = block.addArgument(value.getType(), loc);
  result.index = block.insertArgument(numInputs, builder.getIndexType(), loc);
  Value step = result.index;
  if (fold.getDirection() == Direction::Right)
    step = at.sub(at.sub(stack.extent, at.constant(1)), step);
  stack.advance(at, steps, step);
  SmallVector<Value> states = stack.readTop(at);
  for (auto [input, state] : body.states)
    block.getArgument(input).replaceAllUsesWith(states[state]);
  result.yields = {at.sub(stack.values[0], at.constant(1))};
  llvm::append_range(result.yields, ArrayRef(stack.values).drop_front());

  for (auto [input, state] : llvm::reverse(body.states)) {
    sweep.forget(block.getArgument(input));
    block.eraseArgument(input);
    body.inputs.erase(body.inputs.begin() + input);
  }
  return result;
}

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
/// Runs steps of a loop.
class Steps {
public:
  Steps(ReverseSweep &sweep, FoldOp fold) : fold(fold) {
    for (Value array : fold.getArrays())
      arrays.push_back(sweep.primal(array));
    for (Value value : getDependencies(fold))
      mapping.map(value, sweep.primal(value));
  }

  ArrayRef<Value> getArrays() const { return arrays; }

  /// The states after `count` steps, the first of which is number `first` of `extent`.
  SmallVector<Value> run(const Indices &at, Value extent, Value first, Value count,
                         ValueRange states) {
    bool isLeft = fold.getDirection() == Direction::Left;
    Value begin = isLeft ? first : at.sub(at.sub(extent, first), count);
    SmallVector<Value> parts;
    for (Value array : arrays)
      parts.push_back(slice(at, array, begin, count));
    auto body = std::make_unique<Region>();
    IRMapping values(mapping);
    fold.getBody().cloneInto(body.get(), values);
    body->walk([](Operation *op) { op->removeAttr(checkpointAttr); });
    Operation *yield = body->front().getTerminator();
    unsigned numStates = fold.getNumStates();
    yield->eraseOperands(numStates, yield->getNumOperands() - numStates);
    return createLoop(at.builder, at.loc, parts, states, {}, fold.getDirection(), std::move(body))
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

  FoldOp fold;
  SmallVector<Value> arrays;
  IRMapping mapping;
};
} // namespace

/// An array of `rows` zeros in the shape of `state`.
static Value makeRows(const Indices &at, Value state, Value rows) {
  auto type = cast<RankedTensorType>(getArrayOf(state.getType(), ShapedType::kDynamic));
  SmallVector<Value> sizes = {rows};
  if (auto shaped = dyn_cast<RankedTensorType>(state.getType()))
    for (int64_t i = 0; i < shaped.getRank(); ++i)
      if (shaped.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(at.builder, at.loc, state, i));
  Type element = type.getElementType();
  Value zero = arith::ConstantOp::create(at.builder, at.loc, element,
                                         cast<TypedAttr>(at.builder.getZeroAttr(element)));
  return tensor::SplatOp::create(at.builder, at.loc, type, zero, sizes);
}

StateStack chad::detail::addStateStack(ReverseSweep &sweep, FoldOp fold,
                                       const Checkpoint &checkpoint, AdjointBody &body) {
  Location loc = fold.getLoc();
  Steps steps(sweep, fold);
  SmallVector<Value> states;
  for (Value state : fold.getInitialStates())
    states.push_back(sweep.primal(state));
  StateStack stack;
  Indices outside{sweep.builder, loc};
  Value zero = outside.constant(0), one = outside.constant(1);
  Value first = steps.getArrays().front();
  BuildOp counted = getIota(first);
  Value extent =
      counted ? counted.getExtent() : Value(tensor::DimOp::create(sweep.builder, loc, first, zero));
  // More places than steps are of no use.
  Value places = outside.make<arith::MinSIOp>(
      makeStateBudget(sweep.builder, loc, states, checkpoint).states, extent);
  Value rows = outside.add(places, one);
  stack.indices = createIota(sweep.builder, loc, extent);
  stack.initials = {zero, makeRows(outside, zero, rows)};
  for (Value state : states) {
    Value array = makeRows(outside, state, rows);
    stack.initials.push_back(writeElement(sweep.builder, loc, state, array, zero));
  }

  Block &block = body.getBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  Indices at{builder, loc};
  unsigned numInputs = body.inputs.size();
  SmallVector<Value> carried;
  for (Value initial : stack.initials)
    carried.push_back(block.addArgument(initial.getType(), loc));
  stack.index = block.insertArgument(numInputs, builder.getIndexType(), loc);
  Value step = stack.index;
  if (fold.getDirection() == Direction::Right)
    step = at.sub(at.sub(extent, one), step);

  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(carried).getTypes(), carried,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Indices in{builder, loc};
        Value position = readElement(builder, loc, args[1], args[0]);
        Value goes = in.compare(arith::CmpIPredicate::slt, position, step);
        scf::ConditionOp::create(builder, loc, goes, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Indices in{builder, loc};
        Value top = args[0], position = readElement(builder, loc, args[1], top);
        Value one = in.constant(1);
        Value left = in.sub(in.sub(places, one), top);
        Value count = chooseAdvance(in, left, in.add(in.sub(step, position), one));
        SmallVector<Value> from;
        for (Value array : args.drop_front(2))
          from.push_back(readElement(builder, loc, array, top));
        SmallVector<Value> to = steps.run(in, extent, position, count, from);
        Value next = in.add(top, one);
        SmallVector<Value> results = {
            next, writeElement(builder, loc, in.add(position, count), args[1], next)};
        for (auto [array, state] : llvm::zip(args.drop_front(2), to))
          results.push_back(writeElement(builder, loc, state, array, next));
        scf::YieldOp::create(builder, loc, results);
      });
  Value top = loop.getResult(0);
  for (auto [input, state] : body.states)
    block.getArgument(input).replaceAllUsesWith(
        readElement(builder, loc, loop.getResult(2 + state), top));
  stack.yields = {at.sub(top, one)};
  llvm::append_range(stack.yields, loop.getResults().drop_front());

  for (auto [input, state] : llvm::reverse(body.states)) {
    block.eraseArgument(input);
    body.inputs.erase(body.inputs.begin() + input);
  }
  return stack;
}

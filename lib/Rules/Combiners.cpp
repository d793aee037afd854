//===- Combiners.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/Combiners.h"
#include "chad/Analysis/Reductions.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;

bool chad::hasOwnReverse(Operation *op, llvm::function_ref<bool(unsigned)> isActive) {
  auto combiner = dyn_cast<CombinatorOpInterface>(op);
  if (!combiner || isa<ArrayLoopOpInterface>(op))
    return false;
  // Products, maxima and minima have reverse rules only in a reduction with one result.
  if (isa<ReduceOp>(op) && op->getNumResults() == 1 &&
      getStateKind(combiner, 0) != StateKind::Other)
    return true;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (isActive(i) && getStateKind(combiner, i) != StateKind::Sum)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Combiners as folds
//===----------------------------------------------------------------------===//

namespace {
/// Moves the body of a combiner into that of a fold.
class FoldBuilder {
public:
  FoldBuilder(Operation *op, Activity &activity)
      : op(op), activity(activity), source(op->getRegion(0).front()), builder(op),
        loc(op->getLoc()), count(op->getNumResults()) {}

  SmallVector<Value> expand(ReduceOp reduce) {
    FoldOp fold =
        make(Direction::Left, reduce.getArrays(), reduce.getUnits(),
             [&](ValueRange elements, ValueRange states) { return moveBody(states, elements); });
    markStates(fold);
    return finals(fold);
  }

  SmallVector<Value> expand(ScanOp scan) {
    bool isLeft = scan.getDirection() == Direction::Left;
    bool isInclusive = scan.getKind() == ScanKind::Inclusive;
    FoldOp fold = make(scan.getDirection(), scan.getArrays(), scan.getUnits(),
                       [&](ValueRange elements, ValueRange states) {
                         SmallVector<Value> next =
                             isLeft ? moveBody(states, elements) : moveBody(elements, states);
                         SmallVector<Value> yields = next;
                         llvm::append_range(yields, isInclusive ? ValueRange(next) : states);
                         return yields;
                       });
    markStates(fold);
    SmallVector<Value> results(fold.getResults().drop_front(count));
    for (auto [i, result] : llvm::enumerate(results))
      result = restore(result, i);
    return results;
  }

  // One more bin takes the elements that belong to no bin, so that they need no special case.
  SmallVector<Value> expand(HistOp hist) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value slots = arith::AddIOp::create(builder, loc, hist.getBins(), one);
    auto bins = BuildOp::create(builder, loc, slots, [&](OpBuilder &inner, Location, ValueRange) {
      YieldOp::create(inner, loc, hist.getUnits());
    });
    // The value of a bin may be needed to compute the other results, even if its own result has no
    // uses.
    for (unsigned i = 0; i < count; ++i)
      for (Value from : {Value(op->getResult(i)), Value(source.getArgument(i))})
        mark(from, bins.getResult(i));
    SmallVector<Value> arrays = {hist.getIndices()};
    llvm::append_range(arrays, hist.getArrays());
    FoldOp fold = make(
        Direction::Left, arrays, bins.getResults(), [&](ValueRange elements, ValueRange states) {
          Value bin = elements.front();
          if (!isa<IndexType>(bin.getType()))
            bin = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), bin);
          Value isBin =
              arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, bin, hist.getBins());
          Value slot = arith::SelectOp::create(builder, loc, isBin, bin, hist.getBins());
          SmallVector<Value> lefts;
          for (auto [i, state] : llvm::enumerate(states)) {
            lefts.push_back(read(state, slot));
            mark(source.getArgument(i), lefts.back());
          }
          SmallVector<Value> combined = moveBody(lefts, elements.drop_front()), next;
          for (auto [i, state] : llvm::enumerate(states)) {
            next.push_back(write(combined[i], state, slot));
            mark(bins.getResult(i), next.back());
            mark(bins.getResult(i), state);
          }
          return next;
        });
    markStates(fold);
    SmallVector<Value> results;
    for (auto [i, state] : llvm::enumerate(finals(fold)))
      results.push_back(dropSlot(state, hist.getBins(), i));
    return results;
  }

  // The body computes the induction variable from the number of the iteration.
  SmallVector<Value> expand(scf::ForOp loop) {
    Type type = loop.getInductionVar().getType();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value span = arith::SubIOp::create(builder, loc, loop.getUpperBound(), loop.getLowerBound());
    Value trips = arith::CeilDivSIOp::create(builder, loc, span, loop.getStep());
    trips = castIndex(trips, builder.getIndexType());
    trips = arith::MaxSIOp::create(builder, loc, trips, zero);
    Value numbers = createIota(builder, loc, trips);
    FoldOp fold = make(
        Direction::Left, numbers, loop.getInits(), [&](ValueRange elements, ValueRange states) {
          Value offset = arith::MulIOp::create(builder, loc, castIndex(elements.front(), type),
                                               loop.getStep());
          Value variable = arith::AddIOp::create(builder, loc, loop.getLowerBound(), offset);
          return moveBody(variable, states);
        });
    for (unsigned i = 0; i < count; ++i) {
      if (activity.isActive(op->getResult(i)))
        activity.setActive(fold.getResult(i));
      if (activity.isActive(loop.getRegionIterArg(i)) || activity.isActive(op->getResult(i)))
        activity.setActive(fold.getStateArgs()[i]);
    }
    return finals(fold);
  }

private:
  Value castIndex(Value value, Type type) {
    return value.getType() == type ? value : arith::IndexCastOp::create(builder, loc, type, value);
  }

  using Body = llvm::function_ref<SmallVector<Value>(ValueRange elements, ValueRange states)>;

  FoldOp make(Direction direction, ValueRange arrays, ValueRange states, Body body) {
    return FoldOp::create(
        builder, loc, direction, arrays, states, [&](OpBuilder &inner, Location, ValueRange args) {
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPointToEnd(inner.getInsertionBlock());
          YieldOp::create(builder, loc,
                          body(args.take_front(arrays.size()), args.drop_front(arrays.size())));
        });
  }

  /// Moves the ops of the body to the insertion point of the builder. Returns the values that the
  /// body yields.
  SmallVector<Value> moveBody(ValueRange lefts, ValueRange rights) {
    SmallVector<Value> values(lefts);
    llvm::append_range(values, rights);
    for (auto [arg, value] : llvm::zip(source.getArguments(), values)) {
      mark(arg, value);
      arg.replaceAllUsesWith(value);
    }
    Operation *terminator = source.getTerminator();
    SmallVector<Value> yields(terminator->getOperands());
    Block *block = builder.getInsertionBlock();
    block->getOperations().splice(block->end(), source.getOperations(), source.begin(),
                                  Block::iterator(terminator));
    builder.setInsertionPointToEnd(block);
    return yields;
  }

  void mark(Value from, Value to) {
    if (activity.isActive(from))
      activity.setActive(to);
  }

  void markStates(FoldOp fold) {
    for (unsigned i = 0; i < count; ++i)
      if (activity.isActive(op->getResult(i)))
        for (Value value : {Value(fold.getStateArgs()[i]), Value(fold.getResult(i))})
          activity.setActive(value);
    for (auto [i, result] : llvm::enumerate(fold.getResults().drop_front(count)))
      mark(op->getResult(i), result);
  }

  SmallVector<Value> finals(FoldOp fold) {
    return SmallVector<Value>(fold.getResults().take_front(count));
  }

  /// Casts a result to the type that the result of `op` has, which may be less static.
  Value restore(Value value, unsigned number) {
    Type type = op->getResult(number).getType();
    if (value.getType() == type)
      return value;
    Value cast = tensor::CastOp::create(builder, loc, type, value);
    mark(op->getResult(number), cast);
    return cast;
  }

  struct Slice {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };

  /// `size` elements of `array` from `offset`.
  Slice slice(Value array, OpFoldResult offset, OpFoldResult size) {
    int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
    Slice slice{{offset}, {size}, SmallVector<OpFoldResult>(rank, builder.getIndexAttr(1))};
    for (int64_t i = 1; i < rank; ++i) {
      slice.offsets.push_back(builder.getIndexAttr(0));
      slice.sizes.push_back(tensor::getMixedSize(builder, loc, array, i));
    }
    return slice;
  }

  Value read(Value array, Value slot) {
    Type element = getArrayElement(array.getType());
    auto tensor = dyn_cast<RankedTensorType>(element);
    if (!tensor)
      return tensor::ExtractOp::create(builder, loc, array, slot);
    Slice part = slice(array, slot, builder.getIndexAttr(1));
    return extractSlice(builder, loc, tensor, array, part.offsets, part.sizes, part.strides);
  }

  Value write(Value value, Value array, Value slot) {
    if (!isa<RankedTensorType>(value.getType()))
      return tensor::InsertOp::create(builder, loc, value, array, slot);
    Slice part = slice(array, slot, builder.getIndexAttr(1));
    return insertSlice(builder, loc, value, array, part.offsets, part.sizes, part.strides);
  }

  Value dropSlot(Value array, Value bins, unsigned number) {
    Slice part = slice(array, builder.getIndexAttr(0), getAsOpFoldResult(bins));
    auto type = tensor::ExtractSliceOp::inferResultType(cast<RankedTensorType>(array.getType()),
                                                        part.sizes);
    Value result = extractSlice(builder, loc, type, array, part.offsets, part.sizes, part.strides);
    mark(op->getResult(number), result);
    return restore(result, number);
  }

  Operation *op;
  Activity &activity;
  Block &source;
  OpBuilder builder;
  Location loc;
  unsigned count;
};
} // namespace

SmallVector<Value> chad::expandToFold(Operation *op, Activity &activity) {
  FoldBuilder builder(op, activity);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return builder.expand(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return builder.expand(scan);
  if (auto hist = dyn_cast<HistOp>(op))
    return builder.expand(hist);
  return builder.expand(cast<scf::ForOp>(op));
}

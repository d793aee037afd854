//===- Checkpoints.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops that keep few of their states, and compute the others again. A loop of n steps becomes a
// loop over blocks of steps; its reverse sweep runs each block forward once more. With l levels of
// blocks about (l + 1)·n^(1/(l+1)) states are in memory at a time, and each step runs at most l
// more times.
//
// Source: Griewank & Walther 2008, §12 (multilevel checkpointing).

#include "chad/Rules/Checkpoints.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace chad;

namespace {
/// Divides the steps of one fold into blocks.
class Blocks {
public:
  Blocks(FoldOp fold, int64_t levels)
      : fold(fold), levels(levels), builder(fold), loc(fold.getLoc()),
        isLeft(fold.getDirection() == Direction::Left) {}

  /// Replaces the fold. Returns the folds over the steps of a block, and over the steps that are
  /// left over.
  SmallVector<FoldOp, 2> run();

private:
  Value constant(int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); }
  template <typename Op> Value make(Value lhs, Value rhs) {
    return Op::create(builder, loc, lhs, rhs);
  }

  /// The number of steps of a block, ⌈n / ⌈n^(1/(l+1))⌉⌉, and 1 if there are no steps. Any length
  /// gives right results; rounding only changes how many states are kept.
  Value chooseLength(Value extent) {
    Type f64 = builder.getF64Type();
    Value integer = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), extent);
    Value real = arith::SIToFPOp::create(builder, loc, f64, integer);
    Value root;
    if (levels == 1) {
      root = math::SqrtOp::create(builder, loc, real);
    } else {
      Value exponent =
          arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(1.0 / (levels + 1)));
      root = math::PowFOp::create(builder, loc, real, exponent);
    }
    Value up = math::CeilOp::create(builder, loc, root);
    Value count =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                   arith::FPToSIOp::create(builder, loc, builder.getI64Type(), up));
    Value one = constant(1);
    Value blocks = make<arith::MaxSIOp>(count, one);
    return make<arith::MaxSIOp>(make<arith::CeilDivSIOp>(extent, blocks), one);
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

  static SmallVector<ReassociationIndices> getGroups(int64_t rank) {
    SmallVector<ReassociationIndices> groups = {{0, 1}};
    for (int64_t i = 2; i <= rank; ++i)
      groups.push_back({i});
    return groups;
  }

  /// `array` as `count` rows of `length` elements.
  Value fold2(Value array, Value count, Value length) {
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> sizes = {count, length};
    for (int64_t i = 1; i < type.getRank(); ++i)
      sizes.push_back(tensor::getMixedSize(builder, loc, array, i));
    Type rows = getArrayOf(type, ShapedType::kDynamic);
    return tensor::ExpandShapeOp::create(builder, loc, rows, array, getGroups(type.getRank()),
                                         sizes);
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

  FoldOp makeFold(OpBuilder &at, ValueRange arrays, ValueRange states, bool moved) {
    auto body = std::make_unique<Region>();
    if (moved) {
      body->takeBody(fold.getBody());
    } else {
      IRMapping mapping;
      fold.getBody().cloneInto(body.get(), mapping);
    }
    SmallVector<Type> collected;
    for (Value result : fold.getResults().drop_front(fold.getNumStates()))
      collected.push_back(getArrayOf(getArrayElement(result.getType()), ShapedType::kDynamic));
    auto loop =
        createLoop(at, loc, arrays, states, collected, fold.getDirection(), std::move(body));
    return cast<FoldOp>(*loop);
  }

  FoldOp fold;
  int64_t levels;
  OpBuilder builder;
  Location loc;
  bool isLeft;
};
} // namespace

SmallVector<FoldOp, 2> Blocks::run() {
  unsigned numStates = fold.getNumStates();
  Value first = fold.getArrays().front();
  BuildOp counted = getIota(first);
  Value extent = counted ? counted.getExtent()
                         : Value(tensor::DimOp::create(builder, loc, first, constant(0)));
  Value length = chooseLength(extent);
  Value count = make<arith::DivSIOp>(extent, length);
  Value whole = make<arith::MulIOp>(count, length);
  Value rest = make<arith::SubIOp>(extent, whole);
  // The steps that do not fill a block run last.
  Value begin = isLeft ? constant(0) : rest, restBegin = isLeft ? whole : constant(0);

  SmallVector<Value> rows, restArrays;
  for (Value array : fold.getArrays()) {
    if (getIota(array)) {
      restArrays.push_back(makeIndices(builder, loc, restBegin, rest));
      continue;
    }
    rows.push_back(fold2(slice(array, begin, whole), count, length));
    restArrays.push_back(slice(array, restBegin, rest));
  }
  rows.push_back(createIota(builder, loc, count));

  FoldOp inner;
  SmallVector<Type> collected;
  for (Value result : fold.getResults().drop_front(numStates))
    collected.push_back(getArrayOf(
        getArrayOf(getArrayElement(result.getType()), ShapedType::kDynamic), ShapedType::kDynamic));
  auto outer =
      createLoop(builder, loc, rows, fold.getInitialStates(), collected, fold.getDirection());
  {
    OpBuilder body(builder.getContext());
    Block *block = createBody(body, outer);
    body.setInsertionPointToEnd(block);
    ValueRange args = block->getArguments();
    Value offset = arith::MulIOp::create(body, loc, args[rows.size() - 1], length);
    Value start = arith::AddIOp::create(body, loc, begin, offset);
    SmallVector<Value> arrays;
    unsigned next = 0;
    for (Value array : fold.getArrays())
      arrays.push_back(getIota(array) ? makeIndices(body, loc, start, length) : args[next++]);
    inner = makeFold(body, arrays, args.drop_front(rows.size()), /*moved=*/false);
    YieldOp::create(body, loc, inner.getResults());
  }
  auto outerResults = outer->getResults();
  FoldOp last = makeFold(builder, restArrays, outerResults.take_front(numStates), /*moved=*/true);

  SmallVector<Value> results(last.getResults().take_front(numStates));
  for (unsigned i = numStates; i < fold.getNumResults(); ++i) {
    auto type = cast<RankedTensorType>(fold.getResult(i).getType());
    Type flat = getArrayOf(getArrayElement(type), ShapedType::kDynamic);
    Value blocks = tensor::CollapseShapeOp::create(builder, loc, flat, outerResults[i],
                                                   getGroups(type.getRank()));
    SmallVector<Value> parts = {blocks, last.getResult(i)};
    if (!isLeft)
      std::swap(parts[0], parts[1]);
    results.push_back(tensor::ConcatOp::create(builder, loc, 0, parts));
  }
  for (auto [old, value] : llvm::zip(fold.getResults(), results)) {
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(builder, loc, old.getType(), value);
    old.replaceAllUsesWith(value);
  }
  fold.erase();
  return {inner, last};
}

bool chad::makeCheckpoints(Operation *root) {
  bool changed = false;
  // Outer loops come before the loops inside of them; copies of inner loops keep their attributes.
  SmallVector<FoldOp> folds;
  root->walk<WalkOrder::PreOrder>([&](FoldOp fold) {
    if (fold->hasAttr(checkpointAttr))
      folds.push_back(fold);
  });
  while (!folds.empty()) {
    FoldOp fold = folds.pop_back_val();
    auto number = dyn_cast<IntegerAttr>(fold->getAttr(checkpointAttr));
    int64_t levels = number ? number.getInt() : 1;
    fold->removeAttr(checkpointAttr);
    if (fold.getNumStates() == 0 ||
        !llvm::all_of(fold.getArrays().getTypes(), llvm::IsaPred<RankedTensorType>))
      continue;
    changed = true;
    auto [inner, last] = [&] {
      SmallVector<FoldOp, 2> made = Blocks(fold, levels).run();
      return std::pair(made[0], made[1]);
    }();
    inner->setAttr(recomputeAttr, UnitAttr::get(root->getContext()));
    if (levels > 1)
      for (FoldOp next : {inner, last}) {
        next->setAttr(checkpointAttr,
                      IntegerAttr::get(IntegerType::get(root->getContext(), 64), levels - 1));
        folds.push_back(next);
      }
  }
  return changed;
}

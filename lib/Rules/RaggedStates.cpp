//===- RaggedStates.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Keeps the states of folds whose extents differ between iterations. They do not fit in an array
// with one more dimension; they are concatenated in a flat one.

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static Value createPlaceholder(OpBuilder &builder, Location loc, Type type) {
  return UnrealizedConversionCastOp::create(builder, loc, TypeRange{type}, ValueRange{})
      .getResult(0);
}

ReverseSweep::Ragged ReverseSweep::keepRagged(FoldOp fold, BlockArgument state,
                                              ArrayRef<int64_t> varying) {
  OpBuilder builder(fold->getContext());
  builder.setInsertionPointAfter(fold);
  auto type = cast<RankedTensorType>(state.getType());
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  Ragged ragged;
  if (varying.size() == 1) {
    ragged.axis = varying.front();
    shape.assign(type.getShape().begin(), type.getShape().end());
  }
  Location loc = state.getLoc();
  ragged.flat =
      createPlaceholder(builder, loc, RankedTensorType::get(shape, type.getElementType()));
  // This entry is made first, so that `finish` finds the loop.
  int64_t extent = ShapedType::kDynamic;
  for (Value array : fold.getArrays())
    if (int64_t known = getArrayExtent(array.getType()); !ShapedType::isDynamic(known))
      extent = known;
  ragged.offsets =
      createPlaceholder(builder, loc, RankedTensorType::get({extent}, builder.getIndexType()));
  kept.try_emplace(fold);
  keptStates[fold].push_back({state, ragged});
  return ragged;
}

/// The extent of `value` along the axis, or without an axis its number of elements.
static Value getLength(OpBuilder &builder, Value value, std::optional<int64_t> axis) {
  Location loc = value.getLoc();
  if (axis)
    return builder.createOrFold<tensor::DimOp>(loc, value, *axis);
  Value product;
  for (int64_t dim : llvm::seq(cast<RankedTensorType>(value.getType()).getRank())) {
    Value size = builder.createOrFold<tensor::DimOp>(loc, value, dim);
    product = product ? arith::MulIOp::create(builder, loc, product, size) : size;
  }
  return product;
}

/// `flat` with `part` written to it from `offset` on, along the axis or row by row.
static Value writeRagged(OpBuilder &builder, Location loc, Value part, Value flat, Value offset,
                         std::optional<int64_t> axis) {
  auto type = cast<RankedTensorType>(part.getType());
  if (axis || type.getRank() == 1) {
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    offsets[axis.value_or(0)] = offset;
    return tensor::InsertSliceOp::create(builder, loc, part, flat, offsets,
                                         tensor::getMixedSizes(builder, loc, part), strides);
  }
  Value length;
  for (int64_t dim : llvm::seq<int64_t>(1, type.getRank())) {
    Value size = builder.createOrFold<tensor::DimOp>(loc, part, dim);
    length = length ? arith::MulIOp::create(builder, loc, length, size) : size;
  }
  Value extent = builder.createOrFold<tensor::DimOp>(loc, part, 0);
  auto begins =
      BuildOp::create(builder, loc, extent, [&](OpBuilder &inner, Location loc, ValueRange index) {
        Value before = arith::MulIOp::create(inner, loc, index.front(), length);
        Value begin = arith::AddIOp::create(inner, loc, offset, before);
        YieldOp::create(inner, loc, begin);
      });
  SmallVector<Value> arrays = {part, begins.getResult(0)};
  return FoldOp::create(builder, loc, Direction::Left, arrays, flat,
                        [](OpBuilder &inner, Location loc, ValueRange args) {
                          YieldOp::create(
                              inner, loc,
                              writeRagged(inner, loc, args[0], args[2], args[1], std::nullopt));
                        })
      .getResult(0);
}

static Value createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

// A copy of the fold adds up the lengths. Canonicalization removes from it all ops that the lengths
// do not depend on.
SmallVector<Value> ReverseSweep::sumLengths(FoldOp fold, ArrayRef<KeptState> states) {
  OpBuilder builder(fold);
  Location loc = fold.getLoc();
  IRMapping mapping;
  auto copy = cast<FoldOp>(builder.clone(*fold, mapping));
  Block &body = copy.getBody().front();
  // Placeholders of residuals of inner loops belong to the original fold, which will return them,
  // not to the copy.
  SmallVector<Operation *> placeholders;
  copy.walk([&](UnrealizedConversionCastOp cast) {
    if (cast->use_empty() && cast.getInputs().empty())
      placeholders.push_back(cast);
  });
  for (Operation *placeholder : placeholders)
    placeholder->erase();

  Operation *yield = body.getTerminator();
  unsigned numStates = copy.getNumStates();
  SmallVector<Value> inits(copy.getInitialStates()), yields(yield->getOperands());
  SmallVector<Value> lengths;
  OpBuilder inner = OpBuilder::atBlockBegin(&body);
  for (const KeptState &entry : states) {
    Value state = body.getArgument(entry.state.getArgNumber());
    Value sum = body.addArgument(inner.getIndexType(), loc);
    Value length = getLength(inner, state, entry.ragged.axis);
    lengths.push_back(arith::AddIOp::create(inner, loc, sum, length));
    inits.push_back(createIndex(builder, loc, 0));
  }
  // The copy collects no arrays.
  yields.resize(numStates);
  llvm::append_range(yields, lengths);
  yield->setOperands(yields);

  // The new arguments follow the states, as they should.
  IRRewriter rewriter(builder);
  ArrayLoopOpInterface counting = rebuildLoop(rewriter, copy, copy.getArrays(), inits, {});
  copy.erase();
  return SmallVector<Value>(counting->getResults().drop_front(numStates));
}

SmallVector<ReverseSweep::Carried> ReverseSweep::fillRagged(FoldOp fold, ArrayRef<KeptState> states,
                                                            ArrayRef<Value> lengths) {
  Location loc = fold.getLoc();
  unsigned numArrays = fold.getArrays().size();
  SmallVector<Carried> carried;
  OpBuilder builder(fold);
  Block &body = fold.getBody().front();
  for (auto [entry, length] : llvm::zip(states, lengths)) {
    Value state = entry.state,
          init = fold.getInitialStates()[entry.state.getArgNumber() - numArrays];
    auto flatType = cast<RankedTensorType>(entry.ragged.flat.getType());
    SmallVector<Value> sizes;
    for (int64_t dim : llvm::seq(flatType.getRank()))
      if (flatType.isDynamicDim(dim))
        sizes.push_back(!entry.ragged.axis || dim == *entry.ragged.axis
                            ? length
                            : tensor::DimOp::create(builder, loc, init, dim));
    Value empty = tensor::EmptyOp::create(builder, loc, flatType, sizes);
    Value zero = createIndex(builder, loc, 0);

    // At the start of the body the state still has its old value.
    OpBuilder inner = OpBuilder::atBlockBegin(&body);
    BlockArgument flat = body.addArgument(flatType, loc);
    BlockArgument offset = body.addArgument(inner.getIndexType(), loc);
    Value filled = writeRagged(inner, loc, state, flat, offset, entry.ragged.axis);
    Value end =
        arith::AddIOp::create(inner, loc, offset, getLength(inner, state, entry.ragged.axis));
    carried.push_back({empty, filled, entry.ragged.flat});
    carried.push_back({zero, end, Value()});
    kept[fold].push_back({offset, entry.ragged.offsets});
  }
  return carried;
}

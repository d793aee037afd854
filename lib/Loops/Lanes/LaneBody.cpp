//===- LaneBody.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneBody.h"
#include "../Sums.h"
#include "Profile.h"
#include "Windows.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Type LaneBody::laneTypeOf(Type type, unsigned lanes) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(laneTypeOf(tensor.getElementType(), lanes));
  return VectorType::get({static_cast<int64_t>(lanes)}, type);
}

Value LaneBody::broadcast(Value value) {
  auto type = cast<VectorType>(laneTypeOf(value.getType()));
  // Poison is a constant, too, but has no elements.
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, value.getLoc(),
                                     DenseElementsAttr::get(type, constant));
  return vector::BroadcastOp::create(builder, value.getLoc(), type, value);
}

SmallVector<Value> LaneBody::split(Value vector) {
  return llvm::map_to_vector(llvm::seq<int64_t>(width), [&](int64_t lane) -> Value {
    return vector::ExtractOp::create(builder, vector.getLoc(), vector, lane);
  });
}

Value LaneBody::join(ArrayRef<Value> scalars) {
  return vector::FromElementsOp::create(builder, scalars.front().getLoc(),
                                        cast<VectorType>(laneTypeOf(scalars.front().getType())),
                                        scalars);
}

SmallVector<Value> chad::detail::transposeSquare(OpBuilder &builder, Location loc,
                                                 ArrayRef<Value> rows) {
  unsigned side = rows.size();
  SmallVector<Value> vectors(rows);
  // Each step exchanges blocks of 1, 2, 4, ... columns between two rows.
  for (unsigned distance = 1; distance < side; distance *= 2) {
    SmallVector<int64_t> low, high;
    for (unsigned lane = 0; lane < side; ++lane) {
      low.push_back(lane & distance ? side + lane - distance : lane);
      high.push_back(lane & distance ? side + lane : lane + distance);
    }
    SmallVector<Value> next(side);
    for (unsigned i = 0; i < side; ++i) {
      if (i & distance)
        continue;
      for (bool isHigh : {false, true})
        next[i + isHigh * distance] = vector::ShuffleOp::create(
            builder, loc, vectors[i], vectors[i + distance], isHigh ? high : low);
    }
    vectors = std::move(next);
  }
  return vectors;
}

Value LaneBody::getLanes(Value value) {
  if (variation.contains(value))
    return mapping.lookup(value);
  Value plain = get(value);
  if (!isa<RankedTensorType>(plain.getType()))
    return broadcast(plain);
  if (auto empty = plain.getDefiningOp<tensor::EmptyOp>())
    return tensor::EmptyOp::create(builder, value.getLoc(),
                                   cast<RankedTensorType>(laneTypeOf(plain.getType())),
                                   empty.getDynamicSizes());
  if (auto splat = plain.getDefiningOp<tensor::SplatOp>())
    return tensor::SplatOp::create(builder, value.getLoc(), broadcast(splat.getInput()),
                                   cast<RankedTensorType>(laneTypeOf(plain.getType())),
                                   splat.getDynamicSizes());
  return mapElementwise(builder, value.getLoc(), plain,
                        [&](OpBuilder &nested, Location, ValueRange scalars) {
                          OpBuilder::InsertionGuard guard(builder);
                          builder.setInsertionPoint(nested.getInsertionBlock(),
                                                    nested.getInsertionPoint());
                          return SmallVector<Value>{broadcast(scalars.front())};
                        })
      .front();
}

Value LaneBody::select(Location loc, Value condition, Value a, Value b) {
  auto choose = [&](OpBuilder &nested, Location at, ValueRange values) {
    return SmallVector<Value>{arith::SelectOp::create(nested, at, condition, values[0], values[1])};
  };
  return mapElementwise(builder, loc, {a, b}, choose).front();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Adds parts of a vector to a sum, each under its mask.
static Value addMasked(OpBuilder &builder, Location loc, Value sum, Value value,
                       ArrayRef<Value> masks, bool isMinus) {
  auto type = cast<VectorType>(sum.getType());
  for (auto [part, mask] : llvm::enumerate(masks)) {
    Value addend = value;
    if (masks.size() > 1)
      addend = vector::ExtractStridedSliceOp::create(
          builder, loc, value, ArrayRef<int64_t>{static_cast<int64_t>(part) * type.getDimSize(0)},
          type.getShape(), ArrayRef<int64_t>{1});
    Value next = isMinus ? arith::SubFOp::create(builder, loc, sum, addend).getResult()
                         : arith::AddFOp::create(builder, loc, sum, addend).getResult();
    sum = arith::SelectOp::create(builder, loc, mask, next, sum);
  }
  return sum;
}

Value LaneBody::addToSum(Location loc, Value sum, Value value, bool isMinus) {
  return addMasked(builder, loc, sum, value, masks, isMinus);
}

Value LaneBody::addParts(Location loc, Value value) {
  return mapElementwise(builder, loc, value,
                        [&](OpBuilder &nested, Location at, ValueRange values) {
                          auto type = cast<VectorType>(
                              laneTypeOf(getElementTypeOrSelf(values[0].getType()), sumWidth));
                          Value none = arith::ConstantOp::create(nested, at, getNeutralAttr(type));
                          return SmallVector<Value>{
                              addMasked(nested, at, none, values[0], masks, false)};
                        })
      .front();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void LaneBody::write(Block &block) {
  for (Operation &op : block.without_terminator())
    write(&op);
}

void LaneBody::writeCopy(Operation *op) { builder.clone(*op, mapping); }

void LaneBody::write(Operation *op) {
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    auto row = rows.find(dim.getSource());
    if (row == rows.end())
      return writeCopy(op);
    // The row is a slice of its array: its indices are shifted.
    Value shift = createIndex(builder, op->getLoc(), 1);
    Value index = arith::AddIOp::create(builder, op->getLoc(), get(dim.getIndex()), shift);
    mapping.map(dim.getResult(),
                tensor::DimOp::create(builder, op->getLoc(), row->second.array, index));
    return;
  }
  if (!variation.contains(op))
    return writeCopy(op);
  TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractOp extract) { writeExtract(extract); })
      .Case([&](tensor::InsertOp insert) { writeInsert(insert); })
      .Case([&](tensor::FromElementsOp made) { writeFromElements(made); })
      .Case([&](AccumulateOp accumulate) { writeAccumulate(accumulate); })
      .Case([&](scf::IfOp branch) { writeBranch(branch); })
      .Case([&](scf::ForOp loop) { writeFor(loop); })
      .Case([&](linalg::TransposeOp transpose) {
        auto lanes =
            linalg::TransposeOp::create(builder, op->getLoc(), getLanes(transpose.getInput()),
                                        getLanes(transpose.getInit()), transpose.getPermutation());
        mapping.map(op->getResults(), lanes->getResults());
      })
      .Case([&](CombinatorOpInterface combinator) { writeCombinator(combinator); })
      .Default([&](Operation *other) { writeElementwise(other); });
}

bool LaneBody::isGiven(Value value, unsigned depth) {
  auto [known, isNew] = givenValues.try_emplace(value, false);
  if (!isNew || depth == 0)
    return known->second;
  bool result = computeIsGiven(value, depth);
  return givenValues[value] = result;
}

bool LaneBody::computeIsGiven(Value value, unsigned depth) {
  auto given = [&](Value other) { return isGiven(other, depth - 1); };
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (Value array = getArrayOfElement(arg))
      return given(array);
    return isa<FunctionOpInterface>(arg.getOwner()->getParentOp());
  }
  Operation *def = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (getMapOrBuild(def))
    return given(getYieldedElement(value));
  if (isa<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::CastOp, GatherOp, arith::NegFOp,
          arith::DivFOp>(def))
    return given(def->getOperand(0));
  if (isa<arith::AddFOp, arith::SubFOp>(def) ||
      (isa_and_nonnull<math::MathDialect>(def->getDialect()) && isa<FloatType>(value.getType())))
    return llvm::any_of(def->getOperands(), given);
  if (isa<arith::MulFOp>(def))
    return llvm::all_of(def->getOperands(), given);
  if (isa<arith::SelectOp>(def))
    return llvm::all_of(def->getOperands().drop_front(), given);
  if (auto branch = dyn_cast<scf::IfOp>(def))
    return given(branch.thenYield().getOperand(number)) &&
           given(branch.elseYield().getOperand(number));
  return false;
}

void LaneBody::writeFromElements(tensor::FromElementsOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  // If all elements become constants the op is folded, but no attribute has vectors as elements.
  if (type.getNumElements() == 0 ||
      llvm::any_of(op.getElements(), [&](Value element) { return isGiven(element); }))
    return writeElementwise(op);
  Value array = tensor::EmptyOp::create(builder, op.getLoc(),
                                        cast<RankedTensorType>(laneTypeOf(type)), ValueRange());
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  for (auto [number, element] : llvm::enumerate(op.getElements())) {
    auto position = llvm::map_to_vector(delinearize(number, strides), [&](int64_t at) {
      return createIndex(builder, op.getLoc(), at);
    });
    array = tensor::InsertOp::create(builder, op.getLoc(), getLanes(element), array, position);
  }
  mapping.map(op.getResult(), array);
}

/// Whether an operand is a size or an offset.
static bool isPosition(OpOperand &operand) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  return (isa<tensor::SplatOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp>(op) && number >= 1) ||
         (isa<tensor::InsertSliceOp>(op) && number >= 2);
}

void LaneBody::writeElementwise(Operation *op) {
  if (isa<arith::AddFOp, arith::SubFOp>(op) && isSum(op->getResult(0))) {
    unsigned number = isSum(op->getOperand(0)) ? 0 : 1;
    mapping.map(op->getResult(0),
                addToSum(op->getLoc(), get(op->getOperand(number)),
                         getLanes(op->getOperand(1 - number)), isa<arith::SubFOp>(op)));
    return;
  }
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isScalarCondition = isa<arith::SelectOp>(op) && operand.getOperandNumber() == 0 &&
                             !variation.contains(operand.get());
    operands.push_back(isPosition(operand) || isScalarCondition ? get(operand.get())
                                                                : getLanes(operand.get()));
  }
  auto types =
      llvm::map_to_vector(op->getResults(), [&](Value result) { return laneTypeOf(result); });
  OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs());
  Operation *lanes = builder.create(state);
  mapping.map(op->getResults(), lanes->getResults());
}

Value LaneBody::getFirst(Value index) {
  if (!variation.contains(index))
    return get(index);
  if (isa<BlockArgument>(index))
    return first;
  Operation *op = index.getDefiningOp();
  Value left = getFirst(op->getOperand(0)), right = getFirst(op->getOperand(1));
  return isa<arith::AddIOp>(op)
             ? arith::AddIOp::create(builder, op->getLoc(), left, right).getResult()
             : arith::SubIOp::create(builder, op->getLoc(), left, right).getResult();
}

SmallVector<Value> LaneBody::getFirst(ValueRange indices) {
  return llvm::map_to_vector(indices, [&](Value index) { return getFirst(index); });
}

Value LaneBody::readSideBySide(Location loc, Value array, ValueRange indices) {
  Type element = getElementTypeOrSelf(array.getType());
  Value padding = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  SmallVector<bool> inBounds = {true};
  return vector::TransferReadOp::create(builder, loc, cast<VectorType>(laneTypeOf(element)), array,
                                        indices, padding, std::optional<ArrayRef<bool>>(inBounds));
}

void LaneBody::writeExtract(tensor::ExtractOp op) {
  Location loc = op.getLoc();
  auto row = rows.find(op.getTensor());
  bool isVaryingArray = row == rows.end() && variation.contains(op.getTensor());
  bool hasVaryingIndex =
      llvm::any_of(op.getIndices(), [&](Value index) { return variation.contains(index); });
  if (isVaryingArray && !hasVaryingIndex) {
    auto indices = llvm::map_to_vector(op.getIndices(), [&](Value index) { return get(index); });
    mapping.map(op.getResult(),
                tensor::ExtractOp::create(builder, loc, get(op.getTensor()), indices));
    return;
  }
  if (row != rows.end() && !row->second.elements.empty()) {
    std::optional<int64_t> number = getConstantIntValue(op.getIndices().front());
    if (number && *number >= 0 && *number < static_cast<int64_t>(row->second.elements.size())) {
      mapping.map(op.getResult(), row->second.elements[*number]);
      return;
    }
  }
  if (windows && row == rows.end() && !isVaryingArray &&
      liesAsLanes(getElementTypeOrSelf(op.getTensor().getType())) &&
      windows->areConsecutive(getAsOpFoldResult(op.getIndices()))) {
    mapping.map(op.getResult(),
                readSideBySide(loc, get(op.getTensor()), getFirst(op.getIndices())));
    return;
  }
  SmallVector<SmallVector<Value>> positions(width);
  if (row != rows.end())
    for (unsigned lane = 0; lane < width; ++lane)
      positions[lane].push_back(row->second.positions[lane]);
  for (Value index : op.getIndices())
    appendIndex(positions, get(index));
  Value array = row != rows.end() ? row->second.array : get(op.getTensor());
  SmallVector<Value> scalars;
  for (unsigned lane = 0; lane < width; ++lane) {
    Value element = tensor::ExtractOp::create(builder, loc, array, positions[lane]);
    if (isVaryingArray)
      element = vector::ExtractOp::create(builder, loc, element, static_cast<int64_t>(lane));
    scalars.push_back(element);
  }
  mapping.map(op.getResult(), join(scalars));
}

void LaneBody::writeInsert(tensor::InsertOp op) {
  Location loc = op.getLoc();
  Value array = getLanes(op.getDest()), value = getLanes(op.getScalar());
  bool hasVaryingIndex =
      llvm::any_of(op.getIndices(), [&](Value index) { return variation.contains(index); });
  auto indices = llvm::map_to_vector(op.getIndices(), [&](Value index) { return get(index); });
  if (!hasVaryingIndex) {
    mapping.map(op.getResult(), tensor::InsertOp::create(builder, loc, value, array, indices));
    return;
  }
  SmallVector<Value> scalars = split(value);
  for (unsigned lane = 0; lane < width; ++lane) {
    SmallVector<Value> position;
    for (auto [index, old] : llvm::zip_equal(indices, op.getIndices()))
      position.push_back(
          variation.contains(old)
              ? Value(vector::ExtractOp::create(builder, loc, index, static_cast<int64_t>(lane)))
              : index);
    Value element = tensor::ExtractOp::create(builder, loc, array, position);
    element =
        vector::InsertOp::create(builder, loc, scalars[lane], element, static_cast<int64_t>(lane));
    array = tensor::InsertOp::create(builder, loc, element, array, position);
  }
  mapping.map(op.getResult(), array);
}

void LaneBody::appendIndex(MutableArrayRef<SmallVector<Value>> positions, Value index) {
  SmallVector<Value> lanes(width, index);
  if (isa<VectorType>(index.getType()))
    lanes = split(index);
  for (auto [position, lane] : llvm::zip_equal(positions, lanes))
    position.push_back(lane);
}

/// An array of the lanes of vectors, one after the other, in the place of `array`.
static Value writeLanes(OpBuilder &builder, Location loc, ArrayRef<Value> vectors, Value array) {
  int64_t size = cast<VectorType>(vectors.front().getType()).getNumElements();
  const bool inBounds[] = {true};
  for (auto [number, vector] : llvm::enumerate(vectors)) {
    Value at = createIndex(builder, loc, static_cast<int64_t>(number) * size);
    array = vector::TransferWriteOp::create(builder, loc, vector, array, at,
                                            std::optional<ArrayRef<bool>>(inBounds))
                .getResult();
  }
  return array;
}

Value LaneBody::scatterNumbers(Location loc, Value value, Value acc, bool isToSum,
                               ValueRange indices, Value condition) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> position(indices);
  // Arrays for lanes, which are made outside of the branch: they then move out of loops, too.
  auto emptyFor = [&](Value vector) -> Value {
    return tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{width},
                                   cast<VectorType>(vector.getType()).getElementType());
  };
  Value numbers = emptyFor(value);
  SmallVector<Value> ownIndices;
  for (Value index : position)
    ownIndices.push_back(isa<VectorType>(index.getType()) ? emptyFor(index) : Value());
  scf::IfOp branch;
  if (condition) {
    // Where the condition holds for one lane, there is an element; the lanes for which it does not
    // hold leave the first one as it is.
    Value holds = vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR, condition);
    branch = scf::IfOp::create(builder, loc, acc.getType(), holds, /*withElseRegion=*/true);
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loc, acc);
    builder.setInsertionPointToEnd(branch.thenBlock());
    for (Value &index : position)
      if (isa<VectorType>(index.getType())) {
        Value first = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(index.getType()));
        index = arith::SelectOp::create(builder, loc, condition, index, first);
      }
  }
  // Two lanes may add to one element, so they add one after the other, by a loop over numbers and
  // indices in memory. Lanes that do not add a number add zero.
  auto choose = [&](Value mask, Value number) -> Value {
    Value none = arith::ConstantOp::create(builder, loc, getNeutralAttr(number.getType()));
    return arith::SelectOp::create(builder, loc, mask, number, none);
  };
  if (condition)
    value = choose(condition, value);
  SmallVector<Value> parts = {value};
  if (isToSum) {
    parts.clear();
    for (auto [number, mask] : llvm::enumerate(masks)) {
      Value part = value;
      if (masks.size() > 1)
        part = vector::ExtractStridedSliceOp::create(
            builder, loc, value, ArrayRef<int64_t>{static_cast<int64_t>(number * sumWidth)},
            ArrayRef<int64_t>{sumWidth}, ArrayRef<int64_t>{1});
      parts.push_back(choose(mask, part));
    }
  }
  numbers = writeLanes(builder, loc, parts, numbers);
  for (auto [own, index] : llvm::zip_equal(ownIndices, position))
    if (own)
      own = writeLanes(builder, loc, index, own);
  auto loop =
      scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                         createIndex(builder, loc, width), createIndex(builder, loc, 1), acc);
  {
    OpBuilder::InsertionGuard inner(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    // LLVM unrolls short loops, which is faster.
    if (width > 16)
      leaveScalar(loop);
    Value lane = loop.getInductionVar(), before = loop.getRegionIterArg(0);
    SmallVector<Value> at;
    for (auto [own, index] : llvm::zip_equal(ownIndices, position))
      at.push_back(own ? tensor::ExtractOp::create(builder, loc, own, lane).getResult() : index);
    Value element = tensor::ExtractOp::create(builder, loc, before, at);
    // Written as a bit mask, the place is known to be one of the vector, of which then only this
    // number is read and written.
    int64_t places = cast<VectorType>(element.getType()).getNumElements();
    assert(llvm::isPowerOf2_64(places) && "the number of lanes is a power of two");
    Value place = arith::AndIOp::create(builder, loc, lane, createIndex(builder, loc, places - 1));
    Value sum =
        arith::AddFOp::create(builder, loc, vector::ExtractOp::create(builder, loc, element, place),
                              tensor::ExtractOp::create(builder, loc, numbers, lane));
    element = vector::InsertOp::create(builder, loc, sum, element, place);
    Value next = tensor::InsertOp::create(builder, loc, element, before, at);
    scf::YieldOp::create(builder, loc, next);
  }
  acc = loop.getResult(0);
  if (!branch)
    return acc;
  scf::YieldOp::create(builder, loc, acc);
  return branch.getResult(0);
}

Value LaneBody::scatter(Location loc, Value value, Value acc, bool isToSum, ValueRange indices,
                        Value condition) {
  if (auto type = dyn_cast<VectorType>(value.getType());
      type && isa<FloatType>(type.getElementType()))
    return scatterNumbers(loc, value, acc, isToSum, indices, condition);
  Value from = createIndex(builder, loc, 0), step = createIndex(builder, loc, 1);
  Value to = createIndex(builder, loc, width);
  auto indexType = cast<VectorType>(laneTypeOf(builder.getIndexType()));
  SmallVector<Attribute> numbers;
  for (unsigned lane = 0; lane < width; ++lane)
    numbers.push_back(builder.getIndexAttr(lane));
  Value iota = arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(indexType, numbers));
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, from, to, step, acc);
  builder.setInsertionPointToEnd(loop.getBody());
  Value lane = loop.getInductionVar(), before = loop.getRegionIterArg(0);
  scf::IfOp branch;
  if (condition) {
    Value holds = vector::ExtractOp::create(builder, loc, condition, lane);
    branch = scf::IfOp::create(builder, loc, before.getType(), holds, /*withElseRegion=*/true);
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loc, before);
    builder.setInsertionPointToEnd(branch.thenBlock());
  }
  // Only one lane adds its value; the other ones add zero.
  Value isOwn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, iota,
                                      vector::BroadcastOp::create(builder, loc, indexType, lane));
  Value own =
      mapElementwise(builder, loc, value, [&](OpBuilder &nested, Location at, ValueRange values) {
        Value none = arith::ConstantOp::create(nested, at, getNeutralAttr(values[0].getType()));
        return SmallVector<Value>{arith::SelectOp::create(nested, at, isOwn, values[0], none)};
      }).front();
  if (isToSum)
    own = addParts(loc, own);
  SmallVector<Value> position;
  for (Value index : indices)
    position.push_back(isa<VectorType>(index.getType())
                           ? Value(vector::ExtractOp::create(builder, loc, index, lane))
                           : index);
  Value next = AccumulateOp::create(builder, loc, before.getType(), own, before, position);
  if (branch) {
    scf::YieldOp::create(builder, loc, next);
    builder.setInsertionPointToEnd(loop.getBody());
    next = branch.getResult(0);
  }
  scf::YieldOp::create(builder, loc, next);
  return loop.getResult(0);
}

void LaneBody::writeAccumulate(AccumulateOp op) {
  if (isShared(op.getResult())) {
    // No two lanes add to one element.
    Location loc = op.getLoc();
    Value acc = get(op.getAcc());
    SmallVector<Value> indices = getFirst(op.getIndices());
    Value before = readSideBySide(loc, acc, indices);
    Value after = arith::AddFOp::create(builder, loc, before, getLanes(op.getValue()));
    SmallVector<bool> inBounds = {true};
    mapping.map(op.getResult(),
                vector::TransferWriteOp::create(builder, loc, after, acc, indices,
                                                std::optional<ArrayRef<bool>>(inBounds))
                    .getResult());
    return;
  }
  Value value = getLanes(op.getValue()), acc = getLanes(op.getAcc());
  auto indices = llvm::map_to_vector(op.getIndices(), [&](Value index) { return get(index); });
  bool hasVaryingIndex =
      llvm::any_of(op.getIndices(), [&](Value index) { return variation.contains(index); });
  Location loc = op.getLoc();
  bool isToSum = isSum(op.getResult());
  Value next;
  if (hasVaryingIndex) {
    next = scatter(loc, value, acc, isToSum, indices, Value());
  } else if (auto type = dyn_cast<VectorType>(value.getType());
             type && isa<FloatType>(type.getElementType())) {
    Value element = tensor::ExtractOp::create(builder, loc, acc, indices);
    Value sum = isToSum ? addToSum(loc, element, value, false)
                        : arith::AddFOp::create(builder, loc, element, value).getResult();
    next = tensor::InsertOp::create(builder, loc, sum, acc, indices);
  } else {
    next = AccumulateOp::create(builder, loc, acc.getType(), isToSum ? addParts(loc, value) : value,
                                acc, indices);
  }
  mapping.map(op.getResult(), next);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void LaneBody::writeBody(Region &from, Region &to, TypeRange args, ArrayRef<Type> yielded) {
  OpBuilder::InsertionGuard guard(builder);
  Block &old = from.front();
  Block *block = to.empty() ? &to.emplaceBlock() : &to.front();
  if (block->getNumArguments() == 0)
    for (Type type : args)
      block->addArgument(type, from.getLoc());
  if (block->mightHaveTerminator())
    block->getTerminator()->erase();
  builder.setInsertionPointToEnd(block);
  mapping.map(old.getArguments(), block->getArguments());
  write(old);
  SmallVector<Value> values;
  for (auto [value, type] : llvm::zip_equal(old.getTerminator()->getOperands(), yielded))
    values.push_back(type == value.getType() ? get(value) : getLanes(value));
  OperationState state(old.getTerminator()->getLoc(), old.getTerminator()->getName(), values,
                       TypeRange(), old.getTerminator()->getAttrs());
  builder.create(state);
}

void LaneBody::writeCombinator(CombinatorOpInterface op) {
  Block &body = op.getBodyBlock();
  auto typeOf = [&](Value value) {
    return variation.contains(value) ? laneTypeOf(value) : value.getType();
  };
  SmallVector<Type> args =
      llvm::map_to_vector(body.getArguments(), [&](Value arg) { return typeOf(arg); });
  SmallVector<Type> results =
      llvm::map_to_vector(op->getResults(), [&](Value result) { return typeOf(result); });
  SmallVector<Type> yielded;
  for (auto [value, result] :
       llvm::zip_equal(body.getTerminator()->getOperands(), op->getResults()))
    yielded.push_back(variation.contains(result) && !isShared(result)
                          ? laneTypeOf(value.getType(), isSum(result) ? sumWidth : width)
                          : value.getType());
  SmallVector<Value> operands;
  if (!isa<ArrayLoopOpInterface>(*op)) {
    // All values of one accumulator have one type.
    unsigned count = op->getNumResults();
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      operands.push_back(variation.contains(op->getResult(i % count)) ? getLanes(operand)
                                                                      : get(operand));
  } else {
    for (Value operand : op->getOperands())
      operands.push_back(get(operand));
    for (auto [i, state] : llvm::enumerate(op.getStateArgs()))
      if (variation.contains(state))
        operands[op.getArrays().size() + i] = getLanes(op.getInitialStates()[i]);
  }
  OperationState state(op->getLoc(), op->getName(), operands, results, op->getAttrs());
  state.addRegion();
  if (isParallelLoop(op))
    state.addAttribute(anyOrderAttr, builder.getUnitAttr());
  Operation *lanes = builder.create(state);
  writeBody(op.getBody(), lanes->getRegion(0), args, yielded);
  mapping.map(op->getResults(), lanes->getResults());
}

void LaneBody::writeFor(scf::ForOp op) {
  SmallVector<Value> inits;
  SmallVector<Type> yielded;
  for (auto [init, arg] : llvm::zip_equal(op.getInitArgs(), op.getRegionIterArgs())) {
    inits.push_back(variation.contains(arg) ? getLanes(init) : get(init));
    yielded.push_back(inits.back().getType());
  }
  auto loop = scf::ForOp::create(builder, op.getLoc(), get(op.getLowerBound()),
                                 get(op.getUpperBound()), get(op.getStep()), inits);
  loop.setUnsignedCmp(op.getUnsignedCmp());
  writeBody(op.getRegion(), loop.getRegion(), {}, yielded);
  mapping.map(op.getResults(), loop.getResults());
}

void LaneBody::writeBranch(scf::IfOp op) {
  Location loc = op.getLoc();
  Value condition = get(op.getCondition());
  if (!variation.contains(op.getCondition())) {
    auto types = llvm::map_to_vector(op.getResults(), [&](Value result) {
      return variation.contains(result) ? laneTypeOf(result) : result.getType();
    });
    auto branch = scf::IfOp::create(builder, loc, types, condition, op.elseBlock() != nullptr);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), branch->getRegions()))
      if (!from.empty())
        writeBody(from, to, {}, types);
    mapping.map(op.getResults(), branch.getResults());
    return;
  }
  if (isGuardedAccumulate(op)) {
    auto accumulate = op.thenYield().getOperand(0).getDefiningOp<AccumulateOp>();
    auto indices =
        llvm::map_to_vector(accumulate.getIndices(), [&](Value index) { return get(index); });
    mapping.map(op.getResult(0),
                scatter(loc, getLanes(accumulate.getValue()), getLanes(accumulate.getAcc()),
                        isSum(op.getResult(0)), indices, condition));
    return;
  }
  // Both branches run, and each lane chooses its result.
  write(*op.thenBlock());
  if (op.elseBlock())
    write(*op.elseBlock());
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    mapping.map(result, select(loc, condition, getLanes(op.thenYield().getOperand(i)),
                               getLanes(op.elseYield().getOperand(i))));
}

//===- Elements.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Loops/Elements.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;

Value chad::detail::createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

static Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isa<FloatType>(getElementTypeOrSelf(a.getType())))
    return arith::AddFOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

Value chad::detail::addToElement(OpBuilder &builder, Location loc, Value addend, Value array,
                                 ValueRange position) {
  Value before = readElement(builder, loc, array, position);
  if (!isa<RankedTensorType>(before.getType()))
    return writeElement(builder, loc, add(builder, loc, before, addend), array, position);
  auto type = cast<RankedTensorType>(before.getType());
  if (addend.getType() != type)
    addend = tensor::CastOp::create(builder, loc, type, addend);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> parallel(type.getRank(), utils::IteratorType::parallel);
  auto sum = linalg::GenericOp::create(
      builder, loc, TypeRange(type), ValueRange(addend), ValueRange(before),
      ArrayRef<AffineMap>{identity, identity}, parallel,
      [](OpBuilder &nested, Location at, ValueRange args) {
        linalg::YieldOp::create(nested, at, add(nested, at, args[1], args[0]));
      });
  return writeElement(builder, loc, sum.getResult(0), array, position);
}

//===----------------------------------------------------------------------===//
// Arrays of indices
//===----------------------------------------------------------------------===//

OpFoldResult chad::detail::getArraySize(OpBuilder &builder, Location loc, Value array) {
  if (BuildOp iota = getIota(array))
    return iota.getExtent();
  auto gather = array.getDefiningOp<GatherOp>();
  if (gather && gather.getIndices().getType().getRank() > 0)
    array = gather.getIndices();
  return tensor::getMixedSize(builder, loc, array, 0);
}

/// The number of regions around the definition of a value.
static unsigned depthOf(Value value) {
  unsigned depth = 0;
  for (Region *region = value.getParentRegion(); region; region = region->getParentRegion())
    ++depth;
  return depth;
}

Value chad::detail::getNumIterations(OpBuilder &builder, CombinatorOpInterface loop) {
  if (auto build = dyn_cast<BuildOp>(*loop))
    return build.getExtent();
  for (Value array : loop.getArrays())
    if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
      return createIndex(builder, loop.getLoc(), extent);
  Value outermost;
  unsigned least = 0;
  for (Value array : loop.getArrays()) {
    if (BuildOp iota = getIota(array))
      return iota.getExtent();
    unsigned depth = depthOf(array);
    if (outermost && depth >= least)
      continue;
    outermost = array;
    least = depth;
  }
  return getValueOrCreateConstantIndexOp(builder, loop.getLoc(),
                                         getArraySize(builder, loop.getLoc(), outermost));
}

void chad::detail::assertOneExtent(OpBuilder &builder, Operation *combinator, ValueRange arrays) {
  if (arrays.size() < 2)
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(combinator);
  Location loc = combinator->getLoc();
  OpFoldResult first = getArraySize(builder, loc, arrays.front());
  for (Value array : arrays.drop_front()) {
    OpFoldResult extent = getArraySize(builder, loc, array);
    if (extent == first || array == arrays.front())
      continue;
    Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         getValueOrCreateConstantIndexOp(builder, loc, first),
                                         getValueOrCreateConstantIndexOp(builder, loc, extent));
    assertExtents(builder, combinator, isSame);
  }
}

void chad::detail::assertExtents(OpBuilder &builder, Operation *combinator, Value areSame) {
  cf::AssertOp::create(
      builder, combinator->getLoc(), areSame,
      ("'" + combinator->getName().getStringRef() + "' has arrays of several extents").str());
}

Value chad::detail::readArray(OpBuilder &builder, Location loc, Value array, Value i) {
  return getIota(array) ? i : readElement(builder, loc, array, i);
}

Value chad::detail::readIndex(OpBuilder &builder, Location loc, Value indices,
                              ValueRange position) {
  if (getIota(indices))
    return position.front();
  Value index = readElement(builder, loc, indices, position);
  if (index.getType().isIndex())
    return index;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
}

/// The value of a type that leaves others as they are: the unit of a reduction.
static TypedAttr getUnit(Type type, arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  unsigned bits =
      type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
  APInt unit = kind == Kind::maxu   ? APInt::getZero(bits)
               : kind == Kind::maxs ? APInt::getSignedMinValue(bits)
               : kind == Kind::mins ? APInt::getSignedMaxValue(bits)
                                    : APInt::getAllOnes(bits);
  return IntegerAttr::get(type, unit);
}

Value chad::detail::createReduction(OpBuilder &builder, Location loc, Value array,
                                    arith::AtomicRMWKind kind) {
  Type element = cast<RankedTensorType>(array.getType()).getElementType();
  Value unit = arith::ConstantOp::create(builder, loc, getUnit(element, kind));
  return ReduceOp::create(builder, loc, array, unit,
                          [&](OpBuilder &nested, Location at, ValueRange args) {
                            YieldOp::create(
                                nested, at,
                                arith::getReductionOp(kind, nested, at, args[0], args[1]));
                          })
      .getResult(0);
}

Value chad::detail::createIsEmpty(OpBuilder &builder, Location loc, Value array) {
  Value size = getValueOrCreateConstantIndexOp(builder, loc, getArraySize(builder, loc, array));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, size,
                               createIndex(builder, loc, 0));
}

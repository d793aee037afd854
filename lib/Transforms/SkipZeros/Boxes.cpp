//===- Boxes.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boxes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool Box::isNarrow() const {
  return llvm::any_of(offsets, [](Value offset) { return offset != nullptr; });
}

int64_t Box::getSize(unsigned dim) const {
  return cast<RankedTensorType>(core.getType()).getDimSize(dim);
}

const Box *Boxes::lookup(Value value) const {
  auto found = boxes.find(value);
  return found == boxes.end() ? nullptr : &found->second;
}

void Boxes::set(Value value, Box box) {
  RankedTensorType whole = getArrayTensor(value.getType());
  for (auto [dim, offset] : llvm::enumerate(box.offsets))
    if (offset && (whole.isDynamicDim(dim) || ShapedType::isDynamic(box.getSize(dim))))
      return;
  if (box.isNarrow())
    boxes[value] = std::move(box);
}

Value chad::detail::asTensor(OpBuilder &builder, Value value) {
  if (isa<LinType>(value.getType()))
    return FromLinearOp::create(builder, value.getLoc(), value);
  return value;
}

Value chad::detail::asType(OpBuilder &builder, Value tensor, Type type) {
  if (isa<LinType>(type))
    return ToLinearOp::create(builder, tensor.getLoc(), tensor);
  return tensor;
}

Value chad::detail::surround(OpBuilder &builder, Location loc, const Box &box, Type type) {
  RankedTensorType whole = getArrayTensor(type);
  SmallVector<Value> dynamicSizes;
  SmallVector<OpFoldResult> offsets, sizes;
  for (int64_t dim = 0; dim < whole.getRank(); ++dim) {
    sizes.push_back(tensor::getMixedSize(builder, loc, box.core, dim));
    offsets.push_back(builder.getIndexAttr(0));
    if (box.isNarrow(dim))
      offsets.back() = getAsOpFoldResult(box.offsets[dim]);
    if (whole.isDynamicDim(dim))
      dynamicSizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, sizes.back()));
  }
  SmallVector<OpFoldResult> strides(whole.getRank(), builder.getIndexAttr(1));
  Value zeros = ZeroOp::create(builder, loc, LinType::get(whole), dynamicSizes);
  auto core = cast<RankedTensorType>(box.core.getType());
  if (core.hasStaticShape() && core.getNumElements() == 1) {
    Value origin = arith::ConstantIndexOp::create(builder, loc, 0);
    SmallVector<Value> position(whole.getRank(), origin), indices;
    for (OpFoldResult offset : offsets)
      indices.push_back(getValueOrCreateConstantIndexOp(builder, loc, offset));
    Value element = tensor::ExtractOp::create(builder, loc, box.core, position);
    element = ToLinearOp::create(builder, loc, element);
    Value array = AccumulateOp::create(builder, loc, zeros.getType(), element, zeros, indices);
    return isa<LinType>(type) ? array : asTensor(builder, array);
  }
  Value array = tensor::InsertSliceOp::create(
      builder, loc, box.core, FromLinearOp::create(builder, loc, zeros), offsets, sizes, strides);
  return asType(builder, array, type);
}

/// Whether `index` is in the range from 0 to `size` - 1.
static bool isInside(Value index, int64_t size) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant >= 0 && *constant < size;
  auto arg = dyn_cast<BlockArgument>(index);
  auto build = arg ? dyn_cast<BuildOp>(arg.getOwner()->getParentOp()) : nullptr;
  return build && getConstantIntValue(build.getExtent()) == size;
}

void Boxes::visitAccumulate(AccumulateOp op, OpBuilder &builder) {
  auto isZero = [](Value value) {
    if (auto cast = value.getDefiningOp<ToLinearOp>())
      value = cast.getValue();
    return value.getDefiningOp<ZeroOp>() || matchPattern(value, m_PosZeroFloat());
  };
  RankedTensorType whole = getArrayTensor(op.getType());
  if (!isa<FloatType>(whole.getElementType()) || !isZero(op.getAcc()))
    return;
  for (auto [dim, index] : llvm::enumerate(op.getIndices()))
    if (!isInside(index, whole.getDimSize(dim)))
      return;
  unsigned numIndices = op.getIndices().size();
  SmallVector<int64_t> shape(whole.getShape());
  std::fill_n(shape.begin(), numIndices, 1);
  auto type = RankedTensorType::get(shape, whole.getElementType());
  Value core = asTensor(builder, op.getValue());
  auto row = dyn_cast<RankedTensorType>(core.getType());
  if (!row) {
    core = tensor::FromElementsOp::create(builder, op.getLoc(), type, core);
  } else {
    if (!type.hasStaticShape() || !row.hasStaticShape())
      return;
    SmallVector<ReassociationIndices> groups(1);
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (dim > numIndices)
        groups.emplace_back();
      groups.back().push_back(dim);
    }
    core = tensor::ExpandShapeOp::create(builder, op.getLoc(), type, core, groups);
  }
  Box box = {core, op.getIndices()};
  box.offsets.resize(whole.getRank());
  set(op.getResult(), std::move(box));
}

namespace {
/// Indices as values.
struct Indices {
  OpBuilder &builder;
  Location loc;
  Value constant(int64_t value) const {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value index, int64_t value) const {
    return value ? arith::AddIOp::create(builder, loc, index, constant(value)) : index;
  }
  Value times(Value index, int64_t value) const {
    return value == 1 ? index : arith::MulIOp::create(builder, loc, index, constant(value));
  }
};
} // namespace

/// A slice at constant offsets: the box moves, or falls outside and is then zero.
static std::optional<Box> slice(tensor::ExtractSliceOp op, const Box &source, OpBuilder &builder) {
  RankedTensorType result = op.getType();
  // Dimensions that are dropped would have to be told from those of extent 1.
  if (!op.hasUnitStride() || result.getRank() != op.getSourceType().getRank() ||
      !result.hasStaticShape())
    return std::nullopt;
  Location loc = op.getLoc();
  Indices indices = {builder, loc};
  Box box = source;
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), sizes = op.getMixedSizes();
  Value inside;
  for (int64_t dim = 0; dim < result.getRank(); ++dim) {
    if (!source.isNarrow(dim))
      continue;
    int64_t size = result.getDimSize(dim);
    bool isWhole = size == op.getSourceType().getDimSize(dim);
    std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
    offsets[dim] = builder.getIndexAttr(0);
    sizes[dim] = builder.getIndexAttr(source.getSize(dim));
    if (isWhole)
      continue;
    if (!offset || size == 0 || cast<RankedTensorType>(source.core.getType()).getNumElements() != 1)
      return std::nullopt;
    // A negative index is, as an unsigned number, beyond the end.
    Value moved = indices.add(source.offsets[dim], -*offset);
    Value isInside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, moved,
                                           indices.constant(size));
    inside = inside ? arith::AndIOp::create(builder, loc, inside, isInside) : isInside;
    box.offsets[dim] = arith::SelectOp::create(builder, loc, isInside, moved, indices.constant(0));
  }
  if (inside) {
    Type type = source.core.getType();
    SmallVector<Value> origin(result.getRank(), indices.constant(0));
    Value element = tensor::ExtractOp::create(builder, loc, source.core, origin);
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element.getType()));
    element = arith::SelectOp::create(builder, loc, inside, element, zero);
    box.core = tensor::FromElementsOp::create(builder, loc, type, element);
    return box;
  }
  box.core = tensor::ExtractSliceOp::create(builder, loc, source.core, offsets, sizes,
                                            op.getMixedStrides());
  return box;
}

static std::optional<Box> expand(tensor::ExpandShapeOp op, const Box &source, OpBuilder &builder) {
  RankedTensorType result = op.getResultType();
  if (!result.hasStaticShape())
    return std::nullopt;
  Location loc = op.getLoc();
  Indices indices = {builder, loc};
  Box box;
  box.offsets.resize(result.getRank());
  SmallVector<int64_t> shape(result.getShape());
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    if (!source.isNarrow(dim))
      continue;
    if (group.size() == 1) {
      box.offsets[group.front()] = source.offsets[dim];
      shape[group.front()] = source.getSize(dim);
      continue;
    }
    if (source.getSize(dim) != 1)
      return std::nullopt;
    Value rest = source.offsets[dim];
    for (int64_t inner : llvm::reverse(group)) {
      if (inner == group.front()) {
        box.offsets[inner] = rest;
      } else {
        Value size = indices.constant(result.getDimSize(inner));
        box.offsets[inner] = arith::RemUIOp::create(builder, loc, rest, size);
        rest = arith::DivUIOp::create(builder, loc, rest, size);
      }
      shape[inner] = 1;
    }
  }
  box.core = tensor::ExpandShapeOp::create(builder, loc,
                                           RankedTensorType::get(shape, result.getElementType()),
                                           source.core, op.getReassociationIndices());
  return box;
}

static std::optional<Box> collapse(tensor::CollapseShapeOp op, const Box &source,
                                   OpBuilder &builder) {
  RankedTensorType from = op.getSrcType(), result = op.getResultType();
  if (!result.hasStaticShape())
    return std::nullopt;
  Location loc = op.getLoc();
  Indices indices = {builder, loc};
  Box box;
  SmallVector<int64_t> shape;
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    // The box stays one if it is whole in all dimensions after the first in which it has
    // more than one index.
    int64_t size = 1;
    Value offset;
    for (int64_t dim : group) {
      if (size != 1 && source.isNarrow(dim))
        return std::nullopt;
      size *= source.getSize(dim);
      if (offset)
        offset = indices.times(offset, from.getDimSize(dim));
      if (source.isNarrow(dim))
        offset = offset ? arith::AddIOp::create(builder, loc, offset, source.offsets[dim])
                        : source.offsets[dim];
    }
    box.offsets.push_back(offset);
    shape.push_back(size);
  }
  box.core = tensor::CollapseShapeOp::create(builder, loc,
                                             RankedTensorType::get(shape, result.getElementType()),
                                             source.core, op.getReassociationIndices());
  return box;
}

void Boxes::visit(Operation *op, OpBuilder &builder) {
  builder.setInsertionPointAfter(op);
  if (auto accumulate = dyn_cast<AccumulateOp>(op))
    return visitAccumulate(accumulate, builder);
  auto put = [&](std::optional<Box> box) {
    if (box)
      set(op->getResult(0), std::move(*box));
  };
  if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    // A concatenation of which one part is not zero.
    auto isZero = [](Value value) {
      if (auto cast = value.getDefiningOp<FromLinearOp>())
        value = cast.getValue();
      return value.getDefiningOp<ZeroOp>() || matchPattern(value, m_PosZeroFloat());
    };
    int64_t before = 0, dim = concat.getDim();
    Value part;
    for (Value input : concat.getInputs()) {
      if (!isZero(input)) {
        if (part)
          return;
        part = input;
      } else if (!part) {
        int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(dim);
        if (ShapedType::isDynamic(size))
          return;
        before += size;
      }
    }
    if (!part || concat.getInputs().size() == 1 || !isa<FloatType>(getElementTypeOrSelf(part)))
      return;
    Indices indices = {builder, op->getLoc()};
    Box box = {part, SmallVector<Value>(concat.getResultType().getRank())};
    if (const Box *source = lookup(part))
      box = *source;
    box.offsets[dim] =
        box.isNarrow(dim) ? indices.add(box.offsets[dim], before) : indices.constant(before);
    return set(op->getResult(0), std::move(box));
  }
  const Box *source = op->getNumOperands() ? lookup(op->getOperand(0)) : nullptr;
  if (auto scale = dyn_cast<ScaleOp>(op)) {
    if (const Box *value = lookup(scale.getValue())) {
      Box box = *value;
      Value core = ToLinearOp::create(builder, op->getLoc(), box.core);
      auto scaled = cast<ScaleOp>(builder.clone(*op));
      scaled.getValueMutable().assign(core);
      scaled.getResult().setType(cast<LinType>(core.getType()));
      box.core = FromLinearOp::create(builder, op->getLoc(), scaled.getResult());
      set(op->getResult(0), std::move(box));
    }
    return;
  }
  if (!source)
    return;
  // To insert into the map may move its entries; so the entry is copied first.
  Box copy = *source;
  if (isa<ToLinearOp, FromLinearOp>(op))
    set(op->getResult(0), std::move(copy));
  else if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
    put(slice(extract, copy, builder));
  else if (auto expanded = dyn_cast<tensor::ExpandShapeOp>(op))
    put(expand(expanded, copy, builder));
  else if (auto collapsed = dyn_cast<tensor::CollapseShapeOp>(op))
    put(collapse(collapsed, copy, builder));
}

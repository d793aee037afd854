//===- TensorDerivatives.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorDerivatives.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Linear values as tensors
//===----------------------------------------------------------------------===//

Value chad::detail::fromLinear(Sweep &sweep, Location loc, Value value) {
  return FromLinearOp::create(sweep.builder, loc, value);
}

Value chad::detail::toLinear(Sweep &sweep, Location loc, Value value, ArrayRef<Value> parts) {
  Value result = ToLinearOp::create(sweep.builder, loc, value);
  if (llvm::any_of(parts, [&](Value part) { return sweep.isMasked(part); }))
    sweep.setMasked(result);
  return result;
}

/// All dimensions of `type` as one.
static SmallVector<ReassociationIndices> wholeReassociation(RankedTensorType type) {
  if (type.getRank() == 0)
    return {};
  return {llvm::to_vector<2>(llvm::seq(type.getRank()))};
}

Value chad::detail::sumElements(Sweep &sweep, Location loc, Value value) {
  OpBuilder &builder = sweep.builder;
  auto type = cast<RankedTensorType>(cast<LinType>(value.getType()).getPrimal());
  if (type.getRank() == 0) {
    Value element = tensor::ExtractOp::create(builder, loc, fromLinear(sweep, loc, value));
    return toLinear(sweep, loc, element, value);
  }
  Value flat = value;
  if (type.getRank() > 1)
    flat = toLinear(sweep, loc,
                    tensor::CollapseShapeOp::create(builder, loc, fromLinear(sweep, loc, value),
                                                    wholeReassociation(type)),
                    value);
  Value zero = ZeroOp::create(builder, loc, LinType::get(type.getElementType()), ValueRange());
  auto sum = ReduceOp::create(builder, loc, flat, zero,
                              [](OpBuilder &builder, Location loc, ValueRange args) {
                                Value sum = AddOp::create(builder, loc, args[0], args[1]);
                                YieldOp::create(builder, loc, sum);
                              });
  if (sweep.isMasked(value))
    sweep.setMasked(sum.getResult(0));
  return sum.getResult(0);
}

SmallVector<Value> chad::detail::primals(ReverseSweep &sweep, ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return sweep.primal(value); });
}

SmallVector<OpFoldResult> chad::detail::primals(ReverseSweep &sweep,
                                                ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(values, [&](OpFoldResult value) {
    auto dynamic = dyn_cast<Value>(value);
    return dynamic ? OpFoldResult(sweep.primal(dynamic)) : value;
  });
}

SmallVector<OpFoldResult> chad::detail::sizesOf(ReverseSweep &sweep, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(type.isDynamicDim(dim) ? OpFoldResult(sweep.dim(value, dim))
                                           : sweep.builder.getIndexAttr(type.getDimSize(dim)));
  return sizes;
}

Value chad::detail::addAt(Sweep &sweep, Location loc, Value value, Value acc, const Slice &slice) {
  OpBuilder &builder = sweep.builder;
  Value whole = fromLinear(sweep, loc, acc);
  auto type = cast<RankedTensorType>(cast<LinType>(value.getType()).getPrimal());
  Value old = extractSlice(builder, loc, type, whole, slice.offsets, slice.sizes, slice.strides);
  Value sum = sweep.add(toLinear(sweep, loc, old, acc), value);
  Value updated = insertSlice(builder, loc, fromLinear(sweep, loc, sum), whole, slice.offsets,
                              slice.sizes, slice.strides);
  return toLinear(sweep, loc, updated, {acc, value});
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

LogicalResult chad::detail::forwardLinear(Operation *op, ArrayRef<unsigned> numbers,
                                          ForwardSweep &sweep) {
  auto isZero = [&](unsigned number) { return !sweep.tangent(op->getOperand(number)); };
  if (llvm::all_of(numbers, isZero))
    return success();
  SmallVector<Value> operands = op->getOperands(), tangents;
  for (unsigned number : numbers) {
    tangents.push_back(sweep.tangentOrZero(operands[number]));
    operands[number] = fromLinear(sweep, op->getLoc(), tangents.back());
  }
  Operation *copy = sweep.builder.clone(*op);
  copy->setOperands(operands);
  sweep.setTangent(op->getResult(0), toLinear(sweep, op->getLoc(), copy->getResult(0), tangents));
  return success();
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// Adds `value` to the cotangent of `source` at `indices`.
static void addToElement(ReverseSweep &sweep, Location loc, Value value, Value source,
                         ValueRange indices) {
  Value acc = sweep.cotangentOrZero(source);
  Value updated = AccumulateOp::create(sweep.builder, loc, acc.getType(), value, acc, indices);
  if (sweep.isMasked(acc) || sweep.isMasked(value))
    sweep.setMasked(updated);
  sweep.setCotangent(source, updated);
}

LogicalResult chad::detail::reverseOf(tensor::ExtractOp op, ReverseSweep &sweep) {
  Value source = op.getTensor(), cotangent = sweep.cotangent(op.getResult());
  if (op.getIndices().empty()) {
    Value whole = tensor::FromElementsOp::create(sweep.builder, op.getLoc(), source.getType(),
                                                 fromLinear(sweep, op.getLoc(), cotangent));
    sweep.accumulate(source, toLinear(sweep, op.getLoc(), whole, cotangent));
    return success();
  }
  addToElement(sweep, op.getLoc(), cotangent, source, primals(sweep, op.getIndices()));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::InsertOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  Value cotangent = sweep.cotangent(op.getResult());
  SmallVector<Value> indices = primals(sweep, op.getIndices());
  Value whole = fromLinear(sweep, loc, cotangent);
  if (sweep.isActive(op.getScalar())) {
    Value element = tensor::ExtractOp::create(sweep.builder, loc, whole, indices);
    sweep.accumulate(op.getScalar(), toLinear(sweep, loc, element, cotangent));
  }
  if (sweep.isActive(op.getDest())) {
    Value zero = fromLinear(sweep, loc, sweep.zero(op.getScalar()));
    Value rest = tensor::InsertOp::create(sweep.builder, loc, zero, whole, indices);
    sweep.accumulate(op.getDest(), toLinear(sweep, loc, rest, cotangent));
  }
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::FromElementsOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  Value cotangent = sweep.cotangent(op.getResult());
  Value whole = fromLinear(sweep, loc, cotangent);
  ArrayRef<int64_t> shape = op.getType().getShape();
  SmallVector<int64_t> position(shape.size(), 0);
  for (Value element : op.getElements()) {
    if (sweep.isActive(element)) {
      SmallVector<Value> indices = llvm::map_to_vector(position, [&](int64_t i) -> Value {
        return arith::ConstantIndexOp::create(sweep.builder, loc, i);
      });
      Value part = tensor::ExtractOp::create(sweep.builder, loc, whole, indices);
      sweep.accumulate(element, toLinear(sweep, loc, part, cotangent));
    }
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      if (++position[dim] < shape[dim])
        break;
      position[dim] = 0;
    }
  }
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::SplatOp op, ReverseSweep &sweep) {
  sweep.accumulate(op.getInput(), sumElements(sweep, op.getLoc(), sweep.cotangent(op.getResult())));
  return success();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// If `op` reads one element of an array, the number of leading dimensions of which it takes one
/// position; the element is the whole of the other dimensions.
static std::optional<unsigned> getElementDepth(tensor::ExtractSliceOp op) {
  ArrayRef<int64_t> shape = op.getSourceType().getShape();
  int64_t depth = op.getSourceType().getRank() - op.getType().getRank();
  if (depth <= 0 || shape.drop_front(depth) != op.getType().getShape() || !op.hasUnitStride())
    return std::nullopt;
  for (auto [dim, offset, size] : llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes())) {
    if (static_cast<int64_t>(dim) < depth) {
      if (!isConstantIntValue(size, 1))
        return std::nullopt;
      continue;
    }
    // A static size equals the extent of the result by the types.
    auto dimOp = ShapedType::isDynamic(shape[dim])
                     ? cast<Value>(size).getDefiningOp<tensor::DimOp>()
                     : tensor::DimOp();
    bool isWhole =
        !ShapedType::isDynamic(shape[dim]) || (dimOp && dimOp.getSource() == op.getSource() &&
                                               getConstantDim(dimOp) == static_cast<int64_t>(dim));
    if (!isConstantIntValue(offset, 0) || !isWhole)
      return std::nullopt;
  }
  return depth;
}

LogicalResult chad::detail::reverseOf(tensor::ExtractSliceOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  Value source = op.getSource(), cotangent = sweep.cotangent(op.getResult());
  Slice slice = Slice::of(op, sweep);
  if (std::optional<unsigned> depth = getElementDepth(op)) {
    SmallVector<Value> indices;
    for (OpFoldResult offset : ArrayRef(slice.offsets).take_front(*depth))
      indices.push_back(getValueOrCreateConstantIndexOp(sweep.builder, loc, offset));
    // A tensor of rank 0 is no element of an array: its scalar is.
    Value element = cotangent;
    if (op.getType().getRank() == 0) {
      Value scalar = tensor::ExtractOp::create(sweep.builder, loc,
                                               fromLinear(sweep, loc, cotangent), ValueRange());
      element = toLinear(sweep, loc, scalar, cotangent);
    }
    addToElement(sweep, loc, element, source, indices);
    return success();
  }
  Value acc = sweep.cotangent(source);
  if (!acc) {
    acc = fromLinear(sweep, loc, sweep.zero(source));
    Value padded = insertSlice(sweep.builder, loc, fromLinear(sweep, loc, cotangent), acc,
                               slice.offsets, slice.sizes, slice.strides);
    sweep.setCotangent(source, toLinear(sweep, loc, padded, cotangent));
    return success();
  }
  sweep.setCotangent(source, addAt(sweep, loc, cotangent, acc, slice));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::InsertSliceOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  Value cotangent = sweep.cotangent(op.getResult());
  Value whole = fromLinear(sweep, loc, cotangent);
  Slice slice = Slice::of(op, sweep);
  if (sweep.isActive(op.getSource())) {
    Value part = extractSlice(sweep.builder, loc, op.getSourceType(), whole, slice.offsets,
                              slice.sizes, slice.strides);
    sweep.accumulate(op.getSource(), toLinear(sweep, loc, part, cotangent));
  }
  if (sweep.isActive(op.getDest())) {
    Value zero = fromLinear(sweep, loc, sweep.zero(op.getSource()));
    Value rest =
        insertSlice(sweep.builder, loc, zero, whole, slice.offsets, slice.sizes, slice.strides);
    sweep.accumulate(op.getDest(), toLinear(sweep, loc, rest, cotangent));
  }
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::ConcatOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  Value cotangent = sweep.cotangent(op.getResult());
  Value whole = fromLinear(sweep, loc, cotangent);
  uint64_t dim = op.getDim();
  int64_t rank = op.getResultType().getRank();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  Value offset = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    if (sweep.isActive(input)) {
      offsets[dim] = offset;
      Value part = extractSlice(builder, loc, cast<RankedTensorType>(input.getType()), whole,
                                offsets, sizesOf(sweep, input), strides);
      sweep.accumulate(input, toLinear(sweep, loc, part, cotangent));
    }
    if (i + 1 < op.getInputs().size())
      offset = arith::AddIOp::create(builder, loc, offset, sweep.dim(input, dim));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

LogicalResult chad::detail::reverseOf(tensor::CollapseShapeOp op, ReverseSweep &sweep) {
  Value source = op.getSrc(), cotangent = sweep.cotangent(op.getResult());
  SmallVector<OpFoldResult> sizes = sizesOf(sweep, source);
  Value shaped = tensor::ExpandShapeOp::create(sweep.builder, op.getLoc(), source.getType(),
                                               fromLinear(sweep, op.getLoc(), cotangent),
                                               op.getReassociationIndices(), sizes);
  sweep.accumulate(source, toLinear(sweep, op.getLoc(), shaped, cotangent));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::ExpandShapeOp op, ReverseSweep &sweep) {
  Value source = op.getSrc(), cotangent = sweep.cotangent(op.getResult());
  Value shaped = tensor::CollapseShapeOp::create(sweep.builder, op.getLoc(), source.getType(),
                                                 fromLinear(sweep, op.getLoc(), cotangent),
                                                 op.getReassociationIndices());
  sweep.accumulate(source, toLinear(sweep, op.getLoc(), shaped, cotangent));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::ReshapeOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  Value source = op.getSource(), cotangent = sweep.cotangent(op.getResult());
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (!type)
    return op.emitError("chad: no reverse rule for 'tensor.reshape' of ")
           << source.getType() << "; give it a ranked tensor";
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(sweep.dim(source, dim));
  auto shapeType = RankedTensorType::get({type.getRank()}, sweep.builder.getIndexType());
  Value shape = tensor::FromElementsOp::create(sweep.builder, loc, shapeType, sizes);
  Value shaped =
      tensor::ReshapeOp::create(sweep.builder, loc, type, fromLinear(sweep, loc, cotangent), shape);
  sweep.accumulate(source, toLinear(sweep, loc, shaped, cotangent));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::CastOp op, ReverseSweep &sweep) {
  Value source = op.getSource(), cotangent = sweep.cotangent(op.getResult());
  Value cast = tensor::CastOp::create(sweep.builder, op.getLoc(), source.getType(),
                                      fromLinear(sweep, op.getLoc(), cotangent));
  sweep.accumulate(source, toLinear(sweep, op.getLoc(), cast, cotangent));
  return success();
}

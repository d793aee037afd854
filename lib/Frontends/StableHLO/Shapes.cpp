//===- Shapes.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Constants, and ops that move elements and do not compute with them.

#include "Importer.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static int64_t extentOf(Value value, int64_t dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// Reads a list with one number for each dimension of the operand.
static FailureOr<SmallVector<int64_t>>
perDimension(Importer &importer, Operation *op, StringRef name, int64_t rank,
             std::optional<SmallVector<int64_t>> missing = std::nullopt) {
  auto numbers = importer.integers(op, name, missing);
  if (failed(numbers))
    return failure();
  if (static_cast<int64_t>(numbers->size()) != rank)
    return importer.error(op, "has " + Twine(numbers->size()) + " numbers in '" + name + "', for " +
                                  Twine(rank) + " dimensions");
  return numbers;
}

static SmallVector<OpFoldResult> asIndices(Importer &importer, ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(importer.builder.getContext(), numbers);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static LogicalResult importConstant(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 0)))
    return failure();
  auto elements = op->getAttrOfType<ElementsAttr>("value");
  if (!elements)
    return importer.error(op, "needs the elements as attribute 'value'");
  Type type = importer.resultType(op);
  if (elements.getShapedType() != op->getResult(0).getType())
    return importer.error(op, "has a value of another type than its result");
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (!dense) {
    if (!isa<RankedTensorType>(type) || type != elements.getShapedType())
      return importer.error(op, "has elements that are stored outside of the program");
    return importer.set(op, importer.create<arith::ConstantOp>(cast<TypedAttr>(elements)));
  }
  if (dense.getElementType() != getElementTypeOrSelf(type))
    dense = dense.bitcast(getElementTypeOrSelf(type));
  if (isa<ComplexType>(type))
    return importer.set(op, importer.create<complex::ConstantOp>(
                                type, cast<ArrayAttr>(*dense.value_begin<Attribute>())));
  if (!isa<RankedTensorType>(type))
    return importer.set(
        op, importer.create<arith::ConstantOp>(cast<TypedAttr>(*dense.value_begin<Attribute>())));
  return importer.set(op, importer.create<arith::ConstantOp>(cast<TypedAttr>(dense)));
}

Value chad::stablehlo::makeIota(Importer &importer, ArrayRef<OpFoldResult> sizes, int64_t dim,
                                Type element) {
  OpBuilder &builder = importer.builder;
  Value extent = importer.toIndex(sizes[dim]);
  auto line = BuildOp::create(
      builder, importer.loc(), extent, [&](OpBuilder &nested, Location loc, ValueRange indices) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        YieldOp::create(builder, loc, importer.convert(indices[0], element, false, false));
      });
  Value result = line.getResult(0);
  auto type = RankedTensorType::get(
      {getConstantIntValue(sizes[dim]).value_or(ShapedType::kDynamic)}, element);
  if (result.getType() != type)
    result = importer.create<tensor::CastOp>(type, result);
  return importer.broadcast(result, {dim}, sizes);
}

static LogicalResult importIota(Importer &importer, Operation *op) {
  FailureOr<int64_t> dim = importer.integer(op, "iota_dimension");
  if (failed(importer.expect(op, 0)) || failed(dim))
    return failure();
  auto type = dyn_cast<RankedTensorType>(importer.resultType(op));
  if (!type || !type.hasStaticShape() || *dim < 0 || *dim >= type.getRank())
    return importer.error(op, "needs a result of static extents that has its dimension");
  return importer.set(
      op, makeIota(importer, asIndices(importer, type.getShape()), *dim, type.getElementType()));
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static LogicalResult importBroadcastInDim(Importer &importer, Operation *op) {
  auto dims = importer.integers(op, "broadcast_dimensions");
  if (failed(importer.expect(op, 1)) || failed(dims))
    return failure();
  Value x = importer.operand(op, 0);
  auto type = dyn_cast<RankedTensorType>(importer.resultType(op));
  int64_t rank = type ? type.getRank() : 0;
  if (static_cast<int64_t>(dims->size()) != rankOf(x))
    return importer.error(op, "has " + Twine(dims->size()) +
                                  " broadcast_dimensions for an operand of rank " +
                                  Twine(rankOf(x)));
  if (failed(importer.checkDims(op, *dims, rank, "broadcast_dimensions")))
    return failure();
  if (!type)
    return importer.set(op, x);
  if (!type.hasStaticShape())
    return importer.error(op, "has a result whose extents are not known");
  for (auto [i, dim] : llvm::enumerate(*dims))
    if (extentOf(x, i) != 1 && extentOf(x, i) != type.getDimSize(dim))
      return importer.error(op, "cannot spread ")
             << op->getOperand(0).getType() << " to " << op->getResult(0).getType();
  return importer.set(op, importer.broadcast(x, *dims, asIndices(importer, type.getShape())));
}

static LogicalResult importReshape(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 1)))
    return failure();
  Value x = importer.operand(op, 0);
  auto source = dyn_cast<ShapedType>(op->getOperand(0).getType());
  auto target = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (!source || !target || !source.hasStaticShape() || !target.hasStaticShape() ||
      source.getNumElements() != target.getNumElements())
    return importer.error(op, "needs static shapes of as many elements: ")
           << op->getOperand(0).getType() << " and " << op->getResult(0).getType();
  return importer.set(op, importer.reshape(x, asIndices(importer, target.getShape())));
}

static LogicalResult importTranspose(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 1)))
    return failure();
  Value x = importer.operand(op, 0);
  auto permutation = perDimension(importer, op, "permutation", rankOf(x));
  if (failed(permutation) || failed(importer.checkDims(op, *permutation, rankOf(x), "permutation")))
    return failure();
  return importer.set(op, importer.transpose(x, *permutation));
}

static LogicalResult importReverse(Importer &importer, Operation *op) {
  auto dims = importer.integers(op, "dimensions");
  if (failed(importer.expect(op, 1)) || failed(dims))
    return failure();
  Value x = importer.operand(op, 0);
  if (failed(importer.checkDims(op, *dims, rankOf(x), "dimensions")))
    return failure();
  return importer.set(op, rankOf(x) ? importer.reverse(x, *dims) : x);
}

static LogicalResult importSlice(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 1)))
    return failure();
  Value x = importer.operand(op, 0);
  int64_t rank = rankOf(x);
  auto starts = perDimension(importer, op, "start_indices", rank);
  auto limits = perDimension(importer, op, "limit_indices", rank);
  auto strides = perDimension(importer, op, "strides", rank, SmallVector<int64_t>(rank, 1));
  if (failed(starts) || failed(limits) || failed(strides))
    return failure();
  if (rank == 0)
    return importer.set(op, x);
  SmallVector<int64_t> extents;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t start = (*starts)[dim], limit = (*limits)[dim], stride = (*strides)[dim];
    bool isInside = ShapedType::isDynamic(extentOf(x, dim)) || limit <= extentOf(x, dim);
    if (start < 0 || limit < start || stride < 1 || !isInside)
      return importer.error(op, "has a slice of dimension " + Twine(dim) +
                                    " that does not lie within it");
    extents.push_back((limit - start + stride - 1) / stride);
  }
  return importer.set(
      op, importer.slice(x, asIndices(importer, *starts), asIndices(importer, extents), *strides));
}

static LogicalResult importConcatenate(Importer &importer, Operation *op) {
  FailureOr<int64_t> dim = importer.integer(op, "dimension");
  if (failed(importer.expect(op, op->getNumOperands())) || failed(dim))
    return failure();
  SmallVector<Value> values = importer.operands(op);
  if (values.empty() || *dim < 0 || *dim >= rankOf(values.front()))
    return importer.error(op, "needs operands that have its dimension");
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    auto first = cast<RankedTensorType>(values.front().getType());
    if (!type || type.getRank() != first.getRank() ||
        type.getElementType() != first.getElementType())
      return importer.error(op, "has operands of different types");
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (i != *dim && failed(verifyCompatibleShape({type.getDimSize(i)}, {first.getDimSize(i)})))
        return importer.error(op, "has operands of different extents in dimension " + Twine(i));
  }
  if (values.size() == 1)
    return importer.set(op, values.front());
  return importer.set(op, importer.create<tensor::ConcatOp>(*dim, values));
}

static LogicalResult importPad(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 2)))
    return failure();
  Value x = importer.operand(op, 0), padding = importer.operand(op, 1);
  int64_t rank = rankOf(x);
  auto low = perDimension(importer, op, "edge_padding_low", rank);
  auto high = perDimension(importer, op, "edge_padding_high", rank);
  auto interior = perDimension(importer, op, "interior_padding", rank);
  if (failed(low) || failed(high) || failed(interior))
    return failure();
  if (padding.getType() != getElementTypeOrSelf(x.getType()))
    return importer.error(op, "needs a padding of the type of the elements");
  if (rank == 0)
    return importer.set(op, x);
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t extent = extentOf(x, dim), gap = (*interior)[dim];
    if (gap < 0)
      return importer.error(op, "has an interior padding that is negative");
    if (ShapedType::isDynamic(extent))
      continue;
    int64_t padded = extent + std::max<int64_t>(extent - 1, 0) * gap;
    if (padded + (*low)[dim] + (*high)[dim] < 0)
      return importer.error(op,
                            "takes more elements from dimension " + Twine(dim) + " than there are");
  }
  return importer.set(op, importer.pad(x, padding, *low, *high, *interior));
}

void chad::stablehlo::addShapeRules(RuleTable &rules) {
  rules["stablehlo.constant"] = importConstant;
  rules["chlo.constant"] = importConstant;
  rules["stablehlo.iota"] = importIota;
  rules["stablehlo.broadcast_in_dim"] = importBroadcastInDim;
  rules["stablehlo.reshape"] = importReshape;
  rules["stablehlo.transpose"] = importTranspose;
  rules["stablehlo.reverse"] = importReverse;
  rules["stablehlo.slice"] = importSlice;
  rules["stablehlo.concatenate"] = importConcatenate;
  rules["stablehlo.pad"] = importPad;
}

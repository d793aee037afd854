//===- DynamicShapes.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops whose result shapes the program computes at run time.

#include "Importer.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

/// If an array of extents is made by concatenating and reshaping scalars, appends these scalars,
/// which are values of the source, in row-major order. Returns false if it is made in another way.
static bool collectScalars(Value source, SmallVectorImpl<Value> &scalars) {
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (type && type.getRank() == 0) {
    scalars.push_back(source);
    return true;
  }
  Operation *op = source.getDefiningOp();
  if (!op || !type || !type.hasStaticShape())
    return false;
  StringRef name = op->getName().getStringRef();
  auto dim = op->getAttrOfType<IntegerAttr>("dimension");
  if (name == "stablehlo.concatenate" && dim && dim.getValue().isZero())
    return llvm::all_of(op->getOperands(),
                        [&](Value part) { return collectScalars(part, scalars); });
  bool isScalar = name == "stablehlo.broadcast_in_dim" && type.getNumElements() == 1;
  if ((isScalar || name == "stablehlo.reshape") && op->getNumOperands() == 1)
    return collectScalars(op->getOperand(0), scalars);
  if (name != "stablehlo.constant" || type.getNumElements() != 1)
    return false;
  scalars.push_back(source);
  return true;
}

FailureOr<SmallVector<OpFoldResult>> Importer::extents(Operation *op, unsigned i) {
  Value shape = operand(op, i);
  auto type = dyn_cast<RankedTensorType>(shape.getType());
  if (!type || type.getRank() == 0 || !type.hasStaticShape() ||
      !isa<IntegerType, IndexType>(type.getElementType()))
    return error(op, "needs an array of integers of a known number as operand #" + Twine(i));
  SmallVector<OpFoldResult> result;
  DenseIntElementsAttr known;
  if (matchPattern(shape, m_Constant(&known))) {
    for (const APInt &number : known.getValues<APInt>())
      result.push_back(builder.getIndexAttr(number.getSExtValue()));
    return result;
  }
  int64_t count = type.getNumElements();
  if (type.getRank() != 1)
    shape = reshape(shape, OpFoldResult(builder.getIndexAttr(count)));
  SmallVector<Value> scalars;
  bool isKnown =
      collectScalars(op->getOperand(i), scalars) && static_cast<int64_t>(scalars.size()) == count;
  for (int64_t k = 0; k < count; ++k) {
    Value number = isKnown ? lookup(scalars[k]) : Value();
    if (!number)
      number = create<tensor::ExtractOp>(shape, ValueRange(index(k)));
    if (isa<RankedTensorType>(number.getType()))
      number = fold<tensor::ExtractOp>(number, ValueRange(index(0)));
    result.push_back(getAsOpFoldResult(castToIndex(number, isUnsigned(op, i))));
  }
  return result;
}

/// Replaces extents that the program computes by the static extents of the result type.
static void useResultType(Importer &importer, Operation *op,
                          SmallVectorImpl<OpFoldResult> &extents) {
  auto type = dyn_cast<RankedTensorType>(importer.resultType(op));
  if (!type || type.getRank() != static_cast<int64_t>(extents.size()))
    return;
  for (auto [extent, known] : llvm::zip_equal(extents, type.getShape()))
    if (!ShapedType::isDynamic(known))
      extent = importer.builder.getIndexAttr(known);
}

static LogicalResult importGetDimensionSize(Importer &importer, Operation *op) {
  FailureOr<int64_t> dim = importer.integer(op, "dimension");
  if (failed(importer.expect(op, 1)) || failed(dim))
    return failure();
  Value x = importer.operand(op, 0);
  Type type = importer.resultType(op);
  if (*dim < 0 || *dim >= rankOf(x) || !isa<IntegerType>(type))
    return importer.error(op, "needs an array that has its dimension, and an integer as result");
  Value extent = importer.sizeValue(x, *dim);
  Value result = importer.fold<arith::IndexCastOp>(type, extent);
  importer.setCounter(result, {extent, type.getIntOrFloatBitWidth(), {}});
  return importer.set(op, result);
}

/// Takes the first elements along a dimension; an operand gives their number. The elements after
/// them are not kept, so that a later op cannot make the array longer again.
static LogicalResult importSetDimensionSize(Importer &importer, Operation *op) {
  FailureOr<int64_t> dim = importer.integer(op, "dimension");
  if (failed(importer.expect(op, 2)) || failed(dim))
    return failure();
  Value x = importer.operand(op, 0), extent = importer.operand(op, 1);
  auto result = dyn_cast<RankedTensorType>(importer.resultType(op));
  if (*dim < 0 || *dim >= rankOf(x) || !isa<IntegerType>(extent.getType()) || !result ||
      result.getRank() != rankOf(x))
    return importer.error(op, "needs an array that has its dimension, and an integer");
  SmallVector<OpFoldResult> sizes = importer.sizes(x);
  Value count = importer.castToIndex(extent, importer.isUnsigned(op, 1));
  std::optional<int64_t> known = getConstantIntValue(count);
  if (!result.isDynamicDim(*dim) && known != result.getDimSize(*dim))
    return importer.error(op, "has a result of a known extent, which its operand does not give");
  sizes[*dim] =
      getAsOpFoldResult(importer.clampIndex(count, importer.index(0), importer.sizeValue(x, *dim)));
  SmallVector<OpFoldResult> zeros(sizes.size(), importer.builder.getIndexAttr(0));
  return importer.set(op, importer.slice(x, zeros, sizes));
}

/// Broadcasts an array whose dynamic extents may be 1 at run time: index i of the result reads
/// index min(i, n - 1) of a dimension of extent n.
static Value broadcastDynamic(Importer &importer, Value x, ArrayRef<int64_t> dims,
                              ArrayRef<OpFoldResult> sizes) {
  OpBuilder &builder = importer.builder;
  int64_t rank = sizes.size();
  SmallVector<Value> last;
  for (int64_t dim = 0; dim < rankOf(x); ++dim)
    last.push_back(importer.fold<arith::SubIOp>(importer.sizeValue(x, dim), importer.index(1)));
  Value place = importer.empty(sizes, getElementTypeOrSelf(x.getType()));
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return importer
      .generic({}, place, {builder.getMultiDimIdentityMap(rank)}, iterators,
               [&](ValueRange) {
                 SmallVector<Value> at;
                 for (auto [dim, end] : llvm::zip_equal(dims, last)) {
                   Value index = importer.create<linalg::IndexOp>(dim);
                   at.push_back(importer.create<arith::MinSIOp>(index, end));
                 }
                 return SmallVector<Value>{importer.create<tensor::ExtractOp>(x, at)};
               })
      ->front();
}

static LogicalResult importDynamicBroadcast(Importer &importer, Operation *op) {
  auto dims = importer.integers(op, "broadcast_dimensions");
  auto same = importer.integers(op, "known_nonexpanding_dimensions", SmallVector<int64_t>());
  if (failed(importer.expect(op, 2)) || failed(dims) || failed(same))
    return failure();
  auto sizes = importer.extents(op, 1);
  if (failed(sizes))
    return failure();
  useResultType(importer, op, *sizes);
  Value x = importer.operand(op, 0);
  if (static_cast<int64_t>(dims->size()) != rankOf(x))
    return importer.error(op, "needs a broadcast dimension for each dimension of its operand");
  if (failed(importer.checkDims(op, *dims, sizes->size(), "broadcast_dimensions")))
    return failure();
  bool isKnown = true;
  for (int64_t dim = 0; dim < rankOf(x); ++dim) {
    auto type = cast<RankedTensorType>(x.getType());
    OpFoldResult target = (*sizes)[(*dims)[dim]];
    std::optional<int64_t> extent = getConstantIntValue(target);
    if (!type.isDynamicDim(dim)) {
      if (type.getDimSize(dim) != 1 && extent && *extent != type.getDimSize(dim))
        return importer.error(op, "cannot spread ")
               << op->getOperand(0).getType() << " to " << op->getResult(0).getType();
      continue;
    }
    isKnown &= llvm::is_contained(*same, dim) || areEqual(Extent::of(x, dim), Extent::of(target));
  }
  return importer.set(op, isKnown ? importer.broadcast(x, *dims, *sizes)
                                  : broadcastDynamic(importer, x, *dims, *sizes));
}

static LogicalResult importDynamicReshape(Importer &importer, Operation *op) {
  FailureOr<SmallVector<OpFoldResult>> sizes = failure();
  if (failed(importer.expect(op, 2)) || failed(sizes = importer.extents(op, 1)))
    return failure();
  useResultType(importer, op, *sizes);
  return importer.set(op, importer.reshape(importer.operand(op, 0), *sizes));
}

static LogicalResult importDynamicIota(Importer &importer, Operation *op) {
  FailureOr<int64_t> dim = importer.integer(op, "iota_dimension");
  FailureOr<SmallVector<OpFoldResult>> sizes = failure();
  if (failed(importer.expect(op, 1)) || failed(dim) || failed(sizes = importer.extents(op, 0)))
    return failure();
  if (*dim < 0 || *dim >= static_cast<int64_t>(sizes->size()))
    return importer.error(op, "needs a result that has its dimension");
  useResultType(importer, op, *sizes);
  return importer.set(
      op, makeIota(importer, *sizes, *dim, getElementTypeOrSelf(importer.resultType(op))));
}

static LogicalResult importDynamicPad(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 5)))
    return failure();
  Value x = importer.operand(op, 0), padding = importer.operand(op, 1);
  auto low = importer.extents(op, 2), high = importer.extents(op, 3);
  auto interior = importer.extents(op, 4);
  if (failed(low) || failed(high) || failed(interior))
    return failure();
  size_t rank = rankOf(x);
  if (rank == 0 || low->size() != rank || high->size() != rank || interior->size() != rank ||
      padding.getType() != getElementTypeOrSelf(x.getType()) ||
      llvm::any_of(*interior,
                   [](OpFoldResult gap) { return getConstantIntValue(gap).value_or(0) < 0; }))
    return importer.error(op, "needs a number per dimension, and a padding of the type of the "
                              "elements");
  return importer.set(op, importer.pad(x, padding, *low, *high, *interior));
}

static LogicalResult importRealDynamicSlice(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 4)))
    return failure();
  Value x = importer.operand(op, 0);
  auto starts = importer.extents(op, 1), limits = importer.extents(op, 2);
  auto strides = importer.extents(op, 3);
  if (failed(starts) || failed(limits) || failed(strides))
    return failure();
  size_t rank = rankOf(x);
  if (rank == 0 || starts->size() != rank || limits->size() != rank || strides->size() != rank)
    return importer.error(op, "needs a start, a limit and a stride per dimension");
  SmallVector<OpFoldResult> sizes;
  for (size_t dim = 0; dim < rank; ++dim) {
    Value start = importer.toIndex((*starts)[dim]), limit = importer.toIndex((*limits)[dim]);
    Value length = importer.fold<arith::SubIOp>(limit, start);
    Value count = importer.fold<arith::CeilDivSIOp>(length, importer.toIndex((*strides)[dim]));
    sizes.push_back(getAsOpFoldResult(count));
  }
  useResultType(importer, op, sizes);
  return importer.set(op, importer.create<tensor::ExtractSliceOp>(x, *starts, sizes, *strides));
}

void chad::stablehlo::addDynamicShapeRules(RuleTable &rules) {
  rules["stablehlo.get_dimension_size"] = importGetDimensionSize;
  rules["stablehlo.set_dimension_size"] = importSetDimensionSize;
  rules["stablehlo.dynamic_broadcast_in_dim"] = importDynamicBroadcast;
  rules["stablehlo.dynamic_reshape"] = importDynamicReshape;
  rules["stablehlo.dynamic_iota"] = importDynamicIota;
  rules["stablehlo.dynamic_pad"] = importDynamicPad;
  rules["stablehlo.real_dynamic_slice"] = importRealDynamicSlice;
}

//===- Indexing.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Slices at indices that the program computes, and gathers.
//
// A gather reads slices of an array at places that an array of indices gives. The indexed
// dimensions of the array are moved to the front and merged into one. The gather then is a
// `chad.gather` of rows, each at one index, and its transpose is a scatter of rows.

#include "Indexing.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

using utils::IteratorType;

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// Returns the first index of a slice of `size` elements in dimension `dim`: the operand, clamped
/// so that the slice lies within the dimension.
static OpFoldResult clampStart(Importer &importer, Operation *op, unsigned operand, Value tensor,
                               int64_t dim, OpFoldResult size) {
  Value start = importer.operand(op, operand);
  OpFoldResult extent = importer.size(tensor, dim);
  std::optional<int64_t> whole = getConstantIntValue(extent), part = getConstantIntValue(size);
  OpBuilder &builder = importer.builder;
  if (whole && part && *whole == *part)
    return builder.getIndexAttr(0);
  if (const Importer::Counter *counter = importer.getCounter(start)) {
    std::optional<int64_t> count;
    if (counter->extent)
      count = getConstantIntValue(counter->extent);
    if (whole && part && count && *count <= *whole - *part + 1)
      return counter->index;
  }
  Value index = importer.castToIndex(start, importer.isUnsigned(op, operand));
  APInt known;
  if (whole && part && matchPattern(index, m_ConstantInt(&known)))
    return builder.getIndexAttr(std::clamp<int64_t>(known.getSExtValue(), 0, *whole - *part));
  Value last = importer.fold<arith::SubIOp>(importer.toIndex(extent), importer.toIndex(size));
  return importer.clampIndex(index, importer.index(0), last);
}

/// Checks the operands from number `first` on, which must be scalar indices, one for each dimension
/// of a tensor.
static LogicalResult checkStarts(Importer &importer, Operation *op, unsigned first, int64_t rank) {
  if (static_cast<int64_t>(op->getNumOperands()) != first + rank)
    return importer.error(op, "needs an index per dimension, " + Twine(rank));
  for (unsigned i = first; i < op->getNumOperands(); ++i)
    if (!isa<IntegerType, IndexType>(importer.operand(op, i).getType()))
      return importer.error(op, "has an index of type ") << op->getOperand(i).getType();
  return success();
}

static LogicalResult importDynamicSlice(Importer &importer, Operation *op) {
  auto extents = importer.integers(op, "slice_sizes");
  if (op->getNumOperands() < 1 || failed(importer.expect(op, op->getNumOperands())) ||
      failed(extents))
    return failure();
  Value x = importer.operand(op, 0);
  int64_t rank = rankOf(x);
  if (failed(checkStarts(importer, op, 1, rank)))
    return failure();
  if (static_cast<int64_t>(extents->size()) != rank)
    return importer.error(op, "needs an extent per dimension, " + Twine(rank));
  if (rank == 0)
    return importer.set(op, x);
  SmallVector<OpFoldResult> offsets, sizes;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t extent = cast<RankedTensorType>(x.getType()).getDimSize(dim);
    if ((*extents)[dim] < 0 || (!ShapedType::isDynamic(extent) && (*extents)[dim] > extent))
      return importer.error(op, "has a slice that is larger than dimension " + Twine(dim));
    sizes.push_back(importer.builder.getIndexAttr((*extents)[dim]));
    offsets.push_back(clampStart(importer, op, dim + 1, x, dim, sizes.back()));
  }
  return importer.set(op, importer.slice(x, offsets, sizes));
}

static LogicalResult importDynamicUpdateSlice(Importer &importer, Operation *op) {
  if (op->getNumOperands() < 2 || failed(importer.expect(op, op->getNumOperands())))
    return failure();
  Value x = importer.operand(op, 0), update = importer.operand(op, 1);
  int64_t rank = rankOf(x);
  if (rankOf(update) != rank ||
      getElementTypeOrSelf(update.getType()) != getElementTypeOrSelf(x.getType()))
    return importer.error(op, "needs an update of the rank and the type of the array");
  if (failed(checkStarts(importer, op, 2, rank)))
    return failure();
  if (rank == 0)
    return importer.set(op, update);
  SmallVector<OpFoldResult> offsets, sizes = importer.sizes(update);
  auto type = cast<RankedTensorType>(x.getType());
  bool isWhole = type == update.getType() && type.hasStaticShape();
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<int64_t> part = getConstantIntValue(sizes[dim]);
    if (part && !type.isDynamicDim(dim) && *part > type.getDimSize(dim))
      return importer.error(op, "has an update that is larger than dimension " + Twine(dim));
    offsets.push_back(clampStart(importer, op, dim + 2, x, dim, sizes[dim]));
  }
  if (isWhole)
    return importer.set(op, update);
  if (llvm::any_of(sizes, isZeroInteger))
    return importer.set(op, x);
  SmallVector<OpFoldResult> strides(rank, importer.builder.getIndexAttr(1));
  return importer.set(op,
                      importer.create<tensor::InsertSliceOp>(update, x, offsets, sizes, strides));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

FailureOr<Value> chad::stablehlo::makePlaces(Importer &importer, Operation *op, Value indices,
                                             bool isUnsigned, int64_t vectorDim, Value array,
                                             ArrayRef<IndexedDim> dims, bool clamps) {
  OpBuilder &builder = importer.builder;
  indices = importer.asTensor(indices);
  auto type = cast<RankedTensorType>(indices.getType());
  int64_t rank = type.getRank();
  if (!isa<IntegerType, IndexType>(type.getElementType()))
    return importer.error(op, "has indices of type ") << type;
  if (vectorDim < 0 || vectorDim > rank)
    return importer.error(op, "has an index_vector_dim that its indices do not have");
  bool hasVectors = vectorDim < rank;
  int64_t numComponents = hasVectors ? type.getDimSize(vectorDim) : 1;
  SmallVector<OpFoldResult> sizes, batch;
  SmallVector<int64_t> batchDims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!hasVectors || dim != vectorDim) {
      batchDims.push_back(dim);
      batch.push_back(importer.size(indices, dim));
    }
  sizes = batch;
  // The loops over windows follow those over the batch.
  SmallVector<int64_t> windowLoop;
  for (const IndexedDim &dim : dims) {
    windowLoop.push_back(dim.isInWindow ? static_cast<int64_t>(sizes.size()) : -1);
    if (dim.isInWindow)
      sizes.push_back(dim.extent);
  }
  int64_t numLoops = sizes.size();
  // The components of the indices, each of which is an array over the batch.
  SmallVector<Value> inputs;
  SmallVector<int64_t> inputOf;
  for (const IndexedDim &dim : dims) {
    if (dim.component >= numComponents ||
        (dim.component >= 0 && ShapedType::isDynamic(numComponents)) ||
        dim.batchDim >= static_cast<int64_t>(batch.size()))
      return importer.error(op, "indexes dimensions by components that its indices do not have");
    inputOf.push_back(dim.component < 0 ? -1 : static_cast<int64_t>(inputs.size()));
    if (dim.component < 0)
      continue;
    Value component = indices;
    if (hasVectors) {
      SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
      SmallVector<OpFoldResult> extents = importer.sizes(indices);
      SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
      offsets[vectorDim] = builder.getIndexAttr(dim.component);
      extents[vectorDim] = builder.getIndexAttr(1);
      SmallVector<int64_t> shape;
      for (int64_t i : batchDims)
        shape.push_back(type.getDimSize(i));
      component = importer.create<tensor::ExtractSliceOp>(
          RankedTensorType::get(shape, type.getElementType()), indices, offsets, extents, strides);
    }
    inputs.push_back(component);
  }
  SmallVector<AffineExpr> batchExprs;
  for (size_t i = 0; i < batch.size(); ++i)
    batchExprs.push_back(builder.getAffineDimExpr(i));
  SmallVector<AffineMap> maps(inputs.size(),
                              AffineMap::get(numLoops, 0, batchExprs, builder.getContext()));
  maps.push_back(builder.getMultiDimIdentityMap(numLoops));
  SmallVector<IteratorType> iterators(numLoops, IteratorType::parallel);
  Value place = importer.empty(sizes, builder.getIndexType());
  auto results = importer.generic(
      inputs, place, maps, iterators, [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
        Value zero = importer.index(0), flat = zero;
        Value isInside = importer.constant(builder.getI1Type(), 1);
        for (auto [i, dim] : llvm::enumerate(dims)) {
          Value extent = importer.sizeValue(array, dim.dim), at = zero;
          if (inputOf[i] >= 0) {
            at = importer.castToIndex(args[inputOf[i]], isUnsigned);
            if (clamps) {
              Value last = importer.fold<arith::SubIOp>(extent, importer.toIndex(dim.extent));
              at = importer.clampIndex(at, zero, last);
            }
          } else if (dim.batchDim >= 0) {
            at = importer.create<linalg::IndexOp>(dim.batchDim);
          }
          if (!clamps && inputOf[i] >= 0) {
            // If a part of the window is out of bounds, the whole window is skipped.
            Value last = importer.fold<arith::SubIOp>(extent, importer.toIndex(dim.extent));
            Value isFirst = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::sge, at, zero);
            Value isLast = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::sle, at, last);
            isInside = importer.fold<arith::AndIOp>(isInside,
                                                    importer.fold<arith::AndIOp>(isFirst, isLast));
          }
          if (windowLoop[i] >= 0 && !isConstantIntValue(dim.extent, 1))
            at = importer.fold<arith::AddIOp>(at, importer.create<linalg::IndexOp>(windowLoop[i]));
          flat = importer.fold<arith::AddIOp>(importer.fold<arith::MulIOp>(flat, extent), at);
        }
        if (!clamps)
          flat = importer.fold<arith::SelectOp>(isInside, flat, importer.index(-1));
        return SmallVector<Value>{flat};
      });
  if (failed(results))
    return failure();
  return results->front();
}

Value chad::stablehlo::toRows(Importer &importer, Value array, ArrayRef<int64_t> front,
                              ArrayRef<int64_t> back) {
  SmallVector<int64_t> order(front);
  llvm::append_range(order, back);
  array = importer.transpose(array, order);
  return importer.collapse(array, 0, front.size());
}

IndexVectors::IndexVectors(ArrayRef<int64_t> vector, ArrayRef<int64_t> starts,
                           ArrayRef<int64_t> absent, ArrayRef<int64_t> batching,
                           int64_t indicesRank)
    : dim(vector.empty() ? 0 : vector.front()),
      batchRank(indicesRank - (dim < indicesRank ? 1 : 0)), indexed(starts), dropped(absent) {
  llvm::append_range(indexed, batching);
  llvm::append_range(dropped, batching);
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

static LogicalResult importGatherOf(Importer &importer, Operation *op,
                                    ArrayRef<OpFoldResult> sliceSizes) {
  auto fields = importer.fields(op, "dimension_numbers", "gather");
  if (failed(fields))
    return failure();
  Value x = importer.asTensor(importer.operand(op, 0)), indices = importer.operand(op, 1);
  auto type = cast<RankedTensorType>(x.getType());
  int64_t rank = type.getRank(), indicesRank = rankOf(indices);
  SmallVector<int64_t> offsetDims = fields->lookup("offset_dims");
  SmallVector<int64_t> collapsed = fields->lookup("collapsed_slice_dims");
  SmallVector<int64_t> batching = fields->lookup("operand_batching_dims");
  SmallVector<int64_t> indicesBatching = fields->lookup("start_indices_batching_dims");
  SmallVector<int64_t> startMap = fields->lookup("start_index_map");
  IndexVectors vectors(fields->lookup("index_vector_dim"), startMap, collapsed, batching,
                       indicesRank);
  int64_t vectorDim = vectors.dim, batchRank = vectors.batchRank;
  ArrayRef<int64_t> indexed = vectors.indexed, dropped = vectors.dropped;
  int64_t resultRank = batchRank + rank - static_cast<int64_t>(dropped.size());
  if (failed(importer.checkDims(op, indexed, rank, "start_index_map or operand_batching_dims")) ||
      failed(importer.checkDims(op, dropped, rank, "collapsed_slice_dims")) ||
      failed(importer.checkDims(op, offsetDims, resultRank, "offset_dims")) ||
      failed(importer.checkDims(op, indicesBatching, indicesRank, "start_indices_batching_dims")))
    return failure();
  if (static_cast<int64_t>(sliceSizes.size()) != rank ||
      batching.size() != indicesBatching.size() ||
      static_cast<int64_t>(offsetDims.size() + dropped.size()) != rank)
    return importer.error(op, "has numbers of dimensions that do not fit together");
  OpBuilder &builder = importer.builder;
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<int64_t> size = getConstantIntValue(sliceSizes[dim]);
    bool isDropped = llvm::is_contained(dropped, dim);
    if (size ? *size < 0 || (!type.isDynamicDim(dim) && *size > type.getDimSize(dim)) ||
                   (*size > 1 && isDropped)
             : isDropped)
      return importer.error(op,
                            "has a slice size for dimension " + Twine(dim) + " that does not fit");
  }
  // An array without elements has no rows to read.
  auto resultType = dyn_cast<RankedTensorType>(importer.resultType(op));
  if (resultType && resultType.hasStaticShape() && resultType.getNumElements() == 0) {
    Value zero = importer.constant(type.getElementType(), 0);
    return importer.set(op, importer.splat(zero, getAsIndexOpFoldResult(builder.getContext(),
                                                                        resultType.getShape())));
  }
  SmallVector<IndexedDim> dims;
  SmallVector<int64_t> front, back, windowDims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    const int64_t *start = llvm::find(startMap, dim), *batch = llvm::find(batching, dim);
    if (start == startMap.end() && batch == batching.end()) {
      back.push_back(dim);
      continue;
    }
    IndexedDim info{dim, -1, -1, sliceSizes[dim], !llvm::is_contained(dropped, dim)};
    if (start != startMap.end()) {
      info.component = start - startMap.begin();
    } else {
      int64_t at = indicesBatching[batch - batching.begin()];
      info.batchDim = at - (at > vectorDim ? 1 : 0);
    }
    dims.push_back(info);
    front.push_back(dim);
    if (info.isInWindow)
      windowDims.push_back(dim);
  }
  auto places = makePlaces(importer, op, indices, importer.isUnsigned(op, 1), vectorDim, x, dims,
                           /*clamps=*/true);
  if (failed(places))
    return failure();
  // In the other dimensions, slices begin at the first element.
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)), sizes = importer.sizes(x);
  for (int64_t dim : back)
    sizes[dim] = sliceSizes[dim];
  Value rows = toRows(importer, importer.slice(x, offsets, sizes), front, back);
  bool isSingle = rankOf(*places) == 0;
  Value read = *places;
  if (isSingle)
    read = importer.reshape(importer.asScalar(read), OpFoldResult(builder.getIndexAttr(1)));
  SmallVector<int64_t> shape(cast<RankedTensorType>(read.getType()).getShape());
  llvm::append_range(shape, cast<RankedTensorType>(rows.getType()).getShape().drop_front());
  Value result =
      importer.create<GatherOp>(RankedTensorType::get(shape, type.getElementType()), rows, read);
  if (isSingle)
    result =
        importer.asTensor(importer.reshape(result, ArrayRef(importer.sizes(result)).drop_front()));
  // The array of rows has the batch dimensions, the window dimensions, and then the other
  // dimensions. Collapsed dimensions have extent 1.
  SmallVector<int64_t> order(resultRank, -1), kept;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(dropped, dim))
      kept.push_back(dim);
  int64_t numWindows = windowDims.size();
  SmallVector<int64_t> unindexed;
  SmallVector<OpFoldResult> target = importer.sizes(result);
  SmallVector<OpFoldResult> leftSizes(ArrayRef(target).take_front(batchRank + numWindows));
  for (auto [i, dim] : llvm::enumerate(back))
    if (!llvm::is_contained(dropped, dim)) {
      unindexed.push_back(dim);
      leftSizes.push_back(target[batchRank + numWindows + i]);
    }
  if (unindexed.size() != back.size())
    result = importer.asTensor(importer.reshape(result, leftSizes));
  llvm::sort(offsetDims);
  for (auto [offset, dim] : llvm::zip_equal(offsetDims, kept)) {
    const int64_t *window = llvm::find(windowDims, dim);
    order[offset] = window != windowDims.end()
                        ? batchRank + (window - windowDims.begin())
                        : batchRank + numWindows + (llvm::find(unindexed, dim) - unindexed.begin());
  }
  int64_t batch = 0;
  for (int64_t &from : order)
    if (from < 0)
      from = batch++;
  return importer.set(op, importer.transpose(result, order));
}

static LogicalResult importGather(Importer &importer, Operation *op) {
  auto sizes = importer.integers(op, "slice_sizes");
  if (failed(importer.expect(op, 2)) || failed(sizes))
    return failure();
  return importGatherOf(importer, op,
                        getAsIndexOpFoldResult(importer.builder.getContext(), *sizes));
}

/// Imports a gather for which the sizes of the slices are an operand.
static LogicalResult importDynamicGather(Importer &importer, Operation *op) {
  FailureOr<SmallVector<OpFoldResult>> sizes = failure();
  if (failed(importer.expect(op, 3)) || failed(sizes = importer.extents(op, 2)))
    return failure();
  return importGatherOf(importer, op, *sizes);
}

/// y[b, u, i, v] = x[b, u, indices[b, i], v], where b stands for `batch_dims` dimensions, and the
/// indexed dimension has number `dim`.
static LogicalResult importTorchIndexSelect(Importer &importer, Operation *op) {
  auto dim = importer.integer(op, "dim"), batch = importer.integer(op, "batch_dims");
  if (failed(importer.expect(op, 2)) || failed(dim) || failed(batch))
    return failure();
  Value x = importer.asTensor(importer.operand(op, 0)), indices = importer.operand(op, 1);
  int64_t rank = rankOf(x), indicesRank = rankOf(indices);
  // Negative numbers count from the last dimension.
  int64_t at = *dim < 0 ? *dim + rank : *dim;
  int64_t numBatch = *batch < 0 ? *batch + indicesRank : *batch;
  if (at < 0 || at >= rank || numBatch < 0 || numBatch > at || numBatch > indicesRank)
    return importer.error(op,
                          "indexes a dimension that the array does not have, or one of the batch");
  OpBuilder &builder = importer.builder;
  OpFoldResult one = builder.getIndexAttr(1);
  SmallVector<IndexedDim> dims;
  SmallVector<int64_t> front, back;
  for (int64_t i = 0; i < rank; ++i) {
    if (i >= numBatch && i != at) {
      back.push_back(i);
      continue;
    }
    front.push_back(i);
    dims.push_back({i, i == at ? 0 : -1, i == at ? -1 : i, one, false});
  }
  auto places = makePlaces(importer, op, indices, importer.isUnsigned(op, 1), indicesRank, x, dims,
                           /*clamps=*/true);
  if (failed(places))
    return failure();
  Value rows = toRows(importer, x, front, back), read = *places;
  if (indicesRank == 0)
    read = importer.reshape(importer.asScalar(read), OpFoldResult(one));
  SmallVector<int64_t> shape(cast<RankedTensorType>(read.getType()).getShape());
  llvm::append_range(shape, cast<RankedTensorType>(rows.getType()).getShape().drop_front());
  Type element = getElementTypeOrSelf(x.getType());
  Value result = importer.create<GatherOp>(RankedTensorType::get(shape, element), rows, read);
  if (indicesRank == 0)
    result =
        importer.asTensor(importer.reshape(result, ArrayRef(importer.sizes(result)).drop_front()));
  // The gathered array has the dimensions of the indices, then the dimensions of x that are not
  // indexed.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, numBatch));
  int64_t numBefore = at - numBatch, numBack = back.size();
  llvm::append_range(order, llvm::seq<int64_t>(indicesRank, indicesRank + numBefore));
  llvm::append_range(order, llvm::seq<int64_t>(numBatch, indicesRank));
  llvm::append_range(order, llvm::seq<int64_t>(indicesRank + numBefore, indicesRank + numBack));
  return importer.set(op, importer.transpose(result, order));
}

void chad::stablehlo::addIndexingRules(RuleTable &rules) {
  rules["stablehlo.dynamic_slice"] = importDynamicSlice;
  rules["stablehlo.dynamic_update_slice"] = importDynamicUpdateSlice;
  rules["stablehlo.gather"] = importGather;
  rules["stablehlo.dynamic_gather"] = importDynamicGather;
  rules["stablehlo.torch_index_select"] = importTorchIndexSelect;
}

//===- Scatters.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Scatters: arrays of updates are combined with an array, at places that an array of indices
// names. Slices that do not lie within the array are skipped.

#include "Indexing.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Whether the body returns the update, its second argument.
static bool isOverwrite(Region &region) {
  if (!region.hasOneBlock() || region.front().getNumArguments() != 2)
    return false;
  Block &block = region.front();
  return llvm::hasSingleElement(block) && block.front().getNumOperands() == 1 &&
         block.front().getOperand(0) == block.getArgument(1);
}

static bool isSum(Region &region) { return isReduction(region, "stablehlo.add"); }

bool chad::stablehlo::isRowwise(Operation *op, unsigned region) {
  return op->getNumRegions() > region && op->getNumResults() == 1 &&
         ((isSum(op->getRegion(region)) &&
           isa<FloatType>(getElementTypeOrSelf(op->getResult(0)))) ||
          isOverwrite(op->getRegion(region)));
}

/// Returns a callback for builders of ops with regions: it calls `body` while the importer's
/// insertion point is at the end of the new region.
static auto inside(Importer &importer, llvm::function_ref<void(ValueRange)> body) {
  return [&importer, body](OpBuilder &nested, Location, ValueRange args) {
    OpBuilder::InsertionGuard guard(importer.builder);
    importer.builder.restoreInsertionPoint(nested.saveInsertionPoint());
    body(args);
  };
}

//===----------------------------------------------------------------------===//
// Ways to combine
//===----------------------------------------------------------------------===//

/// A scatter that adds is `chad.scatter_add`. A skipped update adds zeros to the first row.
static Value scatterSum(Importer &importer, Value array, Value places, Value updates) {
  auto row = cast<RankedTensorType>(updates.getType());
  OpBuilder &builder = importer.builder;
  Value zero = importer.index(0);
  auto safe = MapOp::create(
      builder, importer.loc(), ValueRange{places, updates}, inside(importer, [&](ValueRange args) {
        Value isInside = importer.create<arith::CmpIOp>(arith::CmpIPredicate::sge, args[0], zero);
        Value place = importer.create<arith::MaxSIOp>(args[0], zero);
        Value nothing = importer.constant(args[1].getType(), 0, args[1]);
        Value update = importer.create<arith::SelectOp>(isInside, args[1], nothing);
        importer.create<YieldOp>(ValueRange{place, update});
      }));
  Value values = safe.getResult(1);
  if (values.getType() != row)
    values = importer.create<tensor::CastOp>(row, values);
  return importer.create<ScatterAddOp>(values, array, safe.getResult(0));
}

/// A scatter that overwrites. First the number of the last update at each place is computed: an
/// integer, which has no derivative. Then each row with an update becomes that update.
static Value scatterOverwrite(Importer &importer, Value array, Value places, Value updates) {
  OpBuilder &builder = importer.builder;
  Value zero = importer.index(0), one = importer.index(1), none = importer.index(-1);
  Value count = importer.sizeValue(places, 0);
  Value start = importer.splat(none, importer.size(array, 0));
  auto loop = importer.create<scf::ForOp>(zero, count, one, start);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value number = loop.getInductionVar(), last = loop.getRegionIterArg(0);
    Value place = importer.create<tensor::ExtractOp>(places, number);
    Value isInside = importer.create<arith::CmpIOp>(arith::CmpIPredicate::sge, place, zero);
    auto next = importer.create<scf::IfOp>(
        isInside,
        [&](OpBuilder &nested, Location loc) {
          Value changed = tensor::InsertOp::create(nested, loc, number, last, place);
          scf::YieldOp::create(nested, loc, changed);
        },
        [&](OpBuilder &nested, Location loc) { scf::YieldOp::create(nested, loc, last); });
    importer.create<scf::YieldOp>(next.getResults());
  }
  auto type = cast<RankedTensorType>(updates.getType());
  auto result = MapOp::create(
      builder, importer.loc(), ValueRange{loop.getResult(0), array},
      inside(importer, [&](ValueRange args) {
        Value number = args[0], row = args[1];
        Value isWritten = importer.create<arith::CmpIOp>(arith::CmpIPredicate::sge, number, zero);
        auto choice = importer.create<scf::IfOp>(
            isWritten,
            [&](OpBuilder &nested, Location loc) {
              OpBuilder::InsertionGuard guard(builder);
              builder.restoreInsertionPoint(nested.saveInsertionPoint());
              Value update;
              if (type.getRank() == 1) {
                update = importer.create<tensor::ExtractOp>(updates, number);
              } else {
                SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
                SmallVector<OpFoldResult> sizes = importer.sizes(updates);
                SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
                offsets.front() = number;
                sizes.front() = builder.getIndexAttr(1);
                auto rowType = cast<RankedTensorType>(row.getType());
                auto read =
                    RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
                update =
                    importer.create<tensor::ExtractSliceOp>(read, updates, offsets, sizes, strides);
                if (read != rowType)
                  update = importer.create<tensor::CastOp>(rowType, update);
              }
              importer.create<scf::YieldOp>(update);
            },
            [&](OpBuilder &nested, Location loc) { scf::YieldOp::create(nested, loc, row); });
        importer.create<YieldOp>(choice.getResults());
      }));
  return result.getResult(0);
}

/// Returns the unit of a reduction whose body is one op with a unit; null for any other body. Such
/// a scatter is a reduction per bin.
static Value getUnit(Importer &importer, Operation *op, Region &region, Type element) {
  double infinity = std::numeric_limits<double>::infinity();
  if (isa<ComplexType>(element))
    return nullptr;
  if (isReduction(region, "stablehlo.multiply") && !element.isInteger(1))
    return importer.constant(element, 1);
  if (isReduction(region, "stablehlo.add") && !element.isInteger(1))
    return importer.constant(element, 0);
  bool isMinimum = isReduction(region, "stablehlo.minimum");
  if (!isMinimum && !isReduction(region, "stablehlo.maximum"))
    return nullptr;
  if (isa<FloatType>(element))
    return importer.constant(element, isMinimum ? infinity : -infinity);
  Type source = getElementTypeOrSelf(region.front().getArgument(0).getType());
  unsigned width = element.getIntOrFloatBitWidth();
  if (source.isUnsignedInteger() || element.isInteger(1))
    return importer.integerConstant(element, isMinimum ? APInt::getMaxValue(width)
                                                       : APInt::getMinValue(width));
  return importer.integerConstant(element, isMinimum ? APInt::getSignedMaxValue(width)
                                                     : APInt::getSignedMinValue(width));
}

/// A scatter whose body has a unit: first the updates of each place are reduced, then the results
/// are combined with the array.
static FailureOr<Value> scatterReduction(Importer &importer, Operation *op, unsigned region,
                                         Value array, Value places, Value updates, Value unit) {
  OpBuilder &builder = importer.builder;
  bool hasFailed = false;
  auto combine = [&](ValueRange args) {
    auto results = importer.importRegion(op, region, args);
    hasFailed |= failed(results) || results->size() != 1;
    importer.create<YieldOp>(hasFailed ? args.front() : results->front());
  };
  auto hist =
      importer.create<HistOp>(TypeRange{array.getType()}, places, importer.sizeValue(array, 0),
                              ValueRange{updates}, ValueRange{unit});
  {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types(2, unit.getType());
    SmallVector<Location> locs(2, importer.loc());
    Block *block = builder.createBlock(&hist.getRegion(), {}, types, locs);
    combine(block->getArguments());
  }
  auto result = MapOp::create(builder, importer.loc(), ValueRange{array, hist.getResult(0)},
                              inside(importer, combine));
  if (hasFailed)
    return failure();
  return result.getResult(0);
}

/// A scatter with any body: a loop that applies one update after the other.
static FailureOr<SmallVector<Value>> scatterInOrder(Importer &importer, Operation *op,
                                                    unsigned region, ValueRange arrays,
                                                    Value places, ValueRange updates) {
  OpBuilder &builder = importer.builder;
  Value zero = importer.index(0), one = importer.index(1);
  auto loop = importer.create<scf::ForOp>(zero, importer.sizeValue(places, 0), one, arrays);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  Value place = importer.create<tensor::ExtractOp>(places, number);
  Value isInside = importer.create<arith::CmpIOp>(arith::CmpIPredicate::sge, place, zero);
  bool hasFailed = false;
  auto next = importer.create<scf::IfOp>(
      isInside,
      [&](OpBuilder &nested, Location) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        SmallVector<Value> args, changed(loop.getRegionIterArgs());
        for (Value array : loop.getRegionIterArgs())
          args.push_back(importer.create<tensor::ExtractOp>(array, place));
        for (Value update : updates)
          args.push_back(importer.create<tensor::ExtractOp>(update, number));
        auto results = importer.importRegion(op, region, args);
        hasFailed = failed(results) || results->size() != changed.size();
        if (!hasFailed)
          for (auto [array, value] : llvm::zip_equal(changed, *results))
            array = importer.create<tensor::InsertOp>(value, array, place);
        importer.create<scf::YieldOp>(changed);
      },
      [&](OpBuilder &nested, Location loc) {
        scf::YieldOp::create(nested, loc, loop.getRegionIterArgs());
      });
  importer.create<scf::YieldOp>(next.getResults());
  if (hasFailed)
    return failure();
  return llvm::to_vector_of<Value>(loop.getResults());
}

FailureOr<SmallVector<Value>> chad::stablehlo::scatterInto(Importer &importer, Operation *op,
                                                           unsigned region, ValueRange arrays,
                                                           Value places, ValueRange updates) {
  Region &body = op->getRegion(region);
  if (arrays.size() == 1) {
    Value array = arrays.front(), update = updates.front();
    Type element = getElementTypeOrSelf(array.getType());
    // An array without elements stays as it is.
    if (auto type = cast<RankedTensorType>(array.getType());
        type.hasStaticShape() && type.getNumElements() == 0)
      return SmallVector<Value>{array};
    if (isOverwrite(body))
      return SmallVector<Value>{scatterOverwrite(importer, array, places, update)};
    if (isSum(body) && isa<FloatType>(element))
      return SmallVector<Value>{scatterSum(importer, array, places, update)};
    if (auto pair = dyn_cast<ComplexType>(element); pair && isSum(body)) {
      // The real and the imaginary part of a sum are the sums of the parts.
      Type part = pair.getElementType();
      auto sumOf = [&](auto take) {
        return scatterSum(importer, importer.mapElements(array, part, take), places,
                          importer.mapElements(update, part, take));
      };
      Value re =
          sumOf([&](ValueRange args) -> Value { return importer.create<complex::ReOp>(args[0]); });
      Value im =
          sumOf([&](ValueRange args) -> Value { return importer.create<complex::ImOp>(args[0]); });
      return SmallVector<Value>{importer.mapElements({re, im}, pair, [&](ValueRange args) -> Value {
        return importer.create<complex::CreateOp>(pair, args[0], args[1]);
      })};
    }
    if (cast<RankedTensorType>(array.getType()).getRank() == 1) {
      if (Value unit = getUnit(importer, op, body, element)) {
        auto result = scatterReduction(importer, op, region, array, places, update, unit);
        if (failed(result))
          return failure();
        return SmallVector<Value>{*result};
      }
    }
  }
  return scatterInOrder(importer, op, region, arrays, places, updates);
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

static LogicalResult importScatter(Importer &importer, Operation *op) {
  unsigned numOperands = op->getNumOperands();
  if (numOperands % 2 == 0 || numOperands < 3)
    return importer.error(op, "needs arrays, indices, and as many updates as arrays");
  unsigned numArrays = numOperands / 2;
  if (failed(importer.expect(op, numOperands, numArrays, 1)))
    return failure();
  auto fields = importer.fields(op, "scatter_dimension_numbers", "scatter");
  if (failed(fields))
    return failure();
  SmallVector<Value> all = importer.operands(op), arrays, updates;
  for (unsigned i = 0; i < numArrays; ++i) {
    arrays.push_back(importer.asTensor(all[i]));
    updates.push_back(importer.asTensor(all[numArrays + 1 + i]));
  }
  Value indices = importer.asTensor(all[numArrays]);
  auto type = cast<RankedTensorType>(arrays.front().getType());
  auto updateType = cast<RankedTensorType>(updates.front().getType());
  for (unsigned i = 0; i < numArrays; ++i) {
    auto array = cast<RankedTensorType>(arrays[i].getType());
    auto update = cast<RankedTensorType>(updates[i].getType());
    if (array.getShape() != type.getShape() || update.getShape() != updateType.getShape() ||
        array.getElementType() != update.getElementType())
      return importer.error(op, "has arrays or updates of different shapes or types");
  }
  // Without updates, the arrays stay as they are.
  if (llvm::is_contained(updateType.getShape(), 0)) {
    for (auto [i, array] : llvm::enumerate(arrays))
      if (failed(importer.set(op, i, array)))
        return failure();
    return success();
  }
  int64_t rank = type.getRank(), updateRank = updateType.getRank();
  int64_t indicesRank = cast<RankedTensorType>(indices.getType()).getRank();
  SmallVector<int64_t> windowDims = fields->lookup("update_window_dims");
  SmallVector<int64_t> inserted = fields->lookup("inserted_window_dims");
  SmallVector<int64_t> batching = fields->lookup("input_batching_dims");
  SmallVector<int64_t> indicesBatching = fields->lookup("scatter_indices_batching_dims");
  SmallVector<int64_t> startMap = fields->lookup("scatter_dims_to_operand_dims");
  IndexVectors vectors(fields->lookup("index_vector_dim"), startMap, inserted, batching,
                       indicesRank);
  int64_t vectorDim = vectors.dim, batchRank = vectors.batchRank;
  ArrayRef<int64_t> indexed = vectors.indexed, dropped = vectors.dropped;
  if (failed(importer.checkDims(op, indexed, rank, "scatter_dims_to_operand_dims")) ||
      failed(importer.checkDims(op, dropped, rank, "inserted_window_dims")) ||
      failed(importer.checkDims(op, windowDims, updateRank, "update_window_dims")) ||
      failed(importer.checkDims(op, indicesBatching, indicesRank, "scatter_indices_batching_dims")))
    return failure();
  if (batching.size() != indicesBatching.size() ||
      static_cast<int64_t>(windowDims.size() + dropped.size()) != rank ||
      updateRank != batchRank + static_cast<int64_t>(windowDims.size()))
    return importer.error(op, "has numbers of dimensions that do not fit together");
  // The extents of the slices.
  OpBuilder &builder = importer.builder;
  llvm::sort(windowDims);
  SmallVector<OpFoldResult> extents(rank, builder.getIndexAttr(1));
  SmallVector<int64_t> updateDimOf(rank, -1);
  int64_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (llvm::is_contained(dropped, dim))
      continue;
    updateDimOf[dim] = windowDims[next++];
    extents[dim] = importer.size(updates.front(), updateDimOf[dim]);
    std::optional<int64_t> extent = getConstantIntValue(extents[dim]);
    if (extent && !type.isDynamicDim(dim) && *extent > type.getDimSize(dim))
      return importer.error(op, "has a window that is larger than dimension " + Twine(dim));
  }
  bool isByRow = isRowwise(op, 0);
  SmallVector<IndexedDim> dims;
  SmallVector<int64_t> front, back, order;
  for (int64_t dim = 0; dim < updateRank; ++dim)
    if (!llvm::is_contained(windowDims, dim))
      order.push_back(dim);
  // The batch dimensions of the updates must have the extents of those of the indices.
  auto indicesType = cast<RankedTensorType>(indices.getType());
  for (int64_t i = 0; i < batchRank; ++i) {
    int64_t from = vectorDim < indicesRank && i >= vectorDim ? i + 1 : i;
    if (failed(verifyCompatibleShape({indicesType.getDimSize(from)},
                                     {updateType.getDimSize(order[i])})))
      return importer.error(op, "has updates and indices of different batches");
  }
  for (int64_t dim = 0; dim < rank; ++dim) {
    const int64_t *start = llvm::find(startMap, dim), *batch = llvm::find(batching, dim);
    bool isIndexed = start != startMap.end() || batch != batching.end();
    std::optional<int64_t> extent = getConstantIntValue(extents[dim]);
    bool isWhole = extent && *extent == type.getDimSize(dim);
    if (!isIndexed && isByRow && isWhole && updateDimOf[dim] >= 0) {
      back.push_back(dim);
      continue;
    }
    IndexedDim info{dim, -1, -1, extents[dim], updateDimOf[dim] >= 0};
    if (start != startMap.end()) {
      info.component = start - startMap.begin();
    } else if (batch != batching.end()) {
      int64_t at = indicesBatching[batch - batching.begin()];
      info.batchDim = at - (at > vectorDim ? 1 : 0);
    }
    dims.push_back(info);
    front.push_back(dim);
  }
  auto places = makePlaces(importer, op, indices, importer.isUnsigned(op, numArrays), vectorDim,
                           arrays.front(), dims, /*clamps=*/false);
  if (failed(places))
    return failure();
  int64_t placesRank = cast<RankedTensorType>(places->getType()).getRank();
  Value flatPlaces = importer.collapse(*places, 0, placesRank);
  SmallVector<int64_t> updateBack;
  for (const IndexedDim &dim : dims)
    if (dim.isInWindow)
      order.push_back(updateDimOf[dim.dim]);
  for (int64_t dim : back)
    updateBack.push_back(updateDimOf[dim]);
  SmallVector<Value> rows, updateRows;
  for (auto [array, update] : llvm::zip_equal(arrays, updates)) {
    rows.push_back(toRows(importer, array, front, back));
    updateRows.push_back(toRows(importer, update, order, updateBack));
  }
  auto results = scatterInto(importer, op, 0, rows, flatPlaces, updateRows);
  if (failed(results))
    return importer.error(op, "has a body that does not combine its elements");
  // Restore the order and the extents of the array's dimensions.
  SmallVector<int64_t> forth(front), backwards(rank);
  llvm::append_range(forth, back);
  SmallVector<OpFoldResult> sizes;
  for (auto [i, dim] : llvm::enumerate(forth)) {
    sizes.push_back(importer.size(arrays.front(), dim));
    backwards[dim] = i;
  }
  for (auto [i, result] : llvm::enumerate(*results)) {
    Value whole = importer.asTensor(importer.reshape(result, sizes));
    if (failed(importer.set(op, i, importer.transpose(whole, backwards))))
      return failure();
  }
  return success();
}

void chad::stablehlo::addScatterRules(RuleTable &rules) {
  rules["stablehlo.scatter"] = importScatter;
}

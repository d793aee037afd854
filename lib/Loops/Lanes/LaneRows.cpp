//===- LaneRows.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads and writes rows of arrays, one for each lane, as elements of vectors. Short rows are
// transposed in registers.

#include "Profile.h"
#include "Vectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

SmallVector<Value> Vectorizer::readRows(Value array, ArrayRef<Value> positions, unsigned lanes) {
  auto type = cast<RankedTensorType>(array.getType());
  int64_t extent = type.getDimSize(1);
  int64_t side = getSide();
  auto part = VectorType::get({side}, type.getElementType());
  Value padding =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  SmallVector<Value> elements(extent);
  for (int64_t first = 0; first < extent; first += side) {
    const bool inBounds[] = {first + side <= extent};
    for (unsigned group = 0; group < lanes; group += side) {
      SmallVector<Value> rows;
      for (Value position : positions.slice(group, side))
        rows.push_back(vector::TransferReadOp::create(rewriter, loc, part, array,
                                                      ValueRange{position, index(first)}, padding,
                                                      std::optional<ArrayRef<bool>>(inBounds)));
      for (auto [i, column] : llvm::enumerate(transposeSquare(rewriter, loc, rows))) {
        int64_t at = first + static_cast<int64_t>(i);
        if (at >= extent)
          break;
        // The groups of lanes one after the other.
        SmallVector<int64_t> both;
        for (unsigned lane = 0; lane < group + side; ++lane)
          both.push_back(lane);
        elements[at] =
            group == 0
                ? column
                : Value(vector::ShuffleOp::create(rewriter, loc, elements[at], column, both));
      }
    }
  }
  return elements;
}

Value Vectorizer::storeRows(ArrayRef<Value> elements, Value array, ArrayRef<Value> positions,
                            ValueRange first, bool isWhole) {
  unsigned side = getSide();
  const bool inBounds[] = {isWhole};
  for (unsigned group = 0; group < positions.size(); group += side) {
    SmallVector<int64_t> own;
    for (unsigned lane = 0; lane < side; ++lane)
      own.push_back(group + lane);
    SmallVector<Value> columns;
    for (unsigned i = 0; i < side; ++i) {
      // Elements beyond the end of the row are not stored.
      Value element = elements[std::min<size_t>(i, elements.size() - 1)];
      columns.push_back(positions.size() == side ? element
                                                 : Value(vector::ShuffleOp::create(
                                                       rewriter, loc, element, element, own)));
    }
    for (auto [lane, row] : llvm::enumerate(transposeSquare(rewriter, loc, columns))) {
      SmallVector<Value> at = {positions[group + lane]};
      llvm::append_range(at, first);
      array = vector::TransferWriteOp::create(rewriter, loc, row, array, at,
                                              std::optional<ArrayRef<bool>>(inBounds))
                  .getResult();
    }
  }
  return array;
}

/// `tensor` with all dimensions from `first` on collapsed to one.
static Value flatten(OpBuilder &builder, Location loc, Value tensor, int64_t first) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim <= first)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  if (static_cast<int64_t>(groups.size()) == rank)
    return tensor;
  return tensor::CollapseShapeOp::create(builder, loc, tensor, groups);
}

Value Vectorizer::storeLongRows(Value lanes, Value array, ArrayRef<Value> positions) {
  auto type = cast<RankedTensorType>(array.getType());
  int64_t size = cast<RankedTensorType>(lanes.getType()).getNumElements();
  int64_t side = getSide();
  Value columns = flatten(rewriter, loc, lanes, 0), rows = flatten(rewriter, loc, array, 1);
  auto loop = scf::ForOp::create(rewriter, loc, index(0), index(size), index(side), rows);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(loop.getBody());
  Value first = loop.getInductionVar();
  SmallVector<Value> elements;
  for (int64_t i = 0; i < side; ++i) {
    Value at = arith::AddIOp::create(rewriter, loc, first, index(i));
    if (size % side)
      at = arith::MinUIOp::create(rewriter, loc, at, index(size - 1));
    elements.push_back(tensor::ExtractOp::create(rewriter, loc, columns, at));
  }
  rows = storeRows(elements, loop.getRegionIterArg(0), positions, first, size % side == 0);
  scf::YieldOp::create(rewriter, loc, rows);
  rewriter.setInsertionPointAfter(loop);
  if (type.getRank() == 2)
    return loop.getResult(0);
  SmallVector<ReassociationIndices> groups = {{0}, {}};
  for (int64_t dim = 1; dim < type.getRank(); ++dim)
    groups[1].push_back(dim);
  return tensor::ExpandShapeOp::create(rewriter, loc, type, loop.getResult(0), groups,
                                       tensor::getMixedSizes(rewriter, loc, array));
}

/// The number of writes that store the rows of `width` lanes without a loop, `side` elements at a
/// time.
static int64_t countWrites(RankedTensorType type, int64_t width, int64_t side) {
  int64_t extent = type.getShape().back(), size = type.getNumElements();
  return (extent >= 3 ? size / extent * llvm::divideCeil(extent, side) : size) * width;
}

Value Vectorizer::store(Value lanes, Value array, ArrayRef<Value> positions) {
  auto type = dyn_cast<RankedTensorType>(lanes.getType());
  auto write = [&](Value vector, Value into, ArrayRef<Value> inner) {
    for (auto [lane, position] : llvm::enumerate(positions)) {
      SmallVector<Value> whole = {position};
      llvm::append_range(whole, inner);
      Value scalar = vector::ExtractOp::create(rewriter, loc, vector, static_cast<int64_t>(lane));
      into = tensor::InsertOp::create(rewriter, loc, scalar, into, whole);
    }
    return into;
  };
  if (!type)
    return write(lanes, array, {});
  bool canStoreRows = hasSquares() && liesAsLanes(getElementTypeOrSelf(array.getType()));
  OpBuilder::InsertionGuard guard(rewriter);
  // The time of bufferization grows faster than the length of a chain of writes.
  constexpr int64_t maxWrites = 40, maxElements = 1024, maxSingleWrites = 256;
  if (type.hasStaticShape() && canStoreRows && type.getNumElements() <= maxElements &&
      countWrites(type, width, getSide()) > maxWrites)
    return storeLongRows(lanes, array, positions);
  if (type.hasStaticShape() && type.getNumElements() > 0 && type.getNumElements() <= 128 &&
      (canStoreRows || type.getNumElements() * width <= maxSingleWrites)) {
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    SmallVector<Value> elements;
    if (auto made = lanes.getDefiningOp<tensor::FromElementsOp>()) {
      llvm::append_range(elements, made.getElements());
    } else {
      for (int64_t number = 0; number < type.getNumElements(); ++number) {
        auto at = llvm::map_to_vector(delinearize(number, strides),
                                      [&](int64_t position) { return index(position); });
        elements.push_back(tensor::ExtractOp::create(rewriter, loc, lanes, at));
      }
    }
    int64_t extent = type.getShape().back();
    int64_t side = getSide();
    bool isLong = extent >= 3 && canStoreRows;
    for (int64_t row = 0; row < type.getNumElements(); row += extent)
      for (int64_t part = 0; part < extent; part += isLong ? side : 1) {
        SmallVector<int64_t> first = delinearize(row + part, strides);
        if (isLong) {
          ArrayRef<Value> own = ArrayRef(elements).slice(row + part);
          array = storeRows(own.take_front(std::min(side, extent - part)), array, positions,
                            llvm::map_to_vector(first, [&](int64_t at) { return index(at); }),
                            part + side <= extent);
          continue;
        }
        auto at = llvm::map_to_vector(first, [&](int64_t position) { return index(position); });
        array = write(elements[row + part], array, at);
      }
    return array;
  }
  SmallVector<scf::ForOp> loops;
  SmallVector<Value> inner;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size = tensor::DimOp::create(rewriter, loc, lanes, dim);
    loops.push_back(scf::ForOp::create(rewriter, loc, index(0), size, index(1), array));
    rewriter.setInsertionPointToEnd(loops.back().getBody());
    inner.push_back(loops.back().getInductionVar());
    array = loops.back().getRegionIterArg(0);
  }
  Value vector = tensor::ExtractOp::create(rewriter, loc, lanes, inner);
  array = write(vector, array, inner);
  for (scf::ForOp each : llvm::reverse(loops)) {
    rewriter.setInsertionPointToEnd(each.getBody());
    scf::YieldOp::create(rewriter, loc, array);
    array = each.getResult(0);
  }
  return array;
}

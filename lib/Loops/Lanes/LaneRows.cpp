//===- LaneRows.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads and writes rows of arrays, one for each lane, as elements of vectors. Short rows are
// transposed in registers.

#include "../Moves/ElementReader.h"
#include "Profile.h"
#include "Vectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The lanes that belong to `group`, which are as many as a square has rows.
static SmallVector<Value> positionsOf(Vectorizer::PositionOf positionOf, OpBuilder &builder,
                                      Location loc, Value group, int64_t side) {
  return llvm::map_to_vector(llvm::seq<int64_t>(side), [&](int64_t lane) {
    Value number = createIndex(builder, loc, lane);
    return positionOf(arith::AddIOp::create(builder, loc, group, number));
  });
}

/// A loop that changes an array.
static Value changeInLoop(OpBuilder &builder, Location loc, Value from, Value to, int64_t step,
                          Value array, function_ref<Value(Value i, Value array)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, createIndex(builder, loc, step), array);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  Value next = body(loop.getInductionVar(), loop.getRegionIterArg(0));
  scf::YieldOp::create(builder, loc, next);
  return loop.getResult(0);
}

/// A square that the end of rows cuts takes as long as this many columns, element by element.
static constexpr int64_t leastCutColumns = 3;

SquareBounds Vectorizer::createSquareBounds(Value size, bool canCut) {
  int64_t side = getSide();
  Value rest = arith::RemUIOp::create(rewriter, loc, size, index(side));
  Value whole = arith::SubIOp::create(rewriter, loc, size, rest);
  if (!canCut)
    return {whole, whole};
  Value isLong =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::uge, rest, index(leastCutColumns));
  return {whole, arith::SelectOp::create(rewriter, loc, isLong, size, whole)};
}

SmallVector<Value> Vectorizer::readSquare(Value array, ArrayRef<Value> positions, Square square) {
  int64_t side = getSide();
  auto part = VectorType::get({side}, getElementTypeOrSelf(array.getType()));
  Value padding =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(part.getElementType()));
  const bool inBounds[] = {square.isWhole};
  auto rows = llvm::map_to_vector(positions, [&](Value position) -> Value {
    return vector::TransferReadOp::create(rewriter, loc, part, array,
                                          ValueRange{position, square.first}, padding,
                                          std::optional<ArrayRef<bool>>(inBounds));
  });
  return transposeSquare(rewriter, loc, rows);
}

SmallVector<Value> Vectorizer::readSquares(Value array, PositionOf positionOf, Square square) {
  int64_t side = getSide();
  SmallVector<Value> columns =
      readSquare(array, positionsOf(positionOf, rewriter, loc, index(0), side), square);
  if (width == side)
    return columns;
  SmallVector<Value> others =
      readSquare(array, positionsOf(positionOf, rewriter, loc, index(side), side), square);
  auto both = llvm::to_vector(llvm::seq<int64_t>(width));
  for (auto [column, other] : llvm::zip_equal(columns, others))
    column = vector::ShuffleOp::create(rewriter, loc, column, other, both);
  return columns;
}

Value Vectorizer::readColumns(Value array, PositionOf positionOf, ArrayRef<Square> squares,
                              int64_t extent) {
  int64_t side = getSide();
  Value columns = tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{extent, width},
                                          getElementTypeOrSelf(array.getType()));
  auto groups = scf::ForOp::create(rewriter, loc, index(0), index(width), index(side), columns);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(groups.getBody());
  Value group = groups.getInductionVar();
  columns = groups.getRegionIterArg(0);
  SmallVector<Value> own = positionsOf(positionOf, rewriter, loc, group, side);
  const bool inBounds[] = {true};
  for (auto [number, square] : llvm::enumerate(squares)) {
    int64_t from = static_cast<int64_t>(number) * side;
    SmallVector<Value> read = readSquare(array, own, square);
    for (auto [i, column] : llvm::enumerate(ArrayRef(read).take_front(extent - from)))
      columns =
          vector::TransferWriteOp::create(rewriter, loc, column, columns,
                                          ValueRange{index(from + static_cast<int64_t>(i)), group},
                                          std::optional<ArrayRef<bool>>(inBounds))
              .getResult();
  }
  scf::YieldOp::create(rewriter, loc, columns);
  return groups.getResult(0);
}

Value Vectorizer::readColumn(Value columns, Value i) {
  auto type = VectorType::get({static_cast<int64_t>(width)}, getElementTypeOrSelf(columns));
  Value padding =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  const bool inBounds[] = {true};
  return vector::TransferReadOp::create(rewriter, loc, type, columns, ValueRange{i, index(0)},
                                        padding, std::optional<ArrayRef<bool>>(inBounds));
}

SmallVector<Value> Vectorizer::readRows(Value array, PositionOf positionOf) {
  int64_t extent = cast<RankedTensorType>(array.getType()).getDimSize(1), side = getSide();
  SmallVector<Square> squares;
  for (int64_t first = 0; first < extent; first += side)
    squares.push_back({index(first), first + side <= extent});
  if (fitRegisters()) {
    SmallVector<Value> elements;
    for (Square square : squares)
      llvm::append_range(elements, readSquares(array, positionOf, square));
    elements.truncate(extent);
    return elements;
  }
  Value columns = readColumns(array, positionOf, squares, extent);
  return llvm::map_to_vector(llvm::seq<int64_t>(extent),
                             [&](int64_t i) { return readColumn(columns, index(i)); });
}

Value Vectorizer::readLongRows(Value array, PositionOf positionOf) {
  int64_t side = getSide(), extent = cast<RankedTensorType>(array.getType()).getDimSize(1);
  auto type = VectorType::get({static_cast<int64_t>(width)}, getElementTypeOrSelf(array.getType()));
  Value size = tensor::DimOp::create(rewriter, loc, array, 1);
  Value rows =
      tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{extent}, type,
                              ShapedType::isDynamic(extent) ? ValueRange(size) : ValueRange());
  auto loop = [&](Value from, Value to, int64_t step, Value array,
                  function_ref<Value(Value i, Value array)> body) {
    return changeInLoop(rewriter, loc, from, to, step, array, body);
  };
  auto insert = [&](Value column, Value at, Value rows) -> Value {
    return tensor::InsertOp::create(rewriter, loc, column, rows, at);
  };
  auto add = [&](Value first, Value i) -> Value {
    return arith::AddIOp::create(rewriter, loc, first, i);
  };
  auto readTo = [&](Square square, Value end, Value rows) {
    if (!fitRegisters()) {
      Value columns = readColumns(array, positionOf, square, side);
      return loop(square.first, end, 1, rows, [&](Value at, Value rows) {
        Value i = arith::SubIOp::create(rewriter, loc, at, square.first);
        return insert(readColumn(columns, i), at, rows);
      });
    }
    // Columns beyond the end are overwritten by the last one.
    Value last = square.isWhole ? Value() : arith::SubIOp::create(rewriter, loc, end, index(1));
    SmallVector<Value> columns = readSquares(array, positionOf, square);
    for (int64_t i = side; i-- > 0;) {
      Value at = add(square.first, index(i));
      if (last)
        at = arith::MinUIOp::create(rewriter, loc, at, last);
      rows = insert(columns[i], at, rows);
    }
    return rows;
  };
  auto [whole, cut] = createSquareBounds(size, /*canCut=*/true);
  rows = loop(index(0), whole, side, rows, [&](Value first, Value rows) {
    return readTo({first, /*isWhole=*/true}, add(first, index(side)), rows);
  });
  rows = loop(whole, cut, side, rows, [&](Value first, Value rows) {
    return readTo({first, /*isWhole=*/false}, size, rows);
  });
  auto positions = llvm::map_to_vector(llvm::seq<int64_t>(width),
                                       [&](int64_t lane) { return positionOf(index(lane)); });
  return loop(cut, size, 1, rows, [&](Value i, Value rows) -> Value {
    auto elements = llvm::map_to_vector(positions, [&](Value position) -> Value {
      return tensor::ExtractOp::create(rewriter, loc, array, ValueRange{position, i});
    });
    return insert(vector::FromElementsOp::create(rewriter, loc, type, elements), i, rows);
  });
}

Value Vectorizer::storeSquare(ArrayRef<Value> elements, Value array, ArrayRef<Value> positions,
                              ValueRange first, bool isWhole) {
  // Elements beyond the end of the row are not stored.
  SmallVector<Value> columns(elements);
  columns.resize(getSide(), elements.back());
  const bool inBounds[] = {isWhole};
  for (auto [position, row] : llvm::zip_equal(positions, transposeSquare(rewriter, loc, columns))) {
    SmallVector<Value> at = {position};
    llvm::append_range(at, first);
    array = vector::TransferWriteOp::create(rewriter, loc, row, array, at,
                                            std::optional<ArrayRef<bool>>(inBounds))
                .getResult();
  }
  return array;
}

Value Vectorizer::storeRows(ArrayRef<Value> elements, Value array, ArrayRef<Value> positions,
                            PositionOf positionOf, ValueRange first, bool isWhole) {
  int64_t side = getSide();
  if (width == side)
    return storeSquare(elements, array, positions, first, isWhole);
  auto count = static_cast<int64_t>(elements.size());
  if (fitRegisters()) {
    for (int64_t group = 0; group < width; group += side) {
      auto own = llvm::map_to_vector(elements, [&](Value column) -> Value {
        return vector::ExtractStridedSliceOp::create(rewriter, loc, column, group, side, 1);
      });
      array = storeSquare(own, array, positions.slice(group, side), first, isWhole);
    }
    return array;
  }
  Type element = getElementTypeOrSelf(array.getType());
  Value columns = tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{count, width}, element);
  const bool inBounds[] = {true};
  for (auto [i, column] : llvm::enumerate(elements))
    columns = vector::TransferWriteOp::create(rewriter, loc, column, columns,
                                              ValueRange{index(i), index(0)},
                                              std::optional<ArrayRef<bool>>(inBounds))
                  .getResult();
  auto groups = scf::ForOp::create(rewriter, loc, index(0), index(width), index(side), array);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(groups.getBody());
  Value group = groups.getInductionVar();
  Value padding = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
  auto part = VectorType::get({side}, element);
  auto own = llvm::map_to_vector(llvm::seq<int64_t>(count), [&](int64_t i) -> Value {
    return vector::TransferReadOp::create(rewriter, loc, part, columns, ValueRange{index(i), group},
                                          padding, std::optional<ArrayRef<bool>>(inBounds));
  });
  scf::YieldOp::create(rewriter, loc,
                       storeSquare(own, groups.getRegionIterArg(0),
                                   positionsOf(positionOf, rewriter, loc, group, side), first,
                                   isWhole));
  return groups.getResult(0);
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

Value Vectorizer::storeLongRows(Value lanes, Value array, ArrayRef<Value> positions,
                                PositionOf positionOf) {
  auto type = cast<RankedTensorType>(array.getType());
  int64_t size = cast<RankedTensorType>(lanes.getType()).getNumElements();
  int64_t side = getSide();
  // Lanes that a loop only moves, such as a transposed array, are read from where they come.
  bool isMoved = isa_and_nonnull<MapOp, BuildOp>(lanes.getDefiningOp());
  ElementReader reader(rewriter, /*maxCost=*/0);
  SmallVector<int64_t> strides = computeStrides(cast<RankedTensorType>(lanes.getType()).getShape());
  Value columns = flatten(rewriter, loc, lanes, 0), rows = flatten(rewriter, loc, array, 1);
  auto readAt = [&](Value at) -> Value {
    if (isMoved) {
      SmallVector<Value> position;
      for (int64_t stride : strides) {
        position.push_back(rewriter.createOrFold<arith::DivUIOp>(loc, at, index(stride)));
        at = rewriter.createOrFold<arith::RemUIOp>(loc, at, index(stride));
      }
      if (Value element = reader.read(lanes, position))
        return element;
    }
    return tensor::ExtractOp::create(rewriter, loc, columns, at);
  };
  OpBuilder::InsertionGuard guard(rewriter);
  int64_t whole = size / side * side;
  rows =
      changeInLoop(rewriter, loc, index(0), index(whole), side, rows, [&](Value first, Value rows) {
        auto elements = llvm::map_to_vector(llvm::seq<int64_t>(side), [&](int64_t i) -> Value {
          return readAt(arith::AddIOp::create(rewriter, loc, first, index(i)));
        });
        return storeRows(elements, rows, positions, positionOf, first, /*isWhole=*/true);
      });
  if (whole < size) {
    auto elements =
        llvm::map_to_vector(llvm::seq(whole, size), [&](int64_t i) { return readAt(index(i)); });
    rows = storeRows(elements, rows, positions, positionOf, index(whole), /*isWhole=*/false);
  }
  if (type.getRank() == 2)
    return rows;
  SmallVector<ReassociationIndices> groups = {{0}, {}};
  for (int64_t dim = 1; dim < type.getRank(); ++dim)
    groups[1].push_back(dim);
  return tensor::ExpandShapeOp::create(rewriter, loc, type, rows, groups,
                                       tensor::getMixedSizes(rewriter, loc, array));
}

/// The number of writes that store the rows of `width` lanes without a loop, `side` elements at a
/// time.
static int64_t countWrites(RankedTensorType type, int64_t width, int64_t side) {
  int64_t extent = type.getShape().back(), size = type.getNumElements();
  return (extent >= 3 ? size / extent * llvm::divideCeil(extent, side) : size) * width;
}

Value Vectorizer::store(Value lanes, Value array, ArrayRef<Value> positions,
                        PositionOf positionOf) {
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
    return storeLongRows(lanes, array, positions, positionOf);
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
          array =
              storeRows(own.take_front(std::min(side, extent - part)), array, positions, positionOf,
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
  int64_t numLoops = type.getRank() - (canStoreRows ? 1 : 0);
  for (int64_t dim = 0; dim < numLoops; ++dim) {
    Value size = tensor::DimOp::create(rewriter, loc, lanes, dim);
    loops.push_back(scf::ForOp::create(rewriter, loc, index(0), size, index(1), array));
    rewriter.setInsertionPointToEnd(loops.back().getBody());
    inner.push_back(loops.back().getInductionVar());
    array = loops.back().getRegionIterArg(0);
  }
  auto readAt = [&](Value at) -> Value {
    SmallVector<Value> whole(inner);
    whole.push_back(at);
    return tensor::ExtractOp::create(rewriter, loc, lanes, whole);
  };
  if (canStoreRows) {
    Value size = tensor::DimOp::create(rewriter, loc, lanes, numLoops);
    auto writeSquare = [&](Value first, Value into, bool isWhole) {
      SmallVector<Value> elements;
      Value last = isWhole ? Value() : arith::SubIOp::create(rewriter, loc, size, index(1));
      for (int64_t i = 0; i < getSide(); ++i) {
        Value at = arith::AddIOp::create(rewriter, loc, first, index(i));
        elements.push_back(readAt(last ? arith::MinUIOp::create(rewriter, loc, at, last) : at));
      }
      SmallVector<Value> from(inner);
      from.push_back(first);
      return storeRows(elements, into, positions, positionOf, from, isWhole);
    };
    auto [whole, cut] = createSquareBounds(size, hasMaskedStores);
    array = changeInLoop(rewriter, loc, index(0), whole, getSide(), array,
                         [&](Value first, Value into) { return writeSquare(first, into, true); });
    if (hasMaskedStores)
      array =
          changeInLoop(rewriter, loc, whole, cut, getSide(), array,
                       [&](Value first, Value into) { return writeSquare(first, into, false); });
    array = changeInLoop(rewriter, loc, cut, size, 1, array, [&](Value at, Value into) {
      SmallVector<Value> whole(inner);
      whole.push_back(at);
      return write(readAt(at), into, whole);
    });
  } else {
    array = write(tensor::ExtractOp::create(rewriter, loc, lanes, inner), array, inner);
  }
  for (scf::ForOp each : llvm::reverse(loops)) {
    rewriter.setInsertionPointToEnd(each.getBody());
    scf::YieldOp::create(rewriter, loc, array);
    array = each.getResult(0);
  }
  return array;
}

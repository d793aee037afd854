//===- VectorizeLanes.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs several iterations of a loop whose body has loops of its own at once, one in each
// lane of vectors.

#include "../BodyShape.h"
#include "../Remarks.h"
#include "../Sums.h"
#include "LaneBody.h"
#include "Profile.h"
#include "chad/Conversion/Passes.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADVECTORIZELANES
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// The loops over blocks of lanes
//===----------------------------------------------------------------------===//

namespace {
class Vectorizer {
public:
  Vectorizer(RewriterBase &rewriter, Operation *loop, const Variation &variation, unsigned width,
             unsigned sumWidth)
      : rewriter(rewriter), loop(loop), variation(variation), width(width), loc(loop->getLoc()),
        numStates(numStatesOf(loop)), sums(loop, variation),
        sumWidth(sums.canShare() ? sumWidth : width) {}

  void run(bool isFlat);

private:
  /// Of vectors side by side: the whole ones, and one with the rest.
  SmallVector<Value> writeFlat(Value numFull, Value rest, ArrayRef<Value> outputs);
  SmallVector<Value> writeFlatBlock(Value first, Value rest, ValueRange carried,
                                    ArrayRef<Value> outputs);
  Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  Value extentOf();
  /// What the loop fills; in flat loops this may be an array that it reads.
  SmallVector<Value> createOutputs(bool isFlat);
  /// One block of iterations from `first` on; the next states and arrays.
  SmallVector<Value> writeBlock(Value first, ValueRange carried);
  /// Which lanes there are iterations for if `numLeft` are left, in parts as wide as sums.
  SmallVector<Value> createMasks(Value numLeft);
  /// The elements of short rows, one row for each lane.
  SmallVector<Value> readRows(Value array, ArrayRef<Value> positions, unsigned width);
  /// Puts up to eight elements side by side into the row of each lane.
  Value storeRows(ArrayRef<Value> elements, Value array, ArrayRef<Value> positions,
                  ArrayRef<int64_t> first, int64_t extent);
  /// Puts a row, or an element, of each lane into an array.
  Value store(Value lanes, Value array, ArrayRef<Value> positions);
  /// `state` and the lanes of `sums`, or those that `isUsed` names.
  Value addLanes(Value state, Value sums, Value isUsed);
  /// Where sums that start with `state`, and are `arg` in the body, start for lanes.
  Value createZeros(LaneBody &lanes, Value state, Value arg);

  RewriterBase &rewriter;
  Operation *loop;
  const Variation &variation;
  unsigned width;
  Location loc;
  unsigned numStates;
  LaneSums sums;
  unsigned sumWidth;
  Value extent, last; ///< How many iterations there are, and the number of the last.
};
} // namespace

/// The op that gathers the elements of an array, which are read where they are instead.
static GatherOp getGather(Value array) {
  auto gather = array.getDefiningOp<GatherOp>();
  return gather && gather.getIndices().getType().getRank() == 1 ? gather : GatherOp();
}

Value Vectorizer::extentOf() {
  if (auto build = dyn_cast<BuildOp>(loop))
    return build.getExtent();
  ValueRange arrays = arraysOf(loop);
  for (Value array : arrays)
    if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
      return index(extent);
  for (Value array : arrays)
    if (BuildOp iota = getIota(array))
      return iota.getExtent();
  GatherOp gather = getGather(arrays.front());
  return tensor::DimOp::create(rewriter, loc, gather ? gather.getIndices() : arrays.front(), 0);
}

/// The state of the fold around that a loop reads, and whose next value is its result; what
/// collects the state stores it before. Null if there is none.
static Value getReplacedState(Operation *loop, OpResult result) {
  auto fold = dyn_cast<FoldOp>(loop->getParentOp());
  if (!fold || !result.hasOneUse())
    return {};
  Operation *yield = fold.getBody().front().getTerminator();
  unsigned number = result.use_begin()->getOperandNumber();
  if (*result.user_begin() != yield || number >= numStatesOf(fold))
    return {};
  Value state = fold.getStateArgs()[number];
  bool isRead = llvm::is_contained(arraysOf(loop), state);
  bool isReadHere = llvm::all_of(state.getUses(), [&](OpOperand &use) {
    return use.getOwner() == loop || isa<tensor::DimOp>(use.getOwner()) ||
           (use.getOwner() == yield && use.getOperandNumber() >= numStatesOf(fold));
  });
  return isRead && isReadHere && state.getType() == result.getType() ? state : Value();
}

/// The array that a loop reads whose place its result takes in the end: a row of a state that
/// the loops around carry on with the result as its next value. Null if there is none.
static Value getReplaced(Operation *loop, OpResult result) {
  if (Value state = getReplacedState(loop, result))
    return state;
  for (Value array : arraysOf(loop)) {
    auto row = dyn_cast<BlockArgument>(array);
    Operation *outer = row ? row.getOwner()->getParentOp() : nullptr;
    if (!row || array.getType() != result.getType() || !isa<MapOp, FoldOp>(outer) ||
        row.getArgNumber() >= arraysOf(outer).size() || !result.hasOneUse() ||
        *result.user_begin() != row.getOwner()->getTerminator())
      continue;
    bool isReadOnce = llvm::all_of(row.getUses(), [&](OpOperand &use) {
      return use.getOwner() == loop || isa<tensor::DimOp>(use.getOwner());
    });
    unsigned number = result.use_begin()->getOperandNumber();
    auto state = dyn_cast<BlockArgument>(arraysOf(outer)[row.getArgNumber()]);
    auto carrier = state ? dyn_cast<FoldOp>(state.getOwner()->getParentOp()) : FoldOp();
    if (!isReadOnce || !carrier || number < numStatesOf(outer))
      continue;
    Operation *yield = state.getOwner()->getTerminator();
    for (auto [i, arg] : llvm::enumerate(carrier.getStateArgs()))
      if (arg == state && yield->getOperand(i) == outer->getResult(number))
        return array;
  }
  return {};
}

SmallVector<Value> Vectorizer::createOutputs(bool isFlat) {
  SmallVector<Value> outputs;
  for (OpResult result : loop->getResults().drop_front(numStates)) {
    if (Value replaced = isFlat ? getReplaced(loop, result) : Value();
        replaced && !llvm::is_contained(outputs, replaced)) {
      outputs.push_back(replaced);
      continue;
    }
    SmallVector<Operation *> remaining;
    SmallVector<OpFoldResult> shape =
        computeShape(rewriter, result, getAsOpFoldResult(extent), remaining);
    SmallVector<Value> sizes;
    auto type = cast<RankedTensorType>(result.getType());
    for (auto [dim, size] : llvm::enumerate(shape))
      if (type.isDynamicDim(dim))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, type, sizes));
  }
  return outputs;
}

/// Whether only elements of a row are read, each where it is needed.
static bool isReadByElement(Value row) {
  Block *body = row.getParentBlock();
  return llvm::all_of(row.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return isa<tensor::DimOp>(user) ||
           (isa<tensor::ExtractOp>(user) && user->getBlock() == body && row.hasOneUse()) ||
           (isa<tensor::ExtractOp>(user) &&
            cast<RankedTensorType>(row.getType()).hasStaticShape() &&
            (user->getBlock() == body || isa<scf::IfOp>(user->getParentOp())));
  });
}

SmallVector<Value> Vectorizer::readRows(Value array, ArrayRef<Value> positions, unsigned lanes) {
  auto type = cast<RankedTensorType>(array.getType());
  int64_t extent = type.getDimSize(1);
  auto part = VectorType::get({8}, type.getElementType());
  Value padding =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  SmallVector<Value> elements(extent);
  for (int64_t first = 0; first < extent; first += 8) {
    const bool inBounds[] = {first + 8 <= extent};
    for (unsigned group = 0; group < lanes; group += 8) {
      SmallVector<Value> rows;
      for (Value position : positions.slice(group, 8))
        rows.push_back(vector::TransferReadOp::create(rewriter, loc, part, array,
                                                      ValueRange{position, index(first)}, padding,
                                                      std::optional<ArrayRef<bool>>(inBounds)));
      for (auto [i, column] : llvm::enumerate(transpose8x8(rewriter, loc, rows))) {
        int64_t at = first + static_cast<int64_t>(i);
        if (at >= extent)
          break;
        // The groups of eight lanes one after the other.
        SmallVector<int64_t> both;
        for (unsigned lane = 0; lane < group + 8; ++lane)
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
                            ArrayRef<int64_t> first, int64_t extent) {
  const bool inBounds[] = {first.back() + 8 <= extent};
  for (unsigned group = 0; group < positions.size(); group += 8) {
    SmallVector<int64_t> own;
    for (unsigned lane = 0; lane < 8; ++lane)
      own.push_back(group + lane);
    SmallVector<Value> columns;
    for (unsigned i = 0; i < 8; ++i) {
      // What is behind the row's end is not stored.
      Value element = elements[std::min<size_t>(i, elements.size() - 1)];
      columns.push_back(positions.size() == 8 ? element
                                              : Value(vector::ShuffleOp::create(
                                                    rewriter, loc, element, element, own)));
    }
    for (auto [lane, row] : llvm::enumerate(transpose8x8(rewriter, loc, columns))) {
      SmallVector<Value> at = {positions[group + lane]};
      for (int64_t inner : first)
        at.push_back(index(inner));
      array = vector::TransferWriteOp::create(rewriter, loc, row, array, at,
                                              std::optional<ArrayRef<bool>>(inBounds))
                  .getResult();
    }
  }
  return array;
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
  OpBuilder::InsertionGuard guard(rewriter);
  if (type.hasStaticShape() && type.getNumElements() > 0 && type.getNumElements() <= 128) {
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
    bool isLong = extent >= 3 && width % 8 == 0;
    for (int64_t row = 0; row < type.getNumElements(); row += extent)
      for (int64_t part = 0; part < extent; part += isLong ? 8 : 1) {
        SmallVector<int64_t> first = delinearize(row + part, strides);
        if (isLong) {
          ArrayRef<Value> own = ArrayRef(elements).slice(row + part);
          array = storeRows(own.take_front(std::min<int64_t>(8, extent - part)), array, positions,
                            first, extent);
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

SmallVector<Value> Vectorizer::writeBlock(Value first, ValueRange carried) {
  LaneBody lanes(rewriter, variation, width);
  if (numStates > 0)
    lanes.setSums(sums, sumWidth, createMasks(arith::SubIOp::create(rewriter, loc, extent, first)));
  // Lanes behind the end repeat the last iteration.
  SmallVector<Value> positions;
  for (unsigned lane = 0; lane < width; ++lane) {
    Value position = arith::AddIOp::create(rewriter, loc, first, index(lane));
    positions.push_back(arith::MinSIOp::create(rewriter, loc, position, last));
  }
  Block &body = loop->getRegion(0).front();
  ValueRange arrays = arraysOf(loop);
  if (isa<BuildOp>(loop))
    lanes.map(body.getArgument(0), lanes.join(positions));
  for (unsigned number = 0; number < arrays.size(); ++number) {
    Value array = arrays[number], arg = body.getArgument(number);
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    SmallVector<Value> places = positions;
    if (GatherOp gather = getGather(array)) {
      array = gather.getSource();
      for (Value &place : places)
        place = readIndex(rewriter, loc, gather.getIndices(), place);
    }
    if (getIota(array)) {
      lanes.map(arg, lanes.join(places));
    } else if (type && isReadByElement(arg)) {
      bool isShort = type.getRank() == 1 && type.hasStaticShape() && type.getDimSize(0) >= 3 &&
                     type.getDimSize(0) <= 64 && width % 8 == 0;
      lanes.mapRow(
          arg, {array, places, isShort ? readRows(array, places, width) : SmallVector<Value>()});
    } else {
      // All elements at the same place in the rows, at once.
      auto make = [&](auto &&make, ArrayRef<Value> inner) -> Value {
        if (!type || static_cast<int64_t>(inner.size()) == type.getRank()) {
          auto scalars = llvm::map_to_vector(places, [&](Value place) -> Value {
            SmallVector<Value> whole = {place};
            llvm::append_range(whole, inner);
            return tensor::ExtractOp::create(rewriter, loc, array, whole);
          });
          return lanes.join(scalars);
        }
        Value size = tensor::DimOp::create(rewriter, loc, array, inner.size() + 1);
        return BuildOp::create(rewriter, loc, size,
                               [&](OpBuilder &nested, Location at, ValueRange args) {
                                 OpBuilder::InsertionGuard guard(rewriter);
                                 rewriter.setInsertionPoint(nested.getInsertionBlock(),
                                                            nested.getInsertionPoint());
                                 SmallVector<Value> next(inner);
                                 next.push_back(args.front());
                                 Value element = make(make, next);
                                 YieldOp::create(rewriter, at, element);
                               })
            .getResult(0);
      };
      Value row = make(make, {});
      auto wanted = lanes.laneTypeOf(arg.getType());
      if (row.getType() != wanted)
        row = tensor::CastOp::create(rewriter, loc, wanted, row);
      lanes.map(arg, row);
    }
  }
  for (unsigned i = 0; i < numStates; ++i)
    lanes.map(body.getArgument(arrays.size() + i), carried[i]);
  lanes.write(body);
  SmallVector<Value> next;
  for (auto [i, yielded] : llvm::enumerate(body.getTerminator()->getOperands())) {
    if (i < numStates) {
      next.push_back(lanes.getLanes(yielded));
      continue;
    }
    next.push_back(store(lanes.getLanes(yielded), carried[i], positions));
  }
  return next;
}

SmallVector<Value> Vectorizer::createMasks(Value numLeft) {
  auto type = VectorType::get({static_cast<int64_t>(sumWidth)}, rewriter.getI1Type());
  SmallVector<Value> masks;
  for (unsigned from = 0; from < width; from += sumWidth) {
    Value left = arith::SubIOp::create(rewriter, loc, numLeft, index(from));
    masks.push_back(vector::CreateMaskOp::create(rewriter, loc, type, left));
  }
  return masks;
}

Value Vectorizer::createZeros(LaneBody &lanes, Value state, Value arg) {
  auto type = lanes.laneTypeOf(arg);
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
  if (!tensor)
    return zero;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    if (tensor.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(rewriter, loc, state, dim));
  return tensor::SplatOp::create(rewriter, loc, zero, tensor, sizes);
}

Value Vectorizer::addLanes(Value state, Value sums, Value isUsed) {
  auto add = [&](OpBuilder &nested, Location at, ValueRange values) {
    Value used = values[1];
    if (isUsed) {
      Value none = arith::ConstantOp::create(nested, at, nested.getZeroAttr(used.getType()));
      used = arith::SelectOp::create(nested, at, isUsed, used, none);
    }
    auto sum = vector::ReductionOp::create(nested, at, vector::CombiningKind::ADD, used,
                                           arith::FastMathFlags::reassoc);
    return SmallVector<Value>{arith::AddFOp::create(nested, at, values[0], sum)};
  };
  return mapElementwise(rewriter, loc, {state, sums}, add).front();
}

SmallVector<Value> Vectorizer::writeFlatBlock(Value first, Value rest, ValueRange carried,
                                              ArrayRef<Value> outputs) {
  LaneBody lanes(rewriter, variation, width);
  Block &body = loop->getRegion(0).front();
  ValueRange arrays = arraysOf(loop);
  std::optional<ArrayRef<bool>> inBounds;
  const bool isWhole[] = {!rest};
  inBounds = isWhole;
  auto number = [&] {
    auto type = cast<VectorType>(lanes.laneTypeOf(rewriter.getIndexType()));
    SmallVector<Attribute> numbers;
    for (unsigned lane = 0; lane < width; ++lane)
      numbers.push_back(rewriter.getIndexAttr(lane));
    Value iota = arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(type, numbers));
    return arith::AddIOp::create(rewriter, loc, lanes.broadcast(first), iota).getResult();
  };
  if (isa<BuildOp>(loop))
    lanes.map(body.getArgument(0), number());
  for (unsigned i = 0; i < arrays.size(); ++i) {
    Value array = arrays[i], arg = body.getArgument(i);
    if (getIota(array)) {
      lanes.map(arg, number());
      continue;
    }
    // Elements that are overwritten have not been so far.
    if (const auto *output = llvm::find(outputs, array); output != outputs.end())
      array = carried[numStates + (output - outputs.begin())];
    Value padding = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(arg.getType()));
    lanes.map(arg, vector::TransferReadOp::create(rewriter, loc,
                                                  cast<VectorType>(lanes.laneTypeOf(arg.getType())),
                                                  array, first, padding, inBounds));
  }
  for (unsigned i = 0; i < numStates; ++i)
    lanes.map(body.getArgument(arrays.size() + i), carried[i]);
  lanes.write(body);
  SmallVector<Value> next;
  for (auto [i, yielded] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Value value = lanes.getLanes(yielded);
    if (i >= numStates)
      value = vector::TransferWriteOp::create(rewriter, loc, value, carried[i], first, inBounds)
                  .getResult();
    next.push_back(value);
  }
  return next;
}

SmallVector<Value> Vectorizer::writeFlat(Value numFull, Value rest, ArrayRef<Value> outputs) {
  LaneBody lanes(rewriter, variation, width);
  SmallVector<Value> zeros;
  auto fold = dyn_cast<FoldOp>(loop);
  for (unsigned i = 0; i < numStates; ++i)
    zeros.push_back(createZeros(lanes, fold.getInitialStates()[i], fold.getStateArgs()[i]));
  SmallVector<Value> inits = zeros;
  llvm::append_range(inits, outputs);
  Value zero = index(0), step = index(width);
  Value end = arith::MulIOp::create(rewriter, loc, numFull, step);
  auto whole = scf::ForOp::create(rewriter, loc, zero, end, step, inits);
  OpBuilder::InsertionGuard guard(rewriter);
  if (inits.empty())
    rewriter.eraseOp(whole.getBody()->getTerminator());
  rewriter.setInsertionPointToEnd(whole.getBody());
  scf::YieldOp::create(
      rewriter, loc,
      writeFlatBlock(whole.getInductionVar(), Value(), whole.getRegionIterArgs(), outputs));
  rewriter.setInsertionPointAfter(whole);
  SmallVector<Value> carried = zeros;
  llvm::append_range(carried, whole.getResults().drop_front(numStates));
  // A loop that runs once or not at all: bufferization updates its arrays in place.
  auto last = scf::ForOp::create(rewriter, loc, end, extent, step, carried);
  rewriter.setInsertionPointToEnd(last.getBody());
  scf::YieldOp::create(
      rewriter, loc,
      writeFlatBlock(last.getInductionVar(), rest, last.getRegionIterArgs(), outputs));
  rewriter.setInsertionPointAfter(last);
  auto maskType = VectorType::get({static_cast<int64_t>(width)}, rewriter.getI1Type());
  SmallVector<Value> results;
  for (unsigned i = 0; i < numStates; ++i) {
    Value sum = addLanes(fold.getInitialStates()[i], whole.getResult(i), Value());
    Value isUsed = vector::CreateMaskOp::create(rewriter, loc, maskType, rest);
    results.push_back(addLanes(sum, last.getResult(i), isUsed));
  }
  llvm::append_range(results, last.getResults().drop_front(numStates));
  return results;
}

void Vectorizer::run(bool isFlat) {
  rewriter.setInsertionPoint(loop);
  Value zero = index(0), one = index(1), lanesPerBlock = index(width);
  extent = extentOf();
  last = arith::SubIOp::create(rewriter, loc, extent, one);
  SmallVector<Value> outputs = createOutputs(isFlat);
  SmallVector<Value> results;
  auto writeBlocks = [&](ValueRange carried) {
    Value numBlocks = arith::CeilDivUIOp::create(rewriter, loc, extent, lanesPerBlock);
    auto blocks = scf::ForOp::create(rewriter, loc, zero, numBlocks, one, carried);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(blocks.getBody());
    Value first = arith::MulIOp::create(rewriter, loc, blocks.getInductionVar(), lanesPerBlock);
    scf::YieldOp::create(rewriter, loc, writeBlock(first, blocks.getRegionIterArgs()));
    return SmallVector<Value>(blocks.getResults());
  };
  if (isFlat) {
    Value numFull = arith::DivUIOp::create(rewriter, loc, extent, lanesPerBlock);
    Value rest = arith::RemUIOp::create(rewriter, loc, extent, lanesPerBlock);
    results = writeFlat(numFull, rest, outputs);
  } else if (numStates == 0) {
    results = writeBlocks(outputs);
  } else {
    LaneBody lanes(rewriter, variation, width);
    lanes.setSums(sums, sumWidth, {});
    auto fold = cast<FoldOp>(loop);
    SmallVector<Value> inits;
    for (auto [init, arg] : llvm::zip_equal(fold.getInitialStates(), fold.getStateArgs()))
      inits.push_back(createZeros(lanes, init, arg));
    llvm::append_range(inits, outputs);
    results = writeBlocks(inits);
    for (unsigned i = 0; i < numStates; ++i)
      results[i] = addLanes(fold.getInitialStates()[i], results[i], Value());
  }
  for (auto [old, result] : llvm::zip_equal(loop->getResults(), results)) {
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, loc, old.getType(), result);
    rewriter.replaceAllUsesWith(old, result);
  }
  llvm::SmallSetVector<Operation *, 4> gathers;
  for (Value array : arraysOf(loop))
    if (GatherOp gather = getGather(array))
      gathers.insert(gather);
  rewriter.eraseOp(loop);
  for (Operation *gather : gathers)
    if (gather->use_empty())
      rewriter.eraseOp(gather);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The values of the body that each lane has its own of.
static SmallVector<Value> seedsOf(Operation *loop) {
  SmallVector<Value> seeds;
  for (Value arg : loop->getRegion(0).getArguments())
    seeds.push_back(arg);
  return seeds;
}

/// As many lanes as the narrowest vectors of the widest float in the body allow.
static unsigned widthFor(Operation *loop, unsigned bits) {
  unsigned widest = 32;
  loop->walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (auto type = dyn_cast<FloatType>(getElementTypeOrSelf(result.getType())))
        widest = std::max(widest, type.getWidth());
  });
  return bits / widest;
}

static constexpr llvm::StringLiteral passName = "chad-vectorize-lanes";

namespace {
struct VectorizeLanes : chad::impl::ChadVectorizeLanesBase<VectorizeLanes> {
  using ChadVectorizeLanesBase::ChadVectorizeLanesBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, getOperation());
    SmallVector<Operation *> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isParallelLoop(op))
        return WalkResult::advance();
      Variation variation(op->getRegion(0), seedsOf(op));
      Profile profile = profileOf(op, variation);
      StringRef why;
      if (!everywhere && !isProfitable(profile)) {
        remarkLeft(op, {passName, "left"}, "little to compute for what it reads: left to LLVM");
        return WalkResult::advance();
      }
      if (Operation *bad = variation.findUnsupported(op->getRegion(0), why)) {
        remarkMissed(op, {passName, "not-vectorized"},
                     llvm::formatv("not vectorized over its iterations: '{0}' inside is {1}",
                                   bad->getName(), why));
        return WalkResult::advance();
      }
      loops.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *op : loops) {
      Variation variation(op->getRegion(0), seedsOf(op));
      Profile profile = profileOf(op, variation);
      bool flat = isFlat(profile);
      // Two vectors for each value share the work on indices, and hide latencies. Long bodies
      // have enough of both, and too few registers.
      bool isLong = profile.numValues > 150;
      unsigned perVector = widthFor(op, bits);
      unsigned width = flat || isLong ? perVector : 2 * perVector;
      remarkDone(op, {passName, "vectorized"},
                 llvm::formatv("{0} iterations at a time, each in a lane of vectors", width));
      Vectorizer(rewriter, op, variation, width, perVector).run(flat);
      ++numVectorized;
    }
  }
};
} // namespace

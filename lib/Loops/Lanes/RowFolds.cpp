//===- RowFolds.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A fold over rows, element by element, is a loop over elements of folds over scalars:
//
//   fold (x in X) with (s) { map (a in s, b in x) { f(a, b) } }
//     = build i { fold (x in X) with (s[i]) { f(s[i], x[i]) } }
//
// All iterations run for one vector of elements before the next vector.

#include "RowFolds.h"
#include "LaneBody.h"
#include "Profile.h"
#include "chad/Loops/BodyShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isRow(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 1 && isScalarType(type.getElementType()) &&
         !isa<IndexType>(type.getElementType()) && liesAsLanes(type.getElementType());
}

MapOp chad::detail::getRowMap(FoldOp fold) {
  Block &body = fold.getBody().front();
  MapOp map;
  // The other ops compute scalars, which are the same for all elements of the rows.
  for (Operation &op : body.without_terminator()) {
    auto rows = dyn_cast<MapOp>(op);
    if (rows && map)
      return {};
    if (rows)
      map = rows;
    else if (op.getNumRegions() != 0 || !isPure(&op) ||
             !llvm::all_of(op.getOperandTypes(), isScalarType))
      return {};
  }
  if (!map || fold.getInitialStates().empty())
    return {};
  auto isOwnRow = [&](Value value) {
    return isRow(value) &&
           (value.getDefiningOp() == map || llvm::is_contained(map.getArrays(), value));
  };
  auto isRowArray = [&](auto pair) {
    auto [array, element] = pair;
    return isScalarType(element.getType()) ||
           (isOwnRow(element) && cast<RankedTensorType>(array.getType()).getRank() == 2);
  };
  auto isOwnState = [&](Value state) { return isOwnRow(state); };
  // An array that the body makes outside of the map is not a row in registers.
  auto isKnownRow = [&](Value array) {
    return isRow(array) &&
           (isa<BlockArgument>(array) || !fold.getBody().isAncestor(array.getParentRegion()));
  };
  if (!llvm::all_of(map.getArrays(), isKnownRow) ||
      !llvm::all_of(fold.getStateArgs(), isOwnState) ||
      !llvm::all_of(body.getTerminator()->getOperands(), isOwnRow) ||
      !llvm::all_of(llvm::zip_equal(fold.getArrays(), fold.getElementArgs()), isRowArray))
    return {};
  return map;
}

namespace {
class RowsInLanes {
public:
  RowsInLanes(RewriterBase &rewriter, FoldOp fold, MapOp map)
      : rewriter(rewriter), fold(fold), map(map), loc(fold.getLoc()),
        variation(fold.getBody(), SmallVector<Value>(map.getBody().getArguments())) {}

  void run(unsigned numLanes, bool canPair);

private:
  void createOutputs();
  /// Runs the vectors of `width` elements from `from` to `to`. The last one may be shorter unless
  /// `isWhole`.
  void runVectors(Value from, Value to, unsigned width, bool isWhole);
  /// Runs all iterations for the vector at `first`. Returns the outputs after them.
  SmallVector<Value> runVector(Value first, unsigned width, bool isWhole, ValueRange carried);
  SmallVector<Value> runIteration(Value number, Value first, unsigned width, bool isWhole,
                                  const DenseMap<Value, Value> &outside, ValueRange carried);
  Value read(LaneBody &lanes, Value array, ArrayRef<Value> at, bool isWhole);
  Value index(int64_t value) { return createIndex(rewriter, loc, value); }

  RewriterBase &rewriter;
  FoldOp fold;
  MapOp map;
  Location loc;
  Variation variation;
  Value numIterations, extent;
  /// The final states and the collected arrays.
  SmallVector<Value> outputs;
  /// The outputs after the vectors so far.
  SmallVector<Value> current;
};
} // namespace

void RowsInLanes::createOutputs() {
  for (Value init : fold.getInitialStates()) {
    auto type = cast<RankedTensorType>(init.getType());
    SmallVector<Value> sizes;
    if (type.isDynamicDim(0))
      sizes.push_back(extent);
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, type, sizes));
  }
  for (OpResult result : fold.getCollected()) {
    if (Value replaced = getReplacedState(fold, result)) {
      outputs.push_back(replaced);
      continue;
    }
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<Value> sizes;
    if (type.isDynamicDim(0))
      sizes.push_back(numIterations);
    if (type.isDynamicDim(1))
      sizes.push_back(extent);
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, type, sizes));
  }
}

Value RowsInLanes::read(LaneBody &lanes, Value array, ArrayRef<Value> at, bool isWhole) {
  Type element = cast<RankedTensorType>(array.getType()).getElementType();
  if (auto splat = array.getDefiningOp<tensor::SplatOp>())
    return lanes.broadcast(splat.getInput());
  const bool inBounds[] = {isWhole};
  Value padding = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
  return vector::TransferReadOp::create(rewriter, loc, cast<VectorType>(lanes.laneTypeOf(element)),
                                        array, at, padding,
                                        std::optional<ArrayRef<bool>>(inBounds));
}

SmallVector<Value> RowsInLanes::runIteration(Value number, Value first, unsigned width,
                                             bool isWhole, const DenseMap<Value, Value> &outside,
                                             ValueRange carried) {
  unsigned numStates = fold.getNumStates();
  LaneBody lanes(rewriter, variation, width);
  DenseMap<Value, Value> rows = outside;
  Value at = number;
  if (fold.getDirection() == Direction::Right) {
    Value last = arith::SubIOp::create(rewriter, loc, numIterations, index(1));
    at = arith::SubIOp::create(rewriter, loc, last, number);
  }
  for (auto [array, element] : llvm::zip_equal(fold.getArrays(), fold.getElementArgs())) {
    if (!isRow(element)) {
      lanes.map(element, readArray(rewriter, loc, array, at));
      continue;
    }
    // Rows that are overwritten still have their old elements here.
    const auto *output = llvm::find(outputs, array);
    Value current = output == outputs.end() ? array : carried[output - outputs.begin()];
    rows[element] = read(lanes, current, {at, first}, isWhole);
  }
  for (auto [state, value] : llvm::zip_equal(fold.getStateArgs(), carried.take_front(numStates)))
    rows[state] = value;
  Block &body = fold.getBody().front();
  for (Operation &op : body.without_terminator()) {
    if (&op != map) {
      lanes.write(&op);
      continue;
    }
    for (auto [array, arg] : llvm::zip_equal(map.getArrays(), map.getBody().getArguments()))
      lanes.map(arg, rows.lookup(array));
    Block &inner = map.getBody().front();
    lanes.write(inner);
    for (auto [result, value] :
         llvm::zip_equal(map.getResults(), inner.getTerminator()->getOperands()))
      rows[result] = lanes.getLanes(value);
  }
  SmallVector<Value> next;
  const bool inBounds[] = {isWhole};
  for (auto [i, yielded] : llvm::enumerate(body.getTerminator()->getOperands()))
    next.push_back(i < numStates
                       ? rows.lookup(yielded)
                       : vector::TransferWriteOp::create(rewriter, loc, rows.lookup(yielded),
                                                         carried[i], ValueRange{at, first},
                                                         std::optional<ArrayRef<bool>>(inBounds))
                             .getResult());
  return next;
}

SmallVector<Value> RowsInLanes::runVector(Value first, unsigned width, bool isWhole,
                                          ValueRange carried) {
  unsigned numStates = fold.getNumStates();
  LaneBody lanes(rewriter, variation, width);
  DenseMap<Value, Value> outside;
  for (Value array : map.getArrays())
    if (!fold.getBody().isAncestor(array.getParentRegion()))
      outside[array] = read(lanes, array, first, isWhole);
  SmallVector<Value> inits;
  for (Value init : fold.getInitialStates())
    inits.push_back(read(lanes, init, first, isWhole));
  llvm::append_range(inits, carried.drop_front(numStates));
  auto steps = scf::ForOp::create(rewriter, loc, index(0), numIterations, index(1), inits);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(steps.getBody());
    scf::YieldOp::create(rewriter, loc,
                         runIteration(steps.getInductionVar(), first, width, isWhole, outside,
                                      steps.getRegionIterArgs()));
  }
  SmallVector<Value> results;
  const bool inBounds[] = {isWhole};
  for (unsigned i = 0; i < numStates; ++i)
    results.push_back(vector::TransferWriteOp::create(rewriter, loc, steps.getResult(i), carried[i],
                                                      first,
                                                      std::optional<ArrayRef<bool>>(inBounds))
                          .getResult());
  llvm::append_range(results, steps.getResults().drop_front(numStates));
  return results;
}

void RowsInLanes::runVectors(Value from, Value to, unsigned width, bool isWhole) {
  auto vectors = scf::ForOp::create(rewriter, loc, from, to, index(width), current);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(vectors.getBody());
  scf::YieldOp::create(
      rewriter, loc,
      runVector(vectors.getInductionVar(), width, isWhole, vectors.getRegionIterArgs()));
  current.assign(vectors.getResults().begin(), vectors.getResults().end());
}

void RowsInLanes::run(unsigned numLanes, bool canPair) {
  rewriter.setInsertionPoint(fold);
  numIterations = getNumIterations(rewriter, fold);
  extent = rewriter.createOrFold<tensor::DimOp>(loc, fold.getInitialStates().front(), 0);
  createOutputs();
  current = outputs;
  unsigned width = canPair ? 2 * numLanes : numLanes;
  Value number = arith::DivUIOp::create(rewriter, loc, extent, index(width));
  Value end = arith::MulIOp::create(rewriter, loc, number, index(width));
  runVectors(index(0), end, width, /*isWhole=*/true);
  if (canPair) {
    // The remaining elements take two vectors, or one.
    Value rest = arith::SubIOp::create(rewriter, loc, extent, end);
    Value isMore =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ugt, rest, index(numLanes));
    Value next = arith::SelectOp::create(rewriter, loc, isMore, extent, end);
    runVectors(end, next, width, /*isWhole=*/false);
    end = next;
  }
  runVectors(end, extent, numLanes, /*isWhole=*/false);
  for (auto [old, result] : llvm::zip_equal(fold->getResults(), current)) {
    Value all = result;
    if (all.getType() != old.getType())
      all = tensor::CastOp::create(rewriter, loc, old.getType(), all);
    rewriter.replaceAllUsesWith(old, all);
  }
  rewriter.eraseOp(fold);
}

void chad::detail::runRowsInLanes(RewriterBase &rewriter, FoldOp fold, unsigned numLanes,
                                  bool canPair) {
  RowsInLanes(rewriter, fold, getRowMap(fold)).run(numLanes, canPair);
}

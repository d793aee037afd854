//===- StructuredSums.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums over indices of arrays, such as those of the columns of a matrix: adjacent threads have
// adjacent elements of the results, and go through the terms of these. Where the elements are too
// few for a whole GPU, the threads also divide the terms.

#include "StructuredSums.h"
#include "MemorySpaces.h"
#include "StructuredOps.h"
#include "WorkerLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad::detail;

/// The number of threads that gives all multiprocessors work, the least number of terms of a part,
/// and the most parts: the threads that add them go through all.
static constexpr int64_t manyThreads = 1 << 17, leastTerms = 32, mostParts = 128;

Value chad::detail::addParts(RewriterBase &rewriter, Location loc, Value parts, Value count,
                             ValueRange position, Value total, arith::FastMathFlagsAttr flags) {
  // A thread reads so many numbers before it adds the first of them.
  constexpr int64_t numAtOnce = 4;
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  auto addRange = [&](Value from, Value to, int64_t step) {
    auto loop = scf::ForOp::create(rewriter, loc, from, to, index(step), total);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> loads;
    for (int64_t i = 0; i < step; ++i) {
      SmallVector<Value> place = {
          rewriter.createOrFold<arith::AddIOp>(loc, loop.getInductionVar(), index(i))};
      llvm::append_range(place, position);
      loads.push_back(memref::LoadOp::create(rewriter, loc, parts, place));
    }
    Value next = loop.getRegionIterArg(0);
    for (Value each : loads)
      next = arith::AddFOp::create(rewriter, loc, next, each, flags);
    scf::YieldOp::create(rewriter, loc, next);
    total = loop.getResult(0);
  };
  Value rest = rewriter.createOrFold<arith::RemUIOp>(loc, count, index(numAtOnce));
  Value most = rewriter.createOrFold<arith::SubIOp>(loc, count, rest);
  addRange(index(0), most, numAtOnce);
  addRange(most, count, 1);
  return total;
}

/// The op by which a result is added to; null if it is not added to a state of the body.
static arith::AddFOp getSum(linalg::LinalgOp op, OpOperand &init) {
  BlockArgument state = op.getMatchingBlockArgument(&init);
  Value yielded =
      op.getBlock()->getTerminator()->getOperand(init.getOperandNumber() - op.getNumDpsInputs());
  auto sum = yielded.getDefiningOp<arith::AddFOp>();
  if (!sum || sum->getBlock() != op.getBlock() || !state.hasOneUse() || !sum->hasOneUse() ||
      (sum.getLhs() == state) == (sum.getRhs() == state))
    return {};
  return sum;
}

bool chad::detail::isStructuredSum(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumParallelLoops() == 0 ||
      op.getNumReductionLoops() + op.getNumParallelLoops() != op.getNumLoops() ||
      op.hasIndexSemantics())
    return false;
  for (Operation &each : op.getBlock()->without_terminator())
    if (each.getNumRegions() != 0 || !isPure(&each))
      return false;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isResult = op.isDpsInit(&operand);
    if (!isa<ShapedType>(operand.get().getType()) || !map.isProjectedPermutation())
      return false;
    if (!isResult)
      continue;
    if (!getSum(op, operand) || map.getNumResults() != op.getNumParallelLoops() ||
        map != op.getMatchingIndexingMap(op.getDpsInitOperand(0)))
      return false;
    for (AffineExpr expr : map.getResults())
      if (iterators[cast<AffineDimExpr>(expr).getPosition()] != utils::IteratorType::parallel)
        return false;
  }
  return true;
}

namespace {
class Sums {
public:
  Sums(RewriterBase &rewriter, linalg::LinalgOp op, ArrayRef<Value> starts, int64_t blockThreads)
      : rewriter(rewriter), op(op), loc(op.getLoc()), starts(starts), blockThreads(blockThreads),
        map(op.getMatchingIndexingMap(op.getDpsInitOperand(0))) {}

  void run();

private:
  Value index(int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value); }
  template <typename Op> Value make(Value a, Value b) {
    return rewriter.createOrFold<Op>(loc, a, b);
  }
  Value isLess(Value a, Value b) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, a, b);
  }
  void measure();
  SmallVector<Value> positionIn(OpOperand &operand) {
    return llvm::map_to_vector(
        op.getMatchingIndexingMap(&operand).getResults(),
        [&](AffineExpr expr) { return at[cast<AffineDimExpr>(expr).getPosition()]; });
  }
  /// Sets the parallel indices to those of the element of this number.
  void placeElement(Value number);
  /// Adds up the terms of a thread, those of the outermost sum from `first` to `last`.
  SmallVector<Value> addTerms(Value first, Value last);
  /// Adds the sums of a thread to the results.
  void store(ValueRange sums);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  ArrayRef<Value> starts;
  int64_t blockThreads;
  AffineMap map; ///< The indices of the results.
  SmallVector<unsigned> summed;
  SmallVector<Value> extents, resultExtents, at;
  Value numElements;
};
} // namespace

void Sums::measure() {
  extents = measureLoops(rewriter, op);
  at.resize(op.getNumLoops());
  for (auto [dim, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      summed.push_back(dim);
  numElements = index(1);
  for (AffineExpr expr : map.getResults()) {
    resultExtents.push_back(extents[cast<AffineDimExpr>(expr).getPosition()]);
    numElements = make<arith::MulIOp>(numElements, resultExtents.back());
  }
}

void Sums::placeElement(Value number) {
  SmallVector<Value> position = delinearize(rewriter, loc, number, resultExtents);
  for (auto [expr, each] : llvm::zip_equal(map.getResults(), position))
    at[cast<AffineDimExpr>(expr).getPosition()] = each;
}

SmallVector<Value> Sums::addTerms(Value first, Value last) {
  SmallVector<Value> zeros;
  for (Value init : op.getDpsInits())
    zeros.push_back(arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(getElementTypeOrSelf(init.getType()))));
  SmallVector<Value> lower(summed.size(), index(0)), steps(summed.size(), index(1)), upper;
  for (unsigned dim : summed)
    upper.push_back(extents[dim]);
  lower.front() = first;
  upper.front() = last;
  auto nest = scf::buildLoopNest(
      rewriter, loc, lower, upper, steps, zeros,
      [&](OpBuilder &builder, Location, ValueRange position, ValueRange sums) -> scf::ValueVector {
        for (auto [dim, each] : llvm::zip_equal(summed, position))
          at[dim] = each;
        IRMapping mapping;
        for (OpOperand *input : op.getDpsInputOperands())
          if (BlockArgument arg = op.getMatchingBlockArgument(input); !arg.use_empty())
            mapping.map(
                Value(arg),
                memref::LoadOp::create(builder, loc, input->get(), positionIn(*input)).getResult());
        for (auto [init, sum] : llvm::zip_equal(op.getDpsInitsMutable(), sums))
          mapping.map(Value(op.getMatchingBlockArgument(&init)), sum);
        for (Operation &each : op.getBlock()->without_terminator())
          builder.clone(each, mapping);
        return llvm::map_to_vector(op.getBlock()->getTerminator()->getOperands(),
                                   [&](Value value) { return mapping.lookup(value); });
      });
  return SmallVector<Value>(nest.results);
}

void Sums::store(ValueRange sums) {
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    SmallVector<Value> position = positionIn(init);
    Value before = starts[number];
    if (!before)
      before = memref::LoadOp::create(rewriter, loc, init.get(), position);
    Value after = arith::AddFOp::create(rewriter, loc, before, sums[number],
                                        getSum(op, init).getFastmathAttr());
    memref::StoreOp::create(rewriter, loc, after, init.get(), position);
  }
}

void Sums::run() {
  rewriter.setInsertionPoint(op);
  measure();
  Value one = index(1), numTerms = extents[summed.front()];
  // The parts, and the terms of the outermost sum that each of them has.
  Value wanted =
      make<arith::CeilDivUIOp>(index(manyThreads), make<arith::MaxUIOp>(numElements, one));
  Value most = make<arith::DivUIOp>(numTerms, index(leastTerms));
  Value numParts = make<arith::MinUIOp>(make<arith::MinUIOp>(wanted, most), index(mostParts));
  numParts = make<arith::MaxUIOp>(numParts, one);
  Value length = make<arith::MaxUIOp>(make<arith::CeilDivUIOp>(numTerms, numParts), one);
  numParts = make<arith::MaxUIOp>(make<arith::CeilDivUIOp>(numTerms, length), one);
  if (getConstantIntValue(numParts) == 1) {
    placeElement(createThreads(rewriter, loc, numElements, blockThreads));
    store(addTerms(index(0), numTerms));
    return rewriter.eraseOp(op);
  }
  // The sums of each part; there are none if one part is all.
  Value areSeveral = isLess(one, numParts);
  auto choose = [&](Value yes, Value no) {
    return rewriter.createOrFold<arith::SelectOp>(loc, areSeveral, yes, no);
  };
  SmallVector<Value> parts;
  for (Value init : op.getDpsInits()) {
    auto type = cast<MemRefType>(init.getType());
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    llvm::append_range(shape, type.getShape());
    SmallVector<Value> sizes = {choose(numParts, index(0))};
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(rewriter.createOrFold<memref::DimOp>(loc, init, dim));
    auto whole = MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(),
                                 type.getMemorySpace());
    parts.push_back(memref::AllocOp::create(rewriter, loc, whole, sizes));
  }
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Value number =
        createThreads(rewriter, loc, make<arith::MulIOp>(numParts, numElements), blockThreads);
    Value part = make<arith::DivUIOp>(number, numElements);
    placeElement(make<arith::RemUIOp>(number, numElements));
    Value first = make<arith::MulIOp>(part, length);
    Value last = make<arith::MinUIOp>(make<arith::AddIOp>(first, length), numTerms);
    SmallVector<Value> sums = addTerms(make<arith::MinUIOp>(first, last), last);
    auto branch = scf::IfOp::create(rewriter, loc, areSeveral, /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    for (auto [init, array, sum] : llvm::zip_equal(op.getDpsInitsMutable(), parts, sums)) {
      SmallVector<Value> position = {part};
      llvm::append_range(position, positionIn(init));
      memref::StoreOp::create(rewriter, loc, sum, array, position);
    }
    rewriter.setInsertionPointToStart(branch.elseBlock());
    store(sums);
  }
  {
    OpBuilder::InsertionGuard guard(rewriter);
    placeElement(createThreads(rewriter, loc, choose(numElements, index(0)), blockThreads));
    SmallVector<Value> sums;
    for (auto [init, array] : llvm::zip_equal(op.getDpsInitsMutable(), parts)) {
      Value zero = arith::ConstantOp::create(
          rewriter, loc, rewriter.getZeroAttr(getElementTypeOrSelf(init.get().getType())));
      sums.push_back(addParts(rewriter, loc, array, numParts, positionIn(init), zero,
                              getSum(op, init).getFastmathAttr()));
    }
    store(sums);
  }
  rewriter.eraseOp(op);
}

void chad::detail::createSums(RewriterBase &rewriter, linalg::LinalgOp op, ArrayRef<Value> starts,
                              int64_t blockThreads) {
  Sums(rewriter, op, starts, blockThreads).run();
}

//===- AtomicUpdates.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Sums.h"
#include "UpdateKernels.h"
#include "chad/Analysis/Reductions.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `Add` makes the next state from the state and the element.
template <typename Add> static bool isSumBy(HistOp hist, unsigned number) {
  Operation *add = hist.getYield()->getOperand(number).getDefiningOp();
  return isa_and_nonnull<Add>(add) &&
         llvm::is_contained(add->getOperands(), Value(hist.getStateArgs()[number])) &&
         llvm::is_contained(add->getOperands(), Value(hist.getElementArgs()[number]));
}

bool AtomicUpdates::isSum(Operation *op) {
  auto isFloat = [](Type type) { return type.isF32() || type.isF64(); };
  auto hist = dyn_cast<HistOp>(op);
  if (!hist)
    return isFloat(getElementTypeOrSelf(op->getResult(0).getType()));
  return llvm::all_of(llvm::seq<unsigned>(0, hist->getNumResults()), [&](unsigned number) {
    Value unit = hist.getUnits()[number];
    return isFloat(unit.getType()) && isSumBy<arith::AddFOp>(hist, number) && isZeros(unit);
  });
}

bool AtomicUpdates::isSumOfIntegers(Operation *op) {
  auto hist = dyn_cast<HistOp>(op);
  return hist && llvm::all_of(llvm::seq<unsigned>(0, hist->getNumResults()), [&](unsigned number) {
           Type type = hist.getUnits()[number].getType();
           return (type.isIndex() || type.isInteger(32) || type.isInteger(64)) &&
                  isSumBy<arith::AddIOp>(hist, number);
         });
}

/// A loop for each dimension of an element, and in them sums that `chad-lower-kernels` makes
/// atomic.
Value AtomicUpdates::add(Value element, Value state, Value bin) {
  auto type = dyn_cast<RankedTensorType>(element.getType());
  SmallVector<Value> lower, upper, steps;
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    lower.push_back(index(0));
    upper.push_back(rewriter.createOrFold<tensor::DimOp>(loc, element, dim));
    steps.push_back(index(1));
  }
  auto addNumber = [&](OpBuilder &builder, Location at, ValueRange position, ValueRange sums) {
    SmallVector<Value> place = {bin};
    llvm::append_range(place, position);
    Value addend =
        type ? tensor::ExtractOp::create(builder, at, element, position).getResult() : element;
    Value before = tensor::ExtractOp::create(builder, at, sums[0], place);
    Operation *sum = isa<FloatType>(addend.getType())
                         ? arith::AddFOp::create(builder, at, before, addend).getOperation()
                         : arith::AddIOp::create(builder, at, before, addend).getOperation();
    sum->setDiscardableAttr(atomicSumName, builder.getUnitAttr());
    return SmallVector<Value>{
        tensor::InsertOp::create(builder, at, sum->getResult(0), sums[0], place)};
  };
  if (!type)
    return addNumber(rewriter, loc, {}, state).front();
  return scf::buildLoopNest(rewriter, loc, lower, upper, steps, state, addNumber).results.front();
}

SmallVector<Value> AtomicUpdates::update(Value number, Value bin, ValueRange states) {
  SmallVector<Value> next;
  for (auto [array, state] : llvm::zip_equal(arrays, states))
    next.push_back(add(readArray(rewriter, loc, array, number), state, bin));
  return next;
}

SmallVector<Value> AtomicUpdates::run() {
  SmallVector<Value> wholes;
  if (scatter)
    wholes.push_back(scatter.getAcc());
  for (unsigned i = 0; hist && i < op->getNumResults(); ++i) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizesOf(i), hist.getUnits()[i].getType());
    wholes.push_back(linalg::FillOp::create(rewriter, loc, unitOf(i), empty).getResult(0));
  }
  Value numThreads = index(machine.blockThreads);
  Value needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numThreads);
  Value numBlocks = limitBlocks(rewriter, loc, needed, machine);
  Value step = rewriter.createOrFold<arith::MulIOp>(loc, numBlocks, numThreads);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), wholes);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value before = arith::MulIOp::create(rewriter, loc, blocks.getInductionVar(0), numThreads);
  scf::ForallOp threads =
      createWorkerLoop(rewriter, loc, Level::Block, rewriter.getIndexAttr(machine.blockThreads),
                       blocks.getRegionIterArgs());
  rewriter.setInsertionPointToStart(threads.getBody());
  Value first = arith::MinUIOp::create(
      rewriter, loc, arith::AddIOp::create(rewriter, loc, before, threads.getInductionVar(0)),
      extent);
  Value count = arith::CeilDivUIOp::create(
      rewriter, loc, arith::SubIOp::create(rewriter, loc, extent, first), step);
  Value cells = getNumBins();
  SmallVector<Value> updated = createUpdates(
      first, count, step, threads.getRegionIterArgs(), [&](OpBuilder &builder, Value bin) {
        Value isInside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, bin, cells);
        return std::make_pair(isInside, bin);
      });
  auto insert = [&](scf::ForallOp loop, ValueRange values) {
    rewriter.setInsertionPoint(loop.getTerminator());
    OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
    SmallVector<Rows> rows;
    for (Value own : loop.getRegionIterArgs()) {
      SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, own);
      rows.emplace_back(rewriter, sizes, zero, sizes.front(), one);
    }
    insertRows(rewriter, loop, values, rows);
  };
  insert(threads, updated);
  insert(blocks, threads.getResults());
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResults();
}

//===- WorkEstimate.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkEstimate.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The value that is assumed for an extent that is only known in the loop.
static constexpr int64_t guess = 8;

Value WorkEstimate::constant(int64_t value) { return createIndex(builder, loc, value); }

Value WorkEstimate::add(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value WorkEstimate::multiply(Value lhs, Value rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

Value WorkEstimate::outside(Extent extent) {
  if (Value known = createExtentBefore(builder, loc, extent, loop))
    return known;
  hasGuessed = true;
  return constant(guess);
}

/// The loop of which `extent` is the number of an iteration, plus a constant; null if it is none.
static CombinatorOpInterface getCounting(Extent extent) {
  auto arg = dyn_cast_if_present<BlockArgument>(extent.value);
  if (!arg || extent.dim != Extent::isIndex)
    return {};
  if (Value array = getArrayOfElement(arg))
    if (!getIota(array))
      return {};
  auto loop = dyn_cast_if_present<ArrayLoopOpInterface>(arg.getOwner()->getParentOp());
  if (!loop || llvm::is_contained(loop.getStateArgs(), arg))
    return {};
  return cast<CombinatorOpInterface>(*loop);
}

Value WorkEstimate::meanOutside(Extent extent) {
  if (Value known = createExtentBefore(builder, loc, extent, loop))
    return known;
  for (const Extent &each : getEqualExtents(extent))
    if (CombinatorOpInterface counting = getCounting(each); counting && loop->isAncestor(counting))
      return builder.createOrFold<arith::CeilDivUIOp>(loc, meanExtent(counting), constant(2));
  return outside(extent);
}

Value WorkEstimate::meanExtent(CombinatorOpInterface combinator) {
  if (auto build = dyn_cast<BuildOp>(*combinator))
    return meanOutside(Extent::of(getAsOpFoldResult(build.getExtent())));
  return meanOutside(Extent::of(combinator.getArrays().front(), 0));
}

Value WorkEstimate::getThreads(Operation *op, Value extent, Value numSummed, Value most,
                               unsigned grain) {
  // A thread with its own copy of a sum must do more work than to clear the copy and to add it to
  // the others.
  Value least = multiply(numSummed, constant(4));
  least = builder.createOrFold<arith::MaxUIOp>(loc, least, constant(std::max(grain, 1u)));
  Value threads = builder.createOrFold<arith::DivUIOp>(loc, workOf(op), least);
  threads = builder.createOrFold<arith::MinUIOp>(loc, threads, extent);
  threads = builder.createOrFold<arith::MinUIOp>(loc, threads, most);
  return builder.createOrFold<arith::MaxUIOp>(loc, threads, constant(1));
}

Value WorkEstimate::getSize(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Value size = constant(1);
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
    size = multiply(size, outside(Extent::of(value, dim)));
  return size;
}

Value WorkEstimate::getExtent(CombinatorOpInterface combinator) {
  if (auto build = dyn_cast<BuildOp>(*combinator))
    return outside(Extent::of(getAsOpFoldResult(build.getExtent())));
  return outside(Extent::of(combinator.getArrays().front(), 0));
}

Value WorkEstimate::iterationsOf(Operation *op) {
  if (auto combinator = dyn_cast<CombinatorOpInterface>(op))
    return meanExtent(combinator);
  if (auto sequential = dyn_cast<scf::ForOp>(op))
    return meanOutside(Extent::of(getAsOpFoldResult(sequential.getUpperBound())));
  return {};
}

Value WorkEstimate::countRuns(Operation *op, function_ref<bool(Operation *)> isCounted) {
  Value runs = constant(0);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      runs = add(runs, isCounted(&inner) ? constant(1) : countRuns(&inner, isCounted));
  Value iterations = isConstantIntValue(runs, 0) ? Value() : iterationsOf(op);
  return iterations ? multiply(iterations, runs) : runs;
}

Value WorkEstimate::workOf(Region &region) {
  Value work = constant(1);
  for (Block &block : region)
    for (Operation &op : block.without_terminator())
      work = add(work, workOf(&op));
  return work;
}

Value WorkEstimate::workOf(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](HistOp hist) { return getSize(hist.getResult(0)); })
      .Case([&](CombinatorOpInterface combinator) {
        return multiply(iterationsOf(op), workOf(combinator.getBody()));
      })
      .Case([&](linalg::LinalgOp structured) {
        Value work = constant(1);
        AffineMap shapes = structured.getShapesToLoopsMap();
        SmallVector<std::pair<Value, int64_t>> dims;
        for (Value operand : op->getOperands())
          if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
            for (int64_t dim = 0; dim < type.getRank(); ++dim)
              dims.push_back({operand, dim});
        for (AffineExpr expr : shapes ? shapes.getResults() : ArrayRef<AffineExpr>()) {
          auto [operand, dim] = dims[cast<AffineDimExpr>(expr).getPosition()];
          work = multiply(work, outside(Extent::of(operand, dim)));
        }
        return work;
      })
      .Case([&](scf::ForOp sequential) {
        return multiply(iterationsOf(op), workOf(sequential.getRegion()));
      })
      .Case([&](AccumulateOp accumulate) { return getSize(accumulate.getValue()); })
      .Case<ScatterAddOp, GatherOp, tensor::PadOp, tensor::SplatOp>(
          [&](auto whole) { return getSize(op->getResult(0)); })
      .Case([&](tensor::InsertSliceOp insert) { return getSize(insert.getSource()); })
      .Default([&](Operation *) -> Value {
        if (op->getNumRegions() != 0) {
          Value work = constant(0);
          for (Region &region : op->getRegions())
            work = add(work, workOf(region));
          return work;
        }
        // A movement is an instruction, too.
        return constant(getOpKind(op) == OpKind::Movement ? 1 : getCost(op));
      });
}

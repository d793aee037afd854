//===- WorkEstimate.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkEstimate.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// What an extent is taken to be that is only known in the loop.
static constexpr int64_t guess = 8;
static constexpr unsigned maxDepth = 8;

Value WorkEstimate::constant(int64_t value) { return createIndex(builder, loc, value); }

Value WorkEstimate::add(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value WorkEstimate::multiply(Value lhs, Value rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

bool WorkEstimate::isOutside(Value value) {
  return !loop->isAncestor(value.getParentBlock()->getParentOp());
}

Value WorkEstimate::orGuess(Value index) {
  if (index)
    return index;
  hasGuessed = true;
  return constant(guess);
}

Value WorkEstimate::outside(Value index) { return orGuess(find(index, 0)); }

Value WorkEstimate::getThreads(Operation *op, Value extent, Value numSummed, Value most,
                               unsigned grain) {
  // A thread that sums must do more than clear its sum and add it to those of others.
  Value least = multiply(numSummed, constant(4));
  least = builder.createOrFold<arith::MaxUIOp>(loc, least, constant(std::max(grain, 1u)));
  Value threads = builder.createOrFold<arith::DivUIOp>(loc, workOf(op), least);
  threads = builder.createOrFold<arith::MinUIOp>(loc, threads, extent);
  threads = builder.createOrFold<arith::MinUIOp>(loc, threads, most);
  return builder.createOrFold<arith::MaxUIOp>(loc, threads, constant(1));
}

Value WorkEstimate::find(Value index, unsigned depth) {
  if (isOutside(index))
    return index;
  Operation *op = index.getDefiningOp();
  if (!op || depth == maxDepth)
    return {};
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> number = getConstantDim(dim);
    return number ? findDim(dim.getSource(), *number, depth + 1) : Value();
  }
  if (op->getNumRegions() != 0 || !isPure(op) ||
      !isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return {};
  IRMapping known;
  for (Value operand : op->getOperands()) {
    Value found = find(operand, depth + 1);
    if (!found)
      return {};
    known.map(operand, found);
  }
  return builder.clone(*op, known)->getResult(cast<OpResult>(index).getResultNumber());
}

Value WorkEstimate::findDim(Value array, int64_t dim, unsigned depth) {
  auto type = dyn_cast<RankedTensorType>(array.getType());
  if (!type || dim >= type.getRank() || depth >= maxDepth)
    return {};
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  if (isOutside(array))
    return builder.createOrFold<tensor::DimOp>(loc, array, dim);
  if (auto arg = dyn_cast<BlockArgument>(array)) {
    if (Value whole = getArrayOfElement(arg))
      return findDim(whole, dim + 1, depth + 1);
    if (auto fold = dyn_cast<FoldOp>(arg.getOwner()->getParentOp()))
      return findDim(fold.getInitialStates()[arg.getArgNumber() - fold.getArrays().size()], dim,
                     depth + 1);
    return {};
  }
  auto result = cast<OpResult>(array);
  Operation *op = result.getOwner();
  if (auto made = dyn_cast<ArrayLoopOpInterface>(op)) {
    if (result.getResultNumber() < made.getNumStates())
      return findDim(made.getInitialStates()[result.getResultNumber()], dim, depth + 1);
    if (dim > 0)
      return findDim(getYieldedElement(array), dim - 1, depth + 1);
    if (auto build = dyn_cast<BuildOp>(op))
      return find(build.getExtent(), depth + 1);
    return findDim(made.getArrays().front(), 0, depth + 1);
  }
  if (auto styled = dyn_cast<DestinationStyleOpInterface>(op))
    return findDim(styled.getTiedOpOperand(result)->get(), dim, depth + 1);
  if (isa<tensor::EmptyOp, tensor::SplatOp>(op)) {
    ValueRange sizes = op->getOperands().take_back(type.getNumDynamicDims());
    return find(sizes[type.getDynamicDimIndex(dim)], depth + 1);
  }
  return {};
}

Value WorkEstimate::getSize(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Value size = constant(1);
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    size = multiply(size, orGuess(findDim(value, dim, 0)));
  }
  return size;
}

Value WorkEstimate::getExtent(CombinatorOpInterface combinator) {
  if (auto build = dyn_cast<BuildOp>(*combinator))
    return outside(build.getExtent());
  ValueRange arrays = combinator.getArrays();
  for (Value array : arrays)
    if (BuildOp iota = getIota(array))
      return outside(iota.getExtent());
  return orGuess(findDim(arrays.front(), 0, 0));
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
        return multiply(getExtent(combinator), workOf(combinator.getBody()));
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
          work = multiply(work, orGuess(findDim(operand, dim, 0)));
        }
        return work;
      })
      .Case([&](scf::ForOp sequential) {
        Value end = outside(sequential.getUpperBound());
        if (!end.getType().isIndex())
          end = builder.createOrFold<arith::IndexCastUIOp>(loc, builder.getIndexType(), end);
        return multiply(end, workOf(sequential.getRegion()));
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
        if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
          return constant(10);
        return constant(isa<tensor::DimOp>(op) || op->hasTrait<mlir::OpTrait::ConstantLike>() ? 0
                                                                                              : 1);
      });
}

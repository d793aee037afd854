//===- ArrayOpInterfaces.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loop, control-flow and shape interfaces of the array combinators.

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Region *> MapOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> BuildOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> ReduceOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> ScanOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> FoldOp::getLoopRegions() { return {&getBody()}; }
SmallVector<Region *> HistOp::getLoopRegions() { return {&getBody()}; }

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// Only the state of a fold is forwarded from one region execution to the next;
// the bodies of the other combinators get elements of arrays, which the branch
// interface cannot say, and are regions without known control flow.
void FoldOp::getSuccessorRegions(RegionBranchPoint, SmallVectorImpl<RegionSuccessor> &regions) {
  regions.emplace_back(&getBody(), getStateArgs());
  regions.emplace_back(getOperation(), getFinalStates());
}

OperandRange FoldOp::getEntrySuccessorOperands(RegionSuccessor) { return getInitialStates(); }

// The op's own verifier says what does not fit, in terms of states.
bool FoldOp::areTypesCompatible(Type, Type) { return true; }

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Dimension `dim` of `value`, a value inside or outside of `loop`, computed
/// before `loop`; null where it depends on the iteration.
static OpFoldResult reifyOutside(OpBuilder &builder, Operation *loop, Value value, int64_t dim) {
  while (true) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor)
      return {};
    if (!tensor.isDynamicDim(dim))
      return builder.getIndexAttr(tensor.getDimSize(dim));
    if (isDefinedOutside(value, loop))
      return tensor::getMixedSize(builder, loop->getLoc(), value, dim);
    if (isa<BlockArgument>(value)) {
      // An element of an array: one dimension further out. A carried state has
      // no such array.
      value = getArrayOfElement(value);
      if (!value)
        return {};
      ++dim;
      continue;
    }
    Operation *def = value.getDefiningOp();
    if (auto empty = dyn_cast<tensor::EmptyOp>(def)) {
      Value size = empty.getDynamicSizes()[tensor.getDynamicDimIndex(dim)];
      if (!isDefinedOutside(size, loop))
        return {};
      return size;
    }
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(def)) {
      value = dps.getTiedOpOperand(cast<OpResult>(value))->get();
      continue;
    }
    if (auto map = dyn_cast<MapOp>(def); map && dim == 0) {
      value = map.getArrays().front();
      continue;
    }
    if (auto scan = dyn_cast<ScanOp>(def)) {
      value = scan.getArrays()[cast<OpResult>(value).getResultNumber()];
      continue;
    }
    if (auto build = dyn_cast<BuildOp>(def); build && dim == 0) {
      if (!isDefinedOutside(build.getExtent(), loop))
        return {};
      return build.getExtent();
    }
    return {};
  }
}

/// An inner dimension of a result whose elements are what the body yields.
static OpFoldResult reifyInner(OpBuilder &builder, Operation *loop, unsigned yielded, int64_t dim) {
  Value value = loop->getRegion(0).front().getTerminator()->getOperand(yielded);
  return reifyOutside(builder, loop, value, dim - 1);
}

static OpFoldResult sizeOf(OpBuilder &builder, Operation *op, Value value, int64_t dim) {
  if (!isa<RankedTensorType>(value.getType()))
    return {};
  return tensor::getMixedSize(builder, op->getLoc(), value, dim);
}

/// The extent of arrays; linear ones have no size to ask for.
static OpFoldResult extentOf(OpBuilder &builder, Operation *op, ValueRange arrays) {
  for (Value array : arrays)
    if (OpFoldResult extent = sizeOf(builder, op, array, 0))
      return extent;
  return {};
}

static OpFoldResult reify(OpBuilder &b, MapOp op, unsigned result, int64_t dim) {
  return dim ? reifyInner(b, op, result, dim) : extentOf(b, op, op.getArrays());
}
static OpFoldResult reify(OpBuilder &b, BuildOp op, unsigned result, int64_t dim) {
  return dim ? reifyInner(b, op, result, dim) : OpFoldResult(op.getExtent());
}
static OpFoldResult reify(OpBuilder &b, ScanOp op, unsigned result, int64_t dim) {
  return sizeOf(b, op, op.getArrays()[result], dim);
}
static OpFoldResult reify(OpBuilder &b, FoldOp op, unsigned result, int64_t dim) {
  if (result < op.getNumStates())
    return keepsDim(op, result, dim) ? sizeOf(b, op, op.getInitialStates()[result], dim)
                                     : OpFoldResult();
  return dim ? reifyInner(b, op, result, dim) : extentOf(b, op, op.getArrays());
}
static OpFoldResult reify(OpBuilder &b, HistOp op, unsigned result, int64_t dim) {
  return dim ? sizeOf(b, op, op.getArrays()[result], dim) : OpFoldResult(op.getBins());
}
static OpFoldResult reify(OpBuilder &b, GatherOp op, unsigned, int64_t dim) {
  int64_t leading = op.getIndices().getType().getRank();
  return dim < leading ? sizeOf(b, op, op.getIndices(), dim)
                       : sizeOf(b, op, op.getSource(), dim - leading + 1);
}
static OpFoldResult reify(OpBuilder &b, ScatterAddOp op, unsigned, int64_t dim) {
  return sizeOf(b, op, op.getAcc(), dim);
}
static OpFoldResult reify(OpBuilder &b, AccumulateOp op, unsigned, int64_t dim) {
  return sizeOf(b, op, op.getAcc(), dim);
}

template <typename OpTy>
static FailureOr<OpFoldResult> reifyDim(OpTy op, OpBuilder &builder, int result, int dim) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(result).getType());
  if (!type || dim < 0 || dim >= type.getRank())
    return failure();
  if (!type.isDynamicDim(dim))
    return OpFoldResult(builder.getIndexAttr(type.getDimSize(dim)));
  OpFoldResult size = reify(builder, op, result, dim);
  if (!size)
    return failure();
  return size;
}

template <typename OpTy>
static LogicalResult reifyAll(OpTy op, OpBuilder &builder, ReifiedRankedShapedTypeDims &shapes) {
  for (OpResult result : op->getResults()) {
    SmallVector<OpFoldResult> &shape = shapes.emplace_back();
    auto type = dyn_cast<RankedTensorType>(result.getType());
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      FailureOr<OpFoldResult> size = reifyDim(op, builder, result.getResultNumber(), dim);
      shape.push_back(failed(size) ? OpFoldResult() : *size);
    }
  }
  return success();
}

#define CHAD_REIFY_SHAPES(OP)                                                                      \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &shapes) {   \
    return reifyAll(*this, builder, shapes);                                                       \
  }                                                                                                \
  FailureOr<OpFoldResult> OP::reifyDimOfResult(OpBuilder &builder, int result, int dim) {          \
    return reifyDim(*this, builder, result, dim);                                                  \
  }

CHAD_REIFY_SHAPES(MapOp)
CHAD_REIFY_SHAPES(BuildOp)
CHAD_REIFY_SHAPES(ScanOp)
CHAD_REIFY_SHAPES(FoldOp)
CHAD_REIFY_SHAPES(HistOp)
CHAD_REIFY_SHAPES(GatherOp)
CHAD_REIFY_SHAPES(ScatterAddOp)
CHAD_REIFY_SHAPES(AccumulateOp)

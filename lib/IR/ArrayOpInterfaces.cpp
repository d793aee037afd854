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

// Only a fold forwards values, its states, from one execution of its region to the next. The bodies
// of the other combinators get elements of arrays, which the branch interface cannot express; their
// control flow stays unknown to it.
void FoldOp::getSuccessorRegions(RegionBranchPoint, SmallVectorImpl<RegionSuccessor> &regions) {
  regions.emplace_back(&getBody(), getStateArgs());
  regions.emplace_back(getOperation(), getFinalStates());
}

OperandRange FoldOp::getEntrySuccessorOperands(RegionSuccessor) { return getInitialStates(); }

// The op's own verifier reports types that do not match, and names the state.
bool FoldOp::areTypesCompatible(Type, Type) { return true; }

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The extent of dimension `dim` of a result, computed before the op. Fails for linear arrays,
/// which have no `tensor.dim`.
static FailureOr<OpFoldResult> reifyDim(Operation *op, OpBuilder &builder, int result, int dim) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(result).getType());
  if (!type || dim < 0 || dim >= type.getRank())
    return failure();
  std::optional<Extent> extent = findExtent(Extent::of(op->getResult(result), dim), op);
  if (!extent)
    return failure();
  if (!extent->value)
    return OpFoldResult(builder.getIndexAttr(extent->plus));
  return getAsOpFoldResult(createExtent(builder, op->getLoc(), *extent));
}

static LogicalResult reifyAll(Operation *op, OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
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

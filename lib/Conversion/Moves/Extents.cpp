//===- Extents.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"
#include "../BodyShape.h"
#include "../Sums.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How far back an extent is looked for.
static constexpr unsigned maxSteps = 64;

static int64_t sourceDim(const llvm::SmallBitVector &dropped, int64_t dim) {
  for (int64_t i = 0, size = dropped.size(); i < size; ++i)
    if (!dropped.test(i) && dim-- == 0)
      return i;
  return -1;
}

namespace {
/// One of: a number, an index, a dimension of a tensor.
struct Step {
  Extent extent;
  bool isSize;

  static Step size(OpFoldResult size, int64_t plus) {
    if (std::optional<int64_t> constant = getConstantIntValue(size))
      return {{Value(), 0, plus + *constant}, true};
    return {{cast<Value>(size), -1, plus}, true};
  }
  static Step dim(Value tensor, int64_t dim, int64_t plus) { return {{tensor, dim, plus}, false}; }
};
} // namespace

static std::optional<Step> stepOfSize(Extent at) {
  if (auto dim = at.value.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> number = dim.getConstantIndex();
        number && isa<RankedTensorType>(dim.getSource().getType()))
      return Step::dim(dim.getSource(), *number, at.plus);
  Operation *def = at.value.getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp>(def))
    if (std::optional<int64_t> constant = getConstantIntValue(def->getOperand(1)))
      return Step::size(def->getOperand(0),
                        at.plus + (isa<arith::AddIOp>(def) ? *constant : -*constant));
  return std::nullopt;
}

static std::optional<Step> stepOfArgument(BlockArgument arg, Extent at) {
  Operation *loop = arg.getOwner()->getParentOp();
  ValueRange arrays = arraysOf(loop);
  if (arg.getArgNumber() < arrays.size())
    return Step::dim(arrays[arg.getArgNumber()], at.dim + 1, at.plus);
  auto fold = dyn_cast<FoldOp>(loop);
  if (!fold || arg.getOwner() != &fold.getBody().front())
    return std::nullopt;
  unsigned state = arg.getArgNumber() - arrays.size();
  if (!keepsDim(fold, state, at.dim))
    return std::nullopt;
  return Step::dim(fold.getInitialStates()[state], at.dim, at.plus);
}

static std::optional<Step> stepOfDim(Extent at) {
  auto type = cast<RankedTensorType>(at.value.getType());
  if (!type.isDynamicDim(at.dim))
    return Step{{Value(), 0, at.plus + type.getDimSize(at.dim)}, true};
  if (auto arg = dyn_cast<BlockArgument>(at.value))
    return stepOfArgument(arg, at);
  Operation *def = at.value.getDefiningOp();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(def))
    return Step::size(slice.getMixedSizes()[sourceDim(slice.getDroppedDims(), at.dim)], at.plus);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(def))
    return Step::dim(insert.getDest(), at.dim, at.plus);
  if (auto cast = dyn_cast<tensor::CastOp>(def))
    if (isa<RankedTensorType>(cast.getSource().getType()))
      return Step::dim(cast.getSource(), at.dim, at.plus);
  if (auto splat = dyn_cast<tensor::SplatOp>(def))
    return Step::size(splat.getDynamicSizes()[type.getDynamicDimIndex(at.dim)], at.plus);
  if (auto pad = dyn_cast<tensor::PadOp>(def)) {
    std::optional<int64_t> low = getConstantIntValue(pad.getMixedLowPad()[at.dim]);
    std::optional<int64_t> high = getConstantIntValue(pad.getMixedHighPad()[at.dim]);
    if (low && high)
      return Step::dim(pad.getSource(), at.dim, at.plus + *low + *high);
    return std::nullopt;
  }
  if (auto build = dyn_cast<BuildOp>(def); build && at.dim == 0)
    return Step::size(build.getExtent(), at.plus);
  if (auto map = dyn_cast<MapOp>(def); map && at.dim == 0)
    return Step::dim(map.getArrays().front(), 0, at.plus);
  return std::nullopt;
}

static Extent follow(Step step) {
  for (unsigned count = 0; count < maxSteps; ++count) {
    if (!step.extent.value)
      break;
    std::optional<Step> next = step.isSize ? stepOfSize(step.extent) : stepOfDim(step.extent);
    if (!next)
      break;
    step = *next;
  }
  return step.extent;
}

Extent chad::detail::nameExtent(Value tensor, int64_t dim) {
  return follow(Step::dim(tensor, dim, 0));
}

Extent chad::detail::nameSize(OpFoldResult size) { return follow(Step::size(size, 0)); }

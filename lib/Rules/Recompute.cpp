//===- Recompute.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recompute.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// What it costs to compute `op` again, in additions; nothing if it is not cheap.
static std::optional<unsigned> costOf(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() != 1)
    return std::nullopt;
  if (op->hasTrait<mlir::OpTrait::ConstantLike>() || isa<tensor::DimOp, tensor::RankOp>(op))
    return 0;
  // Views, and reads of one element.
  if (isa<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::CastOp, tensor::CollapseShapeOp,
          tensor::ExpandShapeOp>(op))
    return 1;
  if (isa<ShapedType>(op->getResult(0).getType()))
    return std::nullopt;
  if (isa<arith::DivFOp, arith::RemFOp>(op))
    return 4;
  if (isa<arith::ArithDialect>(op->getDialect()) || isa<math::AbsFOp, math::CopySignOp>(op))
    return 1;
  return std::nullopt;
}

RecomputePlan::RecomputePlan(Block &body, ValueRange states) {
  constexpr unsigned limit = 12;
  DenseSet<Value> unavailable(states.begin(), states.end());
  for (Operation &op : body) {
    std::optional<unsigned> cost = costOf(&op);
    if (!cost)
      continue;
    for (Value operand : op.getOperands()) {
      if (operand.getParentBlock() != &body)
        continue;
      auto known = costs.find(operand);
      if (unavailable.contains(operand) || (operand.getDefiningOp() && known == costs.end()))
        cost.reset();
      if (!cost)
        break;
      *cost += known == costs.end() ? 0 : known->second;
    }
    if (cost && *cost <= limit)
      costs[op.getResult(0)] = *cost;
  }
}

bool RecomputePlan::isRecomputed(Value value) const {
  // Sizes and positions that the sweep itself asked for are not in the plan.
  return costs.contains(value);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

namespace {
/// Finds sizes that are not the same in each run of a region.
class SizeCheck {
public:
  explicit SizeCheck(Region &region) : region(region) {}

  bool visit(Operation *op) {
    for (Value result : op->getResults()) {
      if (isa<IndexType>(result.getType()) && isConstant(op))
        constants.insert(result);
      auto tensor = dyn_cast<RankedTensorType>(result.getType());
      if (tensor && !tensor.hasStaticShape() && !hasConstantShape(op))
        return false;
    }
    return true;
  }

private:
  bool isSame(Value value) const {
    return constants.contains(value) || !region.isAncestor(value.getParentRegion());
  }

  // Shapes are the same wherever this is asked, so extents are.
  bool isConstant(Operation *op) const {
    if (isa<tensor::DimOp>(op))
      return isSame(op->getOperand(1));
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return isSame(operand); });
  }

  bool hasConstantShape(Operation *op) const {
    auto same = [&](Value value) { return isSame(value); };
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([&](tensor::ExtractSliceOp slice) { return llvm::all_of(slice.getSizes(), same); })
        .Case([&](tensor::EmptyOp empty) { return llvm::all_of(empty.getDynamicSizes(), same); })
        .Case([&](tensor::SplatOp splat) { return llvm::all_of(splat.getDynamicSizes(), same); })
        .Case([&](tensor::GenerateOp op) { return llvm::all_of(op.getDynamicExtents(), same); })
        .Case([&](tensor::ExpandShapeOp op) { return llvm::all_of(op.getOutputShape(), same); })
        .Case([&](tensor::PadOp pad) {
          return llvm::all_of(pad.getLow(), same) && llvm::all_of(pad.getHigh(), same);
        })
        .Case([&](BuildOp build) { return isSame(build.getExtent()); })
        .Case([&](HistOp hist) { return isSame(hist.getBins()); })
        .Case<MapOp, ScanOp, ReduceOp, FoldOp, GatherOp, ScatterAddOp, AccumulateOp, tensor::CastOp,
              tensor::CollapseShapeOp, tensor::ConcatOp, tensor::InsertOp, tensor::InsertSliceOp>(
            [](auto) { return true; })
        .Default([](Operation *op) { return op->hasTrait<mlir::OpTrait::Elementwise>(); });
  }

  Region &region;
  DenseSet<Value> constants;
};
} // namespace

bool chad::detail::isRectangular(Region &region) {
  SizeCheck check(region);
  return !region
              .walk<WalkOrder::PreOrder>([&](Operation *op) {
                return check.visit(op) ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

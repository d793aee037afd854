//===- Recompute.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recompute.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void chad::detail::getUsedFromOutside(Region &region, llvm::SetVector<Value> &values) {
  Operation *op = region.getParentOp();
  region.walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (Operation *owner = operand.getParentBlock()->getParentOp();
          !owner || !op->isAncestor(owner))
        values.insert(operand);
  });
}

SmallVector<Value> chad::detail::getDependencies(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  for (Region &region : op->getRegions())
    getUsedFromOutside(region, values);
  return values.takeVector();
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// The cost of computing `op` again, in additions; nothing if its results are residuals at any
/// cost.
static std::optional<unsigned> costOf(Operation *op) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  // To keep an array takes, for each element, as much memory as to keep a scalar.
  if (ArrayLoopOpInterface loop = getMapOrBuild(op)) {
    unsigned cost = 0;
    for (Operation &nested : loop.getBodyBlock().without_terminator()) {
      std::optional<unsigned> part = costOf(&nested);
      if (!part)
        return std::nullopt;
      cost += *part;
    }
    return cost;
  }
  OpKind kind = getOpKind(op);
  bool isPart = kind == OpKind::Free || isa<tensor::ExtractOp>(op);
  bool isScalar = kind != OpKind::Movement && !isa<ShapedType>(op->getResult(0).getType());
  if (op->getNumRegions() || kind == OpKind::Other || !(isPart || isScalar))
    return std::nullopt;
  return getCost(op);
}

RecomputePlan::RecomputePlan(Block &body, ValueRange states) {
  DenseSet<Value> unavailable(states.begin(), states.end());
  for (Operation &op : body) {
    std::optional<unsigned> cost = costOf(&op);
    if (!cost)
      continue;
    for (Value operand : getDependencies(&op)) {
      if (operand.getParentBlock() != &body)
        continue;
      auto known = costs.find(operand);
      if (unavailable.contains(operand) || (operand.getDefiningOp() && known == costs.end())) {
        cost.reset();
        break;
      }
      *cost += known == costs.end() ? 0 : known->second;
    }
    if (cost && *cost <= costOfKeeping)
      costs[op.getResult(0)] = *cost;
  }
}

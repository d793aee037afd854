//===- PointCode.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes the code that a structured op runs at one point of its iteration space.

#include "Nest.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void PointCode::clone(OpBuilder &builder, IRMapping &mapping, ArrayRef<Value> indices) {
  Block *body = op.getBlock();
  for (Operation &nested : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested)) {
      if (Value known = indices[index.getDim()])
        mapping.map(index.getResult(), known);
      continue;
    }
    bool isKnown = true;
    nested.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        isKnown &= operand.getParentBlock() != body || mapping.contains(operand);
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        isKnown &= bool(indices[index.getDim()]);
    });
    if (!isKnown)
      continue;
    Operation *copy = builder.clone(nested, mapping);
    copy->walk([&](linalg::IndexOp index) {
      index.getResult().replaceAllUsesWith(indices[index.getDim()]);
      index.erase();
    });
    cloned.push_back(copy);
  }
}

Value PointCode::cloneAddend(OpBuilder &builder, unsigned out, const IRMapping &mapping) {
  Block *body = op.getBlock();
  BlockArgument acc = getAccumulator(op, out);
  // A value that was not cloned depends on the accumulator.
  auto dependsOnStart = [&](Value value) {
    return value.getParentBlock() == body && !mapping.contains(value);
  };
  SmallVector<OpOperand *> path;
  for (Value value = getYieldedElement(op, out); value != acc;) {
    OpOperand *through = getSumOperand(value.getDefiningOp(), dependsOnStart);
    path.push_back(through);
    value = through->get();
  }
  Value sum;
  for (OpOperand *through : llvm::reverse(path)) {
    Operation *step = through->getOwner();
    Location loc = step->getLoc();
    if (step->getNumOperands() == 1) {
      if (!sum)
        continue;
      IRMapping local;
      local.map(through->get(), sum);
      cloned.push_back(builder.clone(*step, local));
      sum = cloned.back()->getResult(0);
      continue;
    }
    Value other = mapping.lookupOrDefault(step->getOperand(1 - through->getOperandNumber()));
    if (sum) {
      IRMapping local;
      local.map(through->get(), sum);
      local.map(step->getOperand(1 - through->getOperandNumber()), other);
      cloned.push_back(builder.clone(*step, local));
      sum = cloned.back()->getResult(0);
    } else if (isa<arith::SubFOp>(step)) {
      sum = arith::NegFOp::create(builder, loc, other);
    } else {
      sum = other;
    }
  }
  return sum;
}

void PointCode::eraseDead() {
  for (Operation *copy : llvm::reverse(cloned))
    if (isOpTriviallyDead(copy))
      copy->erase();
  cloned.clear();
}

SmallVector<Value> chad::detail::createLoopExtents(OpBuilder &builder, linalg::LinalgOp op) {
  SmallVector<Value> extents(op.getNumLoops());
  SmallVector<int64_t> known = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr); loop && !extents[loop.getPosition()]) {
        Value &extent = extents[loop.getPosition()];
        int64_t size = known[loop.getPosition()];
        extent = ShapedType::isDynamic(size)
                     ? tensor::DimOp::create(builder, op.getLoc(), operand.get(), dim).getResult()
                     : arith::ConstantIndexOp::create(builder, op.getLoc(), size).getResult();
      }
  return extents;
}

//===- ScalarStates.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/ScalarStates.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static bool hasRankZero(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0;
}

/// Replaces an operand, a tensor of rank 0, by its element.
static void makeScalar(OpOperand &operand) {
  if (!hasRankZero(operand.get().getType()))
    return;
  OpBuilder builder(operand.getOwner());
  operand.set(tensor::ExtractOp::create(builder, operand.getOwner()->getLoc(), operand.get(),
                                        ValueRange()));
}

/// Changes `value` to a scalar. Its users get a tensor of rank 0 with this scalar as element.
static void makeScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 0)
    return;
  value.setType(type.getElementType());
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto tensor = tensor::FromElementsOp::create(builder, value.getLoc(), type, value);
  value.replaceAllUsesExcept(tensor, tensor);
}

/// Replaces a state of a loop by a scalar: its initial values, the arguments of the body, and its
/// next values.
static void makeScalar(MutableArrayRef<OpOperand> initial, ValueRange arguments,
                       MutableArrayRef<OpOperand> next) {
  for (OpOperand &operand : initial)
    makeScalar(operand);
  for (Value argument : arguments)
    makeScalar(argument);
  for (OpOperand &operand : next)
    makeScalar(operand);
}

void chad::makeStatesScalar(Operation *root) {
  SmallVector<Operation *> loops;
  root->walk([&](Operation *op) {
    if (isa<FoldOp, scf::ForOp, scf::WhileOp>(op))
      loops.push_back(op);
  });
  for (Operation *op : loops) {
    if (auto fold = dyn_cast<FoldOp>(op)) {
      unsigned count = fold.getNumStates();
      makeScalar(op->getOpOperands().take_back(count), fold.getStateArgs(),
                 fold.getYield()->getOpOperands().take_front(count));
      for (Value result : fold.getFinalStates())
        makeScalar(result);
      continue;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      makeScalar(loop.getInitArgsMutable(), loop.getRegionIterArgs(),
                 loop.getBody()->getTerminator()->getOpOperands());
    } else {
      auto whileLoop = cast<scf::WhileOp>(op);
      makeScalar(op->getOpOperands(), whileLoop.getBeforeArguments(),
                 whileLoop.getYieldOp()->getOpOperands());
      makeScalar(whileLoop.getConditionOp()->getOpOperands().drop_front(),
                 whileLoop.getAfterArguments(), {});
    }
    for (Value result : op->getResults())
      makeScalar(result);
  }
}

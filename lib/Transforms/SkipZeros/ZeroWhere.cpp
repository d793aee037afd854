//===- ZeroWhere.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroWhere.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool ZeroWhere::isZero(Value value) const {
  for (;;) {
    if (zeros.contains(value) || matchPattern(value, m_PosZeroFloat()))
      return true;
    Operation *def = value.getDefiningOp();
    if (!def)
      return false;
    if (isa<ZeroOp>(def))
      return true;
    // Zeros that are made outside of the blocks that were visited.
    if (!isa<ToLinearOp, FromLinearOp, tensor::CastOp, tensor::SplatOp>(def))
      return false;
    value = def->getOperand(0);
  }
}

void ZeroWhere::propagate(Block &block) {
  for (Operation &op : block.without_terminator())
    visit(&op);
}

void ZeroWhere::visitLoop(CombinatorOpInterface loop) {
  for (auto [array, element] : llvm::zip_equal(loop.getArrays(), loop.getElementArgs()))
    if (isZero(array))
      zeros.insert(element);
  DenseSet<Value> before;
  if (loop.hasStates())
    before = zeros;
  for (auto [start, state] : llvm::zip_equal(loop.getInitialStates(), loop.getStateArgs()))
    if (isa<LinType>(start.getType()) && isZero(start))
      zeros.insert(state);
  propagate(loop.getBodyBlock());
  for (auto [state, next] : llvm::zip_equal(loop.getStateArgs(), loop.getYieldedStates()))
    if (zeros.contains(state) && !isZero(next)) {
      zeros = std::move(before);
      return;
    }
  unsigned numStates = loop.getNumStates();
  for (auto [number, result] : llvm::enumerate(loop->getResults()))
    if (isZero(loop.getYield()->getOperand(number)) &&
        (number >= numStates || isZero(loop.getInitialStates()[number])))
      zeros.insert(result);
}

void ZeroWhere::visit(Operation *op) {
  if (auto loop = dyn_cast<CombinatorOpInterface>(op); loop && !isa<HistOp>(op))
    return visitLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (!branch.elseBlock())
      return;
    propagate(*branch.thenBlock());
    propagate(*branch.elseBlock());
    for (auto [result, a, b] :
         llvm::zip_equal(branch.getResults(), branch.thenYield().getOperands(),
                         branch.elseYield().getOperands()))
      if (isZero(a) && isZero(b))
        zeros.insert(result);
    return;
  }
  auto isFloat = [](Type type) {
    if (auto linear = dyn_cast<LinType>(type))
      type = linear.getPrimal();
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  auto isZeroData = [&](Value operand) { return isZero(operand); };
  if (isa<ScaleOp>(op)) {
    if (isZero(cast<ScaleOp>(op).getValue()))
      zeros.insert(op->getResult(0));
  } else if (isa<AddOp, ToLinearOp, FromLinearOp, AccumulateOp>(op) ||
             isa<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::InsertOp, tensor::InsertSliceOp,
                 tensor::FromElementsOp, tensor::SplatOp, tensor::ConcatOp, tensor::CastOp,
                 tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    SmallVector<Value> data;
    for (Value operand : op->getOperands())
      if (isFloat(operand.getType()))
        data.push_back(operand);
    if (!data.empty() && llvm::all_of(data, isZeroData))
      zeros.insert(op->getResult(0));
  }
}

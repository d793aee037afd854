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
    // Zeros that are made outside of the blocks followed.
    if (!isa<ToLinearOp, FromLinearOp, tensor::CastOp, tensor::SplatOp>(def))
      return false;
    value = def->getOperand(0);
  }
}

void ZeroWhere::propagate(Block &block) {
  for (Operation &op : block.without_terminator())
    visit(&op);
}

void ZeroWhere::mark(ResultRange results, Operation *yield) {
  for (auto [result, yielded] : llvm::zip_equal(results, yield->getOperands()))
    if (isZero(yielded))
      zeros.insert(result);
}

/// A loop with states, the last arguments of its body from `numFirst` on: those that
/// start as zeros are zeros as long as each is made of zeros.
void ZeroWhere::visitCombiner(Operation *op, ValueRange starts, unsigned numFirst) {
  Block &body = op->getRegion(0).front();
  Operation *yield = body.getTerminator();
  unsigned numStates = starts.size();
  DenseSet<Value> before = zeros;
  auto states = body.getArguments().slice(numFirst, numStates);
  for (auto [start, state] : llvm::zip_equal(starts, states))
    if (isa<LinType>(start.getType()) && isZero(start))
      zeros.insert(state);
  propagate(body);
  for (auto [state, next] : llvm::zip_equal(states, yield->getOperands().take_front(numStates)))
    if (zeros.contains(state) && !isZero(next)) {
      zeros = std::move(before);
      return;
    }
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    if (isZero(yield->getOperand(number)) && (number >= numStates || isZero(starts[number])))
      zeros.insert(result);
}

void ZeroWhere::visit(Operation *op) {
  auto supposeElements = [&](ValueRange arrays, unsigned first) {
    for (auto [number, array] : llvm::enumerate(arrays))
      if (isZero(array))
        zeros.insert(op->getRegion(0).front().getArgument(first + number));
  };
  if (auto map = dyn_cast<MapOp>(op)) {
    supposeElements(map.getArrays(), 0);
    propagate(map.getBody().front());
    return mark(map.getResults(), map.getBody().front().getTerminator());
  }
  if (auto build = dyn_cast<BuildOp>(op)) {
    propagate(build.getBody().front());
    return mark(build.getResults(), build.getBody().front().getTerminator());
  }
  if (auto fold = dyn_cast<FoldOp>(op)) {
    supposeElements(fold.getArrays(), 0);
    return visitCombiner(op, fold.getInitialStates(), fold.getArrays().size());
  }
  if (isa<ReduceOp, ScanOp>(op)) {
    unsigned numArrays = op->getNumResults();
    supposeElements(op->getOperands().take_front(numArrays), numArrays);
    return visitCombiner(op, op->getOperands().take_back(numArrays), 0);
  }
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

//===- Accumulators.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Accumulators.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace chad;

BlockArgument chad::getAccumulator(linalg::LinalgOp op, unsigned number) {
  unsigned position = op.getDpsInitOperand(number)->getOperandNumber();
  Block *body = op.getBlock();
  return position < body->getNumArguments() ? body->getArgument(position) : BlockArgument();
}

BlockArgument chad::getInputElement(linalg::LinalgOp op, unsigned number) {
  return op.getBlock()->getArgument(number);
}

Value chad::getCombinedElement(linalg::LinalgOp op, unsigned number) {
  Operation *def = getYieldedElement(op, number).getDefiningOp();
  return def->getOperand(def->getOperand(0) == getAccumulator(op, number));
}

Value chad::getYieldedElement(linalg::LinalgOp op, unsigned number) {
  return op.getBlock()->getTerminator()->getOperand(number);
}

/// For each value of the block, the accumulators that it is computed from: a bit for each.
static DenseMap<Value, llvm::SmallBitVector> findDependences(linalg::LinalgOp op) {
  unsigned count = op.getNumDpsInits();
  DenseMap<Value, llvm::SmallBitVector> dependences;
  for (unsigned i = 0; i < count; ++i)
    if (BlockArgument acc = getAccumulator(op, i)) {
      llvm::SmallBitVector bits(count);
      bits.set(i);
      dependences[acc] = bits;
    }
  for (Operation &nested : op.getBlock()->without_terminator()) {
    llvm::SmallBitVector bits(count);
    nested.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (auto found = dependences.find(operand); found != dependences.end())
          bits |= found->second;
    });
    if (bits.any())
      for (Value result : nested.getResults())
        dependences[result] = bits;
  }
  return dependences;
}

OpOperand *chad::getSumOperand(Operation *def, llvm::function_ref<bool(Value)> dependsOnStart) {
  if (!def || !isa<arith::AddFOp, arith::SubFOp, AddOp, ToLinearOp, FromLinearOp>(def))
    return nullptr;
  OpOperand *through = nullptr;
  for (OpOperand &operand : def->getOpOperands()) {
    if (!dependsOnStart(operand.get()))
      continue;
    if (through)
      return nullptr;
    through = &operand;
  }
  if (isa<arith::SubFOp>(def) && through && through->getOperandNumber() != 0)
    return nullptr;
  return through;
}

static AccumulatorKind getKind(linalg::LinalgOp op, unsigned number,
                               const DenseMap<Value, llvm::SmallBitVector> &dependences,
                               const llvm::SmallBitVector &elements) {
  Value value = getYieldedElement(op, number);
  auto get = [&](Value of) {
    auto found = dependences.find(of);
    return found == dependences.end() ? llvm::SmallBitVector(elements.size()) : found->second;
  };
  llvm::SmallBitVector others = get(value);
  others.reset(elements);
  if (elements.test(number))
    return others.any() ? AccumulatorKind::Other : AccumulatorKind::Element;
  others.reset(number);
  if (others.any())
    return AccumulatorKind::Other;
  auto dependsOnStart = [&](Value of) { return get(of).test(number); };
  BlockArgument acc = getAccumulator(op, number);
  Operation *def = value.getDefiningOp();
  if (def && def->getNumOperands() == 2) {
    bool isLeft = def->getOperand(0) == acc;
    if ((isLeft || def->getOperand(1) == acc) && !dependsOnStart(def->getOperand(isLeft))) {
      if (isa<arith::MulFOp>(def))
        return AccumulatorKind::Product;
      if (isa<arith::MaximumFOp, arith::MaxNumFOp>(def))
        return AccumulatorKind::Maximum;
      if (isa<arith::MinimumFOp, arith::MinNumFOp>(def))
        return AccumulatorKind::Minimum;
      if (isa<arith::AddIOp, arith::MulIOp, arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp,
              arith::MaxUIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(def))
        return AccumulatorKind::Integer;
    }
  }
  while (value != acc) {
    OpOperand *through = getSumOperand(value.getDefiningOp(), dependsOnStart);
    if (!through)
      return AccumulatorKind::Other;
    value = through->get();
  }
  return AccumulatorKind::Sum;
}

SmallVector<AccumulatorKind> chad::getAccumulatorKinds(linalg::LinalgOp op) {
  unsigned count = op.getNumDpsInits();
  llvm::SmallBitVector elements(count);
  for (unsigned i = 0; i < count; ++i)
    if (op.getMatchingIndexingMap(op.getDpsInitOperand(i)).isPermutation())
      elements.set(i);
  DenseMap<Value, llvm::SmallBitVector> dependences = findDependences(op);
  SmallVector<AccumulatorKind> kinds;
  for (unsigned i = 0; i < count; ++i)
    kinds.push_back(getKind(op, i, dependences, elements));
  // An accumulator of another kind may have been taken for one of an element: accumulators that
  // depend on it are classified again, until none changes.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (unsigned i = 0; i < count; ++i)
      if (kinds[i] == AccumulatorKind::Other && elements.test(i)) {
        elements.reset(i);
        hasChanged = true;
      }
    if (hasChanged)
      for (unsigned i = 0; i < count; ++i)
        if (kinds[i] != AccumulatorKind::Other)
          kinds[i] = getKind(op, i, dependences, elements);
  }
  return kinds;
}

bool chad::isPlainContraction(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBlock();
  if (body->getNumArguments() != 3 || body->getOperations().size() != 3)
    return false;
  Value a = body->getArgument(0), b = body->getArgument(1), acc = body->getArgument(2);
  auto sum = getYieldedElement(op, 0).getDefiningOp<arith::AddFOp>();
  if (!sum || (sum.getLhs() != acc && sum.getRhs() != acc))
    return false;
  auto product = (sum.getLhs() == acc ? sum.getRhs() : sum.getLhs()).getDefiningOp<arith::MulFOp>();
  return product && ((product.getLhs() == a && product.getRhs() == b) ||
                     (product.getLhs() == b && product.getRhs() == a));
}

//===- LinearValues.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearValues.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool holdsFloats(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type)) || isa<LinType>(type);
}

LinearValues::LinearValues(func::FuncOp function) {
  function.walk([&](Block *block) {
    for (BlockArgument arg : block->getArguments())
      if (isa<LinType>(arg.getType()))
        values.insert(arg);
  });
  // A value that is found to be linear in one iteration of a loop may make a state linear, and so
  // others in the next iteration: a few rounds suffice.
  bool changes = true;
  while (changes) {
    changes = false;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { changes |= visit(op); });
  }
}

/// Operands and values that flow to each other are either all linear or none.
bool LinearValues::tie(ArrayRef<OpOperand *> given, ArrayRef<Value> together) {
  bool isLinear =
      llvm::any_of(given, [&](OpOperand *operand) { return this->isLinear(*operand); }) ||
      llvm::any_of(together, [&](Value value) { return contains(value); });
  if (!isLinear)
    return false;
  bool changes = false;
  for (OpOperand *operand : given)
    changes |= operands.insert(operand).second;
  for (Value value : together)
    changes |= values.insert(value).second;
  return changes;
}

bool LinearValues::visitRegions(Operation *op) {
  bool changes = false;
  auto use = [](Operation *user, unsigned i) { return &user->getOpOperand(i); };
  if (auto loop = dyn_cast<CombinatorOpInterface>(op)) {
    Operation *yield = loop.getYield();
    unsigned numStates = loop.getNumStates();
    bool isAssociative = isa<ReduceOp, ScanOp, HistOp>(op);
    unsigned firstArray = loop.getArrays().empty() ? 0 : loop.getArrays().getBeginOperandIndex();
    for (unsigned i = 0; i < loop.getArrays().size(); ++i) {
      SmallVector<Value> together = {loop.getElementArgs()[i]};
      SmallVector<OpOperand *> given = {use(op, firstArray + i)};
      if (isAssociative) {
        together.append({loop.getStateArgs()[i], op->getResult(i)});
        given.append({use(op, loop.getInitialStates().getBeginOperandIndex() + i), use(yield, i)});
      }
      changes |= tie(given, together);
    }
    if (isAssociative)
      return changes;
    for (unsigned i = 0; i < numStates; ++i)
      changes |= tie({use(op, loop.getInitialStates().getBeginOperandIndex() + i), use(yield, i)},
                     {loop.getStateArgs()[i], loop.getFinalStates()[i]});
    for (unsigned i = 0; i < loop.getCollected().size(); ++i)
      changes |= tie({use(yield, numStates + i)}, {loop.getCollected()[i]});
    return changes;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [i, result] : llvm::enumerate(loop.getResults()))
      changes |= tie({&loop.getInitArgsMutable()[i], use(loop.getBody()->getTerminator(), i)},
                     {loop.getRegionIterArg(i), result});
    return changes;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (unsigned i = 0; i < loop.getInits().size(); ++i)
      changes |= tie({&loop.getInitsMutable()[i], use(loop.getYieldOp(), i)},
                     {loop.getBeforeArguments()[i]});
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      changes |= tie({&loop.getConditionOp().getArgsMutable()[i]},
                     {loop.getAfterArguments()[i], loop.getResult(i)});
    return changes;
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    for (OpOperand &operand : op->getOpOperands()) {
      SmallVector<OpOperand *> given = {&operand};
      SmallVector<Value> together = {generic.getMatchingBlockArgument(&operand)};
      if (generic.isDpsInit(&operand)) {
        given.push_back(generic.getMatchingYieldValue(&operand));
        if (op->getNumResults())
          together.push_back(generic.getTiedOpResult(&operand));
      }
      changes |= tie(given, together);
    }
    return changes;
  }
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    for (OpResult result : op->getResults()) {
      SmallVector<OpOperand *> given;
      for (Region &region : op->getRegions())
        if (!region.empty())
          given.push_back(use(region.front().getTerminator(), result.getResultNumber()));
      changes |= tie(given, {result});
    }
    return changes;
  }
  if (isa<tensor::GenerateOp>(op))
    return tie({use(op->getRegion(0).front().getTerminator(), 0)}, {op->getResult(0)});
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return tie({use(op->getRegion(0).front().getTerminator(), 0), &pad.getSourceMutable()},
               {op->getResult(0)});
  return false;
}

bool LinearValues::visit(Operation *op) {
  bool changes = false;
  for (Value result : op->getResults())
    if (isa<LinType>(result.getType()))
      changes |= values.insert(result).second;
  if (op->getNumRegions())
    return changes | visitRegions(op);
  if (isa<FromLinearOp>(op))
    return changes | values.insert(op->getResult(0)).second;
  if (op->hasTrait<mlir::OpTrait::IsTerminator>() || isa<func::CallOp>(op))
    return changes;
  if (llvm::none_of(op->getOperands(), [&](Value value) { return contains(value); }))
    return changes;
  for (Value result : op->getResults())
    if (holdsFloats(result.getType()))
      changes |= values.insert(result).second;
  return changes;
}

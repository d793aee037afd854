//===- LinearityCalls.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearityCalls.h"
#include "chad/IR/DerivedOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How deep calls with contexts may nest: each level takes stack.
static constexpr unsigned deepest = 500;

/// The name of the function that `op` calls, whose arguments are the operands of `op`.
static SymbolRefAttr getCalleeName(Operation *op) {
  if (auto vmap = dyn_cast<VmapOp>(op))
    return vmap.getCalleeAttr();
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call || call.getArgOperands().size() != op->getNumOperands())
    return {};
  return dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
}

CallContext *CallSolver::getContext(Operation *op, function_ref<bool(Value)> isLinear) {
  SymbolRefAttr name = getCalleeName(op);
  if (!name || llvm::none_of(op->getOperands(), isLinear))
    return nullptr;
  bool isInSignature = true;
  std::vector<unsigned> linear;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    bool hasLinearType = isLinearArgumentType(operand.getType()),
         dependsOnLinear = isLinear(operand);
    if (dependsOnLinear || (hasLinearType && isZero(operand)))
      linear.push_back(i);
    isInSignature &= hasLinearType ? linear.size() && linear.back() == i : !dependsOnLinear;
  }
  if (isInSignature)
    return nullptr;
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
  if (!function || function.isExternal() || !order.numbers.count(function) ||
      function.getNumArguments() != op->getNumOperands() ||
      function.getNumResults() != op->getNumResults())
    return nullptr;

  Region &body = function.getFunctionBody();
  auto [it, isNew] = contexts.try_emplace(Key(&body, linear));
  if (!isNew) {
    // Null where calls nest too deep.
    if (CallContext *known = it->second.get()) {
      known->isAssumed |= !known->dependence;
      return known;
    }
    return nullptr;
  }
  made.push_back(it->first);
  if (depth == deepest)
    return nullptr;
  it->second = std::make_unique<CallContext>();
  CallContext &context = *it->second;
  context.body = &body;
  for (unsigned i : linear)
    context.linear.push_back(body.getArgument(i));
  context.results.resize(op->getNumResults());
  solve(context);
  return &context;
}

void CallSolver::solve(CallContext &context) {
  ++depth;
  for (size_t before = made.size();;) {
    auto dependence =
        std::make_unique<DependenceSolver>(order, *context.body, context.linear, *this);
    llvm::SmallBitVector results(context.results.size());
    for (Operation *exit : getExits(*context.body))
      for (auto [i, operand] : llvm::enumerate(exit->getOperands()))
        if (i < results.size() && dependence->isLinear(operand))
          results.set(i);
    bool isSolution = !context.isAssumed || results == context.results;
    context.results = results;
    if (isSolution) {
      context.dependence = std::move(dependence);
      break;
    }
    // What was found by the assumption is found again.
    for (; made.size() > before; made.pop_back())
      contexts.erase(made.back());
  }
  --depth;
}

LogicalResult CallSolver::describe(Operation *op, function_ref<bool(Value)> isLinear,
                                   LinearityPropagator &propagator) {
  CallContext *context = getContext(op, isLinear);
  if (!context)
    return chad::detail::describe(op, propagator);
  LinearityPropagator::Group group;
  for (BlockArgument arg : context->linear) {
    OpOperand &operand = op->getOpOperand(arg.getArgNumber());
    group.push_back(&operand);
    // A result need not depend on it.
    propagator.shapeOnly(operand);
  }
  SmallVector<Value> results;
  for (unsigned i : context->results.set_bits())
    results.push_back(op->getResult(i));
  propagator.linear(std::move(group), results);
  return success();
}

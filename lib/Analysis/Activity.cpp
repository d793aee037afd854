//===- Activity.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Activity.h"
#include "chad/IR/ChadInterfaces.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Linearity.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;

namespace {
/// The flow of values, as edges from operands to values.
class FlowGraph {
public:
  explicit FlowGraph(Region &region) {
    region.walk([&](Operation *op) { addOp(op); });
  }

  SmallVector<std::pair<OpOperand *, Value>, 2> successors(Value value) const {
    return forward.lookup(value);
  }
  SmallVector<Value, 2> predecessors(Value value) const { return backward.lookup(value); }

private:
  void addEdge(OpOperand &from, Value to) {
    if (!isDifferentiable(from.get().getType()) || !isDifferentiable(to.getType()))
      return;
    forward[from.get()].push_back({&from, to});
    backward[to].push_back(from.get());
  }

  void addOp(Operation *op) {
    if (op->hasTrait<mlir::OpTrait::IsTerminator>())
      return;
    if (auto rule = dyn_cast<DifferentiableOpInterface>(op); rule && rule.hasZeroDerivative())
      return;
    if (auto call = dyn_cast<func::CallOp>(op); call && addStep(call))
      return;
    if (op->getNumRegions() == 0) {
      for (OpOperand &operand : op->getOpOperands())
        for (Value result : op->getResults())
          addEdge(operand, result);
      return;
    }
    LinearityPropagator propagator;
    auto structured = dyn_cast<LinearOpInterface>(op);
    if (structured && succeeded(structured.propagateLinearity(propagator))) {
      for (auto &flow : propagator.flows)
        addEdge(*flow.from, flow.to);
      for (auto &group : propagator.groups)
        for (OpOperand *operand : group.operands)
          for (Value result : group.results)
            addEdge(*operand, result);
      return;
    }
    addUnknown(op);
  }

  // What flows through the step of a loop is what flows through its body, so that a state which
  // does not depend on what is differentiated stays inactive. Any operand of another call may flow
  // to any result.
  bool addStep(func::CallOp call) {
    auto step = dyn_cast_if_present<func::FuncOp>(
        SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()));
    if (!step || !step->hasAttr(stepAttr) || !step.getBody().hasOneBlock())
      return false;
    FlowGraph inside(step.getBody());
    Operation *end = step.front().getTerminator();
    for (auto [operand, arg] : llvm::zip_equal(call->getOpOperands(), step.getArguments())) {
      DenseSet<Value> reached = {arg};
      SmallVector<Value> worklist = {arg};
      while (!worklist.empty())
        for (auto &[from, to] : inside.successors(worklist.pop_back_val()))
          if (reached.insert(to).second)
            worklist.push_back(to);
      for (auto [value, result] : llvm::zip_equal(end->getOperands(), call.getResults()))
        if (reached.contains(value))
          addEdge(operand, result);
    }
    return true;
  }

  // For an op whose region has no control-flow interface: every operand may flow to every value.
  void addUnknown(Operation *op) {
    SmallVector<OpOperand *> sources;
    SmallVector<Value> targets(op->getResults());
    for (OpOperand &operand : op->getOpOperands())
      sources.push_back(&operand);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        llvm::append_range(targets, block.getArguments());
        for (Operation &nested : block)
          for (OpOperand &operand : nested.getOpOperands())
            if (nested.hasTrait<mlir::OpTrait::IsTerminator>() ||
                operand.get().getParentRegion()->isProperAncestor(&region))
              sources.push_back(&operand);
      }
    for (OpOperand *from : sources)
      for (Value to : targets)
        addEdge(*from, to);
  }

  DenseMap<Value, SmallVector<std::pair<OpOperand *, Value>, 2>> forward;
  DenseMap<Value, SmallVector<Value, 2>> backward;
};
} // namespace

Activity::Activity(Region &region, ValueRange inputs, ArrayRef<OpOperand *> outputs) {
  FlowGraph graph(region);
  SmallVector<Value> worklist;
  for (Value input : inputs)
    if (isDifferentiable(input.getType()) && varied.try_emplace(input, nullptr).second)
      worklist.push_back(input);
  while (!worklist.empty())
    for (auto [operand, to] : graph.successors(worklist.pop_back_val()))
      if (varied.try_emplace(to, operand).second)
        worklist.push_back(to);
  for (OpOperand *output : outputs)
    if (isDifferentiable(output->get().getType()) && useful.insert(output->get()).second)
      worklist.push_back(output->get());
  while (!worklist.empty())
    for (Value from : graph.predecessors(worklist.pop_back_val()))
      if (useful.insert(from).second)
        worklist.push_back(from);
}

void Activity::copy(Operation *op, IRMapping &mapping) {
  auto copyValue = [&](Value value) {
    if (isActive(value))
      setActive(mapping.lookup(value));
  };
  op->walk([&](Operation *nested) {
    llvm::for_each(nested->getResults(), copyValue);
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), copyValue);
  });
}

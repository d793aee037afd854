//===- LinearitySolver.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearitySolver.h"
#include "LinearityCalls.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Program order
//===----------------------------------------------------------------------===//

ProgramOrder::ProgramOrder(ArrayRef<Operation *> roots) {
  for (Operation *root : roots)
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      numbers[op] = ops.size();
      ops.push_back(op);
    });
}

void OrderedWorklist::push(Operation *op) {
  auto it = order.numbers.find(op);
  if (it != order.numbers.end() && pending.insert(it->second).second)
    queue.push(it->second);
}

void OrderedWorklist::pushUsers(Value value) {
  for (Operation *user : value.getUsers()) {
    push(user);
    if (isExit(user))
      push(user->getParentOp());
  }
}

Operation *OrderedWorklist::pop() {
  if (queue.empty())
    return nullptr;
  unsigned number = queue.top();
  queue.pop();
  pending.erase(number);
  return order.ops[number];
}

//===----------------------------------------------------------------------===//
// Ops and scopes
//===----------------------------------------------------------------------===//

LogicalResult chad::detail::describe(Operation *op, LinearityPropagator &propagator) {
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (unsigned i = 0, e = op->getNumSuccessors(); i != e; ++i) {
      SuccessorOperands forwarded = branch.getSuccessorOperands(i);
      for (auto [number, arg] : llvm::enumerate(op->getSuccessor(i)->getArguments()))
        if (!forwarded.isOperandProduced(number))
          propagator.flow(op->getOpOperand(forwarded.getOperandIndex(number)), arg);
    }
    return success();
  }
  if (auto linear = dyn_cast<LinearOpInterface>(op))
    return linear.propagateLinearity(propagator);
  return failure();
}

bool chad::detail::isExit(Operation *op) {
  return op->hasTrait<mlir::OpTrait::IsTerminator>() && !op->getNumSuccessors();
}

SmallVector<Operation *> chad::detail::getExits(Region &region) {
  SmallVector<Operation *> exits;
  for (Block &block : region)
    if (!block.empty() && isExit(&block.back()))
      exits.push_back(&block.back());
  return exits;
}

SmallVector<BlockArgument> chad::detail::getLinearArguments(Region &region) {
  return llvm::filter_to_vector(
      region.getArguments(), [](BlockArgument arg) { return isLinearArgumentType(arg.getType()); });
}

bool chad::detail::isUnitMonoid(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin && lin.isUnit();
}

//===----------------------------------------------------------------------===//
// Zeros
//===----------------------------------------------------------------------===//

static bool isZeroConstant(Operation *op) {
  Attribute attr;
  if (!matchPattern(op, m_Constant(&attr)))
    return false;
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValue().isZero();
  auto elements = dyn_cast<DenseFPElementsAttr>(attr);
  return elements && llvm::all_of(elements, [](const APFloat &value) { return value.isZero(); });
}

ZeroSolver::ZeroSolver(const ProgramOrder &order) : order(order) {
  OrderedWorklist worklist(order);
  for (Operation *op : order.ops)
    worklist.push(op);

  while (Operation *op = worklist.pop()) {
    auto markNonZero = [&](Value value) {
      if (!isUnitMonoid(value.getType()) && nonZero.insert(value).second)
        worklist.pushUsers(value);
    };
    if (isZeroConstant(op))
      continue;
    LinearityPropagator says;
    if (failed(describe(op, says)))
      says = LinearityPropagator();

    DenseSet<Value> described(says.zeros.begin(), says.zeros.end());
    for (auto [from, to] : says.flows) {
      described.insert(to);
      if (!isZero(from->get()))
        markNonZero(to);
    }
    // A map is zero where all arguments of one of its groups are.
    for (auto &[group, results] : says.groups)
      if (llvm::all_of(group, [&](OpOperand *operand) { return isZero(operand->get()); }))
        described.insert(results.begin(), results.end());

    for (Value result : op->getResults())
      if (!described.contains(result))
        markNonZero(result);
    for (Region &region : op->getRegions())
      for (Value arg : region.getArguments())
        if (!described.contains(arg))
          markNonZero(arg);
    // Block arguments that a branch produces itself, and does not forward.
    for (Block *successor : op->getSuccessors())
      for (Value arg : successor->getArguments())
        if (!described.contains(arg))
          markNonZero(arg);
  }
}

bool ZeroSolver::isZero(Value value) const {
  if (isUnitMonoid(value.getType()))
    return true;
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = value.getParentBlock()->getParentOp();
  return order.numbers.count(owner) && !nonZero.contains(value);
}

//===----------------------------------------------------------------------===//
// Dependence
//===----------------------------------------------------------------------===//

DependenceSolver::DependenceSolver(const ProgramOrder &order, Region &scope,
                                   ArrayRef<BlockArgument> linear, CallSolver &calls) {
  OrderedWorklist worklist(order);
  llvm::DenseSet<Operation *> seen;
  auto touch = [&](Operation *op) {
    if (op && op != scope.getParentOp() && seen.insert(op).second)
      touched.push_back(op);
  };
  auto mark = [&](Value value, OpOperand *cause) {
    if (isUnitMonoid(value.getType()) || !causes.try_emplace(value, cause).second)
      return;
    worklist.pushUsers(value);
    auto arg = dyn_cast<BlockArgument>(value);
    if (arg && !arg.getOwner()->isEntryBlock())
      for (Block *predecessor : arg.getOwner()->getPredecessors())
        touch(predecessor->getTerminator());
  };
  for (BlockArgument arg : linear)
    mark(arg, nullptr);

  while (Operation *op = worklist.pop()) {
    if (op == scope.getParentOp())
      continue;
    touch(op);
    LinearityPropagator says;
    auto isLinear = [&](Value value) { return this->isLinear(value); };
    says.dependsOnLinear = isLinear;
    if (failed(calls.describe(op, isLinear, says)))
      continue;
    for (auto [from, to] : says.flows)
      if (isLinear(from->get()))
        mark(to, from);
    for (auto &[group, results] : says.groups) {
      auto *cause = llvm::find_if(group, [&](OpOperand *use) { return isLinear(use->get()); });
      if (cause != group.end())
        for (Value result : results)
          mark(result, *cause);
    }
  }
  llvm::sort(touched, [&](Operation *a, Operation *b) {
    return order.numbers.lookup(a) < order.numbers.lookup(b);
  });
}

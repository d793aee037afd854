//===- CallMasks.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which calls have derivatives with guards: those that may be given a zero because a branch was not
// taken, and multiply it by what may be infinite.

#include "chad/Rules/CallMasks.h"
#include "Singularities.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How many functions that a function calls, directly or not, are looked into. Beyond that anything
/// may hold of an op in them.
static constexpr unsigned maxFunctions = 512;

/// Whether `holds` is true of an op in the function that is called, or in one that this calls,
/// directly or not.
bool CallMasks::holdsBelow(func::CallOp call, Facts &facts,
                           function_ref<bool(Operation *)> holds) const {
  Operation *callee = symbols.lookup(call.getCallee());
  if (!callee)
    return true;
  if (auto known = facts.find(callee); known != facts.end())
    return known->second;
  llvm::SetVector<Operation *> reached;
  reached.insert(callee);
  bool found = false;
  for (unsigned i = 0; i < reached.size() && !found; ++i) {
    auto known = facts.find(reached[i]);
    if (known != facts.end() && !known->second)
      continue;
    Operation *function = read ? read(reached[i]) : reached[i];
    found = known != facts.end() || reached.size() > maxFunctions ||
            function
                ->walk([&](Operation *op) {
                  if (holds(op))
                    return WalkResult::interrupt();
                  auto nested = dyn_cast<func::CallOp>(op);
                  if (!nested)
                    return WalkResult::advance();
                  Operation *next = symbols.lookup(nested.getCallee());
                  reached.insert(next);
                  return next ? WalkResult::advance() : WalkResult::interrupt();
                })
                .wasInterrupted();
  }
  // If the property holds for none of the functions that were reached, it holds for none that any
  // of these calls, either.
  if (found)
    facts[callee] = true;
  else
    for (Operation *function : reached)
      facts[function] = false;
  return found;
}

//===----------------------------------------------------------------------===//
// Infinite factors
//===----------------------------------------------------------------------===//

bool CallMasks::mayMeetInfinity(func::CallOp call) {
  auto takesInfinity = [](Operation *op) { return llvm::any_of(op->getOperands(), mayBeInfinite); };
  return takesInfinity(call) || holdsBelow(call, infinite, [&](Operation *op) {
           if (isa<func::CallOp>(op))
             return takesInfinity(op);
           bool mayBe =
               isa<arith::DivFOp>(op) || isa_and_nonnull<math::MathDialect>(op->getDialect());
           return mayBe && llvm::any_of(op->getResults(), mayBeInfinite);
         });
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Whether `op`, which is no call, may mask cotangents of its operands or of the values that its
/// regions use.
static bool masksHere(Operation *op) {
  if (isa<arith::SelectOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(op))
    return true;
  // An extremum masks an operand whose partial derivatives may be infinite; those of sums and
  // products are finite.
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(op) &&
         llvm::any_of(op->getOperands(), mayComeFromSingularPartials);
}

bool CallMasks::masks(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call ? holdsBelow(call, masking, masksHere) : masksHere(op);
}

/// The values of `function` that something depends on which may mask cotangents.
void CallMasks::findMasked(func::FuncOp function) {
  SmallVector<Value> worklist;
  auto add = [&](Value value) {
    if (masked.insert(value).second)
      worklist.push_back(value);
  };
  auto addUses = [&](Operation *op) {
    llvm::for_each(op->getOperands(), add);
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::for_each(captured, add);
  };
  auto addInputs = [&](Operation *op) {
    addUses(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          llvm::for_each(block.back().getOperands(), add);
  };
  function.walk([&](Operation *op) {
    if (!masks(op))
      return;
    // A branch masks what it uses from outside, and not what it yields.
    addUses(op);
    // A value that a loop masks in one iteration may be computed in the iteration before.
    for (; op != function; op = op->getParentOp())
      if (!isa<scf::IfOp, scf::IndexSwitchOp>(op) && op->getNumRegions())
        addInputs(op);
  });
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op)
      op = value.getParentBlock()->getParentOp();
    if (op != function)
      addInputs(op);
  }
}

CallMasks::CallMasks(func::FuncOp function, const SymbolTable &symbols,
                     std::function<Operation *(Operation *)> read)
    : symbols(symbols), read(std::move(read)) {
  if (function.walk([](func::CallOp) { return WalkResult::interrupt(); }).wasInterrupted())
    findMasked(function);
}

bool CallMasks::needsGuards(func::CallOp call) {
  auto isMasked = [&](Value result) { return masked.contains(result); };
  return llvm::any_of(call.getResults(), isMasked) && mayMeetInfinity(call);
}

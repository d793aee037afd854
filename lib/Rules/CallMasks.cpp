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
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How many functions that call each other are looked into. What is not looked into may do
/// anything.
static constexpr unsigned maxDepth = 32;

static Operation *getCallee(func::CallOp call, const SymbolTable &symbols) {
  return symbols.lookup(call.getCallee());
}

//===----------------------------------------------------------------------===//
// Infinite factors
//===----------------------------------------------------------------------===//

bool CallMasks::mayMeetInfinity(func::CallOp call) {
  if (llvm::any_of(call.getOperands(), mayBeInfinite))
    return true;
  Operation *callee = getCallee(call, symbols);
  if (!callee)
    return true;
  // One that calls itself meets what the rest of it does.
  auto [entry, isNew] = infinite.try_emplace(callee, false);
  if (!isNew)
    return entry->second;
  llvm::SaveAndRestore<unsigned> deeper(depth, depth + 1);
  if (depth > maxDepth)
    return entry->second = true;
  auto isInfinite = [&](Operation *op) {
    if (auto nested = dyn_cast<func::CallOp>(op))
      return mayMeetInfinity(nested);
    bool mayBe = isa<arith::DivFOp>(op) || isa_and_nonnull<math::MathDialect>(op->getDialect());
    return mayBe && llvm::any_of(op->getResults(), mayBeInfinite);
  };
  bool found = callee
                   ->walk([&](Operation *op) {
                     return isInfinite(op) ? WalkResult::interrupt() : WalkResult::advance();
                   })
                   .wasInterrupted();
  return infinite[callee] = found;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Whether cotangents of the operands of `op`, or of what its regions use, may be masked by it.
bool CallMasks::masks(Operation *op) {
  if (isa<arith::SelectOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(op))
    return true;
  // What an extremum of sums and products is not of has finite factors.
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(op))
    return llvm::any_of(op->getOperands(), mayComeFromSingularPartials);
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return false;
  Operation *callee = getCallee(call, symbols);
  if (!callee)
    return true;
  auto [entry, isNew] = masking.try_emplace(callee, false);
  if (!isNew)
    return entry->second;
  llvm::SaveAndRestore<unsigned> deeper(depth, depth + 1);
  if (depth > maxDepth)
    return entry->second = true;
  bool found = callee
                   ->walk([&](Operation *inner) {
                     return masks(inner) ? WalkResult::interrupt() : WalkResult::advance();
                   })
                   .wasInterrupted();
  return masking[callee] = found;
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
    // What a loop masks in one iteration reaches the one before.
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

CallMasks::CallMasks(func::FuncOp function, const SymbolTable &symbols) : symbols(symbols) {
  if (function.walk([](func::CallOp) { return WalkResult::interrupt(); }).wasInterrupted())
    findMasked(function);
}

bool CallMasks::needsGuards(func::CallOp call) {
  auto isMasked = [&](Value result) { return masked.contains(result); };
  return llvm::any_of(call.getResults(), isMasked) && mayMeetInfinity(call);
}

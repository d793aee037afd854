//===- HoistChecks.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Moves assertions to the first place where the values that they compare are defined: before loops,
// and next to each other.

#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADHOISTCHECKS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;

/// The largest number of ops that are moved for one assertion.
static constexpr unsigned maxMoved = 32;

/// Collects the ops that must be moved for `value` to be available, each after its operands. Fails
/// if one of them may not run earlier, or if there are too many.
static bool collect(Value value, function_ref<bool(Value)> isAvailable,
                    llvm::SetVector<Operation *> &needed) {
  Operation *def = value.getDefiningOp();
  if (isAvailable(value) || (def && needed.contains(def)))
    return true;
  if (!def || def->getNumRegions() != 0 || !isPure(def) || needed.size() >= maxMoved)
    return false;
  for (Value operand : def->getOperands())
    if (!collect(operand, isAvailable, needed))
      return false;
  needed.insert(def);
  return true;
}

/// The condition that the loop has no iteration; null if it is known to have one.
static Value createIsEmpty(OpBuilder &builder, scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (lower && upper && *lower < *upper && !loop.getUnsignedCmp())
    return {};
  return arith::CmpIOp::create(builder, loop.getLoc(),
                               loop.getUnsignedCmp() ? arith::CmpIPredicate::uge
                                                     : arith::CmpIPredicate::sge,
                               loop.getLowerBound(), loop.getUpperBound());
}

/// Moves assertions of `loop` whose condition is the same in all iterations before the loop. There
/// they assert that the condition holds or the loop has no iteration.
static void leaveLoop(scf::ForOp loop) {
  OpBuilder builder(loop);
  Value isEmpty;
  auto isOutside = [&](Value value) {
    return !loop->isAncestor(value.getParentRegion()->getParentOp());
  };
  for (auto check : llvm::make_early_inc_range(loop.getBody()->getOps<cf::AssertOp>())) {
    llvm::SetVector<Operation *> needed;
    if (!collect(check.getArg(), isOutside, needed))
      continue;
    if (!isEmpty)
      isEmpty = createIsEmpty(builder, loop);
    for (Operation *op : needed)
      op->moveBefore(loop);
    check->moveBefore(loop);
    builder.setInsertionPoint(check);
    if (isEmpty)
      check.getArgMutable().assign(
          arith::OrIOp::create(builder, check.getLoc(), check.getArg(), isEmpty));
    builder.setInsertionPoint(loop);
  }
}

/// Moves the assertions of `block` up to the first one, or to the last one that could not be moved
/// there.
static void gather(Block &block) {
  DenseMap<Operation *, unsigned> order;
  SmallVector<cf::AssertOp> checks;
  for (Operation &op : block) {
    order[&op] = order.size() + 1;
    if (auto check = dyn_cast<cf::AssertOp>(op))
      checks.push_back(check);
  }
  /// Adjacent assertions.
  struct Group {
    cf::AssertOp first, last;
  };
  SmallVector<Group, 2> groups;
  for (cf::AssertOp check : checks) {
    auto join = [&](Group &group) {
      llvm::SetVector<Operation *> needed;
      unsigned position = order.lookup(group.first);
      auto isAvailable = [&](Value value) {
        Operation *def = value.getDefiningOp();
        return !def || def->getBlock() != &block || order.lookup(def) < position;
      };
      if (!collect(check.getArg(), isAvailable, needed))
        return false;
      for (Operation *op : needed) {
        op->moveBefore(group.first);
        order[op] = position - 1;
      }
      check->moveAfter(group.last);
      group.last = check;
      return true;
    };
    if (llvm::any_of(groups, join))
      continue;
    if (groups.size() == 2)
      groups.pop_back();
    groups.push_back({check, check});
  }
}

static void hoist(Operation *root) {
  for (Region &region : root->getRegions())
    for (Block &block : region) {
      for (Operation &op : llvm::make_early_inc_range(block)) {
        hoist(&op);
        if (auto loop = dyn_cast<scf::ForOp>(op))
          leaveLoop(loop);
      }
      gather(block);
    }
}

namespace {
struct HoistChecks : chad::impl::ChadHoistChecksBase<HoistChecks> {
  void runOnOperation() override { hoist(getOperation()); }
};
} // namespace

//===- BranchReversal.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchReversal.h"
#include "Recompute.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The code that runs a branch backwards, where what it needs of the branch is computed again.
class RecomputedBranch : public ReverseSweep::Scope {
public:
  RecomputedBranch(ReverseSweep &sweep, Block &block, Block &branch)
      : Scope(sweep, block, branch.getParent()) {}
  bool isRecomputed() const override { return true; }

private:
  Value provide(Value value) override { return copyToStart(cast<OpResult>(value)); }
  bool isCopied(OpResult) override { return true; }
};

/// The code that runs a branch backwards, where the op around it returns what that needs.
class KeptBranch : public ReverseSweep::Scope {
public:
  KeptBranch(ReverseSweep &sweep, Block &block, Operation *op, Block &branch)
      : Scope(sweep, block, branch.getParent()), op(op), plan(branch, {}) {}
  bool isKept() const override { return true; }

private:
  Value provide(Value value) override {
    auto result = cast<OpResult>(value);
    if (auto dimOp = result.getDefiningOp<tensor::DimOp>())
      if (auto index = getConstantDim(dimOp);
          index && isa<RankedTensorType>(dimOp.getSource().getType()))
        return dimAtStart(dimOp.getSource(), *index);
    return isCopied(result) ? copyToStart(result) : outer->primal(sweep.keepInBranch(op, value));
  }
  bool isCopied(OpResult value) override { return plan.isRecomputed(value); }

  Operation *op;
  RecomputePlan plan;
};
} // namespace

static bool allResultTypes(ArrayRef<Block *> branches, llvm::function_ref<bool(Type)> holds) {
  return llvm::all_of(branches, [&](Block *branch) {
    return llvm::all_of(branch->without_terminator(), [&](Operation &nested) {
      return llvm::all_of(nested.getResultTypes(), holds);
    });
  });
}

/// Whether a branch makes a box, as a call does that keeps what may be the residual of many calls:
/// to compute it again at each level of a recursion would take as often as there are levels.
static bool makesBox(ArrayRef<Block *> branches) {
  return !allResultTypes(branches, [](Type type) { return !isa<BoxType>(type); });
}

/// The op that runs as `op` does where its values can be kept: itself in a branch whose values are
/// kept, or where a branch makes a box, or its copy in the code that runs backwards. Null where
/// there is none: a loop around it, or the function that runs forward, would have to keep what is
/// an array of another extent in each branch.
static Operation *findRunning(ReverseSweep &sweep, Operation *op, ArrayRef<Block *> branches) {
  if (!allResultTypes(branches, ReverseSweep::canKeepInBranch))
    return nullptr;
  ReverseSweep::Scope *owner = sweep.getScope().ownerOf(op->getParentRegion());
  if (owner && owner->isKept())
    return op;
  auto hasOneShape = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(getPrimalType(type));
    return !tensor || tensor.hasStaticShape();
  };
  if (makesBox(branches) && (!owner || allResultTypes(branches, hasOneShape)))
    return op;
  return owner ? owner->lookupCopy(op) : nullptr;
}

FailureOr<BranchAdjoint>
chad::detail::reverseBranches(ReverseSweep &sweep, Operation *op, ArrayRef<Block *> branches,
                              llvm::function_ref<void(OpBuilder &, Location, ValueRange)> yield) {
  SmallVector<Value> seeds = llvm::map_to_vector(
      op->getResults(), [&](OpResult result) { return sweep.cotangent(result); });
  Operation *running = findRunning(sweep, op, branches);
  BranchAdjoint adjoint;
  llvm::SetVector<Value> entered;
  SmallVector<DenseMap<Value, Value>> cotangents;
  for (Block *branch : branches) {
    auto region = std::make_unique<Region>();
    Block &block = region->emplaceBlock();
    std::unique_ptr<ReverseSweep::Scope> scope;
    if (running) {
      branch = &running->getRegion(branch->getParent()->getRegionNumber()).front();
      scope = std::make_unique<KeptBranch>(sweep, block, running, *branch);
    } else {
      scope = std::make_unique<RecomputedBranch>(sweep, block, *branch);
    }
    for (auto [value, seed] : llvm::zip(branch->getTerminator()->getOperands(), seeds))
      sweep.accumulate(value, seed);
    if (failed(sweep.reverse(*branch)))
      return failure();
    auto &values = cotangents.emplace_back();
    for (Value value : scope->entered) {
      values[value] = scope->cotangent(value);
      entered.insert(value);
    }
    adjoint.regions.push_back(std::move(region));
  }

  adjoint.entered = entered.takeVector();
  if (adjoint.entered.empty()) {
    for (std::unique_ptr<Region> &region : adjoint.regions)
      sweep.retire(std::move(region));
    adjoint.regions.clear();
    return adjoint;
  }
  for (auto [region, values] : llvm::zip(adjoint.regions, cotangents)) {
    SmallVector<Value> yields;
    for (Value value : adjoint.entered) {
      Value known = values.lookup(value);
      yields.push_back(known ? known : sweep.cotangentOrZero(value));
    }
    OpBuilder builder(op->getContext());
    builder.setInsertionPointToEnd(&region->front());
    yield(builder, op->getLoc(), yields);
  }
  for (Value value : adjoint.entered)
    adjoint.types.push_back(getTangentType(value.getType()));
  return adjoint;
}

void BranchAdjoint::finish(ReverseSweep &sweep, ValueRange results) {
  for (auto [value, result] : llvm::zip(entered, results)) {
    // What a branch does not add to is zero there, whatever the other one computed.
    sweep.setMasked(result);
    sweep.getScope().setCotangent(value, result);
  }
}

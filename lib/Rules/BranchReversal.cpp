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
/// The reverse code of a branch whose values are computed again.
class RecomputedBranch : public ReverseSweep::Scope {
public:
  RecomputedBranch(ReverseSweep &sweep, Block &block, Block &branch)
      : Scope(sweep, block, branch.getParent()) {}
  bool isRecomputed() const override { return true; }

private:
  Value provide(Value value) override { return copyToStart(cast<OpResult>(value)); }
  bool isCopied(OpResult) override { return true; }
};

/// The reverse code of a branch whose values are residuals: the op around the branch returns them.
class KeptBranch : public ReverseSweep::Scope {
public:
  KeptBranch(ReverseSweep &sweep, Block &block, Operation *op, Block &branch)
      : Scope(sweep, block, branch.getParent()), op(op), branch(branch), plan(branch, {}) {}
  bool isKept() const override { return true; }

  /// Makes the op return the residuals, or a box that holds them. Without a box an op with nested
  /// branches would also return all residuals of the inner branches, and the number of results
  /// would grow with the depth of nesting.
  void finish() {
    if (needed.size() <= maxUnboxed) {
      for (auto [value, standIn] : needed)
        standIn.replaceAllUsesWith(outer->primal(sweep.keepInBranch(op, value)));
    } else {
      SmallVector<Value> values = llvm::to_vector(llvm::make_first_range(needed));
      SmallVector<Type> types(ValueRange(values).getTypes());
      RecordOp record = sweep.makeRecord(types);
      auto type = BoxType::get(record.getContext(), FlatSymbolRefAttr::get(record));
      OpBuilder builder(branch.getTerminator());
      Value box = BoxOp::create(builder, op->getLoc(), type, values);
      builder.setInsertionPointToStart(&block);
      auto open = OpenOp::create(builder, op->getLoc(), types,
                                 outer->primal(sweep.keepInBranch(op, box)), ValueRange());
      for (auto [entry, result] : llvm::zip_equal(needed, open.getResults()))
        entry.second.replaceAllUsesWith(result);
    }
    if (needed.empty())
      return;
    // The sweep has these ops as keys of its maps, so that they must not be freed yet.
    auto unused = std::make_unique<Region>();
    Block &last = unused->emplaceBlock();
    for (auto [value, standIn] : needed)
      standIn.getDefiningOp()->moveBefore(&last, last.end());
    sweep.retire(std::move(unused));
  }

private:
  Value provide(Value value) override {
    auto result = cast<OpResult>(value);
    if (auto dimOp = result.getDefiningOp<tensor::DimOp>())
      if (auto index = getConstantDim(dimOp);
          index && isa<RankedTensorType>(dimOp.getSource().getType()))
        return dimAtStart(dimOp.getSource(), *index);
    if (isCopied(result))
      return copyToStart(result);
    OpBuilder builder(op->getContext());
    builder.setInsertionPointToStart(&block);
    Value standIn = UnrealizedConversionCastOp::create(builder, value.getLoc(),
                                                       TypeRange{value.getType()}, ValueRange{})
                        .getResult(0);
    needed.push_back({value, standIn});
    return standIn;
  }
  bool isCopied(OpResult value) override { return plan.isRecomputed(value); }

  /// The largest number of residuals that an op returns without a box.
  static constexpr size_t maxUnboxed = 16;

  Operation *op;
  Block &branch;
  RecomputePlan plan;
  /// The values of the branch that the reverse code needs, and their placeholders until `finish`.
  SmallVector<std::pair<Value, Value>> needed;
};
} // namespace

static bool allResultTypes(ArrayRef<Block *> branches, llvm::function_ref<bool(Type)> holds) {
  return llvm::all_of(branches, [&](Block *branch) {
    return llvm::all_of(branch->without_terminator(), [&](Operation &nested) {
      return llvm::all_of(nested.getResultTypes(), holds);
    });
  });
}

/// Whether a branch makes a box. A call makes one that holds the residuals of many recursive calls;
/// if each level of a recursion computed it again, the work would be multiplied by the depth.
static bool makesBox(ArrayRef<Block *> branches) {
  return !allResultTypes(branches, [](Type type) { return !isa<BoxType>(type); });
}

/// The op whose values can be residuals for the reverse code of `op`: `op` itself, if it is in a
/// branch whose values are residuals, or if a branch makes a box; or the copy of `op` in the
/// reverse code. Null if there is none: then a loop around `op`, or the forward function, would
/// have to return an array whose extent differs between the branches.
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
    KeptBranch *keptBranch = nullptr;
    if (running) {
      branch = &running->getRegion(branch->getParent()->getRegionNumber()).front();
      auto own = std::make_unique<KeptBranch>(sweep, block, running, *branch);
      keptBranch = own.get();
      scope = std::move(own);
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
    if (keptBranch)
      keptBranch->finish();
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
    // The cotangent of a value that a branch does not use is zero in this branch.
    sweep.setMasked(result);
    sweep.getScope().setCotangent(value, result);
  }
}

//===- ChoiceLaws.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of choices, Huot & Shaikhha 2022, Fig. 12: if b then e else e is e, and
// f(if b then e₁ else e₂) is if b then f(e₁) else f(e₂), for the application and the transpose
// of linear functions.

#include "Laws.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// select(p, a, b) • v = if p then a • v else b • v
struct ApplySelect : LawFor<LFunApplyOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunApplyOp op, PatternRewriter &rewriter) const override {
    auto select = op.getMap().getDefiningOp<arith::SelectOp>();
    if (!select || !rewriter.getContext()->getLoadedDialect<scf::SCFDialect>())
      return failure();
    auto applied = [&](Value map) {
      return [&, map](OpBuilder &builder, Location loc) {
        auto apply = LFunApplyOp::create(builder, loc, op.getResultTypes(), map, op.getArgs());
        scf::YieldOp::create(builder, loc, apply.getResults());
      };
    };
    rewriter.replaceOpWithNewOp<scf::IfOp>(
        op, select.getCondition(), applied(select.getTrueValue()), applied(select.getFalseValue()));
    return success();
  }
};

/// (if p then a else b) • v = if p then a • v else b • v, if the choice is applied once; the same
/// for a switch. The branch moves to the application where that needs values from between the two.
struct ApplyBranch : LawFor<LFunApplyOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunApplyOp op, PatternRewriter &rewriter) const override {
    auto choice = dyn_cast<OpResult>(op.getMap());
    if (!choice || !isa<scf::IfOp, scf::IndexSwitchOp>(choice.getOwner()) || !choice.hasOneUse())
      return failure();
    Operation *branch = choice.getOwner();
    if (branch->getBlock() != op->getBlock() || !isMemoryEffectFree(branch))
      return failure();
    bool isKnown = llvm::all_of(op.getArgs(), [&](Value arg) {
      Operation *definition = arg.getDefiningOp();
      return !definition || definition->getBlock() != branch->getBlock() ||
             definition->isBeforeInBlock(branch);
    });
    if (!isKnown && branch->getNumResults() != 1)
      return failure();
    unsigned number = choice.getResultNumber();
    OperationState state(branch->getLoc(), branch->getName());
    state.addOperands(branch->getOperands());
    for (OpResult result : branch->getResults())
      if (result != choice)
        state.addTypes(result.getType());
    state.addTypes(op.getResultTypes());
    state.addAttributes(llvm::to_vector(branch->getAttrs()));
    for (unsigned i = 0; i < branch->getNumRegions(); ++i)
      state.addRegion();
    rewriter.setInsertionPoint(isKnown ? branch : op.getOperation());
    Operation *applied = rewriter.create(state);
    for (auto [from, to] : llvm::zip_equal(branch->getRegions(), applied->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      Operation *yield = to.front().getTerminator();
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(yield);
      SmallVector<Value> values(yield->getOperands());
      auto apply = LFunApplyOp::create(rewriter, op.getLoc(), op.getResultTypes(), values[number],
                                       op.getArgs());
      values.erase(values.begin() + number);
      llvm::append_range(values, apply.getResults());
      rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(values); });
    }
    unsigned others = branch->getNumResults() - 1;
    rewriter.replaceOp(op, applied->getResults().drop_front(others));
    ValueRange kept = applied->getResults().take_front(others);
    for (OpResult result : branch->getResults())
      if (result != choice) {
        rewriter.replaceAllUsesWith(result, kept.front());
        kept = kept.drop_front();
      }
    rewriter.eraseOp(branch);
    return success();
  }
};

/// select(p, a, b)ᵀ = select(p, aᵀ, bᵀ)
struct TransposeSelect : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    auto select = op.getMap().getDefiningOp<arith::SelectOp>();
    if (!select)
      return failure();
    Value a = LFunTransposeOp::create(rewriter, op.getLoc(), select.getTrueValue());
    Value b = LFunTransposeOp::create(rewriter, op.getLoc(), select.getFalseValue());
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, select.getCondition(), a, b);
    return success();
  }
};

/// (if p then a else b)ᵀ = if p then aᵀ else bᵀ, if all uses of the choice are transposes; the same
/// for a switch.
struct TransposeBranch : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    auto choice = dyn_cast<OpResult>(op.getMap());
    if (!choice || !isa<scf::IfOp, scf::IndexSwitchOp>(choice.getOwner()) ||
        !llvm::all_of(choice.getUsers(), llvm::IsaPred<LFunTransposeOp>))
      return failure();
    Operation *branch = choice.getOwner();
    Type type = op.getType();
    OpBuilder::InsertionGuard guard(rewriter);
    for (Region &region : branch->getRegions()) {
      Operation *yield = region.front().getTerminator();
      rewriter.setInsertionPoint(yield);
      Value map = yield->getOperand(choice.getResultNumber());
      Value transposed = LFunTransposeOp::create(rewriter, op.getLoc(), map);
      rewriter.modifyOpInPlace(yield,
                               [&] { yield->setOperand(choice.getResultNumber(), transposed); });
    }
    SmallVector<Operation *> transposes(choice.getUsers());
    rewriter.modifyOpInPlace(branch, [&] { choice.setType(type); });
    for (Operation *transpose : transposes)
      rewriter.replaceOp(transpose, choice);
    return success();
  }
};

/// if b then e else e = e, for branches with equal ops: equal effects, too.
struct EqualBranches : LawFor<scf::IfOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(scf::IfOp op, PatternRewriter &rewriter) const override {
    if (op.getElseRegion().empty() ||
        !OperationEquivalence::isRegionEquivalentTo(&op.getThenRegion(), &op.getElseRegion(),
                                                    OperationEquivalence::IgnoreLocations))
      return failure();
    rewriter.replaceOp(op, inlineBody(rewriter, op, op.getThenRegion(), {}, /*move=*/true));
    return success();
  }
};

/// The ops between `first` and `second` that `second` needs, in order, if they can be moved before
/// `first`; nothing if one of them has effects or needs `first`.
static std::optional<SmallVector<Operation *>> findBetween(Operation *first, Operation *second) {
  llvm::SetVector<Operation *> needed;
  needed.insert(second);
  for (unsigned i = 0; i < needed.size(); ++i) {
    Operation *op = needed[i];
    llvm::SetVector<Value> uses(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), uses);
    for (Value value : uses) {
      Operation *def = value.getDefiningOp();
      if (!def || def->getBlock() != first->getBlock() || def->isBeforeInBlock(first))
        continue;
      if (def == first && op == second)
        continue;
      if (def == first || !isMemoryEffectFree(def))
        return std::nullopt;
      needed.insert(def);
    }
  }
  SmallVector<Operation *> between(llvm::drop_begin(needed));
  llvm::sort(between, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return between;
}

/// (if p then a else b, if p then c else d) = if p then (a, c) else (b, d), if no op between the
/// two branches that the second one needs depends on the first one; the same for a switch. So the
/// forward code of a branch and the reverse code, which has a branch of its own, share
/// computations.
template <typename Branch> struct MergeBranches : LawFor<Branch> {
  using LawFor<Branch>::LawFor;

  /// The nearest branch before `second` with the same condition.
  static Branch findFirst(Branch second) {
    Branch first;
    for (Operation *user : second->getOperand(0).getUsers()) {
      auto other = dyn_cast<Branch>(user);
      if (!other || other->getBlock() != second->getBlock() || !other->isBeforeInBlock(second) ||
          other->getDiscardableAttrDictionary() != second->getDiscardableAttrDictionary() ||
          other->getPropertiesAsAttribute() != second->getPropertiesAsAttribute() ||
          llvm::any_of(other->getRegions(), [](Region &region) { return region.empty(); }))
        continue;
      if (!first || first->isBeforeInBlock(other))
        first = other;
    }
    return first;
  }

  LogicalResult matchAndRewrite(Branch second, PatternRewriter &rewriter) const override {
    if (second->getNumResults() == 0 || !isMemoryEffectFree(second))
      return failure();
    Branch first = findFirst(second);
    if (!first)
      return failure();
    std::optional<SmallVector<Operation *>> between = findBetween(first, second);
    if (!between)
      return failure();
    for (Operation *op : *between)
      rewriter.moveOpBefore(op, first);
    OperationState state(first->getLoc(), first->getName());
    state.addOperands(first->getOperands());
    state.addAttributes(llvm::to_vector(first->getAttrs()));
    state.addTypes(first->getResultTypes());
    state.addTypes(second->getResultTypes());
    for (unsigned i = 0; i < first->getNumRegions(); ++i)
      state.addRegion();
    rewriter.setInsertionPoint(first);
    Operation *both = rewriter.create(state);
    for (auto [from, other, to] :
         llvm::zip_equal(first->getRegions(), second->getRegions(), both->getRegions())) {
      Operation *yield = from.front().getTerminator(),
                *yieldOfSecond = other.front().getTerminator();
      for (auto [result, value] : llvm::zip_equal(first->getResults(), yield->getOperands()))
        rewriter.replaceUsesWithIf(result, value, [&, &other = other](OpOperand &use) {
          return other.isAncestor(use.getOwner()->getParentRegion());
        });
      SmallVector<Value> yielded(yield->getOperands());
      llvm::append_range(yielded, yieldOfSecond->getOperands());
      rewriter.inlineBlockBefore(&other.front(), yield);
      rewriter.eraseOp(yieldOfSecond);
      rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
      rewriter.inlineRegionBefore(from, to, to.end());
    }
    rewriter.replaceOp(second, both->getResults().drop_front(first->getNumResults()));
    rewriter.replaceOp(first, both->getResults().take_front(first->getNumResults()));
    return success();
  }
};

/// Results that are the same in each branch are one result.
template <typename Branch> struct EqualResults : LawFor<Branch> {
  using LawFor<Branch>::LawFor;
  LogicalResult matchAndRewrite(Branch op, PatternRewriter &rewriter) const override {
    llvm::DenseMap<Value, SmallVector<unsigned, 2>> firstOf;
    if (llvm::any_of(op->getRegions(), [](Region &region) { return region.empty(); }))
      return failure();
    auto yielded = [&](Region &region, unsigned i) {
      return region.front().getTerminator()->getOperand(i);
    };
    bool changed = false;
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      SmallVector<unsigned, 2> &candidates = firstOf[yielded(op->getRegion(0), i)];
      auto same = llvm::find_if(candidates, [&](unsigned other) {
        return llvm::all_of(op->getRegions(), [&](Region &region) {
          return yielded(region, i) == yielded(region, other);
        });
      });
      if (same == candidates.end()) {
        candidates.push_back(i);
      } else if (!op->getResult(i).use_empty()) {
        rewriter.replaceAllUsesWith(op->getResult(i), op->getResult(*same));
        changed = true;
      }
    }
    return success(changed);
  }
};

} // namespace

void chad::detail::addBranchLaws(RewritePatternSet &patterns) {
  addLaw<EqualResults<scf::IfOp>>(patterns, "equal-results");
  addLaw<EqualResults<scf::IndexSwitchOp>>(patterns, "equal-results");
  addLaw<EqualBranches>(patterns, "equal-branches");
  addLaw<MergeBranches<scf::IfOp>>(patterns, "merge-branches");
  addLaw<MergeBranches<scf::IndexSwitchOp>>(patterns, "merge-branches");
}

void chad::detail::addApplicationChoiceLaws(RewritePatternSet &patterns) {
  addLaw<ApplySelect>(patterns, "apply-select");
  addLaw<ApplyBranch>(patterns, "apply-branch");
}

void chad::detail::addTransposeChoiceLaws(RewritePatternSet &patterns) {
  addLaw<TransposeSelect>(patterns, "transpose-select");
  addLaw<TransposeBranch>(patterns, "transpose-branch");
}

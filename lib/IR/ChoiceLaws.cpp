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

/// (if p then a else b)ᵀ = if p then aᵀ else bᵀ, where all that use the choice transpose it; the
/// same for a switch.
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

/// if b then e else e = e, for branches that do the same: their effects, too, are those of either.
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

} // namespace

void chad::detail::addBranchLaws(RewritePatternSet &patterns) {
  addLaw<EqualBranches>(patterns, "equal-branches");
}

void chad::detail::addApplicationChoiceLaws(RewritePatternSet &patterns) {
  addLaw<ApplySelect>(patterns, "apply-select");
}

void chad::detail::addTransposeChoiceLaws(RewritePatternSet &patterns) {
  addLaw<TransposeSelect>(patterns, "transpose-select");
  addLaw<TransposeBranch>(patterns, "transpose-branch");
}

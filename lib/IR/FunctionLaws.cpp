//===- FunctionLaws.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of functions and sums as values.

#include "Laws.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// (λx. e) a = e[a/x], Huot & Shaikhha 2022, Fig. 12; if the function has one use, or is so small
/// that copies do no harm.
struct BetaLambda : LawFor<ApplyOp> {
  using LawFor::LawFor;
  using Expanded = LambdaOp;
  virtual bool mayExpand(LambdaOp lambda) const {
    return lambda->hasOneUse() || isSmall(lambda.getBody());
  }
  LogicalResult matchAndRewrite(ApplyOp op, PatternRewriter &rewriter) const final {
    auto lambda = op.getFunction().getDefiningOp<LambdaOp>();
    if (!lambda || !mayExpand(lambda))
      return failure();
    rewriter.replaceOp(op, inlineBody(rewriter, op, lambda.getBody(), op.getArgs(),
                                      /*move=*/lambda->hasOneUse()));
    return success();
  }
};

/// The application of a named function becomes a call.
struct ApplyConstant : LawFor<ApplyOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ApplyOp op, PatternRewriter &rewriter) const override {
    auto constant = op.getFunction().getDefiningOp<func::ConstantOp>();
    if (!constant)
      return failure();
    rewriter.replaceOpWithNewOp<func::CallOp>(op, constant.getValueAttr(), op.getResultTypes(),
                                              op.getArgs());
    return success();
  }
};

/// case injᵢ(x) of ... = eᵢ[x/xᵢ]
struct CaseInj : LawFor<CaseOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(CaseOp op, PatternRewriter &rewriter) const override {
    auto inj = op.getScrutinee().getDefiningOp<InjOp>();
    if (!inj)
      return failure();
    rewriter.replaceOp(op, inlineBody(rewriter, op, op.getAlternatives()[inj.getTag()],
                                      inj.getPayload(), /*move=*/true));
    return success();
  }
};

/// case s of e; ...; e = e, where e is one value from outside,
/// Huot & Shaikhha 2022, Fig. 12
struct CaseSame : LawFor<CaseOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(CaseOp op, PatternRewriter &rewriter) const override {
    Region &first = op.getAlternatives().front();
    for (Region &region : op.getAlternatives()) {
      Operation *yield = region.front().getTerminator();
      if (&region.front().front() != yield ||
          !llvm::equal(yield->getOperands(), first.front().getTerminator()->getOperands()) ||
          llvm::any_of(yield->getOperands(),
                       [&](Value value) { return !isDefinedOutside(value, op); }))
        return failure();
    }
    rewriter.replaceOp(op, first.front().getTerminator()->getOperands());
    return success();
  }
};

} // namespace

void ApplyOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<BetaLambda>(patterns, "beta");
  addLaw<ApplyConstant>(patterns, "apply-constant");
}

void CaseOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<CaseInj>(patterns, "case-inj");
  addLaw<CaseSame>(patterns, "case-same");
}

void chad::detail::populateCopyingFunctionLaws(RewritePatternSet &patterns, CopyBudget &budget) {
  patterns.add<Copying<BetaLambda>>(patterns.getContext(), budget);
}

//===- Simplify.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simplify.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace chad {
#define GEN_PASS_DEF_CHADSIMPLIFY
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether a function value is still applied, so that copies of it may help.
static bool appliesFunctions(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isa<LFunApplyOp, ApplyOp, CopowerFoldOp>(op) ? WalkResult::interrupt()
                                                            : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct Simplify : chad::impl::ChadSimplifyBase<Simplify> {
  using ChadSimplifyBase::ChadSimplifyBase;

  LogicalResult initialize(MLIRContext *context) override {
    laws = FrozenRewritePatternSet(collectLaws(context), disabledPatterns);
    return success();
  }

  static RewritePatternSet collectLaws(MLIRContext *context) {
    RewritePatternSet patterns(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(patterns, context);
    return patterns;
  }

  /// The laws, and common subexpressions, until nothing changes.
  void applyLaws(func::FuncOp function, const FrozenRewritePatternSet &patterns) {
    // Equal ops that one pass of the laws leaves are few.
    constexpr unsigned maxRounds = 4;
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal();
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    for (unsigned round = 0; round < maxRounds; ++round) {
      // Not to converge is to have simplified less.
      (void)applyPatternsGreedily(function, patterns, config);
      bool hadEqualOps = false;
      IRRewriter rewriter(&getContext());
      DominanceInfo dominance(function);
      eliminateCommonSubExpressions(rewriter, dominance, function, &hadEqualOps);
      if (!hadEqualOps)
        return;
    }
  }

  void simplify(func::FuncOp function, const Inlining &inlining, CopyBudget &budget,
                const FrozenRewritePatternSet &copyingLaws) {
    int64_t size = 0;
    function.walk([&](Operation *) { ++size; });
    constexpr int64_t minSize = 1000;
    budget.remaining = static_cast<int64_t>(growthLimit) * std::max(size, minSize);
    // The laws turn applications of named functions into calls.
    while (true) {
      inlining.run(function, budget);
      applyLaws(function, laws);
      if (appliesFunctions(function))
        applyLaws(function, copyingLaws);
      bool isTransposed = transposeRegions(function);
      if (!inlining.run(function, budget) && !isTransposed)
        return;
    }
  }

  void runOnOperation() override {
    Inlining inlining(getOperation(), inlineAll);
    CopyBudget budget{0};
    RewritePatternSet patterns = collectLaws(&getContext());
    populateCopyingLaws(patterns, budget);
    FrozenRewritePatternSet copyingLaws(std::move(patterns), disabledPatterns);
    for (func::FuncOp function : inlining.getOrder())
      simplify(function, inlining, budget, copyingLaws);
    OpPassManager cleanup(ModuleOp::getOperationName());
    cleanup.addPass(createSymbolDCEPass());
    if (failed(runPipeline(cleanup, getOperation())))
      return signalPassFailure();
    if (report)
      reportRemaining(getOperation(), Inlining(getOperation()));
  }

  FrozenRewritePatternSet laws;
};
} // namespace

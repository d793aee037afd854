//===- Simplify.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simplify.h"
#include "../SoundPatterns.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

static RewritePatternSet collectLaws(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  return patterns;
}

/// Adds the records that `type` names, and those that they name.
static void addRecords(Type type, ModuleOp module, DenseSet<Operation *> &records) {
  type.walk([&](BoxType box) {
    auto record = module.lookupSymbol<RecordOp>(box.getRecord());
    if (record && records.insert(record).second)
      for (Type field : record.getPayload(/*isLinear=*/false))
        addRecords(field, module, records);
  });
}

/// Erases the records that no type of a box names.
static void eraseUnusedRecords(ModuleOp module) {
  if (module.getOps<RecordOp>().empty())
    return;
  DenseSet<Operation *> used;
  DenseSet<Type> seen;
  auto visit = [&](Type type) {
    if (seen.insert(type).second)
      addRecords(type, module, used);
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), visit);
    if (auto function = dyn_cast<func::FuncOp>(op))
      visit(function.getFunctionType());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), visit);
  });
  for (auto record : llvm::make_early_inc_range(module.getOps<RecordOp>()))
    if (!used.contains(record))
      record.erase();
}

namespace {
/// Simplifies the functions of one module.
class Simplifier {
public:
  Simplifier(ModuleOp module, const FrozenRewritePatternSet &laws, unsigned growthLimit = 50,
             bool inlineAll = false, ArrayRef<std::string> disabledPatterns = {})
      : laws(laws), growthLimit(growthLimit), inlining(module, inlineAll) {
    RewritePatternSet patterns = collectLaws(module.getContext());
    populateCopyingLaws(patterns, budget);
    copyingLaws = freezeSound(std::move(patterns), disabledPatterns);
  }

  void run() {
    for (func::FuncOp function : inlining.getOrder()) {
      avoidUnsoundFolds(function);
      simplify(function);
    }
  }

private:
  /// Applies the laws, and eliminates common subexpressions, until nothing changes.
  void applyLaws(func::FuncOp function, const FrozenRewritePatternSet &patterns) {
    // Few rounds suffice: one round leaves equal ops only where equal results of a branch make
    // results of the branch around it equal. Two such branches may take turns: of the values, and
    // of the residuals.
    unsigned maxRounds = 4 + 2 * depthOfBranches(function);
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal();
    config.setRegionSimplificationLevel(getRegionLevel(function));
    for (unsigned round = 0; round < maxRounds; ++round) {
      // If the laws do not converge, the program is still right, only less simplified.
      (void)applyPatternsGreedily(function, patterns, config);
      bool hadEqualOps = false;
      IRRewriter rewriter(function.getContext());
      DominanceInfo dominance(function);
      eliminateCommonSubExpressions(rewriter, dominance, function, &hadEqualOps);
      if (!hadEqualOps)
        return;
    }
  }

  /// The depth to which branches are nested.
  static unsigned depthOfBranches(Operation *op) {
    unsigned depth = 0;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          if (inner.getNumRegions() != 0)
            depth = std::max(depth, depthOfBranches(&inner));
    return depth + isa<scf::IfOp, scf::IndexSwitchOp>(op);
  }

  void simplify(func::FuncOp function) {
    int64_t size = 0;
    function.walk([&](Operation *) { ++size; });
    constexpr int64_t minSize = 500;
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

  const FrozenRewritePatternSet &laws;
  unsigned growthLimit;
  Inlining inlining;
  CopyBudget budget{0};
  FrozenRewritePatternSet copyingLaws;
};

struct Simplify : chad::impl::ChadSimplifyBase<Simplify> {
  using ChadSimplifyBase::ChadSimplifyBase;

  LogicalResult initialize(MLIRContext *context) override {
    laws = freezeSound(collectLaws(context), disabledPatterns);
    return success();
  }

  void runOnOperation() override {
    Simplifier(getOperation(), laws, growthLimit, inlineAll,
               llvm::to_vector_of<std::string>(disabledPatterns))
        .run();
    OpPassManager cleanup(ModuleOp::getOperationName());
    cleanup.addPass(createSymbolDCEPass());
    if (failed(runPipeline(cleanup, getOperation())))
      return signalPassFailure();
    if (inlineAll)
      promoteBoxes(getOperation());
    eraseUnusedRecords(getOperation());
    if (report)
      reportRemaining(getOperation(), Inlining(getOperation()));
  }

  FrozenRewritePatternSet laws;
};
} // namespace

void chad::detail::simplifyFunctions(ModuleOp module) {
  FrozenRewritePatternSet laws = freezeSound(collectLaws(module.getContext()));
  Simplifier(module, laws).run();
}

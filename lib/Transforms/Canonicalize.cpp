//===- Canonicalize.cpp - Upstream's passes, where they are sound ---------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/Canonicalize.h"
#include "SoundPatterns.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Transforms/Scalarize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <mutex>

namespace chad {
// The class of upstream's pass, which has no header: its name, its options, and its description.
using mlir::CanonicalizerOptions;
#define GEN_PASS_DEF_CANONICALIZER
#include "mlir/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

ArrayRef<std::string> chad::getUnsoundPatterns() {
  static const std::string names[] = {"(anonymous namespace)::ForOpTensorCastFolder"};
  return names;
}

/// Replaces transposes and shuffles of vectors of rank 0.
static void avoidFoldsOfRankZero(Operation *root) {
  root->walk([](vector::TransposeOp op) {
    if (op.getResultVectorType().getRank() != 0)
      return;
    op.replaceAllUsesWith(op.getVector());
    op.erase();
  });
  root->walk([](vector::ShuffleOp op) {
    VectorType type = op.getV1VectorType();
    if (type.getRank() != 0)
      return;
    OpBuilder builder(op);
    auto row = VectorType::get({1}, type.getElementType());
    for (OpOperand &operand : op->getOpOperands())
      operand.set(vector::BroadcastOp::create(builder, op.getLoc(), row, operand.get()));
  });
}

void chad::avoidUnsoundFolds(Operation *root) {
  scalarizeOpenComparisons(root);
  avoidFoldsOfRankZero(root);
}

GreedySimplifyRegionLevel chad::getRegionLevel(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    bool branches = llvm::any_of(op->getRegions(), [](Region &region) {
      return llvm::hasNItemsOrMore(region.begin(), region.end(), 2);
    });
    return branches ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted() ? GreedySimplifyRegionLevel::Normal
                                 : GreedySimplifyRegionLevel::Disabled;
}

namespace {
/// Makes one of equal results of a branch or loop, or of equal arguments of one of its blocks:
/// those that come from the same values, whichever way control flow takes.
struct MergeEqualInputs : OpInterfaceRewritePattern<RegionBranchOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(RegionBranchOpInterface op,
                                PatternRewriter &rewriter) const override {
    // Iterations of parallel loops write into what other ops pass: equal tensors become different.
    if (!isa<scf::ExecuteRegionOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(op))
      return failure();
    RegionBranchInverseSuccessorMapping operands;
    op.getSuccessorInputOperandMapping(operands);
    bool changes = false;
    auto merge = [&](ValueRange inputs) {
      // Where each input comes from: the ops that pass it, and what they pass.
      using Sources = SmallVector<std::pair<const void *, const void *>, 4>;
      std::map<Sources, Value> first;
      for (Value input : inputs) {
        auto it = operands.find(input);
        if (it == operands.end())
          continue;
        Sources sources;
        for (OpOperand *operand : it->second)
          sources.emplace_back(operand->getOwner(), operand->get().getAsOpaquePointer());
        sources.emplace_back(nullptr, input.getType().getAsOpaquePointer());
        llvm::sort(sources);
        auto [known, isNew] = first.try_emplace(sources, input);
        if (isNew || input.use_empty())
          continue;
        rewriter.replaceAllUsesWith(input, known->second);
        changes = true;
      }
    };
    merge(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        merge(block.getArguments());
    return success(changes);
  }
};

/// The patterns of all ops that a context knows. A pipeline has about a dozen passes that take
/// them.
class SharedPatterns {
public:
  std::shared_ptr<const FrozenRewritePatternSet> get(MLIRContext *context) {
    auto operations = context->getRegisteredOperations();
    std::lock_guard<std::mutex> lock(mutex);
    Entry &entry = entries[context];
    std::shared_ptr<const FrozenRewritePatternSet> patterns = entry.patterns.lock();
    if (patterns && entry.numOperations == operations.size())
      return patterns;
    RewritePatternSet owned(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(owned);
    for (RegisteredOperationName operation : operations)
      operation.getCanonicalizationPatterns(owned, context);
    patterns =
        std::make_shared<FrozenRewritePatternSet>(chad::detail::freezeSound(std::move(owned)));
    entry = {patterns, operations.size()};
    // The contexts of others may be gone.
    for (auto it = entries.begin(); it != entries.end();) {
      auto other = it++;
      if (other->second.patterns.expired())
        entries.erase(other);
    }
    return patterns;
  }

private:
  struct Entry {
    std::weak_ptr<const FrozenRewritePatternSet> patterns;
    size_t numOperations = 0;
  };
  std::mutex mutex;
  llvm::DenseMap<MLIRContext *, Entry> entries;
};

/// Upstream's pass, with shared patterns, and without the folds that make constants of dynamic
/// extents.
struct Canonicalizer : chad::impl::CanonicalizerBase<Canonicalizer> {
  Canonicalizer(const GreedyRewriteConfig &config, const CanonicalizerOptions &options)
      : CanonicalizerBase(options), config(config) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    CanonicalizerBase::getDependentDialects(registry);
    registry.insert<ChadDialect, arith::ArithDialect, tensor::TensorDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    static auto *shared = new SharedPatterns;
    patterns = shared->get(context);
    return success();
  }

  void runOnOperation() override {
    avoidUnsoundFolds(getOperation());
    GreedyRewriteConfig config = this->config;
    if (config.getRegionSimplificationLevel() != GreedySimplifyRegionLevel::Disabled)
      config.setRegionSimplificationLevel(getRegionLevel(getOperation()));
    (void)applyPatternsGreedily(getOperation(), *patterns, config);
  }

  GreedyRewriteConfig config;
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace

FrozenRewritePatternSet chad::detail::freezeSound(RewritePatternSet patterns,
                                                  ArrayRef<std::string> disabled) {
  SmallVector<std::string> names(disabled);
  llvm::append_range(names, getUnsoundPatterns());
  names.push_back("(anonymous namespace)::RemoveDuplicateSuccessorInputUses");
  patterns.add<MergeEqualInputs>(patterns.getContext());
  return FrozenRewritePatternSet(std::move(patterns), names);
}

std::unique_ptr<Pass> chad::createSoundCanonicalizerPass(GreedyRewriteConfig config) {
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  CanonicalizerOptions options;
  options.topDownProcessingEnabled = config.getUseTopDownTraversal();
  options.regionSimplifyLevel = config.getRegionSimplificationLevel();
  options.maxIterations = config.getMaxIterations();
  options.maxNumRewrites = config.getMaxNumRewrites();
  options.disabledPatterns = llvm::to_vector(getUnsoundPatterns());
  return std::make_unique<Canonicalizer>(config, options);
}

std::unique_ptr<Pass> chad::createSoundInlinerPass() {
  return createInlinerPass({},
                           [](OpPassManager &pm) { pm.addPass(createSoundCanonicalizerPass()); });
}

//===- ComponentLaws.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of projections and injections, the components of a product.

#include "Laws.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// The operands of a fork or a join whose components are at `positions`; fails if `positions` has
/// only some components of an operand.
FailureOr<SmallVector<Value>> wholeOperands(ValueRange maps, ArrayRef<int64_t> positions,
                                            bool ofOutputs) {
  SmallVector<Value> kept;
  int64_t offset = 0;
  for (Value map : maps) {
    LFunType type = lfunType(map);
    int64_t end = offset + (ofOutputs ? type.getOutputs() : type.getInputs()).size();
    int64_t named = llvm::count_if(positions, [&](int64_t i) { return i >= offset && i < end; });
    if (named != 0 && named != end - offset)
      return failure();
    if (named)
      kept.push_back(map);
    offset = end;
  }
  if (kept.empty())
    return failure();
  return kept;
}

/// πᵢ ∘ (m₁ × ... × mₙ) = mᵢ, Elliott 2018, §4
struct ProjectFork : PairLaw<LFunProjectOp, LFunForkOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunProjectOp project, LFunForkOp fork,
                    PatternRewriter &rewriter) const override {
    auto kept = wholeOperands(fork.getMaps(), project.getPositions(), /*ofOutputs=*/true);
    return failed(kept) ? Value() : createOperator<LFunForkOp>(rewriter, fork.getLoc(), *kept);
  }
};

/// (m₁ ⋈ ... ⋈ mₙ) ∘ ιᵢ = mᵢ, Elliott 2018, §8
struct JoinInject : PairLaw<LFunJoinOp, LFunInjectOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunJoinOp join, LFunInjectOp inject,
                    PatternRewriter &rewriter) const override {
    auto kept = wholeOperands(join.getMaps(), inject.getPositions(), /*ofOutputs=*/false);
    return failed(kept) ? Value() : createOperator<LFunJoinOp>(rewriter, join.getLoc(), *kept);
  }
};

/// πᵢ ∘ πⱼ = πⱼᵢ
struct ProjectProject : PairLaw<LFunProjectOp, LFunProjectOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunProjectOp left, LFunProjectOp right,
                    PatternRewriter &rewriter) const override {
    auto positions = llvm::map_to_vector(left.getPositions(),
                                         [&](int64_t i) { return right.getPositions()[i]; });
    auto type =
        LFunType::get(left.getContext(), right.getType().getInputs(), left.getType().getOutputs());
    return LFunProjectOp::create(rewriter, left.getLoc(), type, positions, right.getDomainSizes());
  }
};

/// ιᵢ ∘ ιⱼ = ιᵢⱼ
struct InjectInject : PairLaw<LFunInjectOp, LFunInjectOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunInjectOp left, LFunInjectOp right,
                    PatternRewriter &rewriter) const override {
    auto positions = llvm::map_to_vector(right.getPositions(),
                                         [&](int64_t i) { return left.getPositions()[i]; });
    auto type =
        LFunType::get(left.getContext(), right.getType().getInputs(), left.getType().getOutputs());
    return LFunInjectOp::create(rewriter, left.getLoc(), type, positions, left.getCodomainSizes());
  }
};

/// πᵢ ∘ ιᵢ = 1 and πᵢ ∘ ιⱼ = 0 if i and j have no component in common, Elliott 2018, §8
struct ProjectInject : PairLaw<LFunProjectOp, LFunInjectOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunProjectOp project, LFunInjectOp inject,
                    PatternRewriter &rewriter) const override {
    auto type = LFunType::get(project.getContext(), inject.getType().getInputs(),
                              project.getType().getOutputs());
    if (project.getPositions() == inject.getPositions())
      return createId(rewriter, project.getLoc(), type, getDomainSizes(inject));
    if (llvm::any_of(project.getPositions(),
                     [&](int64_t i) { return llvm::is_contained(inject.getPositions(), i); }))
      return {};
    return createZero(rewriter, project.getLoc(), type, getDomainSizes(inject),
                      getCodomainSizes(project));
  }
};

/// The projection to, and the injection of, all components is the identity.
template <typename OpTy> struct AllComponents : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    LFunType type = op.getType();
    if (type.getInputs().size() != type.getOutputs().size())
      return failure();
    rewriter.replaceOpWithNewOp<LFunIdOp>(op, type, op->getOperands());
    return success();
  }
};

} // namespace

void chad::detail::addComponentLaws(RewritePatternSet &patterns) {
  addLaw<ProjectFork>(patterns, "project-fork", 5);
  addLaw<JoinInject>(patterns, "join-inject", 5);
  addLaw<ProjectProject>(patterns, "project-project", 5);
  addLaw<InjectInject>(patterns, "inject-inject", 5);
  addLaw<ProjectInject>(patterns, "project-inject", 5);
}

void LFunProjectOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<AllComponents<LFunProjectOp>>(patterns, "project-all");
}

void LFunInjectOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<AllComponents<LFunInjectOp>>(patterns, "inject-all");
}

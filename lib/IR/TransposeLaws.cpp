//===- TransposeLaws.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of transposition, Ellis et al. 2020, Fig. 5.

#include "Laws.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

OpFoldResult LFunTransposeOp::fold(FoldAdaptor) {
  // mᵀᵀ = m
  if (auto inner = getMap().getDefiningOp<LFunTransposeOp>())
    return inner.getMap();
  return {};
}

// Only functions that are shared have many users. If the search ends too early, one transpose is
// made twice.
static constexpr unsigned maxUsers = 16;

/// The transpose of `map`, inserted after `map`, so that all uses of the transpose share it: a
/// function that is used twice is transposed once.
static Value transposeOf(PatternRewriter &rewriter, Value map) {
  unsigned seen = 0;
  for (Operation *user : map.getUsers()) {
    if (++seen > maxUsers)
      break;
    if (auto transpose = dyn_cast<LFunTransposeOp>(user);
        transpose && transpose->getPrevNode() == map.getDefiningOp() &&
        transpose->getBlock() == map.getParentBlock())
      return transpose;
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(map);
  return LFunTransposeOp::create(rewriter, map.getLoc(), map);
}

namespace {

/// A law for the transpose of a function that `OpTy` makes. It does not apply while other operators
/// use the function, since these may be transposed later, too: if the function were expanded
/// before, its transpose could no longer be shared.
template <typename OpTy> struct TransposeLaw : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  virtual Value rewrite(OpTy op, LFunType type, PatternRewriter &rewriter) const = 0;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const final {
    auto map = op.getMap().template getDefiningOp<OpTy>();
    if (!map || llvm::any_of(map->getUsers(), [&](Operation *user) {
          return user != op &&
                 isa<LFunComposeOp, LFunAddOp, LFunForkOp, LFunJoinOp, LFunTransposeOp>(user);
        }))
      return failure();
    Value value = rewrite(map, op.getType(), rewriter);
    if (!value)
      return failure();
    rewriter.replaceOp(op, value);
    if (!map->use_empty())
      return success();
    // Transposes of the operands may become possible now that this user is gone.
    SmallPtrSet<Operation *, 8> waiting;
    for (Value operand : map->getOperands()) {
      unsigned seen = 0;
      for (Operation *user : operand.getUsers())
        if (++seen > maxUsers)
          break;
        else if (isa<LFunTransposeOp>(user))
          waiting.insert(user);
    }
    rewriter.eraseOp(map);
    for (Operation *transpose : waiting)
      rewriter.modifyOpInPlace(transpose, [] {});
    return success();
  }
};

SmallVector<Value> transposeAll(PatternRewriter &rewriter, ValueRange maps) {
  return llvm::map_to_vector(maps, [&](Value map) { return transposeOf(rewriter, map); });
}

/// (m₁ ∘ m₂)ᵀ = m₂ᵀ ∘ m₁ᵀ
struct TransposeCompose : TransposeLaw<LFunComposeOp> {
  using TransposeLaw::TransposeLaw;
  Value rewrite(LFunComposeOp op, LFunType, PatternRewriter &rewriter) const override {
    SmallVector<Value> maps = transposeAll(rewriter, op.getMaps());
    std::reverse(maps.begin(), maps.end());
    return LFunComposeOp::create(rewriter, op.getLoc(), maps);
  }
};

/// (m₁ × m₂)ᵀ = m₁ᵀ ⋈ m₂ᵀ, (m₁ ⋈ m₂)ᵀ = m₁ᵀ × m₂ᵀ and (m₁ + m₂)ᵀ = m₁ᵀ + m₂ᵀ
template <typename OpTy, typename TransposedTy> struct TransposeOperator : TransposeLaw<OpTy> {
  using TransposeLaw<OpTy>::TransposeLaw;
  Value rewrite(OpTy op, LFunType, PatternRewriter &rewriter) const override {
    return TransposedTy::create(rewriter, op.getLoc(), transposeAll(rewriter, op.getMaps()));
  }
};

/// 1ᵀ = 1 and S(k)ᵀ = S(k)
template <typename OpTy> struct TransposeSymmetric : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    if (!op.getMap().template getDefiningOp<OpTy>())
      return failure();
    rewriter.replaceOp(op, op.getMap());
    return success();
  }
};

/// 0ᵀ = 0
struct TransposeZero : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    auto zero = op.getMap().getDefiningOp<LFunZeroOp>();
    if (!zero)
      return failure();
    rewriter.replaceOpWithNewOp<LFunZeroOp>(op, op.getType(), zero.getCodomainSizes(),
                                            zero.getDomainSizes());
    return success();
  }
};

/// πᵀ = ι and ιᵀ = π
template <typename OpTy, typename TransposedTy>
struct TransposeComponents : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    auto map = op.getMap().template getDefiningOp<OpTy>();
    if (!map)
      return failure();
    rewriter.replaceOpWithNewOp<TransposedTy>(op, op.getType(), map.getPositions(),
                                              map->getOperands());
    return success();
  }
};

/// Clones `body`, which yields a linear function for each element, to the empty region `to`, where
/// it yields the transposed ones.
void cloneTransposed(PatternRewriter &rewriter, Region &body, Region &to) {
  rewriter.cloneRegionBefore(body, to, to.end());
  Operation *yield = to.front().getTerminator();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(yield);
  Value element = LFunTransposeOp::create(rewriter, yield->getLoc(), yield->getOperand(0));
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, element); });
}

/// V(v)ᵀ = H(map ᵀ v) and H(v)ᵀ = V(map ᵀ v)
template <typename OpTy, typename TransposedTy> struct TransposeVector : TransposeLaw<OpTy> {
  using TransposeLaw<OpTy>::TransposeLaw;
  Value rewrite(OpTy op, LFunType type, PatternRewriter &rewriter) const override {
    auto transposed = TransposedTy::create(rewriter, op.getLoc(), type, op.getExtent(),
                                           op->getOperands().drop_front());
    cloneTransposed(rewriter, op.getBody(), transposed.getBody());
    return transposed;
  }
};

/// (lmFold v)ᵀ runs vᵀ in the other direction, Ellis et al. 2020, Fig. 13: what was shared is
/// summed, and what was summed is shared.
struct TransposeLoop : TransposeLaw<LFunFoldOp> {
  using TransposeLaw::TransposeLaw;
  Value rewrite(LFunFoldOp op, LFunType type, PatternRewriter &rewriter) const override {
    auto transposed = LFunFoldOp::create(
        rewriter, op.getLoc(), type, /*right=*/!op.getRight(), /*shared=*/op.getSummed(),
        op.getCarried(), /*summed=*/op.getShared(), op.getExtent(),
        /*domainSizes=*/op.getCodomainSizes(), /*codomainSizes=*/op.getDomainSizes());
    cloneTransposed(rewriter, op.getBody(), transposed.getBody());
    return transposed;
  }
};

} // namespace

void LFunTransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<TransposeCompose>(patterns, "transpose-compose");
  addLaw<TransposeOperator<LFunForkOp, LFunJoinOp>>(patterns, "transpose-fork");
  addLaw<TransposeOperator<LFunJoinOp, LFunForkOp>>(patterns, "transpose-join");
  addLaw<TransposeOperator<LFunAddOp, LFunAddOp>>(patterns, "transpose-add");
  addLaw<TransposeSymmetric<LFunIdOp>>(patterns, "transpose-identity");
  addLaw<TransposeSymmetric<LFunScaleOp>>(patterns, "transpose-scale");
  addLaw<TransposeZero>(patterns, "transpose-zero");
  addLaw<TransposeComponents<LFunProjectOp, LFunInjectOp>>(patterns, "transpose-project");
  addLaw<TransposeComponents<LFunInjectOp, LFunProjectOp>>(patterns, "transpose-inject");
  addLaw<TransposeVector<LFunVForkOp, LFunVJoinOp>>(patterns, "transpose-vfork");
  addLaw<TransposeVector<LFunVJoinOp, LFunVForkOp>>(patterns, "transpose-vjoin");
  addLaw<TransposeLoop>(patterns, "transpose-loop");
  addTransposeChoiceLaws(patterns);
}

//===- ValueLaws.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of linear values and copowers.

#include "Laws.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/ExactFloats.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// The monoid
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::fold(FoldAdaptor) {
  // 0 + v = v + 0 = v
  if (getLhs().getDefiningOp<ZeroOp>())
    return getRhs();
  if (getRhs().getDefiningOp<ZeroOp>())
    return getLhs();
  return {};
}

OpFoldResult ScaleOp::fold(FoldAdaptor) {
  // 1 · v = v and k · 0 = 0
  if (isFloatConstant(getFactor(), 1.0) || getValue().getDefiningOp<ZeroOp>())
    return getValue();
  return {};
}

OpFoldResult ToLinearOp::fold(FoldAdaptor) {
  if (auto inverse = getValue().getDefiningOp<FromLinearOp>())
    return inverse.getValue();
  return {};
}

OpFoldResult FromLinearOp::fold(FoldAdaptor) {
  if (auto inverse = getValue().getDefiningOp<ToLinearOp>())
    return inverse.getValue();
  return {};
}

static bool isFiniteConstant(Value factor) {
  FloatAttr attr;
  return matchPattern(factor, m_Constant(&attr)) && attr.getValue().isFinite();
}

static bool isZeroConstant(Value factor) {
  return isFloatConstant(factor, 0.0) || isFloatConstant(factor, -0.0);
}

namespace {

/// a · (b · v) = (a·b) · v. For zero-absorbing products it holds only if a or b is neither infinite
/// nor zero: ∞ · (0 · v) = 0, but (∞·0) · v is NaN. If so, the product of the factors is zero
/// exactly if the other factor is. A product b · v stays outside of the loop in which only a
/// changes: (a·b) · v would take two multiplications in each iteration. The product has another
/// rounding error: not with `chad.exact_floats`.
struct ScaleScale : LawFor<ScaleOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ScaleOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getValue().getDefiningOp<ScaleOp>();
    // If no component is a float, the factors may have different types.
    if (!inner || !inner->hasOneUse() || inner.getFactor().getType() != op.getFactor().getType() ||
        changesInLoop(op.getFactor(), op, inner->getParentRegion()) || hasExactFloats(op))
      return failure();
    Absorption absorption = std::max(absorptionOf(op), absorptionOf(inner));
    if (absorption != Absorption::None && !isRegular(op.getFactor()) &&
        !isRegular(inner.getFactor()))
      return failure();
    Value factor = arith::MulFOp::create(rewriter, op.getLoc(), op.getFactor(), inner.getFactor());
    rewriter.replaceOpWithNewOp<ScaleOp>(op, factor, inner.getValue(), absorption);
    return success();
  }

  /// Whether a loop around `op`, inside of `outside`, changes the factor.
  static bool changesInLoop(Value factor, Operation *op, Region *outside) {
    for (; op->getParentRegion() != outside; op = op->getParentOp())
      if (isa<LoopLikeOpInterface>(op->getParentOp()) &&
          !isDefinedOutside(factor, op->getParentOp()))
        return true;
    return false;
  }

  static Absorption absorptionOf(ScaleOp op) {
    return isFiniteConstant(op.getFactor()) ? Absorption::None : op.getAbsorption();
  }
  static bool isRegular(Value factor) {
    return isFiniteConstant(factor) && !isZeroConstant(factor);
  }
};

/// A zero-absorbing product by a finite factor is an ordinary product, unless the factor is a zero
/// that absorbs.
struct ScaleFinite : LawFor<ScaleOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ScaleOp op, PatternRewriter &rewriter) const override {
    if (!op.getZeroAbsorbing() || !isFiniteConstant(op.getFactor()) ||
        (op.getBoth() && isZeroConstant(op.getFactor())))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setZeroAbsorbing(false);
      op.setBoth(false);
    });
    return success();
  }
};

/// 0 · v = 0, if the shape of the zero follows from the type.
struct ScaleByZero : LawFor<ScaleOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(ScaleOp op, PatternRewriter &rewriter) const override {
    if (!isFloatConstant(op.getFactor(), 0.0) || getNumDynamicSizes(op.getType()))
      return failure();
    rewriter.replaceOpWithNewOp<ZeroOp>(op, op.getType(), ValueRange());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Absorbing products
//===----------------------------------------------------------------------===//

/// k ⊛ v = k · v if v is a constant other than zero, or if k is a finite constant, and not a zero
/// that absorbs.
struct AbsorbNothing : LawFor<AbsorbingMulOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AbsorbingMulOp op, PatternRewriter &rewriter) const override {
    Value factor = op.getFactor(), value = op.getValue();
    auto isRegular = [](Value v) { return isFiniteConstant(v) && !isZeroConstant(v); };
    if (!isRegular(factor) && !isRegular(value) && (op.getBoth() || !isFiniteConstant(factor)))
      return failure();
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, factor, value);
    return success();
  }
};
} // namespace

OpFoldResult AbsorbingMulOp::fold(FoldAdaptor) {
  // k ⊛ 0 = 0, and with both 0 ⊛ v = 0
  if (isZeroConstant(getValue()))
    return getValue();
  if (getBoth() && isZeroConstant(getFactor()))
    return getFactor();
  return {};
}

namespace {
//===----------------------------------------------------------------------===//
// Copowers
//===----------------------------------------------------------------------===//

/// !x ⊗ 0 = 0
struct SingletonZero : LawFor<CopowerSingletonOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(CopowerSingletonOp op, PatternRewriter &rewriter) const override {
    if (!llvm::all_of(op.getTangents(), [](Value v) { return v.getDefiningOp<ZeroOp>(); }))
      return failure();
    rewriter.replaceOpWithNewOp<ZeroOp>(op, op.getType(), ValueRange());
    return success();
  }
};

/// fold f (!x ⊗ v) = f(x) • v, Vákár & Smeding 2022, §9
struct FoldSingleton : LawFor<CopowerFoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(CopowerFoldOp op, PatternRewriter &rewriter) const override {
    auto singleton = op.getCopower().getDefiningOp<CopowerSingletonOp>();
    if (!singleton)
      return failure();
    rewriter.replaceOp(op, inlineBody(rewriter, op, op.getBody(), singleton->getOperands(),
                                      /*move=*/true));
    return success();
  }
};

/// fold f 0 = 0, Vákár & Smeding 2022, §9
struct FoldZero : LawFor<CopowerFoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(CopowerFoldOp op, PatternRewriter &rewriter) const override {
    if (!op.getCopower().getDefiningOp<ZeroOp>())
      return failure();
    SmallVector<Value> zeros;
    ValueRange sizes = op.getCodomainSizes();
    for (Type type : op.getResultTypes()) {
      unsigned count = getNumDynamicSizes(type);
      zeros.push_back(ZeroOp::create(rewriter, op.getLoc(), type, sizes.take_front(count)));
      sizes = sizes.drop_front(count);
    }
    rewriter.replaceOp(op, zeros);
    return success();
  }
};

/// fold f (a + b) = fold f a + fold f b, Vákár & Smeding 2022, §9, where one of
/// the summands is known, so that its fold disappears, or copies do no harm.
struct FoldAdd : LawFor<CopowerFoldOp> {
  using LawFor::LawFor;
  virtual bool mayCopy(CopowerFoldOp op, AddOp add) const {
    return (add->hasOneUse() && isSmall(op.getBody())) ||
           add.getLhs().getDefiningOp<CopowerSingletonOp>() ||
           add.getRhs().getDefiningOp<CopowerSingletonOp>();
  }
  LogicalResult matchAndRewrite(CopowerFoldOp op, PatternRewriter &rewriter) const final {
    auto add = op.getCopower().getDefiningOp<AddOp>();
    if (!add || !mayCopy(op, add))
      return failure();
    SmallVector<Value> folds[2];
    for (auto [part, copower] : llvm::zip_equal(folds, add->getOperands())) {
      Operation *fold = rewriter.clone(*op);
      rewriter.modifyOpInPlace(fold, [&, copower = copower] { fold->setOperand(0, copower); });
      llvm::append_range(part, fold->getResults());
    }
    SmallVector<Value> sums;
    for (auto [a, b] : llvm::zip_equal(folds[0], folds[1]))
      sums.push_back(AddOp::create(rewriter, op.getLoc(), a, b));
    rewriter.replaceOp(op, sums);
    return success();
  }
};

struct CopyingFoldAdd final : FoldAdd {
  CopyingFoldAdd(MLIRContext *context, CopyBudget &budget) : FoldAdd(context), budget(budget) {}
  bool mayCopy(CopowerFoldOp op, AddOp) const override { return budget.pay(op); }
  CopyBudget &budget;
};

/// fold f (k · c) = fold (x, v. f(x) • (k · v)) c
struct FoldScale : LawFor<CopowerFoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(CopowerFoldOp op, PatternRewriter &rewriter) const override {
    auto scale = op.getCopower().getDefiningOp<ScaleOp>();
    if (!scale)
      return failure();
    Block &body = op.getBody().front();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&body);
    for (Value tangent :
         body.getArguments().drop_front(op.getCopower().getType().getPrimals().size())) {
      auto scaled = ScaleOp::create(rewriter, scale.getLoc(), scale.getFactor(), tangent,
                                    scale.getAbsorption());
      rewriter.replaceAllUsesExcept(tangent, scaled, scaled);
    }
    rewriter.modifyOpInPlace(op, [&] { op.getCopowerMutable().assign(scale.getValue()); });
    return success();
  }
};

} // namespace

void ScaleOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ScaleFinite>(patterns, "scale-finite", 2);
  addLaw<ScaleScale>(patterns, "scale-scale");
  addLaw<ScaleByZero>(patterns, "scale-by-zero");
}

void AbsorbingMulOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<AbsorbNothing>(patterns, "absorb-nothing");
}

void CopowerSingletonOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<SingletonZero>(patterns, "copower-singleton-zero");
}

void CopowerFoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<FoldSingleton>(patterns, "copower-fold-singleton");
  addLaw<FoldZero>(patterns, "copower-fold-zero");
  addLaw<FoldAdd>(patterns, "copower-fold-add");
  addLaw<FoldScale>(patterns, "copower-fold-scale");
}

void chad::detail::populateCopyingValueLaws(RewritePatternSet &patterns, CopyBudget &budget) {
  patterns.add<CopyingFoldAdd>(patterns.getContext(), budget);
}

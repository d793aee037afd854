//===- OperatorLaws.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the operators on linear functions.
//
// Associativity makes the operators n-ary. Only the root of a tree of one
// operator is rewritten, and the whole list at once, so that a chain of n
// operators takes time linear in n. A subterm with several uses is a leaf:
// nothing is duplicated without bound.

#include "Laws.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `op` is part of the tree of a user of the same kind.
template <typename OpTy> static bool isInnerNode(OpTy op) {
  return op->hasOneUse() && isa<OpTy>(*op->user_begin());
}

namespace {

/// op(m) = m
template <typename OpTy> struct SingleOperand : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (op.getMaps().size() != 1)
      return failure();
    rewriter.replaceOp(op, op.getMaps().front());
    return success();
  }
};

/// op(a, op(b, c)) = op(op(a, b), c) = op(a, b, c), Ellis et al. 2020, Fig. 4
template <typename OpTy> struct Associativity : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto isInner = [](Value map) {
      auto inner = map.getDefiningOp<OpTy>();
      return inner && inner->hasOneUse();
    };
    if (isInnerNode(op) || llvm::none_of(op.getMaps(), isInner))
      return failure();
    SmallVector<Value> leaves, stack(llvm::reverse(op.getMaps()));
    while (!stack.empty()) {
      Value map = stack.pop_back_val();
      if (isInner(map))
        llvm::append_range(stack, llvm::reverse(map.getDefiningOp<OpTy>().getMaps()));
      else
        leaves.push_back(map);
    }
    rewriter.replaceOpWithNewOp<OpTy>(op, leaves);
    return success();
  }
};

/// A law on the operands of a root.
template <typename OpTy> struct RootLaw : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  virtual Value rewrite(OpTy op, PatternRewriter &rewriter) const = 0;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const final {
    if (isInnerNode(op))
      return failure();
    Value value = rewrite(op, rewriter);
    if (!value)
      return failure();
    rewriter.replaceOp(op, value);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// 0 ∘ m = m ∘ 0 = 0, Ellis et al. 2020, Fig. 4
struct ComposeZero : RootLaw<LFunComposeOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunComposeOp op, PatternRewriter &rewriter) const override {
    if (llvm::none_of(op.getMaps(), [](Value map) { return map.getDefiningOp<LFunZeroOp>(); }))
      return {};
    return createZero(rewriter, op.getLoc(), op.getType(), getDomainSizes(op),
                      getCodomainSizes(op));
  }
};

/// 1 ∘ m = m ∘ 1 = m, Ellis et al. 2020, Fig. 4
struct ComposeIdentity : RootLaw<LFunComposeOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunComposeOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> maps;
    for (Value map : op.getMaps())
      if (!map.getDefiningOp<LFunIdOp>())
        maps.push_back(map);
    if (maps.size() == op.getMaps().size())
      return {};
    return maps.empty() ? op.getMaps().front()
                        : createOperator<LFunComposeOp>(rewriter, op.getLoc(), maps);
  }
};

/// S(a) ∘ S(b) = S(a·b), Ellis et al. 2020, Fig. 4
struct ComposeScale : RootLaw<LFunComposeOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunComposeOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> maps;
    // The product of the factors of the scalings at the end of `maps`.
    Value factor;
    unsigned run = 0;
    bool changed = false;
    auto close = [&] {
      if (run > 1) {
        auto last = maps.back().getDefiningOp<LFunScaleOp>();
        maps.back() = LFunScaleOp::create(rewriter, op.getLoc(), last.getType(), factor,
                                          last.getDomainSizes());
        changed = true;
      }
      run = 0;
    };
    for (Value map : op.getMaps()) {
      auto scale = map.getDefiningOp<LFunScaleOp>();
      // Where no component is a float the factors may differ in type.
      if (scale && run && scale.getFactor().getType() == factor.getType()) {
        factor = arith::MulFOp::create(rewriter, op.getLoc(), factor, scale.getFactor());
        ++run;
        continue;
      }
      close();
      maps.push_back(map);
      if (scale) {
        factor = scale.getFactor();
        run = 1;
      }
    }
    close();
    return changed ? createOperator<LFunComposeOp>(rewriter, op.getLoc(), maps) : Value();
  }
};

/// The operands `[from, to)` of a composition as one function.
static Value section(PatternRewriter &rewriter, LFunComposeOp op, unsigned from, unsigned to) {
  return createOperator<LFunComposeOp>(rewriter, op.getLoc(), op.getMaps().slice(from, to - from));
}

/// The composition with its operands `[from, to)` replaced by `middle`.
static Value replaceSection(PatternRewriter &rewriter, LFunComposeOp op, unsigned from, unsigned to,
                            Value middle) {
  SmallVector<Value> maps(op.getMaps().take_front(from));
  maps.push_back(middle);
  llvm::append_range(maps, op.getMaps().drop_front(to));
  return createOperator<LFunComposeOp>(rewriter, op.getLoc(), maps);
}

/// (m₁ ⋈ ... ⋈ mₚ) ∘ (n₁ × ... × nₚ) = m₁ ∘ n₁ + ... + mₚ ∘ nₚ, Ellis et al. 2020, Fig. 4. If the
/// two sides divide the components differently, the law is applied to the finest groups of operands
/// that cover the same components.
struct ComposeJoinFork : RootLaw<LFunComposeOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunComposeOp op, PatternRewriter &rewriter) const override {
    for (unsigned i = 0; i + 1 < op.getMaps().size(); ++i) {
      auto join = op.getMaps()[i].getDefiningOp<LFunJoinOp>();
      auto fork = op.getMaps()[i + 1].getDefiningOp<LFunForkOp>();
      if (!join || !fork)
        continue;
      if (Value sum = multiply(rewriter, op.getLoc(), join, fork))
        return replaceSection(rewriter, op, i, i + 2, sum);
    }
    return {};
  }

  static Value multiply(PatternRewriter &rewriter, Location loc, LFunJoinOp join, LFunForkOp fork) {
    // Groups of operands, as ends in both lists, that cover the same components.
    SmallVector<std::pair<unsigned, unsigned>> ends;
    unsigned m = 0, n = 0, inputs = 0, outputs = 0;
    while (m < join.getMaps().size() || n < fork.getMaps().size()) {
      if (n == fork.getMaps().size() || (m < join.getMaps().size() && inputs <= outputs))
        inputs += lfunType(join.getMaps()[m++]).getInputs().size();
      else
        outputs += lfunType(fork.getMaps()[n++]).getOutputs().size();
      if (inputs == outputs && (ends.empty() || (m > ends.back().first && n > ends.back().second)))
        ends.emplace_back(m, n);
    }
    if (ends.size() < 2 || ends.back() != std::pair(m, n))
      return {};
    SmallVector<Value> summands;
    std::pair<unsigned, unsigned> begin = {0, 0};
    for (auto end : ends) {
      Value left = createOperator<LFunJoinOp>(
          rewriter, loc, join.getMaps().slice(begin.first, end.first - begin.first));
      Value right = createOperator<LFunForkOp>(
          rewriter, loc, fork.getMaps().slice(begin.second, end.second - begin.second));
      summands.push_back(LFunComposeOp::create(rewriter, loc, ValueRange{left, right}));
      begin = end;
    }
    return LFunAddOp::create(rewriter, loc, summands);
  }
};

/// (m₁ × m₂) ∘ n = (m₁ ∘ n) × (m₂ ∘ n), Ellis et al. 2020, Fig. 4
struct ComposeFork : RootLaw<LFunComposeOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunComposeOp op, PatternRewriter &rewriter) const override {
    unsigned size = op.getMaps().size();
    for (unsigned i = 0; i + 1 < size; ++i) {
      auto fork = op.getMaps()[i].getDefiningOp<LFunForkOp>();
      if (!fork)
        continue;
      Value tail = section(rewriter, op, i + 1, size);
      auto maps = llvm::map_to_vector(fork.getMaps(), [&](Value map) -> Value {
        return LFunComposeOp::create(rewriter, op.getLoc(), ValueRange{map, tail});
      });
      Value forked = LFunForkOp::create(rewriter, op.getLoc(), maps);
      return replaceSection(rewriter, op, i, size, forked);
    }
    return {};
  }
};

/// m ∘ (n₁ ⋈ n₂) = (m ∘ n₁) ⋈ (m ∘ n₂), Ellis et al. 2020, Fig. 4
struct ComposeJoin : RootLaw<LFunComposeOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunComposeOp op, PatternRewriter &rewriter) const override {
    for (unsigned i = op.getMaps().size() - 1; i > 0; --i) {
      auto join = op.getMaps()[i].getDefiningOp<LFunJoinOp>();
      if (!join)
        continue;
      Value head = section(rewriter, op, 0, i);
      auto maps = llvm::map_to_vector(join.getMaps(), [&](Value map) -> Value {
        return LFunComposeOp::create(rewriter, op.getLoc(), ValueRange{head, map});
      });
      Value joined = LFunJoinOp::create(rewriter, op.getLoc(), maps);
      return replaceSection(rewriter, op, 0, i + 1, joined);
    }
    return {};
  }
};

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// m + 0 = m, Ellis et al. 2020, Fig. 4
struct AddZero : RootLaw<LFunAddOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunAddOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> maps;
    for (Value map : op.getMaps())
      if (!map.getDefiningOp<LFunZeroOp>())
        maps.push_back(map);
    if (maps.size() == op.getMaps().size())
      return {};
    return maps.empty() ? op.getMaps().front()
                        : createOperator<LFunAddOp>(rewriter, op.getLoc(), maps);
  }
};

/// The type of the floats in `type`, if it has floats of one type only.
static Type getFloatType(LFunType type) {
  Type found;
  for (Type input : type.getInputs()) {
    auto lin = dyn_cast<LinType>(input);
    Type element = lin ? getElementTypeOrSelf(lin.getPrimal()) : Type();
    if (!isa_and_nonnull<FloatType>(element) || (found && found != element))
      return {};
    found = element;
  }
  return found;
}

/// S(a) + S(b) = S(a + b), Ellis et al. 2020, Fig. 4. With 1 = S(1): S(a) + 1 = S(a + 1).
struct AddScale : RootLaw<LFunAddOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunAddOp op, PatternRewriter &rewriter) const override {
    Type floatType = getFloatType(lfunType(op.getResult()));
    SmallVector<Value> maps, merged;
    auto typeOfFactor = [&](Value map) -> Type {
      if (auto scale = map.getDefiningOp<LFunScaleOp>())
        return scale.getFactor().getType();
      return map.getDefiningOp<LFunIdOp>() ? floatType : Type();
    };
    Type type;
    for (Value map : op.getMaps()) {
      Type own = typeOfFactor(map);
      // Where no component is a float the factors may differ in type.
      if (own && (!type || own == type)) {
        type = own;
        // The sum takes the position of the first scaling.
        if (merged.empty())
          maps.push_back(map);
        merged.push_back(map);
      } else {
        maps.push_back(map);
      }
    }
    if (merged.size() < 2)
      return {};
    Value sum;
    for (Value map : merged) {
      auto scale = map.getDefiningOp<LFunScaleOp>();
      Value factor = scale ? scale.getFactor()
                           : Value(arith::ConstantOp::create(rewriter, op.getLoc(),
                                                             rewriter.getFloatAttr(type, 1.0)));
      sum = sum ? Value(arith::AddFOp::create(rewriter, op.getLoc(), sum, factor)) : factor;
    }
    Operation *first = merged.front().getDefiningOp();
    Value scale = LFunScaleOp::create(rewriter, op.getLoc(), lfunType(merged.front()), sum,
                                      first->getOperands().drop_front(isa<LFunScaleOp>(first)));
    *llvm::find(maps, merged.front()) = scale;
    return createOperator<LFunAddOp>(rewriter, op.getLoc(), maps);
  }
};

//===----------------------------------------------------------------------===//
// Forks and joins
//===----------------------------------------------------------------------===//

/// 0 × 0 = 0 and 0 ⋈ 0 = 0
template <typename OpTy> struct AllZero : RootLaw<OpTy> {
  using RootLaw<OpTy>::RootLaw;
  Value rewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!llvm::all_of(op.getMaps(), [](Value map) { return map.getDefiningOp<LFunZeroOp>(); }))
      return {};
    return createZero(rewriter, op.getLoc(), op.getType(), getDomainSizes(op),
                      getCodomainSizes(op));
  }
};

/// (a × b) ⋈ (c × d) = (a ⋈ c) × (b ⋈ d): the exchange law of a biproduct,
/// Elliott 2018, §11. Forks of joins are the normal form.
struct JoinForks : RootLaw<LFunJoinOp> {
  using RootLaw::RootLaw;
  Value rewrite(LFunJoinOp op, PatternRewriter &rewriter) const override {
    SmallVector<LFunForkOp> forks;
    for (Value map : op.getMaps()) {
      auto fork = map.getDefiningOp<LFunForkOp>();
      if (!fork || (!forks.empty() && !sameSplit(fork, forks.front())))
        return {};
      forks.push_back(fork);
    }
    if (forks.size() < 2)
      return {};
    SmallVector<Value> joins;
    for (unsigned i = 0, e = forks.front().getMaps().size(); i != e; ++i) {
      auto column = llvm::map_to_vector(forks, [&](LFunForkOp fork) { return fork.getMaps()[i]; });
      joins.push_back(LFunJoinOp::create(rewriter, op.getLoc(), column));
    }
    return createOperator<LFunForkOp>(rewriter, op.getLoc(), joins);
  }

  static bool sameSplit(LFunForkOp a, LFunForkOp b) {
    return llvm::equal(a.getMaps(), b.getMaps(), [](Value m, Value n) {
      return lfunType(m).getOutputs() == lfunType(n).getOutputs();
    });
  }
};

/// π₀ × ... × πₙ = 1 and ι₀ ⋈ ... ⋈ ιₙ = 1: a product is that of its projections, Elliott 2018, §4.
template <typename OpTy, typename ComponentTy> struct AllComponents : RootLaw<OpTy> {
  using RootLaw<OpTy>::RootLaw;
  Value rewrite(OpTy op, PatternRewriter &rewriter) const override {
    int64_t next = 0;
    LFunType type = lfunType(op.getResult());
    for (Value map : op.getMaps()) {
      auto component = map.getDefiningOp<ComponentTy>();
      if (!component || component.getPositions().empty())
        return {};
      for (int64_t position : component.getPositions())
        if (position != next++)
          return {};
    }
    if (type.getInputs() != type.getOutputs())
      return {};
    return createId(rewriter, op.getLoc(), type,
                    llvm::to_vector(op.getMaps().front().getDefiningOp()->getOperands()));
  }
};

/// S(1) = 1 and S(0) = 0
struct ScaleConstant : LawFor<LFunScaleOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunScaleOp op, PatternRewriter &rewriter) const override {
    if (isFloatConstant(op.getFactor(), 1.0))
      rewriter.replaceOpWithNewOp<LFunIdOp>(op, op.getType(), op.getDomainSizes());
    else if (isFloatConstant(op.getFactor(), 0.0))
      rewriter.replaceOpWithNewOp<LFunZeroOp>(op, op.getType(), op.getDomainSizes(),
                                              op.getDomainSizes());
    else
      return failure();
    return success();
  }
};

} // namespace

template <typename OpTy> static void addAssociativity(RewritePatternSet &patterns, StringRef name) {
  addLaw<SingleOperand<OpTy>>(patterns, (name + "-single").str(), 9);
  addLaw<Associativity<OpTy>>(patterns, (name + "-associativity").str(), 9);
}

void LFunComposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addAssociativity<LFunComposeOp>(patterns, "compose");
  addLaw<ComposeZero>(patterns, "compose-zero", 8);
  addLaw<ComposeIdentity>(patterns, "compose-identity", 7);
  addLaw<ComposeScale>(patterns, "compose-scale", 6);
  addLaw<ComposeJoinFork>(patterns, "compose-join-fork", 4);
  addLaw<ComposeFork>(patterns, "compose-fork", 3);
  addLaw<ComposeJoin>(patterns, "compose-join", 2);
  addComponentLaws(patterns);
  addMatrixProductLaws(patterns);
}

void LFunAddOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addAssociativity<LFunAddOp>(patterns, "add");
  addLaw<AddZero>(patterns, "add-zero");
  addLaw<AddScale>(patterns, "add-scale");
  addMatrixSumLaws(patterns);
}

void LFunForkOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addAssociativity<LFunForkOp>(patterns, "fork");
  addLaw<AllZero<LFunForkOp>>(patterns, "fork-zero");
  addLaw<AllComponents<LFunForkOp, LFunProjectOp>>(patterns, "fork-projections");
}

void LFunJoinOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addAssociativity<LFunJoinOp>(patterns, "join");
  addLaw<AllZero<LFunJoinOp>>(patterns, "join-zero");
  addLaw<AllComponents<LFunJoinOp, LFunInjectOp>>(patterns, "join-injections");
  addLaw<JoinForks>(patterns, "join-forks");
}

void LFunScaleOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ScaleConstant>(patterns, "scale-constant");
}

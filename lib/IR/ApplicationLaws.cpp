//===- ApplicationLaws.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the application of linear functions, Ellis et al. 2020, Fig. 4.
//
// They push an application inwards until the function is gone. An operator that
// has other uses keeps its applications, so that code does not grow; a leaf is
// always applied.

#include "Laws.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/LinearLoops.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static SmallVector<Value> apply(OpBuilder &rewriter, Location loc, Value map, ValueRange args) {
  auto op = LFunApplyOp::create(rewriter, loc, lfunType(map).getOutputs(), map, args);
  return llvm::to_vector<4>(llvm::map_range(op.getResults(), [](Value v) { return v; }));
}

/// The sums of two lists of values, one by one.
static SmallVector<Value> sum(OpBuilder &rewriter, Location loc, ValueRange a, ValueRange b) {
  SmallVector<Value> sums;
  for (auto [x, y] : llvm::zip_equal(a, b))
    sums.push_back(AddOp::create(rewriter, loc, x, y));
  return sums;
}

/// The zeros of `types` with the given sizes.
static SmallVector<Value> zeros(OpBuilder &rewriter, Location loc, ArrayRef<Type> types,
                                ValueRange sizes) {
  SmallVector<Value> values;
  for (Type type : types) {
    unsigned count = getNumDynamicSizes(type);
    values.push_back(ZeroOp::create(rewriter, loc, type, sizes.take_front(count)));
    sizes = sizes.drop_front(count);
  }
  return values;
}

SmallVector<Value> chad::applyLoop(OpBuilder &builder, Location loc, LFunFoldOp map,
                                   ValueRange args) {
  LFunType type = map.getType();
  unsigned shared = map.getShared(), carried = map.getCarried(), summed = map.getSummed();
  ValueRange same = args.take_front(shared), state = args.slice(shared, carried);
  SmallVector<Value> arrays = {createIota(builder, loc, map.getExtent())};
  llvm::append_range(arrays, args.drop_front(shared + carried));
  ArrayRef<Type> outputs = type.getOutputs();
  SmallVector<Value> units =
      zeros(builder, loc, outputs.take_front(summed), map.getCodomainSizes());
  TypeRange collected(outputs.drop_front(summed + carried));
  // `v[i] • (x, c, b[i])`
  auto step = [&](OpBuilder &inner, ValueRange elements, ValueRange carried) {
    IRMapping mapping;
    mapping.map(map.getBody().getArgument(0), elements.front());
    Value element = cloneBody(inner, map.getBody().front(), mapping).front();
    SmallVector<Value> given(same);
    llvm::append_range(given, carried);
    llvm::append_range(given, elements.drop_front());
    return apply(inner, loc, element, given);
  };
  auto setTypes = [&](ValueRange values, TypeRange types) {
    for (auto [value, wanted] : llvm::zip_equal(values, types))
      value.setType(wanted);
  };
  auto isScalar = [](Type type) {
    auto lin = dyn_cast<LinType>(type);
    return lin && isa<FloatType>(lin.getPrimal());
  };
  if (carried == 0 && llvm::all_of(outputs.take_front(summed), isScalar)) {
    auto terms = MapOp::create(builder, loc, arrays,
                               [&](OpBuilder &inner, Location loc, ValueRange elements) {
                                 YieldOp::create(inner, loc, step(inner, elements, {}));
                               });
    setTypes(terms.getResults().drop_front(summed), collected);
    SmallVector<Value> results;
    if (summed) {
      auto total = ReduceOp::create(
          builder, loc, terms.getResults().take_front(summed), units,
          [&](OpBuilder &inner, Location loc, ValueRange values) {
            YieldOp::create(inner, loc,
                            sum(inner, loc, values.take_front(summed), values.drop_front(summed)));
          });
      llvm::append_range(results, total.getResults());
    }
    llvm::append_range(results, terms.getResults().drop_front(summed));
    return results;
  }
  SmallVector<Value> initial(units);
  llvm::append_range(initial, state);
  auto fold = FoldOp::create(
      builder, loc, map.getRight() ? Direction::Right : Direction::Left, arrays, initial,
      [&](OpBuilder &inner, Location loc, ValueRange values) {
        ValueRange elements = values.take_front(arrays.size()),
                   states = values.drop_front(arrays.size());
        SmallVector<Value> results = step(inner, elements, states.drop_front(summed));
        SmallVector<Value> yielded =
            sum(inner, loc, states.take_front(summed), ValueRange(results).take_front(summed));
        llvm::append_range(yielded, ValueRange(results).drop_front(summed));
        YieldOp::create(inner, loc, yielded);
      });
  setTypes(fold->getResults().drop_front(summed + carried), collected);
  return llvm::to_vector_of<Value>(fold->getResults());
}

/// `mᵢ • args` for each of `maps`. If several of them are compositions that apply the same function
/// first, as after `(f × g) ∘ m = (f ∘ m) × (g ∘ m)`, this function is applied once.
static SmallVector<SmallVector<Value>> applyEach(PatternRewriter &rewriter, Location loc,
                                                 ValueRange maps, ValueRange args) {
  auto composition = [](Value map) {
    auto compose = map.getDefiningOp<LFunComposeOp>();
    return compose && compose->hasOneUse() ? compose : LFunComposeOp();
  };
  auto innermost = [&](Value map) {
    LFunComposeOp compose = composition(map);
    return compose ? compose.getMaps().back() : map;
  };
  DenseMap<Value, unsigned> count;
  for (Value map : maps)
    ++count[innermost(map)];
  DenseMap<Value, SmallVector<Value>> shared;
  SmallVector<SmallVector<Value>> results;
  for (Value map : maps) {
    Value first = innermost(map);
    if (count.lookup(first) == 1) {
      results.push_back(apply(rewriter, loc, map, args));
      continue;
    }
    auto [it, isNew] = shared.try_emplace(first);
    if (isNew)
      it->second = apply(rewriter, loc, first, args);
    LFunComposeOp compose = composition(map);
    if (!compose || compose.getMaps().size() == 1) {
      results.push_back(it->second);
      continue;
    }
    Value rest = createOperator<LFunComposeOp>(rewriter, loc, compose.getMaps().drop_back());
    results.push_back(apply(rewriter, loc, rest, it->second));
  }
  return results;
}

namespace {

/// A law for the application of a function that `OpTy` makes.
template <typename OpTy> struct ApplyLaw : LawFor<LFunApplyOp> {
  using LawFor::LawFor;
  using Expanded = OpTy;
  virtual bool mayExpand(OpTy map) const { return map->hasOneUse(); }
  virtual SmallVector<Value> rewrite(OpTy map, LFunApplyOp op, PatternRewriter &rewriter) const = 0;
  LogicalResult matchAndRewrite(LFunApplyOp op, PatternRewriter &rewriter) const final {
    auto map = op.getMap().template getDefiningOp<OpTy>();
    if (!map || !mayExpand(map))
      return failure();
    rewriter.replaceOp(op, rewrite(map, op, rewriter));
    if (map->use_empty())
      rewriter.eraseOp(map);
    return success();
  }
};

template <typename OpTy> struct LeafLaw : ApplyLaw<OpTy> {
  using ApplyLaw<OpTy>::ApplyLaw;
  bool mayExpand(OpTy) const final { return true; }
};

/// (m₁ ∘ m₂) • x = m₁ • (m₂ • x)
struct ApplyCompose : ApplyLaw<LFunComposeOp> {
  using ApplyLaw::ApplyLaw;
  SmallVector<Value> rewrite(LFunComposeOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    SmallVector<Value> values = llvm::to_vector(op.getArgs());
    for (Value inner : llvm::reverse(map.getMaps()))
      values = apply(rewriter, op.getLoc(), inner, values);
    return values;
  }
};

/// (m₁ + m₂) • x = m₁ • x + m₂ • x
struct ApplyAdd : ApplyLaw<LFunAddOp> {
  using ApplyLaw::ApplyLaw;
  SmallVector<Value> rewrite(LFunAddOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    auto terms = applyEach(rewriter, op.getLoc(), map.getMaps(), op.getArgs());
    SmallVector<Value> values = terms.front();
    for (ArrayRef<Value> term : ArrayRef(terms).drop_front())
      values = sum(rewriter, op.getLoc(), values, term);
    return values;
  }
};

/// (m₁ × m₂) • x = (m₁ • x, m₂ • x)
struct ApplyFork : ApplyLaw<LFunForkOp> {
  using ApplyLaw::ApplyLaw;
  SmallVector<Value> rewrite(LFunForkOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    for (ArrayRef<Value> part : applyEach(rewriter, op.getLoc(), map.getMaps(), op.getArgs()))
      llvm::append_range(values, part);
    return values;
  }
};

/// (m₁ ⋈ m₂) • (x₁, x₂) = m₁ • x₁ + m₂ • x₂
struct ApplyJoin : ApplyLaw<LFunJoinOp> {
  using ApplyLaw::ApplyLaw;
  SmallVector<Value> rewrite(LFunJoinOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    ValueRange args = op.getArgs();
    for (auto [i, inner] : llvm::enumerate(map.getMaps())) {
      unsigned count = lfunType(inner).getInputs().size();
      SmallVector<Value> part = apply(rewriter, op.getLoc(), inner, args.take_front(count));
      values = i ? sum(rewriter, op.getLoc(), values, part) : part;
      args = args.drop_front(count);
    }
    return values;
  }
};

/// 0 • x = 0
struct ApplyZero : LeafLaw<LFunZeroOp> {
  using LeafLaw::LeafLaw;
  SmallVector<Value> rewrite(LFunZeroOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    return zeros(rewriter, op.getLoc(), map.getType().getOutputs(), map.getCodomainSizes());
  }
};

/// 1 • x = x
struct ApplyIdentity : LeafLaw<LFunIdOp> {
  using LeafLaw::LeafLaw;
  SmallVector<Value> rewrite(LFunIdOp, LFunApplyOp op, PatternRewriter &) const override {
    return llvm::to_vector(op.getArgs());
  }
};

/// S(k) • x = k · x
struct ApplyScale : LeafLaw<LFunScaleOp> {
  using LeafLaw::LeafLaw;
  SmallVector<Value> rewrite(LFunScaleOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    return llvm::map_to_vector(op.getArgs(), [&](Value arg) -> Value {
      return ScaleOp::create(rewriter, op.getLoc(), arg.getType(), map.getFactor(), arg);
    });
  }
};

/// πᵢ • (x₁, ..., xₙ) = xᵢ
struct ApplyProject : LeafLaw<LFunProjectOp> {
  using LeafLaw::LeafLaw;
  SmallVector<Value> rewrite(LFunProjectOp map, LFunApplyOp op, PatternRewriter &) const override {
    return llvm::map_to_vector(map.getPositions(), [&](int64_t i) { return op.getArgs()[i]; });
  }
};

/// ιᵢ • x = (0, ..., x, ..., 0)
struct ApplyInject : LeafLaw<LFunInjectOp> {
  using LeafLaw::LeafLaw;
  SmallVector<Value> rewrite(LFunInjectOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    SmallVector<Value> values =
        zeros(rewriter, op.getLoc(), map.getType().getOutputs(), map.getCodomainSizes());
    for (auto [position, arg] : llvm::zip_equal(map.getPositions(), op.getArgs()))
      values[position] = arg;
    return values;
  }
};

/// (λv. e) • x = e[x/v]
struct ApplyLambda : ApplyLaw<LFunLambdaOp> {
  using ApplyLaw::ApplyLaw;
  bool mayExpand(LFunLambdaOp map) const override {
    return map->hasOneUse() || isSmall(map.getBody());
  }
  SmallVector<Value> rewrite(LFunLambdaOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    return inlineBody(rewriter, op, map.getBody(), op.getArgs(), /*move=*/map->hasOneUse());
  }
};

/// V(v) • x = build(n, i. v[i] • x)
struct ApplyVFork : ApplyLaw<LFunVForkOp> {
  using ApplyLaw::ApplyLaw;
  SmallVector<Value> rewrite(LFunVForkOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    auto build = BuildOp::create(rewriter, op.getLoc(), op.getResultTypes(), map.getExtent());
    rewriter.cloneRegionBefore(map.getBody(), build.getBody(), build.getBody().end());
    Operation *yield = build.getBody().front().getTerminator();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(yield);
    SmallVector<Value> values = apply(rewriter, op.getLoc(), yield->getOperand(0), op.getArgs());
    rewriter.replaceOpWithNewOp<YieldOp>(yield, values);
    return llvm::to_vector<4>(llvm::map_range(build.getResults(), [](Value v) { return v; }));
  }
};

/// H(v) • x = Σᵢ v[i] • x[i]: a map over the indices and the elements, summed.
struct ApplyVJoin : ApplyLaw<LFunVJoinOp> {
  using ApplyLaw::ApplyLaw;
  /// The sum of values that cannot be elements of arrays, such as copowers.
  static SmallVector<Value> foldTerms(LFunVJoinOp map, ValueRange arrays, ValueRange units,
                                      Location loc, PatternRewriter &rewriter) {
    auto body = [&](OpBuilder &, Location loc, ValueRange args) {
      SmallVector<Value> inner = inlineBody(rewriter, nullptr, map.getBody(), args.front(), false);
      ValueRange elements = args.slice(1, arrays.size() - 1);
      SmallVector<Value> term = apply(rewriter, loc, inner.front(), elements);
      YieldOp::create(rewriter, loc, sum(rewriter, loc, args.drop_front(arrays.size()), term));
    };
    auto fold = FoldOp::create(rewriter, loc, Direction::Left, arrays, units, body);
    return llvm::to_vector<4>(llvm::map_range(fold.getResults(), [](Value v) { return v; }));
  }
  SmallVector<Value> rewrite(LFunVJoinOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> units =
        zeros(rewriter, loc, map.getType().getOutputs(), map.getCodomainSizes());
    SmallVector<Value> arrays = {createIota(rewriter, loc, map.getExtent())};
    llvm::append_range(arrays, op.getArgs());
    auto fits = [](Type type) { return isa<LinType>(type) && getArrayOf(type, 0); };
    if (!llvm::all_of(map.getType().getOutputs(), fits))
      return foldTerms(map, arrays, units, loc, rewriter);
    auto terms =
        MapOp::create(rewriter, loc, arrays, [&](OpBuilder &, Location loc, ValueRange args) {
          SmallVector<Value> inner =
              inlineBody(rewriter, nullptr, map.getBody(), args.front(), false);
          YieldOp::create(rewriter, loc, apply(rewriter, loc, inner.front(), args.drop_front()));
        });
    auto total = ReduceOp::create(
        rewriter, loc, terms.getResults(), units, [&](OpBuilder &, Location loc, ValueRange args) {
          unsigned n = units.size();
          YieldOp::create(rewriter, loc,
                          sum(rewriter, loc, args.take_front(n), args.drop_front(n)));
        });
    return llvm::to_vector<4>(llvm::map_range(total.getResults(), [](Value v) { return v; }));
  }
};

/// (lmFold v) • (x, c, b) = fold (c, b. v[i] • (x, c, b)), Ellis et al. 2020, Fig. 13
struct ApplyLoop : ApplyLaw<LFunFoldOp> {
  using ApplyLaw::ApplyLaw;
  SmallVector<Value> rewrite(LFunFoldOp map, LFunApplyOp op,
                             PatternRewriter &rewriter) const override {
    return applyLoop(rewriter, op.getLoc(), map, op.getArgs());
  }
};

/// m • 0 = 0, Ellis et al. 2020, §2.1.1
struct ApplyToZeros : LawFor<LFunApplyOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunApplyOp op, PatternRewriter &rewriter) const override {
    if (op.getArgs().empty() ||
        !llvm::all_of(op.getArgs(), [](Value arg) { return arg.getDefiningOp<ZeroOp>(); }))
      return failure();
    Sizes sizes = getCodomainSizes(op.getMap());
    if (!sizes)
      return failure();
    rewriter.replaceOp(op,
                       zeros(rewriter, op.getLoc(), lfunType(op.getMap()).getOutputs(), *sizes));
    return success();
  }
};

/// λv. m • v = m, where m is defined outside.
struct LambdaEta : LawFor<LFunLambdaOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunLambdaOp op, PatternRewriter &rewriter) const override {
    Block &block = op.getBody().front();
    auto apply = dyn_cast<LFunApplyOp>(block.front());
    if (!apply || apply->getNextNode() != block.getTerminator() ||
        !llvm::equal(apply.getArgs(), block.getArguments()) ||
        !llvm::equal(apply.getResults(), block.getTerminator()->getOperands()) ||
        apply.getMap().getParentRegion() == &op.getBody())
      return failure();
    rewriter.replaceOp(op, apply.getMap());
    return success();
  }
};

} // namespace

void LFunApplyOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<ApplyToZeros>(patterns, "apply-to-zero", 2);
  addLaw<ApplyCompose>(patterns, "apply-compose");
  addLaw<ApplyAdd>(patterns, "apply-add");
  addLaw<ApplyFork>(patterns, "apply-fork");
  addLaw<ApplyJoin>(patterns, "apply-join");
  addLaw<ApplyZero>(patterns, "apply-zero");
  addLaw<ApplyIdentity>(patterns, "apply-identity");
  addLaw<ApplyScale>(patterns, "apply-scale");
  addLaw<ApplyProject>(patterns, "apply-project");
  addLaw<ApplyInject>(patterns, "apply-inject");
  addLaw<ApplyLambda>(patterns, "apply-lambda");
  addLaw<ApplyVFork>(patterns, "apply-vfork");
  addLaw<ApplyVJoin>(patterns, "apply-vjoin");
  addLaw<ApplyLoop>(patterns, "apply-loop");
  addApplicationChoiceLaws(patterns);
}

void LFunLambdaOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<LambdaEta>(patterns, "lambda-eta");
}

void chad::detail::populateCopyingApplicationLaws(RewritePatternSet &patterns, CopyBudget &budget) {
  patterns.add<Copying<ApplyCompose>, Copying<ApplyAdd>, Copying<ApplyFork>, Copying<ApplyJoin>,
               Copying<ApplyLambda>, Copying<ApplyVFork>, Copying<ApplyVJoin>, Copying<ApplyLoop>>(
      patterns.getContext(), budget);
}

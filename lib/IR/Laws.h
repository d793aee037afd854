//===- Laws.h ----------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shared pieces of the laws, the canonicalization patterns of the dialect.
//
// Every law is a pattern with a name, which `canonicalize{disable-patterns=...}`
// takes, and is used from left to right.

#ifndef CHAD_LIB_IR_LAWS_H
#define CHAD_LIB_IR_LAWS_H

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/CopyingLaws.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Adds a law under its name. If several laws match an op, the one of the highest precedence is
/// applied.
template <typename Law>
void addLaw(mlir::RewritePatternSet &patterns, llvm::StringRef name, unsigned precedence = 1) {
  // Labels are not copied: the context keeps this one.
  llvm::StringRef label = mlir::StringAttr::get(patterns.getContext(), name);
  patterns.addWithLabel<Law>({label}, patterns.getContext(), precedence);
}

/// The base of the laws for one op.
template <typename OpTy> struct LawFor : mlir::OpRewritePattern<OpTy> {
  using mlir::OpRewritePattern<OpTy>::OpRewritePattern;
};

using Sizes = std::optional<llvm::SmallVector<mlir::Value>>;

/// The sizes of the dynamic dimensions of a linear function's domain or codomain, found at its
/// leaves; nothing if they are not known.
Sizes getDomainSizes(mlir::Value map);
Sizes getCodomainSizes(mlir::Value map);

/// The zero and identity functions; null where sizes are not known.
mlir::Value createZero(mlir::PatternRewriter &rewriter, mlir::Location loc, LFunType type,
                       const Sizes &domain, const Sizes &codomain);
mlir::Value createId(mlir::PatternRewriter &rewriter, mlir::Location loc, LFunType type,
                     const Sizes &domain);

/// An operator of linear functions; with one operand, that operand.
template <typename OpTy>
mlir::Value createOperator(mlir::PatternRewriter &rewriter, mlir::Location loc,
                           mlir::ValueRange maps) {
  return maps.size() == 1 ? maps.front() : OpTy::create(rewriter, loc, maps).getResult();
}

/// Rewrites the adjacent pairs of operands `L ∘ R` of a composition for which
/// `rewritePair` gives a function.
template <typename L, typename R> struct PairLaw : LawFor<LFunComposeOp> {
  using LawFor::LawFor;
  virtual mlir::Value rewritePair(L left, R right, mlir::PatternRewriter &rewriter) const = 0;
  llvm::LogicalResult matchAndRewrite(LFunComposeOp op,
                                      mlir::PatternRewriter &rewriter) const final {
    llvm::SmallVector<mlir::Value> maps;
    bool changed = false;
    for (mlir::Value map : op.getMaps()) {
      auto left = maps.empty() ? L() : maps.back().getDefiningOp<L>();
      auto right = map.getDefiningOp<R>();
      mlir::Value product = left && right ? rewritePair(left, right, rewriter) : mlir::Value();
      if (product)
        maps.back() = product;
      else
        maps.push_back(map);
      changed |= static_cast<bool>(product);
    }
    if (!changed)
      return mlir::failure();
    rewriter.replaceOp(op, createOperator<LFunComposeOp>(rewriter, op.getLoc(), maps));
    return mlir::success();
  }
};

inline LFunType lfunType(mlir::Value map) { return mlir::cast<LFunType>(map.getType()); }

/// Whether `value` is the float constant `constant`.
bool isFloatConstant(mlir::Value value, double constant);

/// Moves the ops of a region with one block before `op`, with `args` for its arguments; without
/// `move`, clones them. Returns the values that the region yields.
llvm::SmallVector<mlir::Value> inlineBody(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                                          mlir::Region &body, mlir::ValueRange args, bool move);

/// A version of a law that may always copy code, as long as a budget lasts. `Law` calls `mayExpand`
/// before it copies `Law::Expanded`.
template <typename Law> struct Copying final : Law {
  Copying(mlir::MLIRContext *context, CopyBudget &budget) : Law(context), budget(budget) {}
  bool mayExpand(typename Law::Expanded op) const override {
    return op->hasOneUse() || budget.pay(op);
  }
  CopyBudget &budget;
};

/// The copying versions of the laws of a file.
void populateCopyingApplicationLaws(mlir::RewritePatternSet &patterns, CopyBudget &budget);
void populateCopyingFunctionLaws(mlir::RewritePatternSet &patterns, CopyBudget &budget);
void populateCopyingValueLaws(mlir::RewritePatternSet &patterns, CopyBudget &budget);

/// If a `chad.build` or a `tensor.splat` makes `array`, and all its elements are one value: this
/// value; otherwise null.
mlir::Value getRepeatedElement(mlir::Value array);

/// Makes an op like the combinator `op`, with other operands and results, and moves the region to
/// it.
mlir::Operation *rebuild(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                         mlir::ValueRange operands, mlir::TypeRange results);

/// The laws of single elements of maps, builds and folds, of the states of
/// folds, and of the components of reductions.
void addMapElementLaws(mlir::RewritePatternSet &patterns);
void addBuildElementLaws(mlir::RewritePatternSet &patterns);
void addFoldElementLaws(mlir::RewritePatternSet &patterns);
void addFoldStateLaws(mlir::RewritePatternSet &patterns);
void addFoldExtentLaws(mlir::RewritePatternSet &patterns);
void addReduceComponentLaws(mlir::RewritePatternSet &patterns);
void addScanComponentLaws(mlir::RewritePatternSet &patterns);
void addHistComponentLaws(mlir::RewritePatternSet &patterns);
void addFoldComponentLaws(mlir::RewritePatternSet &patterns);

/// The laws of linear functions that a condition chooses.
void addApplicationChoiceLaws(mlir::RewritePatternSet &patterns);
void addTransposeChoiceLaws(mlir::RewritePatternSet &patterns);

/// The laws of branches.
void addBranchLaws(mlir::RewritePatternSet &patterns);

/// The laws of sums with arrays of mostly zeros.
void addSparseSumLaws(mlir::RewritePatternSet &patterns);
void addThreadedSumLaws(mlir::RewritePatternSet &patterns);

/// The laws of loops over one-hot arrays.
void addSumOneHotLaws(mlir::RewritePatternSet &patterns);
void addFoldOneHotLaws(mlir::RewritePatternSet &patterns);

/// The laws of projections and injections inside of a composition.
void addComponentLaws(mlir::RewritePatternSet &patterns);

/// The laws of matrices of a known structure inside of a composition, and of a sum.
void addMatrixProductLaws(mlir::RewritePatternSet &patterns);
void addMatrixSumLaws(mlir::RewritePatternSet &patterns);

/// Whether a region is so small that a copy costs no more than its call.
bool isSmall(mlir::Region &body);

} // namespace chad::detail

#endif // CHAD_LIB_IR_LAWS_H

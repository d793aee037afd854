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

/// Adds a law under its name. Of the laws that fit, the one of the highest
/// precedence is used.
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

/// The sizes of the dynamic dimensions of a linear function's domain or
/// codomain, as its leaves give them; none where they cannot be known.
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

inline LFunType lfunType(mlir::Value map) { return mlir::cast<LFunType>(map.getType()); }

/// Whether `value` is the float constant `constant`.
bool isFloatConstant(mlir::Value value, double constant);

/// Moves a one-block region before `op` in place of the op, its arguments
/// replaced by `args`; clones it instead unless `move`. Returns what it yields.
llvm::SmallVector<mlir::Value> inlineBody(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                                          mlir::Region &body, mlir::ValueRange args, bool move);

/// A law that asks `mayExpand` before it copies `Law::Expanded`: with the answer of
/// a budget.
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

/// The value that is each element of `array`, which `chad.build` or `tensor.splat` makes; null
/// where there is none.
mlir::Value getRepeatedElement(mlir::Value array);

/// A copy of the combinator `op` with other operands and results that takes its
/// region over.
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

/// The laws of sums with arrays that are mostly zero.
void addSparseSumLaws(mlir::RewritePatternSet &patterns);
void addThreadedSumLaws(mlir::RewritePatternSet &patterns);

/// The laws of loops over arrays with one element.
void addSumOneHotLaws(mlir::RewritePatternSet &patterns);
void addFoldOneHotLaws(mlir::RewritePatternSet &patterns);

/// The laws of projections and injections inside of a composition.
void addComponentLaws(mlir::RewritePatternSet &patterns);

/// Whether a region is so small that a copy costs no more than its call.
bool isSmall(mlir::Region &body);

} // namespace chad::detail

#endif // CHAD_LIB_IR_LAWS_H

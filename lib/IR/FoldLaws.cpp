//===- FoldLaws.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of the states of folds.

#include "Laws.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// fold (x, s. s) A s₀ = s₀: a state that the body yields unchanged, or whose initial value it
/// yields, is a value from outside.
struct InvariantStates : LawFor<FoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(FoldOp op, PatternRewriter &rewriter) const override {
    Operation *yield = op.getBody().front().getTerminator();
    bool changed = false;
    for (auto [i, arg, start] : llvm::enumerate(op.getStateArgs(), op.getInitialStates())) {
      Value next = yield->getOperand(i);
      if ((next != arg && next != start) ||
          (next == start && arg.use_empty() && op->getResult(i).use_empty()))
        continue;
      rewriter.replaceAllUsesWith(arg, start);
      rewriter.replaceAllUsesWith(op->getResult(i), start);
      changed = true;
    }
    return success(changed);
  }
};

/// fold (x. f x) A = map f A: without a state the iterations are independent.
struct NoStates : LawFor<FoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(FoldOp op, PatternRewriter &rewriter) const override {
    if (!op.getInitialStates().empty() || !isMemoryEffectFree(op))
      return failure();
    auto body = std::make_unique<Region>();
    rewriter.inlineRegionBefore(op.getBody(), *body, body->end());
    ArrayLoopOpInterface map = createLoop(rewriter, op.getLoc(), op.getArrays(), {},
                                          op.getResultTypes(), Direction::Left, std::move(body));
    map->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, map);
    return success();
  }
};

} // namespace

void chad::detail::addFoldStateLaws(RewritePatternSet &patterns) {
  addLaw<InvariantStates>(patterns, "fold-invariant-states", 2);
  addLaw<NoStates>(patterns, "fold-no-states", 2);
}

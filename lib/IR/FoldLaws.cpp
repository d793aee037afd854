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

/// fold (x, s. f x s) A 0 = 0 where f x 0 = 0: linear scalars that start at zero, and of which no
/// iteration makes anything else, are zero. The reverse sweep of a loop has them for a state that
/// no result depends on.
struct ZeroStates : LawFor<FoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(FoldOp op, PatternRewriter &rewriter) const override {
    DenseSet<Value> zeros; // State arguments that are assumed to be zero.
    for (auto [arg, start] : llvm::zip_equal(op.getStateArgs(), op.getInitialStates())) {
      auto type = dyn_cast<LinType>(arg.getType());
      if (type && isa<FloatType>(type.getPrimal()) && start.getDefiningOp<ZeroOp>())
        zeros.insert(arg);
    }
    ValueRange next = op.getBody().front().getTerminator()->getOperands();
    size_t size;
    do {
      size = zeros.size();
      for (auto [arg, value] : llvm::zip(op.getStateArgs(), next))
        if (zeros.contains(arg) && !isZero(value, zeros))
          zeros.erase(arg);
    } while (zeros.size() != size);
    bool changed = false;
    for (auto [arg, start, result] :
         llvm::zip(op.getStateArgs(), op.getInitialStates(), op.getResults())) {
      if (!zeros.contains(arg) || (arg.use_empty() && result.use_empty()))
        continue;
      rewriter.replaceAllUsesWith(arg, start);
      rewriter.replaceAllUsesWith(result, start);
      changed = true;
    }
    return success(changed);
  }

private:
  /// Whether a value is zero if those in `zeros` are.
  static bool isZero(Value value, const DenseSet<Value> &zeros) {
    constexpr unsigned most = 64;
    SmallVector<Value> worklist = {value};
    for (unsigned number = 0; !worklist.empty(); ++number) {
      Value each = worklist.pop_back_val();
      if (zeros.contains(each) || each.getDefiningOp<ZeroOp>())
        continue;
      if (number == most)
        return false;
      if (auto sum = each.getDefiningOp<AddOp>())
        llvm::append_range(worklist, sum->getOperands());
      else if (auto multiple = each.getDefiningOp<ScaleOp>())
        worklist.push_back(multiple->getOperand(1));
      else
        return false;
    }
    return true;
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
  addLaw<ZeroStates>(patterns, "fold-zero-states", 2);
  addLaw<NoStates>(patterns, "fold-no-states", 2);
}

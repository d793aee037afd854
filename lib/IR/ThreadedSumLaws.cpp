//===- ThreadedSumLaws.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums with arrays that are made from a zero by a chain of updates:
//
// A + (accumulate v into 0[i]) = accumulate v into A[i]
// A + (fold (x, a. update a) from 0) = fold (x, a. update a) from A
//
// so that all updates go into one array, and no second array is made and added. So a sum of
// injections becomes a single chain of cotangents (Huot & Shaikhha 2022, §2.4).

#include "Laws.h"
#include "chad/IR/ExactFloats.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Follows an array back through its chain of updates to the zero that the chain starts from.
class Thread {
public:
  /// The uses of zeros at which the chain starts.
  SmallVector<OpOperand *> roots;

  /// Follows the value at `use`, back to a zero, or to `end`, if it is not null: the argument or
  /// outer value at which the chain enters a body.
  bool follow(OpOperand &use, Value end = {}) {
    constexpr unsigned maxSteps = 64;
    if (++numSteps > maxSteps)
      return false;
    Value value = use.get();
    if (end && value == end) {
      ++numEnds[end];
      return true;
    }
    Operation *def = value.getDefiningOp();
    if (!def)
      return false;
    if (isa<ZeroOp>(def)) {
      if (end)
        return false;
      roots.push_back(&use);
      return true;
    }
    if (!value.hasOneUse())
      return false;
    if (auto update = dyn_cast<AccumulateOp>(def))
      return follow(update.getAccMutable(), end);
    if (auto add = dyn_cast<AddOp>(def))
      return followEither(add, end);
    if (auto fold = dyn_cast<FoldOp>(def))
      return followState(fold, cast<OpResult>(value).getResultNumber(), end);
    if (auto branch = dyn_cast<scf::IfOp>(def))
      return followBranches(branch, cast<OpResult>(value).getResultNumber(), end);
    if (auto linear = dyn_cast<ToLinearOp>(def))
      return followSlice(linear, end);
    return false;
  }

  /// Whether state `number` of `fold` is only ever added to.
  bool followBody(FoldOp fold, unsigned number) {
    Value state = fold.getStateArgs()[number];
    OpOperand &next = fold.getBody().front().getTerminator()->getOpOperand(number);
    return follow(next, state) && state.hasNUses(numEnds[state]);
  }

private:
  bool followEither(AddOp add, Value end) {
    for (OpOperand &operand : add->getOpOperands()) {
      size_t numRoots = roots.size();
      if (follow(operand, end))
        return true;
      roots.truncate(numRoots);
    }
    return false;
  }

  bool followState(FoldOp fold, unsigned number, Value end) {
    if (number >= fold.getNumStates())
      return false;
    return followBody(fold, number) && follow(fold.getInitialStatesMutable()[number], end);
  }

  bool followBranches(scf::IfOp branch, unsigned number, Value end) {
    return follow(branch.thenYield()->getOpOperand(number), end) &&
           follow(branch.elseYield()->getOpOperand(number), end);
  }

  /// to_linear (insert_slice (from_linear v) into from_linear 0).
  bool followSlice(ToLinearOp linear, Value end) {
    auto insert = linear.getValue().getDefiningOp<tensor::InsertSliceOp>();
    if (end || !insert || !insert->hasOneUse())
      return false;
    auto dest = insert.getDest().getDefiningOp<FromLinearOp>();
    if (!dest || !dest.getValue().getDefiningOp<ZeroOp>())
      return false;
    roots.push_back(&insert.getDestMutable());
    return true;
  }

  unsigned numSteps = 0;
  /// For the state of each loop: the number of times that the chain reached it.
  DenseMap<Value, unsigned> numEnds;
};

struct AddThreaded : LawFor<AddOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    auto lin = dyn_cast<LinType>(op.getType());
    if (!lin || !isa<RankedTensorType>(lin.getPrimal()))
      return failure();
    for (unsigned i : {1, 0}) {
      Value sum = op->getOperand(1 - i);
      if (op->getOperand(i).getDefiningOp<ZeroOp>() || sum.getDefiningOp<ZeroOp>())
        return failure();
      Thread thread;
      if (!thread.follow(op->getOpOperand(i)) ||
          !llvm::all_of(thread.roots, [&](OpOperand *root) { return isAvailable(sum, *root); }))
        continue;
      for (OpOperand *root : thread.roots)
        begin(*root, sum, rewriter);
      rewriter.replaceOp(op, op->getOperand(i));
      return success();
    }
    return failure();
  }

  /// Whether `sum` dominates the owner of `root`. `sum` may be an argument of a body around the
  /// sum, while the chain starts before the loop.
  static bool isAvailable(Value sum, OpOperand &root) {
    Operation *user = sum.getParentBlock()->findAncestorOpInBlock(*root.getOwner());
    Operation *def = sum.getDefiningOp();
    return user && (!def || def->isBeforeInBlock(user));
  }

  /// Makes the chain start from `sum`.
  static void begin(OpOperand &root, Value sum, PatternRewriter &rewriter) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(root.getOwner());
    if (!insert) {
      rewriter.modifyOpInPlace(root.getOwner(), [&] { root.set(sum); });
      return;
    }
    // A slice that was written to zeros is added to the slice of `sum`.
    Location loc = insert.getLoc();
    rewriter.setInsertionPoint(insert);
    Value dest = FromLinearOp::create(rewriter, loc, sum);
    Value old = tensor::ExtractSliceOp::create(rewriter, loc, insert.getSourceType(), dest,
                                               insert.getMixedOffsets(), insert.getMixedSizes(),
                                               insert.getMixedStrides());
    Value total = AddOp::create(rewriter, loc, ToLinearOp::create(rewriter, loc, old),
                                ToLinearOp::create(rewriter, loc, insert.getSource()));
    Value source = FromLinearOp::create(rewriter, loc, total);
    rewriter.modifyOpInPlace(insert, [&] {
      insert.getSourceMutable().assign(source);
      insert.getDestMutable().assign(dest);
    });
  }
};

/// fold (x, a. a + f x) from s = s + fold (x, a. a + f x) from 0, where a is a scalar: the sum is
/// then a reduction of its own, which can be divided among threads, and no dependence through the
/// loops around it. The sum has other parts than before, so that it depends on how the loops around
/// it are divided; not with `chad.exact_floats`.
struct ScalarSumFromZero : LawFor<FoldOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(FoldOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    if (hasExactFloats(op))
      return failure();
    for (unsigned i = 0; i < op.getNumStates(); ++i) {
      OpOperand &initial = op.getInitialStatesMutable()[i];
      Value value = initial.get();
      auto lin = dyn_cast<LinType>(value.getType());
      if (!lin || !isa<FloatType>(lin.getPrimal()) || value.getDefiningOp<ZeroOp>() ||
          !Thread().followBody(op, i))
        continue;
      Location loc = op.getLoc();
      rewriter.setInsertionPoint(op);
      Value zero = ZeroOp::create(rewriter, loc, value.getType(), ValueRange{});
      rewriter.modifyOpInPlace(op, [&] { initial.set(zero); });
      rewriter.setInsertionPointAfter(op);
      Value result = op.getResult(i);
      auto sum = AddOp::create(rewriter, loc, value, result);
      rewriter.replaceAllUsesExcept(result, sum, sum);
      changed = true;
    }
    return success(changed);
  }
};
} // namespace

void chad::detail::addThreadedSumLaws(RewritePatternSet &patterns) {
  addLaw<AddThreaded>(patterns, "add-threaded");
  addLaw<ScalarSumFromZero>(patterns, "fold-scalar-sum-from-zero");
}

//===- LoopComponentLaws.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Components of a reduction or fold that nothing needs: their results are not
// used, and no other component reads them.

#include "Laws.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// What of a body is needed for the results that are used.
struct Liveness {
  /// `owner[i]` is the component that argument `i` of the body holds, or -1.
  Liveness(Operation *op, ArrayRef<int> owner)
      : owner(owner), body(op->getRegion(0).front()), components(op->getNumResults()) {
    for (OpResult result : op->getResults())
      if (!result.use_empty())
        need(result.getResultNumber());
    for (Operation &inner : body.without_terminator())
      if (!isMemoryEffectFree(&inner))
        visit(&inner);
    while (!worklist.empty())
      visitOperands(worklist.pop_back_val());
  }

  void need(unsigned component) {
    if (components.test(component))
      return;
    components.set(component);
    visit(body.getTerminator()->getOperand(component));
  }

  void visit(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value); arg && arg.getOwner() == &body) {
      if (int component = owner[arg.getArgNumber()]; component >= 0)
        need(component);
    } else if (Operation *op = value.getDefiningOp()) {
      if (Operation *ancestor = body.findAncestorOpInBlock(*op))
        visit(ancestor);
    }
  }

  void visit(Operation *op) {
    if (ops.insert(op).second)
      worklist.push_back(op);
  }

  void visitOperands(Operation *op) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        visit(operand);
    });
  }

  ArrayRef<int> owner;
  Block &body;
  llvm::BitVector components;
  DenseSet<Operation *> ops;
  SmallVector<Operation *> worklist;
};

/// The values at the positions that are set.
template <typename Range> SmallVector<Value> select(Range values, const llvm::BitVector &kept) {
  SmallVector<Value> selected;
  for (auto [i, value] : llvm::enumerate(values))
    if (kept.test(i))
      selected.push_back(value);
  return selected;
}

/// Removes components that are not needed. `getOwner` tells what the arguments of the
/// body hold, `getOperands` which operands are left.
template <typename OpTy> struct UnusedComponents : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    bool anyUnused = llvm::any_of(op->getResults(), [](Value r) { return r.use_empty(); });
    if (!anyUnused)
      return failure();
    SmallVector<int> owner = getOwner(op);
    Liveness live(op, owner);
    if (live.components.none() || live.components.all())
      return failure();
    Block &body = op.getBody().front();
    llvm::BitVector droppedArgs(owner.size());
    for (auto [i, component] : llvm::enumerate(owner))
      if (component >= 0 && !live.components.test(component))
        droppedArgs.set(i);
    llvm::BitVector dropped = live.components;
    dropped.flip();
    Operation *yield = body.getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(dropped); });
    SmallVector<Operation *> dead;
    for (Operation &inner : body.without_terminator())
      if (!live.ops.contains(&inner))
        dead.push_back(&inner);
    for (Operation *inner : llvm::reverse(dead))
      rewriter.eraseOp(inner);
    body.eraseArguments(droppedArgs);
    SmallVector<Value> results = select(op->getResults(), live.components);
    auto smaller = cast<OpTy>(
        rebuild(rewriter, op, getOperands(op, live.components), TypeRange(ValueRange(results))));
    if constexpr (std::is_same_v<OpTy, FoldOp>) {
      int32_t numArrays = op.getArrays().size();
      int32_t numStates = smaller->getNumOperands() - numArrays;
      smaller.getProperties().operandSegmentSizes = {numArrays, numStates};
    }
    for (auto [from, to] : llvm::zip_equal(results, smaller->getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }

  static SmallVector<int> getOwner(FoldOp op) {
    SmallVector<int> owner(op.getArrays().size(), -1);
    llvm::append_range(owner, llvm::seq<int>(0, op.getInitialStates().size()));
    return owner;
  }
  template <typename Op> static SmallVector<int> getOwner(Op op) {
    SmallVector<int> owner = llvm::to_vector(llvm::seq<int>(0, op.getUnits().size()));
    llvm::append_range(owner, llvm::seq<int>(0, op.getUnits().size()));
    return owner;
  }

  static SmallVector<Value> getOperands(FoldOp op, const llvm::BitVector &kept) {
    SmallVector<Value> operands = llvm::to_vector(op.getArrays());
    llvm::append_range(operands, select(op.getInitialStates(), kept));
    return operands;
  }
  template <typename Op> static SmallVector<Value> getOperands(Op op, const llvm::BitVector &kept) {
    SmallVector<Value> operands;
    if constexpr (std::is_same_v<Op, HistOp>)
      operands = {op.getIndices(), op.getBins()};
    llvm::append_range(operands, select(op.getArrays(), kept));
    llvm::append_range(operands, select(op.getUnits(), kept));
    return operands;
  }
};

} // namespace

void chad::detail::addReduceComponentLaws(RewritePatternSet &patterns) {
  addLaw<UnusedComponents<ReduceOp>>(patterns, "reduce-unused-results");
}
void chad::detail::addScanComponentLaws(RewritePatternSet &patterns) {
  addLaw<UnusedComponents<ScanOp>>(patterns, "scan-unused-results");
}
void chad::detail::addHistComponentLaws(RewritePatternSet &patterns) {
  addLaw<UnusedComponents<HistOp>>(patterns, "hist-unused-results");
}
void chad::detail::addFoldComponentLaws(RewritePatternSet &patterns) {
  addLaw<UnusedComponents<FoldOp>>(patterns, "fold-unused-results");
}

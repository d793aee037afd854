//===- LoopComponentLaws.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Removes components of a reduction or a fold whose results have no uses, and which no other
// component reads.

#include "Laws.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// Finds the ops and components of a body that the used results depend on.
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

/// Finds the needed components more precisely: for a loop inside of the body, only the components
/// count that its used results depend on.
struct ResultLiveness {
  ResultLiveness(Operation *op, ArrayRef<int> owner)
      : body(op->getRegion(0).front()), components(op->getNumResults()) {
    for (OpResult result : op->getResults())
      if (!result.use_empty())
        need(result.getResultNumber());
    body.walk([&](Operation *inner) {
      if (!isMemoryEffectFree(inner))
        visitAll(inner);
    });
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (auto arg = dyn_cast<BlockArgument>(value); arg && arg.getOwner() == &body) {
        if (int component = owner[arg.getArgNumber()]; component >= 0)
          need(component);
      } else if (body.getParent()->isAncestor(value.getParentRegion())) {
        visitDefinition(value);
      }
    }
  }

  void need(unsigned component) {
    components.set(component);
    visit(body.getTerminator()->getOperand(component));
  }

  void visit(Value value) {
    if (values.insert(value).second)
      worklist.push_back(value);
  }

  void visitAll(Operation *op) {
    if (ops.insert(op).second)
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          visit(operand);
      });
  }

  /// Visits the values that component `number` of a combinator, a state or a collected array, is
  /// computed from.
  void visitComponent(CombinatorOpInterface loop, unsigned number) {
    if (!isa<ArrayLoopOpInterface>(*loop))
      visit(loop.getArrays()[number]);
    if (number < loop.getNumStates())
      visit(loop.getInitialStates()[number]);
    visit(loop.getYield()->getOperand(number));
  }

  void visitDefinition(Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    Operation *op = arg ? arg.getOwner()->getParentOp() : value.getDefiningOp();
    unsigned number = arg ? arg.getArgNumber() : cast<OpResult>(value).getResultNumber();
    if (auto loop = dyn_cast<ArrayLoopOpInterface>(op)) {
      if (!arg)
        visitComponent(loop, number);
      else if (Value array = getArrayOfElement(arg))
        visit(array);
      else if (arg == loop.getIndexArg())
        visit(cast<BuildOp>(op).getExtent());
      else
        visitComponent(loop, number - loop.getArrays().size());
    } else if (isa<ReduceOp, ScanOp>(op)) {
      visitComponent(cast<CombinatorOpInterface>(op), number % op->getNumResults());
    } else {
      visitAll(op);
    }
  }

  Block &body;
  llvm::BitVector components;
  DenseSet<Value> values;
  DenseSet<Operation *> ops;
  SmallVector<Value> worklist;
};

/// The values at the positions that are set.
template <typename Range> SmallVector<Value> select(Range values, const llvm::BitVector &kept) {
  SmallVector<Value> selected;
  for (auto [i, value] : llvm::enumerate(values))
    if (kept.test(i))
      selected.push_back(value);
  return selected;
}

/// Removes components that are not needed. `getOwner` gives the component that an argument of the
/// body belongs to.
template <typename OpTy> struct UnusedComponents : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    bool anyUnused = llvm::any_of(op->getResults(), [](Value r) { return r.use_empty(); });
    if (!anyUnused)
      return failure();
    SmallVector<int> owner = getOwner(op);
    Liveness live(op, owner);
    if (live.components.none())
      return failure();
    if (live.components.all())
      return keepUnused(op, owner, rewriter);
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
    Operation *smaller = keep(rewriter, op, live.components, TypeRange(ValueRange(results)));
    for (auto [from, to] : llvm::zip_equal(results, smaller->getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }

  /// If only inner loops use a component, to compute the component itself, the body yields it
  /// unchanged, so that these loops need not compute it.
  static LogicalResult keepUnused(OpTy op, ArrayRef<int> owner, PatternRewriter &rewriter) {
    ResultLiveness live(op, owner);
    Block &body = op.getBody().front();
    Operation *yield = body.getTerminator();
    bool isChanged = false;
    for (unsigned component = 0; component < live.components.size(); ++component) {
      auto arg = llvm::find(owner, static_cast<int>(component)) - owner.begin();
      if (arg == static_cast<int64_t>(owner.size()) || live.components.test(component))
        continue;
      Value before = body.getArgument(arg);
      if (yield->getOperand(component) == before || !hasStaticShape(before.getType()))
        continue;
      rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(component, before); });
      isChanged = true;
    }
    return success(isChanged);
  }

  static bool hasStaticShape(Type type) {
    if (auto linear = dyn_cast<LinType>(type))
      type = linear.getPrimal();
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? tensor.hasStaticShape() : isa<IndexType, IntegerType, FloatType>(type);
  }

  static SmallVector<int> getOwner(FoldOp op) {
    SmallVector<int> owner(op.getArrays().size(), -1);
    llvm::append_range(owner, llvm::seq<int>(0, op.getNumStates()));
    return owner;
  }
  template <typename Op> static SmallVector<int> getOwner(Op op) {
    SmallVector<int> owner = llvm::to_vector(llvm::seq<int>(0, op.getUnits().size()));
    llvm::append_range(owner, llvm::seq<int>(0, op.getUnits().size()));
    return owner;
  }

  /// The op with the components `kept`, whose results have these types.
  static Operation *keep(PatternRewriter &rewriter, FoldOp op, const llvm::BitVector &kept,
                         TypeRange results) {
    SmallVector<Value> states = select(op.getInitialStates(), kept);
    return rebuildLoop(rewriter, op, op.getArrays(), states, results.drop_front(states.size()));
  }
  template <typename Op>
  static Operation *keep(PatternRewriter &rewriter, Op op, const llvm::BitVector &kept,
                         TypeRange results) {
    SmallVector<Value> operands;
    if constexpr (std::is_same_v<Op, HistOp>)
      operands = {op.getIndices(), op.getBins()};
    llvm::append_range(operands, select(op.getArrays(), kept));
    llvm::append_range(operands, select(op.getUnits(), kept));
    return rebuild(rewriter, op, operands, results);
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

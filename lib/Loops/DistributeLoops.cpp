//===- DistributeLoops.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loop distribution: moves updates of rows at indices from the data to a loop of their own.

#include "Sums.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADDISTRIBUTELOOPS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest number of scalars that each iteration stores for the second loop.
static constexpr unsigned maxKept = 4;

/// The only op in the body that reads a state, if it updates a row of the state; null otherwise.
/// Sets `update` to the update in it.
static Operation *getUpdater(FoldOp fold, unsigned state, AccumulateOp &update) {
  Block &body = fold.getBody().front();
  Value arg = fold.getStateArgs()[state], next = body.getTerminator()->getOperand(state);
  Operation *def = next.getDefiningOp();
  if (!def || def->getBlock() != &body || !next.hasOneUse() || def->getNumResults() != 1)
    return nullptr;
  auto branch = dyn_cast<scf::IfOp>(def);
  if (branch && branch.elseYield().getOperand(0) != arg)
    return nullptr;
  Value made = branch ? branch.thenYield().getOperand(0) : next;
  update = made.getDefiningOp<AccumulateOp>();
  if (!update || update.getAcc() != arg || !isa<RankedTensorType>(update.getValue().getType()))
    return nullptr;
  for (Operation *user : arg.getUsers())
    if (user != update && !(branch && user == branch.elseYield()) && !isa<tensor::DimOp>(user))
      return nullptr;
  return def;
}

/// Whether the index of the update depends on the iteration.
static bool dependsOnIteration(FoldOp fold, AccumulateOp update) {
  return llvm::any_of(update.getIndices(),
                      [&](Value index) { return !isDefinedOutside(index, fold); });
}

/// Whether the body has other loops than `updater`. They may run in lanes when the update has been
/// moved.
static bool hasOtherLoops(FoldOp fold, Operation *updater) {
  return llvm::any_of(fold.getBody().front(), [&](Operation &op) {
    return &op != updater && isa<ArrayLoopOpInterface, ReduceOp>(op);
  });
}

namespace {
/// The values that a second loop, with `updater` alone, needs from the first one.
struct Cut {
  llvm::SetVector<Operation *> repeated; ///< Cheap ops that are done again.
  llvm::SetVector<Value> kept;           ///< Scalars that are stored.
  llvm::SetVector<Value> elements;       ///< Elements of arrays, which are read again.
};
} // namespace

/// Whether the second loop repeats an op instead of reading a stored result: the op must cost no
/// more than a read, and need at most one operand that is not available in the second loop, which
/// is then stored instead.
static bool isCheap(Operation *op, FoldOp fold, unsigned state) {
  bool isPureScalar = isa_and_nonnull<arith::ArithDialect>(op->getDialect()) && isPure(op);
  if (!(isa<tensor::DimOp>(op) || isPureScalar) || getCost(op) > costOfReading)
    return false;
  auto isConstant = [](Value operand) { return matchPattern(operand, m_Constant()); };
  auto isOtherState = [&](Value operand) {
    return llvm::is_contained(fold.getStateArgs(), operand) &&
           operand != fold.getStateArgs()[state];
  };
  return llvm::count_if(op->getOperands(), std::not_fn(isConstant)) <= 1 &&
         llvm::none_of(op->getOperands(), isOtherState);
}

static std::optional<Cut> getCut(FoldOp fold, Operation *updater, unsigned state) {
  Cut cut;
  llvm::SetVector<Value> needed;
  needed.insert(updater->operand_begin(), updater->operand_end());
  getUsedValuesDefinedAbove(updater->getRegions(), needed);
  Value arg = fold.getStateArgs()[state];
  for (size_t i = 0; i < needed.size(); ++i) {
    Value value = needed[i];
    if (value == arg || value.getParentRegion() != &fold.getBody())
      continue;
    Operation *def = value.getDefiningOp();
    if (!def) {
      if (cast<BlockArgument>(value).getArgNumber() >= fold.getArrays().size())
        return std::nullopt;
      cut.elements.insert(value);
    } else if (isCheap(def, fold, state)) {
      cut.repeated.insert(def);
      needed.insert(def->operand_begin(), def->operand_end());
    } else if (isa<FloatType, IndexType, IntegerType>(value.getType())) {
      cut.kept.insert(value);
    } else {
      return std::nullopt;
    }
  }
  // A loop that reads no array has no extent, so one array stays.
  bool readsNothing = cut.elements.empty() && cut.kept.empty();
  if (readsNothing || cut.kept.size() > maxKept)
    return std::nullopt;
  return cut;
}

/// accumulate (map f X) into A[j] = fold (i, x, a. accumulate f(x) into a[j, i]) X from A, which
/// stores no row.
static void addElements(RewriterBase &rewriter, AccumulateOp update) {
  auto map = update.getValue().getDefiningOp<MapOp>();
  if (!map || map->getNumResults() != 1 || !map->hasOneUse() || !isMemoryEffectFree(map) ||
      isa<RankedTensorType>(map.getBody().front().getTerminator()->getOperand(0).getType()))
    return;
  Location loc = update.getLoc();
  rewriter.setInsertionPoint(update);
  Value extent = tensor::DimOp::create(rewriter, loc, map.getArrays().front(), 0);
  SmallVector<Value> arrays(map.getArrays());
  arrays.push_back(createIota(rewriter, loc, extent));
  ArrayLoopOpInterface fold =
      rebuildLoop(rewriter, cast<ArrayLoopOpInterface>(*map), arrays, update.getAcc(), {});
  Block &body = fold.getBodyBlock();
  SmallVector<Value> position(update.getIndices());
  position.push_back(body.addArgument(rewriter.getIndexType(), loc));
  Value sum = body.addArgument(update.getAcc().getType(), loc);
  Operation *yield = body.getTerminator();
  rewriter.setInsertionPoint(yield);
  Value next =
      AccumulateOp::create(rewriter, loc, sum.getType(), yield->getOperand(0), sum, position);
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, next); });
  rewriter.replaceOp(update, fold->getResult(0));
  rewriter.eraseOp(map);
}

namespace {
struct DistributeLoops : chad::impl::ChadDistributeLoopsBase<DistributeLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<FoldOp> folds;
    getOperation()->walk([&](FoldOp fold) {
      if (isParallelLoop(fold))
        folds.push_back(fold);
    });
    for (FoldOp fold : folds)
      for (unsigned state = fold.getNumStates(); state-- > 0;) {
        AccumulateOp update;
        Operation *updater = getUpdater(fold, state, update);
        if (!updater || !dependsOnIteration(fold, update) || !hasOtherLoops(fold, updater))
          continue;
        if (std::optional<Cut> cut = getCut(fold, updater, state)) {
          split(rewriter, fold, updater, state, *cut);
          ++numSplit;
          break;
        }
      }
  }

  static void split(RewriterBase &rewriter, FoldOp fold, Operation *updater, unsigned state,
                    const Cut &cut) {
    Location loc = fold.getLoc();
    Block &body = fold.getBody().front();
    Operation *yield = body.getTerminator();
    unsigned numArrays = fold.getArrays().size();
    int64_t extent = getStaticExtent(fold);

    // The second loop, with a copy of the update.
    SmallVector<Type> keptTypes;
    for (Value value : cut.kept)
      keptTypes.push_back(getArrayOf(value.getType(), extent));
    SmallVector<Value> inits(fold.getInitialStates());
    Value init = inits[state];
    inits.erase(inits.begin() + state);
    SmallVector<Type> collected(fold.getCollected().getTypes());
    llvm::append_range(collected, keptTypes);
    rewriter.setInsertionPoint(fold);
    ArrayLoopOpInterface first =
        createLoop(rewriter, loc, fold.getArrays(), inits, collected, fold.getDirection());
    SmallVector<Value> arrays;
    for (Value element : cut.elements)
      arrays.push_back(fold.getArrays()[cast<BlockArgument>(element).getArgNumber()]);
    llvm::append_range(arrays, first->getResults().take_back(cut.kept.size()));
    ArrayLoopOpInterface second = createLoop(rewriter, loc, arrays, init, {}, fold.getDirection());
    Block *again = rewriter.createBlock(&second.getBody());
    IRMapping mapping;
    for (Value element : cut.elements)
      mapping.map(element, again->addArgument(element.getType(), loc));
    for (Value value : cut.kept)
      mapping.map(value, again->addArgument(value.getType(), loc));
    mapping.map(body.getArgument(numArrays + state), again->addArgument(init.getType(), loc));
    for (Operation &op : body)
      if (cut.repeated.contains(&op) || &op == updater)
        rewriter.clone(op, mapping);
    YieldOp::create(rewriter, loc, mapping.lookup(updater->getResult(0)));
    second->walk([&](AccumulateOp update) { addElements(rewriter, update); });

    // The first loop takes the body over.
    SmallVector<Value> yielded(yield->getOperands());
    yielded.erase(yielded.begin() + state);
    llvm::append_range(yielded, cut.kept);
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
    BlockArgument arg = body.getArgument(numArrays + state);
    rewriter.eraseOp(updater);
    rewriter.replaceAllUsesWith(arg, init);
    body.eraseArgument(numArrays + state);
    rewriter.inlineRegionBefore(fold.getBody(), first.getBody(), first.getBody().end());
    unsigned number = 0;
    for (OpResult result : fold->getResults())
      rewriter.replaceAllUsesWith(result, result.getResultNumber() == state
                                              ? second->getResult(0)
                                              : first->getResult(number++));
    rewriter.eraseOp(fold);
  }
};
} // namespace

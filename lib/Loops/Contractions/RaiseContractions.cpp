//===- RaiseContractions.cpp ----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces loops that compute products of matrices row by row by contractions of whole matrices.

#include "Division.h"
#include "Isolation.h"
#include "MoveSums.h"
#include "TransposeProducts.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace chad {
#define GEN_PASS_DEF_CHADRAISECONTRACTIONS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// b + Σ a: lets the sum of a fold start from zero, and adds what it started from to the sum.
static void separateStart(RewriterBase &rewriter, State state) {
  FoldOp fold = state.fold;
  Location loc = fold.getLoc();
  OpOperand &init = fold.getInitialStatesMutable()[state.number];
  Value start = init.get(), sum = fold.getResult(state.number);
  rewriter.setInsertionPoint(fold);
  rewriter.modifyOpInPlace(fold,
                           [&] { init.set(createNeutral(rewriter, loc, start.getType(), start)); });
  rewriter.setInsertionPointAfter(fold);
  Value total = arith::AddFOp::create(rewriter, loc, start, sum);
  rewriter.replaceAllUsesExcept(sum, total, total.getDefiningOp());
}

/// Sums terms from zero, and adds the sum to the array:
///
///   fold (x, a. accumulate (b x) into a[p]) = accumulate (fold (x, s. s + b x) from 0) into a[p]
static void sumApart(RewriterBase &rewriter, const StateUpdate &placed) {
  AccumulateOp update = placed.op;
  FoldOp outermost = placed.folds.front().fold;
  Location loc = update.getLoc();
  Value array = outermost.getInitialStates()[placed.folds.front().number];
  SmallVector<Value> position(update.getIndices());
  rewriter.setInsertionPoint(outermost);
  Value sum =
      createNeutral(rewriter, loc, update.getValue().getType(), array, /*first=*/position.size());
  SmallVector<FoldOp> folds;
  for (const State &state : placed.folds) {
    FoldOp old = state.fold;
    unsigned number = old.getNumStates();
    SmallVector<Value> states(old.getInitialStates());
    states.push_back(sum);
    rewriter.setInsertionPoint(old);
    auto fold = cast<FoldOp>(*rebuildLoop(rewriter, cast<ArrayLoopOpInterface>(*old),
                                          old.getArrays(), states, old.getCollected().getTypes()));
    for (OpResult result : old->getResults())
      rewriter.replaceAllUsesWith(
          result, fold->getResult(result.getResultNumber() + (result.getResultNumber() >= number)));
    rewriter.eraseOp(old);
    sum =
        fold.getBody().front().insertArgument(fold.getArrays().size() + number, sum.getType(), loc);
    folds.push_back(fold);
  }
  rewriter.setInsertionPoint(update);
  sum = arith::AddFOp::create(rewriter, loc, sum, update.getValue());
  rewriter.replaceOp(update, update.getAcc());
  for (FoldOp fold : llvm::reverse(folds)) {
    unsigned number = fold.getNumStates() - 1;
    Operation *yield = fold.getBody().front().getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->insertOperands(number, sum); });
    sum = fold.getResult(number);
  }
  rewriter.setInsertionPointAfter(folds.front());
  Value carried = folds.front().getResult(placed.folds.front().number);
  auto added = AccumulateOp::create(rewriter, loc, carried.getType(), sum, carried, position);
  rewriter.replaceAllUsesExcept(carried, added, added);
}

/// Moves a product of the loop that the body of an inner map or build computes, at any depth of
/// such ops, to a map of its own before the innermost of them.
static bool isolateProduct(RewriterBase &rewriter, Operation *op, Operation *loop) {
  Block &body = op->getRegion(0).front();
  Operation *yield = body.getTerminator();
  // A sum of products is found before the products that it is made of, which may be sums, too.
  for (Operation &inner : llvm::reverse(body.without_terminator())) {
    if (!isa<ArrayLoopOpInterface, ReduceOp>(inner))
      continue;
    for (OpResult result : inner.getResults()) {
      if (!isa<FloatType>(getElementTypeOrSelf(result.getType())) ||
          !hasOneShape(result, op->getRegion(0)))
        continue;
      std::optional<Contraction> contraction = getContractionFromStart(result, loop);
      if (!contraction)
        continue;
      // What `op` makes is the product, and what else it computes are parts of this.
      if (result.hasOneUse() && *result.user_begin() == yield && op->getNumResults() == 1)
        return false;
      if (contraction->start)
        separateStart(rewriter, *contraction->start);
      else
        isolateValue(rewriter, op, result);
      return true;
    }
    if (isa<MapOp, BuildOp>(inner) && isolateProduct(rewriter, &inner, loop))
      return true;
  }
  return false;
}

/// Moves a product that the bodies of inner maps compute for each element, a scalar or an array, to
/// a map of its own, and also a value of such a body that a product reads.
static bool isolate(RewriterBase &rewriter, Operation *loop) {
  for (Operation &op : loop->getRegion(0).front()) {
    if (!isa<MapOp, BuildOp, FoldOp>(op))
      continue;
    for (OpResult result : op.getResults())
      if (auto contraction = getContractionFromStart(result, loop);
          contraction && contraction->start) {
        separateStart(rewriter, *contraction->start);
        return true;
      }
    for (OpResult result : op.getResults())
      if (auto placed = getPlacedUpdate(result, loop)) {
        sumApart(rewriter, *placed);
        return true;
      }
    for (OpResult result : op.getResults())
      if (auto contraction = getContraction(result, loop))
        for (const Access &factor : contraction->factors)
          if (isMadeInside(factor, loop) && !dependsOnState(&op, factor.array) &&
              hasOneShape(factor.array, op.getRegion(0))) {
            isolateValue(rewriter, &op, factor.array);
            return true;
          }
    if (isa<MapOp, BuildOp>(op) && isolateProduct(rewriter, &op, loop))
      return true;
  }
  return false;
}

/// Whether a factor is made in the body of an inner loop.
static bool readsInside(const Contraction &contraction, Operation *loop) {
  return llvm::any_of(contraction.factors,
                      [&](const Access &factor) { return isMadeInside(factor, loop); });
}

/// The first contraction in the body, in the order of its ops.
static std::optional<Contraction> findContraction(Operation *loop) {
  for (Operation &op : loop->getRegion(0).front().without_terminator())
    if (isa<MapOp, BuildOp, FoldOp, ReduceOp>(op))
      for (OpResult result : op.getResults())
        if (auto contraction = getContraction(result, loop);
            contraction && !readsInside(*contraction, loop))
          return contraction;
  return std::nullopt;
}

/// Emits a remark that says why a sum of products that could be a product of matrices stays in the
/// loops around it.
static void remarkLeftProduct(OpResult result) {
  constexpr StringLiteral pass = "chad-raise-contractions";
  for (Operation *loop = result.getOwner()->getParentOp(); isa<ArrayLoopOpInterface>(loop);
       loop = loop->getParentOp()) {
    std::optional<Contraction> contraction = describeContraction(result, loop);
    if (!contraction || !isMatrixProduct(*contraction, /*evenIfSmall=*/true))
      continue;
    std::string place = describePlace(loop->getLoc());
    Operation *op = result.getOwner();
    if (!isMatrixProduct(*contraction))
      remarkLeft(op, {pass, "left"},
                 "a product of matrices with less than 8 rows, columns or terms, or one of many "
                 "with two of these less than 16");
    else if (!isParallelLoop(loop, /*general=*/true))
      remarkMissed(op, {pass, "not-raised"},
                   "no product of matrices: the iterations of the loop at " + place +
                       " follow each other");
    else if (!isDivisible(loop))
      remarkMissed(op, {pass, "not-raised"},
                   "no product of matrices: arrays in the loop at " + place +
                       " may have another shape in each iteration");
    else if (readsInside(*contraction, loop))
      remarkMissed(op, {pass, "not-raised"},
                   "no product of matrices: a factor depends on what the loop at " + place +
                       " carries");
    return;
  }
}

/// The product of a batch in the body of a loop, the first of its ops that is one.
static std::optional<Contraction> findBatch(RewriterBase &rewriter, Operation *loop) {
  for (auto op : loop->getRegion(0).front().getOps<linalg::LinalgOp>())
    if (auto contraction = describeBatch(op, loop);
        contraction && Division(rewriter, loop, *contraction).isPossible())
      return contraction;
  return std::nullopt;
}

/// Makes one product of a batch of the products that each iteration of a loop computes as a whole,
/// from the innermost loops on: a product in a nest of loops becomes one of all their iterations.
/// Returns the number of products that have left a loop.
static unsigned raiseBatches(RewriterBase &rewriter, Region &region) {
  unsigned numBatches = 0;
  for (Block &block : region)
    for (Operation *op : llvm::map_to_vector(block, [](Operation &each) { return &each; })) {
      for (Region &inner : op->getRegions())
        numBatches += raiseBatches(rewriter, inner);
      SmallVector<Operation *> loops = {op};
      while (!loops.empty()) {
        Operation *loop = loops.pop_back_val();
        if (!isDivisible(loop))
          continue;
        std::optional<Contraction> contraction = findBatch(rewriter, loop);
        if (!contraction)
          continue;
        if (auto build = dyn_cast<BuildOp>(loop)) {
          loops.push_back(convertToMap(rewriter, build));
          continue;
        }
        remarkDone(loop, {"chad-raise-contractions", "raised"},
                   "products of matrices leave the loop at " + describePlace(loop->getLoc()) +
                       " as a batch",
                   contraction->result.getLoc());
        llvm::append_range(loops, Division(rewriter, loop, *contraction).run());
        ++numBatches;
      }
    }
  return numBatches;
}

/// Moves ops without regions out of the array loops in which they do not depend on the iteration,
/// so that a factor has no indices of loops that do not change it.
static void hoistInvariants(Operation *root) {
  root->walk([](LoopLikeOpInterface loop) {
    auto arrayLoop = dyn_cast<ArrayLoopOpInterface>(*loop);
    if (!arrayLoop)
      return;
    bool runs = getStaticExtent(arrayLoop) > 0;
    moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
        [&](Operation *op, Region *) {
          return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
                 (runs || isa_and_nonnull<arith::ArithDialect>(op->getDialect())) &&
                 isSpeculatable(op);
        },
        [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  });
}

namespace {
struct RaiseContractions : chad::impl::ChadRaiseContractionsBase<RaiseContractions> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    hoistInvariants(getOperation());
    // A product is moved out of the outermost loop whose index is one of its dimensions.
    SmallVector<Operation *> loops;
    for (Region &region : getOperation()->getRegions())
      llvm::append_range(loops, findDivisibleLoops(region));
    while (!loops.empty()) {
      Operation *loop = loops.pop_back_val();
      while (isolate(rewriter, loop)) {
      }
      std::optional<Contraction> contraction = findContraction(loop);
      auto fold = dyn_cast<FoldOp>(loop);
      if (!contraction && batches && fold && moveSum(rewriter, fold, loops)) {
        ++numMoved;
        continue;
      }
      if (!contraction) {
        llvm::append_range(loops, findDivisibleLoops(loop->getRegion(0)));
        continue;
      }
      if (auto build = dyn_cast<BuildOp>(loop)) {
        loops.push_back(convertToMap(rewriter, build));
        continue;
      }
      remarkDone(loop, {"chad-raise-contractions", "raised"},
                 "a product of matrices leaves the loop at " + describePlace(loop->getLoc()),
                 contraction->result.getLoc());
      llvm::append_range(loops, Division(rewriter, loop, *contraction).run());
      ++numRaised;
    }
    numTransposed += transposeProducts(rewriter, getOperation());
    if (batches) {
      resolveExtents(rewriter, getOperation());
      for (Region &region : getOperation()->getRegions())
        numRaised += raiseBatches(rewriter, region);
    }
    if (wantsRemarks(getOperation()))
      getOperation()->walk([](Operation *op) {
        if (isa<FoldOp, ReduceOp>(op))
          for (OpResult result : op->getResults())
            remarkLeftProduct(result);
      });
  }
};
} // namespace

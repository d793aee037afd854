//===- InterchangeFolds.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Interchanges a fold whose state is an array of rows with the fold over these rows in its body.
//
//   S', _ = fold (e in E) with (S)                  X0 = map (e in E) { p(e) }
//     { x, S' = fold (w in W, s in S) with (p(e))   X, S' = fold (w in W, s in S) with (X0)
//         collect { f(w, s, x) }                =     { s', X' = fold (x in X) with (s)
//       yield S', q(e, x) }                               collect { f(w, s, x) }
//                                                       yield X', s' }
//                                                   map (e in E, x in X) { q(e, x) }
//
// Iteration (i, j) of both takes the row that (i - 1, j) left and the x that (i, j - 1) left,
// so that either loop may be the outer one.

#include "InterchangeLoops.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

namespace chad {
#define GEN_PASS_DEF_CHADINTERCHANGEFOLDS
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
class Interchange {
public:
  Interchange(FoldOp outer, ShapeVariation::Functions &shapes, PureFunctions &pure)
      : outer(outer), shapes(shapes), pure(pure) {}

  /// Whether the law holds, and an iteration of the new loops reads and writes less.
  bool match();
  void rewrite(RewriterBase &rewriter);

private:
  bool matchStates();
  FoldOp createLoops(RewriterBase &rewriter);

  FoldOp outer, inner;
  ShapeVariation::Functions &shapes;
  PureFunctions &pure;
  /// For each state of the outer loop, the array of the inner one that it is, and the
  /// collected result that is its next value.
  SmallVector<unsigned> arrayOfState, resultOfState;
  std::optional<DividedBody> parts;
};
} // namespace

static bool isRow(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() >= 1 && isArrayElement(type);
}

bool Interchange::matchStates() {
  if (outer.getInitialStates().empty() || outer.getArrays().empty() ||
      outer.getStateArgs().front().use_empty())
    return false;
  inner = dyn_cast<FoldOp>(*outer.getStateArgs().front().user_begin());
  if (!inner || inner->getParentOp() != outer || inner.getInitialStates().empty())
    return false;
  unsigned numInner = inner.getNumStates();
  Operation *yield = outer.getBody().front().getTerminator();
  for (auto [number, state] : llvm::enumerate(outer.getStateArgs())) {
    if (!state.hasOneUse() || state.getUses().begin()->getOwner() != inner ||
        state.getUses().begin()->getOperandNumber() >= inner.getArrays().size())
      return false;
    unsigned array = state.getUses().begin()->getOperandNumber();
    auto next = dyn_cast<OpResult>(yield->getOperand(number));
    if (!next || next.getOwner() != inner || next.getResultNumber() < numInner ||
        !isRow(inner.getElementArgs()[array].getType()))
      return false;
    arrayOfState.push_back(array);
    resultOfState.push_back(next.getResultNumber());
  }
  for (OpResult result : inner->getResults().drop_front(numInner))
    for (OpOperand &use : result.getUses())
      if (use.getOwner() != yield || use.getOperandNumber() >= arrayOfState.size())
        return false;
  return llvm::all_of(llvm::enumerate(inner.getArrays()), [&](auto array) {
    return llvm::is_contained(arrayOfState, array.index()) ||
           !outer.getBody().isAncestor(array.value().getParentRegion());
  });
}

bool Interchange::match() {
  if (!matchStates())
    return false;
  parts.emplace(outer, inner);
  parts->hoist();
  ShapeVariation variation(outer.getBody(), shapes);
  auto makesArray = [&](Value value) {
    return isArrayElement(value.getType()) && !variation.varies(value);
  };
  if (!parts->collect(outer.getYieldedElements(), variation) ||
      !llvm::all_of(inner.getInitialStates(), makesArray) ||
      !llvm::all_of(inner.getFinalStates(), makesArray))
    return false;
  // Rows that the innermost body reads, and writes.
  size_t before = inner.getArrays().size() + arrayOfState.size();
  size_t later =
      2 * inner.getInitialStates().size() +
      llvm::count_if(parts->getCaptures(), [](Value value) { return isRow(value.getType()); });
  return later < before && isPureWithCalls(outer, pure);
}

FoldOp Interchange::createLoops(RewriterBase &rewriter) {
  unsigned numArrays = inner.getArrays().size(), numInner = inner.getNumStates();
  int64_t extent = getStaticExtent(outer);
  ArrayRef<Value> captures = parts->getCaptures();
  SmallVector<Value> arrays(inner.getArrays()), states;
  for (auto [number, array] : llvm::enumerate(arrayOfState))
    arrays[array] = outer.getInitialStates()[number];
  for (Value init : inner.getInitialStates())
    states.push_back(castTo(rewriter, parts->seriesOf(init), arrayOf(extent, init.getType())));
  auto iterate = [&](OpBuilder &builder, Location loc, ValueRange rows, ValueRange args) {
    IRMapping mapping;
    for (unsigned number = 0; number < numArrays; ++number)
      mapping.map(inner.getElementArgs()[number], rows[number]);
    mapping.map(inner.getStateArgs(), args.take_front(numInner));
    mapping.map(captures, args.slice(numInner, captures.size()));
    ValueRange carried = args.take_back(arrayOfState.size());
    for (auto [state, array] : llvm::zip_equal(carried, arrayOfState))
      mapping.map(inner.getElementArgs()[array], state);
    SmallVector<Value> yielded = cloneBody(builder, inner.getBodyBlock(), mapping), results;
    for (auto [state, number] : llvm::zip_equal(carried, resultOfState))
      results.push_back(castTo(builder, yielded[number], state.getType()));
    for (auto [next, arg] : llvm::zip(yielded, inner.getStateArgs()))
      results.push_back(castTo(builder, next, arg.getType()));
    YieldOp::create(builder, loc, results);
  };
  return FoldOp::create(
      rewriter, outer.getLoc(), inner.getDirection(), arrays, states,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ValueRange rows = args.take_front(numArrays);
        SmallVector<Value> elements(args.drop_front(numArrays));
        for (Value capture : captures)
          elements.push_back(parts->seriesOf(capture));
        auto starts =
            llvm::map_to_vector(arrayOfState, [&](unsigned array) { return rows[array]; });
        auto steps = FoldOp::create(rewriter, loc, outer.getDirection(), elements, starts,
                                    [&](OpBuilder &nested, Location at, ValueRange inside) {
                                      iterate(nested, at, rows, inside);
                                    });
        SmallVector<Value> results;
        for (auto [next, state] :
             llvm::zip_equal(steps->getResults().drop_front(starts.size()), states))
          results.push_back(castTo(builder, next, state.getType()));
        llvm::append_range(results, steps.getFinalStates());
        YieldOp::create(builder, loc, results);
      });
}

void Interchange::rewrite(RewriterBase &rewriter) {
  remarkInterchanged(outer, "the loop over the rows of its state goes around it: less is read and "
                            "written in each iteration");
  rewriter.setInsertionPoint(outer);
  parts->createBefore(rewriter, inner.getInitialStates());
  FoldOp loops = createLoops(rewriter);
  for (auto [state, all] : llvm::zip(inner.getFinalStates(), loops.getFinalStates()))
    parts->setSeries(state, all);
  SmallVector<Value> results(loops.getCollected());
  llvm::append_range(results, parts->createAfter(rewriter, outer.getYieldedElements()));
  for (auto [old, result] : llvm::zip_equal(outer->getResults(), results))
    rewriter.replaceAllUsesWith(old, castTo(rewriter, result, old.getType()));
  rewriter.eraseOp(outer);
}

namespace {
struct InterchangeFolds : chad::impl::ChadInterchangeFoldsBase<InterchangeFolds> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    ShapeVariation::Functions shapes;
    PureFunctions pure;
    // What an interchange makes may have another map around a fold.
    while (getOperation()
               ->walk<WalkOrder::PreOrder>([&](MapOp map) {
                 return interchangeMap(rewriter, map, shapes, pure) ? WalkResult::interrupt()
                                                                    : WalkResult::advance();
               })
               .wasInterrupted())
      ++numInterchanged;
    SmallVector<FoldOp> folds;
    getOperation()->walk([&](FoldOp fold) { folds.push_back(fold); });
    // Inner folds come first; the outer ones in the list are not replaced when an inner one is.
    for (FoldOp fold : folds) {
      Interchange interchange(fold, shapes, pure);
      if (!interchange.match())
        continue;
      interchange.rewrite(rewriter);
      ++numInterchanged;
    }
  }
};
} // namespace

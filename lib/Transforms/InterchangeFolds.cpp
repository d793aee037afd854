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

#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/Rules/ReverseSweep.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADINTERCHANGEFOLDS
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// For each function that was examined before, whether it has no effects.
using PureFunctions = DenseMap<Operation *, bool>;

class Interchange {
public:
  Interchange(FoldOp outer, ShapeVariation::Functions &shapes, PureFunctions &pure)
      : outer(outer), shapes(shapes), pure(pure) {}

  /// Whether the law holds, and an iteration of the new loops reads and writes less.
  bool match();
  void rewrite(RewriterBase &rewriter);

private:
  bool matchStates();
  /// Moves what is the same in all iterations out of the outer loop.
  void hoist();
  bool collectValues();
  bool isInside(Value value) { return outer.getBody().isAncestor(value.getParentRegion()); }
  /// The array with the `value` of each iteration of the outer loop.
  Value seriesOf(Value value) { return series.lookup(value); }
  void createBefore(RewriterBase &rewriter);
  FoldOp createLoops(RewriterBase &rewriter);
  SmallVector<Value> createAfter(RewriterBase &rewriter);

  FoldOp outer, inner;
  ShapeVariation::Functions &shapes;
  PureFunctions &pure;
  /// For each state of the outer loop, the array of the inner one that it is, and the
  /// collected result that is its next value.
  SmallVector<unsigned> arrayOfState, resultOfState;
  /// The values of the outer body that the body of the inner loop reads (`captures`), and those
  /// that ops after the inner loop read (`crossing`).
  llvm::SetVector<Value> captures, crossing;
  /// The ops after the inner loop, in order.
  llvm::SetVector<Operation *> after;
  IRMapping series;
};
} // namespace

/// Whether an op, with all in it and all that it calls, does no more than compute its results.
static bool isPureWithCalls(Operation *root, PureFunctions &known) {
  return !root->walk([&](Operation *op) {
                if (auto call = dyn_cast<func::CallOp>(op)) {
                  auto callee = dyn_cast_if_present<func::FuncOp>(
                      SymbolTable::lookupNearestSymbolFrom(op, call.getCalleeAttr()));
                  if (!callee || callee.isDeclaration())
                    return WalkResult::interrupt();
                  // A function that calls itself is found here, undecided.
                  auto [at, isNew] = known.try_emplace(callee, false);
                  if (isNew) {
                    bool isPure = llvm::all_of(callee.getBody().getOps(), [&](Operation &each) {
                      return isPureWithCalls(&each, known);
                    });
                    known[callee] = isPure;
                    return isPure ? WalkResult::advance() : WalkResult::interrupt();
                  }
                  return at->second ? WalkResult::advance() : WalkResult::interrupt();
                }
                return op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>() ||
                               op->hasTrait<mlir::OpTrait::IsTerminator>() || isMemoryEffectFree(op)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

static bool isArrayElement(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isScalarType(type) ||
         (tensor && !tensor.getEncoding() && isScalarType(tensor.getElementType()));
}

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
    return llvm::is_contained(arrayOfState, array.index()) || !isInside(array.value());
  });
}

void Interchange::hoist() {
  for (Operation &op : llvm::make_early_inc_range(outer.getBody().front().without_terminator()))
    if (op.getNumRegions() == 0 && isPure(&op) &&
        llvm::none_of(op.getOperands(), [&](Value operand) { return isInside(operand); }))
      op.moveBefore(outer);
}

bool Interchange::collectValues() {
  Block *body = &outer.getBody().front();
  SetVector<Value> free;
  getUsedValuesDefinedAbove(inner.getBody(), free);
  for (Value value : free)
    if (isInside(value))
      captures.insert(value);
  // The ops that the collected values need, from the last one to the first: those that depend on
  // the inner loop, and those that do not.
  DenseSet<Operation *> needed, later = {inner};
  for (Operation &op : llvm::make_range(std::next(inner->getIterator()), body->end()))
    if (llvm::any_of(getDependencies(&op), [&](Value value) {
          Operation *maker = value.getDefiningOp();
          return maker && later.contains(maker);
        }))
      later.insert(&op);
  auto need = [&](ValueRange values) {
    for (Value value : values) {
      if (!isInside(value))
        continue;
      Operation *maker = value.getDefiningOp();
      if (!maker || maker == inner || !later.contains(maker))
        crossing.insert(value);
      else
        needed.insert(maker);
    }
  };
  need(body->getTerminator()->getOperands().drop_front(arrayOfState.size()));
  SmallVector<Operation *> reversed;
  for (Operation &op : llvm::reverse(body->without_terminator()))
    if (&op != inner && needed.contains(&op)) {
      reversed.push_back(&op);
      need(getDependencies(&op));
    }
  after.insert(reversed.rbegin(), reversed.rend());

  ShapeVariation variation(outer.getBody(), shapes);
  auto makesArray = [&](Value value) {
    return isArrayElement(value.getType()) && !variation.varies(value);
  };
  return llvm::all_of(captures, makesArray) && llvm::all_of(crossing, makesArray) &&
         llvm::all_of(inner.getInitialStates(), makesArray) &&
         llvm::all_of(inner.getFinalStates(), makesArray);
}

bool Interchange::match() {
  if (!matchStates())
    return false;
  hoist();
  if (!collectValues())
    return false;
  // Rows that the innermost body reads, and writes.
  size_t before = inner.getArrays().size() + arrayOfState.size();
  size_t later = 2 * inner.getInitialStates().size() +
                 llvm::count_if(captures, [](Value value) { return isRow(value.getType()); });
  return later < before && isPureWithCalls(outer, pure);
}

/// The array of `extent` elements of a type.
static Type arrayOf(int64_t extent, Type element) {
  SmallVector<int64_t> shape = {extent};
  if (auto row = dyn_cast<RankedTensorType>(element))
    llvm::append_range(shape, row.getShape());
  return RankedTensorType::get(shape, getElementTypeOrSelf(element));
}

static Value castTo(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, value.getLoc(), type, value);
}

/// Copies of the ops that `values` need in a block, by which they are replaced.
static void cloneNeeded(OpBuilder &builder, Block *body, ValueRange values, IRMapping &mapping) {
  DenseSet<Operation *> needed;
  auto need = [&](ValueRange operands) {
    for (Value value : operands)
      if (Operation *maker = value.getDefiningOp(); maker && maker->getBlock() == body)
        needed.insert(maker);
  };
  need(values);
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(*body))
    if (needed.contains(&op)) {
      ops.push_back(&op);
      need(getDependencies(&op));
    }
  for (Operation *op : llvm::reverse(ops))
    builder.clone(*op, mapping);
}

void Interchange::createBefore(RewriterBase &rewriter) {
  Block *body = &outer.getBody().front();
  llvm::SetVector<Value> values;
  auto want = [&](Value value) {
    if (series.contains(value) || value.getDefiningOp() == inner)
      return;
    for (auto [element, array] : llvm::zip_equal(outer.getElementArgs(), outer.getArrays()))
      if (element == value)
        return series.map(value, array);
    values.insert(value);
  };
  llvm::for_each(inner.getInitialStates(), want);
  llvm::for_each(captures, want);
  llvm::for_each(crossing, want);
  if (values.empty())
    return;
  auto map =
      MapOp::create(rewriter, outer.getLoc(), outer.getArrays(),
                    [&](OpBuilder &builder, Location loc, ValueRange elements) {
                      IRMapping mapping;
                      mapping.map(outer.getElementArgs(), elements);
                      cloneNeeded(builder, body, values.getArrayRef(), mapping);
                      YieldOp::create(builder, loc, llvm::map_to_vector(values, [&](Value value) {
                                        return mapping.lookupOrDefault(value);
                                      }));
                    });
  for (auto [value, array] : llvm::zip_equal(values, map.getResults()))
    series.map(value, array);
}

FoldOp Interchange::createLoops(RewriterBase &rewriter) {
  unsigned numArrays = inner.getArrays().size(), numInner = inner.getNumStates();
  int64_t extent = getStaticExtent(outer);
  SmallVector<Value> arrays(inner.getArrays()), states;
  for (auto [number, array] : llvm::enumerate(arrayOfState))
    arrays[array] = outer.getInitialStates()[number];
  for (Value init : inner.getInitialStates())
    states.push_back(castTo(rewriter, seriesOf(init), arrayOf(extent, init.getType())));
  auto iterate = [&](OpBuilder &builder, Location loc, ValueRange rows, ValueRange args) {
    IRMapping mapping;
    for (unsigned number = 0; number < numArrays; ++number)
      mapping.map(inner.getElementArgs()[number], rows[number]);
    mapping.map(inner.getStateArgs(), args.take_front(numInner));
    mapping.map(captures.getArrayRef(), args.slice(numInner, captures.size()));
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
          elements.push_back(seriesOf(capture));
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

SmallVector<Value> Interchange::createAfter(RewriterBase &rewriter) {
  ValueRange collected = outer.getYieldedElements();
  if (collected.empty())
    return {};
  // The loop needs at least one array, whose extent is the number of iterations.
  SmallVector<Value> arrays;
  for (Value value : crossing)
    arrays.push_back(seriesOf(value));
  if (arrays.empty())
    arrays.push_back(outer.getArrays().front());
  auto map = MapOp::create(
      rewriter, outer.getLoc(), arrays, [&](OpBuilder &builder, Location loc, ValueRange args) {
        IRMapping mapping;
        mapping.map(crossing.getArrayRef(), args.take_front(crossing.size()));
        for (Operation *op : after)
          builder.clone(*op, mapping);
        YieldOp::create(builder, loc, llvm::map_to_vector(collected, [&](Value value) {
                          return mapping.lookupOrDefault(value);
                        }));
      });
  return SmallVector<Value>(map.getResults());
}

void Interchange::rewrite(RewriterBase &rewriter) {
  if (outer->getContext()->getRemarkEngine())
    remark::passed(outer.getLoc(),
                   remark::RemarkOpts::name("interchanged").category("chad-interchange-folds"))
        << "the loop over the rows of its state goes around it: less is read and written in each "
           "iteration";
  rewriter.setInsertionPoint(outer);
  createBefore(rewriter);
  FoldOp loops = createLoops(rewriter);
  for (auto [state, all] : llvm::zip(inner.getFinalStates(), loops.getFinalStates()))
    series.map(state, all);
  SmallVector<Value> results(loops.getCollected());
  llvm::append_range(results, createAfter(rewriter));
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

//===- Extents.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The extent of a combinator is that of its arrays. Arrays of unit type are
// erased: where all are, one that gives the extent is added before.

#include "chad/IR/Extents.h"
#include "Erasure.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isUnit(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin && lin.isUnit();
}

static bool losesExtent(ArrayLoopOpInterface loop) {
  return loop.hasArrays() && llvm::all_of(loop.getArrays().getTypes(), isUnit);
}

/// A combinator without results would be no op at all, and what its body does
/// would be lost. The order of effects in the others is not defined.
static bool losesEffects(ArrayLoopOpInterface loop) {
  return llvm::all_of(loop->getResultTypes(), isUnit) && !isMemoryEffectFree(loop);
}

static bool losesAll(ArrayLoopOpInterface loop) {
  return llvm::all_of(loop->getResultTypes(), isUnit) && isMemoryEffectFree(loop);
}

//===----------------------------------------------------------------------===//
// Where the extent is known
//===----------------------------------------------------------------------===//

/// What gives an extent: a constant, an index, or an array.
struct ExtentSource {
  int64_t constant = ShapedType::kDynamic;
  Value value;
  bool isKnown() const { return value || !ShapedType::isDynamic(constant); }
};

static ExtentSource sourceOf(ValueRange arrays) {
  for (Value array : arrays)
    if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
      return {extent, {}};
  for (Value array : arrays)
    if (!isUnit(array.getType()))
      return {ShapedType::kDynamic, array};
  return {};
}

/// The extent of an array of unit type, as its producers give it.
static ExtentSource findExtent(Value array) {
  // Longer chains do not come from anything sensible.
  constexpr unsigned maxSteps = 64;
  for (unsigned step = 0; step < maxSteps; ++step) {
    Operation *op = array.getDefiningOp();
    if (!op)
      return {};
    if (auto build = dyn_cast<BuildOp>(op))
      return {ShapedType::kDynamic, build.getExtent()};
    if (auto linear = dyn_cast<ToLinearOp>(op))
      return {ShapedType::kDynamic, linear.getValue()};
    auto fold = dyn_cast<FoldOp>(op);
    auto combinator = dyn_cast<CombinatorOpInterface>(op);
    unsigned number = cast<OpResult>(array).getResultNumber();
    if (fold && number < fold.getNumStates()) {
      // A state has the extent that it began with, if the fold keeps it.
      if (!keepsDim(fold, number, 0))
        return {};
      array = fold.getInitialStates()[number];
    } else if (combinator && llvm::is_contained(combinator.getCollected(), array)) {
      if (ExtentSource source = sourceOf(combinator.getArrays()); source.isKnown())
        return source;
      array = combinator.getArrays().front();
    } else if (isa<AddOp>(op)) {
      array = op->getOperand(0);
    } else if (isa<ScaleOp, AccumulateOp, ScatterAddOp>(op)) {
      array = op->getOperand(1);
    } else {
      return {};
    }
    if (ExtentSource source = sourceOf(array); source.isKnown())
      return source;
  }
  return {};
}

static ExtentSource findExtent(ArrayLoopOpInterface loop) {
  if (ExtentSource source = sourceOf(loop.getArrays()); source.isKnown())
    return source;
  for (Value array : loop.getArrays())
    if (ExtentSource source = findExtent(array); source.isKnown())
      return source;
  for (Type type : loop.getCollected().getTypes())
    if (int64_t extent = getArrayExtent(type); !ShapedType::isDynamic(extent))
      return {extent, {}};
  return {};
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static Value createExtent(OpBuilder &builder, Location loc, ExtentSource source) {
  if (!source.value)
    return arith::ConstantIndexOp::create(builder, loc, source.constant);
  if (isa<IndexType>(source.value.getType()))
    return source.value;
  Value array = source.value;
  if (isa<LinType>(array.getType()))
    array = FromLinearOp::create(builder, loc, array);
  return tensor::DimOp::create(builder, loc, array, 0);
}

/// Adds the array `0, 1, ...` of the given extent to a map or fold.
static void addIndices(ArrayLoopOpInterface loop, ExtentSource source) {
  IRRewriter rewriter(loop->getContext());
  rewriter.setInsertionPoint(loop);
  Value extent = createExtent(rewriter, loop.getLoc(), source);
  addElement(rewriter, loop, createIota(rewriter, loop.getLoc(), extent));
}

/// Adds a result to a map, build or fold.
static void addResult(ArrayLoopOpInterface loop) {
  IRRewriter rewriter(loop->getContext());
  rewriter.setInsertionPoint(loop.getYield());
  Value element = arith::ConstantIntOp::create(rewriter, loop.getLoc(), rewriter.getI1Type(), 0);
  loop.getYield()->insertOperands(loop->getNumResults(), element);
  SmallVector<Type> types(loop.getCollected().getTypes());
  types.push_back(RankedTensorType::get({ShapedType::kDynamic}, rewriter.getI1Type()));
  rewriter.setInsertionPoint(loop);
  ArrayLoopOpInterface larger =
      rebuildLoop(rewriter, loop, loop.getArrays(), loop.getInitialStates(), types);
  rewriter.replaceOp(loop, larger->getResults().drop_back());
}

LogicalResult chad::detail::keepExtents(Operation *root) {
  SmallVector<std::pair<ArrayLoopOpInterface, ExtentSource>> extents;
  SmallVector<ArrayLoopOpInterface> effects;
  bool allKnown = true;
  root->walk([&](ArrayLoopOpInterface op) {
    if (losesAll(op))
      return;
    if (losesEffects(op))
      effects.push_back(op);
    if (!losesExtent(op))
      return;
    extents.emplace_back(op, findExtent(op));
    if (extents.back().second.isKnown())
      return;
    allKnown = false;
    op->emitOpError("has arrays of unit type alone, whose extent is not known when linear "
                    "types are erased: give it an array of the same extent, or their "
                    "type a static extent");
  });
  if (!allKnown)
    return failure();
  for (auto [loop, source] : extents)
    addIndices(loop, source);
  for (ArrayLoopOpInterface loop : effects)
    addResult(loop);
  return success();
}

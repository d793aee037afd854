//===- Extents.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The extent of a combinator is that of its arrays. Arrays of unit type are erased. If a combinator
// has only such arrays, an array that gives the extent is added first.

#include "chad/IR/Extents.h"
#include "Erasure.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// Whether all results of a combinator would be erased although its body has effects: the
/// combinator would be erased, too, and its effects lost. Other combinators keep theirs, in no
/// defined order.
static bool losesEffects(ArrayLoopOpInterface loop) {
  return llvm::all_of(loop->getResultTypes(), isUnit) && !isMemoryEffectFree(loop);
}

static bool losesAll(ArrayLoopOpInterface loop) {
  return llvm::all_of(loop->getResultTypes(), isUnit) && isMemoryEffectFree(loop);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// The number of iterations, computed before the loop from values that are not erased; null if it
/// is not known.
static Value findIterations(ArrayLoopOpInterface loop) {
  OpBuilder builder(loop);
  SmallVector<Value> arrays(loop.getArrays());
  llvm::append_range(arrays, loop.getCollected());
  for (Value array : arrays)
    if (Value extent = createExtentBefore(builder, loop.getLoc(), Extent::of(array, 0), loop))
      return extent;
  return {};
}

/// Adds the array `0, 1, ...` of the given extent to a map or fold.
static void addIndices(ArrayLoopOpInterface loop, Value extent) {
  IRRewriter rewriter(loop->getContext());
  rewriter.setInsertionPoint(loop);
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
  SmallVector<std::pair<ArrayLoopOpInterface, Value>> extents;
  SmallVector<ArrayLoopOpInterface> effects;
  bool allKnown = true;
  root->walk([&](ArrayLoopOpInterface op) {
    if (losesAll(op))
      return;
    if (losesEffects(op))
      effects.push_back(op);
    if (!losesExtent(op))
      return;
    extents.emplace_back(op, findIterations(op));
    if (extents.back().second)
      return;
    allKnown = false;
    op->emitOpError("has arrays of unit type alone, whose extent is not known when linear "
                    "types are erased: give it an array of the same extent, or their "
                    "type a static extent");
  });
  if (!allKnown)
    return failure();
  for (auto [loop, extent] : extents)
    addIndices(loop, extent);
  for (ArrayLoopOpInterface loop : effects)
    addResult(loop);
  return success();
}

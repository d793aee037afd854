//===- VectorizeScans.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces scans, and folds that are affine recurrences, by loops over vectors.

#include "chad/IR/Fusion.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/Passes.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADVECTORIZESCANS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest number of users of an array that are examined; this keeps the pass linear.
static constexpr unsigned maxUsers = 16;

/// The map that reads the arrays that the fold collects, if it can be fused with the fold; null if
/// there is none.
static MapOp getConsumer(FoldOp fold) {
  MapOp consumer;
  unsigned seen = 0;
  for (Value result : fold.getCollected())
    for (Operation *user : result.getUsers()) {
      auto map = dyn_cast<MapOp>(user);
      if (++seen > maxUsers || !map || (consumer && map != consumer) ||
          map->getBlock() != fold->getBlock())
        return nullptr;
      consumer = map;
    }
  if (!consumer || !mayHaveOneExtent(fold, consumer) || !isElementwise(consumer))
    return nullptr;
  for (Value state : fold.getFinalStates())
    for (Operation *user : state.getUsers()) {
      Operation *inBlock = fold->getBlock()->findAncestorOpInBlock(*user);
      if (++seen > maxUsers || !inBlock || inBlock == consumer ||
          inBlock->isBeforeInBlock(consumer))
        return nullptr;
    }
  return consumer;
}

/// Whether the op is in the body of another combinator, for an element of it: less is known about
/// the extents of rows in loops than in combinators.
static bool isNested(Operation *op) {
  while ((op = op->getParentOp()))
    if (isArrayOp(op))
      return true;
  return false;
}

namespace {
struct VectorizeScans : chad::impl::ChadVectorizeScansBase<VectorizeScans> {
  using ChadVectorizeScansBase::ChadVectorizeScansBase;

  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      if (isa<ScanOp, FoldOp>(op) && !isNested(op) && isElementwise(op))
        found.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : found) {
      auto fold = cast<FoldOp>(*generalizeToLoop(rewriter, op));
      if (!mayRunInBlocks(fold))
        continue;
      if (MapOp map = getConsumer(fold))
        fold = cast<FoldOp>(*fuseLoops(rewriter, fold, map, fold.getDirection()));
      unsigned width = 0;
      for (Value state : fold.getStateArgs())
        width = std::max(width, state.getType().getIntOrFloatBitWidth());
      int64_t lanes = vectorBits / width;
      int64_t extent = getStaticExtent(fold);
      if (lanes < 2 || (!ShapedType::isDynamic(extent) && extent < 2 * lanes))
        continue;
      fold->setAttr(scheduleAttr, ScheduleAttr::get(&getContext(), /*threads=*/false, lanes,
                                                    /*longestRow=*/0, /*rowLanes=*/0,
                                                    /*tailLanes=*/0));
      ++numVectorized;
    }
  }
};
} // namespace

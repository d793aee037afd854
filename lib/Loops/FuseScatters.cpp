//===- FuseScatters.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Fuses updates at indices from the data with the loops that compute the updates and the indices:
//
//   P = scan (+) C; V = map f X; H = hist (+) P V; A = scatter_add W into A0[I]
//   = fold (c, x, i, (p, h, a). let p' = p + c; v = f x in (p', h[p'] += v, a[i] += w))
//
// so that none of the intermediate arrays is stored.

#include "chad/Analysis/OpCost.h"
#include "chad/Loops/FuseLoops.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADFUSESCATTERS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isArrayOfScalars(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.getRank() == 1;
}

/// The largest cost of a map that runs element by element instead of in vectors: less than that of
/// a function such as `exp`.
static constexpr unsigned maxCost = 16;

/// Whether a map contains no loops and costs little.
static bool isCheap(MapOp map) {
  bool hasLoops = map->walk([&](Operation *op) {
                       return op != map && op->getNumRegions() && !isa<scf::IfOp>(op)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                      .wasInterrupted();
  return !hasLoops && getNestedCost(map) <= maxCost && isMemoryEffectFree(map) &&
         llvm::all_of(map.getArrays(), isArrayOfScalars) &&
         llvm::all_of(map.getResults(), isArrayOfScalars);
}

/// Whether an op updates an array of scalars at indices from the data.
static bool isUpdate(Operation *op) {
  auto isScalar = [](Value value) { return !isa<RankedTensorType>(value.getType()); };
  if (auto hist = dyn_cast<HistOp>(op))
    return llvm::all_of(hist.getUnits(), isScalar) && isMemoryEffectFree(op);
  auto scatter = dyn_cast<ScatterAddOp>(op);
  return scatter && isArrayOfScalars(scatter.getAcc()) && isArrayOfScalars(scatter.getIndices());
}

/// Whether an op makes elements one after the other, from the first one on, each at a low cost.
static bool isProducer(Operation *op) {
  if (auto scan = dyn_cast_or_null<ScanOp>(op))
    return scan.getDirection() == Direction::Left && scan.getKind() == ScanKind::Inclusive &&
           llvm::all_of(scan.getArrays(), isArrayOfScalars) && isMemoryEffectFree(op);
  auto gather = dyn_cast_or_null<GatherOp>(op);
  return gather && isArrayOfScalars(gather.getIndices()) && isArrayOfScalars(gather.getResult());
}

/// Whether an update or a loop reads an array element by element through this operand.
static bool readsElements(OpOperand &use) {
  if (auto scatter = dyn_cast<ScatterAddOp>(use.getOwner()))
    return use.getOperandNumber() != scatter.getAccMutable().getOperandNumber();
  if (auto hist = dyn_cast<HistOp>(use.getOwner()))
    return use.get() == hist.getIndices() || llvm::is_contained(hist.getArrays(), use.get());
  return isReadByElement(use);
}

/// Whether `reader` reads `arrays`, all results of `op` but final states, element by element, and
/// all other uses of the results come later.
static bool isReadFirst(Operation *op, ValueRange arrays, Operation *reader) {
  return llvm::all_of(op->getUses(), [&](OpOperand &use) {
    if (use.getOwner() == reader)
      return readsElements(use) && llvm::is_contained(arrays, use.get());
    Operation *user = reader->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return user && user != reader && reader->isBeforeInBlock(user);
  });
}

namespace {
struct FuseScatters : chad::impl::ChadFuseScattersBase<FuseScatters> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<MapOp> maps;
    getOperation()->walk([&](MapOp op) {
      if (isCheap(op))
        maps.push_back(op);
    });
    for (MapOp map : maps)
      if (ArrayLoopOpInterface loop = fuseWithUpdates(rewriter, map)) {
        fuseWithProducers(rewriter, loop);
        ++numMerged;
      }
  }

  /// Fuses a map with the updates that use its results. Returns the loop; null if there are no such
  /// updates.
  static ArrayLoopOpInterface fuseWithUpdates(RewriterBase &rewriter, MapOp map) {
    llvm::SetVector<Operation *> updates;
    for (Operation *user : map->getUsers())
      if (isUpdate(user) && user->getBlock() == map->getBlock())
        updates.insert(user);
    SmallVector<Operation *> inOrder = updates.takeVector();
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    ArrayLoopOpInterface loop = map, fused;
    for (Operation *update : inOrder)
      if (isReadFirst(loop, loop.getCollected(), update))
        if (auto both = tryFuse(rewriter, loop, generalizeToLoop(rewriter, update)))
          loop = fused = both;
    return fused;
  }

  /// Fuses `loop` with the loops that make the arrays that it reads.
  static void fuseWithProducers(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
    for (size_t next = 0; next < loop.getArrays().size(); ++next) {
      Operation *def = loop.getArrays()[next].getDefiningOp();
      if (!isProducer(def) || def->getBlock() != loop->getBlock() ||
          !isReadFirst(def, def->getResults(), loop))
        continue;
      if (ArrayLoopOpInterface fused = tryFuse(
              rewriter, cast<CombinatorOpInterface>(*generalizeToLoop(rewriter, def)), loop)) {
        loop = fused;
        // The arrays of the producer are now the first ones of the loop: all are examined again.
        next = -1;
      }
    }
  }
};
} // namespace
